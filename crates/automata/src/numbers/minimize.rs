//! The canonical form of an automaton: minimal, reduced, numbered by first visit.
//!
//! States are numbered in the order in which a walk from the start meets them (states in turn, each
//! diagram low child first, `next` before `last`), nodes in the order in which that walk leaves them. Two automata of the
//! same set are then equal as values.
//!
//! The partition is found by rounds of hashing. A round is one sweep over the arena without any table:
//! the hash of a node is made from those of its children, that of a state from those of its diagrams.
//! States with different hashes do differ, because the hash is a function of the language up to the
//! round's depth. Equal hashes prove nothing, so [`rebuild`] checks that the partition is stable while
//! it builds the quotient. Should hashes ever collide, [`refine_exactly`] decides instead.

use super::bdd::{Graph, Node, Ref, State, Store, mix};
use crate::budget::{Budget, Exhausted};

/// How the states and nodes of a graph are numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    /// By first visit, all of them reachable: canonical if minimal.
    ByVisit,
    /// In any order, with nodes and states that may be unreachable.
    Arbitrary,
}

/// A partition of the states; classes are numbered from 0.
pub(super) struct Partition {
    pub(super) class_of: Vec<u32>,
    pub(super) classes: usize,
}

/// The canonical graph of the same language. Exact.
pub(super) fn minimize(graph: Graph, numbering: Numbering, budget: &mut Budget) -> Result<Graph, Exhausted> {
    minimize_with(graph, numbering, u64::MAX, budget)
}

/// As [`minimize`], keeping only the bits of `mask` of every hash (a test makes them collide).
fn minimize_with(
    graph: Graph,
    numbering: Numbering,
    mask: u64,
    budget: &mut Budget,
) -> Result<Graph, Exhausted> {
    let graph = match numbering {
        Numbering::ByVisit => graph,
        Numbering::Arbitrary => renumber(&graph, budget)?,
    };
    let partition = refine_by_hash(&graph, mask, budget)?;
    if partition.classes == graph.states.len() {
        return Ok(graph);
    }
    if let Some(quotient) = rebuild(&graph, &partition, budget)? {
        return Ok(quotient);
    }
    let partition = refine_exactly(&graph, usize::MAX, budget)?;
    let quotient = rebuild(&graph, &partition, budget)?;
    Ok(quotient.expect("an exact refinement ends with a stable partition"))
}

/// The same automaton, numbered by first visit and without unreachable parts.
pub(super) fn renumber(graph: &Graph, budget: &mut Budget) -> Result<Graph, Exhausted> {
    let states = graph.states.len();
    let class_of = (0..states as u32).collect();
    let quotient = rebuild(graph, &Partition { class_of, classes: states }, budget)?;
    Ok(quotient.expect("classes of one state are stable"))
}

/// The coarsest partition that hashes can tell apart. Never finer than language equality.
fn refine_by_hash(graph: &Graph, mask: u64, budget: &mut Budget) -> Result<Partition, Exhausted> {
    let count = graph.states.len();
    let mut hashing = Hashing::new(graph, mask);
    let mut distinct = Distinct::new(count);
    let mut known = 1;
    loop {
        budget.spend(1 + hashing.links.len() as u64 / 8)?;
        hashing.sweep();
        distinct.number(hashing.signatures());
        if distinct.count == known || distinct.count == count {
            return Ok(Partition { class_of: distinct.class_of, classes: distinct.count });
        }
        known = distinct.count;
        for (hash, &signature) in hashing.hashes[..count].iter_mut().zip(&distinct.order) {
            *hash = mix(signature) & mask;
        }
    }
}

/// One hash a state, then one each for no and yes, then one a node.
struct Hashing {
    hashes: Vec<u64>,
    /// The nodes of `next` diagrams: place, track, places of the children. Others never change.
    links: Vec<(u32, u32, u32, u32)>,
    states: Vec<(u32, u32)>,
    mask: u64,
}

