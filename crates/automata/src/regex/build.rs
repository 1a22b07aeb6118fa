//! The skeleton of every parser: open groups on a stack of their own, so that nesting costs no call depth.
//!
//! A dialect reads its pattern from left to right and tells the builder what it met: an item, a `|`, an
//! opening or closing parenthesis, a quantifier. `S` is what the dialect wants back when a group closes.

use super::error::{SyntaxError, Unsupported};
use super::source::Source;
use super::tree::{Greed, MAX_HEIGHT, Node, NodeId, Side, Times, Tree, Wanted};
use crate::symbols::SymbolSet;

/// What a closed group becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Plain,
    Capture(u32),
    Atomic,
    Look(Side, Wanted),
}

/// A tree in the making.
#[derive(Debug)]
pub(crate) struct Builder<S> {
    pub(crate) tree: Tree,
    unsupported: Vec<Unsupported>,
    open: Vec<OpenGroup<S>>,
    sequence: Vec<NodeId>,
    alternatives: Vec<NodeId>,
}

#[derive(Debug)]
struct OpenGroup<S> {
    group: Group,
    place: usize,
    saved: S,
    sequence: Vec<NodeId>,
    alternatives: Vec<NodeId>,
}

/// A finished tree: its root and what in it is not supported.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) tree: Tree,
    pub(crate) root: NodeId,
    pub(crate) unsupported: Vec<Unsupported>,
    /// A test that a place must pass for a search to start there.
    pub(crate) start: Option<NodeId>,
    /// Whether the engine looks into surrogate pairs while it matches, or where a search starts.
    pub(crate) splits: Splits,
}

/// Where an engine that reads code points can still come to stand inside a surrogate pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Splits {
    Nowhere,
    AtSearchStart,
    Anywhere,
}

impl<S> Builder<S> {
    pub(crate) fn new() -> Self {
        Builder {
            tree: Tree::default(),
            unsupported: Vec::new(),
            open: Vec::new(),
            sequence: Vec::new(),
            alternatives: Vec::new(),
        }
    }

    /// Appends an item to the current sequence.
    pub(crate) fn push(&mut self, item: NodeId) {
        self.sequence.push(item);
    }

    pub(crate) fn push_class(&mut self, set: SymbolSet) {
        let class = self.tree.class(set);
        self.push(class);
    }

    /// Notes a construct without a language. The tree stays whole; its languages are withheld.
    pub(crate) fn push_unsupported(&mut self, name: &'static str, source: &Source, start: usize) {
        self.unsupported.push(Unsupported::new(name, source.since(start)));
        let empty = self.tree.empty();
        self.push(empty);
    }

    /// Ends the current alternative.
    pub(crate) fn alternate(&mut self) {
        let parts = std::mem::take(&mut self.sequence);
        let alternative = self.tree.concat(parts);
        self.alternatives.push(alternative);
    }

    /// How many groups are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn open(&mut self, group: Group, source: &Source, saved: S) -> Result<(), SyntaxError> {
        let place = source.place();
        if self.open.len() >= MAX_HEIGHT as usize {
            return source.error(place, "groups are nested too deeply");
        }
        let sequence = std::mem::take(&mut self.sequence);
        let alternatives = std::mem::take(&mut self.alternatives);
        self.open.push(OpenGroup { group, place, saved, sequence, alternatives });
        Ok(())
    }

    /// Closes the innermost group, appends it and gives back what was saved with it; `None` when none is open.
    pub(crate) fn close(&mut self, source: &Source) -> Result<Option<S>, SyntaxError> {
        self.close_if(source, |_, _, _| None)
    }

    /// As [`Self::close`], unless `fault` finds something wrong with the alternatives of the group.
    pub(crate) fn close_if(
        &mut self,
        source: &Source,
        fault: impl FnOnce(&Tree, Group, &[NodeId]) -> Option<&'static str>,
    ) -> Result<Option<S>, SyntaxError> {
        let Some(outer) = self.open.pop() else { return Ok(None) };
        self.alternate();
        if let Some(cause) = fault(&self.tree, outer.group, &self.alternatives) {
            return source.error(outer.place, cause);
        }
        let body = self.finish_body();
        self.sequence = outer.sequence;
        self.alternatives = outer.alternatives;
        let node = match outer.group {
            Group::Plain => body,
            Group::Capture(number) => self.tree.add(Node::Capture(number, body)),
            Group::Atomic => self.tree.add(Node::Atomic(body)),
            Group::Look(side, wanted) => self.tree.look(side, wanted, body),
        };
        self.check_height(node, source, outer.place)?;
        self.push(node);
        Ok(Some(outer.saved))
    }

    /// Takes the last item away.
    pub(crate) fn take_last(&mut self) -> Option<NodeId> {
        self.sequence.pop()
    }

    /// Repeats the last item.
    pub(crate) fn quantify(
        &mut self,
        times: Times,
        greed: Greed,
        source: &Source,
    ) -> Result<(), SyntaxError> {
        let body = self.sequence.pop().expect("the dialect quantifies only after an item");
        let node = self.tree.repeat(body, times, greed);
        self.check_height(node, source, source.place())?;
        self.push(node);
        Ok(())
    }

    /// Gives the pattern up at a construct without a language; what follows it is not read.
    pub(crate) fn abandon(mut self) -> Built {
        let root = self.tree.empty();
        Built { tree: self.tree, root, unsupported: self.unsupported, start: None, splits: Splits::Nowhere }
    }

    /// The whole tree; an error when a group is still open.
    pub(crate) fn finish(mut self, source: &Source) -> Result<Built, SyntaxError> {
        if let Some(group) = self.open.last() {
            return source.error(group.place.saturating_sub(1), "this group is not closed");
        }
        self.alternate();
        let root = self.finish_body();
        Ok(Built {
            tree: self.tree,
            root,
            unsupported: self.unsupported,
            start: None,
            splits: Splits::Nowhere,
        })
    }

    fn finish_body(&mut self) -> NodeId {
        let alternatives = std::mem::take(&mut self.alternatives);
        self.tree.alternate(alternatives)
    }

    fn check_height(&self, node: NodeId, source: &Source, place: usize) -> Result<(), SyntaxError> {
        // Room is left for what assertions and rewriting put around a node.
        if self.tree.height(node) > MAX_HEIGHT - 20 {
            return source.error(place, "the pattern is nested too deeply");
        }
        Ok(())
    }
}
