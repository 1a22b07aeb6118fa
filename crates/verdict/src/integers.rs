//! What the words say about an integer that is computed from them.
//!
//! A search that must succeed, or cannot, has one outcome less, and is found where the words allow it; numerals and codes are in the range
//! of the language.

use automata::{Budget, Exhausted};
use ir::{IntExpr, StrTerm, Width};

use crate::build::Membership;
use crate::graph::Graph;
use crate::measures::Range;
use crate::plain::Words;
use crate::premises::Premises;
use crate::relation::{Case, Outcome, Search, is_linear, measured, searched};
use crate::tables::Comparison;

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
        if width == Width::Unbounded
            && let Some(known) = self.linear_value(value, budget)?
        {
            return Ok(vec![is_linear(&known)]);
        }
        self.integer_by_words(value, width, budget)
    }

    /// The same by the languages of strings alone.
    fn integer_by_words(
        &self,
        value: &IntExpr,
        width: Width,
        budget: &mut Budget,
    ) -> Result<Vec<Case>, Exhausted> {
        if let Some(search) = searched(value, width) {
            let outcome = self.outcome(&search, budget)?;
            let table = self.facts.languages.get(search.whole.index()).and_then(Option::as_ref);
            let range = table.map_or(Range::default(), |table| search.range(table));
            return Ok(search.cases(outcome, range));
        }
        Ok(measured(self.program, (value, width), &|term| self.table_of_term(term)))
    }

    /// The table that a fact gives of a term.
    fn table_of_term(&self, term: &StrTerm) -> Option<Words> {
        match term {
            StrTerm::Var(var) => self.facts.languages.get(var.index()).cloned().flatten(),
            StrTerm::Word(_) => None,
        }
    }

    fn outcome(&self, search: &Search<'_>, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        let contains = self.compared(Comparison::Contains, search.word);
        let values = self.variable(search.whole, budget)?;
        if search.is_whole && values.included_in(&contains, budget)? {
            return Ok(Outcome::Found);
        }
        let premises = [Membership { table: &contains, holds: true }];
        let has = Graph::meet(self.program.alphabet, &premises, budget)?;
        let missing = values.intersection(&has, budget)?.is_empty();
        Ok(if missing { Outcome::Missing } else { Outcome::Either })
    }
}
