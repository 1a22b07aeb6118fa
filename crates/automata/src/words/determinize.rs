//! The subset construction.
//!
//! Letters are the classes that the automaton cannot tell apart, so the work follows the number of labels and not the
//! size of the alphabet. The result is minimised: what leaves this file is canonical.

use std::collections::HashMap;

use super::automaton::Automaton;
use super::classes::Classes;
use super::minimize;
use super::nfa::Nfa;
use super::table::{StateId, Table, TableBuilder};
use crate::budget::{Budget, Exhausted};

impl Nfa {
    /// Exact: the canonical automaton of the same language.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn determinize(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let table = subsets(self, budget)?;
        minimize::canonical(&table, budget)
    }
}

/// The reachable subsets of `nfa`'s states as a deterministic table.
fn subsets(nfa: &Nfa, budget: &mut Budget) -> Result<Table, Exhausted> {
    let classes = Classes::of(nfa.transitions.iter().map(|t| (t.lo, t.hi)));
    let epsilons = adjacency(nfa.state_count(), nfa.epsilons.iter().map(|&(s, t)| (s, t)));
    let moves = adjacency(
        nfa.state_count(),
        nfa.transitions.iter().map(|t| (t.source, (classes.covering(t.lo, t.hi), t.target))),
    );
    let mut sets = Sets::default();
    let start = closure(nfa.starts.iter().copied(), &epsilons, budget)?;
    sets.intern(start);
    let mut builder = TableBuilder::new(nfa.alphabet());
    let mut buckets: Vec<Vec<StateId>> = vec![Vec::new(); classes.count()];
    let mut at = 0;
    while at < sets.members.len() {
        let members = sets.members[at].clone();
        for &state in members.iter() {
            for (range, target) in &moves[state.index()] {
                budget.spend(u64::from(range.end - range.start))?;
                for class in range.clone() {
                    buckets[class as usize].push(*target);
                }
            }
        }
        for (class, bucket) in buckets.iter_mut().enumerate() {
            if !bucket.is_empty() {
                let set = closure(bucket.drain(..), &epsilons, budget)?;
                let (lo, hi) = classes.interval(class as u32);
                builder.edge(lo, hi, sets.intern(set));
            }
        }
        budget.spend(members.len() as u64 + 1)?;
        builder.finish_state(members.iter().any(|state| nfa.accepting[state.index()]));
        at += 1;
    }
    Ok(builder.build())
}

/// Lists of neighbours, by source.
fn adjacency<T>(count: usize, pairs: impl Iterator<Item = (StateId, T)>) -> Vec<Vec<T>> {
    let mut lists: Vec<Vec<T>> = std::iter::repeat_with(Vec::new).take(count).collect();
    for (source, item) in pairs {
        lists[source.index()].push(item);
    }
    lists
}

/// Everything reachable from `states` by epsilons, sorted.
fn closure(
    states: impl Iterator<Item = StateId>,
    epsilons: &[Vec<StateId>],
    budget: &mut Budget,
) -> Result<Box<[StateId]>, Exhausted> {
    let mut set: Vec<StateId> = states.collect();
    set.sort_unstable();
    set.dedup();
    let mut seen: std::collections::HashSet<StateId> = set.iter().copied().collect();
    let mut at = 0;
    while at < set.len() {
        for &target in &epsilons[set[at].index()] {
            if seen.insert(target) {
                set.push(target);
            }
        }
        budget.spend(1)?;
        at += 1;
    }
    set.sort_unstable();
    Ok(set.into_boxed_slice())
}

/// Sets of states, each stored once and numbered in the order of their discovery.
#[derive(Default)]
struct Sets {
    members: Vec<std::rc::Rc<[StateId]>>,
    index: HashMap<std::rc::Rc<[StateId]>, StateId>,
}

impl Sets {
    fn intern(&mut self, set: Box<[StateId]>) -> StateId {
        let set: std::rc::Rc<[StateId]> = set.into();
        if let Some(&state) = self.index.get(&set) {
            return state;
        }
        let state = StateId(self.members.len() as u32);
        self.members.push(set.clone());
        self.index.insert(set, state);
        state
    }
}
