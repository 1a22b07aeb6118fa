//! Which states accept no more than others, asked lazily, so that sets of states can stay small.
//!
//! A member of a set whose language lies within that of another member adds nothing. When a conjunction
//! of inequalities is projected, what remains of a set of carries is its Pareto front. A question is
//! answered by assuming it and walking pairs of states as for inclusion; what was assumed on the way
//! is known when no difference is met, and the way to a difference is known to fail. A question that
//! takes long is answered *no*, and so are all once they turn out to be idle: dropping fewer members
//! is always right.

use super::bdd::{Graph, PairMap, Ref, split, top};

/// The steps one question may take.
const PATIENCE: u32 = 4_000;
/// Questions asked before their worth is judged, and the share of them that must be worth it.
const TRIAL: u32 = 100;
const WORTH: u32 = 20;

pub(super) struct Subsumption {
    /// By pair of states, the number of the question that assumed its inclusion.
    assumed: PairMap,
    /// By pair of diagrams, the number of the question that walked it.
    walked: PairMap,
    /// By question: whether its assumptions have proved right.
    proved: Vec<bool>,
    failed: PairMap,
    asked: u32,
    included: u32,
    steps: u32,
    /// The steps of all questions so far, for the budget.
    pub(super) work: u64,
    pairs: Vec<(u32, u32, u32)>,
    todo: Vec<u32>,
}

impl Subsumption {
    pub(super) fn new() -> Subsumption {
        Subsumption {
            assumed: PairMap::new(),
            walked: PairMap::new(),
            proved: Vec::new(),
            failed: PairMap::new(),
            asked: 0,
            included: 0,
            steps: 0,
            work: 0,
            pairs: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// Whether it is worth asking.
    pub(super) fn is_idle(&self) -> bool {
        self.asked >= TRIAL && self.included * WORTH < self.asked
    }

    /// Whether the language of `small` is known to lie within that of `large`, two different states.
    pub(super) fn covers(&mut self, graph: &Graph, small: u32, large: u32) -> bool {
        if let Some(question) = self.assumed.get(small, large)
            && self.proved[question as usize]
        {
            return true;
        }
        if self.failed.get(small, large).is_some() {
            return false;
        }
        self.asked += 1;
        let covers = self.ask(graph, small, large);
        self.work += 1 + u64::from(self.steps);
        self.included += u32::from(covers);
        covers
    }

    fn ask(&mut self, graph: &Graph, small: u32, large: u32) -> bool {
        let question = self.proved.len() as u32;
        self.proved.push(false);
        self.steps = 0;
        self.pairs.clear();
        self.todo.clear();
        self.assume(question, small, large, 0);
        while let Some(at) = self.todo.pop() {
            let (s, t, _) = self.pairs[at as usize];
            let (x, y) = (graph.states[s as usize], graph.states[t as usize]);
            let holds = self.walk(graph, at, x.last, y.last) && self.walk(graph, at, x.next, y.next);
            if !holds {
                self.fail(at);
                return false;
            }
        }
        self.proved[question as usize] = true;
        true
    }

    fn assume(&mut self, question: u32, small: u32, large: u32, from: u32) {
        self.assumed.set(small, large, question);
        self.todo.push(self.pairs.len() as u32);
        self.pairs.push((small, large, from));
    }

    /// Every pair on the way to a difference fails. Out of patience, only the question itself does.
    fn fail(&mut self, mut at: u32) {
        if self.steps > PATIENCE {
            at = 0;
        }
        loop {
            let (s, t, from) = self.pairs[at as usize];
            self.failed.set(s, t, 0);
            if at == 0 {
                return;
            }
            at = from;
        }
    }

    /// False when a difference lies below, or when patience ends.
    fn walk(&mut self, graph: &Graph, from: u32, x: Ref, y: Ref) -> bool {
        if x == y || is_constant(graph, x) == Some(false) || is_constant(graph, y) == Some(true) {
            return true;
        }
        let question = self.proved.len() as u32 - 1;
        if x.is_leaf() && y.is_leaf() {
            let (Some(s), Some(t)) = (x.as_state(), y.as_state()) else { return false };
            let (s, t) = (s as u32, t as u32);
            if self.failed.get(s, t).is_some() {
                return false;
            }
            let known = self.assumed.get(s, t).is_some_and(|q| q == question || self.proved[q as usize]);
            if !known {
                self.assume(question, s, t, from);
            }
            return true;
        }
        let walked = self.walked.get(x.bits(), y.bits());
        if walked.is_some_and(|q| q == question || self.proved[q as usize]) {
            return true;
        }
        self.steps += 1;
        if self.steps > PATIENCE {
            return false;
        }
        self.walked.set(x.bits(), y.bits(), question);
        let var = top(&graph.nodes, x).min(top(&graph.nodes, y));
        let (x_lo, x_hi) = split(&graph.nodes, x, var);
        let (y_lo, y_hi) = split(&graph.nodes, y, var);
        self.walk(graph, from, x_lo, y_lo) && self.walk(graph, from, x_hi, y_hi)
    }
}

fn is_constant(graph: &Graph, at: Ref) -> Option<bool> {
    at.as_state().map_or(at.as_truth(), |state| graph.constant_state(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::numbers::bdd::{Node, State};
    use crate::numbers::minimize::{Numbering, minimize};
    use crate::numbers::{Domain, Relation, Tuples};

    /// The automaton that starts in the state `start`.
    fn from_state(set: &Tuples, start: usize, budget: &mut Budget) -> Tuples {
        let shift = |at: Ref| at.as_state().map_or(at, |state| Ref::state(state as u32 + 1));
        let node = |node: &Node| Node { var: node.var, lo: shift(node.lo), hi: shift(node.hi) };
        let state = |state: &State| State { next: shift(state.next), last: state.last };
        let graph = &set.graph;
        let states = [start].into_iter().chain(0..graph.states.len()).map(|s| state(&graph.states[s]));
        let moved = Graph { nodes: graph.nodes.iter().map(node).collect(), states: states.collect() };
        let moved = minimize(moved, Numbering::Arbitrary, budget).expect("enough");
        Tuples::new(set.domain(), set.tracks(), moved)
    }

    #[test]
    fn covers_is_inclusion_of_languages() {
        let budget = &mut Budget::steps(u64::MAX);
        for domain in [Domain::Integers, Domain::Naturals] {
            let le = |coefficients: &[i64], constant: i64, budget: &mut Budget| {
                Tuples::linear_over(domain, coefficients, Relation::AtMost, constant, budget).expect("enough")
            };
            let (x, y) = (le(&[2, -3], 4, budget), le(&[-1, 2], 3, budget));
            let odd = Tuples::congruent_over(domain, &[1, 1], 1, 2, budget).expect("enough");
            let both = x.intersection(&y, budget).expect("enough");
            for set in [both.clone(), both.union(&odd, budget).expect("enough"), odd, x] {
                let states = set.states();
                let starts: Vec<Tuples> = (0..states).map(|s| from_state(&set, s, budget)).collect();
                let mut subsumption = Subsumption::new();
                for (small, large) in (0..states * states).map(|pair| (pair / states, pair % states)) {
                    if small != large {
                        let expected = starts[small].included_in(&starts[large], budget).expect("enough");
                        let covers = subsumption.covers(&set.graph, small as u32, large as u32);
                        assert_eq!(covers, expected, "{small} in {large} over {domain:?}");
                    }
                }
            }
        }
    }
}
