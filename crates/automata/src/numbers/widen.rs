//! Widening of arithmetic automata [BB04], and a coarser family that always ends.
//!
//! States of the larger automaton are merged, and an automaton with merged states accepts at least what
//! it accepted before. [BB04] merges states that correspond: those with equal residual languages, and
//! those that one word reaches in the smaller and in the larger automaton without passing a sink. Merging
//! goes on until successors of merged states are merged, where neither is the sink. Merging may break
//! the closure under padding, so the result is saturated (over the integers letter by letter).

use super::Tuples;
use super::bdd::{Graph, Node, PairMap, Ref, State, Store, split, top};
use super::minimize::{Numbering, minimize, refine_exactly};
use super::saturate::saturate;
use crate::budget::{Budget, Exhausted};

impl Tuples {
    /// Over-approximates: the widening of [BB04 §3], a set that contains this one and `next`.
    ///
    /// It finds relations such as `x = y` after few rounds of a loop, but a chain of widenings need not
    /// end; [`Tuples::widen_to_depth`] makes it end.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn widen(&self, next: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let joined = self.union(next, budget)?;
        let mut merger = Merger::new(&joined.graph);
        merger.correspond(&self.graph, budget)?;
        joined.merged(merger, budget)
    }

    /// Over-approximates: a set that contains this one and `next`, in which two states agree when they
    /// accept the same words of up to `depth` letters.
    ///
    /// For one depth and number of tracks there are finitely many results, so a growing chain of them
    /// ends. The smaller the depth, the coarser the result; depth 0 ends soonest.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn widen_to_depth(
        &self,
        next: &Tuples,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        let joined = self.union(next, budget)?;
        let mut merger = Merger::new(&joined.graph);
        merger.agree(depth, budget)?;
        joined.merged(merger, budget)
    }

    fn merged(&self, merger: Merger, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let graph = minimize(merger.close(budget)?, Numbering::Arbitrary, budget)?;
        let graph = saturate(self.domain(), graph, budget)?;
        Ok(Tuples::new(self.domain(), self.tracks(), graph))
    }
}

/// Merges states of a graph. Leaves are states of it; classes are found by [`Merger::find`].
struct Merger<'a> {
    graph: &'a Graph,
    parent: Vec<u32>,
    /// By class, its diagrams: what its members do together.
    diagrams: Vec<State>,
    todo: Vec<(u32, u32)>,
    memo: PairMap,
    store: Store,
}

