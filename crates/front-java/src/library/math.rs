//! `Math` and `Objects`.
//!
//! Arithmetic on integers is exact, with what it throws when a result does not fit. What is computed from floating point
//! numbers is any value.

use ir::{Condition, IntExpr, Linear};

use super::boxes::{fits, max, min, wrapped};
use super::call::{
    ARITHMETIC, Call, NULL_POINTER, is_false, minus, negative, number, plus, same_number, same_text,
};
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, Exact, ExactForMost};

pub(super) static MATH: &[Row] = &[
    row("abs(I)", Exact, |call| abs(call, 32)),
    row("abs(J)", Exact, |call| abs(call, 64)),
    row("abs(F)", Contains, |_| Some(Value::Opaque)),
    row("abs(D)", Contains, |_| Some(Value::Opaque)),
    row("max(II)", Exact, max),
    row("max(JJ)", Exact, max),
    row("max(DD)", Contains, |_| Some(Value::Opaque)),
    row("min(II)", Exact, min),
    row("min(JJ)", Exact, min),
    row("min(DD)", Contains, |_| Some(Value::Opaque)),
    row("floorDiv(II)", Exact, |call| floor_div(call, 32)),
    row("floorDiv(JJ)", Exact, |call| floor_div(call, 64)),
    row("floorMod(II)", Exact, floor_mod),
    row("floorMod(JJ)", Exact, floor_mod),
    row("addExact(II)", Exact, |call| exactly(call, 32, sum)),
    row("addExact(JJ)", Exact, |call| exactly(call, 64, sum)),
    row("subtractExact(II)", Exact, |call| exactly(call, 32, difference)),
    row("subtractExact(JJ)", Exact, |call| exactly(call, 64, difference)),
    row("multiplyExact(II)", Exact, |call| exactly(call, 32, product)),
    row("multiplyExact(JJ)", Exact, |call| exactly(call, 64, product)),
    row("negateExact(I)", Exact, |call| exactly(call, 32, |call| Some(minus(&number(0), &call.int(0)?)))),
    row("negateExact(J)", Exact, |call| exactly(call, 64, |call| Some(minus(&number(0), &call.int(0)?)))),
    row("incrementExact(I)", Exact, |call| exactly(call, 32, |call| Some(plus(&call.int(0)?, &number(1))))),
    row("incrementExact(J)", Exact, |call| exactly(call, 64, |call| Some(plus(&call.int(0)?, &number(1))))),
    row("decrementExact(I)", Exact, |call| exactly(call, 32, |call| Some(minus(&call.int(0)?, &number(1))))),
    row("decrementExact(J)", Exact, |call| exactly(call, 64, |call| Some(minus(&call.int(0)?, &number(1))))),
    row("toIntExact(J)", Exact, |call| exactly(call, 32, |call| call.int(0))),
    row("round(F)", Contains, |call| Some(any_integer(call, 32))),
    row("round(D)", Contains, |call| Some(any_integer(call, 64))),
    row("random()", Contains, |_| Some(Value::Opaque)),
    row("sqrt(D)", Contains, |_| Some(Value::Opaque)),
    row("pow(DD)", Contains, |_| Some(Value::Opaque)),
    row("floor(D)", Contains, |_| Some(Value::Opaque)),
    row("ceil(D)", Contains, |_| Some(Value::Opaque)),
];

pub(super) static OBJECTS: &[Row] = &[
    row("equals(Ljava/lang/Object;Ljava/lang/Object;)", Exact, equals),
    row("isNull(Ljava/lang/Object;)", Exact, |call| Some(Value::Bool(call.argument(0).apart().0))),
    row("nonNull(Ljava/lang/Object;)", Exact, |call| Some(Value::Bool(call.argument(0).apart().0.negated()))),
    row("requireNonNull(Ljava/lang/Object;)", Exact, |call| Some(require(call))),
    row("requireNonNull(Ljava/lang/Object;Ljava/lang/String;)", Exact, |call| Some(require(call))),
    row("toString(Ljava/lang/Object;)", ExactForMost, |call| Some(Value::Str(call.text_of_argument(0)?))),
    row("toString(Ljava/lang/Object;Ljava/lang/String;)", ExactForMost, to_string_or),
];

