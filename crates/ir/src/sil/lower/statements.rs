//! Statements: assignments, jumps, and structure turned into jumps.
//!
//! `while (c) { … }` tests at its head and jumps back. A test that always holds makes no exit, so that the end
//! behind it is known not to be reached.

use super::code::Place;
use super::{Lowered, Lowering};
use crate::condition::Condition;
use crate::ids::AssertId;
use crate::operation::{InputSet, StrExpr};
use crate::program::{Action, Assertion, Variable};
use crate::sil::builtins;
use crate::sil::error::SyntaxError;
use crate::sil::tree::{ExprId, ExprKind, Name, StmtId, StmtKind};

impl Lowering<'_> {
    /// Lowers statements; those in which an error is reported are left out.
    pub(super) fn statements(&mut self, statements: &[StmtId]) {
        for &id in statements {
            self.code.span = self.tree.stmt(id).span;
            self.statement(id);
        }
    }

    fn statement(&mut self, id: StmtId) -> Lowered<()> {
        let tree = self.tree;
        match &tree.stmt(id).kind {
            StmtKind::Declare(_, _, None) => {}
            StmtKind::Declare(name, _, Some(value)) | StmtKind::Assign(name, value) => {
                self.assign(name, *value)?;
            }
            StmtKind::Havoc(name) => self.code.emit(Action::Havoc(self.code.variable(&name.text))),
            StmtKind::Assert(condition, message) => self.assert(*condition, message.as_ref())?,
            StmtKind::Assume(condition) => {
                let condition = self.whole_condition(*condition)?;
                self.code.emit(Action::Assume(condition));
            }
            StmtKind::Call(call) => {
                let ExprKind::Call(name, arguments) = &tree.expr(*call).kind else {
                    unreachable!("the parser lets only calls be statements")
                };
                self.call(name, arguments, None)?;
            }
            StmtKind::Label(name) => self.code.put_label(&name.text),
            StmtKind::Goto(name) => {
                let place = self.code.label_place(&name.text);
                self.jump(place);
            }
            StmtKind::If(arms, otherwise) => self.branches(arms, otherwise)?,
            StmtKind::While(condition, body) => self.repeat(*condition, body)?,
            StmtKind::Return(None) => self.code.emit(Action::Return(None)),
            StmtKind::Return(Some(value)) => {
                let value = self.argument(*value)?;
                self.code.emit(Action::Return(Some(value)));
            }
            StmtKind::Halt => self.code.emit(Action::Halt),
            StmtKind::Abort => self.code.emit(Action::Abort),
        }
        Some(())
    }

    fn assign(&mut self, name: &Name, value: ExprId) -> Lowered<()> {
        let tree = self.tree;
        let variable = self.code.variable(&name.text);
        if let ExprKind::Call(procedure, arguments) = &tree.expr(value).kind
            && builtins::named(&procedure.text).is_none()
        {
            return self.call(procedure, arguments, Some(variable));
        }
        let action = match variable {
            Variable::Str(var) if matches!(self.kind(value), ExprKind::Regex(_)) => {
                Action::SetStr(var, StrExpr::Input(InputSet::Language(self.language(value)?)))
            }
            Variable::Str(var) => Action::SetStr(var, self.str_expr(value)?),
            Variable::Int(var) => {
                let (value, width) = self.int_expr(value)?;
                Action::SetInt(var, value, width)
            }
            Variable::Bool(var) => Action::SetBool(var, self.whole_condition(value)?),
        };
        self.code.emit(action);
        Some(())
    }

    fn assert(&mut self, condition: ExprId, message: Option<&String>) -> Lowered<()> {
        let condition = self.whole_condition(condition)?;
        let id = AssertId(self.assertions.len() as u32);
        self.assertions.push(Assertion { message: message.cloned(), failure: None, span: self.code.span });
        self.code.emit(Action::Assert(id, condition));
        Some(())
    }

    /// A condition that an instruction holds, not nested too deeply.
    pub(super) fn whole_condition(&mut self, id: ExprId) -> Lowered<Condition> {
        let condition = self.condition(id)?;
        if condition.depth() <= Condition::MAX_DEPTH {
            return Some(condition);
        }
        let error = SyntaxError::new(self.tree.expr(id).span, "this condition is nested too deeply");
        self.reported(Err(error.with_help("name its parts by variables of type `bool`")))
    }

    fn jump(&mut self, place: Place) {
        let target = self.code.target(place);
        self.code.emit(Action::Jump(target));
    }

    fn branch(&mut self, condition: Condition, place: Place) {
        let target = self.code.target(place);
        self.code.emit(Action::Branch(condition, target));
    }

    /// Goes to the place unless the condition holds.
    fn branch_unless(&mut self, condition: Condition, place: Place) {
        if condition != Condition::TRUE {
            self.branch(condition.negated(), place);
        }
    }

    fn branches(&mut self, arms: &[(ExprId, Vec<StmtId>)], otherwise: &[StmtId]) -> Lowered<()> {
        let tree = self.tree;
        let end = self.code.new_place();
        for (number, (condition, body)) in arms.iter().enumerate() {
            if number > 0 {
                self.code.span = tree.expr(*condition).span;
            }
            let condition = self.whole_condition(*condition)?;
            if let [only] = body[..]
                && let StmtKind::Goto(label) = &tree.stmt(only).kind
            {
                let place = self.code.label_place(&label.text);
                self.branch(condition, place);
                continue;
            }
            let next = self.code.new_place();
            self.branch_unless(condition, next);
            self.statements(body);
            let is_last = number + 1 == arms.len() && otherwise.is_empty();
            if self.code.falls_through && !is_last {
                self.jump(end);
            }
            self.code.put(next);
        }
        self.statements(otherwise);
        self.code.put(end);
        Some(())
    }

    fn repeat(&mut self, condition: ExprId, body: &[StmtId]) -> Lowered<()> {
        let (head, end) = (self.code.new_place(), self.code.new_place());
        let span = self.code.span;
        self.code.put(head);
        let condition = self.whole_condition(condition)?;
        self.branch_unless(condition, end);
        self.statements(body);
        if self.code.falls_through {
            self.code.span = span;
            self.jump(head);
        }
        self.code.put(end);
        Some(())
    }
}
