//! The subset construction.
//!
//! When there are many sets, members that others make needless are looked for by simulation, and the
//! construction begins again with smaller sets. The language, and so the canonical result, is the same.
//!
//! Letters are the classes that the automaton cannot tell apart, so the work follows the number of labels and not the
//! size of the alphabet. A large automaton that is deterministic already needs no sets. The result is minimised: what
//! leaves this file is canonical.

use super::automaton::Automaton;
use super::minimize::{self, Rows};
use super::nfa::Nfa;
use super::subsets::Subsets;
use super::view::View;
use crate::budget::{Budget, Exhausted};

/// So many sets, and some more for each state, are no reason yet to look for needless members.
const MANY_SETS: usize = 4096;
/// Up to so many states sets are cheap, and it is not looked whether they are needed.
const FEW_STATES: usize = 1024;
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
    let direct = if view.state_count() > FEW_STATES { deterministic(&view, budget)? } else { None };
    let rows = match direct {
        Some(rows) => rows,
        None => subsets(&view, classes.count(), many, budget)?,
    };
    minimize::canonical_of_rows(nfa.alphabet(), &classes, &rows, budget)
}

/// The reachable states of a view of which none has two ways to go on; `None` for any other view.
fn deterministic(view: &View, budget: &mut Budget) -> Result<Option<Rows>, Exhausted> {
    let &[start] = view.starts() else { return Ok(None) };
    let mut number = vec![u32::MAX; view.state_count()];
    number[start as usize] = 0;
    let mut order = vec![start];
    let (mut rows, mut row) = (Rows::new(), Vec::new());
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        row.clear();
        for &span in view.spans(state) {
            let &[target] = view.landing(span) else { return Ok(None) };
            let known = &mut number[target as usize];
            if *known == u32::MAX {
                *known = order.len() as u32;
                order.push(target);
            }
            row.extend((span.lo..span.end).map(|class| (class, *known)));
        }
        row.sort_unstable();
        if row.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Ok(None);
        }
        budget.spend(row.len() as u64 + 1)?;
        rows.push(&row, view.accepts_at(state));
    }
    Ok(Some(rows))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::Alphabet;
    use crate::words::StateId;

    /// A circle of so many states over one letter, every tenth of which accepts.
    fn circle(count: usize) -> Nfa {
        let mut nfa = Nfa::new(Alphabet::BYTE);
        let states: Vec<_> = (0..count).map(|_| nfa.add_state()).collect();
        nfa.add_start(states[0]);
        for at in 0..count {
            nfa.add_transition(states[at], 97, 97, states[(at + 1) % count]);
            if at % 10 == 0 {
                nfa.set_accepting(states[at]);
            }
        }
        nfa
    }

    #[test]
    fn large_deterministic_automata_need_no_sets() {
        let mut budget = Budget::steps(10_000_000);
        let small = circle(10).determinize(&mut budget).expect("the budget suffices");
        let mut large = circle(2 * FEW_STATES / 10 * 10);
        assert_eq!(large.determinize(&mut budget), Ok(small));
        // One with two ways to go on is told from them.
        large.add_transition(StateId::START, 97, 98, StateId::START);
        let (_, [view]) = View::of([&large], &mut budget).expect("the budget suffices");
        assert!(deterministic(&view, &mut budget).expect("the budget suffices").is_none());
        let both = large.determinize(&mut budget).expect("the budget suffices");
        assert!(both.contains(&[98]) && !both.contains(&[99]));
    }
}
