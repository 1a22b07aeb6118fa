//! Which places of strings are kept from label to label where relations of sizes are given.
//!
//! A position at which a string is read is often a copy that lives for a moment: the relations say what it is a copy of, so it
//! is enough to keep the variables that move. A copy that is still used after the original has moved on is kept too: it
//! is where a walk has ended.

use std::collections::BTreeSet;

use ir::cfg::Flow;
use ir::{Action, IntExpr, IntVar, Label, Linear, Procedure, Quantity, StrVar, Variable};
use verdict::parts::{Place, earlier, place_of};

use crate::walks::positions;

/// At most this many places are kept.
const MOST_PLACES: usize = 24;

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

    /// The positions that move and that a position is a copy of, or is itself.
    pub(crate) fn sources(&self, at: &Linear) -> BTreeSet<Linear> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Linear> = place_of(at).map(|(at, _)| at).into_iter().collect();
        while let Some(at) = open.pop() {
            if !seen.insert(at.clone()) {
                continue;
            }
            for (_, value) in self.assigned.iter().filter(|(var, _)| at == Linear::var(*var)) {
                let IntExpr::Linear(value) = value else { continue };
                open.extend(place_of(value).map(|(source, _)| source));
            }
            if self.moves(&at) {
                found.insert(at);
            }
        }
        found
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
    let live = live(procedure);
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
    let assignment = |action: &'_ Action| matches!(action, Action::SetInt(..));
    let actions = procedure.code.iter().map(|instruction| &instruction.action).filter(|it| assignment(it));
    let parts = actions.filter_map(|action| match action {
        Action::SetInt(var, value, _) => Some((*var, value)),
        _ => None,
    });
    parts.collect()
}

/// Whether a copy of a place may be used after the place has moved.
fn outlives(procedure: &Procedure, live: &[BTreeSet<IntVar>], (copy, place): (IntVar, &Linear)) -> bool {
    let is_of = |var: IntVar| place.terms().iter().any(|&(quantity, _)| quantity == Quantity::Var(var));
    procedure.labels().any(|label| match procedure.code[label.index()].action {
        Action::SetInt(var, _, _) | Action::Havoc(Variable::Int(var)) => {
            var != copy && is_of(var) && live[label.index()].contains(&copy)
        }
        _ => false,
    })
}

/// The integers that may be used after each label.
fn live(procedure: &Procedure) -> Vec<BTreeSet<IntVar>> {
    let flow = Flow::of(procedure);
    let mut after = vec![BTreeSet::new(); procedure.code.len()];
    let mut due: BTreeSet<usize> = (0..after.len()).collect();
    while let Some(at) = due.pop_last() {
        let label = Label(at as u32);
        let mut before: BTreeSet<IntVar> = after[at].clone();
        let action = &procedure.code[at].action;
        if let Action::SetInt(var, _, _) | Action::Havoc(Variable::Int(var)) = action {
            before.remove(var);
        }
        ir::reads::in_action(action, &mut |variable| {
            if let Variable::Int(var) = variable {
                before.insert(var);
            }
        });
        for source in flow.predecessors(label) {
            if !before.is_subset(&after[source.index()]) {
                after[source.index()].extend(&before);
                due.insert(source.index());
            }
        }
    }
    after
}
