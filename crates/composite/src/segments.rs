//! Pieces of two strings that may be the same: those of which a program copies or compares characters one by one.
//!
//! Such a loop moves a place in each string. What it has done so far is a piece that ends at both places and is as long as one of them is
//! far from its start; between the moves of the two places it is one character off. These few forms are tried everywhere, and
//! those that do not hold are dropped.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};
use ir::{Action, Condition, Linear, Procedure, StrExpr, StrTerm, StrVar, Test, Variable};
use verdict::parts::constant_width;
use verdict::same::{Change, Known, SameFact, are_same, holds_after};

use crate::followed::Moves;
use crate::relations::{self, Rows};
use crate::state::AbstractState;

/// More forms than this are not tried.
const MOST_FORMS: usize = 48;

/// A place of a string.
type At = (StrVar, Linear);

/// The pieces that are tried.
pub(crate) fn candidates(procedure: &Procedure) -> Vec<SameFact> {
    let moves = Moves::of(procedure);
    let mut forms = BTreeSet::new();
    for ((left, left_at), (right, right_at)) in pairs(procedure) {
        for left_at in moves.sources(&left_at) {
            for right_at in moves.sources(&right_at) {
                forms.extend(forms_of((left, &left_at), (right, &right_at)));
            }
        }
    }
    forms.into_iter().take(MOST_FORMS).collect()
}

/// The pieces that end at two places, or one character off.
fn forms_of((left, left_at): (StrVar, &Linear), (right, right_at): (StrVar, &Linear)) -> Vec<SameFact> {
    let mut forms = Vec::new();
    let skews: &[i128] = if left_at == right_at { &[0] } else { &[-1, 0, 1] };
    for &skew in skews {
        for more in [0, 1] {
            let piece = |count: &Linear| {
                let count = count.plus(&Linear::constant(more))?;
                let left_end = left_at.plus(&Linear::constant(more - skew))?;
                let right_end = right_at.plus(&Linear::constant(more))?;
                let (left_from, right_from) = (left_end.minus(&count)?, right_end.minus(&count)?);
                Some(SameFact { left, left_from, right, right_from, count })
            };
            forms.extend([left_at, right_at].into_iter().filter_map(piece));
        }
    }
    forms
}

/// Pairs of places of which characters are copied or compared.
fn pairs(procedure: &Procedure) -> Vec<(At, At)> {
    let read = Read::of(procedure);
    let mut pairs = Vec::new();
    for instruction in &procedure.code {
        match &instruction.action {
            Action::SetStr(written, StrExpr::Concat(terms)) => {
                let [StrTerm::Var(beginning), StrTerm::Var(character), ..] = terms.as_slice() else {
                    continue;
                };
                for place in read.ends.get(beginning).into_iter().flatten() {
                    let from = read.origins(*character).into_iter().filter(|(of, _)| of != written);
                    pairs.extend(from.map(|origin| ((*written, place.clone()), origin)));
                }
            }
            Action::Branch(condition, _) | Action::Assume(condition) => {
                for (left, right) in compared(condition) {
                    for left in read.origins(left) {
                        let others = read.origins(right).into_iter().filter(|(of, _)| *of != left.0);
                        pairs.extend(others.map(|right| (left.clone(), right)));
                    }
                }
            }
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assert(..)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => {}
        }
    }
    pairs
}

/// Strings that a condition compares.
fn compared(condition: &Condition) -> Vec<(StrVar, StrVar)> {
    let (mut found, mut open) = (Vec::new(), vec![condition]);
    while let Some(condition) = open.pop() {
        match condition {
            Condition::Literal(literal) => {
                if let Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) = literal.test {
                    found.push((left, right));
                }
            }
            Condition::All(parts) | Condition::Any(parts) => open.extend(parts),
        }
    }
    found
}

