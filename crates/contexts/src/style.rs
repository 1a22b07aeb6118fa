//! The context of CSS: rules and values, strings, comments.
//!
//! Outside of strings the outside may write words, numbers, colours and white space: nothing that ends a value or
//! calls a function. In a string it may write anything that does not end the string.

use crate::context::Author;

/// Where a style sheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Style {
    /// Outside of strings.
    Code,
    /// After a backslash there.
    CodeEscape,
    /// After a slash there.
    Slash,
    /// In a comment; whether the last character was a star, and whose.
    Comment(Option<Author>),
    /// In a string with this quote.
    Text(u8),
    /// After a backslash in a string.
    Escape(u8, Author),
}

impl Style {
    /// What a character makes of it; none when the outside leaves or steers the context.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Style> {
        let outside = by.is_outside();
        match self {
            Style::Code | Style::Slash if outside => {
                let word = byte.is_ascii_alphanumeric()
                    || matches!(byte, b'_' | b'-' | b'.' | b'%' | b'+' | b'#' | b'~' | b' ' | b'\n' | b'\t')
                    || byte >= 0x80;
                word.then_some(Style::Code)
            }
            Style::Slash if byte == b'*' => Some(Style::Comment(None)),
            Style::Code | Style::Slash => Some(match byte {
                b'\\' => Style::CodeEscape,
                b'/' => Style::Slash,
                b'"' | b'\'' => Style::Text(byte),
                _ => Style::Code,
            }),
            Style::CodeEscape => Some(Style::Code),
            Style::Comment(star) => match (star, byte) {
                (Some(before), b'/') if before.or(by).is_outside() => None,
                (Some(_), b'/') => Some(Style::Code),
                (_, b'*') => Some(Style::Comment(Some(by))),
                _ => Some(Style::Comment(None)),
            },
            Style::Text(quote) => match byte {
                b'\\' => Some(Style::Escape(quote, by)),
                b'\n' | b'\r' if outside => None,
                _ if byte == quote && outside => None,
                _ if byte == quote => Some(Style::Code),
                _ => Some(self),
            },
            Style::Escape(quote, before) => {
                let ends = byte == quote || byte == b'\\' || byte == b'\n';
                (before == by || !ends).then_some(Style::Text(quote))
            }
        }
    }
}
