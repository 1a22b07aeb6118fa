//! Words that several [`Nfa`]s have in common.
//!
//! The search begins with a short look forward, so that easy questions cost nothing in the size of the
//! automata. Then twins are merged, lengths computed, and the search goes on from both ends.

use super::both_ends::{Progress, Search, search_from_both_ends};
use super::distances::lengths_to_accept;
use super::nfa::Nfa;
use super::product::Product;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// How many tuples the first look forward takes, and each of the first turns after it.
const FIRST_LOOK: usize = 256;

impl Nfa {
    /// Exact: whether the languages have a word in common.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    pub fn intersects(&self, other: &Nfa, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(Nfa::common_word(&[self, other], budget)?.is_some())
    }

    /// Exact: a word in all of the languages, not always a shortest; `None` when there is none.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    ///
    /// # Panics
    /// When there is no automaton, or the alphabets differ.
    pub fn common_word(nfas: &[&Nfa], budget: &mut Budget) -> Result<Option<Vec<Symbol>>, Exhausted> {
        common_word_after(nfas, FIRST_LOOK, budget)
    }
}

/// As [`Nfa::common_word`], the first look taking about `look` tuples.
pub(super) fn common_word_after(
    nfas: &[&Nfa],
    look: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    assert!(!nfas.is_empty(), "there is an automaton");
    nfas.iter().for_each(|nfa| nfa.expect_alphabet_of(nfas[0]));
    if let Progress::Done(word) = Product::new(nfas, None, budget)?.run(look, budget)? {
        return Ok(word);
    }
    let mut merged = Vec::with_capacity(nfas.len());
    for nfa in nfas {
        merged.push(nfa.merge_twins(budget)?);
    }
    let reversed: Vec<Nfa> = merged.iter().map(Nfa::reversed).collect();
    let (merged, reversed): (Vec<&Nfa>, Vec<&Nfa>) = merged.iter().zip(&reversed).unzip();
    let lengths = |nfas: &[&Nfa]| Some(nfas.iter().map(|nfa| lengths_to_accept(nfa)).collect());
    let mut forward = Product::new(&merged, lengths(&merged), budget)?;
    let mut backward = Product::new(&reversed, lengths(&reversed), budget)?;
    search_from_both_ends(&mut forward, &mut backward, FIRST_LOOK, budget)
}
