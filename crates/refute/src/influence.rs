//! Which answers of a run each of its steps depends on, and what the others leave of a step.
//!
//! A walk backwards asks for other answers, but mostly for few. What depends on none of these is what it was in the
//! run: a condition still comes out as it did, and a variable still has its value, which then stands in its place. So
//! a walk that changes one answer sees a path of one unknown, however long the page before it was. This is the
//! independence of constraints of [CDE08 §3.3], on the steps of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::interp::{Frame, Value};
use ir::substitute::Substitution;
use ir::{Action, BoolVar, Condition, Linear, Literal, Program, Quantity, StrTerm, StrVar, Test, Variable};

use crate::record::{CallId, Recording, action};

/// Answers, by their positions in the list.
pub(crate) type Answers = BTreeSet<usize>;

/// What each step of a run depends on.
pub(crate) struct Influence {
    steps: Vec<Reading>,
}

/// What a step depends on: its own answer, and by each variable that it reads those that made it.
#[derive(Default)]
struct Reading {
    variables: BTreeMap<Variable, Rc<Answers>>,
    all: Rc<Answers>,
}

impl Influence {
    pub(crate) fn of(program: &Program, recording: &Recording) -> Influence {
        let mut made: BTreeMap<(CallId, Variable), Rc<Answers>> = BTreeMap::new();
        let mut steps = Vec::with_capacity(recording.steps.len());
        let entered: BTreeMap<usize, CallId> = (0..)
            .zip(&recording.callers)
            .filter_map(|(call, caller)| Some(((*caller)?, CallId(call))))
            .collect();
        for (at, step) in recording.steps.iter().enumerate() {
            let acting = action(program, step.site);
            let mut variables = BTreeMap::new();
            ir::reads::in_action(acting, &mut |variable| {
                let answers = made.get(&(step.call, variable)).cloned().unwrap_or_default();
                variables.insert(variable, answers);
            });
            let of_variables = variables.values().flat_map(|answers| answers.iter().copied());
            let all: Rc<Answers> = Rc::new(of_variables.chain(step.answer).collect());
            for place in written(program, recording, (at, acting), &entered) {
                made.insert(place, Rc::clone(&all));
            }
            steps.push(Reading { variables, all });
        }
        Influence { steps }
    }

    /// The answers that the step depends on.
    pub(crate) fn on(&self, at: usize) -> &Answers {
        &self.steps[at].all
    }

    /// The answers that may have to change together with those of a step: conditions before it tie them to each other.
    pub(crate) fn tied(&self, program: &Program, recording: &Recording, at: usize) -> Answers {
        let is_condition = |step: &usize| {
            matches!(action(program, recording.steps[*step].site), Action::Assume(_) | Action::Branch(..))
        };
        let mut tied = self.on(at).clone();
        let mut others: Vec<usize> = (0..at).filter(is_condition).collect();
        loop {
            let (met, rest): (Vec<usize>, Vec<usize>) =
                others.into_iter().partition(|&step| !self.on(step).is_disjoint(&tied));
            if met.is_empty() {
                return tied;
            }
            tied.extend(met.into_iter().flat_map(|step| self.on(step)));
            others = rest;
        }
    }

    /// What a step reads when only the answers of `free` may change.
    pub(crate) fn kept<'a>(&'a self, recording: &'a Recording, at: usize, free: &'a Answers) -> Kept<'a> {
        Kept { reading: &self.steps[at], frame: &recording.steps[at].frame, free }
    }
}

/// The variables that a step gives a value, wherever they are.
fn written(
    program: &Program,
    recording: &Recording,
    (at, acting): (usize, &Action),
    entered: &BTreeMap<usize, CallId>,
) -> Vec<(CallId, Variable)> {
    let call = recording.steps[at].call;
    match acting {
        Action::SetStr(var, _) => vec![(call, Variable::Str(*var))],
        Action::SetInt(var, ..) => vec![(call, Variable::Int(*var))],
        Action::SetBool(var, _) => vec![(call, Variable::Bool(*var))],
        Action::Havoc(variable) => vec![(call, *variable)],
        Action::Call(procedure, ..) => {
            let Some(&callee) = entered.get(&at) else { return Vec::new() };
            program.procedures[procedure.index()]
                .parameters
                .iter()
                .map(|&parameter| (callee, parameter))
                .collect()
        }
        Action::Return(_) => {
            let Some(caller) = recording.callers[call.0].map(|caller| &recording.steps[caller]) else {
                return Vec::new();
            };
            let Action::Call(_, _, Some(result)) = action(program, caller.site) else { return Vec::new() };
            vec![(caller.call, *result)]
        }
        Action::Assume(_)
        | Action::Assert(..)
        | Action::Branch(..)
        | Action::Jump(_)
        | Action::Halt
        | Action::Abort => Vec::new(),
    }
}

/// The values of a step that stay: those that depend on no answer that may change.
pub(crate) struct Kept<'a> {
    reading: &'a Reading,
    frame: &'a Frame,
    free: &'a Answers,
}

