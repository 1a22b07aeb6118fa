//! What the words say about an integer that is computed from them.
//!
//! A search that must succeed, or cannot, has one outcome less; a numeral of few digits is a small number.

use automata::{Budget, Exhausted};
use ir::{IntExpr, Width};

use crate::build::Membership;
use crate::graph::Graph;
use crate::premises::Premises;
use crate::relation::{Case, Outcome, parsed, searched, value_after};
use crate::tables::{Comparison, signed_digits};

impl Premises<'_> {
    /// Over-approximates: the new value of an integer assigned, in cases of which one holds.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn integer(
        &self,
        value: &IntExpr,
        width: Width,
        budget: &mut Budget,
    ) -> Result<Vec<Case>, Exhausted> {
        if let Some(search) = searched(value, width) {
            let contains = self.compared(Comparison::Contains, search.word);
            let values = self.variable(search.whole, budget)?;
            let found = search.is_whole && values.included_in(&contains, budget)?;
            let has =
                Graph::meet(self.program.alphabet, &[Membership { table: &contains, holds: true }], budget)?;
            let missing = values.intersection(&has, budget)?.is_empty();
            return Ok(search.cases(if found {
                Outcome::Found
            } else if missing {
                Outcome::Missing
            } else {
                Outcome::Either
            }));
        }
        if let (IntExpr::Parse { of, radix }, Width::Unbounded) = (value, width) {
            let digits = signed_digits(*radix);
            let digits = if self.program.alphabet.is_marked() { digits.through_marks() } else { digits };
            if self.term(of, budget)?.included_in(&digits, budget)? {
                return Ok(parsed(of, *radix));
            }
        }
        Ok(value_after(value, width))
    }
}
