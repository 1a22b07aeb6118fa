//! Intersections of [`Nfa`]s: whether there is a common word, and the product as an [`Nfa`].
//!
//! The search for a common word is tried from both ends in turn, because a product that explodes in one
//! direction is often small in the other (`.*a.{100}` is deterministic when read backwards). It begins
//! with a short look forward, so that easy questions cost nothing in the size of the automata.

use super::distances::lengths_to_accept;
use super::nfa::Nfa;
use super::product::{Progress, Search};
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
        assert!(!nfas.is_empty(), "there is an automaton");
        nfas.iter().for_each(|nfa| nfa.expect_alphabet_of(nfas[0]));
        let mut look = Search::new(nfas, None, budget)?;
        if let Some(answer) = answer(look.run(FIRST_LOOK, budget)?) {
            return Ok(answer);
        }
        let mut merged = Vec::with_capacity(nfas.len());
        for nfa in nfas {
            merged.push(nfa.merge_twins(budget)?);
        }
        let reversed: Vec<Nfa> = merged.iter().map(Nfa::reversed).collect();
        let (merged, reversed): (Vec<&Nfa>, Vec<&Nfa>) = merged.iter().zip(&reversed).unzip();
        let lengths = |nfas: &[&Nfa]| Some(nfas.iter().map(|nfa| lengths_to_accept(nfa)).collect());
        let mut forward = Search::new(&merged, lengths(&merged), budget)?;
        let mut backward = Search::new(&reversed, lengths(&reversed), budget)?;
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
        Progress::Empty => Some(None),
    }
}
