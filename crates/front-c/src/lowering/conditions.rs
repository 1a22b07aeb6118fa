//! Conditions: code that jumps when an expression holds, or when it does not.
//!
//! Tests become branches directly; a truth value is made only where C wants a number. A test of a value before it is
//! counted up or down is made before the count, so that each branch knows what it counts.

use ir::{Condition, Linear, Test};

use crate::library;
use crate::memory::{ObjectId, Pointer, Value, byte, terms};
use crate::tree::{Compare, Expr, ExprKind, Gives, Type, Update, UpdateBy};

use super::places::Place;
use super::state::Lowering;

/// How a test comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Holds,
    Fails,
}

impl Truth {
    fn other(self) -> Truth {
        match self {
            Truth::Holds => Truth::Fails,
            Truth::Fails => Truth::Holds,
        }
    }

    fn of(self, condition: Condition) -> Condition {
        match self {
            Truth::Holds => condition,
            Truth::Fails => condition.negated(),
        }
    }
}

impl Lowering<'_> {
    /// Lets jumps lead here.
    pub(crate) fn land(&mut self, sites: Vec<usize>) {
        let here = self.emit.here();
        sites.into_iter().for_each(|site| self.emit.patch(site, here));
    }

    /// Jumps when an expression comes out in a way; the run goes on here when it comes out in the other.
    pub(crate) fn jump(&mut self, expr: &Expr, when: Truth) -> Vec<usize> {
        self.emit.span = expr.span;
        if let ExprKind::Not(of) = &expr.kind {
            return self.jump(of, when.other());
        }
        if let ExprKind::And(left, right) = &expr.kind {
            return self.both((left, right), when, Truth::Holds);
        }
        if let ExprKind::Or(left, right) = &expr.kind {
            return self.both((left, right), when, Truth::Fails);
        }
        if let Some(sites) = self.jump_counting(expr, when) {
            return sites;
        }
        let condition = self.condition(expr);
        self.emit.span = expr.span;
        self.jump_on(when.of(condition))
    }

    /// Jumps when a condition holds.
    pub(crate) fn jump_on(&mut self, condition: Condition) -> Vec<usize> {
        if condition == Condition::TRUE {
            return vec![self.emit.jump()];
        }
        if condition == Condition::FALSE {
            return Vec::new();
        }
        vec![self.emit.branch(condition)]
    }

    /// Both parts come out in one way (`joint`), or not: the second is looked at only when the first does.
    fn both(&mut self, (left, right): (&Expr, &Expr), when: Truth, joint: Truth) -> Vec<usize> {
        if when == joint {
            let past = self.jump(left, joint.other());
            let sites = self.jump(right, joint);
            self.land(past);
            return sites;
        }
        let mut sites = self.jump(left, when);
        sites.extend(self.jump(right, when));
        sites
    }

    /// The condition that an expression holds, after what it does.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Condition {
        if let ExprKind::Compare(how, left, right) = &expr.kind {
            let (a, b) = (self.value(left), self.value(right));
            self.emit.span = expr.span;
            return self.compared(*how, (a, &left.ty), (b, &right.ty));
        }
        if let ExprKind::Convert(of) = &expr.kind
            && widens(&of.ty, &expr.ty)
        {
            return self.condition(of);
        }
        if let ExprKind::Call(callee, arguments) = &expr.kind
            && let Some(condition) = self.class_condition(callee, arguments)
        {
            return condition;
        }
        let value = self.value(expr);
        self.is_true(&value)
    }

    /// Whether a character is in the class that a function of the library asks for.
    fn class_condition(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<Condition> {
        let ExprKind::Function(name) = &callee.kind else { return None };
        let is_class = library::condition(&mut self.emit, name, &Value::constant(0)).is_some();
        let ([argument], None, true) = (arguments, self.unit.function(name), is_class) else { return None };
        let value = self.value(argument);
        let domain = library::domain(name, &value);
        if domain != Condition::TRUE {
            self.memory.claims.gap_unless(&mut self.emit, domain, library::OUTSIDE);
        }
        let asked = library::condition(&mut self.emit, name, &value);
        Some(asked.unwrap_or_else(|| self.emit.any_bool("lost")))
    }

    /// Whether a value is not 0.
    pub(crate) fn is_true(&mut self, value: &Value) -> Condition {
        match value {
            Value::Int(term) => terms::equal(term, &Linear::constant(0)).negated(),
            Value::Byte(byte, _) => byte.is_nul().negated(),
            Value::Pointer(pointer) => pointer.is_null().negated(),
            Value::None => self.emit.any_bool("lost"),
        }
    }

    /// Whether two values compare so.
    fn compared(
        &mut self,
        how: Compare,
        (left, left_ty): (Value, &Type),
        (right, right_ty): (Value, &Type),
    ) -> Condition {
        match (&left, &right) {
            (Value::Byte(a, sign), Value::Int(b)) if b.as_constant().is_some() => {
                let constant = b.as_constant().unwrap_or_default();
                let sign = *sign;
                a.is_one_of(&mut self.emit, |value| holds(how, byte::number(value, sign), constant))
            }
            (Value::Int(a), Value::Byte(b, sign)) if a.as_constant().is_some() => {
                let constant = a.as_constant().unwrap_or_default();
                let sign = *sign;
                b.is_one_of(&mut self.emit, |value| holds(how, constant, byte::number(value, sign)))
            }
            (Value::Byte(a, x), Value::Byte(b, y)) if x == y && how == Compare::Equal => a.equals(b),
            (Value::Byte(a, x), Value::Byte(b, y)) if x == y && how == Compare::Different => {
                a.equals(b).negated()
            }
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => {
                let (left, right) = (self.pointer_of(&left), self.pointer_of(&right));
                self.compared_pointers(how, &left, &right)
            }
            (Value::None, _) | (_, Value::None) => self.emit.any_bool("lost"),
            _ => {
                let (a, b) = (self.integer_of(&left, left_ty), self.integer_of(&right, right_ty));
                relation(how, &a, &b)
            }
        }
    }

    /// Whether two pointers lead to one object, and no other that the same name stands for.
    pub(crate) fn one_object(&self, left: &Pointer, right: &Pointer) -> Condition {
        let same = terms::equal(&left.tag, &right.tag);
        let shared = left.targets.intersection(&right.targets);
        shared
            .filter(|object| self.memory.is_vague(**object))
            .fold(same, |same, object| same.and(terms::equal(&left.tag, &object.tag()).negated()))
    }

    /// Whether two pointers lead to the same place. Two that lead to others need not lead to the same one.
    fn same_pointers(&mut self, left: &Pointer, right: &Pointer) -> Condition {
        let same = left.equals(right);
        let vague: Vec<_> = left
            .targets
            .intersection(&right.targets)
            .filter(|object| self.memory.is_vague(**object))
            .collect();
        let same = self.or_reused(same, (left, right));
        if vague.is_empty() || same == Condition::FALSE {
            return same;
        }
        let any = self.emit.any_bool("same");
        let is_vague = |object: &&ObjectId| terms::equal(&left.tag, &object.tag());
        let apart = vague.iter().fold(Condition::FALSE, |either, object| either.or(is_vague(object)));
        same.and(apart.negated().or(any))
    }

    /// The same, or any where one of them leads to an object that is gone: another may lie there now.
    fn or_reused(&mut self, same: Condition, (left, right): (&Pointer, &Pointer)) -> Condition {
        if left.targets.is_empty() || right.targets.is_empty() || same == Condition::TRUE {
            return same;
        }
        let mut is_gone = Condition::FALSE;
        for pointer in [left, right] {
            for object in &pointer.targets {
                let Some(gone) = self.memory.buffer(*object).and_then(|buffer| buffer.gone) else { continue };
                let here = terms::equal(&pointer.tag, &object.tag());
                is_gone = is_gone.or(here.and(Condition::test(Test::Bool(gone))));
            }
        }
        if is_gone == Condition::FALSE {
            return same;
        }
        let any = self.emit.any_bool("same");
        same.or(is_gone.and(any))
    }

    /// Whether two pointers compare so. The order of two objects is not known.
    fn compared_pointers(&mut self, how: Compare, left: &Pointer, right: &Pointer) -> Condition {
        match how {
            Compare::Equal => self.same_pointers(left, right),
            Compare::Different => self.same_pointers(left, right).negated(),
            Compare::Less | Compare::LessOrEqual | Compare::Greater | Compare::GreaterOrEqual => {
                let same = self.one_object(left, right);
                let ordered = relation(how, &left.offset, &right.offset);
                if same == Condition::TRUE {
                    return ordered;
                }
                // The order of two objects is any.
                let any = self.emit.any_bool("order");
                same.clone().and(ordered).or(same.negated().and(any))
            }
        }
    }

    /// A test of a variable that is counted up or down after it: the count is written in both branches.
    fn jump_counting(&mut self, expr: &Expr, when: Truth) -> Option<Vec<usize>> {
        let (how, counted, constant) = counting(expr)?;
        // What is no variable itself may have effects, and is looked at only once.
        super::visit::root(&counted.place)?;
        let place = self.place(&counted.place);
        let Place::Slot(named) = &place else { return None };
        let old = named.slot.int()?;
        let ty = counted.place.ty.integer()?;
        if widens(&counted.place.ty, &Type::Integer(ty.promoted())) {
            let condition = relation(how, &old, &Linear::constant(constant));
            let sites = self.jump_on(when.of(condition));
            self.count(counted, &place, &old);
            let past = self.emit.jump();
            self.land(sites);
            self.count(counted, &place, &old);
            let out = self.emit.jump();
            self.land(vec![past]);
            return Some(vec![out]);
        }
        None
    }

    fn count(&mut self, update: &Update, place: &Place, old: &Linear) {
        let UpdateBy::Operation(operation, ty) = update.by else { return };
        let value = self.updated((operation, ty), (&Value::Int(old.clone()), update), &update.place.ty);
        self.store(place, &value);
    }
}

