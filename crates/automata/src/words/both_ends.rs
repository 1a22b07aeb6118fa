//! Searches that can be paused, and two of them that take turns.
//!
//! A search that explodes in one direction is often small in the other (`.*a.{100}` is deterministic when
//! read backwards). Taking turns costs at most about twice the better of the two.

use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// How far a search has come.
pub(super) enum Progress {
    Paused,
    /// The word that was looked for, or `None` when there is none.
    Done(Option<Vec<Symbol>>),
}

/// A search for a word.
pub(super) trait Search {
    /// Looks at about `nodes` more nodes.
    fn run(&mut self, nodes: usize, budget: &mut Budget) -> Result<Progress, Exhausted>;
}

/// Lets two searches for the same word take turns, `backward` reading it from its end.
///
/// The first turn has `turn` nodes, each later one twice as many as the one before.
pub(super) fn search_from_both_ends(
    forward: &mut impl Search,
    backward: &mut impl Search,
    mut turn: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    loop {
        if let Progress::Done(word) = backward.run(turn, budget)? {
            return Ok(word.map(|word| word.into_iter().rev().collect()));
        }
        turn *= 2;
        if let Progress::Done(word) = forward.run(turn, budget)? {
            return Ok(word);
        }
        turn *= 2;
    }
}
