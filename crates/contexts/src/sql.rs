//! The context of an SQL statement: code, strings, names, comments.
//!
//! In code the outside may write a number, and white space around it. In a string it may write anything that does not
//! end the string: a doubled quote, or, where the server reads backslashes as escapes, an escape that stays within what it
//! wrote. Multi-byte encodings in which a backslash is the second half of a character are not considered.

use crate::context::{Author, Context};

/// Where a statement is, for servers that read a backslash in a string as an escape (`ESCAPES`) or as itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sql<const ESCAPES: bool> {
    /// In code.
    Code,
    /// In a number that the outside writes: after a digit, or not.
    Number { digit: bool },
    /// After an exponent's `e` in such a number.
    Exponent,
    /// After `-`, and who wrote it.
    Minus(Author),
    /// After `/`.
    Slash,
    /// In a comment to the end of the line.
    Line,
    /// In a comment; whether the last character was a star, and whose.
    Block(Option<Author>),
    /// In a string or a name with this quote.
    Text(u8),
    /// After a backslash in it.
    Escape(u8, Author),
    /// After a quote in it that ends it unless it is doubled.
    Quote(u8, Author),
}

impl<const ESCAPES: bool> Context for Sql<ESCAPES> {
    fn start() -> Self {
        Sql::Code
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        match *self {
            Sql::Text(quote) => match byte {
                b'\\' if ESCAPES && quote != b'`' => Some(Sql::Escape(quote, by)),
                _ if byte == quote => Some(Sql::Quote(quote, by)),
                _ => Some(*self),
            },
            Sql::Escape(quote, before) => {
                let ends = byte == quote || byte == b'\\';
                (before == by || !ends).then_some(Sql::Text(quote))
            }
            Sql::Quote(quote, before) if byte == quote => (before == by).then_some(Sql::Text(quote)),
            Sql::Quote(_, Author::Outside) => None,
            Sql::Line => match byte {
                b'\n' if by.is_outside() => None,
                b'\n' => Some(Sql::Code),
                _ => Some(Sql::Line),
            },
            Sql::Block(star) => match (star, byte) {
                (Some(before), b'/') if before.or(by).is_outside() => None,
                (Some(_), b'/') => Some(Sql::Code),
                (_, b'*') => Some(Sql::Block(Some(by))),
                _ => Some(Sql::Block(None)),
            },
            Sql::Quote(_, Author::Page)
            | Sql::Code
            | Sql::Number { .. }
            | Sql::Exponent
            | Sql::Minus(_)
            | Sql::Slash => {
                if by.is_outside() {
                    self.number(byte)
                } else {
                    Some(self.code(byte))
                }
            }
        }
    }

    fn may_end(&self) -> bool {
        !matches!(self, Sql::Quote(_, Author::Outside))
    }
}

impl<const ESCAPES: bool> Sql<ESCAPES> {
    /// The page writes code.
    fn code(self, byte: u8) -> Self {
        match byte {
            b'-' if self == Sql::Minus(Author::Page) => Sql::Line,
            b'-' => Sql::Minus(Author::Page),
            b'#' => Sql::Line,
            b'*' if self == Sql::Slash => Sql::Block(None),
            b'/' => Sql::Slash,
            b'\'' | b'"' | b'`' => Sql::Text(byte),
            _ => Sql::Code,
        }
    }

    /// The outside writes code.
    fn number(self, byte: u8) -> Option<Self> {
        let digit = matches!(self, Sql::Number { digit: true });
        match byte {
            b'0'..=b'9' => Some(Sql::Number { digit: true }),
            b'.' => Some(Sql::Number { digit }),
            b'e' | b'E' if digit => Some(Sql::Exponent),
            b'-' if matches!(self, Sql::Minus(_)) => None,
            b'-' => Some(Sql::Minus(Author::Outside)),
            b'+' | b' ' | b'\n' | b'\t' | b'\r' | 0x0B | 0x0C => Some(Sql::Number { digit: false }),
            _ => None,
        }
    }
}
