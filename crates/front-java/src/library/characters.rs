//! Sets of characters, as `Character` defines them.
//!
//! They are sets of code points. Where texts are meant, only those below 2^16 are code units; those beyond are pairs,
//! which the callers treat by themselves.

use automata::regex::characters::category;
use automata::{Automaton, Budget, SymbolSet};
use ir::{Condition, StrTerm};

use super::call::{Call, STEPS, UTF16};

/// All code units.
pub(super) fn all() -> SymbolSet {
    UTF16.all()
}

/// Halves of pairs.
pub(super) fn surrogates() -> SymbolSet {
    SymbolSet::range(0xD800, 0xDFFF)
}

/// `Character.isWhitespace`: separators that may end a line, and some controls.
pub(super) fn whitespace() -> SymbolSet {
    let fixed = SymbolSet::from_ranges([(0xA0, 0xA0), (0x2007, 0x2007), (0x202F, 0x202F)]);
    let controls = SymbolSet::from_ranges([(0x9, 0xD), (0x1C, 0x1F)]);
    category("Z").difference(&fixed).union(&controls)
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
