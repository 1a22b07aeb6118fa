//! Walks over trees that only look: every expression of a statement, and which variables change where.
//!
//! A variable that nothing assigns and whose address nothing takes has one value as long as it lives.

use std::collections::BTreeSet;

use crate::tree::{Expr, ExprKind, Extent, Stmt, StmtKind, Type, Unit, VarId};

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
            each_in(unit, &function.body, &mut look);
        }
        for variable in &unit.variables {
            for initial in variable.initial.iter().flatten() {
                each(unit, &initial.value, &mut look);
            }
        }
        unit.extents.iter().for_each(|count| each(unit, count, &mut look));
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
pub(crate) fn mentions(unit: &Unit, stmt: &Stmt, id: VarId) -> bool {
    let mut found = false;
    each_in(unit, stmt, &mut |expr| found |= matches!(expr.kind, ExprKind::Variable(other) if other == id));
    found
}

/// Whether an expression mentions a variable.
pub(crate) fn mentioned(unit: &Unit, expr: &Expr, id: VarId) -> bool {
    let mut found = false;
    each(unit, expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Variable(other) if other == id));
    found
}

/// How many statements of a kind there are, those within expressions and initialisers included.
pub(crate) fn count(unit: &Unit, stmt: &Stmt, is: &dyn Fn(&StmtKind) -> bool) -> usize {
    let mut found = usize::from(is(&stmt.kind));
    for part in parts(stmt) {
        found += count(unit, part, is);
    }
    for expr in expressions(unit, stmt) {
        found += count_in(unit, expr, is);
    }
    found
}

fn count_in(unit: &Unit, expr: &Expr, is: &dyn Fn(&StmtKind) -> bool) -> usize {
    let within = if let ExprKind::Block(block) = &expr.kind { count(unit, block, is) } else { 0 };
    expr.parts().into_iter().fold(within, |found, part| found + count_in(unit, part, is))
}

/// Every expression within a statement, those that variables begin with included.
pub(crate) fn each_in(unit: &Unit, stmt: &Stmt, look: &mut dyn FnMut(&Expr)) {
    for expr in expressions(unit, stmt) {
        each(unit, expr, look);
    }
    for part in parts(stmt) {
        each_in(unit, part, look);
    }
}

/// Every expression within an expression, itself included.
pub(crate) fn each(unit: &Unit, expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    expr.parts().into_iter().for_each(|part| each(unit, part, look));
    if let ExprKind::Block(block) = &expr.kind {
        each_in(unit, block, look);
    }
}

/// The expressions that a statement has itself.
pub(crate) fn expressions<'a>(unit: &'a Unit, stmt: &'a Stmt) -> Vec<&'a Expr> {
    match &stmt.kind {
        StmtKind::Expr(expr)
        | StmtKind::If(expr, ..)
        | StmtKind::While(expr, _)
        | StmtKind::DoWhile(_, expr)
        | StmtKind::Switch(expr, _)
        | StmtKind::Return(Some(expr)) => vec![expr],
        StmtKind::For(parts) => parts.test.iter().chain(&parts.step).collect(),
        StmtKind::Declare(id) => {
            let variable = &unit.variables[id.0];
            let initial = variable.initial.iter().flatten().map(|initial| &initial.value);
            let extent = if let Type::Array(_, Extent::Computed(id)) = variable.ty {
                Some(&unit.extents[id.0])
            } else {
                None
            };
            initial.chain(extent).collect()
        }
        StmtKind::Case(..)
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

/// The name of the function that is called, when it is named.
pub(crate) fn callee_name(callee: &Expr) -> Option<&str> {
    let mut callee = callee;
    while let ExprKind::Address(of) | ExprKind::Deref(of) | ExprKind::Convert(of) = &callee.kind {
        callee = of;
    }
    if let ExprKind::Function(name) = &callee.kind { Some(name) } else { None }
}
