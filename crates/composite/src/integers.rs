//! What the words say about an integer that is computed from them.
//!
//! A search that must succeed, or cannot, has one outcome less, and is found where the words allow it; numerals and codes are in the range
//! of the language.

use automata::{Automaton, Budget, Exhausted};
use ir::{IntExpr, StrTerm, Width};
use verdict::facts::Hints;
use verdict::measures::Range;
use verdict::parts::coded_at;
use verdict::plain::Words;
use verdict::relation::{Case, Outcome, Search, is_linear, measured, searched, value_after};

use crate::joined::linear_value;
use crate::sides::Cutter;
use crate::state::AbstractState;
use crate::transfer::{Analysis, Context};
use crate::words::{containing, wholes};

impl Context<'_> {
    /// Over-approximates: the new value of an integer assigned, in cases of which one holds.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn integer(
        &self,
        state: &AbstractState,
        value: &IntExpr,
        width: Width,
        budget: &mut Budget,
    ) -> Result<Vec<Case>, Exhausted> {
        if self.analysis == Analysis::Size {
            return Ok(value_after(value, width));
        }
        if width == Width::Unbounded
            && let Some(known) = linear_value((self.packs, state), value, budget)?
        {
            return Ok(vec![is_linear(&known)]);
        }
        self.integer_by_words(state, (value, width), budget)
    }

    /// The same by the languages of strings alone.
    fn integer_by_words(
        &self,
        state: &AbstractState,
        (value, width): (&IntExpr, Width),
        budget: &mut Budget,
    ) -> Result<Vec<Case>, Exhausted> {
        if let Some(search) = searched(value, width) {
            let outcome = self.outcome(state, &search, budget)?;
            let table = table_of(&state.strings[search.whole.index()]);
            let range = table.map_or(Range::default(), |table| search.range(&table));
            return Ok(search.cases(outcome, range));
        }
        let table = |term: &StrTerm| match term {
            StrTerm::Var(var) => table_of(&state.strings[var.index()]),
            StrTerm::Word(_) => None,
        };
        Ok(measured(self.program, (value, width), &table))
    }

    /// Over-approximates: the strings of a state whose characters at constant positions have codes that were compared since
    /// `before`.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn restrict_by_codes(
        &self,
        before: &AbstractState,
        state: &mut AbstractState,
        hints: &mut Hints,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if state.packs == before.packs && state.rows == before.rows {
            return Ok(());
        }
        for (code, value) in state.integers.clone() {
            let IntExpr::Code { of: StrTerm::Var(whole), .. } = value else { continue };
            let Some(at) = coded_at(&value, whole) else { continue };
            let words = &state.strings[whole.index()];
            let cutter = Cutter { packs: self.packs, state, strings: &state.strings, earlier: before };
            let characters = cutter.coded(code, words.alphabet(), hints, budget)?;
            let wholes = wholes(&characters, (at, Some(at + 1)), budget)?;
            state.strings[whole.index()] = words.intersection(&wholes, budget)?;
        }
        Ok(())
    }

    fn outcome(
        &self,
        state: &AbstractState,
        search: &Search<'_>,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        let contains = containing(self.program.alphabet, search.word, budget)?;
        let words = &state.strings[search.whole.index()];
        if search.is_whole && words.included_in(&contains, budget)? {
            return Ok(Outcome::Found);
        }
        Ok(if words.intersects(&contains, budget)? { Outcome::Either } else { Outcome::Missing })
    }
}

/// The table of a language, where it says something.
fn table_of(words: &Automaton) -> Option<Words> {
    (!words.is_any()).then(|| Words::of(words))
}
