//! Tests of the places of a word, as the engine makes them.
//!
//! Line breaks may be two characters, and no anchor matches between them. A lookbehind goes back by code units
//! unless a supplementary character is written in the pattern after its start: it then cannot read a whole pair
//! where it counts on one unit.

use super::sets;
use crate::regex::anchors;
use crate::regex::bounds::length_bounds;
use crate::regex::encode::{HIGH, LOW};
use crate::regex::flags::Flags;
use crate::regex::sets as common;
use crate::regex::tree::{self, Greed, Node, NodeId, Side, Times, Tree, Wanted};
use crate::symbols::SymbolSet;

/// Not between the two halves of a surrogate pair.
pub(super) fn outside_pair(tree: &mut Tree) -> NodeId {
    let high = tree.unit(SymbolSet::range(HIGH.0, HIGH.1));
    let low = tree.unit(SymbolSet::range(LOW.0, LOW.1));
    let before = tree.look(Side::Behind, Wanted::NoMatch, high);
    let after = tree.look(Side::Ahead, Wanted::NoMatch, low);
    tree.alternate(vec![before, after])
}

/// `^` in multi-line mode: at the beginning or after a line break, but never at the end.
pub(super) fn line_start(tree: &mut Tree, flags: Flags) -> NodeId {
    let start = anchors::text_start(tree);
    let break_ = tree.unit(sets::line_breaks(flags));
    let after_break = tree.look(Side::Behind, Wanted::Match, break_);
    let not_inside = outside_break(tree, flags);
    let inner = tree.concat(vec![after_break, not_inside]);
    let place = tree.alternate(vec![start, inner]);
    let any = tree.unit(common::any());
    let more = tree.look(Side::Ahead, Wanted::Match, any);
    tree.concat(vec![place, more])
}

/// `$` in multi-line mode: at the end or before a line break.
pub(super) fn line_end(tree: &mut Tree, flags: Flags) -> NodeId {
    let end = anchors::text_end(tree);
    let break_ = tree.unit(sets::line_breaks(flags));
    let before_break = tree.look(Side::Ahead, Wanted::Match, break_);
    let not_inside = outside_break(tree, flags);
    let inner = tree.concat(vec![before_break, not_inside]);
    tree.alternate(vec![end, inner])
}

/// `$` otherwise, and `\Z`: at the end or before the last line break.
pub(super) fn last_line_end(tree: &mut Tree, flags: Flags) -> NodeId {
    let break_ = tree.unit(sets::line_breaks(flags));
    let both = carriage_return_newline(tree);
    let ways = if flags.contains(Flags::UNIX_LINES) { vec![break_] } else { vec![both, break_] };
    let ending = tree.alternate(ways);
    let last = anchors::before_last(tree, ending);
    let end = anchors::text_end(tree);
    let not_inside = outside_break(tree, flags);
    let inner = tree.concat(vec![last, not_inside]);
    tree.alternate(vec![end, inner])
}

/// Not between a carriage return and a newline.
fn outside_break(tree: &mut Tree, flags: Flags) -> NodeId {
    if flags.contains(Flags::UNIX_LINES) {
        return tree.empty();
    }
    let carriage_return = tree.unit(SymbolSet::single(0x0D));
    let newline = tree.unit(SymbolSet::single(0x0A));
    let before = tree.look(Side::Behind, Wanted::NoMatch, carriage_return);
    let after = tree.look(Side::Ahead, Wanted::NoMatch, newline);
    tree.alternate(vec![before, after])
}

fn carriage_return_newline(tree: &mut Tree) -> NodeId {
    let carriage_return = tree.unit(SymbolSet::single(0x0D));
    let newline = tree.unit(SymbolSet::single(0x0A));
    tree.concat(vec![carriage_return, newline])
}

