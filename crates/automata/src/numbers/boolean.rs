//! Boolean operations: complement in place of every leaf, the others on pairs of states.
//!
//! A product makes the pairs that can be reached and no others. Both memo tables are exact and serve
//! all pairs of states: one for pairs of diagrams, one for the nodes made. A side whose language is
//! nothing or everything decides the result where the operation allows it, and the pair is then one
//! state whatever the other side is.

use super::bdd::{Graph, MAX_SIZE, Node, PairMap, Ref, State, Store, split, top};
use super::minimize::{Numbering, minimize};
use crate::budget::{Budget, Exhausted};

/// A boolean function of two arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    And,
    Or,
    /// The first and not the second.
    Minus,
}

impl Operation {
    #[inline]
    pub(super) fn apply(self, a: bool, b: bool) -> bool {
        match self {
            Operation::And => a && b,
            Operation::Or => a || b,
            Operation::Minus => a && !b,
        }
    }

    /// What the result is, whatever the other argument, when `a` or `b` is known.
    fn decided(self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match self {
            Operation::And => (a == Some(false) || b == Some(false)).then_some(false),
            Operation::Or => (a == Some(true) || b == Some(true)).then_some(true),
            Operation::Minus => (a == Some(false) || b == Some(true)).then_some(false),
        }
    }
}

/// The automaton that accepts exactly the other words of the domain. Exact, canonical, linear.
pub(super) fn complement(graph: &Graph) -> Graph {
    let flip = |at: Ref| at.as_truth().map_or(at, |value| Ref::truth(!value));
    let node = |node: &Node| Node { var: node.var, lo: flip(node.lo), hi: flip(node.hi) };
    let state = |state: &State| State { next: state.next, last: flip(state.last) };
    Graph { nodes: graph.nodes.iter().map(node).collect(), states: graph.states.iter().map(state).collect() }
}

/// The canonical automaton of the words `w` with `operation(w in a, w in b)`. Exact.
pub(super) fn combine(
    a: &Graph,
    b: &Graph,
    operation: Operation,
    budget: &mut Budget,
) -> Result<Graph, Exhausted> {
    let mut product = Product {
        a,
        b,
        operation,
        constant_a: a.constant_states(),
        constant_b: b.constant_states(),
        pairs: Vec::new(),
        numbers: PairMap::new(),
        decided: None,
        memo: PairMap::new(),
        store: Store::new(),
    };
    product.state(0, 0);
    let mut states = Vec::new();
    while let Some(&pair) = product.pairs.get(states.len()) {
        budget.spend(1)?;
        let state = if let Some((x, y)) = pair {
            let (x, y) = (a.states[x as usize], b.states[y as usize]);
            let next = product.walk(x.next, y.next, budget)?;
            State { next, last: product.walk(x.last, y.last, budget)? }
        } else {
            let (number, result) = product.decided.expect("such a state was made");
            State { next: Ref::state(number), last: Ref::truth(result) }
        };
        states.push(state);
    }
    minimize(Graph { nodes: product.store.nodes, states }, Numbering::ByVisit, budget)
}

struct Product<'a> {
    a: &'a Graph,
    b: &'a Graph,
    operation: Operation,
    constant_a: Vec<Option<bool>>,
    constant_b: Vec<Option<bool>>,
    /// The pair a state stands for; `None` is the one state where the result is decided.
    pairs: Vec<Option<(u32, u32)>>,
    numbers: PairMap,
    /// The state where the result is decided, and the result.
    decided: Option<(u32, bool)>,
    memo: PairMap,
    store: Store,
}

impl Product<'_> {
    fn state(&mut self, a: usize, b: usize) -> u32 {
        if let Some(result) = self.operation.decided(self.constant_a[a], self.constant_b[b]) {
            return self.decided_state(result);
        }
        if let Some(known) = self.numbers.get(a as u32, b as u32) {
            return known;
        }
        assert!(self.pairs.len() < MAX_SIZE, "a budget ends before states run out");
        let state = self.pairs.len() as u32;
        self.pairs.push(Some((a as u32, b as u32)));
        self.numbers.insert(a as u32, b as u32, state);
        state
    }

    fn decided_state(&mut self, result: bool) -> u32 {
        let next = self.pairs.len() as u32;
        let (state, _) = *self.decided.get_or_insert((next, result));
        if state == next {
            self.pairs.push(None);
        }
        state
    }

    fn walk(&mut self, x: Ref, y: Ref, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if let (Some(x), Some(y)) = (x.as_state(), y.as_state()) {
            return Ok(Ref::state(self.state(x, y)));
        }
        if let (Some(x), Some(y)) = (x.as_truth(), y.as_truth()) {
            return Ok(Ref::truth(self.operation.apply(x, y)));
        }
        let known_x = x.as_state().map_or(x.as_truth(), |state| self.constant_a[state]);
        let known_y = y.as_state().map_or(y.as_truth(), |state| self.constant_b[state]);
        if let Some(result) = self.operation.decided(known_x, known_y) {
            let truth = x.as_truth().is_some() || y.as_truth().is_some();
            return Ok(if truth { Ref::truth(result) } else { Ref::state(self.decided_state(result)) });
        }
        if let Some(known) = self.memo.get_ref(x, y) {
            return Ok(known);
        }
        budget.spend(1)?;
        let var = top(&self.a.nodes, x).min(top(&self.b.nodes, y));
        let (x_lo, x_hi) = split(&self.a.nodes, x, var);
        let (y_lo, y_hi) = split(&self.b.nodes, y, var);
        let lo = self.walk(x_lo, y_lo, budget)?;
        let hi = self.walk(x_hi, y_hi, budget)?;
        let made = self.store.make(var, lo, hi);
        self.memo.insert_ref(x, y, made);
        Ok(made)
    }
}
