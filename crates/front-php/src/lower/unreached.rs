//! Sinks of the page that no run comes to.
//!
//! The walk goes only where a run may come. What it left out is gone through here, so that a sink in it is told as
//! *unreachable* and not passed over. It is asserted in code that nothing leads to; that no run comes there is for the
//! checker to find, like everything else.
//!
//! Told are sinks of the page's own file, of what it does itself and of functions of which something was run. A `catch`
//! that was left out is not told, since what throws is not known well enough, and nothing is told beside a statement
//! that is not followed, such as `goto`.

use std::rc::Rc;

use ir::{Action, Condition, Span};

use super::Lower;
use crate::lower::library::{self, Model};
use crate::policy::RuleId;
use crate::tree::{Argument, Callee, Expr, ExprKind, Function, Node, Stmt, StmtKind};

/// The most sinks that are told so.
const MOST: usize = 100;

impl Lower<'_> {
    /// Asserts, where no run comes, what is left of the page.
    pub(super) fn tell_unreached(&mut self) {
        let Some(statements) = self.read.get(&0).cloned() else { return };
        let mut found: Vec<(Span, RuleId)> = Vec::new();
        let mut open: Vec<Node<'_>> = statements.iter().map(Node::Stmt).collect();
        let functions = self.entered(&statements);
        open.extend(functions.iter().filter_map(|function| function.body.as_ref()).flatten().map(Node::Stmt));
        while let Some(node) = open.pop() {
            if matches!(node, Node::Stmt(Stmt { kind: StmtKind::Unsupported(_), .. })) {
                return;
            }
            found.extend(self.unreached(node));
            open.extend(tried(node));
        }
        found.sort_by_key(|(span, _)| (span.start, span.end));
        found.dedup();
        if found.is_empty() {
            return;
        }
        if !self.dead {
            self.emit.push(Action::Halt);
        }
        for (span, rule) in found.into_iter().take(MOST) {
            self.emit.span = span;
            let id = self.emit.assert(Condition::FALSE, rule.rule().sentence());
            self.emit.fails_as(id, rule.rule().failure());
            self.claims.insert(id, rule.into());
            self.in_main_code.remove(&id);
            self.unreached.get_or_insert(id);
        }
    }

    /// The functions and methods of these statements of which something was run.
    fn entered(&self, statements: &[Stmt]) -> Vec<Rc<Function>> {
        let mut found: Vec<Rc<Function>> = Vec::new();
        let mut open: Vec<Node<'_>> = statements.iter().map(Node::Stmt).collect();
        while let Some(node) = open.pop() {
            match node {
                Node::Stmt(Stmt { kind: StmtKind::Function(function), .. })
                | Node::Expr(Expr { kind: ExprKind::Closure(function), .. }) => found.push(function.clone()),
                Node::Stmt(Stmt { kind: StmtKind::Class(class), .. }) => {
                    found.extend(class.methods.iter().cloned());
                }
                Node::Stmt(_) | Node::Expr(_) => {}
            }
            open.extend(node.parts());
        }
        let was_run = |function: &Rc<Function>| {
            let first = function.body.as_ref().and_then(|body| body.first());
            first.is_some_and(|first| self.run.contains(&first.span))
        };
        found.retain(was_run);
        found
    }

    /// The rule of a node, when it is a sink of something that is not constant and no run comes to it.
    fn unreached(&self, node: Node<'_>) -> Option<(Span, RuleId)> {
        let (span, rule, judged) = match node {
            Node::Stmt(Stmt { kind: StmtKind::Echo(values), span }) => {
                (*span, RuleId::Html, values.iter().find(|value| !is_constant(value))?)
            }
            Node::Stmt(_) => return None,
            Node::Expr(expr) => {
                let (rule, judged) = self.judged(expr)?;
                (expr.span, rule, judged)
            }
        };
        (!is_constant(judged) && !self.reached.contains(&span)).then_some((span, rule))
    }

    /// The rule of an expression and what it judges.
    fn judged<'e>(&self, expr: &'e Expr) -> Option<(RuleId, &'e Expr)> {
        match &expr.kind {
            ExprKind::Print(value) | ExprKind::Exit(Some(value)) => Some((RuleId::Html, value)),
            ExprKind::Shell(command) => Some((RuleId::Shell, command)),
            ExprKind::Eval(code) => Some((RuleId::Code, code)),
            ExprKind::Include { path, .. } => Some((RuleId::Include, path)),
            ExprKind::Call(callee, arguments) => self.judged_argument(callee, arguments),
            _ => None,
        }
    }

    /// The same of a call: of the configuration, or of a row of the library.
    fn judged_argument<'e>(&self, callee: &Callee, arguments: &'e [Argument]) -> Option<(RuleId, &'e Expr)> {
        let name = match callee {
            Callee::Function(name) => name.to_string(),
            Callee::Method(_, name) => format!("->{name}"),
            Callee::Static(..) | Callee::Value(_) => return None,
        };
        if let Some(sink) = self.project.config.sinks.iter().find(|sink| sink.function == name) {
            return Some((sink.rule, &arguments.get(sink.argument)?.value));
        }
        match library::row(&name)?.model {
            Model::Sink(sink) => Some((sink.rule, &arguments.get(sink.place.of(arguments.len()))?.value)),
            Model::Map(_)
            | Model::Text(_)
            | Model::Outside(_)
            | Model::Test(_)
            | Model::Value(_)
            | Model::Code(_) => None,
        }
    }
}

/// The parts of a node, without what catches.
fn tried(node: Node<'_>) -> Vec<Node<'_>> {
    match node {
        Node::Stmt(Stmt { kind: StmtKind::Try(body, ..), .. }) => body.iter().map(Node::Stmt).collect(),
        Node::Stmt(_) | Node::Expr(_) => node.parts(),
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Text(_) | ExprKind::Int(_))
}
