//! Functions that compilers have themselves: operations that tell whether they overflow, and those that count bits.
//!
//! The result of an operation is computed exactly and then compared with the range of its type. What counts bits gives
//! any number within its bounds, which over-approximates.

use ir::{Action, Condition, IntExpr, Linear};

use crate::memory::{Cases, Value, terms};
use crate::tree::{Expr, Type};

use super::numbers::in_range;
use super::places::Through;
use super::state::Lowering;

/// An operation that tells whether it overflows.
#[derive(Clone, Copy)]
enum Checked {
    Sum,
    Difference,
    Product,
}

impl Lowering<'_> {
    /// Calls such a function; none when it is not one.
    pub(crate) fn built_in(&mut self, name: &str, arguments: &[Expr]) -> Option<Value> {
        let name = name.strip_prefix("__builtin_")?;
        if let Some((operation, is_typed)) = checked_operation(name) {
            return self.checked(operation, arguments, is_typed);
        }
        let bits = if name.ends_with('l') { 64 } else { 32 };
        let (low, high) = match name.trim_end_matches('l') {
            "clz" | "ctz" => (0, bits - 1),
            "popcount" | "ffs" => (0, bits),
            "parity" => (0, 1),
            _ => return None,
        };
        let of = self.integer(arguments.first()?);
        let count = self.lost(&Type::INT).integer(&mut self.emit)?;
        // What zeros are counted of that are all is any number.
        let is_any =
            if name.starts_with('c') { terms::equal(&of, &Linear::constant(0)) } else { Condition::FALSE };
        let inside = terms::at_most(&Linear::constant(low), &count)
            .and(terms::at_most(&count, &Linear::constant(high)));
        self.emit.push(Action::Assume(is_any.or(inside)));
        Some(Value::Int(count))
    }

    /// Puts the result of an operation where the last argument leads to, and gives whether it has more bits than fit there.
    fn checked(&mut self, operation: Checked, arguments: &[Expr], is_typed: bool) -> Option<Value> {
        let [left, right, to] = arguments else { return None };
        let ty = to.ty.element()?.clone();
        let integer = ty.integer().filter(|integer| integer.bits > 8)?;
        let mut operand = |of: &Expr| {
            let term = self.integer(of);
            let from = of.ty.integer()?;
            Some(if is_typed { self.converted(term, from, integer) } else { term })
        };
        let (left, right) = (operand(left)?, operand(right)?);
        let exact = match operation {
            Checked::Sum => left.plus(&right)?,
            Checked::Difference => left.minus(&right)?,
            Checked::Product => self.exact_product(left, right),
        };
        let pointer = self.value(to);
        let pointer = self.pointer_of(&pointer);
        let result = self.temporary("result", &ty);
        let outside = self.temporary("outside", &Type::INT);
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, in_range(&exact, integer)) {
            self.store_slot(&result.slot, &Value::Int(exact.clone()));
            self.store_slot(&outside.slot, &Value::constant(0));
        }
        if cases.otherwise(&mut self.emit) {
            let wrapped = self.wrapped(IntExpr::Linear(exact), integer);
            self.store_slot(&result.slot, &Value::Int(wrapped));
            self.store_slot(&outside.slot, &Value::constant(1));
        }
        cases.end(&mut self.emit);
        self.wrapped = None;
        let value = self.load_slot(&result.slot, &ty);
        let through = Through { pointer, ty, name: "the result".to_owned() };
        self.store_through(&through, &value);
        Some(self.load_slot(&outside.slot, &Type::INT))
    }

    fn exact_product(&mut self, left: Linear, right: Linear) -> Linear {
        let known = match (left.as_constant(), right.as_constant()) {
            (Some(by), _) => right.times(by),
            (None, Some(by)) => left.times(by),
            (None, None) => None,
        };
        known.unwrap_or_else(|| self.emit.set_int("product", IntExpr::Times(left, right)))
    }
}

/// The operation of a function that tells whether it overflows, and whether it converts what it is given.
fn checked_operation(name: &str) -> Option<(Checked, bool)> {
    let name = name.strip_suffix("_overflow")?;
    let operation = |name: &str| match name {
        "add" => Some(Checked::Sum),
        "sub" => Some(Checked::Difference),
        "mul" => Some(Checked::Product),
        _ => None,
    };
    if let Some(known) = operation(name) {
        return Some((known, false));
    }
    let typed = name.trim_end_matches('l').trim_start_matches(['s', 'u']);
    // The first letter of `sub` is one of those of signed types too.
    let typed = if typed == "b" { "sub" } else { typed };
    operation(typed).map(|known| (known, true))
}
