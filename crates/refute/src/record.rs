//! A run with everything that a walk backwards needs: each step with its state, its call and its answer.
//!
//! Calls are told apart by following the path: a step after a call enters it, and a step that its last one cannot
//! lead to belongs to a caller. The interpreter does not say so itself.

use std::cell::Cell;

use automata::Exhausted;
use ir::interp::{Frame, Purpose, Request, Run, Site, Value, run_observed};
use ir::{Action, Label, Program, StrVar};

use crate::hunt::{Hunt, cost};

/// A call of a run, numbered in the order in which calls are entered. The entry is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CallId(pub(crate) usize);

/// What a run was before a step.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) site: Site,
    pub(crate) call: CallId,
    pub(crate) frame: Frame,
    /// The answer that the step got, by its position in the list.
    pub(crate) answer: Option<usize>,
}

/// A run that was watched.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) steps: Vec<Step>,
    pub(crate) run: Run,
    /// For each call but the entry the step that made it.
    pub(crate) callers: Vec<Option<usize>>,
    /// For each answer whether it was an input, which gets marks where the program has them.
    pub(crate) is_input: Vec<bool>,
}

/// The most characters of all states that are kept; steps after that are not looked at.
const ROOM: usize = 1 << 22;

/// Steps after so many are not looked at either.
const MOST_STEPS: usize = 3_000;

/// Makes the run of a list of answers again and writes it down.
pub(crate) fn record(hunt: &mut Hunt<'_>, answers: &[Value]) -> Result<Recording, Exhausted> {
    let clock = Cell::new(0_usize);
    let mut seen: Vec<(Site, Frame)> = Vec::new();
    let mut asked: Vec<(usize, Purpose)> = Vec::new();
    let mut left = answers.iter().cloned();
    let mut room = ROOM;
    let mut limits = hunt.settings.limits;
    limits.steps = limits.steps.min(MOST_STEPS);
    let run = run_observed(
        hunt.program,
        &mut |request: &Request<'_>| {
            asked.push((clock.get(), request.purpose));
            left.next()
        },
        limits,
        &mut |site, frame| {
            clock.set(clock.get() + 1);
            let count = hunt.program.procedures[site.procedure.index()].strings.len() as u32;
            let size = (0..count).map(|var| frame.string(StrVar(var)).len()).sum::<usize>() + 16;
            if let Some(left) = room.checked_sub(size) {
                room = left;
                seen.push((site, frame.clone()));
            } else {
                room = 0;
            }
        },
    );
    hunt.budget.spend(4 * cost(&run))?;
    asked.truncate(run.answers.len());
    Ok(number_calls(hunt.program, run, seen, &asked))
}

fn number_calls(
    program: &Program,
    run: Run,
    seen: Vec<(Site, Frame)>,
    asked: &[(usize, Purpose)],
) -> Recording {
    let mut steps: Vec<Step> = Vec::with_capacity(seen.len());
    let mut callers: Vec<Option<usize>> = vec![None];
    // The open calls, each with the step it made last.
    let mut open: Vec<(CallId, Option<usize>)> = vec![(CallId(0), None)];
    for (at, (site, frame)) in seen.into_iter().enumerate() {
        let entered = at > 0 && enters(program, &steps[at - 1], site);
        if entered {
            open.push((CallId(callers.len()), None));
            callers.push(Some(at - 1));
        }
        while open.len() > 1 && open.last().is_some_and(|&(_, last)| !follows(program, &steps, last, site)) {
            open.pop();
        }
        let top = open.last_mut().expect("the entry stays open");
        top.1 = Some(at);
        let answer = asked.iter().position(|&(step, _)| step == at + 1);
        steps.push(Step { site, call: top.0, frame, answer });
    }
    let is_input = asked.iter().map(|&(_, purpose)| purpose == Purpose::Input).collect();
    Recording { steps, run, callers, is_input }
}

/// Whether the step is a call after which the callee acts at `site`.
fn enters(program: &Program, step: &Step, site: Site) -> bool {
    let start = |procedure| Site { procedure, label: Label(0) };
    matches!(action(program, step.site), Action::Call(procedure, ..) if site == start(*procedure))
}

/// Whether a call whose last step was `last` may act at `site` next.
fn follows(program: &Program, steps: &[Step], last: Option<usize>, site: Site) -> bool {
    let Some(last) = last else { return true };
    let from = steps[last].site;
    let next = Label(from.label.0 + 1);
    from.procedure == site.procedure
        && match action(program, from) {
            Action::Jump(label) => site.label == *label,
            Action::Branch(_, label) => site.label == *label || site.label == next,
            Action::Return(_) | Action::Halt | Action::Abort => false,
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Call(..) => site.label == next,
        }
}

/// What happens at a site that a run came to.
pub(crate) fn action(program: &Program, site: Site) -> &Action {
    &program.procedures[site.procedure.index()].code[site.label.index()].action
}
