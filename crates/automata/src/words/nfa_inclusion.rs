//! Inclusion and equivalence of [`Nfa`]s, with a word that shows the contrary.
//!
//! A first antichain search goes forward; when it turns out to be long it goes on from both ends.

use super::antichain::Antichain;
use super::both_ends::{Progress, Search, search_from_both_ends};
use super::nfa::Nfa;
use super::view::View;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// How many nodes are looked at before the other end is tried, besides some for each left state.
const FIRST_LOOK: usize = 1024;

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
        word_outside_after(self, other, FIRST_LOOK + 4 * self.state_count(), budget)
    }
}

/// As [`Nfa::word_outside`], the other end being tried after `look` nodes.
pub(super) fn word_outside_after(
    left: &Nfa,
    right: &Nfa,
    look: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    left.expect_alphabet_of(right);
    let (classes, [from, to]) = View::of([left, right], budget)?;
    let mut forward = Antichain::new(&classes, [&from, &to]);
    if let Progress::Done(word) = forward.run(look, budget)? {
        return Ok(word);
    }
    let (classes, [from, to]) = View::of([&left.reversed(), &right.reversed()], budget)?;
    let mut backward = Antichain::new(&classes, [&from, &to]);
    search_from_both_ends(&mut forward, &mut backward, look.max(1), budget)
}
