//! Calls put in place: a program with one procedure that has the same runs.
//!
//! Each call becomes a copy of the callee with variables of its own, set to what a fresh frame has. So the
//! result means exactly what the program meant. A program that recurses, or whose copies would be too many, has
//! no such form here.

use std::fmt;

use crate::condition::Condition;
use crate::ids::{BoolVar, IntVar, Label, ProcId, StrVar};
use crate::linear::Linear;
use crate::operation::{IntExpr, StrExpr, StrTerm, Width};
use crate::program::{Action, Argument, Instruction, Procedure, Program, Variable};
use crate::rename::Shift;
use crate::span::Span;

/// Calls nested deeper than this are taken for recursion.
const DEEPEST: usize = 64;

/// Why calls could not be put in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotInline {
    /// A procedure calls itself, directly or through others.
    Recursion(ProcId),
    /// The copies would have more instructions than the limit.
    TooLarge(usize),
}

/// A program without calls, and where its instructions come from.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// The program: its entry is the only procedure that is called.
    pub program: Program,
    /// For each label of the entry the procedure and label it comes from.
    pub origins: Vec<(ProcId, Label)>,
    /// For each label of the entry where the variables of its copy begin.
    pub scopes: Vec<Scope>,
}

/// The variables of one copy of a procedure: those of each type that begin here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    shift: Shift,
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

/// Exact: the program with every call put in place.
///
/// # Errors
/// [`CannotInline`] when it recurses or would have more than `limit` instructions.
pub fn inline(program: &Program, limit: usize) -> Result<Inlined, CannotInline> {
    let entry = &program.procedures[program.entry.index()];
    let mut inliner = Inliner {
        program,
        limit,
        whole: Procedure { code: Vec::new(), ..entry.clone() },
        origins: Vec::new(),
        scopes: Vec::new(),
        scope: Scope::default(),
        active: Vec::new(),
    };
    inliner.copy(program.entry, Shift::default(), Returning::Run)?;
    let Inliner { whole, origins, scopes, .. } = inliner;
    let program = Program { procedures: vec![whole], entry: ProcId(0), ..program.clone() };
    Ok(Inlined { program, origins, scopes })
}

struct Inliner<'a> {
    program: &'a Program,
    limit: usize,
    whole: Procedure,
    origins: Vec<(ProcId, Label)>,
    scopes: Vec<Scope>,
    /// The copy that is being made.
    scope: Scope,
    /// The procedures that are being copied, outermost first.
    active: Vec<ProcId>,
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

impl Inliner<'_> {
    /// Appends the code of a procedure.
    fn copy(&mut self, id: ProcId, shift: Shift, returning: Returning) -> Result<(), CannotInline> {
        if self.active.contains(&id) || self.active.len() == DEEPEST {
            return Err(CannotInline::Recursion(id));
        }
        self.active.push(id);
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
        self.active.pop();
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

    fn push(&mut self, action: Action, span: Span, origin: (ProcId, Label)) -> Result<usize, CannotInline> {
        if self.whole.code.len() == self.limit {
            return Err(CannotInline::TooLarge(self.limit));
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
    ) -> Result<(), CannotInline> {
        let span = instruction.span;
        let action = match &instruction.action {
            Action::SetStr(var, value) => Action::SetStr(shift.string(*var), shift.str_expr(value)),
            Action::SetInt(var, value, width) => {
                Action::SetInt(shift.integer(*var), shift.int_expr(value), *width)
            }
            Action::SetBool(var, value) => Action::SetBool(shift.boolean(*var), shift.condition(value)),
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
    ) -> Result<(), CannotInline> {
        let procedure = &self.program.procedures[callee.index()];
        let shift = Shift {
            strings: self.whole.strings.len() as u32,
            integers: self.whole.integers.len() as u32,
            booleans: self.whole.booleans.len() as u32,
        };
        let named = |name: &String| format!("{}.{name}", procedure.name);
        self.whole.strings.extend(procedure.strings.iter().map(named));
        self.whole.integers.extend(procedure.integers.iter().map(named));
        self.whole.booleans.extend(procedure.booleans.iter().map(named));
        // A fresh frame, also when the call is made again in a loop.
        for variable in procedure.variables() {
            let given = procedure.parameters.iter().position(|parameter| *parameter == variable);
            let value = given.map_or_else(|| default(variable), |at| arguments[at].clone());
            self.push(set(shift.variable(variable), value), span, origin)?;
        }
        self.copy(callee, shift, Returning::Call(result))
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

impl fmt::Display for CannotInline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotInline::Recursion(_) => write!(f, "a procedure calls itself"),
            CannotInline::TooLarge(limit) => {
                write!(f, "more than {limit} instructions with calls put in place")
            }
        }
    }
}
