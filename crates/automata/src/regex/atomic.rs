//! Atomic groups and possessive repetition, rewritten into plain parts and lookahead.
//!
//! An atomic part takes the first way in which it matches and no other, which changes the language. What is
//! first can often be said by a test: `A|B` takes `B` only where `A` does not match, so it is `A|(?!A)B`; a
//! greedy loop goes on as long as it can, so `E*` is `E*(?!E)`. A sequence is harder, because a later part
//! may fail and send the engine back into an earlier one: it is rewritten when the earlier part has only one
//! way to match at each place, or when the rest cannot fail. Everything else is left to the caller to refuse.

use std::collections::BTreeSet;

use super::tree::{Greed, Node, NodeId, Side, Times, Tree, Wanted, may_be_empty};

/// Alternatives beyond this number would make a test each.
const MAX_ALTERNATIVES: usize = 32;

/// The same language without atomic parts; `None` where it is not known how. Exact.
pub(crate) fn without_atomic(tree: &mut Tree, root: NodeId) -> Option<NodeId> {
    Rewriter { tree, single: BTreeSet::new() }.resolve(root)
}

struct Rewriter<'t> {
    tree: &'t mut Tree,
    /// Rewritten parts, which have at most one way to match at each place.
    single: BTreeSet<NodeId>,
}

impl Rewriter<'_> {
    fn resolve(&mut self, id: NodeId) -> Option<NodeId> {
        Some(match self.tree.node(id).clone() {
            Node::Empty | Node::Class(_) | Node::Unit(_) => id,
            Node::Concat(parts) => {
                let resolved = self.resolve_all(&parts)?;
                if resolved == parts { id } else { self.tree.concat(resolved) }
            }
            Node::Alternate(parts) => {
                let resolved = self.resolve_all(&parts)?;
                if resolved == parts { id } else { self.tree.alternate(resolved) }
            }
            Node::Repeat { body, times, greed: Greed::Possessive } => {
                let body = self.resolve(body)?;
                self.commit_repeat(body, times, Greed::Greedy)?
            }
            Node::Repeat { body, times, greed } => {
                let resolved = self.resolve(body)?;
                if resolved == body { id } else { self.tree.repeat(resolved, times, greed) }
            }
            Node::Capture(number, body) => {
                let resolved = self.resolve(body)?;
                if resolved == body { id } else { self.tree.add(Node::Capture(number, resolved)) }
            }
            Node::Look { side, wanted, body } => {
                let resolved = self.resolve(body)?;
                if resolved == body { id } else { self.tree.look(side, wanted, resolved) }
            }
            Node::Atomic(body) => {
                let body = self.resolve(body)?;
                self.commit(body)?
            }
        })
    }

    fn resolve_all(&mut self, parts: &[NodeId]) -> Option<Vec<NodeId>> {
        parts.iter().map(|&part| self.resolve(part)).collect()
    }

    /// The first way in which a resolved part matches.
    fn commit(&mut self, id: NodeId) -> Option<NodeId> {
        if self.is_single(id) {
            return Some(id);
        }
        let committed = match self.tree.node(id).clone() {
            Node::Empty | Node::Class(_) | Node::Unit(_) | Node::Look { .. } | Node::Atomic(_) => id,
            Node::Capture(number, body) => {
                let body = self.commit(body)?;
                self.tree.add(Node::Capture(number, body))
            }
            Node::Concat(parts) => self.commit_concat(&parts)?,
            Node::Alternate(parts) => self.commit_alternate(&parts)?,
            Node::Repeat { body, times, greed } => self.commit_repeat(body, times, greed)?,
        };
        self.single.insert(committed);
        Some(committed)
    }

    fn commit_concat(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        let mut committed = Vec::with_capacity(parts.len());
        for (at, &part) in parts.iter().enumerate() {
            let rest = &parts[at + 1..];
            if !self.is_single(part) && !rest.iter().all(|&later| self.cannot_fail(later)) {
                return None;
            }
            committed.push(self.commit(part)?);
        }
        Some(self.tree.concat(committed))
    }

    fn commit_alternate(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        if parts.len() > MAX_ALTERNATIVES {
            return None;
        }
        let mut failed = Vec::new();
        let mut committed = Vec::new();
        for &part in parts {
            let mut way = failed.clone();
            way.push(self.commit(part)?);
            committed.push(self.tree.concat(way));
            failed.push(self.tree.look(Side::Ahead, Wanted::NoMatch, part));
        }
        Some(self.tree.alternate(committed))
    }

    fn commit_repeat(&mut self, body: NodeId, times: Times, greed: Greed) -> Option<NodeId> {
        let Times { min, max } = times;
        if max == Some(0) {
            return Some(self.tree.empty());
        }
        if may_be_empty(self.tree, body) || (min > 0 && !self.is_single(body)) {
            return None;
        }
        let required = self.tree.repeat(body, Times { min, max: Some(min) }, Greed::Greedy);
        if greed == Greed::Lazy || max == Some(min) {
            self.single.insert(required);
            return Some(required);
        }
        let committed = self.commit(body)?;
        let stop = self.tree.look(Side::Ahead, Wanted::NoMatch, body);
        let fewer = max.map(|max| max - min - 1);
        let loop_ = self.tree.repeat(committed, Times { min: 0, max: fewer }, Greed::Greedy);
        let mut tail = self.tree.concat(vec![loop_, stop]);
        if let Some(fewer) = fewer {
            let all = Times { min: fewer + 1, max: Some(fewer + 1) };
            let full = self.tree.repeat(committed, all, Greed::Greedy);
            tail = self.tree.alternate(vec![full, tail]);
        }
        let whole = self.tree.concat(vec![required, tail]);
        self.single.insert(whole);
        Some(whole)
    }

    /// Whether the part has at most one way to match at each place.
    fn is_single(&self, id: NodeId) -> bool {
        self.single.contains(&id)
            || match self.tree.node(id) {
                Node::Empty | Node::Class(_) | Node::Unit(_) | Node::Look { .. } => true,
                Node::Concat(parts) => parts.iter().all(|&part| self.is_single(part)),
                Node::Capture(_, body) => self.is_single(*body),
                Node::Repeat { body, times, .. } => times.max == Some(times.min) && self.is_single(*body),
                Node::Alternate(_) | Node::Atomic(_) => false,
            }
    }

    /// Whether the part matches at every place of every word.
    fn cannot_fail(&self, id: NodeId) -> bool {
        match self.tree.node(id) {
            Node::Empty => true,
            Node::Class(_) | Node::Unit(_) | Node::Look { .. } | Node::Atomic(_) => false,
            Node::Concat(parts) => parts.iter().all(|&part| self.cannot_fail(part)),
            Node::Alternate(parts) => parts.iter().any(|&part| self.cannot_fail(part)),
            Node::Repeat { body, times, .. } => times.min == 0 || self.cannot_fail(*body),
            Node::Capture(_, body) => self.cannot_fail(*body),
        }
    }
}
