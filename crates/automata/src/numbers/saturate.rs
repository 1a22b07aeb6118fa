//! Closure under padding, which projection and widening may break.
//!
//! A tuple has many words: the last letter may be repeated (over the naturals: zeros may be added).
//! When a longer word of a tuple is accepted, all its words must be. Over the naturals a state becomes
//! accepting when some number of zeros leads from it to acceptance. Over the integers a letter `b` read
//! in a state becomes accepting when some number of further `b` does: a fixpoint on the `last` diagrams,
//! in which a step along a letter is a composition of diagrams.

use super::Domain;
use super::bdd::{Graph, Node, PairMap, Ref, State, Store};
use super::minimize::{Numbering, minimize};
use crate::budget::{Budget, Exhausted};

/// The canonical automaton of every tuple that has some accepted word. Exact; `graph` is canonical.
pub(super) fn saturate(domain: Domain, graph: Graph, budget: &mut Budget) -> Result<Graph, Exhausted> {
    let saturated = match domain {
        Domain::Naturals => {
            let accepts = accepts_after_zeros(&graph, |_| false);
            let state =
                |(state, &accepts): (&State, &bool)| State { next: state.next, last: Ref::truth(accepts) };
            let states = graph.states.iter().zip(&accepts).map(state).collect();
            Graph { nodes: graph.nodes.clone(), states }
        }
        Domain::Integers => match saturate_integers(&graph, budget)? {
            Some(changed) => changed,
            None => return Ok(graph),
        },
    };
    minimize(saturated, Numbering::Arbitrary, budget)
}