/// What strings of a program are read from.
#[derive(Default)]
struct Read {
    /// Strings that get single characters of others, and where these are.
    characters: BTreeMap<StrVar, Vec<At>>,
    /// Strings that get the values of others.
    copies: BTreeMap<StrVar, Vec<StrVar>>,
    /// Strings that get beginnings of others, and where these end.
    ends: BTreeMap<StrVar, Vec<Linear>>,
}

impl Read {
    fn of(procedure: &Procedure) -> Read {
        let mut read = Read::default();
        for instruction in &procedure.code {
            match &instruction.action {
                Action::SetStr(var, StrExpr::Slice { of: StrTerm::Var(of), from, to: Some(to) }) => {
                    if constant_width(from, to) == Some(1) {
                        read.characters.entry(*var).or_default().push((*of, from.clone()));
                    }
                    if from.as_constant() == Some(0) {
                        read.ends.entry(*var).or_default().push(to.clone());
                    }
                }
                Action::SetStr(var, StrExpr::Term(StrTerm::Var(source))) => {
                    read.copies.entry(*var).or_default().push(*source);
                }
                Action::SetStr(..)
                | Action::SetInt(..)
                | Action::SetBool(..)
                | Action::Havoc(_)
                | Action::Assume(_)
                | Action::Assert(..)
                | Action::Call(..)
                | Action::Jump(_)
                | Action::Branch(..)
                | Action::Return(_)
                | Action::Halt
                | Action::Abort => {}
            }
        }
        read
    }

    /// The places that a character may come from.
    fn origins(&self, var: StrVar) -> Vec<At> {
        let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![var]);
        while let Some(var) = open.pop() {
            if seen.insert(var) {
                found.extend(self.characters.get(&var).into_iter().flatten().cloned());
                open.extend(self.copies.get(&var).into_iter().flatten());
            }
        }
        found
    }
}

/// What a state says of pieces.
struct Stated<'a> {
    state: &'a AbstractState,
    rows: &'a Rows,
    parts: Vec<(StrVar, StrExpr)>,
    same: Vec<SameFact>,
}

impl<'a> Stated<'a> {
    fn by(state: &'a AbstractState) -> Option<Stated<'a>> {
        let rows = state.rows.as_ref()?;
        let parts = state.parts.iter().map(|(var, value)| (*var, value.clone())).collect();
        Some(Stated { state, rows, parts, same: state.same.iter().cloned().collect() })
    }
}

impl Known for Stated<'_> {
    fn is_natural(&mut self, term: &Linear) -> Result<bool, Exhausted> {
        Ok(relations::is_never_negative(self.rows, term))
    }

    fn are_equal(&self, left: StrVar, right: StrVar) -> bool {
        left == right || self.state.class_of(left).contains(&right)
    }

    fn is_word(&self, var: StrVar) -> bool {
        !self.state.strings[var.index()].contains(&[])
    }

    fn parts(&self) -> &[(StrVar, StrExpr)] {
        &self.parts
    }

    fn same(&self) -> &[SameFact] {
        &self.same
    }
}

/// Whether two strings are equal because their pieces are the same.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(crate) fn are_equal(state: &AbstractState, left: StrVar, right: StrVar) -> Result<bool, Exhausted> {
    match Stated::by(state) {
        Some(mut stated) => are_same(&mut stated, left, right),
        None => Ok(false),
    }
}

/// The pieces that are the same after a variable was assigned, of those that are tried.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(crate) fn same_after(
    state: &AbstractState,
    tried: &[SameFact],
    (assigned, change): (Variable, Change<'_>),
    budget: &mut Budget,
) -> Result<BTreeSet<SameFact>, Exhausted> {
    let Some(mut stated) = Stated::by(state) else { return Ok(BTreeSet::new()) };
    let mut after = BTreeSet::new();
    for fact in tried {
        budget.spend(1)?;
        let holds = if fact.speaks_of(assigned) {
            holds_after(&mut stated, change, fact)?
        } else {
            state.same.contains(fact)
        };
        if holds {
            after.insert(fact.clone());
        }
    }
    Ok(after)
}
