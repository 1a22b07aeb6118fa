//! Rust text split into what is code and what is comment, without a parser.
//!
//! Both halves keep every line and column: what belongs to the other half, and the inside of every string and
//! character literal, is replaced by spaces. So a rule can search a half for plain text and report a line. Strings
//! with escapes, raw strings with any number of `#`, nested block comments, and `'a` as a lifetime against `'a'`
//! as a character are known; macros are text like any other.

/// The two halves of a Rust file.
#[derive(Debug)]
pub struct Source {
    /// Code; literals keep their quotes but not what is between them.
    pub code: String,
    /// Comments, with their slashes.
    pub comments: String,
}

/// A function with a body: its name and the lines from `fn` to its last brace.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// The name after `fn`.
    pub name: String,
    /// The line of `fn`, counted from 1.
    pub first: usize,
    /// The line of the closing brace.
    pub last: usize,
}

impl Source {
    /// Splits `text`.
    pub fn split(text: &str) -> Source {
        let mut splitter =
            Splitter { text: text.chars().collect(), at: 0, code: String::new(), comments: String::new() };
        while splitter.at < splitter.text.len() {
            splitter.step();
        }
        Source { code: splitter.code, comments: splitter.comments }
    }

    /// All functions that have a body, nested ones too, in the order of their `fn`.
    pub fn functions(&self) -> Vec<Function> {
        let code: Vec<char> = self.code.chars().collect();
        let starts = (0..code.len()).filter(|&at| is_word_at(&code, at, "fn"));
        starts.filter_map(|at| function_at(&code, at)).collect()
    }
}

struct Splitter {
    text: Vec<char>,
    at: usize,
    code: String,
    comments: String,
}

impl Splitter {
    /// Consumes one comment, one literal, one word or one other character.
    fn step(&mut self) {
        match self.text[self.at] {
            '/' if self.next_is('/') => self.line_comment(),
            '/' if self.next_is('*') => self.block_comment(),
            '"' => self.string(),
            '\'' => self.quote(),
            c if is_word(c) => self.word(),
            _ => self.code(1),
        }
    }

    fn next_is(&self, c: char) -> bool {
        self.text.get(self.at + 1) == Some(&c)
    }

    fn code(&mut self, count: usize) {
        self.emit(count, Half::Code);
    }

    /// Hands the next `count` characters to one half and as much blank to the other.
    fn emit(&mut self, count: usize, half: Half) {
        let end = (self.at + count).min(self.text.len());
        for &c in &self.text[self.at..end] {
            let blank = if c == '\n' { '\n' } else { ' ' };
            self.code.push(if half == Half::Code { c } else { blank });
            self.comments.push(if half == Half::Comment { c } else { blank });
        }
        self.at = end;
    }

