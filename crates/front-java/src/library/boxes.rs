//! `Integer`, `Long`, `Short`, `Byte`, `Boolean`, and what is known of `Float` and `Double`.
//!
//! A box is its content. Floating point numbers are not followed: what is computed from them is any value, what is
//! thrown for a text is exact.

use ir::{Action, BitOp, Condition, IntExpr, Linear, Width};

use super::call::{Call, NUMBER_FORMAT, at_most, below, minus, negative, number, plus, same_number};
use super::numerals::parse_float;
use super::strings::between;
use super::text::language;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, Exact, ExactForConstants};

pub(super) static INTEGER: &[Row] = &[
    row("<init>(I)", Exact, |call| {
        let value = call.int(0)?;
        Some(make(call, Value::Int(value)))
    }),
    row("<init>(Ljava/lang/String;)", Exact, |call| {
        let value = call.parse(32, &number(10))?;
        Some(make(call, Value::Int(value)))
    }),
    row("decode(Ljava/lang/String;)", Contains, |call| decode(call, 32)),
    row("parseUnsignedInt(Ljava/lang/String;)", Contains, |call| Some(some_integer(call, 32))),
    row("parseInt(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(32, &number(10))?))),
    row("parseInt(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 32)),
    row("valueOf(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(32, &number(10))?))),
    row("valueOf(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 32)),
    row("valueOf(I)", Exact, same),
    row("toString(I)", Exact, decimal),
    row("toString(II)", ExactForConstants, to_string_radix),
    row("toHexString(I)", Exact, |call| unsigned(call, 32, 16)),
    row("toOctalString(I)", Exact, |call| unsigned(call, 32, 8)),
    row("toBinaryString(I)", Exact, |call| unsigned(call, 32, 2)),
    row("toUnsignedString(I)", Exact, |call| unsigned(call, 32, 10)),
    row("compare(II)", Exact, compare),
    row("compareTo(Ljava/lang/Integer;)", Exact, compare_to),
    row("signum(I)", Exact, signum),
    row("max(II)", Exact, max),
    row("min(II)", Exact, min),
    row("sum(II)", Exact, |call| sum(call, 32)),
    row("hashCode(I)", Exact, same),
    row("bitCount(I)", Contains, |call| Some(Value::Int(call.any_between("bits", 0, 32)))),
    row("numberOfLeadingZeros(I)", Contains, |call| Some(Value::Int(call.any_between("bits", 0, 32)))),
    row("numberOfTrailingZeros(I)", Contains, |call| Some(Value::Int(call.any_between("bits", 0, 32)))),
];

pub(super) static LONG: &[Row] = &[
    row("<init>(J)", Exact, |call| {
        let value = call.int(0)?;
        Some(make(call, Value::Int(value)))
    }),
    row("<init>(Ljava/lang/String;)", Exact, |call| {
        let value = call.parse(64, &number(10))?;
        Some(make(call, Value::Int(value)))
    }),
    row("decode(Ljava/lang/String;)", Contains, |call| decode(call, 64)),
    row("parseUnsignedLong(Ljava/lang/String;)", Contains, |call| Some(some_integer(call, 64))),
    row("parseLong(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(64, &number(10))?))),
    row("parseLong(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 64)),
    row("valueOf(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(64, &number(10))?))),
    row("valueOf(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 64)),
    row("valueOf(J)", Exact, same),
    row("toString(J)", Exact, decimal),
    row("toString(JI)", ExactForConstants, to_string_radix),
    row("toHexString(J)", Exact, |call| unsigned(call, 64, 16)),
    row("toOctalString(J)", Exact, |call| unsigned(call, 64, 8)),
    row("toBinaryString(J)", Exact, |call| unsigned(call, 64, 2)),
    row("compare(JJ)", Exact, compare),
    row("compareTo(Ljava/lang/Long;)", Exact, compare_to),
    row("signum(J)", Exact, signum),
    row("max(JJ)", Exact, max),
    row("min(JJ)", Exact, min),
    row("sum(JJ)", Exact, |call| sum(call, 64)),
    row("hashCode(J)", Exact, |call| {
        let value = call.int(0)?;
        Some(Value::Int(long_hash(call, &value)))
    }),
    row("hashCode()", Exact, |call| {
        let value = call.boxed()?;
        Some(Value::Int(long_hash(call, &value)))
    }),
];

pub(super) static SHORT: &[Row] = &[
    row("<init>(S)", Exact, |call| {
        let value = call.int(0)?;
        Some(make(call, Value::Int(value)))
    }),
    row("<init>(Ljava/lang/String;)", Exact, |call| {
        let value = call.parse(16, &number(10))?;
        Some(make(call, Value::Int(value)))
    }),
    row("parseShort(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(16, &number(10))?))),
    row("parseShort(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 16)),
    row("valueOf(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(16, &number(10))?))),
    row("valueOf(S)", Exact, same),
    row("toString(S)", Exact, decimal),
    row("compare(SS)", Exact, difference),
    row("hashCode(S)", Exact, same),
];

pub(super) static BYTE: &[Row] = &[
    row("<init>(B)", Exact, |call| {
        let value = call.int(0)?;
        Some(make(call, Value::Int(value)))
    }),
    row("<init>(Ljava/lang/String;)", Exact, |call| {
        let value = call.parse(8, &number(10))?;
        Some(make(call, Value::Int(value)))
    }),
    row("parseByte(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(8, &number(10))?))),
    row("parseByte(Ljava/lang/String;I)", ExactForConstants, |call| parse_radix(call, 8)),
    row("valueOf(Ljava/lang/String;)", Exact, |call| Some(Value::Int(call.parse(8, &number(10))?))),
    row("valueOf(B)", Exact, same),
    row("toString(B)", Exact, decimal),
    row("compare(BB)", Exact, difference),
    row("hashCode(B)", Exact, same),
];

/// What all boxes of integers but `Long`'s hash have.
pub(super) static NUMBER: &[Row] = &[
    row("byteValue()", Exact, |call| narrowed(call, 8)),
    row("shortValue()", Exact, |call| narrowed(call, 16)),
    row("intValue()", Exact, |call| narrowed(call, 32)),
    row("longValue()", Exact, |call| narrowed(call, 64)),
    row("floatValue()", Contains, |_| Some(Value::Opaque)),
    row("doubleValue()", Contains, |_| Some(Value::Opaque)),
    row("toString()", Exact, |call| {
        let value = call.boxed()?;
        Some(Value::Str(call.numeral(&value, 10)))
    }),
];

/// The hash of a narrow box is its content.
pub(super) static NARROW: &[Row] = &[row("hashCode()", Exact, |call| Some(Value::Int(call.boxed()?)))];

pub(super) static BOOLEAN: &[Row] = &[
    row("<init>(Z)", Exact, |call| {
        let value = call.truth(0)?;
        Some(make(call, Value::Bool(value)))
    }),
    row("parseBoolean(Ljava/lang/String;)", Exact, parse_boolean),
    row("valueOf(Ljava/lang/String;)", Exact, parse_boolean),
    row("valueOf(Z)", Exact, |call| Some(Value::Bool(call.truth(0)?))),
    row("booleanValue()", Exact, |call| Some(call.receiver.first()?.clone())),
    row("toString(Z)", Exact, |call| Some(Value::Str(call.text_of_argument(0)?))),
    row("toString()", Exact, |call| {
        let value = call.receiver.first()?.clone();
        Some(Value::Str(call.text_of('Z', &value)?))
    }),
    row("compare(ZZ)", Exact, difference),
    row("logicalAnd(ZZ)", Exact, |call| Some(Value::Bool(call.truth(0)?.and(call.truth(1)?)))),
    row("logicalOr(ZZ)", Exact, |call| Some(Value::Bool(call.truth(0)?.or(call.truth(1)?)))),
    row("logicalXor(ZZ)", Exact, |call| {
        Some(Value::Bool(same_number(&call.int(0)?, &call.int(1)?).negated()))
    }),
    row("hashCode(Z)", Exact, |call| {
        let holds = call.truth(0)?;
        Some(Value::Int(call.choose_int(holds, &number(1231), &number(1237))))
    }),
];

pub(super) static FLOAT: &[Row] = &[
    row("parseFloat(Ljava/lang/String;)", Contains, parse_float),
    row("valueOf(Ljava/lang/String;)", Contains, parse_float),
    row("valueOf(F)", Contains, |_| Some(Value::Opaque)),
    row("toString(F)", Contains, |call| Some(Value::Str(call.text_of_argument(0)?))),
    row("isNaN(F)", Contains, |call| Some(Value::Bool(call.emit.any_bool("isNaN")))),
    row("compare(FF)", Contains, |call| Some(Value::Int(call.any_between("order", -1, 1)))),
];

pub(super) static DOUBLE: &[Row] = &[
    row("parseDouble(Ljava/lang/String;)", Contains, parse_float),
    row("valueOf(Ljava/lang/String;)", Contains, parse_float),
    row("valueOf(D)", Contains, |_| Some(Value::Opaque)),
    row("toString(D)", Contains, |call| Some(Value::Str(call.text_of_argument(0)?))),
    row("isNaN(D)", Contains, |call| Some(Value::Bool(call.emit.any_bool("isNaN")))),
    row("compare(DD)", Contains, |call| Some(Value::Int(call.any_between("order", -1, 1)))),
];

/// Nothing is decoded to a null pointer, while it is no numeral elsewhere.
fn decode(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    call.text(0)?;
    Some(some_integer(call, bits))
}

/// What may be a numeral in a notation that is not followed.
fn some_integer(call: &mut Call<'_>, bits: u32) -> Value {
    let odd = call.emit.any_bool("odd");
    call.throw_if(odd, NUMBER_FORMAT);
    let half = 1_i128 << (bits - 1);
    Value::Int(call.any_between("decoded", -half, half - 1))
}

/// A constructor: what the box holds.
fn make(call: &mut Call<'_>, value: Value) -> Value {
    call.parts = Some(vec![value]);
    Value::Void
}

fn same(call: &mut Call<'_>) -> Option<Value> {
    Some(Value::Int(call.int(0)?))
}

fn parse_radix(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    let radix = call.int(1)?;
    Some(Value::Int(call.parse(bits, &radix)?))
}

fn decimal(call: &mut Call<'_>) -> Option<Value> {
    let value = call.int(0)?;
    Some(Value::Str(call.numeral(&value, 10)))
}

/// A radix that is none acts as 10. One that is not constant gives any numeral.
fn to_string_radix(call: &mut Call<'_>) -> Option<Value> {
    const NUMERALS: &str = "-?[0-9a-z]+";
    let (value, radix) = (call.int(0)?, call.int(1)?);
    let Some(radix) = radix.as_constant() else {
        let numerals = call.emit.language(NUMERALS, || language(NUMERALS));
        return Some(Value::Str(call.emit.any_of("numeral", numerals)));
    };
    let radix = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)).unwrap_or(10);
    Some(Value::Str(call.numeral(&value, radix)))
}

/// The numeral of the bits of an integer.
fn unsigned(call: &mut Call<'_>, bits: u32, radix: u32) -> Option<Value> {
    let value = call.int(0)?;
    let value = call.choose_int(negative(&value), &plus(&value, &number(1 << bits)), &value);
    Some(Value::Str(call.numeral(&value, radix)))
}

/// The sign of a difference.
pub(super) fn order(call: &mut Call<'_>, left: &Linear, right: &Linear) -> Linear {
    let above = call.choose_int(same_number(left, right), &number(0), &number(1));
    call.choose_int(below(left, right), &number(-1), &above)
}

fn compare(call: &mut Call<'_>) -> Option<Value> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(Value::Int(order(call, &left, &right)))
}

fn compare_to(call: &mut Call<'_>) -> Option<Value> {
    let (left, right) = (call.boxed()?, call.int(0)?);
    Some(Value::Int(order(call, &left, &right)))
}

fn difference(call: &mut Call<'_>) -> Option<Value> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(Value::Int(minus(&left, &right)))
}

fn signum(call: &mut Call<'_>) -> Option<Value> {
    let value = call.int(0)?;
    Some(Value::Int(order(call, &value, &number(0))))
}

pub(super) fn max(call: &mut Call<'_>) -> Option<Value> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(Value::Int(call.choose_int(at_most(&right, &left), &left, &right)))
}

pub(super) fn min(call: &mut Call<'_>) -> Option<Value> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(Value::Int(call.choose_int(at_most(&left, &right), &left, &right)))
}

fn sum(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    let (left, right) = (call.int(0)?, call.int(1)?);
    Some(Value::Int(wrapped(call, IntExpr::Linear(plus(&left, &right)), bits)))
}

fn narrowed(call: &mut Call<'_>, bits: u32) -> Option<Value> {
    let value = call.boxed()?;
    Some(Value::Int(wrapped(call, IntExpr::Linear(value), bits)))
}

/// An integer in two's complement of so many bits.
pub(super) fn wrapped(call: &mut Call<'_>, value: IntExpr, bits: u32) -> Linear {
    if let IntExpr::Linear(linear) = &value
        && let Some(constant) = linear.as_constant()
    {
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        return number((constant + half).rem_euclid(whole) - half);
    }
    let var = call.emit.new_int("wrapped");
    call.emit.push(Action::SetInt(var, value, Width::Signed(bits)));
    Linear::var(var)
}

/// Both halves of 64 bits, one of them or the other.
fn long_hash(call: &mut Call<'_>, value: &Linear) -> Linear {
    let high = call.emit.set_int("high", IntExpr::Bits(BitOp::Right, value.clone(), number(32)));
    wrapped(call, IntExpr::Bits(BitOp::Xor, value.clone(), high), 32)
}

fn parse_boolean(call: &mut Call<'_>) -> Option<Value> {
    const TRUE: &str = "[tT][rR][uU][eE]";
    let (null, text) = call.nullable(0)?;
    let is_true = call.within(&text, TRUE, || language(TRUE));
    Some(Value::Bool(null.negated().and(is_true)))
}

/// A condition on the range of an integer of so many bits.
pub(super) fn fits(value: &Linear, bits: u32) -> Condition {
    let half = 1_i128 << (bits - 1);
    between(value, -half, half - 1)
}
