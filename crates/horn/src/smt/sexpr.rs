//! Parenthesised expressions, the outer form of SMT-LIB.
//!
//! A text becomes a table of expressions, parts before wholes, with the line of each. Reading is a loop: no text makes
//! the stack deep.

/// An expression of a [`Sexprs`] table, by its place.
pub(crate) type Place = usize;

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A name, a keyword or a number, without bars.
    Symbol(String),
    /// A string literal with its quotation marks resolved but its escapes as written.
    Text(String),
    /// Expressions in parentheses.
    List(Vec<Place>),
}

/// The expressions of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sexprs {
    items: Vec<(Item, u32)>,
    top: Vec<Place>,
}

/// Why a text is not expressions, and in which line.
pub(crate) type Broken = (u32, &'static str);

impl Sexprs {
    /// Reads a text.
    pub(crate) fn read(text: &str) -> Result<Sexprs, Broken> {
        let mut sexprs = Sexprs::default();
        let mut open: Vec<(Vec<Place>, u32)> = Vec::new();
        let mut reader = Reader { rest: text, line: 1 };
        while let Some(token) = reader.next()? {
            let line = reader.line;
            let item = match token {
                Token::Open => {
                    open.push((Vec::new(), line));
                    continue;
                }
                Token::Close => match open.pop() {
                    Some((parts, line)) => (Item::List(parts), line),
                    None => return Err((line, "a parenthesis closes nothing")),
                },
                Token::Item(item) => (item, line),
            };
            let place = sexprs.items.len();
            sexprs.items.push(item);
            open.last_mut().map_or(&mut sexprs.top, |(parts, _)| parts).push(place);
        }
        match open.pop() {
            Some((_, line)) => Err((line, "a parenthesis is not closed")),
            None => Ok(sexprs),
        }
    }

    /// The outermost expressions.
    pub(crate) fn top(&self) -> &[Place] {
        &self.top
    }

    /// An expression.
    pub(crate) fn get(&self, place: Place) -> &Item {
        &self.items[place].0
    }

    /// The line in which it begins.
    pub(crate) fn line(&self, place: Place) -> u32 {
        self.items[place].1
    }

    /// The name, when it is one.
    pub(crate) fn symbol(&self, place: Place) -> Option<&str> {
        match self.get(place) {
            Item::Symbol(name) => Some(name),
            Item::Text(_) | Item::List(_) => None,
        }
    }

    /// The parts, when it is a list.
    pub(crate) fn list(&self, place: Place) -> Option<&[Place]> {
        match self.get(place) {
            Item::List(parts) => Some(parts),
            Item::Symbol(_) | Item::Text(_) => None,
        }
    }

    /// A short text for messages: the name, or the first names of a list.
    pub(crate) fn show(&self, place: Place) -> String {
        match self.get(place) {
            Item::Symbol(name) | Item::Text(name) => name.clone(),
            Item::List(parts) => {
                let names: Vec<&str> =
                    parts.iter().take(4).map(|part| self.symbol(*part).unwrap_or("…")).collect();
                format!("({})", names.join(" "))
            }
        }
    }

    /// The arguments, when it is a list that begins with this name.
    pub(crate) fn call(&self, place: Place, name: &str) -> Option<&[Place]> {
        let (first, rest) = self.list(place)?.split_first()?;
        (self.symbol(*first) == Some(name)).then_some(rest)
    }
}

enum Token {
    Open,
    Close,
    Item(Item),
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Option<Token>, Broken> {
        loop {
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                ';' => self.skip(self.rest.find('\n').unwrap_or(self.rest.len())),
                c if c.is_whitespace() => self.skip(c.len_utf8()),
                '(' => return Ok(Some(self.bracket(Token::Open))),
                ')' => return Ok(Some(self.bracket(Token::Close))),
                '"' => return self.text().map(Some),
                '|' => return self.quoted().map(Some),
                _ => return Ok(Some(self.plain())),
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].matches('\n').count() as u32;
        self.rest = &self.rest[bytes..];
    }

    fn bracket(&mut self, token: Token) -> Token {
        self.skip(1);
        token
    }

    fn plain(&mut self) -> Token {
        let ends = |c: char| c.is_whitespace() || "()\";|".contains(c);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let name = self.rest[..end].to_owned();
        self.skip(end);
        Token::Item(Item::Symbol(name))
    }

    fn quoted(&mut self) -> Result<Token, Broken> {
        let end = self.rest[1..].find('|').ok_or((self.line, "a name in bars is not closed"))?;
        let name = self.rest[1..=end].to_owned();
        self.skip(end + 2);
        Ok(Token::Item(Item::Symbol(name)))
    }

    /// A literal; a quotation mark in it is written twice.
    fn text(&mut self) -> Result<Token, Broken> {
        let mut content = String::new();
        let mut at = 1;
        loop {
            let end = self.rest[at..].find('"').ok_or((self.line, "a string is not closed"))? + at;
            content.push_str(&self.rest[at..end]);
            if !self.rest[end + 1..].starts_with('"') {
                self.skip(end + 1);
                return Ok(Token::Item(Item::Text(content)));
            }
            content.push('"');
            at = end + 2;
        }
    }
}
