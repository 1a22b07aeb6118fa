//! What the table of a string says of the integers that are computed from it: numerals, positions and codes.
//!
//! Each is a walk over the table, layer by layer, to a depth at which it gives up what it does not know by then. Where a
//! walk takes more paths than the words do, the ranges are wider, never narrower. The checker asks the table of a fact, an
//! engine the table of its language, so both find the same.

use std::collections::{BTreeMap, BTreeSet};

use automata::{LengthSet, MARK, Symbol};

use crate::plain::Words;

/// The paths of a numeral are followed for so many characters.
const MOST_DIGITS: usize = 20;

/// The paths to an occurrence are followed for so many characters.
const MOST_CHARACTERS: usize = 48;

/// More places at a time than this are not followed.
const MOST_PLACES: usize = 512;

/// Integers from a least to a greatest one, where there are such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// None is below it.
    pub least: Option<i128>,
    /// None is above it.
    pub most: Option<i128>,
}

/// Integers between two, both included.
type Between = (i128, i128);

fn hull(known: Option<Between>, (low, high): Between) -> Between {
    known.map_or((low, high), |(least, most)| (least.min(low), most.max(high)))
}

/// The digits that some characters of an interval stand for, and whether all of its characters are digits.
fn digits_of((lo, hi): (Symbol, Symbol), radix: u32) -> (Vec<i128>, bool) {
    let (mut digits, mut count) = (Vec::new(), 0);
    for value in 0..radix {
        let Some(digit) = char::from_digit(value, 36) else { continue };
        let cases = BTreeSet::from([Symbol::from(digit), Symbol::from(digit.to_ascii_uppercase())]);
        let within = cases.iter().flat_map(|&symbol| [symbol, symbol | MARK]);
        let found = within.filter(|symbol| (lo..=hi).contains(symbol)).count();
        count += found;
        digits.extend((found > 0).then_some(i128::from(value)));
    }
    (digits, count as u64 == u64::from(hi - lo) + 1)
}

/// The integers of the numerals of a table; `None` when not all of its words are numerals.
pub fn parsed_range(table: &Words, radix: u32) -> Option<Range> {
    // Where a path stands: the state, and whether the sign was a minus. With the integers without it so far.
    let mut layer: BTreeMap<(u32, bool), Between> = BTreeMap::new();
    layer.insert((0, false), (0, 0));
    let (mut found, mut signed): (Option<Between>, BTreeSet<(u32, bool)>) = (None, BTreeSet::new());
    for depth in 0..MOST_DIGITS {
        let mut next: BTreeMap<(u32, bool), Between> = BTreeMap::new();
        let mut only_signs = BTreeSet::new();
        for (&(state, negative), &(low, high)) in &layer {
            let is_bare = depth == 0 || signed.contains(&(state, negative));
            if table.accepts(state) {
                if is_bare {
                    return None;
                }
                found = Some(hull(found, if negative { (-high, -low) } else { (low, high) }));
            }
            for &(lo, hi, target) in &table.states()[state as usize].edges {
                if depth == 0 && lo == hi && ['+', '-'].map(Symbol::from).contains(&(lo & !MARK)) {
                    let place = (target, lo & !MARK == Symbol::from('-'));
                    next.insert(place, hull(next.get(&place).copied(), (0, 0)));
                    only_signs.insert(place);
                    continue;
                }
                let (digits, all) = digits_of((lo, hi), radix);
                let (Some(first), Some(last), true) = (digits.first(), digits.last(), all) else {
                    return None;
                };
                let value = (low * i128::from(radix) + first, high * i128::from(radix) + last);
                next.insert((target, negative), hull(next.get(&(target, negative)).copied(), value));
            }
        }
        if next.len() > MOST_PLACES {
            return None;
        }
        (layer, signed) = (next, only_signs);
    }
    range_with_rest(found, &layer)
}

/// The range of what was found and of what paths that go on may still lead to: nothing closer to 0 than they are.
fn range_with_rest(found: Option<Between>, rest: &BTreeMap<(u32, bool), Between>) -> Option<Range> {
    let mut hull_of_all = found;
    let (mut below, mut above) = (false, false);
    for (&(_, negative), &(low, high)) in rest {
        hull_of_all = Some(hull(hull_of_all, if negative { (-high, -low) } else { (low, high) }));
        below |= negative;
        above |= !negative;
    }
    let (least, most) = hull_of_all?;
    Some(Range { least: (!below).then_some(least), most: (!above).then_some(most) })
}

