//! The syntax tree that all dialects share: an arena of nodes that name each other by index.
//!
//! Parsers resolve everything that differs between dialects: a class is a plain set of characters with
//! case already folded in, and every zero-width test (anchor, word boundary, lookaround) is a [`Node::Look`].
//! Nodes may be shared, so the tree is a graph without cycles. Its height is at most [`MAX_HEIGHT`], so that
//! a walk may recurse; dropping it never does.

use crate::symbols::SymbolSet;

/// The greatest height of a tree. Deeper patterns are refused when they are parsed.
pub(crate) const MAX_HEIGHT: u32 = 1500;

/// The index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// The empty word.
    Empty,
    /// One character of the set; nothing when the set is empty.
    Class(SymbolSet),
    /// One character of the word itself, even if it is only a part of what spells a code point.
    Unit(SymbolSet),
    /// One after the other.
    Concat(Vec<NodeId>),
    /// Any of them, the first preferred; nothing when there is none.
    Alternate(Vec<NodeId>),
    /// `min` to `max` times in a row.
    Repeat { body: NodeId, times: Times, greed: Greed },
    /// A capturing group and its number.
    Capture(u32, NodeId),
    /// A test of the text before or after the current place, which it does not move.
    Look { side: Side, wanted: Wanted, body: NodeId },
    /// Only the first way in which the body matches is tried.
    Atomic(NodeId),
}

/// How often a body is repeated; without a maximum when `max` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) min: u32,
    pub(crate) max: Option<u32>,
}

/// Which number of repetitions is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Greed {
    /// As many as possible.
    Greedy,
    /// As few as possible.
    Lazy,
    /// As many as possible, and no other number after that.
    Possessive,
}

/// Where a zero-width test looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// At the text that ends at the current place.
    Behind,
    /// At the text that starts at the current place.
    Ahead,
}

/// Whether a zero-width test wants its body to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Wanted {
    Match,
    NoMatch,
}

/// An arena of nodes. A node names only nodes that were added before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    heights: Vec<u32>,
}

impl Tree {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// How many nodes lie on the longest way down from here.
    pub(crate) fn height(&self, id: NodeId) -> u32 {
        self.heights[id.0 as usize]
    }

    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        let height = 1 + children(&node).iter().map(|&child| self.height(child)).max().unwrap_or(0);
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a pattern has fewer than 2^32 parts"));
        self.nodes.push(node);
        self.heights.push(height);
        id
    }

    pub(crate) fn empty(&mut self) -> NodeId {
        self.add(Node::Empty)
    }

    pub(crate) fn class(&mut self, set: SymbolSet) -> NodeId {
        self.add(Node::Class(set))
    }

    pub(crate) fn unit(&mut self, set: SymbolSet) -> NodeId {
        self.add(Node::Unit(set))
    }

    /// One after the other; a single part stands for itself.
    pub(crate) fn concat(&mut self, parts: Vec<NodeId>) -> NodeId {
        match parts.as_slice() {
            [] => self.empty(),
            [one] => *one,
            [_, _, ..] => self.add(Node::Concat(parts)),
        }
    }

    /// Any of them; a single alternative stands for itself.
    pub(crate) fn alternate(&mut self, parts: Vec<NodeId>) -> NodeId {
        match parts.as_slice() {
            [one] => *one,
            [] | [_, _, ..] => self.add(Node::Alternate(parts)),
        }
    }

    pub(crate) fn repeat(&mut self, body: NodeId, times: Times, greed: Greed) -> NodeId {
        self.add(Node::Repeat { body, times, greed })
    }

    pub(crate) fn look(&mut self, side: Side, wanted: Wanted, body: NodeId) -> NodeId {
        self.add(Node::Look { side, wanted, body })
    }
}

impl Times {
    pub(crate) const ANY: Times = Times { min: 0, max: None };
    pub(crate) const SOME: Times = Times { min: 1, max: None };
    pub(crate) const OPTIONAL: Times = Times { min: 0, max: Some(1) };
}

/// The nodes that a node names.
pub(crate) fn children(node: &Node) -> &[NodeId] {
    match node {
        Node::Empty | Node::Class(_) | Node::Unit(_) => &[],
        Node::Concat(parts) | Node::Alternate(parts) => parts,
        Node::Repeat { body, .. } | Node::Capture(_, body) | Node::Look { body, .. } | Node::Atomic(body) => {
            std::slice::from_ref(body)
        }
    }
}

/// Whether the part may match without reading anything.
pub(crate) fn may_be_empty(tree: &Tree, id: NodeId) -> bool {
    match tree.node(id) {
        Node::Empty | Node::Look { .. } => true,
        Node::Class(_) | Node::Unit(_) => false,
        Node::Concat(parts) => parts.iter().all(|&part| may_be_empty(tree, part)),
        Node::Alternate(parts) => parts.iter().any(|&part| may_be_empty(tree, part)),
        Node::Repeat { body, times, .. } => times.min == 0 || may_be_empty(tree, *body),
        Node::Capture(_, body) | Node::Atomic(body) => may_be_empty(tree, *body),
    }
}
