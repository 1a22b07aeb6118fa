//! Operands whose order C leaves open.
//!
//! The operands of an operator and the arguments of a call are written in the order of the text, and a compiler may choose another. That is the
//! same unless one of them writes what another reads or writes; then it is a gap. What is written by a call is found by reading the functions
//! that it may lead to. Over-approximates: everything that pointers lead to is one place.

use std::collections::{BTreeMap, BTreeSet};

use crate::library;
use crate::tree::{Expr, ExprKind, Lives, Stmt, Unit, VarId};

use super::visit::{Uses, callee_name, expressions, parts, root};

/// What an expression reads and writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    reads: BTreeSet<VarId>,
    writes: BTreeSet<VarId>,
    reads_memory: bool,
    writes_memory: bool,
}

impl Effects {
    fn absorb(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
    }

    fn has_writes(&self) -> bool {
        self.writes_memory || !self.writes.is_empty()
    }
}

/// What functions do, as far as they were looked at.
pub(crate) struct Orders<'a> {
    unit: &'a Unit,
    uses: &'a Uses,
    functions: BTreeMap<String, Effects>,
}

impl<'a> Orders<'a> {
    /// Of a source.
    pub(crate) fn new(unit: &'a Unit, uses: &'a Uses) -> Orders<'a> {
        Orders { unit, uses, functions: BTreeMap::new() }
    }

    /// Whether the value of an expression, or what it does, depends on an order that C leaves open.
    pub(crate) fn is_open(&mut self, expr: &Expr) -> bool {
        let unordered: Vec<&Expr> = match &expr.kind {
            ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Offset(..)
            | ExprKind::Distance(..)
            | ExprKind::Call(..)
            | ExprKind::Assign(..)
            | ExprKind::Update(_) => expr.parts(),
            ExprKind::Constant(_)
            | ExprKind::Real
            | ExprKind::Text(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::Member(..)
            | ExprKind::Deref(_)
            | ExprKind::Address(_)
            | ExprKind::Decay(_)
            | ExprKind::Minus(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Convert(_)
            | ExprKind::Conditional(..)
            | ExprKind::Sequence(_)
            | ExprKind::Block(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Gap(_) => Vec::new(),
        };
        let effects: Vec<Effects> =
            (0..).zip(&unordered).map(|(index, part)| self.operand(expr, (index, part))).collect();
        let pairs = effects
            .iter()
            .enumerate()
            .flat_map(|(at, left)| effects[at + 1..].iter().map(move |right| (left, right)));
        let pairs: Vec<_> = pairs.collect();
        pairs.into_iter().any(|(left, right)| self.disturb(left, right) || self.disturb(right, left))
            || assigns_twice(expr)
            || expr.parts().into_iter().any(|part| self.is_open(part))
    }

    /// What an operand reads and writes. The place of an assignment is not read.
    fn operand(&mut self, whole: &Expr, (index, part): (usize, &Expr)) -> Effects {
        let is_place = index == 0 && matches!(whole.kind, ExprKind::Assign(..));
        if is_place { self.place(part) } else { self.effects(part) }
    }

    /// Whether what one writes is read or written by the other.
    fn disturb(&self, one: &Effects, other: &Effects) -> bool {
        if !one.has_writes() {
            return false;
        }
        let touched = || other.reads.iter().chain(&other.writes);
        let is_open = |id: &VarId| self.uses.addressed.contains(id);
        let meets_memory =
            one.writes_memory && (other.reads_memory || other.writes_memory || touched().any(is_open));
        let memory_meets = (other.reads_memory || other.writes_memory) && one.writes.iter().any(is_open);
        meets_memory || memory_meets || touched().any(|id| one.writes.contains(id))
    }

    /// What is done to find a place.
    fn place(&mut self, expr: &Expr) -> Effects {
        if let ExprKind::Variable(_) = &expr.kind {
            return Effects::default();
        }
        if let ExprKind::Member(of, _) = &expr.kind {
            return self.place(of);
        }
        let mut all = Effects::default();
        expr.parts().into_iter().for_each(|part| all.absorb(&self.effects(part)));
        all
    }

    fn effects(&mut self, expr: &Expr) -> Effects {
        let mut all = Effects::default();
        match &expr.kind {
            ExprKind::Variable(id) => {
                all.reads.insert(*id);
            }
            ExprKind::Address(of) | ExprKind::Decay(of) => return self.place(of),
            ExprKind::Assign(place, value) => {
                all = self.place(place);
                all.absorb(&self.effects(value));
                written(place, &mut all);
            }
            ExprKind::Update(update) => {
                all = self.effects(&update.place);
                all.absorb(&self.effects(&update.operand));
                written(&update.place, &mut all);
            }
            ExprKind::Call(callee, arguments) => {
                arguments.iter().for_each(|argument| all.absorb(&self.effects(argument)));
                let mut done = self.called(callee);
                // What is written where nobody else leads to is no matter.
                done.writes_memory &= self.has_body(callee) || !arguments.first().is_some_and(is_new);
                all.absorb(&done);
            }
            ExprKind::Block(block) => return self.block(block),
            ExprKind::Deref(of) => {
                all = self.effects(of);
                all.reads_memory = true;
            }
            ExprKind::Constant(_)
            | ExprKind::Real
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::Member(..)
            | ExprKind::Minus(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Offset(..)
            | ExprKind::Distance(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Convert(_)
            | ExprKind::Conditional(..)
            | ExprKind::Sequence(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Gap(_) => {
                expr.parts().into_iter().for_each(|part| all.absorb(&self.effects(part)));
            }
        }
        all
    }

    /// What a call does beside its arguments.
    fn called(&mut self, callee: &Expr) -> Effects {
        let Some(name) = callee_name(callee) else { return self.anything() };
        if let Some(known) = self.functions.get(name) {
            return known.clone();
        }
        let Some(function) = self.unit.function(name) else { return self.listed(name) };
        // Within itself it is taken to do nothing, and what it does is found all the same.
        self.functions.insert(name.to_owned(), Effects::default());
        let mut all = self.block(&function.body);
        let is_outer = |id: &VarId| self.unit.variables[id.0].lives != Lives::Block;
        all.reads.retain(is_outer);
        all.writes.retain(is_outer);
        self.functions.insert(name.to_owned(), all.clone());
        all
    }

    fn has_body(&self, callee: &Expr) -> bool {
        callee_name(callee).is_none_or(|name| self.unit.function(name).is_some())
    }

    /// What a function without a body does. Values from the surroundings are any, whatever the order.
    fn listed(&self, name: &str) -> Effects {
        let is_listed = library::is_listed(name);
        if name.contains("nondet") || (is_listed && library::gives_alone(name)) {
            return Effects::default();
        }
        if is_listed {
            let writes_memory = !library::only_reads(name) || library::ends(name);
            return Effects { reads_memory: true, writes_memory, ..Effects::default() };
        }
        self.anything()
    }

    /// What is done where nothing is known.
    fn anything(&self) -> Effects {
        let outer = |id: &usize| self.unit.variables[*id].lives != Lives::Block;
        let all: BTreeSet<VarId> = (0..self.unit.variables.len()).filter(outer).map(VarId).collect();
        Effects { reads: all.clone(), writes: all, reads_memory: true, writes_memory: true }
    }

    fn block(&mut self, stmt: &Stmt) -> Effects {
        let mut all = Effects::default();
        for expr in expressions(self.unit, stmt) {
            all.absorb(&self.effects(expr));
        }
        for part in parts(stmt) {
            all.absorb(&self.block(part));
        }
        all
    }
}

/// Whether an argument is an object that is allocated for it.
fn is_new(argument: &Expr) -> bool {
    if let ExprKind::Convert(of) = &argument.kind {
        return is_new(of);
    }
    let ExprKind::Call(callee, _) = &argument.kind else { return false };
    callee_name(callee).is_some_and(|name| ["malloc", "calloc", "alloca"].contains(&name))
}

/// Whether an assignment and what its value writes by itself meet.
fn assigns_twice(expr: &Expr) -> bool {
    let ExprKind::Assign(place, value) = &expr.kind else { return false };
    let Some(target) = root(place) else { return false };
    let mut direct = BTreeSet::new();
    direct_writes(value, &mut direct);
    direct.contains(&target)
}

/// Adds the place of an assignment to what is written.
fn written(place: &Expr, all: &mut Effects) {
    match root(place) {
        Some(id) => {
            all.writes.insert(id);
        }
        None => all.writes_memory = true,
    }
}

/// The variables that an expression writes by itself, and not by calls.
fn direct_writes(expr: &Expr, into: &mut BTreeSet<VarId>) {
    if let ExprKind::Update(update) = &expr.kind {
        into.extend(root(&update.place));
    }
    if let ExprKind::Assign(place, _) = &expr.kind {
        into.extend(root(place));
    }
    // What is done before a comma, or to decide, is over.
    let is_over = matches!(
        expr.kind,
        ExprKind::Sequence(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Block(_)
            | ExprKind::Call(..)
    );
    if !is_over {
        expr.parts().into_iter().for_each(|part| direct_writes(part, into));
    }
}
