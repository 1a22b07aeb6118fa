//! Which places of strings are kept from label to label where relations of sizes are given.
//!
//! A position at which a string is read is often a copy that lives for a moment: the relations say what it is a copy of, so it
//! is enough to keep the variables that move. A copy that is still used after the original has moved on is kept too: it
//! is where a walk has ended.

use std::collections::BTreeSet;

use ir::live::Live;
use ir::{Action, Instruction, IntExpr, IntVar, Label, Linear, Procedure, Quantity, StrVar, Variable};
use verdict::parts::{Place, earlier, place_of};

use crate::walks::positions;

/// At most this many places are kept.
const MOST_PLACES: usize = 24;

/// At most this many copies are looked through.
const MOST_SOURCES: usize = 32;

/// How places of a procedure move.
pub(crate) struct Moves<'a> {
    assigned: Vec<(IntVar, &'a IntExpr)>,
}

impl<'a> Moves<'a> {
    pub(crate) fn of(procedure: &'a Procedure) -> Moves<'a> {
        Moves { assigned: assignments(procedure) }
    }

    /// Whether some assignment moves a position. Wrapped or not is seen later, when the numbers are known.
    fn moves(&self, at: &Linear) -> bool {
        let by = |(var, value): &(IntVar, &IntExpr)| earlier(at, *var, value)?.minus(at)?.as_constant();
        self.assigned.iter().any(|assignment| by(assignment).is_some_and(|distance| distance != 0))
    }

    /// The positions that move and that a position is a copy of, or is itself. What is computed in one place only and does
    /// not move is put in the place of its name: a loop may compute it in each round.
    pub(crate) fn sources(&self, at: &Linear) -> BTreeSet<Linear> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Linear> = place_of(at).map(|(at, _)| at).into_iter().collect();
        while let Some(at) = open.pop() {
            if seen.len() > MOST_SOURCES || !seen.insert(at.clone()) {
                continue;
            }
            let speaks = |var: IntVar| at.terms().iter().any(|&(quantity, _)| quantity == Quantity::Var(var));
            let assigned = self.assigned.iter().filter(|(var, _)| speaks(*var));
            let temporary = assigned.clone().find(|(var, value)| self.is_computed_once(*var, value));
            let before = |(var, value): &(IntVar, &IntExpr)| place_of(&earlier(&at, *var, value)?);
            if let Some(assignment) = temporary {
                open.extend(before(assignment).map(|(source, _)| source));
                continue;
            }
            let alone = assigned.filter(|(var, _)| at == Linear::var(*var));
            open.extend(alone.filter_map(before).map(|(source, _)| source));
            if self.moves(&at) {
                found.insert(at);
            }
        }
        found
    }

    /// Whether a value is the only one that a variable gets, and does not depend on the old one.
    fn is_computed_once(&self, var: IntVar, value: &IntExpr) -> bool {
        let depends = |value: &IntExpr| match value {
            IntExpr::Linear(value) => value.terms().iter().any(|term| term.0 == Quantity::Var(var)),
            IntExpr::Times(..)
            | IntExpr::Div(..)
            | IntExpr::Mod(..)
            | IntExpr::Bits(..)
            | IntExpr::IndexOf { .. }
            | IntExpr::LastIndexOf { .. }
            | IntExpr::Code { .. }
            | IntExpr::Parse { .. }
            | IntExpr::Input => true,
        };
        !depends(value) && self.assigned.iter().filter(|(other, _)| *other == var).count() == 1
    }
}

/// The places that are walked on or back, and those where such a walk has ended, each with its string.
pub(crate) fn followed(procedure: &Procedure) -> Vec<(StrVar, Place)> {
    let moves = Moves::of(procedure);
    let walked: BTreeSet<(StrVar, Linear)> = positions(procedure)
        .into_iter()
        .flat_map(|(whole, at)| moves.sources(&at).into_iter().map(move |source| (whole, source)))
        .collect();
    let mut places: Vec<(StrVar, Linear)> = walked.into_iter().collect();
    let live = Live::of(procedure);
    for at in 0..places.len() {
        let (whole, place) = places[at].clone();
        for (var, value) in &moves.assigned {
            let IntExpr::Linear(value) = value else { continue };
            let copy = (whole, Linear::var(*var));
            let is_near = value.minus(&place).is_some_and(|far| far.as_constant().is_some());
            if is_near && !places.contains(&copy) && outlives(procedure, &live, (*var, &place)) {
                places.push(copy);
            }
        }
    }
    places.truncate(MOST_PLACES);
    places.into_iter().map(|(whole, at)| (whole, Place::At(at))).collect()
}

fn assignments(procedure: &Procedure) -> Vec<(IntVar, &IntExpr)> {
    fn assignment(instruction: &Instruction) -> Option<(IntVar, &IntExpr)> {
        let Action::SetInt(var, value, _) = &instruction.action else { return None };
        Some((*var, value))
    }
    procedure.code.iter().filter_map(assignment).collect()
}

/// Whether a copy of a place may be used after the place has moved.
fn outlives(procedure: &Procedure, live: &Live, (copy, place): (IntVar, &Linear)) -> bool {
    let is_of = |var: IntVar| place.terms().iter().any(|&(quantity, _)| quantity == Quantity::Var(var));
    procedure.labels().any(|label| {
        let (Action::SetInt(var, _, _) | Action::Havoc(Variable::Int(var))) =
            procedure.code[label.index()].action
        else {
            return false;
        };
        var != copy && is_of(var) && live.is_live(Label(label.0 + 1), Variable::Int(copy))
    })
}
