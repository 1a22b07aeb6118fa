//! Functions on arrays.
//!
//! Exact where the elements are known one by one; elsewhere the result is anything, and that is said.

use std::rc::Rc;

use ir::Condition;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::value::{Array, ArrayKey, Value, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("count", 1, Model::Code(count)),
    row_of("sizeof", 1, Model::Code(count)),
    row_of("in_array", 2, Model::Code(in_array)),
    row_of("array_key_exists", 2, Model::Code(key_exists)),
    row_of("key_exists", 2, Model::Code(key_exists)),
    row_of("implode", 1, Model::Code(implode)),
    row_of("join", 1, Model::Code(implode)),
    row_of("array_push", 2, Model::Code(array_push)),
    row_of("array_values", 1, Model::Code(array_values)),
    row_of("array_keys", 1, Model::Code(array_keys)),
    row_of("array_merge", 0, Model::Code(|lower, call| lower.not_modelled(call, "is not modelled"))),
    row_of("array_map", 2, Model::Code(|lower, call| lower.not_modelled(call, "is not modelled"))),
    row_of("http_build_query", 1, Model::Code(http_build_query)),
];

fn count(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0) {
        Value::Array(array) => Value::Int(lower.count(&array)),
        Value::Any(_) | Value::Object(_) => Value::Int(lower.emit.any_int("count")),
        _ => {
            lower.throw_when(Condition::TRUE);
            Value::int(0)
        }
    }
}

/// Exact when the elements are known.
fn in_array(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let strict = call.value(2).constant().is_some_and(|flag| flag == b"1");
    let needle = call.value(0);
    let Value::Array(array) = call.value(1) else { return Value::Bool(lower.emit.any_bool("in_array")) };
    let mut found = Condition::FALSE;
    for (_, value) in &array.known {
        let equal =
            if strict { lower.identical(&needle, value) } else { lower.loosely_equal(&needle, value) };
        found = found.or(equal);
    }
    if array.rest.is_some() {
        found = found.or(lower.emit.any_bool("in_array"));
    }
    Value::Bool(simplify(found))
}

/// Exact when the keys are known.
fn key_exists(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(1) else { return Value::Bool(lower.emit.any_bool("key exists")) };
    let key = call.value(0);
    if let Some(bytes) = key.constant()
        && array.get(&ArrayKey::of_text(&bytes)).is_some()
    {
        return Value::bool(true);
    }
    let mut found = Condition::FALSE;
    let text = lower.text(&key);
    for (known, _) in &array.known {
        if let Some(bytes) = known.value().constant() {
            found = found.or(lower.equals(&text, &bytes));
        }
    }
    if array.rest.is_some() {
        found = found.or(lower.emit.any_bool("key exists"));
    }
    Value::Bool(simplify(found))
}

/// Exact when the elements are known.
fn implode(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (glue, array) = match (call.value(0), call.value(1)) {
        (Value::Array(array), Value::Null) => (Value::empty(), array),
        (Value::Array(array), glue) | (glue, Value::Array(array)) => (glue, array),
        _ => return lower.not_modelled(call, "of an array that is not known"),
    };
    if array.rest.is_some() {
        return lower.not_modelled(call, "of an array that is not known");
    }
    let mut parts = Vec::new();
    for (index, (_, value)) in array.known.iter().enumerate() {
        if index > 0 {
            parts.push(glue.clone());
        }
        parts.push(value.clone());
    }
    lower.concat(&parts)
}

fn array_push(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let mut array = match call.value(0) {
        Value::Array(array) => (*array).clone(),
        _ => Array::unknown(),
    };
    for value in &call.values[1..] {
        array.push(value.clone());
    }
    lower.assign_place(call.places[0], Value::Array(array.into()));
    Value::Int(lower.emit.any_int("count"))
}

fn array_values(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(0) else { return lower.not_modelled(call, "of no array") };
    let known = array.known.iter().enumerate();
    let known: Vec<_> = known.map(|(index, (_, value))| (ArrayKey::at(index), value.clone())).collect();
    let next = array.rest.is_none().then_some(known.len()).and_then(|next| i64::try_from(next).ok());
    Value::Array(Rc::new(Array { known, rest: array.rest.clone(), next }))
}

fn array_keys(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(0) else { return lower.not_modelled(call, "of no array") };
    let known = array.known.iter().enumerate();
    let known: Vec<_> = known.map(|(index, (key, _))| (ArrayKey::at(index), key.value())).collect();
    let next = array.rest.is_none().then_some(known.len()).and_then(|next| i64::try_from(next).ok());
    Value::Array(Rc::new(Array { known, rest: array.rest.clone(), next }))
}

/// A string throws; an array gives text that is encoded.
fn http_build_query(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0) {
        Value::Array(_) | Value::Object(_) | Value::Any(_) => {
            Value::Str(lower.outside("http_build_query", Some("[A-Za-z0-9_.%+=&~\\-]*")))
        }
        _ => {
            lower.throw_when(Condition::TRUE);
            Value::Null
        }
    }
}
