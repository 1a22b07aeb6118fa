//! Variables that are assigned before anything reads them, seen from the text alone.
//!
//! Such a variable needs no first value. Only the simple shape is seen: in the block that declares it, the first
//! statement that mentions it assigns it as a whole. Where there are named labels nothing is said, since a jump may lead past it.

use crate::tree::{Expr, ExprKind, Stmt, StmtKind, VarId};

use super::visit::{mentioned, mentions};

/// Whether the first of some statements that mentions a variable assigns it as a whole.
pub(crate) fn is_set_first(stmts: &[Stmt], id: VarId) -> bool {
    match stmts.iter().find(|stmt| mentions(stmt, id)) {
        None => true,
        Some(first) => sets(first, id),
    }
}

/// Whether a statement that mentions a variable assigns it before anything else is done with it.
fn sets(stmt: &Stmt, id: VarId) -> bool {
    match &stmt.kind {
        StmtKind::Expr(expr) => sets_in(expr, id),
        StmtKind::For(parts) if !parts.before.is_empty() => {
            match parts.before.iter().find(|stmt| mentions(stmt, id)) {
                Some(first) => sets(first, id),
                None => parts.test.as_ref().is_some_and(|test| sets_in(test, id)),
            }
        }
        StmtKind::While(test, _) | StmtKind::If(test, ..) => sets_in(test, id),
        StmtKind::DoWhile(body, _) => sets(body, id),
        StmtKind::Block(items) => {
            items.iter().find(|stmt| mentions(stmt, id)).is_some_and(|first| sets(first, id))
        }
        StmtKind::For(_)
        | StmtKind::Declare(_)
        | StmtKind::Switch(..)
        | StmtKind::Case(..)
        | StmtKind::Default(_)
        | StmtKind::Label(..)
        | StmtKind::Goto(_)
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::Return(_)
        | StmtKind::Gap(_) => false,
    }
}

fn sets_in(expr: &Expr, id: VarId) -> bool {
    if let ExprKind::Assign(place, value) = &expr.kind {
        let is_whole = matches!(place.kind, ExprKind::Variable(other) if other == id);
        return if is_whole { !mentioned(value, id) } else { sets_in(value, id) };
    }
    if let ExprKind::Sequence(parts) = &expr.kind {
        return parts.iter().find(|part| mentioned(part, id)).is_some_and(|first| sets_in(first, id));
    }
    if let ExprKind::Compare(_, first, _)
    | ExprKind::And(first, _)
    | ExprKind::Or(first, _)
    | ExprKind::Convert(first)
    | ExprKind::Not(first) = &expr.kind
    {
        return sets_in(first, id);
    }
    false
}
