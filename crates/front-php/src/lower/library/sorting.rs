//! Functions that change the array which they are given.
//!
//! Exact for ends of arrays whose elements are known one by one. After the others the array has some of its elements, in
//! any order.

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::value::{Array, ArrayKey, Rest, Value};

const REORDERED: Model = Model::Code(reordered);

pub(super) static ROWS: &[Row] = &[
    row_of("sort", 1, REORDERED),
    row_of("rsort", 1, REORDERED),
    row_of("asort", 1, REORDERED),
    row_of("arsort", 1, REORDERED),
    row_of("ksort", 1, REORDERED),
    row_of("krsort", 1, REORDERED),
    row_of("natsort", 1, REORDERED),
    row_of("natcasesort", 1, REORDERED),
    row_of("shuffle", 1, REORDERED),
    row_of("array_multisort", 1, Model::Code(multisort)),
    row_of("array_pop", 1, Model::Code(|lower, call| end_taken(lower, call, End::Last))),
    row_of("array_shift", 1, Model::Code(|lower, call| end_taken(lower, call, End::First))),
    row_of("array_unshift", 1, Model::Code(array_unshift)),
    row_of("array_splice", 2, Model::Code(array_splice)),
    row_of("end", 1, Model::Code(|lower, call| end_read(lower, call, End::Last))),
    row_of("reset", 1, Model::Code(|lower, call| end_read(lower, call, End::First))),
    row_of("current", 1, Model::Code(some_or_false)),
    row_of("pos", 1, Model::Code(some_or_false)),
    row_of("next", 1, Model::Code(some_or_false)),
    row_of("prev", 1, Model::Code(some_or_false)),
    row_of("array_merge", 0, Model::Code(array_merge)),
    row_of("array_reverse", 1, Model::Code(array_reverse)),
];

/// An end of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// The array with the same elements in any order.
pub(super) fn reordered(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let array = match call.value(0) {
        Value::Array(array) if array.known.is_empty() => (*array).clone(),
        Value::Array(array) if array.rest.is_none() && array.known.len() == 1 => (*array).clone(),
        _ => Array::unknown(),
    };
    lower.assign_place(call.places[0], Value::Array(array.into()));
    Value::bool(true)
}

fn multisort(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    for (place, value) in call.places.iter().zip(&call.values) {
        if matches!(value, Value::Array(_) | Value::Any(_) | Value::Choice(_)) {
            lower.assign_place(place, Value::Array(Array::unknown().into()));
        }
    }
    Value::bool(true)
}

/// The elements with integer keys numbered anew.
fn renumbered(elements: impl Iterator<Item = (ArrayKey, Value)>) -> Array {
    let mut array = Array::empty();
    for (key, value) in elements {
        match key {
            ArrayKey::Int(_) => array.push(value),
            ArrayKey::Str(_) => array.set(key, value),
        }
    }
    array
}

fn end_taken(lower: &mut Lower<'_>, call: &Call<'_>, end: End) -> Value {
    let Value::Array(array) = call.value(0) else {
        lower.assign_place(call.places[0], Value::Array(Array::unknown().into()));
        return lower.not_modelled(call, "of an array that is not known");
    };
    if array.rest.is_some() {
        let element = lower.some_element(&array);
        let rest = if array.known.is_empty() { array.rest.clone() } else { Some(Rest::Unknown) };
        let left = Array { known: Vec::new(), rest, next: None };
        lower.assign_place(call.places[0], Value::Array(left.into()));
        let some = lower.emit.any_bool("an element is left");
        return Value::choice(some, element, Value::Null);
    }
    let mut known = array.known.clone();
    let taken = match end {
        End::Last => known.pop(),
        End::First if known.is_empty() => None,
        End::First => Some(known.remove(0)),
    };
    let left = match end {
        End::First => renumbered(known.into_iter()),
        End::Last => {
            let next = known.iter().filter_map(|(key, _)| match key {
                ArrayKey::Int(number) => number.checked_add(1),
                ArrayKey::Str(_) => None,
            });
            let next = next.max().unwrap_or(0).max(0);
            Array { known, rest: None, next: Some(next) }
        }
    };
    lower.assign_place(call.places[0], Value::Array(left.into()));
    taken.map_or(Value::Null, |(_, value)| value)
}

