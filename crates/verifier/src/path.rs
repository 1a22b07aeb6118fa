//! Where a failing run goes, for a person: the lines it passes and the values that decide.
//!
//! The counterexample gives the path; the run is made once more on [`ir::interp`] to see the values. Rounds of a loop
//! are counted and not told one by one. Of a very long path the middle is left out, and that is said.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use ir::interp::{Frame, Limits, Request, run_observed};
use ir::{Action, Argument, Condition, Procedure, Program, Span, StrTerm, Variable};
use verdict::counterexample::Counterexample;

use crate::route::{Part, Route};
use crate::{mentions, wording};

/// A place that a failing run passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where in the source.
    pub span: Span,
    /// How many calls are open.
    pub depth: usize,
    /// What happens there, with values of variables that a reader knows.
    pub note: String,
    /// Where a branch leads; then there may be nothing else to tell.
    pub leads_to: Option<Span>,
}

/// The most passages that are told at each end of a path.
const MOST: usize = 40;

/// The most variables whose values are told at once.
const MOST_VALUES: usize = 6;

/// The passages of a failing run, in order. The last is the assertion.
pub(crate) fn passages(program: &Program, run: &Counterexample) -> Vec<Passage> {
    let route = Route::of(program, &run.path);
    let asked = answers(program, run);
    let teller = Teller { program, run, route: &route, asked: &asked };
    let mut remarks: Vec<Remark> = route.parts().into_iter().filter_map(|part| teller.remark(part)).collect();
    let left_out = remarks.len().saturating_sub(2 * MOST);
    remarks.drain(MOST.min(remarks.len())..MOST.min(remarks.len()) + left_out);
    let values = observe(program, run, &remarks);
    let mut passages = teller.passages(&remarks, &values);
    if left_out > 0 {
        let at = MOST.min(passages.len());
        let (span, depth) = passages.get(at).map_or((Span::default(), 0), |next| (next.span, next.depth));
        let note = format!("{left_out} places are left out here");
        passages.insert(at, Passage { span, depth, note, leads_to: None });
    }
    passages
}

/// Something to tell of a step, before its values are known.
struct Remark {
    step: usize,
    kind: Kind,
    /// The step before which the values are looked at, and the variables.
    seen_at: usize,
    variables: Vec<Variable>,
}

#[derive(Clone, Copy)]
enum Kind {
    Sets,
    Reads(usize),
    Branches,
    Assumes,
    Fails,
    Calls,
    Returns,
    Loops(usize),
}

/// For each step that got an answer the number of the answer, from 1.
type Asked = BTreeMap<usize, usize>;

fn limits(run: &Counterexample) -> Limits {
    Limits { steps: run.path.len(), ..Limits::default() }
}

fn answers(program: &Program, run: &Counterexample) -> Asked {
    let (clock, mut asked, mut left) = (Cell::new(0_usize), Asked::new(), run.inputs.iter().cloned());
    let mut outside = |_: &Request<'_>| {
        let answer = left.next()?;
        asked.insert(clock.get() - 1, run.inputs.len() - left.len());
        Some(answer)
    };
    run_observed(program, &mut outside, limits(run), &mut |_, _| clock.set(clock.get() + 1));
    asked
}

/// For each remark the values of its variables, in words.
fn observe(program: &Program, run: &Counterexample, remarks: &[Remark]) -> Vec<Vec<String>> {
    let mut told = vec![Vec::new(); remarks.len()];
    let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, remark) in remarks.iter().enumerate() {
        wanted.entry(remark.seen_at).or_default().push(index);
    }
    let (mut step, mut left) = (0, run.inputs.iter().cloned());
    let mut outside = |_: &Request<'_>| left.next();
    let mut observer = |_, frame: &Frame| {
        for &index in wanted.get(&step).into_iter().flatten() {
            let shown = |&variable: &Variable| wording::value(&frame.value(variable), program.alphabet);
            told[index] = remarks[index].variables.iter().map(shown).collect();
        }
        step += 1;
    };
    run_observed(program, &mut outside, limits(run), &mut observer);
    told
}

