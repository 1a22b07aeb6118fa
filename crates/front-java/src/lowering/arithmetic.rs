//! Numbers: machine integers exactly, with wrap-around; floating-point numbers exactly where they are known.
//!
//! An operation on a floating-point number that is not known gives any number, which over-approximates and is told.

use ir::{Action, BitOp, Condition, IntExpr, Linear, Width};

use super::compare::compare;
use super::{At, Done, Lowering, Stop, gap, large, pop};
use crate::class::{Arith, Compare, Narrow, Num};
use crate::facts::{Facts, INTS, range};
use crate::join;
use crate::state::State;
use crate::value::{Real, Value};

const ARITHMETIC: &str = "java/lang/ArithmeticException";

/// The width of an integer.
fn width(num: Num) -> Width {
    if num == Num::Long { Width::Signed(64) } else { Width::Signed(32) }
}

/// The number of a width with the same low bits.
pub(super) fn wrap(value: i128, width: Width) -> i128 {
    match width {
        Width::Unbounded => value,
        Width::Unsigned(bits) => value.rem_euclid(1 << bits),
        Width::Signed(bits) => {
            let half = 1i128 << (bits - 1);
            (value + half).rem_euclid(half * 2) - half
        }
    }
}

impl<'p> Lowering<'p> {
    /// The integer of a value of type `int` or `long`.
    pub(super) fn int(&mut self, value: &Value) -> Result<Linear, Stop> {
        match value {
            Value::Int(linear) | Value::Char(linear, _) | Value::Long(linear) => Ok(linear.clone()),
            Value::Bool(condition) => {
                if let Some(known) = super::fold(&self.emit, condition) {
                    return Ok(Linear::constant(i128::from(known)));
                }
                let var = self.emit.new_int("truth");
                join::truth(&mut self.emit, var, condition.clone());
                Ok(Linear::var(var))
            }
            Value::Float(_) | Value::Double(_) | Value::Ref(_) | Value::Text(_) => {
                gap("the code takes something else for an integer")
            }
        }
    }

    /// The value of an expression, wrapped.
    pub(super) fn wrapped(&mut self, name: &str, expr: IntExpr, width: Width) -> Linear {
        if let IntExpr::Linear(linear) = &expr
            && let Some(value) = linear.as_constant()
        {
            return Linear::constant(wrap(value, width));
        }
        let var = self.emit.new_int(name);
        self.emit.push(Action::SetInt(var, expr, width));
        Linear::var(var)
    }

    /// An operation on the two numbers on the stack.
    pub(super) fn arith(&mut self, at: &mut At<'_, 'p>, state: &mut State, (op, num): (Arith, Num)) -> Done {
        let (right, left) = (pop(state)?, pop(state)?);
        let result = match num {
            Num::Float | Num::Double => real(op, num, &left, &right)?,
            Num::Int | Num::Long => {
                if let Some(truth) = truth(op, &left, &right) {
                    truth
                } else {
                    let ranges = (range(&left), range(&right));
                    let (left, right) = (self.int(&left)?, self.int(&right)?);
                    let sum = is_sum((op, num), ranges, &state.facts, (&left, &right));
                    if matches!(op, Arith::Div | Arith::Rem) {
                        let zero = compare(Compare::Eq, &right, &Linear::constant(0));
                        self.throw_if(at, state, zero.unwrap_or(Condition::FALSE), ARITHMETIC)?;
                    }
                    match sum {
                        Some(sum) => Value::Int(sum),
                        None => integer(num, self.integers(op, num, &left, &right)?),
                    }
                }
            }
        };
        state.stack.push(result);
        Ok(())
    }

