//! From the syntax tree to a program: nested expressions become instructions with fresh variables.
//!
//! Names and types were checked before. What can still be wrong is in the values: numbers that grow too large
//! and regular expressions. Recursion follows the nesting of the tree, which the parser limits.
//!
//! The parameters of the entry come from the outside, so they become variables that are read first.

mod code;
mod conditions;
mod integers;
mod statements;
mod strings;
mod tables;

use automata::Alphabet;

use super::error::{Errors, SyntaxError};
use super::tree::{ExprId, ExprKind, Name, Proc, Tree};
use super::types::Typed;
use crate::ids::ProcId;
use crate::operation::{InputSet, IntExpr, StrExpr, Width};
use crate::program::{Action, Argument, Assertion, Procedure, Program, Type, Variable};
use code::Code;
use tables::Tables;

/// A text that was read and checked.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) file_name: &'a str,
    pub(super) alphabet: Alphabet,
    pub(super) tree: &'a Tree,
}

/// The program of a text without errors so far. It is complete when there are none after this either.
pub(super) fn lower(source: &Source<'_>, typed: &mut Typed, errors: &mut Errors) -> Program {
    let entry = typed.scopes.entry().expect("the checks found an entry");
    let mut lowering = Lowering {
        text: source.text,
        tree: source.tree,
        typed,
        errors,
        tables: Tables::new(source.alphabet),
        assertions: Vec::new(),
        entry,
        code: Code::new("", None),
    };
    let procedures = source.tree.procedures.iter().enumerate();
    let procedures = procedures.map(|(index, procedure)| lowering.procedure(index, procedure)).collect();
    Program {
        alphabet: source.alphabet,
        files: vec![source.file_name.to_owned()],
        procedures,
        entry: ProcId(entry as u32),
        assertions: lowering.assertions,
        languages: lowering.tables.languages,
        patterns: lowering.tables.patterns,
        functions: lowering.tables.functions,
    }
}

struct Lowering<'a> {
    text: &'a str,
    tree: &'a Tree,
    typed: &'a mut Typed,
    errors: &'a mut Errors,
    tables: Tables,
    assertions: Vec<Assertion>,
    entry: usize,
    /// The procedure that is being made.
    code: Code,
}

/// Nothing when an error was reported.
type Lowered<T> = Option<T>;

impl Lowering<'_> {
    fn procedure(&mut self, index: usize, procedure: &Proc) -> Procedure {
        self.code = Code::new(&procedure.name.text, self.typed.result(index));
        let scope = &self.typed.scopes.of_procedures[index];
        for (number, local) in scope.locals.iter().enumerate() {
            let ty = self.typed.scopes.forest.ty(local.node).expect("the checks found all types");
            let variable = self.code.declare(&local.name, ty);
            if number >= scope.parameter_count {
                continue;
            }
            if index == self.entry {
                self.code.span = local.span;
                self.code.emit(read_from_outside(variable));
            } else {
                self.code.procedure.parameters.push(variable);
            }
        }
        self.statements(&procedure.body);
        self.end(procedure);
        std::mem::replace(&mut self.code, Code::new("", None)).finish()
    }

    /// Returns at the end of a procedure, when a run may come there.
    fn end(&mut self, procedure: &Proc) {
        if !self.code.falls_through {
            return;
        }
        if self.code.procedure.result.is_some() {
            let cause = format!("the end of `{}` can be reached without a `return`", procedure.name.text);
            self.errors.push(SyntaxError::new(procedure.end, cause));
        }
        self.code.span = procedure.end;
        self.code.emit(Action::Return(None));
    }

    /// Calls a procedure.
    fn call(&mut self, name: &Name, arguments: &[ExprId], result: Option<Variable>) -> Lowered<()> {
        let procedure = self.typed.scopes.procedure(&name.text).expect("the checks found the procedure");
        let arguments = arguments.iter().map(|argument| self.argument(*argument)).collect::<Option<_>>()?;
        self.code.emit(Action::Call(ProcId(procedure as u32), arguments, result));
        Some(())
    }

    /// Calls a procedure for its result, of type `ty`.
    fn call_for_value(&mut self, name: &Name, arguments: &[ExprId], ty: Type) -> Lowered<Variable> {
        let result = self.code.fresh(&name.text, ty);
        self.call(name, arguments, Some(result))?;
        Some(result)
    }

    /// A value for a call or a return.
    fn argument(&mut self, id: ExprId) -> Lowered<Argument> {
        match self.typed.ty(id).expect("the checks found all types") {
            Type::Str => self.str_term(id).map(Argument::Str),
            Type::Int => self.linear(id).map(Argument::Int),
            Type::Bool => self.whole_condition(id).map(Argument::Bool),
        }
    }

    fn kind(&self, id: ExprId) -> &ExprKind {
        &self.tree.expr(id).kind
    }

    fn reported<T>(&mut self, result: Result<T, SyntaxError>) -> Lowered<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }
}

/// The instruction that takes a parameter of the entry from the outside.
fn read_from_outside(variable: Variable) -> Action {
    match variable {
        Variable::Str(var) => Action::SetStr(var, StrExpr::Input(InputSet::Any)),
        Variable::Int(var) => Action::SetInt(var, IntExpr::Input, Width::Unbounded),
        Variable::Bool(_) => Action::Havoc(variable),
    }
}
