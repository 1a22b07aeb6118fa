//! A set's automaton laid open, for those who walk it themselves.
//!
//! State 0 is the start. A node refers only to nodes before it, and decides a track before those of the nodes
//! it refers to. Over the integers a tuple is read letter by letter, one bit a track, low bits first; every
//! letter but the last follows `next` of a state, and the last, which holds the signs, must lead to
//! [`Leaf::Yes`] in its `last`.

use super::Tuples;
use super::bdd::Ref;

/// A diagram: a decision, or what it ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A node, by its number.
    Node(usize),
    /// A state, by its number; only in `next`.
    State(usize),
    /// The letter may be the last; only in `last`.
    Yes,
    /// The letter may not be the last; only in `last`.
    No,
}

impl Tuples {
    /// The nodes in order: the track each decides, and where bits 0 and 1 lead.
    pub fn node_table(&self) -> impl ExactSizeIterator<Item = (usize, Leaf, Leaf)> + '_ {
        self.graph.nodes.iter().map(|node| (node.var as usize, leaf(node.lo), leaf(node.hi)))
    }

    /// The states in order: the diagrams `next` and `last` of each.
    pub fn state_table(&self) -> impl ExactSizeIterator<Item = (Leaf, Leaf)> + '_ {
        self.graph.states.iter().map(|state| (leaf(state.next), leaf(state.last)))
    }
}

fn leaf(at: Ref) -> Leaf {
    match (at.as_truth(), at.as_state()) {
        (Some(true), _) => Leaf::Yes,
        (Some(false), _) => Leaf::No,
        (None, Some(state)) => Leaf::State(state),
        (None, None) => Leaf::Node(at.index()),
    }
}
