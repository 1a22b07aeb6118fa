//! Walks over trees that only look: every expression of a statement, and which variables change where.
//!
//! A variable that nothing assigns and whose address nothing takes has one value as long as it lives.

use std::collections::BTreeSet;

use crate::tree::{Expr, ExprKind, Stmt, StmtKind, Unit, VarId};

/// What is known of the variables of a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// Those that an expression assigns, or that may change through a pointer.
    pub(crate) changed: BTreeSet<VarId>,
    /// Those whose address is taken.
    pub(crate) addressed: BTreeSet<VarId>,
}

impl Uses {
    /// Of all functions of a source.
    pub(crate) fn of(unit: &Unit) -> Uses {
        let mut uses = Uses::default();
        let mut look = |expr: &Expr| uses.look(expr);
        for function in &unit.functions {
            each_in(&function.body, &mut look);
        }
        for variable in &unit.variables {
            for initial in variable.initial.iter().flatten() {
                each(&initial.value, &mut look);
            }
        }
        uses
    }

    fn look(&mut self, expr: &Expr) {
        if let ExprKind::Assign(place, _) = &expr.kind {
            self.changed.extend(root(place));
        }
        if let ExprKind::Update(update) = &expr.kind {
            self.changed.extend(root(&update.place));
        }
        if let ExprKind::Address(place) | ExprKind::Decay(place) = &expr.kind
            && let Some(id) = root(place)
        {
            self.addressed.insert(id);
            self.changed.insert(id);
        }
    }
}

/// The variable that a place lies in, when it is one by itself.
pub(crate) fn root(place: &Expr) -> Option<VarId> {
    let mut place = place;
    while let ExprKind::Member(whole, _) = &place.kind {
        place = whole;
    }
    if let ExprKind::Variable(id) = place.kind { Some(id) } else { None }
}

/// Whether a statement mentions a variable.
pub(crate) fn mentions(stmt: &Stmt, id: VarId) -> bool {
    let mut found = false;
    each_in(stmt, &mut |expr| found |= matches!(expr.kind, ExprKind::Variable(other) if other == id));
    found
}

/// Whether an expression mentions a variable.
pub(crate) fn mentioned(expr: &Expr, id: VarId) -> bool {
    let mut found = false;
    each(expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Variable(other) if other == id));
    found
}

/// How many statements of a kind there are, those within expressions included.
pub(crate) fn count(stmt: &Stmt, is: &dyn Fn(&StmtKind) -> bool) -> usize {
    let mut found = usize::from(is(&stmt.kind));
    for part in parts(stmt) {
        found += count(part, is);
    }
    let mut within = 0;
    for expr in expressions(stmt) {
        each(expr, &mut |expr| {
            if let ExprKind::Block(block) = &expr.kind {
                within += count(block, is);
            }
        });
    }
    found + within
}

/// Every expression within a statement.
pub(crate) fn each_in(stmt: &Stmt, look: &mut dyn FnMut(&Expr)) {
    for expr in expressions(stmt) {
        each(expr, look);
    }
    for part in parts(stmt) {
        each_in(part, look);
    }
}

/// Every expression within an expression, itself included.
pub(crate) fn each(expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    match &expr.kind {
        ExprKind::Member(of, _)
        | ExprKind::Deref(of)
        | ExprKind::Address(of)
        | ExprKind::Decay(of)
        | ExprKind::Minus(of)
        | ExprKind::Complement(of)
        | ExprKind::Not(of)
        | ExprKind::Convert(of) => each(of, look),
        ExprKind::Binary(_, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Offset(left, right)
        | ExprKind::Distance(left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::Assign(left, right) => {
            each(left, look);
            each(right, look);
        }
        ExprKind::Call(of, parts) => {
            each(of, look);
            parts.iter().for_each(|part| each(part, look));
        }
        ExprKind::Update(update) => {
            each(&update.place, look);
            each(&update.operand, look);
        }
        ExprKind::Conditional(test, left, right) => {
            [test, left, right].into_iter().for_each(|part| each(part, look));
        }
        ExprKind::Sequence(parts) => parts.iter().for_each(|part| each(part, look)),
        ExprKind::Block(block) => each_in(block, look),
        ExprKind::Constant(_)
        | ExprKind::Real
        | ExprKind::Text(_)
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::SizeOf(_)
        | ExprKind::Gap(_) => {}
    }
}

/// The expressions that a statement has itself.
fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(expr)
        | StmtKind::If(expr, ..)
        | StmtKind::While(expr, _)
        | StmtKind::DoWhile(_, expr)
        | StmtKind::Switch(expr, _)
        | StmtKind::Return(Some(expr)) => vec![expr],
        StmtKind::For(parts) => parts.test.iter().chain(&parts.step).collect(),
        StmtKind::Declare(_)
        | StmtKind::Case(..)
        | StmtKind::Default(_)
        | StmtKind::Label(..)
        | StmtKind::Goto(_)
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::Return(None)
        | StmtKind::Block(_)
        | StmtKind::Gap(_) => Vec::new(),
    }
}

/// The statements that a statement has itself.
pub(crate) fn parts(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::If(_, then, other) => {
            let mut both = vec![&**then];
            both.extend(other.as_deref());
            both
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => vec![body],
        StmtKind::For(parts) => parts.before.iter().chain([&parts.body]).collect(),
        StmtKind::Block(items) => items.iter().collect(),
        StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::Return(_)
        | StmtKind::Gap(_) => Vec::new(),
    }
}
