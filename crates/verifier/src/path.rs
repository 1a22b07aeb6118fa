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
    /// What happens there, with values.
    pub note: String,
    /// Where a branch leads.
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
    let mut passages: Vec<Passage> =
        remarks.iter().zip(&values).filter_map(|(remark, values)| teller.passage(remark, values)).collect();
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
        let decides = |kind, condition: &Condition| {
            let variables = mentions::variables(self.procedure(step), condition);
            (!variables.is_empty()).then_some(Remark { step, kind, seen_at: step, variables })
        };
        match self.route.action(step) {
            Action::SetStr(var, _) => self.remark_set(step, Variable::Str(*var)),
            Action::SetInt(var, ..) => self.remark_set(step, Variable::Int(*var)),
            Action::SetBool(var, _) => self.remark_set(step, Variable::Bool(*var)),
            Action::Havoc(variable) => self.remark_set(step, *variable),
            Action::Branch(condition, _) => decides(Kind::Branches, condition),
            Action::Assume(condition) => decides(Kind::Assumes, condition),
            Action::Assert(_, condition) if step + 1 == self.run.path.len() => {
                let variables = mentions::variables(self.procedure(step), condition);
                Some(Remark { step, kind: Kind::Fails, seen_at: step, variables })
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

    fn passage(&self, remark: &Remark, values: &[String]) -> Option<Passage> {
        let span = self.span(remark.step);
        let note = self.note(remark, values)?;
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
        Some(Passage { span, depth: self.route.depths[remark.step], note, leads_to })
    }

    fn note(&self, remark: &Remark, values: &[String]) -> Option<String> {
        let observed = self.run.path.get(remark.seen_at)?;
        let procedure = &self.program.procedures[observed.procedure.index()];
        let named = remark.variables.iter().zip(values);
        let named =
            named.map(|(&variable, value)| format!("{} = {value}", wording::name(procedure, variable)));
        let mut named: Vec<String> = named.take(MOST_VALUES + 1).collect();
        if named.len() > MOST_VALUES {
            "…".clone_into(&mut named[MOST_VALUES]);
        }
        let told = named.join(", ");
        Some(match remark.kind {
            Kind::Sets | Kind::Branches => told,
            Kind::Reads(number) => format!("{told} (input {number})"),
            Kind::Assumes => format!("assumed, as {told}"),
            Kind::Fails if told.is_empty() => "the assertion fails".to_owned(),
            Kind::Fails => format!("the assertion fails with {told}"),
            Kind::Calls => format!("calls {}({told})", procedure.name),
            Kind::Returns => format!("returns {}", values.first()?),
            Kind::Loops(times) if told.is_empty() => format!("the loop runs {times} times"),
            Kind::Loops(times) => format!("the loop runs {times} times; then {told}"),
        })
    }

    fn span(&self, step: usize) -> Span {
        self.procedure(step).code[self.run.path[step].label.index()].span
    }
}