/// By state: whether some word of letters with zeros on all tracks but the `free` ones, or no letter
/// at all, leads to acceptance over the naturals.
pub(super) fn accepts_after_zeros(graph: &Graph, free: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut accepts: Vec<bool> = graph.states.iter().map(|state| state.last == Ref::YES).collect();
    let mut edges: Vec<(u32, u32)> = Vec::with_capacity(graph.states.len() * 2);
    let mut stack = Vec::new();
    for (state, diagrams) in graph.states.iter().enumerate() {
        stack.push(diagrams.next);
        while let Some(at) = stack.pop() {
            if let Some(after) = at.as_state() {
                edges.push((after as u32, state as u32));
                continue;
            }
            let node = graph.nodes[at.index()];
            stack.push(node.lo);
            if free(node.var) {
                stack.push(node.hi);
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let mut work: Vec<u32> = (0..).zip(&accepts).filter(|&(_, &yes)| yes).map(|(state, _)| state).collect();
    while let Some(state) = work.pop() {
        let from = edges.partition_point(|&(after, _)| after < state);
        for &(_, before) in edges[from..].iter().take_while(|&&(after, _)| after == state) {
            if !accepts[before as usize] {
                accepts[before as usize] = true;
                work.push(before);
            }
        }
    }
    accepts
}

/// The graph with accepting letters added; `None` when it is closed already.
fn saturate_integers(graph: &Graph, budget: &mut Budget) -> Result<Option<Graph>, Exhausted> {
    let mut letters = Letters::new();
    let mut image = vec![Ref::NONE; graph.nodes.len()];
    let copy = |state: &State| letters.copy(&graph.nodes, state.last, &mut image);
    let given: Vec<Ref> = graph.states.iter().map(copy).collect();
    let mut accepted = given.clone();
    loop {
        budget.spend(1 + graph.nodes.len() as u64)?;
        image.fill(Ref::NONE);
        let mut next = Vec::with_capacity(accepted.len());
        for (state, &last) in graph.states.iter().zip(&accepted) {
            let mut step = Step { nodes: &graph.nodes, accepted: &accepted, image: &mut image };
            let after = letters.after(state.next, &mut step, budget)?;
            next.push(letters.or(last, after, budget)?);
        }
        if next == accepted {
            break;
        }
        accepted = next;
    }
    if accepted == given {
        return Ok(None);
    }
    // The letters become part of the arena; what they replace is dropped when it is numbered again.
    let mut arena = Letters::new();
    image.fill(Ref::NONE);
    let mut last_image = vec![Ref::NONE; letters.store.nodes.len()];
    let states = graph.states.iter().zip(&accepted).map(|(state, &last)| State {
        next: arena.copy(&graph.nodes, state.next, &mut image),
        last: arena.copy(&letters.store.nodes, last, &mut last_image),
    });
    Ok(Some(Graph { states: states.collect(), nodes: arena.store.nodes }))
}

/// One step of the fixpoint: what every state accepts so far, and the images found in this step.
struct Step<'a> {
    nodes: &'a [Node],
    accepted: &'a [Ref],
    image: &'a mut [Ref],
}

/// Sets of letters: diagrams whose leaves are yes and no.
struct Letters {
    store: Store,
    or: PairMap,
    /// By track, a memo of [`choose`].
    choose: Vec<PairMap>,
}

impl Letters {
    fn new() -> Letters {
        Letters { store: Store::new(), or: PairMap::new(), choose: Vec::new() }
    }

    /// The same diagram in this arena.
    fn copy(&mut self, nodes: &[Node], at: Ref, image: &mut [Ref]) -> Ref {
        if at.is_leaf() {
            return at;
        }
        if image[at.index()] == Ref::NONE {
            let Node { var, lo, hi } = nodes[at.index()];
            let lo = self.copy(nodes, lo, image);
            let hi = self.copy(nodes, hi, image);
            image[at.index()] = self.store.make(var, lo, hi);
        }
        image[at.index()]
    }

    /// The letters that lead to a state by which they are accepted.
    fn after(&mut self, at: Ref, step: &mut Step, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if let Some(state) = at.as_state() {
            return Ok(step.accepted[state]);
        }
        if step.image[at.index()] == Ref::NONE {
            let Node { var, lo, hi } = step.nodes[at.index()];
            let lo = self.after(lo, step, budget)?;
            let hi = self.after(hi, step, budget)?;
            while self.choose.len() <= var as usize {
                self.choose.push(PairMap::new());
            }
            let memo = &mut self.choose[var as usize];
            step.image[at.index()] = choose(&mut self.store, memo, var, (lo, hi), budget)?;
        }
        Ok(step.image[at.index()])
    }

    fn or(&mut self, x: Ref, y: Ref, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if x == y || x == Ref::YES || y == Ref::NO {
            return Ok(x);
        }
        if y == Ref::YES || x == Ref::NO {
            return Ok(y);
        }
        if let Some(known) = self.or.get_ref(x, y) {
            return Ok(known);
        }
        budget.spend(1)?;
        let var = self.store.var(x).min(self.store.var(y));
        let (x_lo, x_hi) = self.store.split(x, var);
        let (y_lo, y_hi) = self.store.split(y, var);
        let lo = self.or(x_lo, y_lo, budget)?;
        let hi = self.or(x_hi, y_hi, budget)?;
        let made = self.store.make(var, lo, hi);
        self.or.insert_ref(x, y, made);
        Ok(made)
    }
}

/// "If the track `var` has a one then the second of `halves` else the first"; they may test any track.
/// The memo serves one track.
pub(super) fn choose(
    store: &mut Store,
    memo: &mut PairMap,
    var: u32,
    halves: (Ref, Ref),
    budget: &mut Budget,
) -> Result<Ref, Exhausted> {
    let (lo, hi) = halves;
    let first = store.var(lo).min(store.var(hi));
    if first >= var {
        let lo = store.split(lo, var).0;
        let hi = store.split(hi, var).1;
        return Ok(store.make(var, lo, hi));
    }
    if lo == hi {
        return Ok(lo);
    }
    if let Some(known) = memo.get_ref(lo, hi) {
        return Ok(known);
    }
    budget.spend(1)?;
    let (lo_lo, lo_hi) = store.split(lo, first);
    let (hi_lo, hi_hi) = store.split(hi, first);
    let low = choose(store, memo, var, (lo_lo, hi_lo), budget)?;
    let high = choose(store, memo, var, (lo_hi, hi_hi), budget)?;
    let made = store.make(first, low, high);
    memo.insert_ref(lo, hi, made);
    Ok(made)
}
