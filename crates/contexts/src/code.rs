//! The context of PHP code that is evaluated: code, strings with either quote, comments, text outside of the tags.
//!
//! In code the outside may write digits. In single quotes it may write anything that does not end them, a backslash only
//! with its own next character; in double quotes also no `$`, and no escape that could spell one. Comments must stay
//! comments. Where a here-document may begin, the outside may write nothing from there on. Code that can never be parsed
//! is never run, so after the page has begun a statement with `=`, or written `$` before a quote, anything goes.

use crate::context::{Author, Context};

/// Where code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Code {
    /// In code; the page's last character, when it may begin something.
    Plain(Before),
    /// In a string with this quote, or between backticks.
    Text(u8),
    /// After a backslash in it, and who wrote it.
    Escape(u8, Author),
    /// In a comment to the end of the line; whether the last character was a question mark, and whose.
    Line(Option<Author>),
    /// In a comment; whether the last character was a star, and whose.
    Block(Option<Author>),
    /// Outside of the tags, or after the beginning of a here-document: nothing more of the outside.
    Closed,
    /// After what no code can have.
    Never,
}

/// What the last characters of code may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Before {
    Start,
    Nothing,
    Dollar,
    Slash,
    Question,
    Less(u8),
    /// A name or number of the page, which digits would continue.
    Name,
}

impl Context for Code {
    fn start() -> Self {
        Code::Plain(Before::Start)
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        match (*self, by) {
            (Code::Plain(before), Author::Page) => Some(page(before, byte)),
            (Code::Plain(Before::Name | Before::Dollar), Author::Outside) => None,
            (Code::Plain(_), Author::Outside) => {
                let is_part = byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b' ');
                is_part.then_some(Code::Plain(Before::Nothing))
            }
            (Code::Text(quote), _) => match byte {
                b'\\' => Some(Code::Escape(quote, by)),
                // `{$` begins a value whoever wrote the brace.
                b'$' | b'{' if by.is_outside() && quote != b'\'' => None,
                _ if byte == quote => (!by.is_outside()).then_some(Code::Plain(Before::Nothing)),
                _ if by.is_outside() && quote == b'`' => None,
                _ => Some(*self),
            },
            (Code::Escape(quote, before), _) => {
                let ends = byte == quote || byte == b'\\';
                let spells = quote != b'\'' && by.is_outside() != before.is_outside();
                (before == by || !(ends || spells)).then_some(Code::Text(quote))
            }
            (Code::Line(question), _) => match (question, byte) {
                (_, b'\n' | b'\r') => (!by.is_outside()).then_some(Code::Plain(Before::Nothing)),
                (Some(before), b'>') => (!before.or(by).is_outside()).then_some(Code::Closed),
                (_, b'?') => Some(Code::Line(Some(by))),
                _ => Some(Code::Line(None)),
            },
            (Code::Block(star), _) => match (star, byte) {
                (Some(before), b'/') => (!before.or(by).is_outside()).then_some(Code::Plain(Before::Nothing)),
                (_, b'*') => Some(Code::Block(Some(by))),
                _ => Some(Code::Block(None)),
            },
            (Code::Closed, _) => (!by.is_outside()).then_some(Code::Closed),
            (Code::Never, _) => Some(Code::Never),
        }
    }

    fn may_end(&self) -> bool {
        !matches!(self, Code::Escape(_, Author::Outside))
    }
}

/// The page writes code.
fn page(before: Before, byte: u8) -> Code {
    match (before, byte) {
        (Before::Dollar, b'\'' | b'"') | (Before::Start, b'=') => Code::Never,
        (Before::Start, b' ' | b'\t' | b'\n' | b'\r') => Code::Plain(Before::Start),
        (Before::Slash, b'/') | (_, b'#') => Code::Line(None),
        (Before::Slash, b'*') => Code::Block(None),
        (Before::Question, b'>') | (Before::Less(2), b'<') => Code::Closed,
        (_, b'\'' | b'"' | b'`') => Code::Text(byte),
        (_, b'/') => Code::Plain(Before::Slash),
        (_, b'?') => Code::Plain(Before::Question),
        (Before::Less(1), b'<') => Code::Plain(Before::Less(2)),
        (_, b'<') => Code::Plain(Before::Less(1)),
        (_, b'$') => Code::Plain(Before::Dollar),
        _ if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'>' | b':') || byte >= 0x80 => {
            Code::Plain(Before::Name)
        }
        _ => Code::Plain(Before::Nothing),
    }
}