/// Whether each word of a table is what an integer is written as: small digits, no zero before others, `-` only before a
/// number that is not 0.
pub fn are_numerals(table: &Words, radix: u32) -> bool {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Read {
        Nothing,
        Minus,
        Zero,
        Digits,
    }
    let digit = |symbol: Symbol| {
        let written = char::from_u32(symbol & !MARK).filter(|written| !written.is_ascii_uppercase())?;
        written.to_digit(radix)
    };
    let after = |read: Read, symbol: Symbol| match (read, digit(symbol)) {
        (Read::Nothing, Some(0)) => Some(Read::Zero),
        (Read::Nothing | Read::Minus, Some(1..)) | (Read::Digits, Some(_)) => Some(Read::Digits),
        (Read::Nothing, None) if symbol & !MARK == Symbol::from('-') => Some(Read::Minus),
        (Read::Nothing | Read::Digits, None) | (Read::Minus, None | Some(0)) | (Read::Zero, _) => None,
    };
    let (mut open, mut seen) = (vec![(0, Read::Nothing)], BTreeSet::from([(0, Read::Nothing)]));
    while let Some((state, read)) = open.pop() {
        if table.accepts(state) && [Read::Nothing, Read::Minus].contains(&read) {
            return false;
        }
        for &(lo, hi, target) in &table.states()[state as usize].edges {
            // No more characters than there are digits can all be digits.
            if hi - lo >= radix.max(2) {
                return false;
            }
            for symbol in lo..=hi {
                let Some(next) = after(read, symbol) else { return false };
                if seen.insert((target, next)) {
                    open.push((target, next));
                }
            }
        }
    }
    true
}

/// The numbers of digits of numerals of naturals in a set.
pub fn digits_of_naturals(naturals: &LengthSet, radix: u32) -> LengthSet {
    let digits = |value: u64| u64::from(value.max(1).ilog(u64::from(radix.max(2)))) + 1;
    let least = naturals.min().map_or(1, digits);
    naturals.max().map_or_else(|| LengthSet::at_least(least), |most| LengthSet::between(least, digits(most)))
}

/// The longest beginning of `word` that its first `at` characters followed by `symbol` end with.
pub(crate) fn border(word: &[Symbol], at: usize, symbol: Symbol) -> usize {
    let text: Vec<Symbol> = word[..at].iter().copied().chain([symbol]).collect();
    (0..=text.len().min(word.len())).rev().find(|&length| text.ends_with(&word[..length])).unwrap_or(0)
}

/// The positions at which a word that is not empty may occur first in words of a table.
pub fn found_range(table: &Words, word: &[Symbol]) -> Range {
    let word: Vec<Symbol> = word.iter().map(|symbol| symbol & !MARK).collect();
    let characters: BTreeSet<Symbol> = word.iter().copied().collect();
    let mut layer = BTreeSet::from([(0u32, 0usize)]);
    let mut found: Option<Between> = None;
    let mut read = 0;
    while !layer.is_empty() && layer.len() <= MOST_PLACES && read < MOST_CHARACTERS {
        read += 1;
        let mut next = BTreeSet::new();
        for &(state, matched) in &layer {
            for &(lo, hi, target) in &table.states()[state as usize].edges {
                let mut known = 0;
                for &symbol in &characters {
                    let times = [symbol, symbol | MARK].iter().filter(|&&s| (lo..=hi).contains(&s)).count();
                    known += times as u64;
                    if times > 0 {
                        next.insert((target, border(&word, matched, symbol)));
                    }
                }
                if known < u64::from(hi - lo) + 1 {
                    next.insert((target, 0));
                }
            }
        }
        let ended = |&(_, matched): &(u32, usize)| matched == word.len();
        if next.iter().any(ended) {
            let position = read as i128 - word.len() as i128;
            found = Some(hull(found, (position, position)));
        }
        next.retain(|place| !ended(place));
        layer = next;
    }
    // What is found later is found behind.
    let beyond = (!layer.is_empty()).then_some((read + 1) as i128 - word.len() as i128);
    let least = found.map(|(least, _)| least).or(beyond).map(|least| least.max(0));
    Range { least, most: if beyond.is_some() { None } else { found.map(|(_, most)| most) } }
}

/// The codes, without marks, of the characters at a position of the words of a table; `None` when there are none.
pub fn code_range(table: &Words, at: u64) -> Option<Between> {
    let mut layer = BTreeSet::from([0u32]);
    let edges = |layer: &BTreeSet<u32>| -> Vec<(Symbol, Symbol, u32)> {
        layer.iter().flat_map(|&state| table.states()[state as usize].edges.iter().copied()).collect()
    };
    // A position behind so many characters may be that of any.
    if at < MOST_CHARACTERS as u64 {
        for _ in 0..at {
            layer = edges(&layer).into_iter().map(|(_, _, target)| target).collect();
        }
    } else {
        layer = (0..table.states().len() as u32).collect();
    }
    let mut range = None;
    for (lo, hi, _) in edges(&layer) {
        // An interval over both kinds of characters may have any code.
        let ends = if lo & MARK == hi & MARK { (lo & !MARK, hi & !MARK) } else { (0, Symbol::MAX & !MARK) };
        range = Some(hull(range, (i128::from(ends.0), i128::from(ends.1))));
    }
    range
}
