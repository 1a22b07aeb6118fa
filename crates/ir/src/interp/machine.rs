//! The machine that carries a run out: an explicit stack of calls, one instruction a step.
//!
//! Invariant: the stack is not empty while a run goes on, the call on top is the one that acts, and its
//! label is where it acts next.

use automata::Budget;

use super::evaluate::{Meaning, Scope};
use super::request::{Oracle, Request};
use super::search::Matchers;
use super::state::{Frame, Value};
use super::{Limits, Outcome, Run, Site, Violation};
use crate::condition::Condition;
use crate::ids::{Label, ProcId};
use crate::program::{Action, Argument, Program, Variable};

/// A run on its way.
pub(super) struct Machine<'p, 'o> {
    program: &'p Program,
    oracle: &'o mut dyn Oracle,
    limits: Limits,
    calls: Vec<Call>,
    /// The number of characters of all strings of all open calls.
    characters: usize,
    matchers: Matchers,
    /// What is known of the run so far.
    run: Run,
}

/// A call that has not returned.
struct Call {
    site: Site,
    frame: Frame,
    /// The variable of the caller that gets the result.
    result: Option<Variable>,
}

impl<'p, 'o> Machine<'p, 'o> {
    pub(super) fn new(program: &'p Program, oracle: &'o mut dyn Oracle, limits: Limits) -> Self {
        let run = Run {
            outcome: Outcome::Finished,
            result: None,
            violations: Vec::new(),
            path: Vec::new(),
            answers: Vec::new(),
        };
        let matchers = Matchers::new(program, Budget::steps(limits.search));
        Machine { program, oracle, limits, calls: Vec::new(), characters: 0, matchers, run }
    }

    /// Carries the run out from the entry to its end.
    pub(super) fn run(mut self, observer: &mut dyn FnMut(Site, &Frame)) -> Run {
        let mut state = self.enter(self.program.entry, Vec::new(), None);
        while state.is_ok() {
            state = self.step(observer);
        }
        self.run.outcome = state.err().unwrap_or(Outcome::Finished);
        self.run
    }

    /// One instruction; the outcome when the run ends with it.
    fn step(&mut self, observer: &mut dyn FnMut(Site, &Frame)) -> Result<(), Outcome> {
        let program = self.program;
        let Call { site, frame, .. } = self.top();
        let Some(instruction) = program.procedures[site.procedure.index()].code.get(site.label.index())
        else {
            return self.leave(None);
        };
        let site = *site;
        if self.run.path.len() >= self.limits.steps {
            return Err(Outcome::StepLimit);
        }
        observer(site, frame);
        self.run.path.push(site);
        self.go_to(Label(site.label.0 + 1));
        self.act(&instruction.action, site)
    }

    fn act(&mut self, action: &'p Action, site: Site) -> Result<(), Outcome> {
        match action {
            Action::SetStr(var, expression) => {
                let frame = &self.calls.last().expect("a call that acts is open").frame;
                let scope = Scope { program: self.program, frame, longest: self.limits.length };
                let meaning = scope.string(expression, &mut self.matchers)?;
                self.settle(Variable::Str(*var), meaning, site)
            }
            Action::SetInt(var, expression, width) => {
                let meaning = self.scope().integer(expression, *width)?;
                self.settle(Variable::Int(*var), meaning, site)
            }
            Action::SetBool(var, condition) => {
                let holds = self.holds(condition)?;
                self.assign(Variable::Bool(*var), Value::Bool(holds))
            }
            Action::Havoc(variable) => {
                let meaning = self.scope().anything(variable.ty());
                self.settle(*variable, meaning, site)
            }
            Action::Assume(condition) => {
                if self.holds(condition)? {
                    Ok(())
                } else {
                    Err(Outcome::AssumptionFailed)
                }
            }
            Action::Assert(assertion, condition) => {
                if !self.holds(condition)? {
                    let step = self.run.path.len() - 1;
                    self.run.violations.push(Violation { assertion: *assertion, step });
                }
                Ok(())
            }
            Action::Call(procedure, arguments, result) => self.call(*procedure, arguments, *result),
            Action::Jump(label) => {
                self.go_to(*label);
                Ok(())
            }
            Action::Branch(condition, label) => {
                if self.holds(condition)? {
                    self.go_to(*label);
                }
                Ok(())
            }
            Action::Return(value) => {
                let value = value.as_ref().map(|value| self.scope().argument(value)).transpose()?;
                self.leave(value)
            }
            Action::Halt => Err(Outcome::Finished),
            Action::Abort => Err(Outcome::Aborted),
        }
    }

