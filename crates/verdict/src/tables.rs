//! Tables for comparisons with a constant: equal to it, beginning with it, ending with it, containing it.
//!
//! The last two follow [KMP77]: the state is the longest beginning of the constant that the text read so far
//! ends with. So they are deterministic without any construction.

use automata::{Alphabet, MARK, Symbol};
use ir::{Language, Program};

use crate::plain::{WordState, Words};
use crate::relation::Sign;

/// How a text is compared with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    StartsWith,
    EndsWith,
    Contains,
}

/// The texts over an unmarked alphabet for which the comparison with `word` holds.
pub(crate) fn compared(alphabet: Alphabet, comparison: Comparison, word: &[Symbol]) -> Words {
    let states = (0..=word.len())
        .map(|at| WordState { accepts: at == word.len(), edges: edges(alphabet, comparison, word, at) });
    Words::new(states.collect()).expect("edges ascend and lead to states")
}

/// The edges of the state in which `at` characters of the word have been found.
fn edges(
    alphabet: Alphabet,
    comparison: Comparison,
    word: &[Symbol],
    at: usize,
) -> Vec<(Symbol, Symbol, u32)> {
    let whole = alphabet.all().ranges().first().copied();
    let everywhere = |target: usize| whole.iter().map(|&(lo, hi)| (lo, hi, target as u32)).collect();
    match (comparison, word.get(at)) {
        (Comparison::Equal, None) => Vec::new(),
        (Comparison::StartsWith | Comparison::Contains, None) => everywhere(at),
        (Comparison::Equal | Comparison::StartsWith, Some(&next)) => vec![(next, next, at as u32 + 1)],
        (Comparison::EndsWith, None) | (Comparison::EndsWith | Comparison::Contains, Some(_)) => {
            let mut characters = word.to_vec();
            characters.sort_unstable();
            characters.dedup();
            found_edges(alphabet, word, at, &characters)
        }
    }
}

/// For each character of the word where it leads; every other character leads back to the start.
fn found_edges(
    alphabet: Alphabet,
    word: &[Symbol],
    at: usize,
    characters: &[Symbol],
) -> Vec<(Symbol, Symbol, u32)> {
    let mut edges = Vec::new();
    let mut from = 0;
    for &symbol in characters {
        if from < symbol {
            edges.push((from, symbol - 1, 0));
        }
        edges.push((symbol, symbol, longest_border(word, at, symbol) as u32));
        from = symbol + 1;
    }
    if from <= alphabet.last() {
        edges.push((from, alphabet.last(), 0));
    }
    edges
}

/// The length of the longest beginning of `word` that `word[..at]` followed by `symbol` ends with.
fn longest_border(word: &[Symbol], at: usize, symbol: Symbol) -> usize {
    let mut text = word[..at].to_vec();
    text.push(symbol);
    (0..=text.len().min(word.len())).rev().find(|&length| text.ends_with(&word[..length])).unwrap_or(0)
}

/// A table has at most about so many states for lengths: beyond, numbers alone speak of them.
const LONGEST: u64 = 256;

/// The texts over an unmarked alphabet whose length `n` gives `factor * n + constant` the sign; `None` when that takes a
/// large table. The factor is not 0.
pub(crate) fn of_length(alphabet: Alphabet, (factor, constant): (i128, i128), sign: Sign) -> Option<Words> {
    // From here on the factor outweighs the constant, so the sign stays.
    let settled = u64::try_from(constant.unsigned_abs() / factor.unsigned_abs() + 1).ok()?;
    if settled > LONGEST {
        return None;
    }
    let accepts = |length: u64| {
        let value = factor.checked_mul(i128::from(length))?.checked_add(constant)?;
        Some(match sign {
            Sign::Zero => value == 0,
            Sign::AtMostZero => value <= 0,
        })
    };
    let state = |length: u64| {
        let target = (length + 1).min(settled) as u32;
        let edges = alphabet.all().ranges().iter().map(|&(lo, hi)| (lo, hi, target)).collect();
        Some(WordState { accepts: accepts(length)?, edges })
    };
    Words::new((0..=settled).map(state).collect::<Option<_>>()?)
}

/// The numerals of integers: a minus sign or none, and digits without leading zeros.
pub(crate) fn numerals(radix: u32) -> Words {
    let digits = |from: u32, target: u32| {
        let first = |value: u32| char::from_digit(value, 36).map_or(0, Symbol::from);
        let decimal = (first(from), first(radix.min(10) - 1), target);
        let letters = (radix > 10).then(|| (first(10), first(radix - 1), target));
        std::iter::once(decimal).chain(letters).filter(|(lo, hi, _)| lo <= hi).collect::<Vec<_>>()
    };
    let (minus, zero) = (Symbol::from('-'), Symbol::from('0'));
    let state = |accepts, edges| WordState { accepts, edges };
    let start = [vec![(minus, minus, 1), (zero, zero, 3)], digits(1, 2)].concat();
    let states = vec![
        state(false, start),
        state(false, digits(1, 2)),
        state(true, digits(0, 2)),
        state(true, Vec::new()),
    ];
    Words::new(states).expect("the minus sign comes before the digits, and these before the letters")
}

impl Words {
    /// The table of a language of a program. One over the alphabet without marks looks through them.
    pub fn of_program(program: &Program, language: &Language) -> Words {
        let table = Words::of(&language.automaton);
        let looks_through = program.alphabet.is_marked() && !language.automaton.alphabet().is_marked();
        if looks_through { table.through_marks() } else { table }
    }

    /// The same question of a text whose characters may be marked: it looks through the marks.
    pub(crate) fn through_marks(&self) -> Words {
        let both = |state: &WordState| {
            let marked = state.edges.iter().map(|&(lo, hi, target)| (lo | MARK, hi | MARK, target));
            WordState { accepts: state.accepts, edges: state.edges.iter().copied().chain(marked).collect() }
        };
        Words::new(self.states().iter().map(both).collect()).expect("marked characters come after the others")
    }
}
