//! Statements: loops, choices, jumps.
//!
//! A loop is written once, with its test at the top or at the bottom as in the source; jumps whose end is not known yet
//! are kept until it is.

use ir::{Condition, Label, Linear};

use crate::memory::{Value, byte, terms};
use crate::tree::{Expr, ExprKind, For, LITERAL, Stmt, StmtKind, Type, returned};

use super::conditions::Truth;
use super::declare::First;
use super::definite::is_set_first;
use super::state::Lowering;
use super::visit::parts;

/// The jumps into a switch that is being walked.
#[derive(Default)]
pub(crate) struct Switch {
    /// The cases in order, with the jumps that lead to them.
    cases: Vec<((i128, i128), Vec<usize>)>,
    default: Vec<usize>,
}

impl Lowering<'_> {
    /// Walks a statement.
    pub(crate) fn statement(&mut self, stmt: &Stmt) {
        self.emit.span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.check_order(expr);
                self.effect(expr);
            }
            StmtKind::Declare(id) => self.declare(*id, First::Any),
            StmtKind::If(test, then, other) => self.if_statement(test, then, other.as_deref()),
            StmtKind::While(test, body) => self.while_loop(test, body),
            StmtKind::DoWhile(body, test) => self.do_loop(body, test),
            StmtKind::For(parts) => self.for_loop(parts),
            StmtKind::Switch(on, body) => self.switch(on, body),
            StmtKind::Case(low, high, inner) => {
                self.land_case((*low, *high));
                self.statement(inner);
            }
            StmtKind::Default(inner) => {
                if let Some(switch) = self.frame().switches.last_mut() {
                    let sites = std::mem::take(&mut switch.default);
                    self.land(sites);
                }
                self.statement(inner);
            }
            StmtKind::Label(name, inner) => self.label(name, inner),
            StmtKind::Goto(name) => self.goto(name),
            StmtKind::Continue => {
                let site = self.emit.jump();
                if let Some(sites) = self.frame().continues.last_mut() {
                    sites.push(site);
                }
            }
            StmtKind::Break => {
                let site = self.emit.jump();
                if let Some(sites) = self.frame().breaks.last_mut() {
                    sites.push(site);
                }
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref()),
            StmtKind::Block(items) => {
                self.open_scope();
                self.block(items);
                self.close_scope();
            }
            StmtKind::Gap(construct) => self.gap(construct),
        }
    }

    /// An expression whose value nobody wants.
    fn effect(&mut self, expr: &Expr) {
        if let ExprKind::Convert(of) = &expr.kind
            && expr.ty == Type::Void
        {
            self.effect(of);
        } else if let ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) | ExprKind::Compare(..) =
            &expr.kind
        {
            let sites = self.jump(expr, Truth::Holds);
            self.land(sites);
        } else if let ExprKind::Sequence(parts) = &expr.kind {
            parts.iter().for_each(|part| self.effect(part));
        } else if let ExprKind::Update(update) = &expr.kind {
            self.effect_update(update);
        } else if let ExprKind::Assign(place, value) = &expr.kind {
            self.assign(place, value, false);
        } else if let (ExprKind::Call(callee, arguments), Type::Record(_)) = (&expr.kind, &expr.ty) {
            self.call_record((callee, arguments), &expr.ty);
        } else {
            self.value(expr);
        }
    }

    /// An update whose value nobody wants: the old one need not be kept.
    fn effect_update(&mut self, update: &crate::tree::Update) {
        let only = crate::tree::Update { gives: crate::tree::Gives::New, ..update.clone() };
        self.update(&only);
    }

    /// A statement with a scope of its own, as a branch or the body of a loop.
    fn scoped(&mut self, stmt: &Stmt) {
        self.open_scope();
        self.statement(stmt);
        self.close_scope();
    }

    /// Statements in turn. A variable that is assigned first needs no value before.
    fn block(&mut self, items: &[Stmt]) {
        for (index, item) in items.iter().enumerate() {
            if let StmtKind::Declare(id) = item.kind
                && self.unit.variables[id.0].initial.is_none()
                && !self.frame().skippable.contains(&id)
                && is_set_first(self.unit, &items[index + 1..], id)
            {
                self.emit.span = item.span;
                self.declare(id, First::Unset);
                continue;
            }
            self.statement(item);
        }
    }

    /// The value of a block: that of its last expression.
    pub(crate) fn block_value(&mut self, block: &Stmt) -> Value {
        let StmtKind::Block(items) = &block.kind else {
            self.statement(block);
            return Value::None;
        };
        // A compound literal belongs to the block around it.
        if self.is_literal(items) {
            return self.items_value(items);
        }
        self.open_scope();
        let value = self.items_value(items);
        self.outlive_value(&value);
        self.close_scope();
        value
    }

    fn is_literal(&self, items: &[Stmt]) -> bool {
        let first = items.first().map(|first| &first.kind);
        matches!(first, Some(StmtKind::Declare(id)) if self.unit.variables[id.0].name == LITERAL)
    }

    fn items_value(&mut self, items: &[Stmt]) -> Value {
        let Some((last, before)) = items.split_last() else { return Value::None };
        self.block(before);
        if let StmtKind::Expr(expr) = &last.kind {
            self.check_order(expr);
            return self.value(expr);
        }
        self.statement(last);
        Value::None
    }

    fn if_statement(&mut self, test: &Expr, then: &Stmt, other: Option<&Stmt>) {
        self.check_order(test);
        let no = self.jump(test, Truth::Fails);
        self.scoped(then);
        let Some(other) = other else {
            self.land(no);
            return;
        };
        let end = self.emit.jump();
        self.land(no);
        self.scoped(other);
        self.land(vec![end]);
    }

    fn enter_loop(&mut self) {
        self.frame().breaks.push(Vec::new());
        self.frame().continues.push(Vec::new());
    }

    fn land_continues(&mut self) {
        let sites = self.frame().continues.pop().unwrap_or_default();
        let is_met = !sites.is_empty();
        self.land(sites);
        if is_met {
            self.retire_closed();
        }
    }

    fn land_breaks(&mut self) {
        let sites = self.frame().breaks.pop().unwrap_or_default();
        let is_met = !sites.is_empty();
        self.land(sites);
        if is_met {
            self.retire_closed();
        }
    }

    fn while_loop(&mut self, test: &Expr, body: &Stmt) {
        self.enter_loop();
        let top = self.emit.here();
        self.check_order(test);
        let out = self.jump(test, Truth::Fails);
        self.scoped(body);
        self.land_continues();
        self.emit.jump_to(top);
        self.land(out);
        self.land_breaks();
    }

    fn do_loop(&mut self, body: &Stmt, test: &Expr) {
        self.enter_loop();
        let top = self.emit.here();
        self.scoped(body);
        self.land_continues();
        self.check_order(test);
        let again = self.jump(test, Truth::Holds);
        again.into_iter().for_each(|site| self.emit.patch(site, top));
        self.land_breaks();
    }

    fn for_loop(&mut self, parts: &For) {
        self.open_scope();
        self.block(&parts.before);
        self.enter_loop();
        let top = self.emit.here();
        parts.test.iter().for_each(|test| self.check_order(test));
        let out = parts.test.as_ref().map(|test| self.jump(test, Truth::Fails)).unwrap_or_default();
        self.scoped(&parts.body);
        self.land_continues();
        if let Some(step) = &parts.step {
            self.emit.span = step.span;
            self.check_order(step);
            self.effect(step);
        }
        self.emit.jump_to(top);
        self.land(out);
        self.land_breaks();
        self.close_scope();
    }

    fn switch(&mut self, on: &Expr, body: &Stmt) {
        self.check_order(on);
        let value = self.value(on);
        let mut switch = Switch::default();
        for bounds in cases(body) {
            let here = self.is_between(&value, bounds);
            let sites = self.jump_on(here);
            switch.cases.push((bounds, sites));
        }
        let rest = self.emit.jump();
        let has_default = has_default(body);
        if has_default {
            switch.default.push(rest);
        }
        self.frame().switches.push(switch);
        self.frame().breaks.push(Vec::new());
        self.statement(body);
        self.frame().switches.pop();
        if !has_default {
            self.land(vec![rest]);
        }
        self.land_breaks();
    }

    fn is_between(&mut self, value: &Value, (low, high): (i128, i128)) -> Condition {
        match value {
            Value::Byte(text, sign) => {
                let sign = *sign;
                text.is_one_of(&mut self.emit, |value| (low..=high).contains(&byte::number(value, sign)))
            }
            Value::Int(term) if low == high => terms::equal(term, &Linear::constant(low)),
            Value::Int(term) => terms::at_most(&Linear::constant(low), term)
                .and(terms::at_most(term, &Linear::constant(high))),
            Value::Pointer(_) | Value::None => self.emit.any_bool("lost"),
        }
    }

    fn land_case(&mut self, bounds: (i128, i128)) {
        let Some(switch) = self.frame().switches.last_mut() else { return };
        let Some(at) = switch.cases.iter().position(|(of, sites)| *of == bounds && !sites.is_empty()) else {
            return;
        };
        let sites = std::mem::take(&mut switch.cases[at].1);
        self.land(sites);
    }

    fn label(&mut self, name: &str, inner: &Stmt) {
        let here: Label = self.emit.here();
        self.frame().labels.insert(name.to_owned(), here);
        let waiting = self.frame().gotos.remove(name).unwrap_or_default();
        self.land(waiting);
        self.retire_closed();
        self.statement(inner);
    }

    fn goto(&mut self, name: &str) {
        let site = self.emit.jump();
        let known = self.frame().labels.get(name).copied();
        match known {
            Some(label) => self.emit.patch(site, label),
            None => self.frame().gotos.entry(name.to_owned()).or_default().push(site),
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>) {
        value.into_iter().for_each(|value| self.check_order(value));
        if let (Some(value), Some(ty)) = (value, self.frame().result_ty.clone()) {
            let value = returned(value, &ty);
            self.give(&value);
        }
        let site = self.emit.jump();
        self.frame().returns.push(site);
    }

    /// Gives a value back.
    fn give(&mut self, value: &Expr) {
        let Some(result) = self.frame().result.clone() else {
            self.value(value);
            return;
        };
        if matches!(result.ty, Type::Record(_)) {
            let from = self.record_value(value);
            self.copy(&result, &from);
            return;
        }
        let value = self.value_as(value, &result.ty);
        self.store_slot(&result.slot, &value);
    }
}

/// The cases of a switch, without those of switches within.
fn cases(stmt: &Stmt) -> Vec<(i128, i128)> {
    let mut found = Vec::new();
    if let StmtKind::Case(low, high, _) = stmt.kind {
        found.push((low, high));
    }
    if !matches!(stmt.kind, StmtKind::Switch(..)) {
        found.extend(parts(stmt).into_iter().flat_map(cases));
    }
    found
}

fn has_default(stmt: &Stmt) -> bool {
    if matches!(stmt.kind, StmtKind::Switch(..)) {
        return false;
    }
    matches!(stmt.kind, StmtKind::Default(_)) || parts(stmt).into_iter().any(has_default)
}
