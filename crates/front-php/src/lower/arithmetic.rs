//! Arithmetic.
//!
//! Integers are exact and do not overflow, which is an assumption where they are not constants. A string that is not
//! numeric throws. What is not an integer is a float, known as any text that a float has.

use ir::{Condition, IntExpr, Linear};

use super::Lower;
use crate::tree::{Binary, Unary};
use crate::value::{Array, Rest, Value, simplify};

impl Lower<'_> {
    /// An operator on two values.
    pub(super) fn binary(&mut self, op: Binary, left: &Value, right: &Value) -> Value {
        match op {
            Binary::Concat => self.concat(&[left.clone(), right.clone()]),
            Binary::Equal
            | Binary::NotEqual
            | Binary::Identical
            | Binary::NotIdentical
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => self.comparison(op, left, right),
            Binary::Xor => {
                let (left, right) = (self.truth(left), self.truth(right));
                Value::Bool(crate::value::pick(&left, right.clone().negated(), right))
            }
            Binary::Spaceship => {
                self.compares_objects(left, right);
                Value::Int(self.emit.any_int("order"))
            }
            Binary::Add if has_array(left) && has_array(right) => self.union(left, right),
            Binary::Add if self.stands_for_array(left) && self.stands_for_array(right) => {
                let sum = self.ring(op, left, right);
                let array = Array { known: Vec::new(), rest: Some(Rest::Outside), next: None };
                let are_arrays = self.emit.fate("arrays are added");
                Value::choice(are_arrays, Value::Array(array.into()), sum)
            }
            Binary::Add | Binary::Sub | Binary::Mul => self.ring(op, left, right),
            Binary::Div | Binary::Pow => self.quotient(op, left, right),
            Binary::Mod
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::ShiftLeft
            | Binary::ShiftRight => self.bits(op, left, right),
        }
    }

    /// Whether a value may be an array of a request.
    fn stands_for_array(&self, value: &Value) -> bool {
        value.leaves().iter().any(|(_, leaf)| match leaf {
            Value::Str(text) | Value::Maybe(_, text) => self.text_may_be_array(text),
            leaf => has_array(leaf),
        })
    }

    /// `+` of arrays: what the left one does not have is taken from the right one.
    fn union(&mut self, left: &Value, right: &Value) -> Value {
        let (Value::Array(first), Value::Array(second)) = (left, right) else {
            return self.unknown_value("sum");
        };
        match (&first.rest, &second.rest) {
            (None, _) => {
                let mut whole = (**first).clone();
                for (key, value) in &second.known {
                    if whole.get(key).is_none() {
                        whole.set(key.clone(), value.clone());
                    }
                }
                whole.rest.clone_from(&second.rest);
                Value::Array(whole.into())
            }
            (Some(rest), None) => {
                let mut whole = (**first).clone();
                for (key, value) in &second.known {
                    if whole.get(key).is_none() {
                        let other = self.rest_element(rest);
                        let is_given = self.emit.fate("given");
                        whole.set(key.clone(), Value::choice(is_given, other, value.clone()));
                    }
                }
                Value::Array(whole.into())
            }
            (Some(_), Some(_)) => Value::Array(Array::unknown().into()),
        }
    }

    /// Throws unless the value can be computed with.
    fn require_number(&mut self, value: &Value) {
        let text = match value {
            Value::Str(term) | Value::Maybe(_, term) | Value::Any(term) => term.clone(),
            Value::Array(_) => return self.throw_when(Condition::TRUE),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Object(_)
            | Value::Closure(_)
            | Value::Choice(_) => return,
        };
        let mut leads = self.within(&text, crate::lower::library::LEADS_NUMERIC);
        if !matches!(value, Value::Str(_)) {
            // Null counts as 0.
            leads = simplify(leads.or(self.equals(&text, b"")));
        }
        self.throw_when(leads.negated());
    }

    fn ring(&mut self, op: Binary, left: &Value, right: &Value) -> Value {
        self.require_number(left);
        self.require_number(right);
        let (Some(left), Some(right)) = (whole(left), whole(right)) else {
            return self.computed(left, right);
        };
        let result = match op {
            Binary::Add => left.plus(&right),
            Binary::Sub => left.minus(&right),
            _ => match (left.as_constant(), right.as_constant()) {
                (_, Some(factor)) => left.times(factor),
                (Some(factor), _) => right.times(factor),
                (None, None) => Some(self.emit.set_int("product", IntExpr::Times(left, right))),
            },
        };
        match result {
            // A constant that is too large for an integer is a float.
            Some(linear) if linear.as_constant().is_some_and(|value| i64::try_from(value).is_err()) => {
                self.any_float()
            }
            Some(linear) => {
                if linear.as_constant().is_none() {
                    self.approximate("integers do not overflow".to_owned());
                }
                Value::Int(linear)
            }
            None => self.any_float(),
        }
    }

    /// The result of arithmetic on values of which one is no plain integer.
    fn computed(&mut self, left: &Value, right: &Value) -> Value {
        if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
            return self.any_float();
        }
        let is_int = self.emit.any_bool("whole");
        let int = self.emit.any_int("sum");
        let float = self.any_float();
        Value::choice(is_int, Value::Int(int), float)
    }

    fn any_float(&mut self) -> Value {
        let unknown = Value::Bool(self.emit.any_bool("float"));
        self.float(&unknown)
    }

    fn quotient(&mut self, op: Binary, left: &Value, right: &Value) -> Value {
        self.require_number(left);
        self.require_number(right);
        if op == Binary::Div
            && let Some(divisor) = whole(right)
        {
            let by_zero = crate::value::is_zero(&divisor);
            self.throw_when(by_zero);
        } else if op == Binary::Div {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
        }
        let any = Value::Bool(Condition::TRUE);
        self.computed(&any, &any)
    }

    fn bits(&mut self, op: Binary, left: &Value, right: &Value) -> Value {
        let is_text = |value: &Value| {
            let text = |(_, leaf): &(Condition, Value)| {
                matches!(leaf, Value::Str(_) | Value::Maybe(..) | Value::Any(_))
            };
            value.leaves().iter().any(text)
        };
        // Bits of two strings are those of their characters.
        if matches!(op, Binary::BitAnd | Binary::BitOr | Binary::BitXor) && is_text(left) && is_text(right) {
            return self.unknown_value("bits of strings");
        }
        self.require_number(left);
        self.require_number(right);
        let (left, right) = (self.integer(left), self.integer(right));
        if let (Some(a), Some(b)) = (left.as_constant(), right.as_constant())
            && let Some(value) = fold(op, a, b)
        {
            return Value::Int(Linear::constant(value));
        }
        if op == Binary::Mod {
            let by_zero = crate::value::is_zero(&right);
            self.throw_when(by_zero);
            return Value::Int(self.emit.set_int("rest", IntExpr::Mod(left, right)));
        }
        if matches!(op, Binary::ShiftLeft | Binary::ShiftRight) {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
        }
        Value::Int(self.emit.any_int("bits"))
    }

    /// An operator on one value.
    pub(super) fn unary(&mut self, op: Unary, value: &Value) -> Value {
        match op {
            Unary::Not => Value::Bool(simplify(self.truth(value).negated())),
            Unary::Plus => self.ring(Binary::Add, value, &Value::int(0)),
            Unary::Negate => self.ring(Binary::Sub, &Value::int(0), value),
            Unary::BitNot => match value {
                Value::Int(_) | Value::Float(_) => Value::Int(self.emit.any_int("bits")),
                _ => self.unknown_value("bits"),
            },
        }
    }
}

