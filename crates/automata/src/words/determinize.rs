//! The subset construction.
//!
//! Letters are the classes that the automaton cannot tell apart, so the work follows the number of labels and not the
//! size of the alphabet. The result is minimised: what leaves this file is canonical.

use super::automaton::Automaton;
use super::minimize::{self, Rows};
use super::nfa::Nfa;
use super::subsets::Subsets;
use super::view::View;
use crate::budget::{Budget, Exhausted};

impl Nfa {
    /// Exact: the canonical automaton of the same language.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn determinize(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let (classes, [view]) = View::of([self], budget)?;
        if view.starts().is_empty() {
            return Ok(Automaton::empty(self.alphabet()));
        }
        let rows = subsets(&view, classes.count(), budget)?;
        minimize::canonical_of_rows(self.alphabet(), &classes, &rows, budget)
    }
}

/// The reachable sets of states. None of them is dead, because no state of a view is.
fn subsets(view: &View, classes: usize, budget: &mut Budget) -> Result<Rows, Exhausted> {
    let mut subsets = Subsets::new(view, classes);
    let mut rows = Rows::new();
    let mut row = Vec::new();
    let mut set = subsets.start();
    while (set as usize) < subsets.len() {
        subsets.expand(set, &mut row, budget)?;
        budget.spend(row.len() as u64)?;
        rows.push(&row, subsets.accepts_at(set));
        set += 1;
    }
    Ok(rows)
}
