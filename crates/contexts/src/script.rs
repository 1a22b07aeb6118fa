//! The context of JavaScript: code, strings, comments.
//!
//! In code the outside may write a number. In a string it may write anything that does not end the string, and an
//! escape that stays within what it wrote. A string that is handed to `setInterval`, `setTimeout`, `eval` or `Function` is
//! code: there it may write what forms at most a name or a number. Template literals are strings with code in `${…}`, of
//! which strings in it are not told apart; regular expressions are read as code.

use crate::context::Author;
use crate::words::Spelling;

/// Functions whose string argument is run.
const RUNNERS: [&str; 5] = ["setinterval", "settimeout", "eval", "function", "execscript"];

/// Where a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Script {
    /// In code, spelling a name, where runners are looked for.
    Code(Spelling),
    /// Within a name that is no runner.
    Name(Runners),
    /// After a runner's name, and its parenthesis when that was read.
    Runner { open: bool },
    /// After a slash in code.
    Slash(Runners),
    /// In a string with this quote.
    Text(Quoted),
    /// After a backslash in a string, and who wrote it.
    Escape(Quoted, Author),
    /// After a dollar sign of the page in a template literal.
    Dollar(Quoted),
    /// In code in a template literal.
    Hole(Quoted),
    /// In a comment to the end of the line.
    Line(Runners),
    /// In a comment; whether the last character was a star, and whose.
    Block(Runners, Option<Author>),
}

/// Whether functions that run strings are looked for. In attributes they are not, so that the policy stays small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Runners {
    /// They are.
    Known,
    /// They are not.
    Ignored,
}

/// A string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Quoted {
    quote: u8,
    is_run: bool,
    runners: Runners,
}

impl Script {
    /// The beginning of a script.
    pub(crate) fn start(runners: Runners) -> Script {
        match runners {
            Runners::Known => Script::Code(Spelling::start(&RUNNERS)),
            Runners::Ignored => Script::Name(Runners::Ignored),
        }
    }

    /// Within a name of code.
    pub(crate) fn within_name() -> Script {
        Script::Name(Runners::Known)
    }

    /// Whether it is outside of strings and comments.
    pub(crate) fn is_code(self) -> bool {
        matches!(self, Script::Code(_) | Script::Name(_) | Script::Runner { .. } | Script::Slash(_))
    }

    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Script> {
        match self {
            Script::Code(_) | Script::Runner { .. } => self.code(Runners::Known, byte, by),
            Script::Name(runners) | Script::Slash(runners) => self.code(runners, byte, by),
            Script::Dollar(text) if byte == b'{' => (!by.is_outside()).then_some(Script::Hole(text)),
            Script::Dollar(text) | Script::Text(text) => text.step(byte, by),
            Script::Hole(text) if by.is_outside() => is_number(byte).then_some(Script::Hole(text)),
            Script::Hole(text) if byte == b'}' => Some(Script::Text(text)),
            Script::Hole(text) => Some(Script::Hole(text)),
            Script::Escape(text, before) => {
                let ends = byte == text.quote || byte == b'\\' || byte == b'\n';
                let steered = before != by && ends;
                (!steered).then_some(Script::Text(text))
            }
            // In an attribute a comment is taken to have no end.
            Script::Line(Runners::Ignored) | Script::Block(Runners::Ignored, _) => {
                (!by.is_outside()).then_some(Script::Line(Runners::Ignored))
            }
            Script::Line(runners) => match byte {
                // The first byte of the line separators of JavaScript.
                b'\n' | b'\r' | 0xE2 if by.is_outside() => None,
                b'\n' | b'\r' => Some(Script::start(runners)),
                _ => Some(self),
            },
            Script::Block(runners, star) => match (star, byte) {
                (Some(before), b'/') if before.or(by).is_outside() => None,
                (Some(_), b'/') => Some(Script::start(runners)),
                (_, b'*') => Some(Script::Block(runners, Some(by))),
                _ => Some(Script::Block(runners, None)),
            },
        }
    }

    fn code(self, runners: Runners, byte: u8, by: Author) -> Option<Script> {
        if by.is_outside() {
            return is_number(byte).then_some(Script::Name(runners));
        }
        let is_name = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        Some(match (self, byte) {
            (Script::Slash(_), b'/') => Script::Line(runners),
            (Script::Slash(_), b'*') => Script::Block(runners, None),
            (_, b'/') => Script::Slash(runners),
            (_, b'"' | b'\'' | b'`') => {
                Script::Text(Quoted { quote: byte, is_run: self == Script::Runner { open: true }, runners })
            }
            (Script::Runner { .. }, b' ' | b'\t' | b'\n') => self,
            (Script::Runner { open: false }, b'(') => Script::Runner { open: true },
            (Script::Code(spelling), _) if is_name => {
                let spelling = spelling.then(byte, &RUNNERS);
                if spelling.word(&RUNNERS).is_some() {
                    Script::Runner { open: false }
                } else if spelling.is_none() {
                    Script::Name(runners)
                } else {
                    Script::Code(spelling)
                }
            }
            (Script::Name(_) | Script::Runner { open: false }, _) if is_name => Script::Name(runners),
            (Script::Slash(_) | Script::Runner { open: true }, _) if is_name && runners == Runners::Known => {
                Script::start(runners).code(runners, byte, by)?
            }
            _ => Script::start(runners),
        })
    }
}

/// Whether the outside may write a character in code.
fn is_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-' | b' ' | b'\n' | b'\t')
}

impl Quoted {
    fn step(self, byte: u8, by: Author) -> Option<Script> {
        if byte == b'\\' {
            return (!(self.is_run && by.is_outside())).then_some(Script::Escape(self, by));
        }
        if !by.is_outside() {
            return Some(match byte {
                _ if byte == self.quote => Script::start(self.runners),
                b'$' if self.quote == b'`' => Script::Dollar(self),
                _ => Script::Text(self),
            });
        }
        let ends = match self.quote {
            b'`' => matches!(byte, b'`' | b'$'),
            quote => byte == quote || matches!(byte, b'\n' | b'\r'),
        };
        let names = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%' | b'.' | b'+' | b'-');
        (!ends && (!self.is_run || names)).then_some(Script::Text(self))
    }
}
