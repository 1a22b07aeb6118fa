//! The context of an address to which a response leads: where it goes is not chosen by the outside.
//!
//! The outside may write of the name of a page and, after a question mark or number sign of the page, anything. It must
//! not write the scheme, the host, or a slash. [`Header`] is a whole line of a response: only `Location` and `Refresh` lead
//! anywhere. Line ends are not judged, since `header` refuses them since PHP 5.1.2.

use crate::context::{Author, Context};
use crate::words::Spelling;

/// Headers that lead somewhere, with the characters before the address.
const LEADING: [&str; 2] = ["location:", "refresh:"];

/// Where an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Address {
    /// Before everything.
    Start,
    /// In the first part, which may be a scheme; who wrote of it.
    First(Author),
    /// After so many slashes at the beginning, or after a scheme.
    Slashes(u8),
    /// In the host.
    Host,
    /// After dots at the beginning of a part of the path: how many, and who wrote of them.
    Dots(u8, Author),
    /// In the path.
    Path,
    /// In the query or the fragment.
    Query,
}

impl Context for Address {
    fn start() -> Self {
        Address::Start
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        // Browsers leave these out wherever they stand, and blanks at the beginning.
        let is_left_out = matches!(byte, b'\t' | b'\n' | b'\r') || (*self == Address::Start && byte <= b' ');
        match byte {
            _ if is_left_out || *self == Address::Query => Some(*self),
            b'/' | b'\\' if by.is_outside() || self.leads_up() => None,
            b'/' | b'\\' => Some(self.slash()),
            b'?' | b'#' if by.is_outside() && matches!(self, Address::Slashes(_) | Address::Host) => None,
            b'?' | b'#' => (!self.leads_up()).then_some(Address::Query),
            b':' => self.colon(by),
            _ => self.character(byte, by),
        }
    }

    fn may_end(&self) -> bool {
        !self.leads_up()
    }
}

impl Address {
    fn leads_up(self) -> bool {
        matches!(self, Address::Dots(2, Author::Outside))
    }

    fn slash(self) -> Address {
        match self {
            Address::Start => Address::Slashes(1),
            Address::Slashes(_) => Address::Slashes(2),
            Address::First(_) | Address::Host | Address::Dots(..) | Address::Path => {
                Address::Dots(0, Author::Page)
            }
            Address::Query => Address::Query,
        }
    }

    fn colon(self, by: Author) -> Option<Address> {
        match self {
            Address::Start | Address::First(_) | Address::Dots(..) => {
                let before =
                    if let Address::First(before) | Address::Dots(_, before) = self { before } else { by };
                (!before.or(by).is_outside()).then_some(Address::Slashes(0))
            }
            Address::Slashes(_) | Address::Host => (!by.is_outside()).then_some(Address::Host),
            Address::Path => Some(Address::Path),
            Address::Query => Some(Address::Query),
        }
    }

    fn character(self, byte: u8, by: Author) -> Option<Address> {
        match self {
            Address::Start | Address::Slashes(1) if byte == b'.' => Some(Address::Dots(1, by)),
            Address::Start => Some(Address::First(by)),
            Address::First(before) => Some(Address::First(before.or(by))),
            Address::Slashes(1) => Some(Address::Path),
            Address::Slashes(_) | Address::Host => (!by.is_outside()).then_some(Address::Host),
            Address::Dots(dots @ 0..=1, before) if byte == b'.' => {
                Some(Address::Dots(dots + 1, before.or(by)))
            }
            Address::Dots(..) | Address::Path => Some(Address::Path),
            Address::Query => Some(Address::Query),
        }
    }
}

/// Where a header is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Header {
    /// In its name, and who wrote of it.
    Name(Spelling, Author),
    /// In the address that it leads to.
    Address(Address),
    /// In the number of seconds before that address.
    Seconds,
    /// In the value of another header.
    Value,
}

impl Context for Header {
    fn start() -> Self {
        Header::Name(Spelling::start(&LEADING), Author::Page)
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        match *self {
            Header::Value => Some(Header::Value),
            // `Refresh: 5; url=address`.
            Header::Seconds if byte == b'=' && !by.is_outside() => Some(Header::Address(Address::Start)),
            Header::Seconds => (!by.is_outside() || byte.is_ascii_digit()).then_some(Header::Seconds),
            Header::Address(address) => address.step(byte, by).map(Header::Address),
            // The outside must not write the name of a header.
            Header::Name(..) if by.is_outside() => None,
            Header::Name(spelling, before) => {
                let spelling = spelling.then(byte, &LEADING);
                Some(match spelling.word(&LEADING) {
                    Some(0) => Header::Address(Address::Start),
                    Some(_) => Header::Seconds,
                    None if byte == b':' => Header::Value,
                    None => Header::Name(spelling, before),
                })
            }
        }
    }

    fn may_end(&self) -> bool {
        !matches!(self, Header::Address(address) if !address.may_end())
    }
}