fn array_unshift(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let array = match call.value(0) {
        Value::Array(array) if array.rest.is_none() => {
            let new = call.values[1..].iter().map(|value| (ArrayKey::Int(0), value.clone()));
            renumbered(new.chain(array.known.iter().cloned()))
        }
        _ => Array::unknown(),
    };
    lower.assign_place(call.places[0], Value::Array(array.into()));
    Value::Int(lower.emit.any_int("count"))
}

/// Exact for constant positions in a list of known elements.
fn array_splice(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let whole = match (call.value(0), call.flag(1, 0)) {
        (Value::Array(array), Some(from)) if array.rest.is_none() => Some((array, from)),
        _ => None,
    };
    let new = match call.value(3) {
        Value::Array(array) if array.rest.is_none() => Some(array.known.clone()),
        Value::Null => Some(Vec::new()),
        Value::Array(_) | Value::Any(_) | Value::Object(_) | Value::Choice(_) => None,
        value => Some(vec![(ArrayKey::Int(0), value)]),
    };
    let (Some((array, from)), Some(new)) = (whole, new) else {
        lower.assign_place(call.places[0], Value::Array(Array::unknown().into()));
        return Value::Array(Array::unknown().into());
    };
    let size = i64::try_from(array.known.len()).expect("an array fits the memory");
    let from = if from < 0 { (size + from).max(0) } else { from.min(size) };
    let count = match call.value(2) {
        Value::Null => Some(size),
        _ => call.flag(2, size),
    };
    let Some(count) = count else {
        lower.assign_place(call.places[0], Value::Array(Array::unknown().into()));
        return Value::Array(Array::unknown().into());
    };
    let to = if count < 0 { (size + count).max(from) } else { from.saturating_add(count).min(size) };
    let index = |at: i64| usize::try_from(at).expect("it lies within the array");
    let (from, to) = (index(from), index(to));
    let before = array.known[..from].iter().cloned();
    let new = new.into_iter().map(|(_, value)| (ArrayKey::Int(0), value));
    let left = renumbered(before.chain(new).chain(array.known[to..].iter().cloned()));
    lower.assign_place(call.places[0], Value::Array(left.into()));
    Value::Array(renumbered(array.known[from..to].iter().cloned()).into())
}

fn end_read(lower: &mut Lower<'_>, call: &Call<'_>, end: End) -> Value {
    match call.value(0) {
        Value::Array(array) if array.rest.is_none() => {
            let element = match end {
                End::First => array.known.first(),
                End::Last => array.known.last(),
            };
            element.map_or(Value::bool(false), |(_, value)| value.clone())
        }
        _ => some_or_false(lower, call),
    }
}

/// Some element of the array, or false.
fn some_or_false(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(0) else { return lower.unknown_value(call.row.name) };
    let element = lower.some_element(&array);
    let some = lower.emit.any_bool("an element is there");
    Value::choice(some, element, Value::bool(false))
}

/// Exact when all elements are known.
fn array_merge(_: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let mut whole = Vec::new();
    for value in &call.values {
        match value {
            Value::Array(array) if array.rest.is_none() => whole.extend(array.known.iter().cloned()),
            _ => return Value::Array(Array::unknown().into()),
        }
    }
    Value::Array(renumbered(whole.into_iter()).into())
}

/// Exact when all elements are known.
fn array_reverse(_: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0) {
        Value::Array(array) if array.rest.is_none() && call.values.len() == 1 => {
            Value::Array(renumbered(array.known.iter().rev().cloned()).into())
        }
        Value::Array(array) if array.known.is_empty() => Value::Array(array),
        _ => Value::Array(Array::unknown().into()),
    }
}
