//! Operations on words.
//!
//! Whatever compares characters looks through the mark *written by the outside*; whatever moves characters
//! moves their marks with them.

use automata::{MARK, Symbol};

use crate::operation::Which;

/// The character without its mark.
pub(super) fn plain(symbol: Symbol) -> Symbol {
    symbol & !MARK
}

/// Whether two words are equal but for marks.
pub(super) fn same(left: &[Symbol], right: &[Symbol]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(&a, &b)| plain(a) == plain(b))
}

/// Whether `whole` begins with `part`.
pub(super) fn starts_with(whole: &[Symbol], part: &[Symbol]) -> bool {
    whole.get(..part.len()).is_some_and(|start| same(start, part))
}

/// Whether `whole` ends with `part`.
pub(super) fn ends_with(whole: &[Symbol], part: &[Symbol]) -> bool {
    let start = whole.len().checked_sub(part.len());
    start.is_some_and(|start| same(&whole[start..], part))
}

/// A count or position as an index: below 0 it is 0, past the end the end.
pub(super) fn clip(position: i128, length: usize) -> usize {
    usize::try_from(position.max(0)).map_or(length, |position| position.min(length))
}

/// The characters from `from` to before `to`, both clipped; none when `from` is not before `to`.
pub(super) fn slice(whole: &[Symbol], from: i128, to: i128) -> &[Symbol] {
    let (from, to) = (clip(from, whole.len()), clip(to, whole.len()));
    &whole[from.min(to)..to]
}

/// The first position of `part` at or after `from`, which is clipped below only; `None` past the end.
pub(super) fn first_at(whole: &[Symbol], part: &[Symbol], from: i128) -> Option<usize> {
    let from = usize::try_from(from.max(0)).ok().filter(|&from| from <= whole.len())?;
    Search::new(part).find(&whole[from..]).map(|at| from + at)
}

/// The last position of `part`.
pub(super) fn last(whole: &[Symbol], part: &[Symbol]) -> Option<usize> {
    let backwards = |word: &[Symbol]| word.iter().rev().copied().collect::<Vec<_>>();
    let at = Search::new(&backwards(part)).find(&backwards(whole))?;
    Some(whole.len() - part.len() - at)
}

/// The places at which `part` is replaced, from left to right and without overlap: none for the empty word.
pub(super) fn occurrences(whole: &[Symbol], part: &[Symbol], which: Which) -> Vec<(usize, usize)> {
    let search = Search::new(part);
    let mut places = Vec::new();
    let mut from = 0;
    while !part.is_empty()
        && let Some(at) = search.find(&whole[from..])
    {
        places.push((from + at, from + at + part.len()));
        from += at + part.len();
        if which == Which::First {
            break;
        }
    }
    places
}

/// `whole` with each of the ascending, disjoint `places` replaced by `with`; `None` when it would be longer
/// than `longest`.
pub(super) fn replaced(
    whole: &[Symbol],
    places: &[(usize, usize)],
    with: &[Symbol],
    longest: usize,
) -> Option<Vec<Symbol>> {
    let gone: usize = places.iter().map(|(start, end)| end - start).sum();
    let length = places.len().checked_mul(with.len())?.checked_add(whole.len() - gone)?;
    if length > longest {
        return None;
    }
    let mut word = Vec::with_capacity(length);
    let mut done = 0;
    for &(start, end) in places {
        word.extend_from_slice(&whole[done..start]);
        word.extend_from_slice(with);
        done = end;
    }
    word.extend_from_slice(&whole[done..]);
    Some(word)
}

/// `times` copies, none when it is negative; `None` when they would be longer than `longest`.
pub(super) fn repeated(word: &[Symbol], times: i128, longest: usize) -> Option<Vec<Symbol>> {
    if word.is_empty() {
        return Some(Vec::new());
    }
    let times = usize::try_from(times.max(0)).ok()?;
    let length = word.len().checked_mul(times)?;
    (length <= longest).then(|| word.repeat(times))
}

/// The digits of an integer, low case, after a minus sign when it is negative. No digit is marked.
pub(super) fn numeral(value: i128, radix: u32) -> Vec<Symbol> {
    let mut rest = value.unsigned_abs();
    let mut word = Vec::new();
    while rest > 0 || word.is_empty() {
        let digit = char::from_digit((rest % u128::from(radix)) as u32, radix);
        word.push(Symbol::from(digit.expect("a remainder is below the radix, which is at most 36")));
        rest /= u128::from(radix);
    }
    if value < 0 {
        word.push(Symbol::from('-'));
    }
    word.reverse();
    word
}

/// What a word says as a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parsed {
    /// This integer.
    Is(i128),
    /// An integer that 128 bits do not hold.
    Beyond,
    /// None: the word is no numeral.
    Nothing,
}

/// The integer of a numeral: `+`, `-` or no sign, and one or more digits, great or small.
pub(super) fn parsed(word: &[Symbol], radix: u32) -> Parsed {
    let text: Option<Vec<char>> = word.iter().map(|&symbol| char::from_u32(plain(symbol))).collect();
    let text = text.unwrap_or_default();
    let negative = text.first() == Some(&'-');
    let digits = if negative || text.first() == Some(&'+') { &text[1..] } else { &text[..] };
    let digits: Option<Vec<u32>> = digits.iter().map(|digit| digit.to_digit(radix)).collect();
    let Some(digits) = digits.filter(|digits| !digits.is_empty()) else { return Parsed::Nothing };
    let signed = |digit: u32| if negative { -i128::from(digit) } else { i128::from(digit) };
    let value = digits
        .iter()
        .try_fold(0_i128, |value, &digit| value.checked_mul(i128::from(radix))?.checked_add(signed(digit)));
    value.map_or(Parsed::Beyond, Parsed::Is)
}

/// A word prepared for being searched, so that a search takes time in proportion to what is searched only.
struct Search<'a> {
    part: &'a [Symbol],
    /// For each prefix of `part`, the length of its longest proper prefix that is also its suffix [KMP77].
    border: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(part: &'a [Symbol]) -> Self {
        let mut search = Search { part, border: vec![0; part.len() + 1] };
        let mut matched = 0;
        for length in 2..=part.len() {
            matched = search.advance(matched, part[length - 1]);
            search.border[length] = matched;
        }
        search
    }

    /// How much of `part` is matched after `symbol`, when `matched` of it, but not all, was before.
    fn advance(&self, mut matched: usize, symbol: Symbol) -> usize {
        while plain(self.part[matched]) != plain(symbol) {
            if matched == 0 {
                return 0;
            }
            matched = self.border[matched];
        }
        matched + 1
    }

    /// The first position of `part` in `whole`.
    fn find(&self, whole: &[Symbol]) -> Option<usize> {
        if self.part.is_empty() {
            return Some(0);
        }
        let mut matched = 0;
        for (at, &symbol) in whole.iter().enumerate() {
            matched = self.advance(matched, symbol);
            if matched == self.part.len() {
                return Some(at + 1 - matched);
            }
        }
        None
    }
}
