//! From tokens to a syntax tree, with recovery.
//!
//! After an error the parser skips to the end of the statement, or of the procedure's head, and goes on, so
//! that one run tells of several. Nesting is limited to [`MAX_NESTING`] levels and chains are read by loops;
//! therefore no text makes the parser's own stack deep.

mod expressions;
mod statements;

use automata::Alphabet;

use super::error::{Errors, SyntaxError};
use super::literal;
use super::token::{Keyword, Kind, Sign, Token};
use super::tree::{MAX_NESTING, Name, Proc, Tree, Typing};
use crate::program::Type;
use crate::span::Span;

/// Says that an error was put among the errors.
#[derive(Debug)]
struct Reported;

type Parsed<T> = Result<T, Reported>;

/// The tree of a text and its alphabet, as far as the text is right.
pub(super) fn tree(text: &str, tokens: &[Token], errors: &mut Errors) -> (Alphabet, Tree) {
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        errors,
        tree: Tree::default(),
        alphabet: Alphabet::UNICODE,
        nesting: 0,
    };
    if parser.alphabet_line().and_then(|()| parser.entry_line()).is_err() {
        parser.skip_to_procedure();
    }
    while parser.peek() != Kind::End && !parser.errors.is_full() {
        match parser.procedure() {
            Ok(procedure) => parser.tree.procedures.push(procedure),
            Err(Reported) => parser.skip_to_procedure(),
        }
    }
    (parser.alphabet, parser.tree)
}

struct Parser<'a> {
    text: &'a str,
    /// The last is the end of the text.
    tokens: &'a [Token],
    at: usize,
    errors: &'a mut Errors,
    tree: Tree,
    alphabet: Alphabet,
    nesting: u32,
}

impl Parser<'_> {
    fn alphabet_line(&mut self) -> Parsed<()> {
        if !self.eat(Kind::Word(Keyword::Alphabet)) {
            return Ok(());
        }
        let named = match self.slice(self.span()) {
            "byte" => Some(Alphabet::BYTE),
            "utf16" => Some(Alphabet::UTF16),
            "unicode" => Some(Alphabet::UNICODE),
            number => number.parse().ok().filter(|last| *last < automata::MARK).map(Alphabet::up_to),
        };
        let Some(alphabet) = named else {
            let help = "the alphabets are `byte`, `utf16`, `unicode`, and the greatest number of any other";
            return self.fail(SyntaxError::new(self.span(), "this is no alphabet").with_help(help));
        };
        self.advance();
        let is_marked = self.peek() == Kind::Name && self.slice(self.span()) == "marked";
        if is_marked {
            self.advance();
        }
        self.alphabet = if is_marked { alphabet.with_marks() } else { alphabet };
        self.eat(Kind::Sign(Sign::Semicolon));
        Ok(())
    }

    /// Reads `entry f`, which is no untyped procedure because no parenthesis follows.
    fn entry_line(&mut self) -> Parsed<()> {
        let is_there = self.peek() == Kind::Name
            && self.slice(self.span()) == "entry"
            && self.peek_second() != Kind::Sign(Sign::Open);
        if is_there {
            self.advance();
            self.tree.entry = Some(self.name("the name of a procedure")?);
            self.eat(Kind::Sign(Sign::Semicolon));
        }
        Ok(())
    }

    fn procedure(&mut self) -> Parsed<Proc> {
        let typing = if self.eat(Kind::Word(Keyword::Proc)) { Typing::Declared } else { Typing::ByUse };
        if typing == Typing::ByUse && !matches!(self.peek(), Kind::Name | Kind::Quoted) {
            let found = self.peek().describe();
            let error = SyntaxError::new(self.span(), format!("a procedure must begin here, not {found}"));
            return self.fail(error.with_help("statements stand in a procedure, as in `proc main() { … }`"));
        }
        let name = self.name("the name of a procedure")?;
        self.expect(Sign::Open, "before the parameters")?;
        let parameters = self.parameters(typing)?;
        let result = if self.eat(Kind::Sign(Sign::Arrow)) { Some(self.type_name()?) } else { None };
        let (body, end) = self.block()?;
        Ok(Proc { name, typing, parameters, result, body, end })
    }

    fn parameters(&mut self, typing: Typing) -> Parsed<Vec<(Name, Option<Type>)>> {
        let mut parameters = Vec::new();
        while !self.eat(Kind::Sign(Sign::Close)) {
            if !parameters.is_empty() {
                self.expect(Sign::Comma, "between parameters")?;
            }
            let name = self.name("the name of a parameter")?;
            let ty = if self.eat(Kind::Sign(Sign::Colon)) {
                Some(self.type_name()?)
            } else if typing == Typing::ByUse {
                None
            } else {
                let help = format!("write `{}: str`, `int` or `bool`", name.text);
                return self.fail(SyntaxError::new(name.span, "this parameter has no type").with_help(help));
            };
            parameters.push((name, ty));
        }
        Ok(parameters)
    }

    fn type_name(&mut self) -> Parsed<Type> {
        let ty = match self.peek().keyword() {
            Some(Keyword::Str) => Type::Str,
            Some(Keyword::Int) => Type::Int,
            Some(Keyword::Bool) => Type::Bool,
            _ => {
                let error = SyntaxError::new(
                    self.span(),
                    format!("a type must stand here, not {}", self.peek().describe()),
                );
                return self.fail(error.with_help("the types are `str`, `int` and `bool`"));
            }
        };
        self.advance();
        Ok(ty)
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let (span, found) = (self.span(), self.peek());
        let text = if found == Kind::Name {
            self.slice(span).to_owned()
        } else if found == Kind::Quoted {
            let text = literal::text(self.slice(span), span);
            self.reported(text)?
        } else {
            let error = SyntaxError::new(span, format!("{what} must stand here, not {}", found.describe()));
            let is_keyword = found.keyword().is_some();
            let help = "a keyword is a name only in backquotes";
            return self.fail(if is_keyword { error.with_help(help) } else { error });
        };
        self.advance();
        Ok(Name { text, span })
    }

    /// Skips to where a procedure begins with `proc`, or to the end.
    fn skip_to_procedure(&mut self) {
        while !matches!(self.peek(), Kind::End | Kind::Word(Keyword::Proc)) {
            self.advance();
        }
    }

    fn peek(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn peek_second(&self) -> Kind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the token before this one.
    fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Goes on to the next token, but not past the end.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let is_there = self.peek() == kind;
        if is_there {
            self.advance();
        }
        is_there
    }

    fn expect(&mut self, sign: Sign, place: &str) -> Parsed<()> {
        if self.eat(Kind::Sign(sign)) {
            return Ok(());
        }
        let found = self.peek().describe();
        let cause = format!("`{}` must stand {place}, not {found}", sign.text());
        let error = SyntaxError::new(self.span(), cause);
        self.fail(if self.peek() == Kind::Sign(Sign::Equal) {
            error.with_help("a value is assigned by `:=`")
        } else {
            error
        })
    }

    fn fail<T>(&mut self, error: SyntaxError) -> Parsed<T> {
        self.errors.push(error);
        Err(Reported)
    }

    fn reported<T>(&mut self, result: Result<T, SyntaxError>) -> Parsed<T> {
        result.or_else(|error| self.fail(error))
    }

    /// Reads something one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            let cause = format!("this is nested more than {MAX_NESTING} levels deep");
            return self.fail(SyntaxError::new(self.span(), cause).with_help("name the inner parts"));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }
}