struct Teller<'a> {
    program: &'a Program,
    run: &'a Counterexample,
    route: &'a Route<'a>,
    asked: &'a Asked,
}

impl Teller<'_> {
    fn procedure(&self, step: usize) -> &Procedure {
        &self.program.procedures[self.run.path[step].procedure.index()]
    }

    /// What there is to tell of a part of the run, if anything.
    fn remark(&self, part: Part) -> Option<Remark> {
        match part {
            Part::Loop { from, to, times } => {
                let variables = self.assigned(from, to);
                Some(Remark { step: from, kind: Kind::Loops(times), seen_at: to, variables })
            }
            Part::Step(step) => self.remark_on(step),
        }
    }

    fn remark_on(&self, step: usize) -> Option<Remark> {
        let decides = |kind, condition: &Condition| Remark {
            step,
            kind,
            seen_at: step,
            variables: self.told_of(step, condition),
        };
        match self.route.action(step) {
            Action::SetStr(var, _) => self.remark_set(step, Variable::Str(*var)),
            Action::SetInt(var, ..) => self.remark_set(step, Variable::Int(*var)),
            Action::SetBool(var, _) => self.remark_set(step, Variable::Bool(*var)),
            Action::Havoc(variable) => self.remark_set(step, *variable),
            Action::Branch(condition, _) => Some(decides(Kind::Branches, condition)),
            // What was asserted just before holds then; nobody has to be told.
            Action::Assume(condition) if self.was_asserted(step, condition) => None,
            Action::Assume(condition) => {
                Some(decides(Kind::Assumes, condition)).filter(|remark| !remark.variables.is_empty())
            }
            Action::Assert(_, condition) if step + 1 == self.run.path.len() => {
                Some(decides(Kind::Fails, condition))
            }
            Action::Call(..) => {
                let callee = self.route.entered(step)?;
                let variables = self.program.procedures[callee.index()].parameters.clone();
                Some(Remark { step, kind: Kind::Calls, seen_at: step + 1, variables })
            }
            Action::Return(Some(Argument::Str(StrTerm::Var(var)))) if self.route.depths[step] > 0 => {
                let variables = vec![Variable::Str(*var)];
                Some(Remark { step, kind: Kind::Returns, seen_at: step, variables })
            }
            Action::Assert(..) | Action::Jump(_) | Action::Return(_) | Action::Halt | Action::Abort => None,
        }
    }

    /// The variables that a condition speaks of and that a reader knows.
    fn told_of(&self, step: usize, condition: &Condition) -> Vec<Variable> {
        let procedure = self.procedure(step);
        let mut variables = mentions::variables(procedure, condition);
        variables.retain(|&variable| wording::told(procedure, variable).is_some());
        variables
    }

    fn was_asserted(&self, step: usize, condition: &Condition) -> bool {
        let before = step.checked_sub(1).map(|before| self.route.action(before));
        matches!(before, Some(Action::Assert(_, asserted)) if asserted == condition)
    }

    /// An assignment is told when the source makes it or the outside gives the value.
    fn remark_set(&self, step: usize, variable: Variable) -> Option<Remark> {
        let kind = match self.asked.get(&step) {
            Some(&number) => Kind::Reads(number),
            None if wording::is_written(self.procedure(step).name_of(variable)) => Kind::Sets,
            None => return None,
        };
        let seen_at = self.route.next_in_call(step)?;
        Some(Remark { step, kind, seen_at, variables: vec![variable] })
    }

    /// The variables of the source that the call of `from` sets before `to`.
    fn assigned(&self, from: usize, to: usize) -> Vec<Variable> {
        let set = |step: usize| match self.route.action(step) {
            Action::SetStr(var, _) => Some(Variable::Str(*var)),
            Action::SetInt(var, ..) => Some(Variable::Int(*var)),
            Action::SetBool(var, _) => Some(Variable::Bool(*var)),
            Action::Havoc(variable) => Some(*variable),
            Action::Call(.., result) => *result,
            Action::Assume(_)
            | Action::Assert(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => None,
        };
        let variables: BTreeSet<Variable> = self.route.steps_between(from, to).filter_map(set).collect();
        let written = |variable: &Variable| wording::is_written(self.procedure(from).name_of(*variable));
        variables.into_iter().filter(written).collect()
    }

    /// What is told of each remark. A value that was told at a place is not told there again, unless it changed.
    fn passages(&self, remarks: &[Remark], values: &[Vec<String>]) -> Vec<Passage> {
        let (mut at, mut known): (Option<Span>, BTreeMap<Variable, &String>) = (None, BTreeMap::new());
        let mut passages = Vec::new();
        for (remark, values) in remarks.iter().zip(values) {
            let span = self.span(remark.step);
            if at.replace(span) != Some(span) {
                known.clear();
            }
            let mut told: Vec<(Variable, &String)> = Vec::new();
            for (&variable, value) in remark.variables.iter().zip(values) {
                let is_known = known.insert(variable, value) == Some(value);
                let is_news = match remark.kind {
                    Kind::Branches | Kind::Assumes => !is_known,
                    Kind::Sets
                    | Kind::Reads(_)
                    | Kind::Fails
                    | Kind::Calls
                    | Kind::Returns
                    | Kind::Loops(_) => true,
                };
                told.extend(is_news.then_some((variable, value)));
            }
            passages.extend(self.passage(remark, &told));
        }
        passages
    }

    fn passage(&self, remark: &Remark, told: &[(Variable, &String)]) -> Option<Passage> {
        let span = self.span(remark.step);
        let note = self.note(remark, told)?;
        let leads_to = match remark.kind {
            Kind::Branches => self.route.next_in_call(remark.step).map(|next| self.span(next)),
            Kind::Sets
            | Kind::Reads(_)
            | Kind::Assumes
            | Kind::Fails
            | Kind::Calls
            | Kind::Returns
            | Kind::Loops(_) => None,
        };
        (!note.is_empty() || leads_to.is_some()).then_some(Passage {
            span,
            depth: self.route.depths[remark.step],
            note,
            leads_to,
        })
    }

    fn note(&self, remark: &Remark, told: &[(Variable, &String)]) -> Option<String> {
        let observed = self.run.path.get(remark.seen_at)?;
        let procedure = &self.program.procedures[observed.procedure.index()];
        let named = told.iter().filter_map(|&(variable, value)| {
            wording::told(procedure, variable).map(|name| format!("{name} = {value}"))
        });
        let mut named: Vec<String> = named.take(MOST_VALUES + 1).collect();
        if named.len() > MOST_VALUES {
            "…".clone_into(&mut named[MOST_VALUES]);
        }
        let values = named.join(", ");
        let first = told.first().map(|(_, value)| *value);
        Some(match remark.kind {
            Kind::Sets | Kind::Branches => values,
            Kind::Reads(number) if values.is_empty() => format!("input {number} is {}", first?),
            Kind::Reads(number) => format!("{values} (input {number})"),
            Kind::Assumes if values.is_empty() => values,
            Kind::Assumes => format!("assumed, as {values}"),
            Kind::Fails if values.is_empty() => "the assertion fails".to_owned(),
            Kind::Fails => format!("the assertion fails with {values}"),
            Kind::Calls => format!("calls {}({values})", procedure.name),
            Kind::Returns => format!("returns {}", first?),
            Kind::Loops(times) if values.is_empty() => format!("the loop runs {times} times"),
            Kind::Loops(times) => format!("the loop runs {times} times; then {values}"),
        })
    }

    fn span(&self, step: usize) -> Span {
        self.procedure(step).code[self.run.path[step].label.index()].span
    }
}
