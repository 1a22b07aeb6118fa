//! Counts given up for an answer: larger languages for patterns whose counters are too many to follow.
//!
//! `e{m,n}` becomes `e{k,}` with `k` at most `m`, which contains it. Under a test that must fail a larger body
//! would make the language smaller, so such a test is dropped where its body has a count to give up. What is
//! lost in lengths can be had back: the bounds are found without following the counters.

use super::tree::{Greed, Node, NodeId, Times, Tree, Wanted};

/// Over-approximates: the part with no count above `limit`.
pub(crate) fn relaxed(tree: &mut Tree, id: NodeId, limit: u32) -> NodeId {
    if !has_counts_above(tree, id, limit) {
        return id;
    }
    match tree.node(id).clone() {
        Node::Empty | Node::Class(_) | Node::Unit(_) => id,
        Node::Concat(parts) => {
            let parts = parts.iter().map(|&part| relaxed(tree, part, limit)).collect();
            tree.concat(parts)
        }
        Node::Alternate(parts) => {
            let parts = parts.iter().map(|&part| relaxed(tree, part, limit)).collect();
            tree.alternate(parts)
        }
        Node::Repeat { body, times, greed } => {
            let body = relaxed(tree, body, limit);
            let times =
                if is_above(times, limit) { Times { min: times.min.min(limit), max: None } } else { times };
            tree.repeat(body, times, if greed == Greed::Lazy { Greed::Lazy } else { Greed::Greedy })
        }
        Node::Capture(number, body) => {
            let body = relaxed(tree, body, limit);
            tree.add(Node::Capture(number, body))
        }
        Node::Look { wanted: Wanted::NoMatch, .. } => tree.empty(),
        Node::Look { side, wanted: Wanted::Match, body } => {
            let body = relaxed(tree, body, limit);
            tree.look(side, Wanted::Match, body)
        }
        Node::Atomic(body) => relaxed(tree, body, limit),
    }
}

fn has_counts_above(tree: &Tree, id: NodeId, limit: u32) -> bool {
    let node = tree.node(id);
    let here = matches!(node, Node::Repeat { times, .. } if is_above(*times, limit));
    here || super::tree::children(node).iter().any(|&child| has_counts_above(tree, child, limit))
}

fn is_above(times: Times, limit: u32) -> bool {
    times.max.unwrap_or(times.min) > limit
}
