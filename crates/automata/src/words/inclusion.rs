//! Inclusion of languages, with a shortest word that shows the contrary.
//!
//! A walk over pairs of states: both sides are deterministic, so nothing is built and nothing determinised.

use super::automaton::Automaton;
use super::boolean::{Overlay, pair_name};
use super::interned::PairIndex;
use super::table::StateId;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// A pair on the walk: where it came from, by which character.
struct Visit {
    left: StateId,
    right: Option<StateId>,
    from: usize,
    by: Symbol,
}

impl Automaton {
    /// Exact: whether every word of this language is in `other`.
    ///
    /// # Errors
    /// [`Exhausted`] when the walk outgrows the budget.
    pub fn included_in(&self, other: &Automaton, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.word_outside(other, budget)?.is_none())
    }

    /// Exact: a shortest word of this language that is not in `other`, the least one of that length;
    /// `None` when the language is included.
    ///
    /// # Errors
    /// [`Exhausted`] when the walk outgrows the budget.
    pub fn word_outside(
        &self,
        other: &Automaton,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Symbol>>, Exhausted> {
        self.expect_alphabet_of(other);
        let outside = |left: StateId, right: Option<StateId>| {
            self.accepts_at(left) && !right.is_some_and(|right| other.accepts_at(right))
        };
        self.walk_beside(other, outside, budget)
    }

    /// Exact: whether the languages have a word in common.
    ///
    /// # Errors
    /// [`Exhausted`] when the walk outgrows the budget.
    pub fn intersects(&self, other: &Automaton, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.common_word(other, budget)?.is_some())
    }

    /// Exact: a shortest word of both languages, the least one of that length.
    ///
    /// # Errors
    /// [`Exhausted`] when the walk outgrows the budget.
    pub fn common_word(
        &self,
        other: &Automaton,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Symbol>>, Exhausted> {
        self.expect_alphabet_of(other);
        let common = |left: StateId, right: Option<StateId>| {
            self.accepts_at(left) && right.is_some_and(|right| other.accepts_at(right))
        };
        self.walk_beside(other, common, budget)
    }

    /// The shortest, then least word that leads the two automata into a pair that `found` accepts. The left
    /// side must survive; the right side may be gone.
    fn walk_beside(
        &self,
        other: &Automaton,
        found: impl Fn(StateId, Option<StateId>) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Symbol>>, Exhausted> {
        let start = Visit { left: StateId::START, right: Some(StateId::START), from: 0, by: 0 };
        let mut visits = vec![start];
        let mut seen = PairIndex::new();
        seen.number(pair_name(Some(StateId::START), Some(StateId::START)));
        let mut at = 0;
        while let Some(&Visit { left, right, .. }) = visits.get(at) {
            if found(left, right) {
                return Ok(Some(word_to(&visits, at)));
            }
            let beside = right.map_or(&[][..], |right| other.edges(right));
            budget.spend((self.edges(left).len() + beside.len()) as u64 + 1)?;
            for (by, _, left, right) in Overlay::new(self.edges(left), beside) {
                let Some(left) = left else { continue };
                if seen.number(pair_name(Some(left), right)) as usize == visits.len() {
                    visits.push(Visit { left, right, from: at, by });
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// The characters on the way from the first visit to `at`.
fn word_to(visits: &[Visit], mut at: usize) -> Vec<Symbol> {
    let mut word = Vec::new();
    while at != 0 {
        word.push(visits[at].by);
        at = visits[at].from;
    }
    word.reverse();
    word
}
