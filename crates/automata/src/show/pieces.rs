//! Taking an automaton apart: at states that every word passes, and at a start that words come back to.
//!
//! A piece is an automaton again, canonical and small. Nothing here chooses between ways to take a language
//! apart; that is for [`compose`](super::compose).

use std::collections::{BTreeMap, VecDeque};

use crate::budget::{Budget, Exhausted};
use crate::symbols::{Symbol, SymbolSet};
use crate::words::{Automaton, Nfa, StateId};

/// Which words of a piece count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Those that lead to the given state, for the first time.
    At(StateId),
    /// The accepted ones that never enter the given state.
    Avoiding(StateId),
    /// The accepted ones.
    Accepted,
}

/// Exact: the words that lead from `from` to an end.
///
/// # Errors
/// [`Exhausted`] when the piece outgrows the budget.
pub(super) fn piece(
    automaton: &Automaton,
    from: StateId,
    ends: Ends,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let mut nfa = Nfa::new(automaton.alphabet());
    let end = nfa.add_state();
    let start = nfa.add_state();
    nfa.set_accepting(end);
    nfa.add_start(start);
    let mut copies = BTreeMap::from([(from, start)]);
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        budget.spend(automaton.edges(state).len() as u64 + 1)?;
        let copy = copies[&state];
        if automaton.accepts_at(state) && !matches!(ends, Ends::At(_)) {
            nfa.set_accepting(copy);
        }
        for edge in automaton.edges(state) {
            let target = match ends {
                Ends::At(stop) if edge.target == stop => end,
                Ends::Avoiding(stop) if edge.target == stop => continue,
                Ends::At(_) | Ends::Avoiding(_) | Ends::Accepted => {
                    *copies.entry(edge.target).or_insert_with(|| {
                        queue.push_back(edge.target);
                        nfa.add_state()
                    })
                }
            };
            nfa.add_transition(copy, edge.lo, edge.hi, target);
        }
    }
    nfa.determinize(budget)
}

/// The states, in order, that every word passes and that no word can go back behind. The start is not
/// among them.
///
/// All such states lie on any one accepted path. Walking along it, what is reached from the states before
/// `p` without using the path tells whether `p` can be passed by.
pub(super) fn cuts(automaton: &Automaton) -> Vec<StateId> {
    let path = shortest_path(automaton);
    let mut on_path: Vec<Option<usize>> = vec![None; automaton.state_count()];
    for (at, &state) in path.iter().enumerate() {
        on_path[state.index()] = Some(at);
    }
    let mut segment: Vec<usize> = vec![0; automaton.state_count()];
    let mut seen = vec![false; automaton.state_count()];
    let mut found = Vec::new();
    let mut reach = 0;
    for (at, &state) in path.iter().enumerate() {
        if at > 0 && reach == at {
            found.push(state);
        }
        seen[state.index()] = true;
        let mut todo = vec![state];
        while let Some(state) = todo.pop() {
            segment[state.index()] = found.len();
            // Behind the path lies the end of the word.
            if automaton.accepts_at(state) {
                reach = path.len();
            }
            for edge in automaton.edges(state) {
                if let Some(there) = on_path[edge.target.index()] {
                    reach = reach.max(there);
                } else if !std::mem::replace(&mut seen[edge.target.index()], true) {
                    todo.push(edge.target);
                }
            }
        }
    }
    without_way_back(automaton, found, &segment)
}

/// The cuts that no edge leads back over. `segment` is the number of cuts at or before a state.
fn without_way_back(automaton: &Automaton, found: Vec<StateId>, segment: &[usize]) -> Vec<StateId> {
    let mut crossings = vec![0_i64; found.len() + 2];
    for state in automaton.states() {
        for edge in automaton.edges(state) {
            let (from, to) = (segment[state.index()], segment[edge.target.index()]);
            if to < from {
                crossings[to + 1] += 1;
                crossings[from + 1] -= 1;
            }
        }
    }
    let mut open = 0;
    let mut kept = Vec::new();
    for (at, state) in found.into_iter().enumerate() {
        open += crossings[at + 1];
        if open == 0 {
            kept.push(state);
        }
    }
    kept
}

/// The states along a shortest accepted word; none for the empty language.
fn shortest_path(automaton: &Automaton) -> Vec<StateId> {
    let mut from: Vec<Option<StateId>> = vec![None; automaton.state_count()];
    let mut queue = VecDeque::from([StateId::START]);
    while let Some(state) = queue.pop_front() {
        if automaton.accepts_at(state) {
            let mut path = vec![state];
            while let Some(before) = path.last().and_then(|state| from[state.index()]) {
                path.push(before);
            }
            path.reverse();
            return path;
        }
        for edge in automaton.edges(state) {
            if edge.target != StateId::START && from[edge.target.index()].is_none() {
                from[edge.target.index()] = Some(state);
                queue.push_back(edge.target);
            }
        }
    }
    Vec::new()
}

/// Whether some word leads from the start back to it.
pub(super) fn start_recurs(automaton: &Automaton) -> bool {
    automaton.states().any(|state| automaton.edges(state).iter().any(|edge| edge.target == StateId::START))
}

/// The successors of a state, ascending, each with all characters that lead to it.
pub(super) fn successors(automaton: &Automaton, state: StateId) -> BTreeMap<StateId, SymbolSet> {
    let mut ranges: BTreeMap<StateId, Vec<(Symbol, Symbol)>> = BTreeMap::new();
    for edge in automaton.edges(state) {
        ranges.entry(edge.target).or_default().push((edge.lo, edge.hi));
    }
    ranges.into_iter().map(|(target, ranges)| (target, SymbolSet::from_ranges(ranges))).collect()
}

/// All characters on the edges of `state`, when they lead to one and the same state.
pub(super) fn only_successor(automaton: &Automaton, state: StateId) -> Option<(SymbolSet, StateId)> {
    let edges = automaton.edges(state);
    let target = edges.first()?.target;
    let symbols = SymbolSet::from_ranges(edges.iter().map(|edge| (edge.lo, edge.hi)));
    edges.iter().all(|edge| edge.target == target).then_some((symbols, target))
}
