//! What can be wrong with a pattern, and why a pattern has no language here.
//!
//! The three are kept apart: a pattern that its engine refuses, a construct that is read but not supported,
//! and a language that cannot be had now. Only the first is the fault of whoever wrote the pattern.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::budget::Exhausted;

/// The pattern is not one of its dialect: where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    place: Range<usize>,
    cause: String,
}

/// A construct that is read but whose language is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    name: &'static str,
    place: Range<usize>,
}

/// Why there is no language for a pattern that was parsed.
///
/// A caller that needs one must then take *any word* both for the words that match and for those that do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Unsupported(Vec<Unsupported>),
    Exhausted(Exhausted),
    Alphabet,
}

impl SyntaxError {
    pub(crate) fn new(place: Range<usize>, cause: impl Into<String>) -> Self {
        SyntaxError { place, cause: cause.into() }
    }

    /// The characters of the pattern that are at fault, counted from its beginning.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// What is wrong with them.
    pub fn cause(&self) -> &str {
        &self.cause
    }

    /// The same error with its place told in other numbers.
    pub(crate) fn moved(self, place: impl Fn(usize) -> usize) -> Self {
        SyntaxError { place: place(self.place.start)..place(self.place.end), cause: self.cause }
    }
}

impl Unsupported {
    pub(crate) fn new(name: &'static str, place: Range<usize>) -> Self {
        Unsupported { name, place }
    }

    /// What the construct is called, such as `backreference`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The characters of the pattern that make it, counted from its beginning.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    pub(crate) fn moved(self, place: impl Fn(usize) -> usize) -> Self {
        Unsupported { name: self.name, place: place(self.place.start)..place(self.place.end) }
    }
}

impl Unavailable {
    pub(crate) fn unsupported_by_name(constructs: Vec<Unsupported>) -> Self {
        Unavailable { kind: Kind::Unsupported(constructs) }
    }

    /// For what a pattern as a whole asks for.
    pub(crate) fn by_name(name: &'static str) -> Self {
        Unavailable::unsupported_by_name(vec![Unsupported::new(name, 0..0)])
    }

    pub(crate) fn wrong_alphabet() -> Self {
        Unavailable { kind: Kind::Alphabet }
    }

    /// The constructs that are not supported; none when the reason is another.
    pub fn unsupported(&self) -> &[Unsupported] {
        match &self.kind {
            Kind::Unsupported(constructs) => constructs,
            Kind::Exhausted(_) | Kind::Alphabet => &[],
        }
    }

    /// The budget that was spent, when that is the reason.
    pub fn exhausted(&self) -> Option<Exhausted> {
        match self.kind {
            Kind::Exhausted(exhausted) => Some(exhausted),
            Kind::Unsupported(_) | Kind::Alphabet => None,
        }
    }
}

impl From<Exhausted> for Unavailable {
    fn from(exhausted: Exhausted) -> Self {
        Unavailable { kind: Kind::Exhausted(exhausted) }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.place.start, self.cause)
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at character {} is not supported", self.name, self.place.start)
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Exhausted(exhausted) => exhausted.fmt(f),
            Kind::Alphabet => f.write_str("the pattern does not fit the alphabet of the words"),
            Kind::Unsupported(constructs) => {
                for (i, construct) in constructs.iter().enumerate() {
                    write!(f, "{}{construct}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

impl Error for SyntaxError {}
impl Error for Unsupported {}
impl Error for Unavailable {}