impl<'a> Merger<'a> {
    fn new(graph: &'a Graph) -> Merger<'a> {
        let mut store = Store::new();
        let mut image: Vec<Ref> = Vec::with_capacity(graph.nodes.len());
        let map = |image: &[Ref], at: Ref| if at.is_leaf() { at } else { image[at.index()] };
        for &Node { var, lo, hi } in &graph.nodes {
            let made = store.make(var, map(&image, lo), map(&image, hi));
            image.push(made);
        }
        let state = |s: &State| State { next: map(&image, s.next), last: map(&image, s.last) };
        Merger {
            graph,
            parent: (0..graph.states.len() as u32).collect(),
            diagrams: graph.states.iter().map(state).collect(),
            todo: Vec::new(),
            memo: PairMap::new(),
            store,
        }
    }

    /// Asks for the merges of [BB04] between a smaller automaton and this one.
    fn correspond(&mut self, smaller: &Graph, budget: &mut Budget) -> Result<(), Exhausted> {
        // What corresponds to a state of the smaller automaton is one class.
        let mut partner = vec![u32::MAX; smaller.states.len()];
        let both = disjoint_union(smaller, self.graph);
        let partition = refine_exactly(&both, usize::MAX, budget)?;
        let mut state_of = vec![u32::MAX; partition.classes];
        for state in 0..self.graph.states.len() {
            state_of[partition.class_of[smaller.states.len() + state] as usize] = state as u32;
        }
        for (state, partner) in partner.iter_mut().enumerate() {
            *partner = state_of[partition.class_of[state] as usize];
        }
        for (a, b) in common_pairs(smaller, self.graph, budget)? {
            let partner = &mut partner[a as usize];
            if *partner == u32::MAX {
                *partner = b;
            } else {
                self.todo.push((*partner, b));
            }
        }
        Ok(())
    }

    /// Asks for the merges of states that agree on words of up to `depth` letters. The sink stays alone.
    fn agree(&mut self, depth: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        let partition = refine_exactly(self.graph, depth, budget)?;
        let mut first = vec![u32::MAX; partition.classes];
        for (state, &class) in partition.class_of.iter().enumerate() {
            if self.graph.constant_state(state) == Some(false) {
                continue;
            }
            if first[class as usize] == u32::MAX {
                first[class as usize] = state as u32;
            } else {
                self.todo.push((first[class as usize], state as u32));
            }
        }
        Ok(())
    }

    /// Merges until successors of merged states are merged; the automaton of the classes.
    fn close(mut self, budget: &mut Budget) -> Result<Graph, Exhausted> {
        while let Some((s, t)) = self.todo.pop() {
            let (s, t) = (self.find(s), self.find(t));
            if s != t {
                budget.spend(1)?;
                let (x, y) = (self.diagrams[s as usize], self.diagrams[t as usize]);
                let next = self.merge(x.next, y.next, budget)?;
                let last = self.merge(x.last, y.last, budget)?;
                self.parent[t as usize] = s;
                self.diagrams[s as usize] = State { next, last };
            }
        }
        let classes: Vec<u32> = (0..self.parent.len() as u32).map(|state| self.find(state)).collect();
        let class = |at: Ref| at.as_state().map_or(at, |state| Ref::state(classes[state]));
        let mut nodes = self.store.nodes;
        for node in &mut nodes {
            node.lo = class(node.lo);
            node.hi = class(node.hi);
        }
        let state = |&c: &u32| {
            let State { next, last } = self.diagrams[c as usize];
            State { next: class(next), last }
        };
        Ok(Graph { nodes, states: classes.iter().map(state).collect() })
    }

    fn find(&mut self, mut state: u32) -> u32 {
        while self.parent[state as usize] != state {
            let above = self.parent[self.parent[state as usize] as usize];
            self.parent[state as usize] = above;
            state = above;
        }
        state
    }

    /// Both diagrams together: letters lead to either successor, which are asked to be merged; a sink
    /// gives way. Letters are accepted when either accepts them.
    fn merge(&mut self, x: Ref, y: Ref, budget: &mut Budget) -> Result<Ref, Exhausted> {
        if x == y || y == Ref::NO || x == Ref::YES {
            return Ok(x);
        }
        if x == Ref::NO || y == Ref::YES {
            return Ok(y);
        }
        if let (Some(s), Some(t)) = (x.as_state(), y.as_state()) {
            if self.graph.constant_state(s) == Some(false) {
                return Ok(y);
            }
            if self.graph.constant_state(t) != Some(false) {
                self.todo.push((s as u32, t as u32));
            }
            return Ok(x);
        }
        if let Some(known) = self.memo.get_ref(x, y) {
            return Ok(known);
        }
        budget.spend(1)?;
        let var = self.store.var(x).min(self.store.var(y));
        let (x_lo, x_hi) = self.store.split(x, var);
        let (y_lo, y_hi) = self.store.split(y, var);
        let lo = self.merge(x_lo, y_lo, budget)?;
        let hi = self.merge(x_hi, y_hi, budget)?;
        let made = self.store.make(var, lo, hi);
        self.memo.insert_ref(x, y, made);
        Ok(made)
    }
}

/// One graph with the states of both, those of `b` after those of `a`.
fn disjoint_union(a: &Graph, b: &Graph) -> Graph {
    let (nodes, states) = (a.nodes.len(), a.states.len());
    let shift =
        |at: Ref| at.as_state().map_or_else(|| at.shifted(nodes), |s| Ref::state((s + states) as u32));
    let node = |node: &Node| Node { var: node.var, lo: shift(node.lo), hi: shift(node.hi) };
    let state = |state: &State| State { next: shift(state.next), last: shift(state.last) };
    Graph {
        nodes: a.nodes.iter().copied().chain(b.nodes.iter().map(node)).collect(),
        states: a.states.iter().copied().chain(b.states.iter().map(state)).collect(),
    }
}

/// The pairs of states that one word reaches without passing a sink in either automaton.
fn common_pairs(a: &Graph, b: &Graph, budget: &mut Budget) -> Result<Vec<(u32, u32)>, Exhausted> {
    let mut pairs = Vec::new();
    let mut seen = PairMap::new();
    let mut visited = PairMap::new();
    let mut stack = vec![(Ref::state(0), Ref::state(0))];
    while let Some((x, y)) = stack.pop() {
        if let (Some(s), Some(t)) = (x.as_state(), y.as_state()) {
            let sink = a.constant_state(s) == Some(false) || b.constant_state(t) == Some(false);
            if !sink && seen.get(s as u32, t as u32).is_none() {
                budget.spend(1)?;
                seen.insert(s as u32, t as u32, 0);
                pairs.push((s as u32, t as u32));
                stack.push((a.states[s].next, b.states[t].next));
            }
        } else if visited.get_ref(x, y).is_none() {
            budget.spend(1)?;
            visited.insert_ref(x, y, x);
            let var = top(&a.nodes, x).min(top(&b.nodes, y));
            let (x_lo, x_hi) = split(&a.nodes, x, var);
            let (y_lo, y_hi) = split(&b.nodes, y, var);
            stack.extend([(x_hi, y_hi), (x_lo, y_lo)]);
        }
    }
    Ok(pairs)
}
