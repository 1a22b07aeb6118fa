//! Functions that call a function which they are given.
//!
//! The function runs on the elements that are known, one after the other, or on some elements as often as it may be.
//! What it gets by reference is read back.

use std::cell::Cell;
use std::rc::Rc;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::lower::env::Key;
use crate::tree::{Argument, Expr, ExprKind, Mode, Name};
use crate::value::{Array, ArrayKey, Rest, Value};

pub(super) static ROWS: &[Row] = &[
    row_of("call_user_func", 1, Model::Code(call_user_func)),
    row_of("call_user_func_array", 2, Model::Code(call_user_func_array)),
    row_of("array_walk", 2, Model::Code(array_walk)),
    row_of("array_filter", 1, Model::Code(array_filter)),
    row_of("array_reduce", 2, Model::Code(array_reduce)),
    row_of("usort", 2, Model::Code(sorted_by)),
    row_of("uasort", 2, Model::Code(sorted_by)),
    row_of("uksort", 2, Model::Code(sorted_by)),
    row_of("preg_replace_callback", 3, Model::Code(preg_replace_callback)),
];

fn call_user_func(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    lower.call_with(&call.value(0), call.values[1..].to_vec())
}

fn call_user_func_array(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(1) {
        Value::Array(array)
            if array.rest.is_none() && array.known.iter().all(|(key, _)| matches!(key, ArrayKey::Int(_))) =>
        {
            let values = array.known.iter().map(|(_, value)| value.clone()).collect();
            lower.call_with(&call.value(0), values)
        }
        _ => {
            lower.gap("a call with arguments that are not known");
            lower.unknown_value(call.row.name)
        }
    }
}

/// The array of a value, or any array.
fn array_of(value: &Value) -> Rc<Array> {
    match value {
        Value::Array(array) => array.clone(),
        _ => Rc::new(Array::unknown()),
    }
}

/// The function may change each element.
fn array_walk(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let array = array_of(&call.value(0));
    let mut changed = (*array).clone();
    if array.rest.is_some() {
        changed = Array::unknown();
        lower.for_some(&array, |lower, element| {
            let key = lower.unknown_value("key");
            drop(lower.call_back(&call.value(1), &[vec![element, key], call.values[2..].to_vec()].concat()));
        });
    } else {
        for (key, element) in &mut changed.known {
            let values = [vec![element.clone(), key.value()], call.values[2..].to_vec()].concat();
            let (_, back) = lower.call_back(&call.value(1), &values);
            if let Some(new) = back.into_iter().next() {
                *element = new;
            }
        }
    }
    lower.assign_place(call.places[0], Value::Array(changed.into()));
    Value::bool(true)
}

/// Contains every result: elements of the array, under their keys.
fn array_filter(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(0) else {
        return lower.not_modelled(call, "of an array that is not known");
    };
    if call.value(1) != Value::Null {
        let by_flag = call.values.len() > 2;
        lower.for_some(&array, |lower, element| {
            let element = if by_flag { lower.unknown_value("element") } else { element };
            let more = if by_flag { vec![lower.unknown_value("key")] } else { Vec::new() };
            drop(lower.call_with(&call.value(1), [vec![element], more].concat()));
        });
    }
    let rest = match &array.rest {
        _ if !array.known.is_empty() => Some(Rest::Unknown),
        Some(rest) if call.values.len() == 2 && is_predicate(lower, &call.value(1), rest) => {
            Some(Rest::Filtered(Box::new(call.value(1)), Box::new(rest.clone())))
        }
        rest => rest.clone(),
    };
    Value::Array(Rc::new(Array { known: Vec::new(), rest, next: None }))
}

/// Whether a function only computes, from its argument alone.
fn is_predicate(lower: &mut Lower<'_>, callee: &Value, rest: &Rest) -> bool {
    lower.is_settled(callee)
        && lower.is_harmless(|lower| {
            let element = lower.rest_element(rest);
            drop(lower.call_with(callee, vec![element]));
        })
}

/// Exact when the elements are known.
fn array_reduce(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let array = array_of(&call.value(0));
    if array.rest.is_some() {
        lower.for_some(&array, |lower, element| {
            let so_far = lower.unknown_value("so far");
            drop(lower.call_with(&call.value(1), vec![so_far, element]));
        });
        return lower.not_modelled(call, "of an array that is not known");
    }
    let mut so_far = call.value(2);
    for (_, element) in &array.known {
        so_far = lower.call_with(&call.value(1), vec![so_far, element.clone()]);
    }
    so_far
}

/// The function compares elements, or keys; afterwards the elements stand in any order.
fn sorted_by(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let array = array_of(&call.value(0));
    let by_key = call.row.name == "uksort";
    lower.for_some(&array, |lower, element| {
        let (left, right) = if by_key {
            (lower.unknown_value("key"), lower.unknown_value("key"))
        } else {
            let other = lower.some_element(&array);
            (element, other)
        };
        drop(lower.call_with(&call.value(1), vec![left, right]));
    });
    super::sorting::reordered(lower, call)
}

/// A function that gives a constant, whatever matches, is the constant.
fn replaced_by_constant(lower: &mut Lower<'_>, call: &Call<'_>) -> Option<Value> {
    let callee = call.value(1);
    if call.values.len() != 3 || !lower.is_settled(&callee) {
        return None;
    }
    let given = Cell::new(None);
    let is_harmless = lower.is_harmless(|lower| {
        let matches = Value::Array(Array::unknown().into());
        given.set(lower.call_with(&callee, vec![matches]).constant());
    });
    let constant = given.take().filter(|_| is_harmless)?;
    let special = |byte: u8| matches!(byte, b'\\' | b'$').then_some(b'\\').into_iter().chain([byte]);
    let with: Vec<u8> = constant.into_iter().flat_map(special).collect();
    let values = vec![call.value(0), Value::text(&with), call.value(2)];
    let row = super::row("preg_replace")?;
    Some(super::model(lower, &Call { row, values, places: call.places.clone() }))
}

/// The function runs on some matches; the result is unknown.
fn preg_replace_callback(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if let Some(replaced) = replaced_by_constant(lower, call) {
        return replaced;
    }
    let text = lower.text(&call.value(2));
    let groups = Rc::new(Array { known: Vec::new(), rest: Some(Rest::PieceOf(text)), next: None });
    lower.for_some(&groups.clone(), |lower, _| {
        drop(lower.call_with(&call.value(1), vec![Value::Array(groups.clone())]));
    });
    lower.not_modelled(call, "is not modelled")
}

impl Lower<'_> {
    /// Calls something with values, and gives the result and what became of the arguments.
    fn call_back(&mut self, callee: &Value, values: &[Value]) -> (Value, Vec<Value>) {
        let names: Vec<Name> = (0..values.len()).map(|at| format!("given {at}").into()).collect();
        let keys: Vec<Key> = names.iter().map(|name| self.local(name)).collect();
        self.env.values.extend(keys.iter().cloned().zip(values.iter().cloned()));
        let span = self.emit.span;
        let argument = |name: Name| Argument {
            name: None,
            value: Expr { kind: ExprKind::Variable(name), span },
            mode: Mode::Value,
        };
        let arguments: Vec<Argument> = names.into_iter().map(argument).collect();
        let result = self.call_value(callee, &arguments);
        let back = keys.iter().map(|key| self.env.get(key).cloned().unwrap_or(Value::Null)).collect();
        for key in &keys {
            self.env.values.remove(key);
            self.env.aliases.remove(key);
        }
        (result, back)
    }
}