impl Hashing {
    fn new(graph: &Graph, mask: u64) -> Hashing {
        let count = graph.states.len();
        let place = |at: Ref| match (at.as_truth(), at.as_state()) {
            (Some(value), _) => count + usize::from(value),
            (None, Some(state)) => state,
            (None, None) => count + 2 + at.index(),
        };
        let mut hashes = vec![0; count + 2 + graph.nodes.len()];
        (hashes[count], hashes[count + 1]) = (mix(1) & mask, mix(2) & mask);
        let mut fixed = vec![false; hashes.len()];
        (fixed[count], fixed[count + 1]) = (true, true);
        let mut links = Vec::with_capacity(graph.nodes.len());
        for (i, node) in graph.nodes.iter().enumerate() {
            let (at, lo, hi) = (count + 2 + i, place(node.lo), place(node.hi));
            fixed[at] = fixed[lo];
            if fixed[at] {
                hashes[at] = hash_node(node.var, hashes[lo], hashes[hi]) & mask;
            } else {
                links.push((at as u32, node.var, lo as u32, hi as u32));
            }
        }
        let states = graph.states.iter().map(|s| (place(s.next) as u32, place(s.last) as u32)).collect();
        Hashing { hashes, links, states, mask }
    }

    fn sweep(&mut self) {
        for &(at, var, lo, hi) in &self.links {
            let (lo, hi) = (self.hashes[lo as usize], self.hashes[hi as usize]);
            self.hashes[at as usize] = if lo == hi { lo } else { hash_node(var, lo, hi) & self.mask };
        }
    }

    fn signatures(&self) -> impl Iterator<Item = u64> {
        let hash = |place: u32| self.hashes[place as usize];
        self.states.iter().map(move |&(next, last)| hash(next).rotate_left(9) ^ hash(last))
    }
}

#[inline]
fn hash_node(var: u32, lo: u64, hi: u64) -> u64 {
    mix(lo.rotate_left(23) ^ hi.wrapping_mul(0xA24B_AED4_963E_E407) ^ u64::from(var) << 56)
}

/// A table that numbers the hashes of the states, used again in every round.
struct Distinct {
    slots: Vec<(u64, u32)>,
    order: Vec<u64>,
    class_of: Vec<u32>,
    count: usize,
}

impl Distinct {
    fn new(states: usize) -> Distinct {
        let size = (states * 2).next_power_of_two();
        Distinct { slots: vec![(0, 0); size], order: vec![0; states], class_of: vec![0; states], count: 0 }
    }

    /// Numbers equal hashes equally, from 0 to `count`, and keeps the hashes in `order`.
    fn number(&mut self, hashes: impl Iterator<Item = u64>) {
        self.slots.fill((0, u32::MAX));
        self.count = 0;
        let mask = self.slots.len() - 1;
        for (state, hash) in hashes.enumerate() {
            let mut slot = (hash ^ hash >> 32) as usize & mask;
            while self.slots[slot].1 != u32::MAX && self.slots[slot].0 != hash {
                slot = (slot + 1) & mask;
            }
            if self.slots[slot].1 == u32::MAX {
                self.slots[slot] = (hash, self.count as u32);
                self.count += 1;
            }
            self.order[state] = hash;
            self.class_of[state] = self.slots[slot].1;
        }
    }
}

/// The partition by language up to words of `rounds` letters; by language when `rounds` is large. Exact.
pub(super) fn refine_exactly(
    graph: &Graph,
    rounds: usize,
    budget: &mut Budget,
) -> Result<Partition, Exhausted> {
    let mut partition = Partition { class_of: vec![0; graph.states.len()], classes: 1 };
    for _ in 0..rounds {
        budget.spend(1 + graph.nodes.len() as u64)?;
        let mut store = Store::new();
        let mut image = Vec::with_capacity(graph.nodes.len());
        let map = |image: &[Ref], at: Ref| match at.as_state() {
            Some(state) => Ref::state(partition.class_of[state]),
            None if at.is_leaf() => at,
            None => image[at.index()],
        };
        for &Node { var, lo, hi } in &graph.nodes {
            let made = store.make(var, map(&image, lo), map(&image, hi));
            image.push(made);
        }
        let signature = |state: &State| (map(&image, state.next), map(&image, state.last));
        let next = number_equal(&graph.states.iter().map(signature).collect::<Vec<_>>());
        let stable = next.classes == partition.classes;
        partition = next;
        if stable {
            break;
        }
    }
    Ok(partition)
}

