//! What the numbers alone say about places in strings: signs of positions, lengths of the sides of a cut.
//!
//! Lengths are claimed by the hints of the certificate and checked here; a claim that does not hold says nothing.

use automata::{Budget, Exhausted, LengthSet};
use ir::{IntVar, Linear, StrExpr, StrVar};

use crate::premises::Premises;
use crate::query::{Stage, pieces};
use crate::relation::length_after;

impl Premises<'_> {
    /// The lengths of the characters of a string before a position, and of the others.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn side_lengths(
        &self,
        whole: StrVar,
        at: &Linear,
        budget: &mut Budget,
    ) -> Result<[LengthSet; 2], Exhausted> {
        let any = || [LengthSet::any(), LengthSet::any()];
        let Some(hint) = self.hints.sides.iter().find(|hint| hint.whole == whole && hint.at == *at) else {
            return Ok(any());
        };
        let [before, after] = hint.sides();
        let holds = self.numbers_measure(&before, &hint.before, budget)?
            && self.numbers_measure(&after, &hint.after, budget)?;
        Ok(if holds { [hint.before.clone(), hint.after.clone()] } else { any() })
    }

    /// Whether the numbers say that the length of an expression is in the set.
    fn numbers_measure(
        &self,
        value: &StrExpr,
        lengths: &LengthSet,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let cases = length_after(self.program, value);
        for piece in pieces(&lengths.complement(budget)?) {
            let refuted = self.in_every_case(budget, |question, budget| {
                for case in &cases {
                    let mut question = question.clone();
                    let length = question.measure(case, |_| Stage::Before);
                    question.piece(length, piece);
                    if !question.is_contradiction(budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })?;
            if !refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The values of an integer that are 0 or more.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn naturals(&self, var: IntVar, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        let hint = self.hints.values.iter().find(|(hinted, _)| *hinted == var);
        let Some((_, hint)) = hint else { return Ok(LengthSet::any()) };
        for piece in pieces(&hint.complement(budget)?) {
            let refuted = self.in_every_case(budget, |mut question, budget| {
                let value = question.value_of(&Linear::var(var));
                question.piece(value, piece);
                question.is_contradiction(budget)
            })?;
            if !refuted {
                return Ok(LengthSet::any());
            }
        }
        Ok(hint.clone())
    }

    /// Whether the premises say that a term is 0 or more.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn is_never_negative(&self, term: &Linear, budget: &mut Budget) -> Result<bool, Exhausted> {
        if let Some(constant) = term.as_constant() {
            return Ok(constant >= 0);
        }
        self.in_every_case(budget, |mut question, budget| {
            let value = question.value_of(term);
            question.at_most(value, -1);
            question.is_contradiction(budget)
        })
    }

    /// Whether the premises say that two terms are equal.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn is_equal(
        &self,
        left: &Linear,
        right: &Linear,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let (Some(above), Some(below)) = (left.minus(right), right.minus(left)) else { return Ok(false) };
        Ok(self.is_never_negative(&above, budget)? && self.is_never_negative(&below, budget)?)
    }

    /// Whether the premises say that a term is below 0.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn is_always_negative(&self, term: &Linear, budget: &mut Budget) -> Result<bool, Exhausted> {
        self.in_every_case(budget, |mut question, budget| {
            let value = question.value_of(term);
            question.between(value, 0, None);
            question.is_contradiction(budget)
        })
    }
}
