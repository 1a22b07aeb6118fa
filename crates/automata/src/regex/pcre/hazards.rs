//! Places where PCRE2 10.42 is wrong about its own patterns.
//!
//! Before matching, the engine makes a repetition possessive when what follows cannot start with what is
//! repeated. Its table takes some pairs for disjoint that are not: two complements of categories, as in
//! `\P{Lu}+\P{Nd}`, and `\R` beside a dot or a space. A pattern with such a pair is reported as unsupported, because
//! neither its meaning nor what the engine makes of it can be promised.

use std::collections::BTreeSet;

/// An item of one of those pairs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hazard {
    /// The complement of a category.
    Complement(String),
    /// `.` or `\N`.
    NotNewline,
    /// `\R`.
    LineEnding,
    /// `\s`.
    Space,
}

/// The items seen so far, and those that were repeated.
#[derive(Debug, Default)]
pub(super) struct Hazards {
    seen: BTreeSet<Hazard>,
    repeated: BTreeSet<Hazard>,
}

impl Hazards {
    pub(super) fn see(&mut self, hazard: &Hazard) {
        self.seen.insert(hazard.clone());
    }

    pub(super) fn repeat(&mut self, hazard: &Hazard) {
        self.repeated.insert(hazard.clone());
    }

    /// Whether a repeated item may stand before another that the engine takes for disjoint from it.
    pub(super) fn meet(&self) -> bool {
        self.repeated.iter().any(|repeated| self.seen.iter().any(|seen| are_confused(repeated, seen)))
    }
}

fn are_confused(repeated: &Hazard, seen: &Hazard) -> bool {
    match (repeated, seen) {
        (Hazard::Complement(one), Hazard::Complement(other)) => one != other,
        (Hazard::NotNewline, Hazard::LineEnding)
        | (Hazard::LineEnding, Hazard::NotNewline | Hazard::Space) => true,
        (Hazard::Complement(_) | Hazard::NotNewline | Hazard::LineEnding | Hazard::Space, _) => false,
    }
}
