//! The operations of regular expressions, by their SMT-LIB names.
//!
//! Expressions are collected in one table for the whole text; [`extract`] takes one of them out of it.

use std::collections::{BTreeMap, BTreeSet};

use super::text::LAST;
use crate::regex::{Node, Regex};

/// The expression of a name without arguments.
pub(crate) fn constant(name: &str) -> Option<Node> {
    match name {
        "re.none" | "re.nostr" => Some(Node::None),
        "re.all" => Some(Node::All),
        "re.allchar" => Some(Node::Range(0, LAST)),
        _ => None,
    }
}

/// The expressions of an operation on expressions, parts first, with places from `base` on; the numbers are those of an
/// indexed operation.
pub(crate) fn operation(name: &str, numbers: &[u32], parts: &[usize], base: usize) -> Option<Vec<Node>> {
    let node = match (name, numbers, parts) {
        ("re.++", [], _) => Node::Concat(parts.to_vec()),
        ("re.union", [], _) => Node::Union(parts.to_vec()),
        ("re.inter", [], _) => Node::Intersection(parts.to_vec()),
        ("re.*", [], [part]) => Node::Repeat(*part, 0, None),
        ("re.+", [], [part]) => Node::Repeat(*part, 1, None),
        ("re.opt", [], [part]) => Node::Repeat(*part, 0, Some(1)),
        ("re.comp", [], [part]) => Node::Complement(*part),
        ("re.diff", [], [left, right]) => {
            return Some(vec![Node::Complement(*right), Node::Intersection(vec![*left, base])]);
        }
        ("re.^", [times], [part]) => Node::Repeat(*part, *times, Some(*times)),
        ("re.loop", [least, most], [_]) if least > most => Node::None,
        ("re.loop", [least, most], [part]) => Node::Repeat(*part, *least, Some(*most)),
        ("re.loop", [least], [part]) => Node::Repeat(*part, *least, None),
        _ => return None,
    };
    Some(vec![node])
}

/// The expression at a place of a table, with only its own parts.
pub(crate) fn extract(nodes: &[Node], root: usize) -> Option<Regex> {
    let mut used = BTreeSet::from([root]);
    for at in (0..=root).rev() {
        if used.contains(&at) {
            used.extend(nodes[at].parts());
        }
    }
    let place: BTreeMap<usize, usize> = used.iter().enumerate().map(|(new, &old)| (old, new)).collect();
    Regex::new(used.iter().map(|&old| nodes[old].moved(&place)).collect())
}
