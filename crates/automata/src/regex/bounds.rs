//! How long the words of an expression are, without making its language.
//!
//! Counters cost nothing here, so the bounds can be had where the language is too large. Tests are left aside:
//! they can only make the words fewer.

use super::tree::{Node, NodeId, Tree};

/// The fewest and the most code points of a word that the part matches, tests left aside.
pub(crate) fn length_bounds(tree: &Tree, id: NodeId) -> (u64, Option<u64>) {
    match tree.node(id) {
        Node::Empty | Node::Look { .. } => (0, Some(0)),
        Node::Class(_) | Node::Unit(_) => (1, Some(1)),
        Node::Concat(parts) => parts.iter().fold((0, Some(0)), |(min, max), &part| {
            let (least, most) = length_bounds(tree, part);
            let longest = max.zip(most).map(|(a, b): (u64, u64)| a.saturating_add(b));
            (least.saturating_add(min), longest)
        }),
        Node::Alternate(parts) => {
            let all: Vec<_> = parts.iter().map(|&part| length_bounds(tree, part)).collect();
            let min = all.iter().map(|&(min, _)| min).min().unwrap_or(0);
            (min, all.iter().map(|&(_, max)| max).try_fold(0, |most, max| max.map(|max| most.max(max))))
        }
        Node::Repeat { body, times, .. } => {
            let (least, most) = length_bounds(tree, *body);
            let max = match (most, times.max) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(most), Some(times)) => Some(most.saturating_mul(u64::from(times))),
                (None, _) | (_, None) => None,
            };
            (least.saturating_mul(u64::from(times.min)), max)
        }
        Node::Capture(_, body) | Node::Atomic(body) => length_bounds(tree, *body),
    }
}
