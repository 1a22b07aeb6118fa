//! Functions on arrays.
//!
//! Exact where the elements are known one by one. Elsewhere a function is applied to each as it is read, and texts are
//! put together by a loop; for the rest the result is anything, and that is said.

use std::cell::Cell;
use std::rc::Rc;

use ir::Condition;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::lower::env::Key;
use crate::lower::loops::Parts;
use crate::value::{Array, ArrayKey, Rest, Value, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("count", 1, Model::Code(count)),
    row_of("sizeof", 1, Model::Code(count)),
    row_of("in_array", 2, Model::Code(in_array)),
    row_of("array_key_exists", 2, Model::Code(key_exists)),
    row_of("key_exists", 2, Model::Code(key_exists)),
    row_of("implode", 1, Model::Code(implode)),
    row_of("join", 1, Model::Code(implode)),
    row_of("array_push", 1, Model::Code(array_push)),
    row_of("array_values", 1, Model::Code(array_values)),
    row_of("array_keys", 1, Model::Code(array_keys)),
    row_of("array_map", 2, Model::Code(array_map)),
    row_of("array_fill", 3, Model::Code(array_fill)),
    row_of("array_fill_keys", 2, Model::Code(array_fill_keys)),
    row_of("array_pad", 3, Model::Code(array_pad)),
    row_of("range", 2, Model::Code(range)),
    row_of("http_build_query", 1, Model::Code(http_build_query)),
];

fn count(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0) {
        Value::Array(array) => Value::Int(lower.count(&array)),
        Value::Any(_) | Value::Object(_) | Value::Choice(_) | Value::Maybe(..) => {
            let throws = lower.emit.any_bool("is no array");
            lower.throw_when(throws);
            Value::Int(lower.emit.any_int("count"))
        }
        Value::Str(term) if lower.text_may_be_array(&term) => {
            let throws = lower.emit.any_bool("is no array");
            lower.throw_when(throws);
            Value::Int(lower.emit.any_int("count"))
        }
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
    let key = call.value(0);
    if let Some(name) = call.places.get(1).and_then(|place| crate::lower::variable_name(place))
        && let Some(value) = lower.request_value(name, &key)
        && let Some(is_null) = value.is_null()
    {
        return Value::Bool(simplify(is_null.negated()));
    }
    let Value::Array(array) = call.value(1) else { return Value::Bool(lower.emit.any_bool("key exists")) };
    if let Some(key) = key.key()
        && array.get(&key).is_some()
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

/// Exact when the elements are known, with a function by its name or without one. Of other elements the function is
/// applied when they are read, if it does nothing else.
fn array_map(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let callee = call.value(0);
    let Some(array) = elements(lower, &call.value(1)) else {
        return lower.not_modelled(call, "of an array that is not known");
    };
    if call.values.len() > 2 || callee == Value::Null {
        return lower.not_modelled(call, "of several arrays");
    }
    let function = array.rest.as_ref().and_then(|rest| pure(lower, &callee, rest));
    let rest = match (&array.rest, function) {
        (None, _) => None,
        (Some(rest), Some(function)) => Some(Rest::Mapped(Box::new(function), Box::new(rest.clone()))),
        (Some(_), None) => {
            lower.for_some(&array, |lower, element| drop(lower.call_with(&callee, vec![element])));
            lower.approximate(
                "what a function of the page makes of elements that are not known is anything".to_owned(),
            );
            Some(Rest::Unknown)
        }
    };
    let mut known = Vec::new();
    for (key, value) in &array.known {
        known.push((key.clone(), lower.call_with(&callee, vec![value.clone()])));
    }
    Value::Array(Rc::new(Array { known, rest, next: array.next }))
}

/// The function, when it only computes. One that gives integers gives any of them.
fn pure(lower: &mut Lower<'_>, callee: &Value, rest: &Rest) -> Option<Value> {
    if callee.constant().is_some_and(|name| library_function(lower, &name).is_some()) {
        return Some(callee.clone());
    }
    if !lower.is_settled(callee) {
        return None;
    }
    let gives_integers = Cell::new(false);
    let is_harmless = lower.is_harmless(|lower| {
        let element = lower.rest_element(rest);
        let result = lower.call_with(callee, vec![element]);
        gives_integers.set(matches!(result, Value::Int(_)));
    });
    let integers = gives_integers.get().then(|| Value::text(b"intval"));
    is_harmless.then(|| integers.unwrap_or_else(|| callee.clone()))
}

/// How many elements are made one by one.
const MOST: i64 = 30;

/// A constant integer that a value is.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(linear) => linear.as_constant().and_then(|value| i64::try_from(value).ok()),
        _ => None,
    }
}

/// An array with these elements, in the order of their keys.
fn listed(elements: impl IntoIterator<Item = (ArrayKey, Value)>) -> Value {
    let mut array = Array::empty();
    elements.into_iter().for_each(|(key, value)| array.set(key, value));
    Value::Array(array.into())
}

