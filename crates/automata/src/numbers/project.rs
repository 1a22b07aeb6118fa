//! Projection: "for some value of these tracks", and the tracks are gone.
//!
//! Forgetting a bit of the letters makes the automaton nondeterministic; [`Subsets`] makes it
//! deterministic again. The forgotten track may need more bits than the others show, so acceptance is
//! saturated: over the naturals before determinisation, where it is linear; over the integers after
//! it, on the minimal automaton, where letters must be repeated and not only zeros.

use super::Domain;
use super::bdd::{Graph, Node, Ref, State};
use super::saturate::{accepts_after_zeros, saturate};
use super::subset::Subsets;
use crate::budget::{Budget, Exhausted};

/// The canonical automaton of the tuples that some values of the `removed` tracks complete. Exact.
pub(super) fn project(
    domain: Domain,
    graph: &Graph,
    removed: &[bool],
    budget: &mut Budget,
) -> Result<Graph, Exhausted> {
    let mut kept = 0;
    let positions: Vec<u32> = removed
        .iter()
        .map(|&gone| {
            let position = kept;
            kept += u32::from(!gone);
            position
        })
        .collect();
    if !graph.nodes.iter().any(|node| removed[node.var as usize]) {
        let shift = |node: &Node| Node { var: positions[node.var as usize], ..*node };
        return Ok(Graph { nodes: graph.nodes.iter().map(shift).collect(), states: graph.states.clone() });
    }
    let mut subsets = Subsets::new(graph);
    let mut image = Vec::with_capacity(graph.nodes.len());
    let map = |subsets: &Subsets, image: &[Ref], at: Ref| {
        if at.is_leaf() { subsets.leaf(at) } else { image[at.index()] }
    };
    for node in &graph.nodes {
        let (lo, hi) = (map(&subsets, &image, node.lo), map(&subsets, &image, node.hi));
        image.push(if removed[node.var as usize] {
            subsets.union(lo, hi, budget)?
        } else {
            subsets.store.make(positions[node.var as usize], lo, hi)
        });
    }
    let accepts = match domain {
        Domain::Naturals => Some(accepts_after_zeros(graph, |var| removed[var as usize])),
        Domain::Integers => None,
    };
    for (number, state) in graph.states.iter().enumerate() {
        let next = map(&subsets, &image, state.next);
        let last = match &accepts {
            Some(accepts) => Ref::truth(accepts[number]),
            None => map(&subsets, &image, state.last),
        };
        subsets.set_state(number, State { next, last });
    }
    let graph = subsets.determinize(0, budget)?;
    match domain {
        Domain::Naturals => Ok(graph),
        Domain::Integers => saturate(domain, graph, budget),
    }
}
