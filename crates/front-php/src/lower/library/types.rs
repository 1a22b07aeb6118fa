//! Questions about the kind of a value.
//!
//! Exact where the kind is known; a value of unknown kind may answer either way.

use ir::Condition;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::value::{Array, Value, pick, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("is_string", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Str(_))))),
    row_of("is_int", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Int(_))))),
    row_of("is_integer", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Int(_))))),
    row_of("is_long", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Int(_))))),
    row_of("is_float", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Float(_))))),
    row_of("is_double", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Float(_))))),
    row_of("is_bool", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Bool(_))))),
    row_of("is_array", 1, Model::Code(|lower, call| kind(lower, call, |v| matches!(v, Value::Array(_))))),
    row_of("is_object", 1, Model::Code(is_object)),
    row_of("is_null", 1, Model::Code(|lower, call| kind(lower, call, |v| *v == Value::Null))),
    row_of("is_scalar", 1, Model::Code(|lower, call| kind(lower, call, is_scalar))),
    row_of("is_callable", 1, Model::Code(any_answer)),
    row_of("is_resource", 1, Model::Code(|lower, call| Value::Bool(resource(lower, &call.value(0))))),
    row_of("ctype_digit", 1, Model::Test("[0-9]+")),
    row_of("ctype_alpha", 1, Model::Test("[A-Za-z]+")),
    row_of("ctype_alnum", 1, Model::Test("[0-9A-Za-z]+")),
    row_of("ctype_upper", 1, Model::Test("[A-Z]+")),
    row_of("ctype_lower", 1, Model::Test("[a-z]+")),
    row_of("ctype_xdigit", 1, Model::Test("[0-9A-Fa-f]+")),
    row_of("ctype_space", 1, Model::Test("[ \\t\\n\\r\\x0b\\x0c]+")),
    row_of("ctype_punct", 1, Model::Test("[!-/:-@\\[-`{-~]+")),
    row_of("gettype", 1, Model::Text("[a-z ]+")),
];

fn is_scalar(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_))
}

fn any_answer(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    Value::Bool(lower.emit.any_bool(call.row.name))
}

/// An object whose class is not known may be a handle.
fn is_object(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0) {
        Value::Object(id) if lower.is_handle(id) => Value::Bool(lower.emit.any_bool("is_object")),
        _ => kind(lower, call, |value| matches!(value, Value::Object(_))),
    }
}

/// A handle may have been closed.
fn resource(lower: &mut Lower<'_>, value: &Value) -> Condition {
    match value {
        Value::Object(id) if lower.is_handle(*id) => lower.emit.fate("is open"),
        Value::Any(_) => lower.emit.any_bool("is_resource"),
        Value::Choice(parts) => {
            let (condition, yes, no) = (**parts).clone();
            let (yes, no) = (resource(lower, &yes), resource(lower, &no));
            simplify(pick(&condition, yes, no))
        }
        _ => Condition::FALSE,
    }
}

/// Whether a value is of a kind.
fn kind(lower: &mut Lower<'_>, call: &Call<'_>, is: fn(&Value) -> bool) -> Value {
    Value::Bool(simplify(of_kind(lower, &call.value(0), is)))
}

/// A kind that either a text or an array is of, asked of what a request gives.
fn array_or_text(lower: &mut Lower<'_>, is: fn(&Value) -> bool) -> Condition {
    let is_array = lower.emit.fate("is an array");
    if is(&Value::Array(Array::empty().into())) { is_array } else { is_array.negated() }
}

fn of_kind(lower: &mut Lower<'_>, value: &Value, is: fn(&Value) -> bool) -> Condition {
    match value {
        Value::Any(_) => lower.emit.any_bool("kind"),
        // What a request gives may be an array.
        Value::Str(term)
            if is(&Value::Str(term.clone())) != is(&Value::Array(Array::empty().into()))
                && lower.text_may_be_array(term) =>
        {
            array_or_text(lower, is)
        }
        Value::Maybe(present, term)
            if is(&Value::Str(term.clone())) != is(&Value::Array(Array::empty().into())) =>
        {
            let given = array_or_text(lower, is);
            let absent = if is(&Value::Null) { Condition::TRUE } else { Condition::FALSE };
            pick(present, given, absent)
        }
        Value::Maybe(present, term) => {
            let given = if is(&Value::Str(term.clone())) { Condition::TRUE } else { Condition::FALSE };
            let absent = if is(&Value::Null) { Condition::TRUE } else { Condition::FALSE };
            pick(present, given, absent)
        }
        Value::Choice(parts) => {
            let (condition, yes, no) = (**parts).clone();
            let (yes, no) = (of_kind(lower, &yes, is), of_kind(lower, &no, is));
            pick(&condition, yes, no)
        }
        other if is(other) => Condition::TRUE,
        _ => Condition::FALSE,
    }
}
