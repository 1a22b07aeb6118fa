//! Counting characters against a set of lengths.
//!
//! A position stands for its own number and, from the base of a periodic set on, for all numbers a multiple
//! of the period later. The last position of a finite set is *past the end*.

use automata::{Budget, Exhausted, LengthSet};

/// The finite automaton that counts for a [`LengthSet`].
pub(crate) struct Counter {
    base: u64,
    positions: u64,
    /// The greatest member; `None` when there is always a later one.
    last: Option<u64>,
    empty: bool,
}

impl Counter {
    /// # Errors
    /// [`Exhausted`] when the positions are beyond 64 bits.
    pub(crate) fn new(lengths: &LengthSet, budget: &mut Budget) -> Result<Counter, Exhausted> {
        let Some(positions) = lengths.base().checked_add(lengths.period().max(1)) else {
            let left = budget.left();
            budget.spend(left)?;
            return Err(budget.spend(1).expect_err("nothing is left"));
        };
        Ok(Counter { base: lengths.base(), positions, last: lengths.max(), empty: lengths.is_empty() })
    }

    /// The position after one more character.
    pub(crate) fn next(&self, position: u64) -> u64 {
        if position + 1 < self.positions { position + 1 } else { self.base }
    }

    /// Whether some member is at `position` or later.
    pub(crate) fn has_member_from(&self, position: u64) -> bool {
        !self.empty && self.last.is_none_or(|last| last >= position)
    }
}
