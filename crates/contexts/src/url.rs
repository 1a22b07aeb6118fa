//! The beginning of an address: whether the outside chooses a scheme that runs code.
//!
//! Leading blanks and control characters, and tabs and line ends anywhere, are not part of the scheme, as browsers have
//! it. After any other character than a letter of such a scheme the rest is an address like any other. The address is
//! read before character references are decoded, so those of the outside are told apart here.

use crate::context::Author;
use crate::words::Spelling;

const SCHEMES: [&str; 3] = ["javascript", "data", "vbscript"];

/// Character references that end a scheme.
const HARMLESS: [&str; 11] =
    ["amp;", "lt;", "gt;", "quot;", "apos;", "#039;", "#39;", "#34;", "#38;", "#60;", "#62;"];

/// Where an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Url {
    /// Spelling a scheme, and who wrote of it.
    Scheme(Spelling, Author),
    /// In a character reference of the outside, where a scheme may still come.
    Reference(Spelling),
    /// In a scheme that runs code, which the page itself wrote.
    Code,
    /// After the scheme, or where there is none that runs code.
    Rest,
}

impl Url {
    /// The beginning of an address.
    pub(crate) fn start() -> Url {
        Url::Scheme(Spelling::start(&SCHEMES), Author::Page)
    }

    /// What a character makes of it; none when the outside chooses to run code.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Url> {
        match self {
            Url::Rest => Some(Url::Rest),
            Url::Code => {
                (!by.is_outside() || byte.is_ascii_alphanumeric() || byte == b'_').then_some(Url::Code)
            }
            // These stand for characters that no scheme has; any other may spell one.
            Url::Reference(spelling) => {
                let next = spelling.then(byte, &HARMLESS);
                match next.word(&HARMLESS) {
                    Some(_) => Some(Url::Rest),
                    None => (!next.is_none()).then_some(Url::Reference(next)),
                }
            }
            Url::Scheme(..) if byte == b'&' && by.is_outside() => {
                Some(Url::Reference(Spelling::start(&HARMLESS)))
            }
            Url::Scheme(..) if matches!(byte, b'\t' | b'\n' | b'\r') => Some(self),
            Url::Scheme(spelling, _) if byte <= b' ' && spelling == Spelling::start(&SCHEMES) => Some(self),
            Url::Scheme(spelling, before) if byte == b':' => match spelling.word(&SCHEMES) {
                Some(_) if before.or(by).is_outside() => None,
                Some(_) => Some(Url::Code),
                None => Some(Url::Rest),
            },
            Url::Scheme(spelling, before) => {
                let spelling = spelling.then(byte, &SCHEMES);
                Some(if spelling.is_none() { Url::Rest } else { Url::Scheme(spelling, before.or(by)) })
            }
        }
    }
}
