//! The context of an LDAP filter (RFC 4515): attributes and operators, and the values that are asserted.
//!
//! The outside may write in values only, and there nothing that acts: no parenthesis, no star, no NUL, and a backslash
//! only as the beginning of its own escape of two hexadecimal digits.

use crate::context::{Author, Context};

/// Where a filter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Ldap {
    /// Before a value: parentheses, operators, attributes.
    Structure,
    /// In a value.
    Value,
    /// In an escape in a value: so many digits are to come, and who began it.
    Escape(u8, Author),
}

impl Context for Ldap {
    fn start() -> Self {
        Ldap::Structure
    }

    fn step(&self, byte: u8, by: Author) -> Option<Self> {
        match (*self, by) {
            (Ldap::Structure, Author::Outside) => None,
            (Ldap::Structure, Author::Page) if byte == b'=' => Some(Ldap::Value),
            (Ldap::Structure, Author::Page) => Some(Ldap::Structure),
            (Ldap::Value, _) if byte == b'\\' => Some(Ldap::Escape(2, by)),
            (Ldap::Value, Author::Page) if matches!(byte, b'(' | b')') => Some(Ldap::Structure),
            (Ldap::Value, Author::Outside) if matches!(byte, b'(' | b')' | b'*' | 0) => None,
            (Ldap::Value, _) => Some(Ldap::Value),
            (Ldap::Escape(left, before), _) => {
                let digits = byte.is_ascii_hexdigit() && before == by;
                match (digits, left) {
                    (true, 2) => Some(Ldap::Escape(1, by)),
                    (true, _) => Some(Ldap::Value),
                    // The filter is not well formed. That is the page's own doing, or the outside's.
                    (false, _) => (!before.or(by).is_outside()).then_some(Ldap::Value),
                }
            }
        }
    }

    fn may_end(&self) -> bool {
        !matches!(self, Ldap::Escape(_, Author::Outside))
    }
}
