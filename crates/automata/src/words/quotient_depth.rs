//! Widenings that terminate: the states that agree up to a depth are made one.
//!
//! Two states agree up to depth *k* when they accept the same words of length at most *k*. The quotient by
//! this relation keeps every word and closes loops wherever the next *k* characters look alike. A greater
//! depth loses less.
//!
//! What is guaranteed: if every language of a chain is made of the same *c* classes of characters, the
//! quotient has at most `2^(1 + c + … + c^k)` states, so only finitely many languages can come out, and the
//! chain `x := (x ∪ f(x)).widen_to_depth(k)` grows only finitely often. The quotient adds no new class: the
//! ends of its edges are ends of edges of its operand. An operation *f* that makes new classes for ever (one
//! that shifts characters, say) is limited only by the size of the alphabet.

use std::collections::BTreeMap;

use super::automaton::Automaton;
use super::nfa::Nfa;
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};

/// The class of the states that accept nothing up to the depth looked at.
const NOTHING: u32 = 0;

/// What is known of a state one level deeper: whether it accepts, and the classes of its successors.
type Signature = (bool, Vec<Edge>);

impl Automaton {
    /// Over-approximates: a language that contains this one, in which states that accept the same words of
    /// length at most `depth` are one state.
    ///
    /// For a fixed depth and a fixed set of character classes there are finitely many results; see the
    /// head of this file for what follows. Depth 0 only knows which characters may follow which kind of
    /// state, accepting or not.
    ///
    /// # Errors
    /// [`Exhausted`] when the rounds or the subset construction outgrow the budget.
    pub fn widen_to_depth(&self, depth: u32, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let class = agreement(self, depth, budget)?;
        let count = class.iter().max().map_or(0, |&last| last as usize + 1);
        let mut nfa = Nfa::new(self.alphabet());
        nfa.add_states(count);
        nfa.add_start(StateId(class[0]));
        for state in self.states() {
            let from = StateId(class[state.index()]);
            if self.accepts_at(state) {
                nfa.set_accepting(from);
            }
            for edge in self.edges(state) {
                nfa.add_transition(from, edge.lo, edge.hi, StateId(class[edge.target.index()]));
            }
        }
        nfa.determinize(budget)
    }
}

/// Numbers the states such that two have one number exactly when they agree up to `depth`.
fn agreement(automaton: &Automaton, depth: u32, budget: &mut Budget) -> Result<Vec<u32>, Exhausted> {
    let mut class: Vec<u32> =
        automaton.states().map(|state| u32::from(automaton.accepts_at(state))).collect();
    let mut count = 2;
    for _ in 0..depth {
        budget.spend((automaton.state_count() + automaton.edge_count()) as u64)?;
        let (finer, finer_count) = refine(automaton, &class);
        class = finer;
        // Each round splits classes or leaves them as they are for ever.
        if std::mem::replace(&mut count, finer_count) == finer_count {
            break;
        }
    }
    Ok(class)
}

/// From agreement up to a depth to agreement up to the next, with the number of classes, [`NOTHING`] included.
fn refine(automaton: &Automaton, class: &[u32]) -> (Vec<u32>, u32) {
    let mut numbers: BTreeMap<Signature, u32> = BTreeMap::from([((false, Vec::new()), NOTHING)]);
    let mut finer = Vec::with_capacity(class.len());
    for state in automaton.states() {
        let next = numbers.len() as u32;
        finer.push(*numbers.entry(signature(automaton, state, class)).or_insert(next));
    }
    (finer, numbers.len() as u32)
}

/// Whether `state` accepts and the classes of its successors, neighbouring intervals merged. A successor
/// that accepts nothing up to the depth is as good as none.
fn signature(automaton: &Automaton, state: StateId, class: &[u32]) -> Signature {
    let mut edges: Vec<Edge> = Vec::new();
    for edge in automaton.edges(state) {
        let target = StateId(class[edge.target.index()]);
        match edges.last_mut() {
            _ if target.0 == NOTHING => {}
            Some(last) if last.target == target && last.hi + 1 == edge.lo => last.hi = edge.hi,
            Some(_) | None => edges.push(Edge { target, ..*edge }),
        }
    }
    (automaton.accepts_at(state), edges)
}