/// A comparison with a constant of a variable before it is counted by a constant.
fn counting(expr: &Expr) -> Option<(Compare, &Update, i128)> {
    let (how, left, constant) = if let ExprKind::Compare(how, left, right) = &expr.kind {
        (*how, &**left, right.constant()?)
    } else {
        (Compare::Different, expr, 0)
    };
    let mut left = left;
    if let ExprKind::Convert(of) = &left.kind
        && widens(&of.ty, &left.ty)
    {
        left = of;
    }
    let ExprKind::Update(update) = &left.kind else { return None };
    let counts = matches!(update.by, UpdateBy::Operation(..)) && update.operand.constant().is_some();
    (update.gives == Gives::Old && counts).then_some((how, &**update, constant))
}

/// Whether a conversion keeps every value.
fn widens(from: &Type, to: &Type) -> bool {
    match (from.integer(), to.integer()) {
        (Some(from), Some(to)) => to.includes(from) && to.bits > 1,
        _ => false,
    }
}

/// A comparison of two terms.
pub(crate) fn relation(how: Compare, left: &Linear, right: &Linear) -> Condition {
    match how {
        Compare::Equal => terms::equal(left, right),
        Compare::Different => terms::equal(left, right).negated(),
        Compare::Less => terms::less(left, right),
        Compare::LessOrEqual => terms::at_most(left, right),
        Compare::Greater => terms::less(right, left),
        Compare::GreaterOrEqual => terms::at_most(right, left),
    }
}

fn holds(how: Compare, left: i128, right: i128) -> bool {
    match how {
        Compare::Equal => left == right,
        Compare::Different => left != right,
        Compare::Less => left < right,
        Compare::LessOrEqual => left <= right,
        Compare::Greater => left > right,
        Compare::GreaterOrEqual => left >= right,
    }
}
