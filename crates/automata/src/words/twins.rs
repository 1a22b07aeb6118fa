//! States with the same acceptance and the same moves are one state.
//!
//! Merging two such *twins* may make twins of their predecessors, and so on to the end. This finds less than
//! bisimulation does (nothing on cycles) but costs little more than reading the automaton.

use super::classes::{Labels, Move};
use super::interned::Interned;
use super::nfa::Nfa;
use super::partition::Grouped;
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};

/// The label of an epsilon.
const EPSILON: u32 = u32::MAX;

impl Nfa {
    /// Exact: an automaton of the same language in which no two states have the same acceptance and moves.
    pub(super) fn merge_twins(&self, budget: &mut Budget) -> Result<Nfa, Exhausted> {
        budget.spend((self.state_count() + self.transition_count()) as u64)?;
        let mut labels = Labels::new();
        let moves = Moves::of(self, &mut labels);
        let mut twins = Twins::new(self.state_count());
        let targets = self.states().flat_map(|q| moves.of_state(q).iter().map(move |m| (m.target.0, q.0)));
        let before = Grouped::by(self.state_count(), targets);
        // Later states first: builders mostly number forwards, and twins are found from the end.
        let mut open: Vec<StateId> = self.states().collect();
        let mut key = Vec::new();
        while let Some(state) = open.pop() {
            if twins.find(state) != state {
                continue;
            }
            twins.write_key(self.accepts_at(state), moves.of_state(state), &mut key);
            budget.spend(key.len() as u64)?;
            if twins.merge_by_key(state, &key) {
                open.extend(before.group(state.0).iter().map(|&source| StateId(source)));
            }
        }
        Ok(quotient(self, &moves, &labels, &mut twins))
    }
}

/// The moves of all states, epsilons included.
struct Moves {
    first: Vec<u32>,
    moves: Vec<Move>,
}

impl Moves {
    fn of(nfa: &Nfa, labels: &mut Labels) -> Self {
        let epsilons = nfa.epsilons().iter().map(|&(source, target)| (source.0, target.0));
        let epsilons = Grouped::by(nfa.state_count(), epsilons);
        let by_source = nfa.by_source();
        let (mut first, mut moves) = (vec![0], Vec::with_capacity(nfa.state_count()));
        for state in nfa.states() {
            labels.moves_of(by_source.edges(state), &mut moves);
            let silent = epsilons.group(state.0).iter();
            moves.extend(silent.map(|&target| Move { label: EPSILON, target: StateId(target) }));
            first.push(moves.len() as u32);
        }
        Moves { first, moves }
    }

    fn of_state(&self, state: StateId) -> &[Move] {
        &self.moves[self.first[state.index()] as usize..self.first[state.index() + 1] as usize]
    }
}

/// Which states were merged. A representative stands for itself.
struct Twins {
    stands_for: Vec<StateId>,
    keys: Interned,
    /// The state that first had each key.
    first_with: Vec<StateId>,
}

impl Twins {
    fn new(count: usize) -> Self {
        let stands_for = (0..count as u32).map(StateId).collect();
        Twins { stands_for, keys: Interned::new(), first_with: Vec::new() }
    }

    /// The state that `state` was merged into, with the way to it halved.
    fn find(&mut self, mut state: StateId) -> StateId {
        while self.stands_for[state.index()] != state {
            let next = self.stands_for[state.index()];
            self.stands_for[state.index()] = self.stands_for[next.index()];
            state = next;
        }
        state
    }

    /// Writes acceptance and moves to representatives, sorted, each once.
    fn write_key(&mut self, accepts: bool, moves: &[Move], key: &mut Vec<u32>) {
        let mut steps: Vec<(u32, u32)> =
            moves.iter().map(|step| (step.label, self.find(step.target).0)).collect();
        steps.sort_unstable();
        steps.dedup();
        key.clear();
        key.push(u32::from(accepts));
        key.extend(steps.into_iter().flat_map(|(label, target)| [label, target]));
    }

    /// Merges `state` into another representative with the same key, if there is one.
    ///
    /// A key that a state had before its successors were merged is never met again: it names a state that is
    /// no representative any more.
    fn merge_by_key(&mut self, state: StateId, key: &[u32]) -> bool {
        let number = self.keys.intern(key) as usize;
        if number == self.first_with.len() {
            self.first_with.push(state);
        }
        let twin = self.find(self.first_with[number]);
        self.stands_for[state.index()] = twin;
        twin != state
    }
}

/// The automaton of the representatives.
fn quotient(nfa: &Nfa, moves: &Moves, labels: &Labels, twins: &mut Twins) -> Nfa {
    let mut merged = Nfa::new(nfa.alphabet());
    let mut number = vec![StateId(u32::MAX); nfa.state_count()];
    let kept: Vec<StateId> = nfa.states().filter(|&state| twins.find(state) == state).collect();
    for &state in &kept {
        number[state.index()] = merged.add_state();
    }
    let mut steps: Vec<(u32, StateId)> = Vec::new();
    for state in kept {
        let source = number[state.index()];
        steps.clear();
        for step in moves.of_state(state) {
            let target = number[twins.find(step.target).index()];
            steps.push((step.label, target));
        }
        steps.sort_unstable();
        steps.dedup();
        for &(label, target) in &steps {
            if label == EPSILON {
                merged.add_epsilon(source, target);
            } else {
                labels
                    .intervals(label)
                    .for_each(|(lo, hi)| merged.push_edge(source, Edge { lo, hi, target }));
            }
        }
        if nfa.accepts_at(state) {
            merged.set_accepting(source);
        }
    }
    let mut starts: Vec<StateId> =
        nfa.starts().iter().map(|&start| number[twins.find(start).index()]).collect();
    starts.sort_unstable();
    starts.dedup();
    starts.into_iter().for_each(|start| merged.add_start(start));
    merged
}
