//! What the words say about an integer that is computed from them.
//!
//! A search that must succeed, or cannot, has one outcome less; a numeral of few digits is a small number.

use automata::{Automaton, Budget, Exhausted, Symbol, SymbolSet};
use ir::{IntExpr, StrTerm, Width};
use verdict::relation::{Case, Outcome, Search, parsed, searched, value_after};

use crate::state::AbstractState;
use crate::transfer::{Analysis, Context};
use crate::words::containing;

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
        if let Some(search) = searched(value, width) {
            let outcome = self.outcome(state, &search, budget)?;
            return Ok(search.cases(outcome));
        }
        if let (IntExpr::Parse { of: of @ StrTerm::Var(var), radix }, Width::Unbounded) = (value, width) {
            let numerals = self.numerals(*radix, budget)?;
            if state.strings[var.index()].included_in(&numerals, budget)? {
                return Ok(parsed(of, *radix));
            }
        }
        Ok(value_after(value, width))
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

    /// A sign or none, and at least one digit in either case.
    fn numerals(&self, radix: u32, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let alphabet = automata::Alphabet::up_to(self.program.alphabet.last());
        let digit = |value: u32| char::from_digit(value, 36).map_or('0', |digit| digit);
        let cases = (0..radix).flat_map(|value| [digit(value), digit(value).to_ascii_uppercase()]);
        let class = |characters: Vec<char>| {
            let ranges = characters.into_iter().map(|c| (Symbol::from(c), Symbol::from(c)));
            Automaton::class(alphabet, &SymbolSet::from_ranges(ranges))
        };
        let sign = class(vec!['+', '-']).repeat(0, Some(1), budget)?;
        let digits = class(cases.collect()).repeat(1, None, budget)?;
        let numerals = sign.concat(&digits, budget)?;
        Ok(if self.program.alphabet.is_marked() { numerals.through_marks() } else { numerals })
    }
}
