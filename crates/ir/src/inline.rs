//! Inlined calls: a program with one procedure whose runs cover those of the program.
//!
//! Each call becomes a copy of the callee with variables of its own, set to what a fresh frame has. While all calls are
//! in place the result means exactly what the program meant. Calls that recurse, or whose copies would be too many, are
//! not inlined (see `inlined_calls`). Such a call gives any result, and its callee stands apart: one more copy of it,
//! which a run may choose at the start, begins with any arguments and ends the run when it returns.
//!
//! Then every state of the program at a label is one of a copy of that label. Take a run, and of the calls that are open
//! the innermost one that is not in place, or the entry. Its procedure has a copy of its own, which starts as that
//! activation did, since its arguments are any. From there the copy does what the activation does: inlined calls are
//! copied, and one that is not and has returned gave some result, which is among any. There is nothing else
//! that a call could change: variables belong to activations, and the outside may answer as it likes. A call
//! that never returns, or ends the run, only leaves out what follows it. So what holds at all copies of a label holds in
//! the program; but a run of the result is then no run of the program.

use std::fmt;

use crate::cfg::Calls;
use crate::condition::{Condition, Test};
use crate::ids::{BoolVar, IntVar, Label, ProcId, StrVar};
use crate::inlined_calls::Plan;
use crate::linear::Linear;
use crate::operation::{IntExpr, StrExpr, StrTerm, Width};
use crate::program::{Action, Argument, Instruction, Procedure, Program, Variable};
use crate::span::Span;
use crate::substitute::{Shift, Substitution};

/// The program has more instructions than this, with as few calls inlined as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub usize);

/// A program without calls, and where its instructions come from.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// The program: its entry is the only procedure.
    pub program: Program,
    /// For each label of the entry the procedure and label it comes from. What chooses among copies comes from the
    /// beginning of the entry.
    pub origins: Vec<(ProcId, Label)>,
    /// For each label of the entry where the variables of its copy begin.
    pub scopes: Vec<Scope>,
    /// The procedures that stand apart, ascending: some call to them gives any result. When there are any, the program
    /// over-approximates, and a run of it is no run of the original.
    pub apart: Vec<ProcId>,
    /// The labels that were calls and now give any result, ascending.
    pub unknown: Vec<Label>,
    /// Where the copy of each procedure that stands apart begins.
    beginnings: Vec<Label>,
}

/// The variables of one copy of a procedure: those of each type that begin here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    shift: Shift,
}

impl Inlined {
    /// Whether it has exactly the runs of the original: every call is in place.
    pub fn is_exact(&self) -> bool {
        self.apart.is_empty()
    }

    /// The procedure that stands apart and that the label belongs to, itself or by a call in place; `None` when it
    /// belongs to the entry.
    pub fn apart_at(&self, label: Label) -> Option<ProcId> {
        let after = self.beginnings.partition_point(|beginning| *beginning <= label);
        after.checked_sub(1).map(|at| self.apart[at])
    }
}

impl Scope {
    /// The variable of `procedure`, which was copied here, that `variable` is the copy of, if it is one.
    pub fn local(self, variable: Variable, procedure: &Procedure) -> Option<Variable> {
        let within = |index: u32, first: u32, count: usize| {
            index.checked_sub(first).filter(|&local| (local as usize) < count)
        };
        match variable {
            Variable::Str(var) => within(var.0, self.shift.strings, procedure.strings.len())
                .map(|local| Variable::Str(StrVar(local))),
            Variable::Int(var) => within(var.0, self.shift.integers, procedure.integers.len())
                .map(|local| Variable::Int(IntVar(local))),
            Variable::Bool(var) => within(var.0, self.shift.booleans, procedure.booleans.len())
                .map(|local| Variable::Bool(BoolVar(local))),
        }
    }
}

/// Over-approximates when procedures stand apart, else exact: the program without calls. As many calls are in place as
/// fit when callees up to a size are inlined, and larger ones are not.
///
/// # Errors
/// [`TooLarge`] when it would have more than `limit` instructions with every procedure apart.
pub fn inline(program: &Program, limit: usize) -> Result<Inlined, TooLarge> {
    let calls = Calls::of(program);
    let mut largest = limit;
    loop {
        let plan = Plan::of(program, &calls, largest);
        match Inliner::new(program, &plan, limit).all() {
            Err(TooLarge(_)) if largest > 0 => largest /= 2,
            outcome @ (Ok(_) | Err(_)) => return outcome,
        }
    }
}

struct Inliner<'a> {
    program: &'a Program,
    plan: &'a Plan<'a>,
    limit: usize,
    whole: Procedure,
    origins: Vec<(ProcId, Label)>,
    scopes: Vec<Scope>,
    unknown: Vec<Label>,
    /// The copy that is being made.
    scope: Scope,
}

