//! Loops: the body is lowered until the shapes at the head agree with those at its end.
//!
//! Each round widens the shapes of the places that the body changes. Shapes only grow, and after [`ROUNDS`] rounds
//! whatever still changes is of unknown kind, so the rounds end.

use std::collections::BTreeMap;

use ir::Condition;

use super::env::{self, Env, Key, Shape};
use super::{Lower, Turn};
use crate::tree::{Expr, ExprKind, Mode, Stmt};
use crate::value::{Array, ArrayKey, Rest, Value};

/// Rounds after which shapes are given up.
const ROUNDS: usize = 6;

/// What a loop does in a turn.
pub(crate) struct Parts<'a> {
    /// Tested before the body; what is done when the test fails leaves the loop.
    pub(crate) before: &'a dyn Fn(&mut Lower<'_>) -> Condition,
    /// The body.
    pub(crate) body: &'a dyn Fn(&mut Lower<'_>),
    /// Done after the body and after `continue`.
    pub(crate) after: &'a dyn Fn(&mut Lower<'_>) -> Condition,
}

impl Lower<'_> {
    /// A loop of any kind.
    pub(super) fn turns(&mut self, parts: &Parts<'_>) {
        if self.dead {
            return;
        }
        let mut entry = self.env.clone();
        let mut shapes: BTreeMap<Key, Shape> = BTreeMap::new();
        for round in 0.. {
            let mark = self.mark();
            let objects = self.object_count;
            let head = self.enter(&entry, &shapes);
            self.written = None;
            let label = self.emit.here();
            let breaks = self.one_turn(parts);
            if self.dead {
                self.join(breaks);
                return;
            }
            self.forget_refined();
            let before = entry.aliases.clone();
            let agrees = super::references::align(&mut entry, &mut self.env);
            let changed = self.changed(&head, &entry, &mut shapes, round)
                || (before != entry.aliases && round < ROUNDS);
            if !changed {
                if !agrees {
                    self.gap("references change in a loop");
                }
                self.close(&head, &shapes);
                self.emit.jump_to(label);
                self.dead = true;
                self.join(breaks);
                return;
            }
            self.undo(&mark);
            // Objects of the next round are to be the same, so that shapes of their properties agree.
            self.object_count = objects;
        }
    }

    /// The head of the loop: variables for what changes, filled from before.
    fn enter(&mut self, entry: &Env, shapes: &BTreeMap<Key, Shape>) -> Env {
        self.env = entry.clone();
        self.forget_refined();
        self.dead = false;
        let mut fills = Vec::new();
        for (key, shape) in shapes {
            let target = env::instantiate(shape, super::join::short(key), &mut self.emit);
            env::fill(&target, entry.values.get(key).unwrap_or(&Value::Null), &mut fills);
            self.env.values.insert(key.clone(), target);
        }
        self.fill_all(&fills);
        self.env.clone()
    }

    /// Lowers a turn; the present point is its end afterwards.
    fn one_turn(&mut self, parts: &Parts<'_>) -> Vec<env::Pending> {
        self.frame().turns.push(Turn { is_repeated: true, ..Turn::default() });
        let condition = (parts.before)(self);
        let mut breaks: Vec<env::Pending> =
            self.leave_when(condition.clone().negated()).into_iter().collect();
        self.refine(&condition);
        (parts.body)(self);
        let mut ends: Vec<env::Pending> = self.leave().into_iter().collect();
        let turn = self.frame().turns.last_mut().expect("the turn was pushed above");
        ends.append(&mut turn.continues);
        self.dead = true;
        self.join(ends);
        let condition = (parts.after)(self);
        breaks.extend(self.leave_when(condition.negated()));
        let turn = self.frame().turns.pop().expect("the turn was pushed above");
        breaks.extend(turn.breaks);
        breaks
    }

    /// Widens the shapes of what the turn has changed; whether any was.
    fn changed(&mut self, head: &Env, entry: &Env, shapes: &mut BTreeMap<Key, Shape>, round: usize) -> bool {
        let mut changed = false;
        for key in env::differing(&[head, &self.env]) {
            let now = self.env.values.get(&key).cloned().unwrap_or(Value::Null);
            let before = entry.values.get(&key).cloned().unwrap_or(Value::Null);
            let old = shapes.get(&key).cloned().unwrap_or(Shape::Fixed(before));
            let new = if round >= ROUNDS { Shape::Any } else { loosen(env::widen(&old, &now)) };
            if old != new {
                shapes.insert(key, new);
                changed = true;
            }
        }
        changed
    }

    /// The end of a turn fills the variables of the head.
    fn close(&mut self, head: &Env, shapes: &BTreeMap<Key, Shape>) {
        let mut fills = Vec::new();
        for key in shapes.keys() {
            let target = head.values.get(key).cloned().unwrap_or(Value::Null);
            let now = self.env.values.get(key).cloned().unwrap_or(Value::Null);
            env::fill(&target, &now, &mut fills);
        }
        self.fill_together(fills);
    }

    /// `foreach`.
    pub(super) fn walk(&mut self, of: &Expr, targets: (Option<&Expr>, &Expr, Mode), body: &[Stmt]) {
        let (key, value, mode) = targets;
        let array = self.expr(of);
        if mode == Mode::Reference && self.walk_references(of, (key, value), body) {
            return;
        }
        if mode == Mode::Reference {
            self.gap("elements of an unknown array are given by reference");
        }
        let array = self.without_cells(array);
        let array = self.iterated(array);
        if mode == Mode::Value && self.walk_iterator(&array, (key, value), body) {
            return;
        }
        self.walk_object(&array);
        match &array {
            Value::Array(known) if known.rest.is_none() && mode == Mode::Value && known.known.len() <= 8 => {
                self.unrolled(&known.clone(), (key, value), body);
            }
            _ => self.rolled(&array, (key, value), body),
        }
        if mode == Mode::Reference {
            let unknown = Array::unknown();
            self.assign(of, Value::Array(unknown.into()));
        }
    }

    /// A walk over an object may call its methods.
    fn walk_object(&mut self, value: &Value) {
        let is_object = |(_, leaf): &(Condition, Value)| matches!(leaf, Value::Object(_) | Value::Closure(_));
        if value.leaves().iter().any(is_object) {
            self.gap("an object is walked through");
        }
    }

    /// A walk over the references to elements that are known one by one; false when they are not.
    fn walk_references(&mut self, of: &Expr, (key, value): (Option<&Expr>, &Expr), body: &[Stmt]) -> bool {
        let keys: Vec<ArrayKey> = match self.expr(of) {
            Value::Array(array) if array.rest.is_none() && array.known.len() <= 8 => {
                array.known.iter().map(|(key, _)| key.clone()).collect()
            }
            _ => return false,
        };
        let mut breaks = Vec::new();
        for index in keys {
            if self.dead {
                break;
            }
            self.frame().turns.push(Turn::default());
            if let Some(key) = key {
                self.assign(key, index.value());
            }
            let text = index.value().constant().unwrap_or_default();
            let index = Expr { kind: ExprKind::Text(text.into()), span: of.span };
            let element =
                Expr { kind: ExprKind::Index(Box::new(of.clone()), Some(Box::new(index))), span: of.span };
            let is_bound = self.reference_to(&element).is_some_and(|cell| self.refer(value, cell));
            if !is_bound {
                self.gap("an element is given by reference");
            }
            self.block(body);
            breaks.extend(self.end_turn());
        }
        breaks.extend(self.leave());
        self.dead = true;
        self.join(breaks);
        true
    }

    /// Ends a turn that was unrolled; the paths that leave the loop.
    fn end_turn(&mut self) -> Vec<env::Pending> {
        let mut ends: Vec<env::Pending> = self.leave().into_iter().collect();
        let turn = self.frame().turns.pop().expect("the turn was pushed before");
        ends.extend(turn.continues);
        self.dead = true;
        self.join(ends);
        turn.breaks
    }

    /// A walk over elements that are known one by one.
    fn unrolled(&mut self, array: &Array, (key, value): (Option<&Expr>, &Expr), body: &[Stmt]) {
        let mut breaks = Vec::new();
        for (index, element) in &array.known {
            if self.dead {
                break;
            }
            self.frame().turns.push(Turn::default());
            if let Some(key) = key {
                self.assign(key, index.value());
            }
            self.assign(value, element.clone());
            self.block(body);
            breaks.extend(self.end_turn());
        }
        breaks.extend(self.leave());
        self.dead = true;
        self.join(breaks);
    }

    /// A walk over elements that are not known one by one.
    fn rolled(&mut self, array: &Value, (key, value): (Option<&Expr>, &Expr), body: &[Stmt]) {
        let before = |lower: &mut Lower<'_>| lower.emit.fate("another element");
        let turn = |lower: &mut Lower<'_>| {
            let index = lower.walk_key(array);
            let element = lower.element(array, &index);
            if let Some(key) = key {
                lower.assign(key, index);
            }
            lower.assign(value, element);
            lower.block(body);
        };
        self.turns(&Parts { before: &before, body: &turn, after: &|_| Condition::TRUE });
    }

    /// A key of an array whose keys are not all known.
    pub(super) fn walk_key(&mut self, array: &Value) -> Value {
        match array {
            Value::Array(array)
                if matches!(array.rest, Some(Rest::PieceOf(_)) | None)
                    && array.known.iter().all(|(key, _)| matches!(key, ArrayKey::Int(_))) =>
            {
                Value::Int(self.emit.any_int("key"))
            }
            Value::Array(array) if array.rest == Some(Rest::Outside) => self.key_of_request(),
            Value::Maybe(..) => self.key_of_request(),
            _ => self.unknown_value("key"),
        }
    }

    /// A key that a request gives: a text, or an integer where that is written plainly.
    fn key_of_request(&mut self) -> Value {
        let is_number = self.emit.fate("the key is a number");
        let (number, text) = (self.emit.any_int("key"), self.outside("key", None));
        Value::choice(is_number, Value::Int(number), Value::Str(text))
    }
}

/// In a loop the same variables stand for the values of all turns: nothing of a turn is fixed.
fn loosen(shape: Shape) -> Shape {
    match shape {
        Shape::Fixed(Value::Closure(_)) => Shape::Any,
        Shape::Fixed(value @ Value::Choice(_)) => env::kinds(&value),
        other => other,
    }
}