impl Kept<'_> {
    /// Whether the whole step stays what it was.
    pub(crate) fn is_all(&self) -> bool {
        self.reading.all.is_disjoint(self.free)
    }

    fn value(&self, variable: Variable) -> Option<Value> {
        let made = self.reading.variables.get(&variable)?;
        made.is_disjoint(self.free).then(|| self.frame.value(variable))
    }

    /// The action with the values that stay.
    pub(crate) fn action(&self, action: &Action) -> Action {
        match action {
            Action::SetStr(var, value) => Action::SetStr(*var, self.str_expr(value)),
            Action::SetInt(var, value, width) => Action::SetInt(*var, self.int_expr(value), *width),
            Action::SetBool(var, condition) => Action::SetBool(*var, self.condition(condition)),
            Action::Assume(condition) => Action::Assume(self.condition(condition)),
            Action::Assert(id, condition) => Action::Assert(*id, self.condition(condition)),
            Action::Branch(condition, label) => Action::Branch(self.condition(condition), *label),
            Action::Call(procedure, arguments, result) => {
                let arguments = arguments.iter().map(|argument| self.argument(argument)).collect();
                Action::Call(*procedure, arguments, *result)
            }
            Action::Return(result) => Action::Return(result.as_ref().map(|argument| self.argument(argument))),
            Action::Havoc(_) | Action::Jump(_) | Action::Halt | Action::Abort => action.clone(),
        }
    }
}

impl Substitution for Kept<'_> {
    fn string(&self, var: StrVar) -> StrTerm {
        match self.value(Variable::Str(var)) {
            Some(Value::Str(word)) => StrTerm::Word(word.into()),
            Some(Value::Int(_) | Value::Bool(_)) | None => StrTerm::Var(var),
        }
    }

    fn linear(&self, linear: &Linear) -> Linear {
        let mut sum = Some(Linear::constant(linear.constant_part()));
        for &(quantity, factor) in linear.terms() {
            let value = match quantity {
                Quantity::Var(var) => self.value(Variable::Int(var)),
                Quantity::Length(var) => self.value(Variable::Str(var)),
            };
            let part = match value {
                Some(Value::Int(value)) => Linear::constant(value),
                Some(Value::Str(word)) => Linear::constant(word.len() as i128),
                Some(Value::Bool(_)) | None => Linear::quantity(quantity),
            };
            sum = sum.and_then(|sum| sum.plus(&part.times(factor)?));
        }
        sum.unwrap_or_else(|| linear.clone())
    }

    fn boolean(&self, var: BoolVar, holds: bool) -> Condition {
        match self.value(Variable::Bool(var)) {
            Some(Value::Bool(value)) if value == holds => Condition::TRUE,
            Some(Value::Bool(_)) => Condition::FALSE,
            Some(Value::Str(_) | Value::Int(_)) | None => {
                Condition::Literal(Literal { test: Test::Bool(var), holds })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::Hunt;
    use crate::record::record;
    use crate::settings::Settings;
    use automata::Budget;

    #[test]
    fn what_depends_on_no_answer_that_changes_stays_what_it_was() {
        let source = "alphabet byte\nproc twice(w: str) -> str { return w ++ w; }\n\
                      proc main() { a: str := input(); b: str := input(); c: str := twice(a); d: str := b ++ \"x\"; \
                      if (c == \"aa\") { assert(c != d); } }";
        let program = ir::sil::parse(source, "test.sil").expect("it is well formed");
        let settings = Settings::default();
        let mut hunt = Hunt::new(&program, &[], &settings);
        hunt.budget = Budget::steps(10_000);
        let word = |text: &str| Value::Str(text.bytes().map(u32::from).collect());
        let recording = record(&mut hunt, &[word("a"), word("b")]).expect("it is short");
        let influence = Influence::of(&program, &recording);
        let first = |is: fn(&Action) -> bool| {
            let mut sites = recording.steps.iter().map(|step| step.site);
            sites.position(|site| is(action(&program, site))).expect("the run comes there")
        };
        let branch = first(|action| matches!(action, Action::Branch(..)));
        let assert = first(|action| matches!(action, Action::Assert(..)));
        assert_eq!(*influence.on(branch), Answers::from([0]));
        assert_eq!(*influence.on(assert), Answers::from([0, 1]));
        assert_eq!(influence.tied(&program, &recording, assert), Answers::from([0, 1]));
        let second = Answers::from([1]);
        assert!(influence.kept(&recording, branch, &second).is_all());
        let kept = influence.kept(&recording, assert, &second);
        let Action::Assert(_, condition) = kept.action(action(&program, recording.steps[assert].site)) else {
            panic!("an assertion stays one");
        };
        let mut read = Vec::new();
        ir::reads::in_action(&Action::Assume(condition), &mut |variable| read.push(variable));
        assert_eq!(read.len(), 1, "of the two strings one has its value");
    }
}
