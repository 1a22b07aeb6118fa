//! The rule of PCRE that each alternative of a lookbehind has one length.
//!
//! The tests here could look behind by any regular language; the rule is kept so that a pattern is refused
//! exactly when the engine refuses it.

use crate::regex::build::Group;
use crate::regex::tree::{Node, NodeId, Side, Tree};

/// The longest lookbehind that PCRE takes.
const MAX_LENGTH: u64 = 65535;

/// What is wrong with the alternatives of a group that closes.
pub(super) fn fault(tree: &Tree, group: Group, alternatives: &[NodeId]) -> Option<&'static str> {
    let Group::Look(Side::Behind, _) = group else { return None };
    for &alternative in alternatives {
        match fixed(tree, alternative) {
            None => return Some("an alternative of this lookbehind has no fixed length"),
            Some(length) if length > MAX_LENGTH => return Some("this lookbehind is too long"),
            Some(_) => {}
        }
    }
    None
}

/// The number of characters that the part always reads.
fn fixed(tree: &Tree, id: NodeId) -> Option<u64> {
    match tree.node(id) {
        Node::Empty | Node::Look { .. } => Some(0),
        Node::Class(_) | Node::Unit(_) => Some(1),
        Node::Concat(parts) => {
            parts.iter().try_fold(0_u64, |sum, &part| Some(sum.saturating_add(fixed(tree, part)?)))
        }
        Node::Alternate(parts) => {
            let (first, rest) = parts.split_first()?;
            let length = fixed(tree, *first)?;
            rest.iter().all(|&part| fixed(tree, part) == Some(length)).then_some(length)
        }
        Node::Repeat { body, times, .. } => {
            let ignored = matches!(tree.node(*body), Node::Look { side: Side::Ahead, .. });
            if ignored || times.max == Some(0) {
                return Some(0);
            }
            let exact = times.max == Some(times.min);
            fixed(tree, *body).filter(|_| exact).map(|length| length.saturating_mul(u64::from(times.min)))
        }
        Node::Capture(_, body) | Node::Atomic(body) => fixed(tree, *body),
    }
}