    fn call(
        &mut self,
        procedure: ProcId,
        arguments: &[Argument],
        result: Option<Variable>,
    ) -> Result<(), Outcome> {
        let scope = self.scope();
        let values: Result<Vec<Value>, Outcome> =
            arguments.iter().map(|argument| scope.argument(argument)).collect();
        self.enter(procedure, values?, result)
    }

    /// Opens a call.
    fn enter(
        &mut self,
        procedure: ProcId,
        values: Vec<Value>,
        result: Option<Variable>,
    ) -> Result<(), Outcome> {
        if self.calls.len() >= self.limits.depth {
            return Err(Outcome::DepthLimit);
        }
        let code = &self.program.procedures[procedure.index()];
        let site = Site { procedure, label: Label(0) };
        self.calls.push(Call { site, frame: Frame::new(code), result });
        let mut pairs = code.parameters.iter().zip(values);
        pairs.try_for_each(|(&parameter, value)| self.assign(parameter, value))
    }

    /// Closes the call on top and hands its result over.
    fn leave(&mut self, value: Option<Value>) -> Result<(), Outcome> {
        let call = self.calls.pop().expect("a call that acts is open");
        self.characters -= call.frame.characters();
        if self.calls.is_empty() {
            self.run.result = value;
            return Err(Outcome::Finished);
        }
        match call.result {
            Some(variable) => {
                let value = value.expect("a valid procedure returns the result that its callers use");
                self.assign(variable, value)
            }
            None => Ok(()),
        }
    }

    /// Gives a variable what an expression means; the oracle chooses where there is a choice.
    fn settle(&mut self, variable: Variable, meaning: Meaning<'p>, site: Site) -> Result<(), Outcome> {
        let value = match meaning {
            Meaning::Is(value) => value,
            Meaning::Any(purpose, allowed) => {
                let request = Request { site, purpose, allowed };
                let answer = self.oracle.answer(&request);
                let answer = answer.filter(|answer| request.allowed.contains(answer));
                let answer = answer.ok_or(Outcome::Refused)?;
                self.run.answers.push(answer.clone());
                request.arrival(answer, self.program.alphabet)
            }
        };
        self.assign(variable, value)
    }

    /// Gives a variable of the call on top a value, within the limits.
    fn assign(&mut self, variable: Variable, value: Value) -> Result<(), Outcome> {
        let frame = &mut self.calls.last_mut().expect("a call that acts is open").frame;
        if let (Variable::Str(var), Value::Str(word)) = (variable, &value) {
            self.characters = self.characters - frame.string(var).len() + word.len();
            if word.len() > self.limits.length || self.characters > self.limits.characters {
                return Err(Outcome::LengthLimit);
            }
        }
        frame.set(variable, value);
        Ok(())
    }

    fn go_to(&mut self, label: Label) {
        self.calls.last_mut().expect("a call that acts is open").site.label = label;
    }

    fn holds(&self, condition: &Condition) -> Result<bool, Outcome> {
        self.scope().holds(condition)
    }

    fn scope(&self) -> Scope<'p, '_> {
        Scope { program: self.program, frame: &self.top().frame, longest: self.limits.length }
    }

    fn top(&self) -> &Call {
        self.calls.last().expect("a call that acts is open")
    }
}
