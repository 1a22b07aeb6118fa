//! How a search goes about it: plain numbers, each read in one place.
//!
//! Whoever checks a counterexample replays it within limits that are no tighter than those here, or may reject a
//! run that was only too long for them.

use ir::interp::Limits;

/// What a search may do. The budget is passed apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where everything that looks like chance comes from.
    pub seed: u64,
    /// How far a run may go.
    pub limits: Limits,
    /// The longest word that is made up; the runs themselves may make longer ones.
    pub longest_word: usize,
    /// The steps that one walk backwards along a run may take.
    pub walk: u64,
}

impl Default for Settings {
    /// For programs of the size that people write by hand.
    fn default() -> Self {
        let limits =
            Limits { steps: 20_000, length: 1 << 16, characters: 1 << 17, depth: 200, search: 200_000 };
        Settings { seed: 1, limits, longest_word: 1 << 14, walk: 200_000 }
    }
}
