//! The walk backwards along a run.
//!
//! A run that was made is a path that can be taken. [`walk`] starts from a condition that is wanted at one of its
//! steps and goes back to the entry. At each step it turns what must hold after into what must hold before, and adds
//! that the branches go as they went. What is left at the end are demands on the answers. Of several
//! ways to meet a demand a few are followed, so what is found is a part of what is possible.

use automata::{Budget, Exhausted};
use ir::substitute::Substitution;
use ir::{Action, Argument, BoolVar, Condition, IntVar, Procedure, Program, StrExpr, StrVar, Variable};

use crate::conditions::{Scene, WIDTH};
use crate::demands::{Alternatives, Demands, Fate, Wanted, length_of};
use crate::influence::{Answers, Influence, Kept};
use crate::languages::Languages;
use crate::linear_demands::{Sum, Unknown};
use crate::record::{CallId, Recording, Step, action};

/// A run, and the answers of it that may change.
#[derive(Clone, Copy)]
pub(crate) struct Path<'a> {
    pub(crate) recording: &'a Recording,
    pub(crate) influence: &'a Influence,
    pub(crate) free: &'a Answers,
}

/// The demands on the answers that may change under which a run takes the recorded path to step `at` and the condition
/// holds there.
pub(crate) fn walk(
    program: &Program,
    path: Path<'_>,
    (at, condition): (usize, &Condition),
    budget: &mut Budget,
) -> Result<Alternatives, Exhausted> {
    let walker = Walker { program, recording: path.recording, path };
    let condition = walker.kept(at).condition(condition);
    let mut alternatives = walker.scene(at).demand(Demands::default(), &condition, budget)?;
    for step in (0..at).rev() {
        if walker.kept(step).is_all() {
            continue;
        }
        let mut before = Vec::new();
        for demands in alternatives {
            budget.spend(1)?;
            before.extend(walker.back(step, demands, budget)?);
        }
        before.truncate(WIDTH);
        if before.is_empty() {
            return Ok(before);
        }
        alternatives = before;
    }
    let entry = &program.procedures[program.entry.index()];
    alternatives.retain_mut(|demands| begin(demands, CallId(0), entry, &[]) == Fate::Alive);
    Ok(alternatives)
}

struct Walker<'a> {
    program: &'a Program,
    recording: &'a Recording,
    path: Path<'a>,
}