    fn integers(&mut self, op: Arith, num: Num, left: &Linear, right: &Linear) -> Result<Linear, Stop> {
        let width = width(num);
        let expr = match (op, left.as_constant(), right.as_constant()) {
            (_, Some(left), Some(right)) => {
                return Ok(Linear::constant(wrap(constant(op, num, left, right), width)));
            }
            (Arith::Add, ..) => IntExpr::Linear(left.plus(right).ok_or_else(large)?),
            (Arith::Sub, ..) => IntExpr::Linear(left.minus(right).ok_or_else(large)?),
            (Arith::Mul, Some(factor), _) => IntExpr::Linear(right.times(factor).ok_or_else(large)?),
            (Arith::Mul, _, Some(factor)) => IntExpr::Linear(left.times(factor).ok_or_else(large)?),
            (Arith::Mul, ..) => IntExpr::Times(left.clone(), right.clone()),
            (Arith::Div, ..) => IntExpr::Div(left.clone(), right.clone()),
            (Arith::Rem, ..) => IntExpr::Mod(left.clone(), right.clone()),
            (Arith::And, ..) => IntExpr::Bits(BitOp::And, left.clone(), right.clone()),
            (Arith::Or, ..) => IntExpr::Bits(BitOp::Or, left.clone(), right.clone()),
            (Arith::Xor, ..) => IntExpr::Bits(BitOp::Xor, left.clone(), right.clone()),
            (Arith::Shl | Arith::Shr | Arith::Ushr, ..) => return Ok(self.shift(op, num, left, right)),
        };
        Ok(self.wrapped("number", expr, width))
    }

    /// A shift; of its amount only the low bits count.
    fn shift(&mut self, op: Arith, num: Num, left: &Linear, right: &Linear) -> Linear {
        let bits = if num == Num::Long { 64 } else { 32 };
        let mask = Linear::constant(bits - 1);
        let amount = match right.as_constant() {
            Some(amount) => Linear::constant(amount & (bits - 1)),
            None => self.wrapped("amount", IntExpr::Bits(BitOp::And, right.clone(), mask), Width::Unbounded),
        };
        match op {
            Arith::Shl => {
                let shifted = IntExpr::Bits(BitOp::Left, left.clone(), amount);
                self.wrapped("number", shifted, width(num))
            }
            Arith::Ushr => {
                let bare = IntExpr::Linear(left.clone());
                let bare = self.wrapped("bits", bare, Width::Unsigned(bits as u32));
                self.wrapped("number", IntExpr::Bits(BitOp::Right, bare, amount), width(num))
            }
            _ => self.wrapped("number", IntExpr::Bits(BitOp::Right, left.clone(), amount), width(num)),
        }
    }

    /// The opposite of the number on the stack.
    pub(super) fn negate(&mut self, state: &mut State, num: Num) -> Done {
        let value = match pop(state)? {
            Value::Float(Real::Known(value)) => Value::Float(Real::Known(-value)),
            Value::Double(Real::Known(value)) => Value::Double(Real::Known(-value)),
            value @ (Value::Float(Real::Any) | Value::Double(Real::Any)) => value,
            value => {
                let value = self.int(&value)?;
                let Some(opposite) = value.times(-1) else { return gap("numbers grow too large") };
                integer(num, self.wrapped("number", IntExpr::Linear(opposite), width(num)))
            }
        };
        state.stack.push(value);
        Ok(())
    }

    /// A local variable grows by a constant.
    pub(super) fn increment(&mut self, state: &mut State, local: usize, by: i32) -> Done {
        let Some(Some(value)) = state.locals.get(local).cloned() else {
            return gap("the code reads a variable that has no value");
        };
        let value = self.int(&value)?;
        let Some(sum) = value.plus(&Linear::constant(i128::from(by))) else {
            return gap("numbers grow too large");
        };
        let sum = if state.facts.is_int(&sum) {
            sum
        } else {
            self.wrapped("number", IntExpr::Linear(sum), Width::Signed(32))
        };
        state.locals[local] = Some(Value::Int(sum));
        Ok(())
    }

