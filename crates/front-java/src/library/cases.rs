//! Upper and lower case as finite-state functions over code units.
//!
//! A character beyond 2^16 is a pair of surrogates. Its cases have the same first one, so a machine that remembers it
//! maps the second. Upper case may be longer: the special mappings are those of Unicode that depend on nothing, which
//! Rust's own library has, too. Lower case is given but for U+03A3, which depends on its surroundings.

use std::collections::BTreeMap;

use automata::regex::characters::{cased, lower, upper};
use automata::{Automaton, Budget, Output, Symbol, SymbolSet, Transducer, TransducerBuilder};

use super::call::{STEPS, UTF16};
use super::characters::{highs, lows, surrogates};

/// Exact: the lower case of the upper case of every character, which is what a comparison without case compares.
pub(super) fn folding() -> Transducer {
    mapping(|symbol| Mapped::One(lower(upper(symbol))))
}

/// Exact: upper case, special mappings included.
pub(super) fn uppercase() -> Transducer {
    mapping(|symbol| match char::from_u32(symbol).map(|c| c.to_uppercase().collect::<String>()) {
        Some(text) if text.chars().count() > 1 => Mapped::Many(super::call::symbols(&text)),
        _ => Mapped::One(upper(symbol)),
    })
}

/// Exact on words without U+03A3: lower case. There that character becomes U+03C3.
pub(super) fn lowercase() -> Transducer {
    mapping(|symbol| match symbol {
        0x130 => Mapped::Many(vec![0x69, 0x307]),
        _ => Mapped::One(lower(symbol)),
    })
}

/// Exact: a map of code points that have cases, on code units one by one. Surrogates stay.
pub(super) fn of_units(image: fn(Symbol) -> Symbol) -> Transducer {
    let mut pieces: BTreeMap<i32, Vec<(Symbol, Symbol)>> = BTreeMap::new();
    for symbol in cased().filter(|&symbol| symbol <= 0xFFFF) {
        let by =
            i32::try_from(i64::from(image(symbol)) - i64::from(symbol)).expect("a code unit has 16 bits");
        pieces.entry(by).or_default().push((symbol, symbol));
    }
    let pieces: Vec<_> = pieces.into_iter().map(|(by, units)| (SymbolSet::from_ranges(units), by)).collect();
    Transducer::shifting(UTF16, &pieces)
}

/// Two surrogates that are one character.
pub(super) fn pair() -> Automaton {
    let (high, low) = (Automaton::class(UTF16, &highs()), Automaton::class(UTF16, &lows()));
    high.concat(&low, &mut Budget::steps(STEPS)).expect("three states fit the budget")
}

/// The last code units of characters, by the first one of a pair and by how far they are moved.
type Moved = BTreeMap<(Option<Symbol>, i64), Vec<(Symbol, Symbol)>>;

/// Exact: the words that a comparison without case finds equal to a word; none to be had when it has surrogates.
pub(super) fn alike(word: &[Symbol]) -> Option<Automaton> {
    let fold = |symbol: Symbol| lower(upper(symbol));
    let mut budget = Budget::steps(STEPS);
    let mut language = Automaton::epsilon(UTF16);
    for &symbol in word {
        if surrogates().contains(symbol) {
            return None;
        }
        let same = cased().filter(|&other| other <= 0xFFFF && fold(other) == fold(symbol));
        let set = SymbolSet::from_ranges(same.chain([symbol]).map(|symbol| (symbol, symbol)));
        language = language.concat(&Automaton::class(UTF16, &set), &mut budget).ok()?;
    }
    Some(language)
}

/// The code units that lower case leaves as they are.
pub(super) fn small() -> SymbolSet {
    let changed = cased().filter(|&symbol| symbol <= 0xFFFF && lower(symbol) != symbol);
    UTF16.all().difference(&SymbolSet::from_ranges(changed.map(|symbol| (symbol, symbol))))
}

/// What a character becomes.
enum Mapped {
    One(Symbol),
    Many(Vec<Symbol>),
}

/// Maps every code point. Those that have no case are not changed by any function here, but for the special ones.
fn mapping(image: impl Fn(Symbol) -> Mapped) -> Transducer {
    let specials = [0xDF, 0x130, 0x149, 0x1F0, 0x390, 0x3B0, 0x587].into_iter();
    let specials = specials.chain(0x1E96..=0x1E9A).chain(0x1F50..=0x1FFC).chain(0xFB00..=0xFB17);
    let mut moved: Moved = Moved::new();
    let mut spelled: BTreeMap<Symbol, Vec<Symbol>> = BTreeMap::new();
    for symbol in cased().chain(specials) {
        match image(symbol) {
            Mapped::One(to) if to == symbol => {}
            Mapped::One(to) => {
                let (high, unit) = split(symbol);
                let by = i64::from(to) - i64::from(symbol);
                moved.entry((high, by)).or_default().push((unit, unit));
            }
            Mapped::Many(word) => drop(spelled.insert(symbol, word)),
        }
    }
    machine(&moved, &spelled)
}

/// The first surrogate of a code point, if it has one, and its last code unit.
fn split(symbol: Symbol) -> (Option<Symbol>, Symbol) {
    match symbol.checked_sub(0x1_0000) {
        None => (None, symbol),
        Some(above) => (Some(0xD800 + (above >> 10)), 0xDC00 + (above & 0x3FF)),
    }
}

/// A state for what follows each first surrogate that matters, and one for everything else, which is the start.
fn machine(moved: &Moved, spelled: &BTreeMap<Symbol, Vec<Symbol>>) -> Transducer {
    let mut builder = TransducerBuilder::new(UTF16);
    let start = builder.add_state();
    let mut after: BTreeMap<Symbol, u32> = BTreeMap::new();
    for high in moved.keys().filter_map(|&(high, _)| high) {
        after.entry(high).or_insert_with(|| builder.add_state());
    }
    let states = after.iter().map(|(&high, &state)| (Some(high), state)).chain([(None, start)]);
    for (high, state) in states.collect::<Vec<_>>() {
        builder.end(state, &[]);
        let mut rest = UTF16.all();
        let own = moved.iter().filter(|((of, _), _)| high.is_some() && *of == high);
        for ((_, by), units) in own.chain(moved.iter().filter(|((of, _), _)| of.is_none())) {
            let set = SymbolSet::from_ranges(units.iter().copied());
            let by = i32::try_from(*by).expect("a code unit has 16 bits");
            builder.read(state, &set.intersection(&rest), Output::shifted(by), start);
            rest = rest.difference(&set);
        }
        for (&symbol, word) in spelled {
            builder.read(state, &SymbolSet::single(symbol), Output::word(word), start);
            rest = rest.difference(&SymbolSet::single(symbol));
        }
        for (&high, &target) in &after {
            builder.read(state, &SymbolSet::single(high), Output::copy(), target);
            rest = rest.difference(&SymbolSet::single(high));
        }
        builder.read(state, &rest, Output::copy(), start);
    }
    builder.finish()
}