impl<'a> Walker<'a> {
    fn scene(&self, at: usize) -> Scene<'a> {
        Scene { languages: Languages { program: self.program }, step: &self.recording.steps[at] }
    }

    /// What the answers that stay leave of a step.
    fn kept(&self, at: usize) -> Kept<'a> {
        self.path.influence.kept(self.recording, at, self.path.free)
    }

    /// What must hold before a step, given what must hold after it.
    fn back(&self, at: usize, demands: Demands, budget: &mut Budget) -> Result<Alternatives, Exhausted> {
        let steps = &self.recording.steps;
        let (step, next) = (&steps[at], &steps[at + 1]);
        let scene = self.scene(at);
        match &self.kept(at).action(action(self.program, step.site)) {
            Action::SetStr(var, expression) => {
                let had = self.after(at).map_or(0, |step| step.frame.string(*var).len());
                scene.undo_string(demands, (*var, expression), had, budget)
            }
            Action::SetInt(var, expression, width) => {
                let had = self.after(at).map_or(0, |step| step.frame.integer(*var));
                scene.undo_integer(demands, (*var, expression, *width), had, budget)
            }
            Action::SetBool(var, condition) => Self::undo_truth(scene, demands, (*var, condition), budget),
            Action::Havoc(variable) => Self::undo_havoc(scene, demands, *variable, budget),
            Action::Assume(condition) => scene.demand(demands, condition, budget),
            Action::Branch(condition, label) => {
                if label.0 == step.site.label.0 + 1 {
                    return Ok(vec![demands]);
                }
                let taken = next.site.label == *label && next.call == step.call;
                let condition = if taken { condition.clone() } else { condition.clone().negated() };
                scene.demand(demands, &condition, budget)
            }
            Action::Call(procedure, arguments, _) => {
                let callee = &self.program.procedures[procedure.index()];
                self.undo_call(at, demands, (callee, arguments), budget)
            }
            Action::Return(argument) => self.undo_return(at, demands, argument.as_ref(), budget),
            Action::Assert(..) | Action::Jump(_) | Action::Halt | Action::Abort => Ok(vec![demands]),
        }
    }

    /// The next step of the same call.
    fn after(&self, at: usize) -> Option<&'a Step> {
        let steps = &self.recording.steps;
        steps[at + 1..].iter().find(|step| step.call == steps[at].call)
    }

    fn undo_truth(
        scene: Scene<'_>,
        mut demands: Demands,
        (var, condition): (BoolVar, &Condition),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        match demands.booleans.remove(&(scene.step.call, var)) {
            None => Ok(vec![demands]),
            Some(true) => scene.demand(demands, condition, budget),
            Some(false) => scene.demand(demands, &condition.clone().negated(), budget),
        }
    }

    fn undo_havoc(
        scene: Scene<'_>,
        mut demands: Demands,
        variable: Variable,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let (call, answer) = (scene.step.call, scene.step.answer);
        let Some(answer) = answer else { return Ok(Vec::new()) };
        match variable {
            Variable::Str(var) => {
                let length = Unknown::Length(call, var);
                let language = demands.strings.remove(&(call, var));
                if language.is_none() && !demands.mentions(length) {
                    return Ok(vec![demands]);
                }
                let wanted = Wanted { language, length, had: 0 };
                let any = StrExpr::Input(ir::InputSet::Any);
                scene.undo_answer(demands, wanted, (answer, &any), budget)
            }
            Variable::Int(var) => {
                let value = Sum::unknown(Unknown::Answer(answer));
                let fate = demands.substitute(Unknown::Int(call, var), &value);
                Ok(if fate == Fate::Alive { vec![demands] } else { Vec::new() })
            }
            Variable::Bool(var) => {
                if let Some(truth) = demands.booleans.remove(&(call, var)) {
                    demands.truths.insert(answer, truth);
                }
                Ok(vec![demands])
            }
        }
    }

    /// From the beginning of a call to the arguments that it was made with.
    fn undo_call(
        &self,
        at: usize,
        mut demands: Demands,
        (callee, arguments): (&Procedure, &[Argument]),
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let scene = self.scene(at);
        let made_here = |&caller: &Option<usize>| caller == Some(at);
        let Some(call) = self.recording.callers.iter().position(made_here).map(CallId) else {
            return Ok(vec![demands]);
        };
        let mut wanted = Vec::new();
        for (&parameter, argument) in callee.parameters.iter().zip(arguments) {
            wanted.push((Self::take(&mut demands, (call, parameter)), argument));
        }
        if begin(&mut demands, call, callee, &callee.parameters) == Fate::Dead {
            return Ok(Vec::new());
        }
        Self::hand_over(scene, demands, wanted, budget)
    }

    /// From the variable that gets a result to the value that is returned.
    fn undo_return(
        &self,
        at: usize,
        mut demands: Demands,
        argument: Option<&Argument>,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let scene = self.scene(at);
        let caller = self.recording.callers[scene.step.call.0].map(|caller| &self.recording.steps[caller]);
        let (Some(caller), Some(argument)) = (caller, argument) else { return Ok(vec![demands]) };
        let Action::Call(_, _, Some(result)) = action(self.program, caller.site) else {
            return Ok(vec![demands]);
        };
        let wanted = Self::take(&mut demands, (caller.call, *result));
        Self::hand_over(scene, demands, vec![(wanted, argument)], budget)
    }

    /// Takes out what is demanded of a variable; its unknowns stay until [`Self::hand_over`] replaces them.
    fn take(demands: &mut Demands, (call, variable): (CallId, Variable)) -> Handed {
        match variable {
            Variable::Str(var) => {
                Handed::Str(demands.strings.remove(&(call, var)), Unknown::Length(call, var))
            }
            Variable::Int(var) => Handed::Int(Unknown::Int(call, var)),
            Variable::Bool(var) => Handed::Bool(demands.booleans.remove(&(call, var))),
        }
    }

    /// What was demanded of variables is demanded of the arguments that they got, in the scene of these.
    fn hand_over(
        scene: Scene<'_>,
        demands: Demands,
        wanted: Vec<(Handed, &Argument)>,
        budget: &mut Budget,
    ) -> Result<Alternatives, Exhausted> {
        let call = scene.step.call;
        let mut alternatives = vec![demands];
        for (handed, argument) in wanted {
            let mut next = Vec::new();
            for mut demands in alternatives {
                match (&handed, argument) {
                    (Handed::Str(language, length), Argument::Str(term)) => {
                        let mut fate = demands.substitute(*length, &length_of(call, term));
                        if let Some(language) = language.as_ref().filter(|_| fate == Fate::Alive) {
                            fate = demands.narrow((call, term), language, budget)?;
                        }
                        next.extend(Some(demands).filter(|_| fate == Fate::Alive));
                    }
                    (Handed::Int(unknown), Argument::Int(linear)) => {
                        let fate = demands.substitute(*unknown, &Sum::of(linear, call));
                        next.extend(Some(demands).filter(|_| fate == Fate::Alive));
                    }
                    (Handed::Bool(Some(true)), Argument::Bool(condition)) => {
                        next.extend(scene.demand(demands, condition, budget)?);
                    }
                    (Handed::Bool(Some(false)), Argument::Bool(condition)) => {
                        next.extend(scene.demand(demands, &condition.clone().negated(), budget)?);
                    }
                    (Handed::Str(..) | Handed::Int(_) | Handed::Bool(_), _) => next.push(demands),
                }
            }
            next.truncate(WIDTH);
            alternatives = next;
        }
        Ok(alternatives)
    }
}

/// What is demanded of a variable that gets a value from another call.
enum Handed {
    Str(Option<automata::Automaton>, Unknown),
    Int(Unknown),
    Bool(Option<bool>),
}

/// Meets the demands on the variables of a call that begin as the empty word, 0 and false: all but `given`.
fn begin(demands: &mut Demands, call: CallId, procedure: &Procedure, given: &[Variable]) -> Fate {
    let mut alive = true;
    for var in (0..procedure.strings.len() as u32).map(StrVar) {
        if !given.contains(&Variable::Str(var)) {
            let language = demands.strings.remove(&(call, var));
            alive &= language.is_none_or(|language| language.contains(&[]));
            alive &= demands.substitute(Unknown::Length(call, var), &Sum::default()) == Fate::Alive;
        }
    }
    for var in (0..procedure.integers.len() as u32).map(IntVar) {
        if !given.contains(&Variable::Int(var)) {
            alive &= demands.substitute(Unknown::Int(call, var), &Sum::default()) == Fate::Alive;
        }
    }
    for var in (0..procedure.booleans.len() as u32).map(BoolVar) {
        if !given.contains(&Variable::Bool(var)) {
            alive &= demands.booleans.remove(&(call, var)) != Some(true);
        }
    }
    Fate::of(alive)
}
