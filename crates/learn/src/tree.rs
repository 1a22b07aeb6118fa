//! The prefixes of words, as a tree: the root is the empty word, the edges are letters.
//!
//! A letter is the number of a class of characters. Nodes are numbered in the order in which they came, so a
//! parent stands before its children.

use std::collections::BTreeMap;

/// The prefixes of the words that were put in.
#[derive(Default)]
pub(crate) struct Tree {
    /// The edge to each node but the root: the parent and the letter.
    edges: Vec<(usize, usize)>,
    children: BTreeMap<(usize, usize), usize>,
}

impl Tree {
    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.edges.len() + 1
    }

    /// The parent and the letter of a node, unless it is the root.
    pub(crate) fn edge(&self, node: usize) -> Option<(usize, usize)> {
        node.checked_sub(1).map(|at| self.edges[at])
    }

    /// The node of the longest prefix of `word` in the tree, and the length of that prefix.
    pub(crate) fn longest_prefix(&self, word: &[u32]) -> (usize, usize) {
        let mut node = 0;
        for (at, &letter) in word.iter().enumerate() {
            match self.children.get(&(node, letter as usize)) {
                Some(&child) => node = child,
                None => return (node, at),
            }
        }
        (node, word.len())
    }

    /// A new node: `parent`, which has no such child, and `letter`.
    pub(crate) fn add(&mut self, parent: usize, letter: usize) -> usize {
        self.edges.push((parent, letter));
        self.children.insert((parent, letter), self.edges.len());
        self.edges.len()
    }
}
