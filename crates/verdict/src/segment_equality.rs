//! Pieces of strings that are the same, as the checker shows them: with the premises of an action.
//!
//! The rules stand in [`crate::same`]; here is what they may ask. Nothing is known but what the facts and the literals say.

use automata::{Budget, Exhausted};
use ir::{IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar, Test};

use crate::pieces::{self, Says};
use crate::plain::Words;
use crate::premises::Premises;
use crate::same::{Change, Known, SameFact, are_same, holds_after};
use crate::step::{Step, Update};

/// What the premises of an action say.
struct Asked<'a, 'b> {
    premises: &'a Premises<'a>,
    budget: &'b mut Budget,
}

impl Known for Asked<'_, '_> {
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted> {
        self.premises.is_never_negative(term, self.budget)
    }

    fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        self.premises.are_equal(left, right)
    }

    fn is_word(&self, var: StrVar) -> bool {
        let table = self.premises.facts.languages.get(var.index()).and_then(Option::as_ref);
        table.is_some_and(|table| !table.accepts(0))
    }

    fn parts(&self) -> &[(StrVar, StrExpr)] {
        &self.premises.facts.parts
    }

    fn same(&self) -> &[SameFact] {
        &self.premises.facts.same
    }
}

impl Says for Asked<'_, '_> {
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted> {
        self.premises.is_never_negative(term, self.budget)
    }

    fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        Known::are_equal(self, left, right)
    }

    fn parts(&self) -> &[(StrVar, StrExpr)] {
        self.premises.definitions.get_or_init(|| {
            let slices = self.premises.facts.slices.iter().map(|fact| (fact.part, fact.value()));
            self.premises.facts.parts.iter().cloned().chain(slices).collect()
        })
    }

    fn searches(&self) -> &[(IntVar, IntExpr)] {
        &self.premises.facts.integers
    }

    fn language(&self, var: StrVar) -> Option<Words> {
        self.premises.facts.languages.get(var.index()).cloned().flatten()
    }
}

impl Step<'_> {
    /// Whether the string assigned is equal to another one by the pieces that both are put together from.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn equal_by_pieces(
        &self,
        (left, right): (StrVar, StrVar),
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let Update::Str(assigned, value) = *self.update else { return Ok(false) };
        let other = if assigned == left { right } else { left };
        if ![left, right].contains(&assigned) || other == assigned {
            return Ok(false);
        }
        pieces::is_equal_to(&mut Asked { premises: self.premises, budget }, value, other)
    }

    /// Whether a piece of two strings is the same after the action.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn same(&self, fact: &SameFact, budget: &mut Budget) -> Result<bool, Exhausted> {
        let touched = self.update.assigned().is_some_and(|variable| fact.speaks_of(variable));
        if !touched && self.premises.facts.same.contains(fact) {
            return Ok(true);
        }
        let change = match *self.update {
            Update::Nothing => Change::Nothing,
            Update::Str(var, value) => Change::Str(var, value),
            Update::Int(var, value, width) => Change::Int(var, value, width),
            Update::Bool(var, _) => Change::Some(ir::Variable::Bool(var)),
            Update::Havoc(variable) => Change::Some(variable),
        };
        holds_after(&mut Asked { premises: self.premises, budget }, change, fact)
    }
}

impl Premises<'_> {
    /// What an integer expression is as a linear term by the pieces of the string that it reads.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn linear_value(
        &self,
        value: &IntExpr,
        budget: &mut Budget,
    ) -> Result<Option<Linear>, Exhausted> {
        pieces::linear_value(&mut Asked { premises: self, budget }, value)
    }

    /// Whether a literal says that strings differ which are the same piece by piece.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn differ_in_the_same(&self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut asked = Asked { premises: self, budget };
        for literal in self.literals().iter().filter(|literal| !literal.holds) {
            let differ = match literal.test {
                Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) => {
                    are_same(&mut asked, left, right)? || pieces::are_equal(&mut asked, left, right)?
                }
                Test::StartsWith(StrTerm::Var(whole), StrTerm::Var(start)) => {
                    pieces::begins_with(&mut asked, whole, start)?
                }
                Test::EndsWith(StrTerm::Var(whole), StrTerm::Var(end)) => {
                    pieces::ends_with(&mut asked, whole, end)?
                }
                Test::Contains(StrTerm::Var(whole), StrTerm::Var(part)) => {
                    pieces::contains(&mut asked, whole, part)?
                }
                Test::Equal(..)
                | Test::StartsWith(..)
                | Test::EndsWith(..)
                | Test::Contains(..)
                | Test::In(..)
                | Test::Bool(_)
                | Test::IsZero(_)
                | Test::AtMostZero(_) => false,
            };
            if differ {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