/// `\b` (or `\B`): where one neighbour (or both or none) belongs to a word.
///
/// A mark that takes no space belongs to a word when it stands on a letter or digit. Looking for that letter
/// the engine goes back by code units, so it finds none above U+FFFF.
pub(super) fn boundary(tree: &mut Tree, wanted: Wanted) -> NodeId {
    let narrow = SymbolSet::range(0, 0xFFFF);
    let word = tree.class(sets::boundary_word());
    let mark = tree.class(sets::nonspacing_mark());
    let base = tree.class(sets::letter_or_digit().intersection(&narrow));
    let narrow_mark = tree.class(sets::nonspacing_mark().intersection(&narrow));
    let marks = tree.repeat(narrow_mark, Times::ANY, Greed::Greedy);
    let based = tree.concat(vec![base, marks]);
    let behind = tree.alternate(vec![word, based]);
    let mut both = |before, after| {
        let before = tree.look(Side::Behind, before, behind);
        let after = word_ahead(tree, (word, mark, based), after);
        tree.concat(vec![before, after])
    };
    let (yes, no) = (Wanted::Match, Wanted::NoMatch);
    let ways = match wanted {
        Wanted::Match => vec![both(no, yes), both(yes, no)],
        Wanted::NoMatch => vec![both(yes, yes), both(no, no)],
    };
    tree.alternate(ways)
}

/// Whether what follows belongs to a word: by itself, or as a mark on what stands before it.
fn word_ahead(tree: &mut Tree, (word, mark, based): (NodeId, NodeId, NodeId), wanted: Wanted) -> NodeId {
    let is_word = tree.look(Side::Ahead, wanted, word);
    let is_mark = tree.look(Side::Ahead, wanted, mark);
    let has_base = tree.look(Side::Behind, wanted, based);
    match wanted {
        Wanted::Match => {
            let marked = tree.concat(vec![is_mark, has_base]);
            tree.alternate(vec![is_word, marked])
        }
        Wanted::NoMatch => {
            let unmarked = tree.alternate(vec![is_mark, has_base]);
            tree.concat(vec![is_word, unmarked])
        }
    }
}

/// A lookbehind as the engine tries it; `None` where that is not known.
pub(super) fn limited(tree: &mut Tree, look: NodeId, is_wide: bool) -> Option<NodeId> {
    let Node::Look { side, wanted, body } = *tree.node(look) else { return Some(look) };
    let (min, max) = length_bounds(tree, body);
    max?;
    if is_wide {
        let outside = outside_pair(tree);
        let guarded = tree.concat(vec![outside, body]);
        return Some(tree.look(side, wanted, guarded));
    }
    if !reads_pairs(tree, body) {
        return Some(look);
    }
    if Some(min) != max {
        return None;
    }
    let narrow = without_pairs(tree, body);
    Some(tree.look(side, wanted, narrow))
}

/// Whether the body of a lookbehind has code points above U+FFFF.
pub(super) fn look_reads_pairs(nodes: &Tree, look: NodeId) -> bool {
    tree::children(nodes.node(look)).iter().any(|&body| reads_pairs(nodes, body))
}

/// Whether a class in the part has code points above U+FFFF.
pub(super) fn reads_pairs(nodes: &Tree, id: NodeId) -> bool {
    match nodes.node(id) {
        Node::Class(set) => set.ranges().last().is_some_and(|&(_, hi)| hi > 0xFFFF),
        Node::Look { .. } => false,
        node @ (Node::Empty
        | Node::Unit(_)
        | Node::Concat(_)
        | Node::Alternate(_)
        | Node::Repeat { .. }
        | Node::Capture(..)
        | Node::Atomic(_)) => tree::children(node).iter().any(|&child| reads_pairs(nodes, child)),
    }
}

/// The part with classes that read one code unit only.
fn without_pairs(tree: &mut Tree, id: NodeId) -> NodeId {
    let node = match tree.node(id).clone() {
        node @ (Node::Empty | Node::Unit(_) | Node::Look { .. }) => node,
        Node::Class(set) => Node::Class(set.intersection(&SymbolSet::range(0, 0xFFFF))),
        Node::Concat(parts) => Node::Concat(parts.iter().map(|&part| without_pairs(tree, part)).collect()),
        Node::Alternate(parts) => {
            Node::Alternate(parts.iter().map(|&part| without_pairs(tree, part)).collect())
        }
        Node::Repeat { body, times, greed } => Node::Repeat { body: without_pairs(tree, body), times, greed },
        Node::Capture(number, body) => Node::Capture(number, without_pairs(tree, body)),
        Node::Atomic(body) => Node::Atomic(without_pairs(tree, body)),
    };
    tree.add(node)
}
