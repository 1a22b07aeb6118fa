//! What a node of a tree is made of, so that a whole tree can be gone through with a list and no recursion.
//!
//! Parts come in the order of the source. The bodies of functions and classes are no parts of what declares them.

use super::{Callee, Expr, ExprKind, Stmt, StmtKind};

/// A statement or an expression.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A statement.
    Stmt(&'a Stmt),
    /// An expression.
    Expr(&'a Expr),
}

impl<'a> Node<'a> {
    /// Its parts, one level down.
    pub fn parts(self) -> Vec<Node<'a>> {
        match self {
            Node::Stmt(statement) => of_statement(statement),
            Node::Expr(expr) => of_expression(expr).into_iter().map(Node::Expr).collect(),
        }
    }
}

fn of_statement(statement: &Stmt) -> Vec<Node<'_>> {
    let (exprs, lists): (Vec<&Expr>, Vec<&[Stmt]>) = match &statement.kind {
        StmtKind::Expr(expr) | StmtKind::Throw(expr) => (vec![expr], vec![]),
        StmtKind::Echo(values) | StmtKind::Unset(values) => (values.iter().collect(), vec![]),
        StmtKind::If(test, yes, no) => (vec![test], vec![yes, no]),
        StmtKind::While(test, body) | StmtKind::DoWhile(body, test) => (vec![test], vec![body]),
        StmtKind::For { init, condition, update, body } => {
            (init.iter().chain(condition).chain(update).collect(), vec![body])
        }
        StmtKind::Foreach { of, key, value, body, .. } => {
            ([of].into_iter().chain(key).chain([value]).collect(), vec![body])
        }
        StmtKind::Switch(subject, cases) => {
            let values = cases.iter().filter_map(|(value, _)| value.as_ref());
            ([subject].into_iter().chain(values).collect(), cases.iter().map(|(_, body)| &body[..]).collect())
        }
        StmtKind::Return(value) => (value.iter().collect(), vec![]),
        StmtKind::Block(statements) => (vec![], vec![statements]),
        StmtKind::Const(items) => (items.iter().map(|(_, value)| value).collect(), vec![]),
        StmtKind::Static(items) => (items.iter().filter_map(|(_, value)| value.as_ref()).collect(), vec![]),
        StmtKind::Try(body, catches, finally) => {
            let catches = catches.iter().map(|catch| &catch.body[..]);
            (vec![], [&body[..]].into_iter().chain(catches).chain([&finally[..]]).collect())
        }
        StmtKind::Html(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Function(_)
        | StmtKind::Class(_)
        | StmtKind::Global(_)
        | StmtKind::Unsupported(_) => (vec![], vec![]),
    };
    exprs.into_iter().map(Node::Expr).chain(lists.into_iter().flatten().map(Node::Stmt)).collect()
}

fn of_expression(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Text(_)
        | ExprKind::Variable(_)
        | ExprKind::Constant(_)
        | ExprKind::StaticProperty(..)
        | ExprKind::ClassConstant(..)
        | ExprKind::Closure(_) => vec![],
        ExprKind::Shell(inner)
        | ExprKind::VariableVariable(inner)
        | ExprKind::Property(inner, _)
        | ExprKind::Unary(_, inner)
        | ExprKind::Step { target: inner, .. }
        | ExprKind::Cast(_, inner)
        | ExprKind::Empty(inner)
        | ExprKind::Include { path: inner, .. }
        | ExprKind::Eval(inner)
        | ExprKind::Print(inner)
        | ExprKind::Throw(inner)
        | ExprKind::Instanceof(inner, _)
        | ExprKind::Silence(inner)
        | ExprKind::Clone(inner) => vec![inner],
        ExprKind::Assign(left, right)
        | ExprKind::AssignReference(left, right)
        | ExprKind::AssignBinary(_, left, right)
        | ExprKind::AssignCoalesce(left, right)
        | ExprKind::Binary(_, left, right)
        | ExprKind::Logic(_, left, right)
        | ExprKind::Coalesce(left, right) => vec![left, right],
        ExprKind::Index(of, index) => [of].into_iter().chain(index).map(|part| &**part).collect(),
        ExprKind::Ternary(test, yes, no) => {
            [test].into_iter().chain(yes).chain([no]).map(|part| &**part).collect()
        }
        ExprKind::Exit(value) => value.iter().map(|value| &**value).collect(),
        ExprKind::Concat(parts) | ExprKind::Isset(parts) | ExprKind::Unsupported(_, parts) => {
            parts.iter().collect()
        }
        ExprKind::Array(items) => {
            items.iter().flat_map(|item| item.key.iter().chain([&item.value])).collect()
        }
        ExprKind::Call(callee, arguments) => {
            let values = arguments.iter().map(|argument| &argument.value);
            called(callee).into_iter().chain(values).collect()
        }
        ExprKind::New(_, arguments) | ExprKind::NewAnonymous(_, arguments) => {
            arguments.iter().map(|argument| &argument.value).collect()
        }
        ExprKind::Match(subject, arms) => {
            let arms = arms.iter().flat_map(|arm| arm.conditions.iter().flatten().chain([&arm.body]));
            [&**subject].into_iter().chain(arms).collect()
        }
    }
}

fn called(callee: &Callee) -> Option<&Expr> {
    match callee {
        Callee::Method(inner, _) | Callee::Value(inner) => Some(inner),
        Callee::Function(_) | Callee::Static(..) => None,
    }
}