    /// A conversion of the number on the stack.
    pub(super) fn convert(&mut self, state: &mut State, from: Num, to: Num) -> Done {
        let value = pop(state)?;
        let real = match &value {
            Value::Float(real) | Value::Double(real) => Some(*real),
            _ => None,
        };
        let result = match (real, to) {
            (None, Num::Long) => Value::Long(self.int(&value)?),
            (None, Num::Int) => {
                let value = self.int(&value)?;
                Value::Int(self.wrapped("number", IntExpr::Linear(value), Width::Signed(32)))
            }
            (None, Num::Float) => {
                let known = self.int(&value)?.as_constant();
                let single =
                    |value: i128| if from == Num::Long { value as i64 as f32 } else { value as i32 as f32 };
                Value::Float(known.map_or(Real::Any, |value| Real::Known(f64::from(single(value)))))
            }
            (None, Num::Double) => {
                let known = self.int(&value)?.as_constant();
                Value::Double(known.map_or(Real::Any, |value| Real::Known(value as i64 as f64)))
            }
            (Some(Real::Known(value)), Num::Int) => Value::int(i128::from(value as i32)),
            (Some(Real::Known(value)), Num::Long) => Value::Long(Linear::constant(i128::from(value as i64))),
            (Some(Real::Any), Num::Int) => self.any(&crate::class::types::Type::Int),
            (Some(Real::Any), Num::Long) => self.any(&crate::class::types::Type::Long),
            (Some(Real::Known(value)), Num::Float) => Value::Float(Real::Known(f64::from(value as f32))),
            (Some(real), Num::Double) => Value::Double(real),
            (Some(Real::Any), Num::Float) => Value::Float(Real::Any),
        };
        state.stack.push(result);
        Ok(())
    }

    /// What a smaller integer keeps of the one on the stack.
    pub(super) fn narrow(&mut self, state: &mut State, to: Narrow) -> Done {
        let value = pop(state)?;
        let width = match to {
            Narrow::Byte => Width::Signed(8),
            Narrow::Short => Width::Signed(16),
            Narrow::Char => Width::Unsigned(16),
        };
        let result = match value {
            Value::Char(..) if to == Narrow::Char => value,
            Value::Bool(_) => value,
            value => {
                let value = self.int(&value)?;
                Value::Int(self.wrapped("number", IntExpr::Linear(value), width))
            }
        };
        state.stack.push(result);
        Ok(())
    }

    /// -1, 0 or 1 by the order of the two numbers on the stack.
    pub(super) fn order(&mut self, at: &At<'_, 'p>, state: &mut State, (num, nan): (Num, i32)) -> Done {
        let (right, left) = (pop(state)?, pop(state)?);
        let result = match (&left, &right) {
            (Value::Float(one) | Value::Double(one), Value::Float(two) | Value::Double(two)) => {
                if let (Real::Known(one), Real::Known(two)) = (one, two) {
                    Value::int(one.partial_cmp(two).map_or(i128::from(nan), |order| order as i128))
                } else {
                    self.approximate("a comparison of floating-point numbers may come out either way");
                    let any = self.emit.any_int("order");
                    self.bound(&any, -1, 1);
                    Value::Int(any)
                }
            }
            _ if num == Num::Long => Value::Int(self.order_longs(at, &left, &right)?),
            _ => return gap("the code compares something else than numbers"),
        };
        state.stack.push(result);
        Ok(())
    }

    fn order_longs(&mut self, at: &At<'_, 'p>, left: &Value, right: &Value) -> Result<Linear, Stop> {
        let (left, right) = (self.int(left)?, self.int(right)?);
        let Some(difference) = left.minus(&right) else { return gap("numbers grow too large") };
        if let Some(known) = difference.as_constant() {
            return Ok(Linear::constant(known.signum()));
        }
        // Only the sign matters to a test that follows at once.
        if let Some(crate::class::Op::IfZero(..)) = at.method.code.ops.get(at.op + 1) {
            return Ok(difference);
        }
        let order = self.emit.new_int("order");
        let set = |value| Action::SetInt(order, IntExpr::Linear(Linear::constant(value)), Width::Unbounded);
        self.emit.push(set(0));
        for (how, value) in [(Compare::Ge, -1), (Compare::Le, 1)] {
            let skip = self.emit.branch(compare(how, &left, &right).ok_or_else(large)?);
            self.emit.push(set(value));
            let here = self.emit.here();
            self.emit.patch(skip, here);
        }
        Ok(Linear::var(order))
    }
}

