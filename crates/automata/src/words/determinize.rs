//! The subset construction.
//!
//! When there are many sets, members that others make needless are looked for by simulation, and the
//! construction begins again with smaller sets. The language, and so the canonical result, is the same.
//!
//! Letters are the classes that the automaton cannot tell apart, so the work follows the number of labels and not the
//! size of the alphabet. The result is minimised: what leaves this file is canonical.

use super::automaton::Automaton;
use super::minimize::{self, Rows};
use super::nfa::Nfa;
use super::subsets::Subsets;
use super::view::View;
use crate::budget::{Budget, Exhausted};

/// So many sets, and some more for each state, are no reason yet to look for needless members.
const MANY_SETS: usize = 4096;
/// Steps that the search for needless members may take.
const SIMULATION_LIMIT: u64 = 50_000_000;

impl Nfa {
    /// Exact: the canonical automaton of the same language.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn determinize(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        determinize_after(self, MANY_SETS + 8 * self.state_count(), budget)
    }
}

/// As [`Nfa::determinize`]; more than `many` sets are a reason to look for needless members.
pub(super) fn determinize_after(nfa: &Nfa, many: usize, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let (classes, [view]) = View::of([nfa], budget)?;
    if view.starts().is_empty() {
        return Ok(Automaton::empty(nfa.alphabet()));
    }
    let rows = subsets(&view, classes.count(), many, budget)?;
    minimize::canonical_of_rows(nfa.alphabet(), &classes, &rows, budget)
}

/// The reachable sets of states. None of them is dead, because no state of a view is.
fn subsets(view: &View, classes: usize, mut many: usize, budget: &mut Budget) -> Result<Rows, Exhausted> {
    let mut sets = Subsets::new(view, classes);
    let mut rows = Rows::new();
    let mut row = Vec::new();
    let mut set = sets.start();
    while (set as usize) < sets.len() {
        if sets.len() > many {
            many = usize::MAX;
            let mut pruned = Subsets::new(view, classes);
            let mut share = Budget::steps(SIMULATION_LIMIT.min(budget.left()));
            let is_better = pruned.prune_by_simulation(classes, &mut share);
            budget.spend(share.spent())?;
            if is_better {
                // Begin again with smaller sets: what was done is little beside what is to come.
                (sets, rows) = (pruned, Rows::new());
                set = sets.start();
                continue;
            }
        }
        sets.expand(set, &mut row, budget)?;
        budget.spend(row.len() as u64)?;
        rows.push(&row, sets.accepts_at(set));
        set += 1;
    }
    Ok(rows)
}
