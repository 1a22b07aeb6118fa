//! How a code point is spelled in the characters of the words.
//!
//! Dialects think in code points; words may be made of bytes or of UTF-16 code units. Every spelling is a
//! sequence of ranges, so that a set of code points becomes a few short sequences and not a list of words.

use std::collections::BTreeMap;

use crate::symbols::{Alphabet, MARK, Symbol, SymbolSet};

/// How a code point is spelled in the characters of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// One code point, one character.
    Direct,
    /// UTF-16: code points above U+FFFF are two characters, surrogates may stand alone.
    Utf16,
    /// UTF-8: words are valid, a code point is one to four characters.
    Utf8,
}

/// A run of code points as the ranges that its characters lie in, one after the other.
pub(crate) type Spelling = Vec<(Symbol, Symbol)>;

/// The high and the low surrogates.
pub(crate) const HIGH: (Symbol, Symbol) = (0xD800, 0xDBFF);
pub(crate) const LOW: (Symbol, Symbol) = (0xDC00, 0xDFFF);

/// The set within the alphabet, marked copies added where it has them.
pub(crate) fn within(set: &SymbolSet, alphabet: Alphabet) -> SymbolSet {
    let plain = set.intersection(&SymbolSet::range(0, alphabet.last()));
    if !alphabet.is_marked() {
        return plain;
    }
    let marked = plain.ranges().iter().map(|&(lo, hi)| (lo | MARK, hi | MARK));
    SymbolSet::from_ranges(plain.ranges().iter().copied().chain(marked))
}

/// The code points above U+FFFF of `set` as pairs of surrogates.
pub(crate) fn surrogate_pairs(set: &SymbolSet) -> Vec<Spelling> {
    let high = |c: Symbol| HIGH.0 + ((c - 0x1_0000) >> 10);
    let low = |c: Symbol| LOW.0 + ((c - 0x1_0000) & 0x3FF);
    let mut spellings = Vec::new();
    for &(lo, hi) in set.intersection(&SymbolSet::range(0x1_0000, 0x10_FFFF)).ranges() {
        if high(lo) == high(hi) {
            spellings.push(vec![(high(lo), high(lo)), (low(lo), low(hi))]);
            continue;
        }
        spellings.push(vec![(high(lo), high(lo)), (low(lo), LOW.1)]);
        if high(lo) + 1 < high(hi) {
            spellings.push(vec![(high(lo) + 1, high(hi) - 1), LOW]);
        }
        spellings.push(vec![(high(hi), high(hi)), (LOW.0, low(hi))]);
    }
    spellings
}

/// The same pairs, by the sets of low surrogates that follow high ones.
pub(crate) fn grouped_pairs(set: &SymbolSet) -> Vec<(SymbolSet, SymbolSet)> {
    let mut lows: BTreeMap<(Symbol, Symbol), Vec<(Symbol, Symbol)>> = BTreeMap::new();
    for spelling in surrogate_pairs(set) {
        lows.entry(spelling[0]).or_default().push(spelling[1]);
    }
    let mut highs: BTreeMap<SymbolSet, Vec<(Symbol, Symbol)>> = BTreeMap::new();
    for (high, lows) in lows {
        highs.entry(SymbolSet::from_ranges(lows)).or_default().push(high);
    }
    highs.into_iter().map(|(lows, highs)| (SymbolSet::from_ranges(highs), lows)).collect()
}

/// The scalar values of `set` as UTF-8. Runs are split until each byte runs through a range of its own.
pub(crate) fn utf8(set: &SymbolSet) -> Vec<Spelling> {
    let limits = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)];
    let mut spellings = Vec::new();
    for limit in limits {
        let mut runs: Vec<_> = set.intersection(&SymbolSet::range(limit.0, limit.1)).ranges().to_vec();
        while let Some((lo, hi)) = runs.pop() {
            match first_break(lo, hi) {
                Some(last) => runs.extend([(last + 1, hi), (lo, last)]),
                None => spellings.push(bytes(lo).into_iter().zip(bytes(hi)).collect()),
            }
        }
    }
    spellings
}

/// Where to cut `lo..=hi` so that the first part is more regular; `None` when each byte position is a range.
fn first_break(lo: Symbol, hi: Symbol) -> Option<Symbol> {
    if lo < 0x80 {
        return None;
    }
    for shift in [6, 12, 18] {
        let tail = (1 << shift) - 1;
        if lo | tail != hi | tail {
            if lo & tail != 0 {
                return Some(lo | tail);
            }
            if hi & tail != tail {
                return Some((hi & !tail) - 1);
            }
        }
    }
    None
}

fn bytes(code: Symbol) -> Vec<Symbol> {
    let tail = |shift: u32| 0x80 | (code >> shift & 0x3F);
    match code {
        0..=0x7F => vec![code],
        0x80..=0x7FF => vec![0xC0 | code >> 6, tail(0)],
        0x800..=0xFFFF => vec![0xE0 | code >> 12, tail(6), tail(0)],
        _ => vec![0xF0 | code >> 18, tail(12), tail(6), tail(0)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(spellings: &[Spelling], word: &[Symbol]) -> bool {
        let fits =
            |s: &Spelling| s.len() == word.len() && s.iter().zip(word).all(|(r, &c)| r.0 <= c && c <= r.1);
        spellings.iter().filter(|s| fits(s)).count() == 1
    }

    #[test]
    fn spellings_are_those_of_the_standard_library() {
        let edges =
            [0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x1_03FF, 0x10_FFFF];
        for lo in edges {
            for hi in edges.into_iter().filter(|&hi| lo <= hi) {
                let set = SymbolSet::range(lo, hi);
                let (eight, sixteen) = (utf8(&set), surrogate_pairs(&set));
                for code in edges.into_iter().chain([0x2028, 0x1_F600]) {
                    let c = char::from_u32(code).expect("the edges are scalar values");
                    let word: Vec<Symbol> = c.to_string().bytes().map(Symbol::from).collect();
                    assert_eq!(spelled(&eight, &word), set.contains(code), "{code:x} in {lo:x}..{hi:x}");
                    let word: Vec<Symbol> = c.to_string().encode_utf16().map(Symbol::from).collect();
                    assert_eq!(spelled(&sixteen, &word), code > 0xFFFF && set.contains(code));
                }
            }
        }
    }
}
