//! The context of an `XPath` expression: code, and strings with either quote.
//!
//! `XPath` 1.0 has no escapes and no comments. In a string the outside may write anything but its quote, in code a number
//! and white space around it.

use crate::context::{Author, Context};

/// Where an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum XPath {
    /// In code; whether after a digit of the outside.
    Code { digit: bool },
    /// In a string with this quote.
    Text(u8),
}

impl Context for XPath {
    fn start() -> Self {
        XPath::Code { digit: false }
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        match (*self, by) {
            (XPath::Text(quote), _) if byte != quote => Some(*self),
            (XPath::Text(_), _) => (!by.is_outside()).then_some(XPath::start()),
            (XPath::Code { .. }, Author::Page) => {
                Some(if matches!(byte, b'\'' | b'"') { XPath::Text(byte) } else { XPath::start() })
            }
            (XPath::Code { digit }, Author::Outside) => match byte {
                b'0'..=b'9' => Some(XPath::Code { digit: true }),
                b'.' | b'-' | b'+' | b' ' | b'\t' | b'\n' | b'\r' => Some(XPath::start()),
                // Floats print an exponent; it is no number here, and the expression is refused.
                b'e' | b'E' if digit => Some(XPath::start()),
                _ => None,
            },
        }
    }
}
