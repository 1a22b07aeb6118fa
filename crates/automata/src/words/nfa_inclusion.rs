//! Inclusion and equivalence of [`Nfa`]s, with a word that shows the contrary.
//!
//! The antichain search is tried from both ends in turn: sets of states that explode in one direction are
//! often single states in the other (`.*a.{100}` is deterministic when read backwards).

use super::antichain::{Progress, Search};
use super::nfa::Nfa;
use super::view::View;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// How many nodes are looked at before the other end is tried.
const FIRST_LOOK: usize = 4096;

impl Nfa {
    /// Exact: whether every word of this language is in `other`.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    pub fn included_in(&self, other: &Nfa, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.word_outside(other, budget)?.is_none())
    }

    /// Exact: whether the two languages are the same.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    pub fn equivalent(&self, other: &Nfa, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.included_in(other, budget)? && other.included_in(self, budget)?)
    }

    /// Exact: a word of this language that is not in `other`, not always a shortest; `None` when the language
    /// is included.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    ///
    /// # Panics
    /// When the alphabets differ.
    pub fn word_outside(&self, other: &Nfa, budget: &mut Budget) -> Result<Option<Vec<Symbol>>, Exhausted> {
        self.expect_alphabet_of(other);
        let (classes, [left, right]) = View::of([self, other], budget)?;
        let mut forward = Search::new(&classes, [&left, &right]);
        if let Some(answer) = answer(forward.run(FIRST_LOOK, budget)?) {
            return Ok(answer);
        }
        let (classes, [left, right]) = View::of([&self.reversed(), &other.reversed()], budget)?;
        let mut backward = Search::new(&classes, [&left, &right]);
        let mut turn = FIRST_LOOK;
        loop {
            if let Some(word) = answer(backward.run(turn, budget)?) {
                return Ok(word.map(|word| word.into_iter().rev().collect()));
            }
            turn *= 2;
            if let Some(word) = answer(forward.run(turn, budget)?) {
                return Ok(word);
            }
        }
    }
}

/// The answer of a search, if it has one already.
fn answer(progress: Progress) -> Option<Option<Vec<Symbol>>> {
    match progress {
        Progress::Paused => None,
        Progress::Word(word) => Some(Some(word)),
        Progress::Included => Some(None),
    }
}
