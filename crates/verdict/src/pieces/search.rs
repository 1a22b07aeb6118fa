//! Where a word is found in a string that was put together, and the integer that a numeral stands for.
//!
//! The position of the first occurrence is known when the pieces before it cannot contain the word, not even across their
//! borders, and that of the last one when the pieces behind it cannot. The pieces are read from left to right by the matching
//! automaton of the word, whose states are the numbers of its characters that match; a piece that is not constant may be any
//! word of its language.

use std::collections::BTreeSet;

use automata::{Exhausted, MARK, Symbol};
use ir::{IntExpr, Linear, StrTerm};

use crate::measures::border;
use crate::plain::Words;

use super::{Piece, Says, joined, numeral_of, pieces_of};

/// More pairs of a state of a language and a number of characters that match are not followed.
const MOST_PAIRS: usize = 20_000;

/// Exact: what an integer expression is as a linear term, if the pieces of the string that it reads say it.
///
/// # Errors
/// [`Exhausted`] when a question outgrows a budget.
pub fn linear_value<S: Says>(says: &mut S, value: &IntExpr) -> Result<Option<Linear>, Exhausted> {
    if says.parts().is_empty() {
        return Ok(None);
    }
    match value {
        IntExpr::IndexOf { of: StrTerm::Var(of), what: StrTerm::Word(word), from }
            if !word.is_empty() && from.as_constant().is_some_and(|from| from <= 0) =>
        {
            let pieces = pieces_of(says, *of)?;
            Ok(Scan::new(says, word).first(&pieces))
        }
        IntExpr::LastIndexOf { of: StrTerm::Var(of), what: StrTerm::Word(word) } if !word.is_empty() => {
            let pieces = pieces_of(says, *of)?;
            Ok(Scan::new(says, word).last(&pieces))
        }
        IntExpr::Parse { of: StrTerm::Var(of), radix } => {
            let pieces = pieces_of(says, *of)?;
            let pieces = joined(says, pieces)?;
            let [piece] = pieces.as_slice() else { return Ok(None) };
            let numeral = piece.is_whole().and_then(|whole| numeral_of(says, whole));
            Ok(numeral.filter(|(_, written)| written == radix).map(|(of, _)| of))
        }
        IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Parse { .. }
        | IntExpr::Code { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => Ok(None),
    }
}

/// A search for a word in pieces that are read one after the other.
struct Scan<'a, S> {
    says: &'a S,
    word: Vec<Symbol>,
}

/// How many characters of the word the text may end with.
type Matched = BTreeSet<usize>;

impl<'a, S: Says> Scan<'a, S> {
    fn new(says: &'a S, word: &[Symbol]) -> Scan<'a, S> {
        Scan { says, word: word.iter().map(|symbol| symbol & !MARK).collect() }
    }

    /// The first position, if it is always behind the same pieces and at the same character.
    fn first(&self, pieces: &[Piece]) -> Option<Linear> {
        let (mut matched, mut before) = (Matched::from([0]), Linear::constant(0));
        for piece in pieces {
            if let Piece::Word(text) = piece {
                let ends: BTreeSet<_> = matched.iter().map(|&at| self.end_in(text, at)).collect();
                match ends.first().copied().filter(|_| ends.len() == 1) {
                    Some(Some(end)) => {
                        let start = end as i128 - self.word.len() as i128;
                        return before.plus(&Linear::constant(start));
                    }
                    Some(None) => {}
                    None => return None,
                }
            }
            matched = self.without(piece, &matched)?;
            before = before.plus(&piece.length()?)?;
        }
        None
    }

    /// The last position, if it is in a word and nothing behind can contain the word that is searched for.
    fn last(&self, pieces: &[Piece]) -> Option<Linear> {
        for (at, piece) in pieces.iter().enumerate().rev() {
            let Piece::Word(text) = piece else { continue };
            let starts = text.windows(self.word.len()).enumerate().rev();
            let Some((start, _)) = starts.into_iter().find(|(_, window)| *window == self.word) else {
                continue;
            };
            let rest = Piece::Word(text[start + self.word.len()..].to_vec());
            let mut matched = Matched::from([self.word.len()]);
            for piece in std::iter::once(&rest).chain(&pieces[at + 1..]) {
                matched = self.without(piece, &matched)?;
            }
            let before = pieces[..at]
                .iter()
                .try_fold(Linear::constant(0), |before, piece| before.plus(&piece.length()?))?;
            return before.plus(&Linear::constant(start as i128));
        }
        None
    }

    /// Where the word ends first in a text when so many of its characters were read before.
    fn end_in(&self, text: &[Symbol], mut matched: usize) -> Option<usize> {
        for (at, &symbol) in text.iter().enumerate() {
            matched = border(&self.word, matched, symbol);
            if matched == self.word.len() {
                return Some(at + 1);
            }
        }
        None
    }

    /// What may be matched behind a piece; `None` when the word may end in it, or nothing is known of it.
    fn without(&self, piece: &Piece, matched: &Matched) -> Option<Matched> {
        match piece {
            Piece::Word(text) => {
                let mut after = Matched::new();
                for &start in matched {
                    let mut at = start;
                    for &symbol in text {
                        at = border(&self.word, at, symbol);
                        if at == self.word.len() {
                            return None;
                        }
                    }
                    after.insert(at);
                }
                Some(after)
            }
            Piece::Part { of, .. } => {
                let language = self.says.language(*of)?;
                self.through(&language, piece.is_whole().is_some(), matched)
            }
        }
    }

    /// What may be matched behind a word of a language, or behind any part of one.
    fn through(&self, language: &Words, is_whole: bool, matched: &Matched) -> Option<Matched> {
        let starts = if is_whole { 0..1 } else { 0..language.states().len() as u32 };
        let mut open: Vec<(u32, usize)> =
            starts.flat_map(|state| matched.iter().map(move |&at| (state, at))).collect();
        let mut seen: BTreeSet<(u32, usize)> = open.iter().copied().collect();
        let mut after = Matched::new();
        while let Some((state, at)) = open.pop() {
            if !is_whole || language.accepts(state) {
                after.insert(at);
            }
            for &(lo, hi, target) in &language.states()[state as usize].edges {
                for next in self.after_interval(at, (lo, hi)) {
                    if next == self.word.len() || seen.len() > MOST_PAIRS {
                        return None;
                    }
                    if seen.insert((target, next)) {
                        open.push((target, next));
                    }
                }
            }
        }
        Some(after)
    }

    /// What may be matched behind a character of an interval: one of the word, or another.
    fn after_interval(&self, at: usize, (lo, hi): (Symbol, Symbol)) -> Matched {
        let (mut after, mut known) = (Matched::new(), 0u64);
        for symbol in self.word.iter().copied().collect::<BTreeSet<Symbol>>() {
            let times = [symbol, symbol | MARK].iter().filter(|symbol| (lo..=hi).contains(*symbol)).count();
            known += times as u64;
            if times > 0 {
                after.insert(border(&self.word, at, symbol));
            }
        }
        if known < u64::from(hi - lo) + 1 {
            after.insert(0);
        }
        after
    }
}
