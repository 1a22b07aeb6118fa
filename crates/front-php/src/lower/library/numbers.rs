//! Functions on numbers, and conversions to them.
//!
//! Integers are exact where PHP computes with integers; floats are known as any text that a float has.

use ir::{Condition, Linear};

use super::{Call, Model, NUMERIC, Row, row_of};
use crate::lower::Lower;
use crate::tree::Cast;
use crate::value::{Value, at_most, simplify};

/// Texts of floats that are not negative and not large.
const FRACTION: &str = "[0-9]+(\\.[0-9]+)?(E-[0-9]+)?";

pub(super) static ROWS: &[Row] = &[
    row_of("intval", 1, Model::Code(intval)),
    row_of("floatval", 1, Model::Code(|lower, call| lower.cast(Cast::Float, &call.value(0)))),
    row_of("doubleval", 1, Model::Code(|lower, call| lower.cast(Cast::Float, &call.value(0)))),
    row_of("boolval", 1, Model::Code(|lower, call| lower.cast(Cast::Bool, &call.value(0)))),
    row_of("settype", 2, Model::Code(settype)),
    row_of("is_numeric", 1, Model::Code(|lower, call| Value::Bool(simplify(lower.numeric(&call.value(0)))))),
    row_of("abs", 1, Model::Code(number)),
    row_of("floor", 1, Model::Code(number)),
    row_of("ceil", 1, Model::Code(number)),
    row_of("round", 1, Model::Code(number)),
    row_of("sqrt", 1, Model::Code(number)),
    row_of("pow", 2, Model::Code(number)),
    row_of("max", 1, Model::Code(extreme)),
    row_of("min", 1, Model::Code(extreme)),
    row_of("rand", 0, Model::Code(random)),
    row_of("mt_rand", 0, Model::Code(random)),
    row_of("random_int", 2, Model::Code(random)),
    row_of("time", 0, Model::Code(random)),
    row_of("mktime", 0, Model::Code(random)),
    row_of("strtotime", 1, Model::Code(random)),
    row_of("microtime", 0, Model::Text(FRACTION)),
    row_of("number_format", 1, Model::Code(number_format)),
    row_of("dechex", 1, Model::Text("[0-9a-f]+")),
    row_of("decbin", 1, Model::Text("[01]+")),
    row_of("hexdec", 1, Model::Code(random)),
];

fn intval(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.flag(1, 10) {
        Some(10) => Value::Int(lower.integer(&call.value(0))),
        _ => Value::Int(lower.emit.any_int("intval")),
    }
}

/// The variable gets the type and the result is whether the type exists.
fn settype(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let cast = match call.value(1).constant().as_deref() {
        Some(b"int" | b"integer") => Cast::Int,
        Some(b"float" | b"double") => Cast::Float,
        Some(b"string") => Cast::String,
        Some(b"bool" | b"boolean") => Cast::Bool,
        Some(b"null") => Cast::Null,
        _ => return lower.not_modelled(call, "to a type that is not constant"),
    };
    let value = lower.cast(cast, &call.value(0));
    lower.assign_place(call.places[0], value);
    Value::bool(true)
}

/// A number that nothing more is said of.
fn number(lower: &mut Lower<'_>, _: &Call<'_>) -> Value {
    let is_int = lower.emit.any_bool("whole");
    let int = Value::Int(lower.emit.any_int("number"));
    let unknown = Value::Bool(Condition::FALSE);
    let float = lower.float(&unknown);
    Value::choice(is_int, int, float)
}

/// One of the arguments.
fn extreme(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let mut values = match (call.values.len(), call.value(0)) {
        (1, Value::Array(array)) if array.rest.is_none() => {
            array.known.iter().map(|(_, value)| value.clone()).collect()
        }
        (1, _) => return lower.not_modelled(call, "of an array that is not known"),
        _ => call.values.clone(),
    };
    let mut chosen = values.pop().unwrap_or(Value::Null);
    for value in values {
        let which = lower.emit.any_bool("which");
        chosen = Value::choice(which, value, chosen);
    }
    chosen
}

fn random(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let value = lower.emit.any_int(call.row.name);
    let bounds = match (call.row.name, call.values.as_slice()) {
        ("rand" | "mt_rand" | "random_int", [low, high]) => Some((lower.integer(low), lower.integer(high))),
        _ => Some((Linear::constant(0), Linear::constant(i128::from(i64::MAX)))),
    };
    if let Some((low, high)) = bounds
        && let (Some(above), Some(below)) = (at_most(&low, &value), at_most(&value, &high))
    {
        lower.emit.push(ir::Action::Assume(simplify(above.and(below))));
    }
    Value::Int(value)
}

/// With constant separators.
fn number_format(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let separator = |at: usize, default: &[u8]| match call.values.get(at) {
        None => Some(default.to_vec()),
        Some(value) => value.constant(),
    };
    let (Some(point), Some(comma)) = (separator(2, b"."), separator(3, b",")) else {
        return lower.not_modelled(call, "with separators that are not constant");
    };
    let value = call.value(0);
    if let Value::Str(term) | Value::Maybe(_, term) | Value::Any(term) = &value {
        let numeric = lower.within(&term.clone(), NUMERIC);
        lower.throw_when(numeric.negated());
    }
    let escaped = |text: &[u8]| text.iter().map(|byte| format!("\\x{byte:02x}")).collect::<Vec<_>>().concat();
    let (point, comma) = (escaped(&point), escaped(&comma));
    let form = format!("-?[0-9]{{1,3}}({comma}[0-9]{{3}})*({point}[0-9]+)?|-?inf|nan");
    Value::Str(lower.page_text("number_format", &form))
}