fn any_integer(call: &mut Call<'_>, bits: u32) -> Value {
    let half = 1_i128 << (bits - 1);
    Value::Int(call.any_between("rounded", -half, half - 1))
}

/// The least integer is its own.
fn abs(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    let value = call.int(0)?;
    let positive = call.choose_int(negative(&value), &minus(&number(0), &value), &value);
    Some(Value::Int(wrapped(call, IntExpr::Linear(positive), bits)))
}

fn sum(call: &mut Call<'_>) -> Option<Linear> {
    Some(plus(&call.int(0)?, &call.int(1)?))
}

fn difference(call: &mut Call<'_>) -> Option<Linear> {
    Some(minus(&call.int(0)?, &call.int(1)?))
}

fn product(call: &mut Call<'_>) -> Option<Linear> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(times(call, &left, &right))
}

fn times(call: &mut Call<'_>, left: &Linear, right: &Linear) -> Linear {
    let scaled = match (left.as_constant(), right.as_constant()) {
        (Some(factor), _) => right.times(factor),
        (_, Some(factor)) => left.times(factor),
        (None, None) => None,
    };
    scaled.unwrap_or_else(|| call.emit.set_int("product", IntExpr::Times(left.clone(), right.clone())))
}

/// A result that throws when it does not fit.
fn exactly(
    call: &mut Call<'_>,
    bits: u32,
    result: impl Fn(&mut Call<'_>) -> Option<Linear>,
) -> Option<Value> {
    let result = result(call)?;
    call.throw_if(fits(&result, bits).negated(), ARITHMETIC);
    Some(Value::Int(result))
}

/// The quotient rounded down, and what it leaves; by 0 it throws.
fn floored(call: &mut Call<'_>) -> Option<(Linear, Linear)> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    call.throw_if(same_number(&right, &number(0)), ARITHMETIC);
    if let (Some(left), Some(right)) = (left.as_constant(), right.as_constant())
        && right != 0
    {
        let rest = left.rem_euclid(right);
        let rest = if rest != 0 && right < 0 { rest + right } else { rest };
        return Some((number((left - rest) / right), number(rest)));
    }
    let quotient = call.emit.set_int("quotient", IntExpr::Div(left.clone(), right.clone()));
    let rest = call.emit.set_int("rest", IntExpr::Mod(left, right.clone()));
    let opposite = negative(&rest).and(negative(&right).negated()).or(positive(&rest).and(negative(&right)));
    let rounded = call.choose_int(opposite.clone(), &minus(&quotient, &number(1)), &quotient);
    let rest = call.choose_int(opposite, &plus(&rest, &right), &rest);
    Some((rounded, rest))
}

fn positive(value: &Linear) -> Condition {
    negative(&minus(&number(0), value))
}

/// The least integer divided by -1 does not fit, and wraps.
fn floor_div(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    let (quotient, _) = floored(call)?;
    Some(Value::Int(wrapped(call, IntExpr::Linear(quotient), bits)))
}

fn floor_mod(call: &mut Call<'_>) -> Option<Value> {
    Some(Value::Int(floored(call)?.1))
}

/// Strings are compared; other objects have their own `equals`.
fn equals(call: &mut Call<'_>) -> Option<Value> {
    let (no_left, left) = call.argument(0).apart();
    let (no_right, right) = call.argument(1).apart();
    let same = match (left, right) {
        (Some(left), Some(right)) => same_text(&left.text()?, &right.text()?),
        _ => Condition::FALSE,
    };
    let neither = no_left.clone().and(no_right.clone());
    Some(Value::Bool(neither.or(no_left.negated().and(no_right.negated()).and(same))))
}

fn require(call: &mut Call<'_>) -> Value {
    let (null, _) = call.argument(0).apart();
    call.throw_if(null, NULL_POINTER);
    Value::Argument(0)
}

/// The second text may be null and is the result then.
fn to_string_or(call: &mut Call<'_>) -> Option<Value> {
    let (null, value) = call.argument(0).apart();
    let (no_other, other) = call.nullable(1)?;
    let text = value.map(|value| call.text_of('L', &value));
    let text = text.unwrap_or_else(|| Some(other.clone()))?;
    let text = call.choose_text(null.clone(), |_| other, |_| text);
    let none = null.and(no_other);
    Some(if is_false(&none) { Value::Str(text) } else { Value::Maybe(none, Value::Str(text).into()) })
}
