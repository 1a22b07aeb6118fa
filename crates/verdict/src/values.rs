//! What the expressions of an action may yield, given what is known before it.
//!
//! A graph over-approximates the values; where none is given, any word is possible. Counts and positions that
//! are not constant are taken from the hints of the certificate after these have been checked.

use automata::{Budget, Exhausted, LengthSet, Symbol};
use ir::replacement::replacement;
use ir::{InputSet, Linear, Needle, StrExpr, StrTerm};

use crate::build::Membership;
use crate::graph::Graph;
use crate::measures::digits_of_naturals;
use crate::parts::words_behind_last;
use crate::premises::Premises;
use crate::query::pieces;
use crate::tables::{Comparison, numerals};

impl Premises<'_> {
    /// Over-approximates: the values of an expression; `None` is any word. `hints` are the counts that the
    /// certificate claims for it.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn value(
        &self,
        value: &StrExpr,
        hints: &[LengthSet],
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Exhausted> {
        match value {
            StrExpr::Term(term) => Ok(Some(self.term(term, budget)?)),
            StrExpr::Concat(terms) => {
                let parts: Result<_, Exhausted> = terms.iter().map(|term| self.term(term, budget)).collect();
                Ok(Some(Graph::concat(parts?)))
            }
            StrExpr::Slice { of, from, to } => self.sliced(of, (from, to.as_ref()), hints, budget).map(Some),
            StrExpr::Reverse(of) => Ok(Some(self.term(of, budget)?.reversed())),
            StrExpr::Repeat { of, times } => {
                let times = self.counts(times, hints.first(), budget)?;
                Ok(Some(self.term(of, budget)?.power(&times, budget)?))
            }
            StrExpr::Apply { function, to } => {
                let transducer = &self.program.functions[function.index()].transducer;
                Ok(Some(self.term(to, budget)?.image(transducer, budget)?))
            }
            StrExpr::Input(InputSet::Language(language)) => {
                let table = &self.languages[language.index()];
                Ok(Some(Graph::of(table)))
            }
            StrExpr::Replace { of, what, with, which } => {
                let whole = self.term(of, budget)?;
                if let Some(function) = replacement(self.program, (what, with, *which), budget)? {
                    return Ok(Some(whole.image(&function, budget)?));
                }
                let Needle::Term(what) = what else { return Ok(None) };
                let (what, with) = (self.term(what, budget)?, self.term(with, budget)?);
                // Occurrences are found whatever is marked.
                let what = if self.program.alphabet.is_marked() { what.through_marks() } else { what };
                Ok(Some(whole.replace_some(&what, &with, budget)?))
            }
            StrExpr::Numeral { of, radix } => {
                let numerals = Graph::of(&numerals(*radix));
                if !self.is_never_negative(of, budget)? {
                    return Ok(Some(numerals));
                }
                let (naturals, all) =
                    (self.counts(of, hints.first(), budget)?, numerals.without_first(Symbol::from('-')));
                let all = if naturals.contains(0) { all } else { all.without_first(Symbol::from('0')) };
                Ok(Some(all.restricted(&digits_of_naturals(&naturals, *radix), budget)?))
            }
            StrExpr::Input(InputSet::Any | InputSet::UpTo(_)) => Ok(None),
        }
    }

    fn sliced(
        &self,
        of: &StrTerm,
        (from, to): (&Linear, Option<&Linear>),
        hints: &[LengthSet],
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        let StrTerm::Var(whole) = of else {
            return self.slice(&self.term(of, budget)?, (from, to), hints, budget);
        };
        let end = self.end_of(*whole, (from, to), budget)?;
        let mut slice = match self.slice_of_side(*whole, (from, to), budget)? {
            Some(slice) => slice,
            None => self.slice(&self.variable(*whole, budget)?, (from, to), hints, budget)?,
        };
        let searches = self.facts.integers.iter().map(|(var, value)| (*var, value));
        for word in words_behind_last(searches, (*whole, from)) {
            let contains = self.compared(Comparison::Contains, word);
            let without = [Membership { table: &contains, holds: false }];
            slice = slice.intersection(&Graph::meet(self.program.alphabet, &without, budget)?, budget)?;
        }
        match end {
            Some(end) => slice.intersection(&end, budget),
            None => Ok(slice),
        }
    }

    fn slice(
        &self,
        whole: &Graph,
        (from, to): (&Linear, Option<&Linear>),
        hints: &[LengthSet],
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        let starts = self.counts(from, hints.first(), budget)?;
        let Some(to) = to else { return whole.slice(&starts, None, budget) };
        // A window of constant width is the beginning of a rest; before the start of the word it is shorter.
        let width = to.minus(from).and_then(|width| width.as_constant());
        let Some(width) = width.and_then(|width| u64::try_from(width).ok()) else {
            let ends = self.counts(to, hints.get(1), budget)?;
            return whole.slice(&starts, Some(&ends), budget);
        };
        let widths = if self.is_never_negative(from, budget)? {
            LengthSet::exactly(width)
        } else {
            LengthSet::between(0, width)
        };
        whole.slice(&starts, None, budget)?.slice(&LengthSet::exactly(0), Some(&widths), budget)
    }

    /// The counts that a term may stand for, a negative one being 0: its constant, or the hint if it holds.
    fn counts(
        &self,
        term: &Linear,
        hint: Option<&LengthSet>,
        budget: &mut Budget,
    ) -> Result<LengthSet, Exhausted> {
        if let Some(constant) = term.as_constant() {
            return Ok(u64::try_from(constant.max(0)).map_or(LengthSet::any(), LengthSet::exactly));
        }
        let Some(hint) = hint else { return Ok(LengthSet::any()) };
        if !hint.contains(0) && !self.is_never_negative(term, budget)? {
            return Ok(LengthSet::any());
        }
        let outside = hint.complement(budget)?;
        for piece in pieces(&outside) {
            let refuted = self.in_every_case(budget, |mut question, budget| {
                let value = question.value_of(term);
                question.piece(value, piece);
                question.is_contradiction(budget)
            })?;
            if !refuted {
                return Ok(LengthSet::any());
            }
        }
        Ok(hint.clone())
    }
}
