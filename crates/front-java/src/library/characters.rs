//! Sets of characters, as `Character` defines them, and what digits are worth.
//!
//! They are sets of code points. Where texts are meant, only those below 2^16 are code units; those beyond are pairs,
//! which the callers treat by themselves.

use automata::regex::characters::category;
use automata::{Automaton, Budget, SymbolSet, Transducer};
use ir::{Condition, StrTerm};

use super::call::{Call, STEPS, UTF16};

/// Small letters that are no letters by their category.
const OTHER_LOWER: [(u32, u32); 20] = [
    (0xAA, 0xAA),
    (0xBA, 0xBA),
    (0x2B0, 0x2B8),
    (0x2C0, 0x2C1),
    (0x2E0, 0x2E4),
    (0x345, 0x345),
    (0x37A, 0x37A),
    (0x1D2C, 0x1D6A),
    (0x1D78, 0x1D78),
    (0x1D9B, 0x1DBF),
    (0x2071, 0x2071),
    (0x207F, 0x207F),
    (0x2090, 0x209C),
    (0x2170, 0x217F),
    (0x24D0, 0x24E9),
    (0x2C7C, 0x2C7D),
    (0xA69C, 0xA69D),
    (0xA770, 0xA770),
    (0xA7F8, 0xA7F9),
    (0xAB5C, 0xAB5F),
];

/// Capital letters that are no letters by their category.
const OTHER_UPPER: [(u32, u32); 5] =
    [(0x2160, 0x216F), (0x24B6, 0x24CF), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189)];

/// All code units.
pub(super) fn all() -> SymbolSet {
    UTF16.all()
}

/// Halves of pairs.
pub(super) fn surrogates() -> SymbolSet {
    SymbolSet::range(0xD800, 0xDFFF)
}

/// First halves of pairs.
pub(super) fn highs() -> SymbolSet {
    SymbolSet::range(0xD800, 0xDBFF)
}

/// Second halves of pairs.
pub(super) fn lows() -> SymbolSet {
    SymbolSet::range(0xDC00, 0xDFFF)
}

/// The union of categories.
pub(super) fn categories(names: &[&str]) -> SymbolSet {
    names.iter().fold(SymbolSet::from_ranges([]), |all, name| all.union(&category(name)))
}

/// `Character.isUpperCase`.
pub(super) fn uppers() -> SymbolSet {
    category("Lu").union(&SymbolSet::from_ranges(OTHER_UPPER))
}

/// `Character.isLowerCase`.
pub(super) fn lowers() -> SymbolSet {
    category("Ll").union(&SymbolSet::from_ranges(OTHER_LOWER))
}

/// `Character.isWhitespace`: separators that may end a line, and some controls.
pub(super) fn whitespace() -> SymbolSet {
    let fixed = SymbolSet::from_ranges([(0xA0, 0xA0), (0x2007, 0x2007), (0x202F, 0x202F)]);
    let controls = SymbolSet::from_ranges([(0x9, 0xD), (0x1C, 0x1F)]);
    category("Z").difference(&fixed).union(&controls)
}

/// `Character.isIdentifierIgnorable`: format characters and most controls.
pub(super) fn ignorable() -> SymbolSet {
    category("Cf").union(&SymbolSet::from_ranges([(0x0, 0x8), (0xE, 0x1B), (0x7F, 0x9F)]))
}

/// The runs of code units that are digits of some script or Latin letters in it: the first one, how many there are,
/// and what the first is worth. Runs of digits begin with a zero.
fn digit_runs() -> Vec<(u32, u32, u32)> {
    let letters = [(0x41, 26, 10), (0x61, 26, 10), (0xFF21, 26, 10), (0xFF41, 26, 10)];
    let digits = category("Nd").intersection(&all());
    let tens = digits.ranges().iter().flat_map(|&(lo, hi)| (lo..=hi).step_by(10)).map(|lo| (lo, 10, 0));
    tens.chain(letters).collect()
}

/// The code units that `Character.digit` gives a value, by it: below 10 digits, then letters.
pub(super) fn digits_worth(value: u32) -> SymbolSet {
    let fitting =
        digit_runs().into_iter().filter(|&(_, count, worth)| (worth..worth + count).contains(&value));
    SymbolSet::from_ranges(fitting.map(|(first, _, worth)| (first + value - worth, first + value - worth)))
}

/// The code units that `Character.digit` gives a value in radix 36.
pub(super) fn all_digits() -> SymbolSet {
    SymbolSet::from_ranges(digit_runs().into_iter().map(|(first, count, _)| (first, first + count - 1)))
}

/// Exact: digits of every script, and wide letters, become those of ASCII. Other characters stay.
pub(super) fn plain_digits() -> Transducer {
    let piece = |(first, count, worth): (u32, u32, u32)| {
        let plain = if worth == 0 { 0x30 } else { 0x61 };
        let by = i32::try_from(i64::from(plain) - i64::from(first)).expect("a code unit has 16 bits");
        (SymbolSet::range(first, first + count - 1), by)
    };
    let pieces: Vec<_> = digit_runs().into_iter().filter(|&(first, ..)| first > 0x7F).map(piece).collect();
    Transducer::shifting(UTF16, &pieces)
}

/// Whether a text may have been cut within a pair of surrogates.
pub(super) fn has_surrogate_at_end(call: &mut Call<'_>, text: &StrTerm) -> Condition {
    call.within(text, "surrogate at an end", || {
        let mut budget = Budget::steps(STEPS);
        let any = Automaton::any(UTF16);
        let one = Automaton::class(UTF16, &surrogates());
        let ends = any.concat(&one, &mut budget);
        let starts = one.concat(&any, &mut budget);
        ends.and_then(|ends| ends.union(&starts?, &mut budget)).expect("three states fit the budget")
    })
}