/// The integer of a kind.
/// The sum or difference of two `int`s, when it is one for sure.
fn is_sum(
    (op, num): (Arith, Num),
    (one, two): ((i128, i128), (i128, i128)),
    facts: &Facts,
    (left, right): (&Linear, &Linear),
) -> Option<Linear> {
    let (sum, least, most) = match (op, num) {
        (Arith::Add, Num::Int) => (left.plus(right)?, one.0 + two.0, one.1 + two.1),
        (Arith::Sub, Num::Int) => (left.minus(right)?, one.0 - two.1, one.1 - two.0),
        _ => return None,
    };
    (INTS.0 <= least && most <= INTS.1 || facts.is_int(&sum)).then_some(sum)
}

fn integer(num: Num, value: Linear) -> Value {
    if num == Num::Long { Value::Long(value) } else { Value::Int(value) }
}

/// Operations on truth values, as conditions.
fn truth(op: Arith, left: &Value, right: &Value) -> Option<Value> {
    let condition = |value: &Value| match value {
        Value::Bool(condition) => Some(condition.clone()),
        Value::Int(linear) => match linear.as_constant()? {
            0 => Some(Condition::FALSE),
            1 => Some(Condition::TRUE),
            _ => None,
        },
        _ => None,
    };
    if !matches!(left, Value::Bool(_)) && !matches!(right, Value::Bool(_)) {
        return None;
    }
    let (left, right) = (condition(left)?, condition(right)?);
    Some(Value::Bool(match op {
        Arith::And => left.and(right),
        Arith::Or => left.or(right),
        Arith::Xor => left.clone().and(right.clone().negated()).or(left.negated().and(right)),
        _ => return None,
    }))
}

/// The result of an operation on constants, before it is wrapped; the divisor is not 0.
fn constant(op: Arith, num: Num, left: i128, right: i128) -> i128 {
    let bits = if num == Num::Long { 64 } else { 32 };
    let amount = right & (bits - 1);
    match op {
        Arith::Add => left + right,
        Arith::Sub => left - right,
        Arith::Mul => left.wrapping_mul(right),
        Arith::Div => left.checked_div(right).unwrap_or(0),
        Arith::Rem => left.checked_rem(right).unwrap_or(0),
        Arith::Shl => wrap(left, Width::Signed(bits as u32)) << amount,
        Arith::Shr => left >> amount,
        Arith::Ushr => wrap(left, Width::Unsigned(bits as u32)) >> amount,
        Arith::And => left & right,
        Arith::Or => left | right,
        Arith::Xor => left ^ right,
    }
}

fn real(op: Arith, num: Num, left: &Value, right: &Value) -> Result<Value, Stop> {
    let of = |value: &Value| match value {
        Value::Float(real) | Value::Double(real) => Ok(*real),
        _ => gap("the code takes something else for a floating-point number"),
    };
    let result = match (of(left)?, of(right)?) {
        (Real::Known(left), Real::Known(right)) if num == Num::Double => Real::Known(apply(op, left, right)),
        (Real::Known(left), Real::Known(right)) => {
            // The result of one operation on two singles, rounded twice, is the single result.
            Real::Known(f64::from(apply(op, left, right) as f32))
        }
        _ => Real::Any,
    };
    Ok(if num == Num::Float { Value::Float(result) } else { Value::Double(result) })
}

fn apply(op: Arith, left: f64, right: f64) -> f64 {
    match op {
        Arith::Add => left + right,
        Arith::Sub => left - right,
        Arith::Mul => left * right,
        Arith::Div => left / right,
        _ => left % right,
    }
}
