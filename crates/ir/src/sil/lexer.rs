//! From bytes to tokens.
//!
//! A slash begins a regular expression, unless a second one follows and it is a comment; division is written
//! `div`. Strings, characters and expressions end on their line, so that a forgotten quote costs one line and
//! not the rest of the text.

use super::error::{Errors, SyntaxError};
use super::token::{Keyword, Kind, Sign, Token};
use crate::span::Span;

/// The tokens of a text, the last of which is the end.
pub(super) fn tokens(text: &str, errors: &mut Errors) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, errors, tokens: Vec::new() };
    while lexer.at < text.len() && !lexer.errors.is_full() {
        lexer.item();
    }
    let end = span(text.len(), text.len());
    lexer.tokens.push(Token { kind: Kind::End, span: end });
    lexer.tokens
}

/// The bytes of file 0. Texts are shorter than 4 GiB; see [`parse`](super::parse).
pub(super) fn span(start: usize, end: usize) -> Span {
    Span { file: 0, start: start as u32, end: end as u32 }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    errors: &'a mut Errors,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads a token, white space or a comment. There is something to read.
    fn item(&mut self) {
        let rest = self.rest();
        let first = rest.chars().next().expect("the text has not ended");
        match first {
            _ if first.is_whitespace() || first == '\u{FEFF}' => self.at += first.len_utf8(),
            '#' => self.comment(),
            '/' if rest.starts_with("//") => self.comment(),
            '/' => self.regex(),
            '"' => self.quoted(Kind::Text, "this string has no end on its line"),
            '\'' => self.quoted(Kind::Char, "this character has no end on its line"),
            '`' => self.quoted(Kind::Quoted, "this name has no end on its line"),
            '0'..='9' => self.number(),
            _ if is_name_start(first) => self.name(),
            _ => self.sign(first),
        }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.tokens.push(Token { kind, span: span(self.at, self.at + length) });
        self.at += length;
    }

    fn comment(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn number(&mut self) {
        let length = self.rest().bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'_').count();
        self.push(Kind::Int, length);
    }

    fn name(&mut self) {
        let rest = self.rest();
        let length = rest.find(|c: char| !is_name_start(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
        self.push(Keyword::named(&rest[..length]).map_or(Kind::Name, Kind::Word), length);
    }

    fn sign(&mut self, first: char) {
        let rest = self.rest();
        if let Some(&(sign, text)) = Sign::ALL.iter().find(|(_, text)| rest.starts_with(text)) {
            return self.push(Kind::Sign(sign), text.len());
        }
        let place = span(self.at, self.at + first.len_utf8());
        let error =
            SyntaxError::new(place, format!("the character {} has no meaning here", first.escape_debug()));
        self.errors.push(match first {
            '%' => error.with_help("the remainder is written `mod`"),
            '&' | '|' => error.with_help("conditions are joined by `&&` and `||`"),
            _ => error,
        });
        self.at += first.len_utf8();
    }

    /// Reads up to the quote that the text is at, which a backslash makes an ordinary character.
    fn quoted(&mut self, kind: Kind, unfinished: &str) {
        let quote = self.rest().as_bytes()[0];
        self.delimited(kind, unfinished, |byte| byte == quote);
    }

    /// Reads up to a slash that is in no class of characters.
    fn regex(&mut self) {
        let unfinished = "this regular expression has no end on its line";
        let mut in_class = false;
        self.delimited(Kind::Regex, unfinished, |byte| {
            match byte {
                b'[' => in_class = true,
                b']' => in_class = false,
                _ => {}
            }
            byte == b'/' && !in_class
        });
    }

    /// Reads a token that begins with a delimiter and ends with the first byte for which `is_end` holds.
    fn delimited(&mut self, kind: Kind, unfinished: &str, mut is_end: impl FnMut(u8) -> bool) {
        let bytes = self.rest().as_bytes();
        let mut at = 1;
        while at < bytes.len() && bytes[at] != b'\n' {
            if bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(|next| *next != b'\n') {
                at += 2;
            } else if is_end(bytes[at]) {
                return self.push(kind, at + 1);
            } else {
                at += 1;
            }
        }
        // An escape may step into the middle of a character; the line goes on to its end in any case.
        let end = self.at + self.rest().find('\n').unwrap_or(self.rest().len());
        let error = SyntaxError::new(span(self.at, end), unfinished);
        self.errors.push(match kind {
            Kind::Regex => error.with_help("`/` begins a regular expression; division is written `div`"),
            Kind::Char => error.with_help("strings are written in double quotes"),
            Kind::Name
            | Kind::Quoted
            | Kind::Word(_)
            | Kind::Int
            | Kind::Text
            | Kind::Sign(_)
            | Kind::End => error,
        });
        self.at = end;
    }
}

/// Whether a name may begin with the character.
pub(super) fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}
