//! Anchors and word boundaries, spelled as lookaround.
//!
//! The rest of the crate knows one kind of zero-width test. What an anchor means in a dialect is decided by
//! the dialect, which calls these with its own line breaks and word characters.

use super::sets;
use super::tree::{Greed, NodeId, Side, Times, Tree, Wanted};
use crate::symbols::SymbolSet;

/// At the beginning of the word.
pub(crate) fn text_start(tree: &mut Tree) -> NodeId {
    let any = tree.unit(sets::any());
    tree.look(Side::Behind, Wanted::NoMatch, any)
}

/// At the end of the word.
pub(crate) fn text_end(tree: &mut Tree) -> NodeId {
    let any = tree.unit(sets::any());
    tree.look(Side::Ahead, Wanted::NoMatch, any)
}

/// At the end of the word, or before a last `break_`.
pub(crate) fn before_last(tree: &mut Tree, break_: NodeId) -> NodeId {
    let end = text_end(tree);
    let optional = tree.repeat(break_, Times::OPTIONAL, Greed::Greedy);
    let body = tree.concat(vec![optional, end]);
    tree.look(Side::Ahead, Wanted::Match, body)
}

/// Where exactly one of the neighbours is in `word`.
pub(crate) fn boundary(tree: &mut Tree, word: SymbolSet) -> NodeId {
    neighbours(tree, word, [(Wanted::NoMatch, Wanted::Match), (Wanted::Match, Wanted::NoMatch)])
}

/// Where both neighbours or none are in `word`.
pub(crate) fn no_boundary(tree: &mut Tree, word: SymbolSet) -> NodeId {
    neighbours(tree, word, [(Wanted::Match, Wanted::Match), (Wanted::NoMatch, Wanted::NoMatch)])
}

/// Where the characters before and after are in `word` in one of the two ways.
fn neighbours(tree: &mut Tree, word: SymbolSet, ways: [(Wanted, Wanted); 2]) -> NodeId {
    let word = tree.class(word);
    let ways = ways.map(|(before, after)| {
        let behind = tree.look(Side::Behind, before, word);
        let ahead = tree.look(Side::Ahead, after, word);
        tree.concat(vec![behind, ahead])
    });
    tree.alternate(ways.to_vec())
}
