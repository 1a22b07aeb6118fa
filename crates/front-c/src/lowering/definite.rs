//! Variables that are assigned before anything reads them, seen from the text alone.
//!
//! Such a variable needs no first value. Only the simple shape is seen: in the block that declares it, the first
//! statement that mentions it assigns it as a whole. Where there are named labels nothing is said, since a jump may lead past it.

use std::collections::BTreeSet;

use crate::tree::{Expr, ExprKind, Stmt, StmtKind, Unit, VarId};

use super::visit::{count, each, expressions, mentioned, mentions, parts};

/// Whether the first of some statements that mentions a variable assigns it as a whole.
pub(crate) fn is_set_first(unit: &Unit, stmts: &[Stmt], id: VarId) -> bool {
    match stmts.iter().find(|stmt| mentions(unit, stmt, id)) {
        None => true,
        Some(first) => sets(unit, first, id),
    }
}

/// Whether a statement that mentions a variable assigns it before anything else is done with it.
fn sets(unit: &Unit, stmt: &Stmt, id: VarId) -> bool {
    match &stmt.kind {
        StmtKind::Expr(expr) => sets_in(unit, expr, id),
        StmtKind::For(parts) if !parts.before.is_empty() => {
            match parts.before.iter().find(|stmt| mentions(unit, stmt, id)) {
                Some(first) => sets(unit, first, id),
                None => parts.test.as_ref().is_some_and(|test| sets_in(unit, test, id)),
            }
        }
        StmtKind::While(test, _) | StmtKind::If(test, ..) => sets_in(unit, test, id),
        StmtKind::DoWhile(body, _) => {
            // A jump out of the body, or to its end, may come before.
            let leaves = |kind: &StmtKind| matches!(kind, StmtKind::Break | StmtKind::Continue);
            count(unit, body, &leaves) == 0 && sets(unit, body, id)
        }
        StmtKind::Block(items) => {
            items.iter().find(|stmt| mentions(unit, stmt, id)).is_some_and(|first| sets(unit, first, id))
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

fn sets_in(unit: &Unit, expr: &Expr, id: VarId) -> bool {
    if let ExprKind::Assign(place, value) = &expr.kind {
        let is_whole = matches!(place.kind, ExprKind::Variable(other) if other == id);
        return if is_whole { !mentioned(unit, value, id) } else { sets_in(unit, value, id) };
    }
    if let ExprKind::Sequence(parts) = &expr.kind {
        return parts
            .iter()
            .find(|part| mentioned(unit, part, id))
            .is_some_and(|first| sets_in(unit, first, id));
    }
    if let ExprKind::Compare(_, first, _)
    | ExprKind::And(first, _)
    | ExprKind::Or(first, _)
    | ExprKind::Convert(first)
    | ExprKind::Not(first) = &expr.kind
    {
        return sets_in(unit, first, id);
    }
    false
}

/// The variables of a function whose declarations a jump to a label or to a case may pass.
pub(crate) fn skippable(unit: &Unit, stmt: &Stmt) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let parts = parts(stmt);
    for (index, part) in parts.iter().enumerate() {
        if let StmtKind::Declare(id) = part.kind
            && parts[index + 1..].iter().any(|later| is_target(unit, later))
        {
            found.insert(id);
        }
        found.extend(skippable(unit, part));
    }
    for expr in expressions(unit, stmt) {
        each(unit, expr, &mut |expr| {
            if let ExprKind::Block(block) = &expr.kind {
                found.extend(skippable(unit, block));
            }
        });
    }
    found
}

/// Whether a jump from outside of a statement may lead into it: to a label, or to a case of a switch around it.
fn is_target(unit: &Unit, stmt: &Stmt) -> bool {
    let is_label = |kind: &StmtKind| matches!(kind, StmtKind::Label(..));
    count(unit, stmt, &is_label) > 0 || has_case(stmt)
}

fn has_case(stmt: &Stmt) -> bool {
    let is_case = matches!(stmt.kind, StmtKind::Case(..) | StmtKind::Default(_));
    is_case || (!matches!(stmt.kind, StmtKind::Switch(..)) && parts(stmt).into_iter().any(has_case))
}
