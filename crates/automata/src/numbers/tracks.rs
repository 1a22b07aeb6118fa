//! Tracks inserted and put into another order.
//!
//! Both are exact. Inserting only renames the variables of the diagrams; another order may make them grow, so that
//! takes a budget.

use super::bdd::{Graph, Node, PairMap, Ref, State, Store};
use super::minimize::renumber;
use super::saturate::choose;
use crate::budget::{Budget, Exhausted};

/// The automaton with an unconstrained track at `position`. Exact, canonical, linear.
pub(super) fn insert(graph: &Graph, position: usize) -> Graph {
    let shift = |node: &Node| Node { var: node.var + u32::from(node.var as usize >= position), ..*node };
    Graph { nodes: graph.nodes.iter().map(shift).collect(), states: graph.states.clone() }
}

/// The canonical automaton in which track `i` has become track `places[i]`. Exact.
pub(super) fn permute(graph: &Graph, places: &[usize], budget: &mut Budget) -> Result<Graph, Exhausted> {
    let mut store = Store::new();
    let mut memos: Vec<PairMap> = places.iter().map(|_| PairMap::new()).collect();
    let mut image: Vec<Ref> = Vec::with_capacity(graph.nodes.len());
    let map = |image: &[Ref], at: Ref| if at.is_leaf() { at } else { image[at.index()] };
    for node in &graph.nodes {
        let halves = (map(&image, node.lo), map(&image, node.hi));
        let place = places[node.var as usize];
        image.push(choose(&mut store, &mut memos[place], place as u32, halves, budget)?);
    }
    let state = |state: &State| State { next: map(&image, state.next), last: map(&image, state.last) };
    let states = graph.states.iter().map(state).collect();
    renumber(&Graph { nodes: store.nodes, states }, budget)
}