/// What a return does.
#[derive(Clone, Copy)]
enum Returning {
    /// It ends the run.
    Run,
    /// It ends a call, whose result the variable gets, if there is one.
    Call(Option<Variable>),
}

/// Where a copy's jumps must lead once its labels have places.
enum Patch {
    /// To a label of the copied procedure.
    To(usize, Label),
    /// To the end of the copy.
    Out(usize),
}

impl<'a> Inliner<'a> {
    fn new(program: &'a Program, plan: &'a Plan<'a>, limit: usize) -> Self {
        let entry = &program.procedures[program.entry.index()];
        Inliner {
            program,
            plan,
            limit,
            whole: Procedure { code: Vec::new(), ..entry.clone() },
            origins: Vec::new(),
            scopes: Vec::new(),
            unknown: Vec::new(),
            scope: Scope::default(),
        }
    }

    /// The choice of a copy, the entry, and what stands apart.
    fn all(mut self) -> Result<Inlined, TooLarge> {
        let entry = self.program.entry;
        let apart = self.plan.apart();
        let mut choices = Vec::with_capacity(apart.len());
        for _ in &apart {
            choices.push(self.choice()?);
        }
        self.copy(entry, Shift::default(), Returning::Run)?;
        let mut beginnings = Vec::with_capacity(apart.len());
        for (&id, choice) in apart.iter().zip(choices) {
            let beginning = Label(self.whole.code.len() as u32);
            self.redirect(choice, beginning);
            beginnings.push(beginning);
            self.copy_apart(id)?;
        }
        let Inliner { whole, origins, scopes, unknown, program, .. } = self;
        let program = Program { procedures: vec![whole], entry: ProcId(0), ..program.clone() };
        Ok(Inlined { program, origins, scopes, apart, unknown, beginnings })
    }

    /// A jump that is taken or not, at the beginning of the entry; it has to be redirected.
    fn choice(&mut self) -> Result<usize, TooLarge> {
        let chosen = BoolVar(self.whole.booleans.len() as u32);
        self.whole.booleans.push("apart$".to_owned());
        self.at_the_start(Action::Havoc(Variable::Bool(chosen)))?;
        self.at_the_start(Action::Branch(Condition::test(Test::Bool(chosen)), Label(0)))
    }

    /// Appends a copy that begins with any arguments. Its other variables are still as in a fresh frame.
    fn copy_apart(&mut self, id: ProcId) -> Result<(), TooLarge> {
        let shift = self.declare(id);
        for &parameter in &self.program.procedures[id.index()].parameters {
            self.at_the_start(Action::Havoc(shift.variable(parameter)))?;
        }
        self.copy(id, shift, Returning::Run)
    }

    /// Appends an action that comes from no label but belongs before the first.
    fn at_the_start(&mut self, action: Action) -> Result<usize, TooLarge> {
        let entry = self.program.entry;
        let span = self.program.procedures[entry.index()].code[0].span;
        self.push(action, span, (entry, Label(0)))
    }

    /// Appends the code of a procedure.
    fn copy(&mut self, id: ProcId, shift: Shift, returning: Returning) -> Result<(), TooLarge> {
        let outer = std::mem::replace(&mut self.scope, Scope { shift });
        let procedure = &self.program.procedures[id.index()];
        let (mut places, mut patches) = (Vec::with_capacity(procedure.code.len()), Vec::new());
        for (label, instruction) in procedure.labels().zip(&procedure.code) {
            places.push(self.whole.code.len());
            self.instruction((id, label), instruction, (shift, returning), &mut patches)?;
        }
        let end = self.whole.code.len();
        for patch in patches {
            let (at, to) = match patch {
                Patch::To(at, label) => (at, places[label.index()]),
                Patch::Out(at) => (at, end),
            };
            self.redirect(at, Label(to as u32));
        }
        self.scope = outer;
        Ok(())
    }

