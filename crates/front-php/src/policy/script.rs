//! The context of JavaScript: code, strings, comments.
//!
//! In code the outside may write a number. In a string it may write anything that does not end the string, and an
//! escape that stays within what it wrote. A string that is handed to `setInterval`, `setTimeout` or `eval` is code: there
//! it may write what forms at most a name or a number. Template literals are strings; regular expressions are read as code.

use super::Author;
use super::words::Spelling;

/// Functions whose string argument is run.
const RUNNERS: [&str; 3] = ["setinterval", "settimeout", "eval"];

/// Where a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    /// In code, spelling a name.
    Code(Spelling),
    /// Within a name that is no runner.
    Name,
    /// After a runner's name, and its parenthesis when that was read.
    Runner { open: bool },
    /// After a slash in code.
    Slash,
    /// In a string with this quote; whether the string is run.
    Text { quote: u8, is_run: bool },
    /// After a backslash in a string.
    Escape { quote: u8, is_run: bool, by: Author },
    /// In a comment to the end of the line.
    Line,
    /// In a comment; whether the last character was a star, and whose.
    Block(Option<Author>),
}

impl Script {
    /// The beginning of a script.
    pub(super) fn start() -> Script {
        Script::Code(Spelling::start(&RUNNERS))
    }

    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(super) fn step(self, byte: u8, by: Author) -> Option<Script> {
        match self {
            Script::Code(_) | Script::Name | Script::Runner { .. } | Script::Slash => self.code(byte, by),
            Script::Text { quote, is_run } => text(quote, is_run, byte, by),
            Script::Escape { quote, is_run, by: before } => {
                let ends = byte == quote || byte == b'\\' || byte == b'\n';
                let steered = before != by && ends;
                (!steered).then_some(Script::Text { quote, is_run })
            }
            Script::Line => match byte {
                b'\n' | b'\r' if by.is_outside() => None,
                b'\n' | b'\r' => Some(Script::start()),
                _ => Some(Script::Line),
            },
            Script::Block(star) => match (star, byte) {
                (Some(before), b'/') if before.or(by).is_outside() => None,
                (Some(_), b'/') => Some(Script::start()),
                (_, b'*') => Some(Script::Block(Some(by))),
                _ => Some(Script::Block(None)),
            },
        }
    }

    fn code(self, byte: u8, by: Author) -> Option<Script> {
        if by.is_outside() {
            let number = byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-' | b' ' | b'\n' | b'\t');
            return number.then_some(Script::Name);
        }
        let is_name = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        Some(match (self, byte) {
            (Script::Slash, b'/') => Script::Line,
            (Script::Slash, b'*') => Script::Block(None),
            (_, b'/') => Script::Slash,
            (_, b'"' | b'\'' | b'`') => {
                Script::Text { quote: byte, is_run: self == Script::Runner { open: true } }
            }
            (Script::Runner { .. }, b' ' | b'\t' | b'\n') => self,
            (Script::Runner { open: false }, b'(') => Script::Runner { open: true },
            (Script::Code(spelling), _) if is_name => {
                let spelling = spelling.then(byte, &RUNNERS);
                if spelling.word(&RUNNERS).is_some() {
                    Script::Runner { open: false }
                } else if spelling.is_none() {
                    Script::Name
                } else {
                    Script::Code(spelling)
                }
            }
            (Script::Name | Script::Runner { open: false }, _) if is_name => Script::Name,
            (Script::Slash | Script::Runner { open: true }, _) if is_name => Script::start().code(byte, by)?,
            _ => Script::start(),
        })
    }
}

fn text(quote: u8, is_run: bool, byte: u8, by: Author) -> Option<Script> {
    let same = Script::Text { quote, is_run };
    if byte == b'\\' {
        return (!(is_run && by.is_outside())).then_some(Script::Escape { quote, is_run, by });
    }
    if !by.is_outside() {
        return Some(if byte == quote { Script::start() } else { same });
    }
    let ends = byte == quote || (quote != b'`' && matches!(byte, b'\n' | b'\r')) || (quote == b'`' && byte == b'$');
    let names = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%' | b'.' | b'+' | b'-');
    (!ends && (!is_run || names)).then_some(same)
}