    fn line_comment(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&c| c == '\n').unwrap_or(rest.len());
        self.emit(length, Half::Comment);
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            match (self.text.get(self.at), self.text.get(self.at + 1)) {
                (None, _) => return,
                (Some('/'), Some('*')) => {
                    depth += 1;
                    self.emit(2, Half::Comment);
                }
                (Some('*'), Some('/')) => {
                    depth -= 1;
                    self.emit(2, Half::Comment);
                    if depth == 0 {
                        return;
                    }
                }
                (Some(_), _) => self.emit(1, Half::Comment),
            }
        }
    }

    /// At the opening quote of a string in which a backslash escapes.
    fn string(&mut self) {
        self.code(1);
        while let Some(&c) = self.text.get(self.at) {
            match c {
                '"' => return self.code(1),
                '\\' => self.emit(2, Half::Neither),
                _ => self.emit(1, Half::Neither),
            }
        }
    }

    /// At a single quote: a character literal ends within a few characters, a lifetime does not.
    fn quote(&mut self) {
        let is_escape = self.next_is('\\');
        let is_plain = self.text.get(self.at + 2) == Some(&'\'');
        self.code(1);
        if is_escape {
            self.emit(2, Half::Neither);
            while self.text.get(self.at).is_some_and(|&c| c != '\'') {
                self.emit(1, Half::Neither);
            }
            self.code(1);
        } else if is_plain {
            self.emit(1, Half::Neither);
            self.code(1);
        }
    }

    /// At a word, which may be the prefix of a raw string.
    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&c| !is_word(c)).unwrap_or(rest.len());
        let word: String = rest[..length].iter().collect();
        let hashes = rest[length..].iter().take_while(|&&c| c == '#').count();
        let is_raw = matches!(word.as_str(), "r" | "br" | "cr") && rest.get(length + hashes) == Some(&'"');
        if is_raw {
            self.code(length + hashes + 1);
            self.raw_string(hashes);
        } else {
            self.code(length);
        }
    }

    /// Just inside a raw string, which ends at a quote followed by `hashes` hash signs.
    fn raw_string(&mut self, hashes: usize) {
        while let Some(&c) = self.text.get(self.at) {
            let tail = self.text[self.at + 1..].iter().take(hashes);
            if c == '"' && tail.filter(|&&c| c == '#').count() == hashes {
                return self.code(1 + hashes);
            }
            self.emit(1, Half::Neither);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Code,
    Comment,
    Neither,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_word_at(code: &[char], at: usize, word: &str) -> bool {
    let end = at + word.len();
    (at == 0 || !is_word(code[at - 1]))
        && end <= code.len()
        && code[at..end].iter().copied().eq(word.chars())
        && code.get(end).is_none_or(|&c| !is_word(c))
}

/// The function whose `fn` is at `at`; none for a function type or a declaration without a body.
fn function_at(code: &[char], at: usize) -> Option<Function> {
    let mut name_start = at + 2;
    while code.get(name_start).is_some_and(|c| c.is_whitespace()) {
        name_start += 1;
    }
    let name: String = code[name_start..].iter().take_while(|&&c| is_word(c)).collect();
    let open = if name.is_empty() { None } else { body_of(code, name_start) }?;
    let close = matching_brace(code, open)?;
    let line = |position: usize| code[..position].iter().filter(|&&c| c == '\n').count() + 1;
    Some(Function { name, first: line(at), last: line(close) })
}

/// The brace that opens the body, unless a semicolon outside all brackets comes first.
fn body_of(code: &[char], from: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (offset, &c) in code[from..].iter().enumerate() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(from + offset),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn matching_brace(code: &[char], open: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (offset, &c) in code[open..].iter().enumerate() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return Some(open + offset);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        Source::split(text).code
    }

    #[test]
    fn strings_and_comments_are_blank_in_code() {
        assert_eq!(code("a(\"}\\\"\") // }"), "a(\"   \")     ");
        assert_eq!(code("r#\"\"}\"# + b"), "r#\"  \"# + b");
        assert_eq!(code("/* { /* } */ */x"), "               x");
        assert_eq!(code("'{' '\\'' '\\u{7b}'"), "' ' '  ' '      '");
    }

    #[test]
    fn a_lifetime_is_not_a_character() {
        assert_eq!(code("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(code("'a: loop { break 'a; }"), "'a: loop { break 'a; }");
    }

    #[test]
    fn comments_keep_their_place() {
        assert_eq!(Source::split("a // [X]\nb").comments, "  // [X]\n ");
    }

    #[test]
    fn functions_are_found_with_their_lines() {
        let text = "trait T { fn no(&self) -> [u8; 3]; }\nfn yes(\n  x: [u8; 2],\n) {\n  if x { '}' };\n}\n";
        let function = Function { name: "yes".to_owned(), first: 2, last: 6 };
        assert_eq!(Source::split(text).functions(), [function]);
    }

    #[test]
    fn a_function_type_is_not_a_function() {
        assert_eq!(Source::split("type F = fn(u8) -> u8; struct S {}").functions(), []);
    }
}
