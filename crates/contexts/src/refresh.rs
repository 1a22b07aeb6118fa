//! The content of `<meta http-equiv="refresh">`: seconds, then an address, after the HTML standard.
//!
//! The address may follow `url=` or not, and may stand in quotes, which may be written as character references. A content
//! that does not begin with digits is none of a refresh.

use crate::context::Author;
use crate::url::Url;
use crate::words::{Spelling, is_space};

/// Character references that are no part of a refresh before its address.
const REFERENCES: [&str; 11] =
    ["quot;", "apos;", "#039;", "#39;", "#34;", "amp;", "lt;", "gt;", "#38;", "#60;", "#62;"];
/// How many of them are quotes.
const QUOTES: usize = 5;

const PREFIX: [&str; 1] = ["url"];

/// Where a content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Refresh {
    /// Before the seconds.
    Start,
    /// In the seconds.
    Seconds,
    /// Between the seconds and the address.
    Between,
    /// In what may be `url` before an address.
    Prefix(Spelling),
    /// After `url`.
    Named,
    /// After `url=`, before a quote.
    Equals,
    /// In a character reference of the outside before the address.
    Reference(Spelling),
    /// In the address, or in what is no refresh.
    Address(Url),
}

impl Refresh {
    /// What a character makes of it; none when the outside chooses to run code.
    pub(crate) fn step(self, byte: u8, by: Author) -> Option<Refresh> {
        let is_reference = byte == b'&' && by.is_outside();
        match self {
            Refresh::Address(url) => url.step(byte, by).map(Refresh::Address),
            Refresh::Reference(spelling) => {
                let next = spelling.then(byte, &REFERENCES);
                match next.word(&REFERENCES) {
                    Some(index) if index < QUOTES => Some(Refresh::Address(Url::start())),
                    Some(_) => Some(Refresh::Address(Url::Rest)),
                    None => (!next.is_none()).then_some(Refresh::Reference(next)),
                }
            }
            _ if is_reference => Some(Refresh::Reference(Spelling::start(&REFERENCES))),
            Refresh::Start | Refresh::Seconds if byte.is_ascii_digit() || byte == b'.' => {
                Some(Refresh::Seconds)
            }
            Refresh::Start | Refresh::Between | Refresh::Named | Refresh::Equals if is_space(byte) => {
                Some(self)
            }
            Refresh::Seconds | Refresh::Between if is_space(byte) || matches!(byte, b';' | b',') => {
                Some(Refresh::Between)
            }
            Refresh::Between | Refresh::Equals if matches!(byte, b'"' | b'\'') => {
                Some(Refresh::Address(Url::start()))
            }
            Refresh::Between if byte.eq_ignore_ascii_case(&b'u') => {
                Some(Refresh::Prefix(Spelling::start(&PREFIX).then(byte, &PREFIX)))
            }
            Refresh::Prefix(spelling) => {
                let next = spelling.then(byte, &PREFIX);
                Some(match next.word(&PREFIX) {
                    Some(_) => Refresh::Named,
                    // No scheme that runs code begins like this.
                    None if next.is_none() => Refresh::Address(Url::Rest),
                    None => Refresh::Prefix(next),
                })
            }
            Refresh::Named if byte == b'=' => Some(Refresh::Equals),
            Refresh::Start | Refresh::Seconds | Refresh::Named => Some(Refresh::Address(Url::Rest)),
            Refresh::Between | Refresh::Equals => Url::start().step(byte, by).map(Refresh::Address),
        }
    }
}