/// An array of copies of a value under keys that are not known.
fn copies(value: Value) -> Value {
    let rest = Some(Rest::Copies(Box::new(value)));
    Value::Array(Rc::new(Array { known: Vec::new(), rest, next: None }))
}

/// Exact for a constant number of elements from a constant key on.
fn array_fill(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let value = lower.behind(call.value(2));
    match (whole(&call.value(0)), whole(&call.value(1))) {
        (Some(from), Some(count)) if (0..MOST).contains(&from) && (0..=MOST).contains(&count) => {
            listed((from..from + count).map(|key| (ArrayKey::Int(key), value.clone())))
        }
        _ => {
            lower.may_throw(|lower| lower.emit.any_bool("throws"));
            copies(value)
        }
    }
}

/// Exact for constant keys.
fn array_fill_keys(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (keys, value) = (array_of(&call.value(0)), lower.behind(call.value(1)));
    let known: Option<Vec<ArrayKey>> = keys.known.iter().map(|(_, key)| key.key()).collect();
    match known.filter(|_| keys.rest.is_none()) {
        Some(known) => listed(known.into_iter().map(|key| (key, value.clone()))),
        None => copies(value),
    }
}

/// Exact for lists whose elements are known, where the new ones stand at the end.
fn array_pad(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(mut array) = call.value(0) else {
        return lower.not_modelled(call, "of an array that is not known");
    };
    match whole(&call.value(1)) {
        Some(size) if array.rest.is_none() && is_list(&array) && (0..=MOST).contains(&size) => {
            let array = Rc::make_mut(&mut array);
            let missing = usize::try_from(size).unwrap_or(0).saturating_sub(array.known.len());
            array.next = i64::try_from(array.known.len()).ok();
            (0..missing).for_each(|_| array.push(call.value(2)));
            Value::Array(Rc::new(array.clone()))
        }
        _ => lower.not_modelled(call, "of a size that is not constant"),
    }
}

/// Whether the keys of the known elements are 0, 1, 2 and so on.
fn is_list(array: &Array) -> bool {
    array.known.iter().enumerate().all(|(at, (key, _))| *key == ArrayKey::at(at))
}

/// Exact for few constant integers, or letters, one after the other; other integers are any.
fn range(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (from, to) = (call.value(0), call.value(1));
    if call.values.len() == 2
        && let (Some(from), Some(to)) = (whole(&from), whole(&to))
        && to.checked_sub(from).is_some_and(|steps| (0..MOST).contains(&steps))
    {
        return listed((from..=to).enumerate().map(|(at, number)| (ArrayKey::at(at), Value::int(number))));
    }
    let letter = |value: &Value| match value.constant().as_deref() {
        Some([letter]) if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    };
    if call.values.len() == 2
        && let (Some(from), Some(to)) = (letter(&from), letter(&to))
        && from <= to
        && i64::from(to - from) < MOST
    {
        return listed(
            (from..=to).enumerate().map(|(at, letter)| (ArrayKey::at(at), Value::text(&[letter]))),
        );
    }
    let is_integer = |value: Value| matches!(value, Value::Int(_));
    if call.values.iter().cloned().all(is_integer) {
        lower.may_throw(|lower| lower.emit.any_bool("throws"));
        let integers = Rest::Mapped(Box::new(Value::text(b"intval")), Box::new(Rest::Outside));
        return Value::Array(Rc::new(Array { known: Vec::new(), rest: Some(integers), next: None }));
    }
    lower.not_modelled(call, "is not modelled")
}

/// The array of a value, or any array.
fn array_of(value: &Value) -> Rc<Array> {
    match value {
        Value::Array(array) => array.clone(),
        _ => Rc::new(Array::unknown()),
    }
}

