//! Character references in attribute values: what a browser reads after decoding them.
//!
//! A value of an event handler, a style or an address is decoded before it is read, so an escaped quote is a quote again.
//! The references that PHP's functions write are decoded exactly. Any other that the outside wrote may stand for any
//! character, so it is a violation; any other of the page stands for a letter.

use crate::context::Author;
use crate::words::Spelling;

const REFERENCES: [(&str, u8); 13] = [
    ("amp;", b'&'),
    ("lt;", b'<'),
    ("gt;", b'>'),
    ("quot;", b'"'),
    ("apos;", b'\''),
    ("#039;", b'\''),
    ("#39;", b'\''),
    ("#34;", b'"'),
    ("#38;", b'&'),
    ("#60;", b'<'),
    ("#62;", b'>'),
    ("#10;", b'\n'),
    ("#13;", b'\r'),
];

/// How far a reference has been read, and who began it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Reference(Spelling, Author);

/// What a character makes of a value.
pub(crate) enum Decoded {
    /// This character is read, or both of them.
    Read((u8, Author), Option<(u8, Author)>),
    /// A reference goes on.
    Pending(Reference),
    /// The outside wrote a reference that may stand for anything.
    Unknown,
}

/// The names alone.
const NAMES: [&str; REFERENCES.len()] = {
    let mut names = [""; REFERENCES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = REFERENCES[at].0;
        at += 1;
    }
    names
};

/// Reads a character of a value that is decoded.
pub(crate) fn decode(pending: Option<Reference>, byte: u8, by: Author) -> Decoded {
    let Some(Reference(spelling, before)) = pending else {
        return match byte {
            b'&' => Decoded::Pending(Reference(Spelling::start(&NAMES), by)),
            _ => Decoded::Read((byte, by), None),
        };
    };
    // One that the page began and the outside goes on with is taken for the page's beginning of it.
    let author = before;
    let next = spelling.then(byte, &NAMES);
    if by.is_outside() && !before.is_outside() {
        return Decoded::Unknown;
    }
    if let Some(index) = next.word(&NAMES) {
        return Decoded::Read((REFERENCES[index].1, author), None);
    }
    if !next.is_none() {
        return Decoded::Pending(Reference(next, author));
    }
    let is_reference = byte.is_ascii_alphanumeric() || byte == b'#';
    match (is_reference, author) {
        (true, Author::Outside) => Decoded::Unknown,
        (true, Author::Page) => Decoded::Read((b'a', by), None),
        (false, _) if byte == b'&' => Decoded::Pending(Reference(Spelling::start(&NAMES), by)),
        (false, _) => Decoded::Read((b'&', before), Some((byte, by))),
    }
}