    /// Makes the jump at `at` lead to `to`.
    fn redirect(&mut self, at: usize, to: Label) {
        match &mut self.whole.code[at].action {
            Action::Jump(target) | Action::Branch(_, target) => *target = to,
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Assert(..)
            | Action::Call(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => unreachable!("only jumps are patched"),
        }
    }

    fn push(&mut self, action: Action, span: Span, origin: (ProcId, Label)) -> Result<usize, TooLarge> {
        if self.whole.code.len() == self.limit {
            return Err(TooLarge(self.limit));
        }
        self.whole.code.push(Instruction { action, span });
        self.origins.push(origin);
        self.scopes.push(self.scope);
        Ok(self.whole.code.len() - 1)
    }

    fn instruction(
        &mut self,
        origin: (ProcId, Label),
        instruction: &Instruction,
        (shift, returning): (Shift, Returning),
        patches: &mut Vec<Patch>,
    ) -> Result<(), TooLarge> {
        let span = instruction.span;
        let action = match &instruction.action {
            Action::SetStr(var, value) => Action::SetStr(shift.str_var(*var), shift.str_expr(value)),
            Action::SetInt(var, value, width) => {
                Action::SetInt(shift.int_var(*var), shift.int_expr(value), *width)
            }
            Action::SetBool(var, value) => Action::SetBool(shift.bool_var(*var), shift.condition(value)),
            Action::Havoc(variable) => Action::Havoc(shift.variable(*variable)),
            Action::Assume(condition) => Action::Assume(shift.condition(condition)),
            Action::Assert(id, condition) => Action::Assert(*id, shift.condition(condition)),
            Action::Halt => Action::Halt,
            Action::Abort => Action::Abort,
            Action::Jump(to) => {
                patches.push(Patch::To(self.push(Action::Jump(*to), span, origin)?, *to));
                return Ok(());
            }
            Action::Branch(condition, to) => {
                let branch = Action::Branch(shift.condition(condition), *to);
                patches.push(Patch::To(self.push(branch, span, origin)?, *to));
                return Ok(());
            }
            Action::Return(value) => {
                let Returning::Call(result) = returning else {
                    self.push(Action::Return(None), span, origin)?;
                    return Ok(());
                };
                if let Some((variable, value)) = result.zip(value.as_ref()) {
                    self.push(set(variable, shift.argument(value)), span, origin)?;
                }
                patches.push(Patch::Out(self.push(Action::Jump(Label(0)), span, origin)?));
                return Ok(());
            }
            Action::Call(callee, arguments, result) => {
                let arguments: Vec<Argument> =
                    arguments.iter().map(|argument| shift.argument(argument)).collect();
                let result = result.map(|variable| shift.variable(variable));
                return self.call(*callee, &arguments, result, (span, origin));
            }
        };
        self.push(action, span, origin)?;
        Ok(())
    }

    fn call(
        &mut self,
        callee: ProcId,
        arguments: &[Argument],
        result: Option<Variable>,
        (span, origin): (Span, (ProcId, Label)),
    ) -> Result<(), TooLarge> {
        if !self.plan.puts_in_place(origin.0, callee) {
            let result = result.map_or(Action::Assume(Condition::TRUE), Action::Havoc);
            let at = self.push(result, span, origin)?;
            self.unknown.push(Label(at as u32));
            return Ok(());
        }
        let procedure = &self.program.procedures[callee.index()];
        let shift = self.declare(callee);
        // A fresh frame, also when the call is made again in a loop.
        for variable in procedure.variables() {
            let given = procedure.parameters.iter().position(|parameter| *parameter == variable);
            let value = given.map_or_else(|| default(variable), |at| arguments[at].clone());
            self.push(set(shift.variable(variable), value), span, origin)?;
        }
        self.copy(callee, shift, Returning::Call(result))
    }

    /// Declares variables for a copy of a procedure.
    fn declare(&mut self, id: ProcId) -> Shift {
        let procedure = &self.program.procedures[id.index()];
        let shift = Shift {
            strings: self.whole.strings.len() as u32,
            integers: self.whole.integers.len() as u32,
            booleans: self.whole.booleans.len() as u32,
        };
        let named = |name: &String| format!("{}.{name}", procedure.name);
        self.whole.strings.extend(procedure.strings.iter().map(named));
        self.whole.integers.extend(procedure.integers.iter().map(named));
        self.whole.booleans.extend(procedure.booleans.iter().map(named));
        shift
    }
}

/// The value that a variable has in a fresh frame.
fn default(variable: Variable) -> Argument {
    match variable {
        Variable::Str(_) => Argument::Str(StrTerm::Word([].into())),
        Variable::Int(_) => Argument::Int(Linear::constant(0)),
        Variable::Bool(_) => Argument::Bool(Condition::FALSE),
    }
}

/// The assignment of a value to a variable of its type.
fn set(variable: Variable, value: Argument) -> Action {
    match (variable, value) {
        (Variable::Str(var), Argument::Str(term)) => Action::SetStr(var, StrExpr::Term(term)),
        (Variable::Int(var), Argument::Int(linear)) => {
            Action::SetInt(var, IntExpr::Linear(linear), Width::Unbounded)
        }
        (Variable::Bool(var), Argument::Bool(condition)) => Action::SetBool(var, condition),
        (Variable::Str(_) | Variable::Int(_) | Variable::Bool(_), _) => {
            unreachable!("`validate` has compared the types")
        }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has more than {} instructions", self.0)
    }
}