fn number_equal(signatures: &[(Ref, Ref)]) -> Partition {
    let mut sorted = signatures.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let class = |signature| sorted.binary_search(signature).expect("every signature is in the list") as u32;
    Partition { class_of: signatures.iter().map(class).collect(), classes: sorted.len() }
}

/// The quotient by a partition, numbered by first visit; `None` when the partition is not stable.
fn rebuild(graph: &Graph, partition: &Partition, budget: &mut Budget) -> Result<Option<Graph>, Exhausted> {
    budget.spend(1 + graph.nodes.len() as u64)?;
    let mut quotient = Quotient {
        graph,
        class_of: &partition.class_of,
        number: vec![u32::MAX; partition.classes],
        representatives: Vec::with_capacity(partition.classes),
        image: vec![Ref::NONE; graph.nodes.len()],
        store: Store::new(),
    };
    quotient.state(0);
    let mut states = Vec::with_capacity(partition.classes);
    while let Some(&state) = quotient.representatives.get(states.len()) {
        let image = quotient.image_of(graph.states[state as usize]);
        states.push(image);
    }
    let stable = graph.states.iter().enumerate().all(|(state, &diagrams)| {
        let number = quotient.number[partition.class_of[state] as usize];
        number == u32::MAX || quotient.image_of(diagrams) == states[number as usize]
    });
    Ok(stable.then_some(Graph { nodes: quotient.store.nodes, states }))
}

struct Quotient<'a> {
    graph: &'a Graph,
    class_of: &'a [u32],
    /// The new number of a class, `u32::MAX` before it is met.
    number: Vec<u32>,
    /// By new number, the state whose diagram stands for the class.
    representatives: Vec<u32>,
    /// The new diagram of a node, [`Ref::NONE`] before it is visited.
    image: Vec<Ref>,
    store: Store,
}

impl Quotient<'_> {
    fn state(&mut self, state: usize) -> Ref {
        let class = self.class_of[state] as usize;
        if self.number[class] == u32::MAX {
            self.number[class] = self.representatives.len() as u32;
            self.representatives.push(state as u32);
        }
        Ref::state(self.number[class])
    }

    fn image_of(&mut self, state: State) -> State {
        State { next: self.map(state.next), last: self.map(state.last) }
    }

    fn map(&mut self, at: Ref) -> Ref {
        if at.is_leaf() {
            return at.as_state().map_or(at, |state| self.state(state));
        }
        let known = self.image[at.index()];
        if known != Ref::NONE {
            return known;
        }
        let Node { var, lo, hi } = self.graph.nodes[at.index()];
        let lo = self.map(lo);
        let hi = self.map(hi);
        let made = self.store.make(var, lo, hi);
        self.image[at.index()] = made;
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Domain, Relation, linear};

    fn le(coefficients: &[i64], constant: i128) -> Graph {
        let budget = &mut Budget::steps(1_000_000);
        linear::constraint(Domain::Integers, coefficients, Relation::AtMost, constant, budget)
            .expect("enough")
    }

    /// A graph with every state twice, so that there is something to merge.
    fn doubled(graph: &Graph) -> Graph {
        let count = graph.states.len() as u32;
        let odd = |at: Ref| at.as_state().map_or(at, |state| Ref::state(state as u32 + count));
        let half = |node: &Node| Node { hi: odd(node.hi), ..*node };
        let states = graph.states.iter().chain(&graph.states).copied().collect();
        Graph { nodes: graph.nodes.iter().map(half).collect(), states }
    }

    #[test]
    fn colliding_hashes_do_not_change_the_result() {
        let budget = &mut Budget::steps(10_000_000);
        for graph in [le(&[3, -5], 7), le(&[1, 1, -2], -4), le(&[7], 100)] {
            for mask in [u64::MAX, 0xFF, 0x7, 0x1, 0] {
                let merged =
                    minimize_with(doubled(&graph), Numbering::Arbitrary, mask, budget).expect("enough");
                assert!(merged == graph, "with the hash bits {mask:x}");
            }
        }
    }
}
