//! Strings that are put together from others and compared with them, or cut again.
//!
//! What such strings were put together from is kept as a definition, only of those on which a comparison of two strings depends: a
//! page puts hundreds of strings together that nothing compares. The rules for pieces stand in [`verdict::pieces`].

use std::collections::BTreeSet;

use automata::{Budget, Exhausted};
use ir::{Action, Condition, IntExpr, IntVar, Linear, Literal, Procedure, StrExpr, StrTerm, StrVar, Test};
use verdict::pieces::{self, Says};
use verdict::plain::Words;

use crate::constraints;
use crate::packs::{Packs, put_together};
use crate::state::AbstractState;

/// The strings whose definitions are kept.
pub(crate) fn compared(procedure: &Procedure) -> BTreeSet<StrVar> {
    let mut found: BTreeSet<StrVar> = BTreeSet::new();
    for instruction in &procedure.code {
        match &instruction.action {
            Action::Branch(condition, _)
            | Action::Assume(condition)
            | Action::Assert(_, condition)
            | Action::SetBool(_, condition) => in_condition(condition, &mut found),
            Action::SetInt(_, value, _) => found.extend(searched(value)),
            Action::SetStr(..)
            | Action::Havoc(_)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => {}
        }
    }
    let mut before = 0;
    while found.len() > before {
        before = found.len();
        for instruction in &procedure.code {
            if let Action::SetStr(var, value) = &instruction.action
                && found.contains(var)
            {
                found.extend(put_together(value));
            }
        }
    }
    found
}

/// The strings that a condition compares with each other.
fn in_condition(condition: &Condition, found: &mut BTreeSet<StrVar>) {
    match condition {
        Condition::Literal(literal) => match literal.test {
            Test::Equal(StrTerm::Var(left), StrTerm::Var(right))
            | Test::StartsWith(StrTerm::Var(left), StrTerm::Var(right))
            | Test::EndsWith(StrTerm::Var(left), StrTerm::Var(right))
            | Test::Contains(StrTerm::Var(left), StrTerm::Var(right)) => found.extend([left, right]),
            Test::Equal(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..)
            | Test::Contains(..)
            | Test::In(..)
            | Test::Bool(_)
            | Test::IsZero(_)
            | Test::AtMostZero(_) => {}
        },
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| in_condition(part, found));
        }
    }
}

/// The string in which an expression searches for a word, or whose integer it is.
fn searched(value: &IntExpr) -> Option<StrVar> {
    match value {
        IntExpr::IndexOf { of: StrTerm::Var(of), what: StrTerm::Word(_), .. }
        | IntExpr::LastIndexOf { of: StrTerm::Var(of), what: StrTerm::Word(_) }
        | IntExpr::Parse { of: StrTerm::Var(of), .. } => Some(*of),
        IntExpr::IndexOf { .. }
        | IntExpr::LastIndexOf { .. }
        | IntExpr::Parse { .. }
        | IntExpr::Code { .. }
        | IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => None,
    }
}

/// What a state says of pieces.
struct Said<'a> {
    packs: &'a Packs,
    state: &'a AbstractState,
    parts: Vec<(StrVar, StrExpr)>,
    searches: Vec<(IntVar, IntExpr)>,
    budget: &'a mut Budget,
}

impl<'a> Said<'a> {
    fn by(packs: &'a Packs, state: &'a AbstractState, budget: &'a mut Budget) -> Said<'a> {
        let parts = state.parts.iter().map(|(var, value)| (*var, value.clone()));
        let parts = parts.chain(state.slices.iter().map(|fact| (fact.part, fact.value()))).collect();
        let searches = state.integers.iter().map(|(var, value)| (*var, value.clone())).collect();
        Said { packs, state, parts, searches, budget }
    }
}

impl Says for Said<'_> {
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted> {
        constraints::is_never_negative(self.packs, self.state, term, self.budget)
    }

    fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        left == right || self.state.class_of(left).contains(&right)
    }

    fn parts(&self) -> &[(StrVar, StrExpr)] {
        &self.parts
    }

    fn searches(&self) -> &[(IntVar, IntExpr)] {
        &self.searches
    }

    fn language(&self, var: StrVar) -> Option<Words> {
        let words = &self.state.strings[var.index()];
        (!words.is_any()).then(|| Words::of(words))
    }
}

/// The string, another one, that the value of an expression is all of, if that is seen.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(crate) fn is_all_of(
    (packs, state): (&Packs, &AbstractState),
    (var, value): (StrVar, &StrExpr),
    budget: &mut Budget,
) -> Result<Option<StrVar>, Exhausted> {
    if state.parts.is_empty() && state.slices.is_empty()
        || !matches!(value, StrExpr::Slice { .. } | StrExpr::Concat(_))
    {
        return Ok(None);
    }
    let all = pieces::is_all_of(&mut Said::by(packs, state, budget), value)?;
    Ok(all.filter(|of| *of != var))
}

/// What an integer expression is as a linear term by the pieces of the string that it reads.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(crate) fn linear_value(
    (packs, state): (&Packs, &AbstractState),
    value: &IntExpr,
    budget: &mut Budget,
) -> Result<Option<Linear>, Exhausted> {
    if state.parts.is_empty() && state.slices.is_empty() {
        return Ok(None);
    }
    pieces::linear_value(&mut Said::by(packs, state, budget), value)
}

/// Whether a literal says of strings what their pieces contradict.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(crate) fn contradicts(
    (packs, state): (&Packs, &AbstractState),
    literal: &Literal,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if state.parts.is_empty() && state.slices.is_empty() || literal.holds {
        return Ok(false);
    }
    let mut said = Said::by(packs, state, budget);
    match literal.test {
        Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) => pieces::are_equal(&mut said, left, right),
        Test::StartsWith(StrTerm::Var(whole), StrTerm::Var(start)) => {
            pieces::begins_with(&mut said, whole, start)
        }
        Test::EndsWith(StrTerm::Var(whole), StrTerm::Var(end)) => pieces::ends_with(&mut said, whole, end),
        Test::Contains(StrTerm::Var(whole), StrTerm::Var(part)) => pieces::contains(&mut said, whole, part),
        Test::Equal(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..)
        | Test::Contains(..)
        | Test::In(..)
        | Test::Bool(_)
        | Test::IsZero(_)
        | Test::AtMostZero(_) => Ok(false),
    }
}
