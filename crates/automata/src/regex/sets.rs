//! Named sets of ASCII characters, and the classes that POSIX names in brackets.
//!
//! Complements are taken within all code points. A set is cut down to the alphabet of the words only when a
//! program is made, so one tree serves every alphabet.

use crate::symbols::{Symbol, SymbolSet};

/// Every code point. Sets are cut down to the alphabet of the words when a language is made.
pub(crate) fn any() -> SymbolSet {
    SymbolSet::range(0, 0x10_FFFF)
}

pub(crate) fn not(set: &SymbolSet) -> SymbolSet {
    any().difference(set)
}

pub(crate) fn of(text: &str) -> SymbolSet {
    SymbolSet::from_ranges(text.chars().map(|c| (Symbol::from(c), Symbol::from(c))))
}

pub(crate) fn digit() -> SymbolSet {
    SymbolSet::range(0x30, 0x39)
}

/// ASCII letters, digits and the underscore.
pub(crate) fn word() -> SymbolSet {
    SymbolSet::from_ranges([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
}

/// Space and the controls from tab to carriage return.
pub(crate) fn space() -> SymbolSet {
    SymbolSet::from_ranges([(0x09, 0x0D), (0x20, 0x20)])
}

/// The horizontal space of PCRE and Java, `\h`.
pub(crate) fn horizontal() -> SymbolSet {
    let far = [(0x1680, 0x1680), (0x180E, 0x180E), (0x2000, 0x200A), (0x202F, 0x202F), (0x205F, 0x205F)];
    let near = [(0x09, 0x09), (0x20, 0x20), (0xA0, 0xA0), (0x3000, 0x3000)];
    SymbolSet::from_ranges(near.into_iter().chain(far))
}

/// The vertical space of PCRE and Java, `\v`.
pub(crate) fn vertical() -> SymbolSet {
    SymbolSet::from_ranges([(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)])
}

/// The class that POSIX calls `name`, of ASCII characters only.
pub(crate) fn posix(name: &str) -> Option<SymbolSet> {
    let ranges: &[(Symbol, Symbol)] = match name {
        "alnum" => &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
        "alpha" => &[(0x41, 0x5A), (0x61, 0x7A)],
        "ascii" => &[(0x00, 0x7F)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0x00, 0x1F), (0x7F, 0x7F)],
        "digit" => &[(0x30, 0x39)],
        "graph" => &[(0x21, 0x7E)],
        "lower" => &[(0x61, 0x7A)],
        "print" => &[(0x20, 0x7E)],
        "punct" => &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
        "space" => &[(0x09, 0x0D), (0x20, 0x20)],
        "upper" => &[(0x41, 0x5A)],
        "word" => &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    };
    Some(SymbolSet::from_ranges(ranges.iter().copied()))
}

/// The set with the other case of each ASCII letter added.
pub(crate) fn fold_ascii(set: &SymbolSet) -> SymbolSet {
    let upper = set.intersection(&SymbolSet::range(0x41, 0x5A));
    let lower = set.intersection(&SymbolSet::range(0x61, 0x7A));
    let lowered = upper.ranges().iter().map(|&(lo, hi)| (lo + 0x20, hi + 0x20));
    let raised = lower.ranges().iter().map(|&(lo, hi)| (lo - 0x20, hi - 0x20));
    SymbolSet::from_ranges(set.ranges().iter().copied().chain(lowered).chain(raised))
}