/// The array that a value is. A parameter of a request that is used as one is one, of strings; else the run ends.
fn elements(lower: &mut Lower<'_>, value: &Value) -> Option<Rc<Array>> {
    match value {
        Value::Array(array) => Some(array.clone()),
        Value::Maybe(..) => Some(outside_elements()),
        Value::Str(term) if lower.text_may_be_array(term) => Some(outside_elements()),
        Value::Choice(_) => {
            let empty = Rc::new(Array::empty());
            let mut arrays = Vec::new();
            for (_, leaf) in value.leaves() {
                arrays.extend(
                    Some(elements(lower, &leaf)?)
                        .filter(|array| array.known != empty.known || array.rest.is_some()),
                );
            }
            arrays.dedup();
            match arrays.len() {
                0 => Some(empty),
                // It may be empty as well, which only a walk over elements that are not known allows for.
                1 => arrays.pop().filter(|array| array.known.is_empty()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The elements of a parameter that is used as an array.
fn outside_elements() -> Rc<Array> {
    Rc::new(Array { known: Vec::new(), rest: Some(Rest::Outside), next: None })
}

/// A function of the library that only computes.
fn library_function(lower: &Lower<'_>, name: &[u8]) -> Option<&'static str> {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let row = super::row(&name).filter(|_| !lower.is_declared(&name))?;
    match row.model {
        Model::Map(_) | Model::Text(_) | Model::Outside(_) | Model::Test(_) | Model::Value(_) => {
            Some(row.name)
        }
        Model::Code(_) if PURE.contains(&row.name) => Some(row.name),
        Model::Code(_) | Model::Sink(_) => None,
    }
}

/// Functions with code of their own that only compute.
const PURE: &[&str] = &[
    "intval",
    "floatval",
    "boolval",
    "strval",
    "trim",
    "ltrim",
    "rtrim",
    "ucwords",
    "strip_tags",
    "htmlspecialchars",
    "htmlentities",
    "escapeshellarg",
    "json_encode",
    "basename",
    "strlen",
    "abs",
];

/// Exact when the elements are known. Others come one after the other, as often as it may be.
fn implode(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (glue, array) = match (call.value(0), call.value(1)) {
        (Value::Array(array), Value::Null) => (Value::empty(), array),
        (Value::Array(array), glue) => (glue, array),
        (glue, array) => match elements(lower, &array) {
            Some(array) => (glue, array),
            None => return lower.not_modelled(call, "of an array that is not known"),
        },
    };
    match &array.rest {
        None => {}
        Some(Rest::Unknown | Rest::Rows | Rest::PieceOf(_)) => {
            return lower.not_modelled(call, "of an array that is not known");
        }
        Some(Rest::Mapped(function, _)) if array.known.is_empty() => {
            let text = function.constant().and_then(|name| result_of(&String::from_utf8_lossy(&name)));
            if let (Some(text), Some(glue)) = (text, glue.constant()) {
                let glue = glue.iter().map(|byte| format!("\\x{byte:02x}")).collect::<Vec<_>>().concat();
                return Value::Str(lower.page_text("implode", &format!("({text}({glue}{text})*)?")));
            }
            return lower.imploded(&glue, &array);
        }
        Some(Rest::Outside | Rest::Copies(_) | Rest::Mapped(..) | Rest::Filtered(..)) => {
            return lower.imploded(&glue, &array);
        }
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

/// The texts of the page that a function gives, whatever it is given.
fn result_of(function: &str) -> Option<&'static str> {
    let function = function.to_ascii_lowercase();
    match super::row(&function)?.model {
        Model::Text(regex) => Some(regex),
        Model::Code(_) if matches!(&*function, "intval" | "strlen") => Some("-?[0-9]+"),
        Model::Code(_)
        | Model::Map(_)
        | Model::Outside(_)
        | Model::Test(_)
        | Model::Value(_)
        | Model::Sink(_) => None,
    }
}

impl Lower<'_> {
    /// Elements that are not known one by one, with a text between any two.
    fn imploded(&mut self, glue: &Value, array: &Rc<Array>) -> Value {
        let so_far: Key = "implode:so far".into();
        let is_empty = self.emit.fate("no element");
        let first = self.some_element(array);
        let first = Value::Str(self.text(&first));
        self.env.values.insert(so_far.clone(), first);
        self.for_some(array, |lower, element| {
            let before = lower.env.values.get(&so_far).cloned().unwrap_or_else(Value::empty);
            let longer = lower.concat(&[before, glue.clone(), element]);
            lower.env.values.insert(so_far.clone(), longer);
        });
        let whole = self.env.values.remove(&so_far).unwrap_or_else(Value::empty);
        Value::choice(is_empty, Value::empty(), whole)
    }

    /// Does something with elements of an array, as often as it may be.
    pub(super) fn for_some(&mut self, array: &Rc<Array>, each: impl Fn(&mut Lower<'_>, Value)) {
        let turn = |lower: &mut Lower<'_>| {
            let element = lower.some_element(array);
            each(lower, element);
        };
        self.turns(&Parts {
            before: &|lower| lower.emit.fate("another element"),
            body: &turn,
            after: &|_| Condition::TRUE,
        });
    }
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
    if array.rest.is_some() {
        let rest = if array.known.is_empty() { array.rest.clone() } else { Some(Rest::Unknown) };
        return Value::Array(Rc::new(Array { known: Vec::new(), rest, next: None }));
    }
    let mut list = Array::empty();
    array.known.iter().for_each(|(_, value)| list.push(value.clone()));
    Value::Array(Rc::new(list))
}

/// Keys of what the outside sent are its own too. With a value that is searched for, some of the keys.
fn array_keys(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Value::Array(array) = call.value(0) else { return lower.not_modelled(call, "of no array") };
    if array.rest.is_some() || call.values.len() > 1 {
        let mut rest = array.rest.as_ref();
        while let Some(Rest::Mapped(_, inner) | Rest::Filtered(_, inner)) = rest {
            rest = Some(inner);
        }
        let rest = match rest {
            Some(Rest::Outside) if array.known.is_empty() => Rest::Outside,
            _ => Rest::Unknown,
        };
        return Value::Array(Rc::new(Array { known: Vec::new(), rest: Some(rest), next: None }));
    }
    let mut list = Array::empty();
    array.known.iter().for_each(|(key, _)| list.push(key.value()));
    Value::Array(Rc::new(list))
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