/// The integer of a value that is one without a conversion of text.
fn whole(value: &Value) -> Option<Linear> {
    match value {
        Value::Int(linear) => Some(linear.clone()),
        Value::Null => Some(Linear::constant(0)),
        Value::Bool(condition) if *condition == Condition::TRUE => Some(Linear::constant(1)),
        Value::Bool(condition) if *condition == Condition::FALSE => Some(Linear::constant(0)),
        Value::Bool(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Array(_)
        | Value::Object(_)
        | Value::Closure(_)
        | Value::Maybe(..)
        | Value::Choice(_)
        | Value::Any(_) => None,
    }
}

/// Operations on constants, as used for flags.
fn fold(op: Binary, left: i128, right: i128) -> Option<i128> {
    match op {
        Binary::BitAnd => Some(left & right),
        Binary::BitOr => Some(left | right),
        Binary::BitXor => Some(left ^ right),
        Binary::Mod if right != 0 => Some(left % right),
        Binary::ShiftLeft if (0..63).contains(&right) => left.checked_mul(1 << right),
        Binary::ShiftRight if (0..64).contains(&right) => Some(left >> right),
        _ => None,
    }
}

/// Whether a value may be an array, as far as its kind says.
fn has_array(value: &Value) -> bool {
    value.leaves().iter().any(|(_, leaf)| matches!(leaf, Value::Array(_) | Value::Any(_)))
}
