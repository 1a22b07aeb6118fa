//! The precision ladder: what is done when a transfer or a join outgrows its budget.
//!
//! Each rung looks at less of the state and is sound: it transfers a larger state, and keeps what it knew of
//! everything that the action leaves alone. Exact; languages whose states are merged by agreement up to a depth;
//! lengths only; bounds of each integer and length alone; nothing. What was lost where is written down, so that an
//! assertion that stays open can say why.

use automata::numbers::Tuples;
use automata::{Automaton, Budget, Exhausted};
use ir::{Label, Literal, Quantity, Variable};
use verdict::facts::Hints;

use crate::rungs::{DEPTH, Rung, hull};
use crate::sides::Cuts;
use crate::state::{AbstractState, within};
use crate::transfer::{Analysis, Context, Update};

/// Precision was lost at a label because a step was too costly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// Where.
    pub label: Label,
    /// What got a new value there; nothing when a condition was tested or edges met.
    pub variable: Option<Variable>,
    /// What was still looked at.
    pub rung: Rung,
}

/// The rungs below the exact one, from the most precise.
const LOWER: [Rung; 3] = [Rung::Merged, Rung::Lengths, Rung::Bounds];

/// The state after an edge, none when no run takes it, and what helps the checker.
pub(crate) type Outcome = (Option<AbstractState>, Hints);

impl Context<'_> {
    /// Over-approximates: the outcome of the first rung, from the exact one down, that takes at most `steps`.
    ///
    /// # Errors
    /// [`Exhausted`] when all the steps of the rungs together outgrow the budget.
    pub(crate) fn climb_down(
        &self,
        before: &AbstractState,
        (literals, update): (&[&Literal], &Update<'_>),
        steps: u64,
        budget: &mut Budget,
    ) -> Result<(Outcome, Rung), Exhausted> {
        if let Ok(outcome) = within(steps, budget, |own| self.transfer(before, literals, update, own))? {
            return Ok((outcome, Rung::Exact));
        }
        for rung in LOWER {
            let outcome =
                within(steps, budget, |own| self.transfer_lower(before, (literals, update), rung, own))?;
            if let Ok(outcome) = outcome {
                return Ok((outcome, rung));
            }
        }
        Ok(((Some(self.coarse(before, update)), Hints::default()), Rung::Nothing))
    }

    fn transfer_lower(
        &self,
        before: &AbstractState,
        (literals, update): (&[&Literal], &Update<'_>),
        rung: Rung,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        let lower = lowered(before, rung, budget)?;
        let (mut after, hints) = match rung {
            Rung::Exact | Rung::Merged => self.transfer(&lower, literals, update, budget)?,
            Rung::Lengths | Rung::Bounds | Rung::Nothing => {
                self.transfer_sizes(&lower, literals, update, budget)?
            }
        };
        if let Some(after) = &mut after {
            self.restore(before, &lower, update, after);
        }
        Ok((after, hints))
    }

    /// A transfer that never looks at words, nor cuts them.
    fn transfer_sizes(
        &self,
        before: &AbstractState,
        literals: &[&Literal],
        update: &Update<'_>,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        let sizes = Context { analysis: Analysis::Size, ..*self };
        let Some(mut after) = sizes.assume(before, literals, budget)? else {
            return Ok((None, Hints::default()));
        };
        sizes.update(&mut after, (update, &Cuts::new()), budget)?;
        let possible = !after.packs.iter().any(Tuples::is_empty);
        Ok((possible.then_some(after), Hints::default()))
    }

    /// What the lower state says no more than it did before is still what it was, unless it was assigned.
    fn restore(
        &self,
        before: &AbstractState,
        lower: &AbstractState,
        update: &Update<'_>,
        after: &mut AbstractState,
    ) {
        let assigned = update.assigned();
        for (at, words) in after.strings.iter_mut().enumerate() {
            let touched = assigned == Some(Variable::Str(ir::StrVar(at as u32)));
            if !touched && *words == lower.strings[at] {
                *words = before.strings[at].clone();
            }
        }
        let place = assigned.and_then(|variable| self.packs.place(quantity(variable)?));
        for (at, set) in after.packs.iter_mut().enumerate() {
            if place.is_none_or(|(pack, _)| pack != at) && *set == lower.packs[at] {
                *set = before.packs[at].clone();
            }
        }
        let mut kept = before.clone();
        assigned.into_iter().for_each(|variable| kept.forget(variable));
        for (var, value) in kept.integers {
            after.integers.entry(var).or_insert(value);
        }
        for (var, value) in kept.parts {
            after.parts.entry(var).or_insert(value);
        }
        for (key, sides) in kept.splits {
            after.splits.entry(key).or_insert(sides);
        }
    }

    /// Over-approximates at no cost: the assigned variable may be anything, and the condition is not looked at.
    pub(crate) fn coarse(&self, before: &AbstractState, update: &Update<'_>) -> AbstractState {
        let mut state = before.clone();
        let Some(variable) = update.assigned() else { return state };
        state.forget(variable);
        match variable {
            Variable::Str(var) => state.strings[var.index()] = Automaton::any(self.program.alphabet),
            Variable::Bool(var) => state.booleans[var.index()] = None,
            Variable::Int(_) => {}
        }
        if let Some((pack, _)) = quantity(variable).and_then(|quantity| self.packs.place(quantity)) {
            state.packs[pack] = Tuples::all(state.packs[pack].tracks());
        }
        state
    }
}

/// The number that an assignment to a variable changes.
fn quantity(variable: Variable) -> Option<Quantity> {
    match variable {
        Variable::Str(var) => Some(Quantity::Length(var)),
        Variable::Int(var) => Some(Quantity::Var(var)),
        Variable::Bool(_) => None,
    }
}

/// Over-approximates: the state as a rung sees it.
fn lowered(state: &AbstractState, rung: Rung, budget: &mut Budget) -> Result<AbstractState, Exhausted> {
    let mut lower = state.clone();
    if rung != Rung::Exact {
        lower.integers.clear();
        lower.parts.clear();
        lower.splits.clear();
    }
    for words in &mut lower.strings {
        *words = match rung {
            Rung::Exact => continue,
            Rung::Merged => words.widen_to_depth(DEPTH, budget)?,
            Rung::Lengths | Rung::Bounds | Rung::Nothing => Automaton::any(words.alphabet()),
        };
    }
    for set in &mut lower.packs {
        *set = match rung {
            Rung::Exact | Rung::Merged | Rung::Lengths => continue,
            Rung::Bounds => hull(set, budget)?,
            Rung::Nothing => Tuples::all(set.tracks()),
        };
    }
    Ok(lower)
}
