//! Files and streams, with those that are the page itself.
//!
//! What is written to `php://output` is written to the page. A handle knows the name that it was opened under. What is
//! read from a file or a command was written by the outside; what a command or a constant file writes to the page is
//! unknown.

use ir::{Condition, StrTerm};

use super::world::handle;
use super::{Call, Model, Place, Row, Sink, row_of};
use crate::lower::Lower;
use crate::lower::env::Key;
use crate::policy::RuleId;
use crate::value::{ArrayKey, ObjectId, Rest, Value, pick, simplify};

/// How deep arrays are printed.
const DEPTH: usize = 6;

pub(super) static ROWS: &[Row] = &[
    row_of("fopen", 2, Model::Code(fopen)),
    row_of("fwrite", 2, Model::Code(|lower, call| write(lower, call, 1))),
    row_of("fputs", 2, Model::Code(|lower, call| write(lower, call, 1))),
    row_of("fputcsv", 2, Model::Code(write_any)),
    row_of("fprintf", 2, Model::Code(|lower, call| format_to(lower, call, "sprintf"))),
    row_of("vfprintf", 3, Model::Code(|lower, call| format_to(lower, call, "vsprintf"))),
    row_of("file_put_contents", 2, Model::Code(put_contents)),
    row_of("copy", 2, Model::Code(copy)),
    row_of("stream_copy_to_stream", 2, Model::Code(copy_stream)),
    row_of("readfile", 1, Model::Code(readfile)),
    row_of("readgzfile", 1, Model::Code(readfile)),
    row_of("highlight_file", 1, Model::Code(readfile)),
    row_of("show_source", 1, Model::Code(readfile)),
    row_of("fpassthru", 1, Model::Code(readfile)),
    row_of("gzpassthru", 1, Model::Code(readfile)),
    row_of("phpinfo", 0, Model::Code(unknown_output)),
    row_of("phpcredits", 0, Model::Code(unknown_output)),
    row_of("debug_print_backtrace", 0, Model::Code(unknown_output)),
    row_of("debug_zval_dump", 0, Model::Code(unknown_output)),
    row_of("system", 1, COMMAND),
    row_of("passthru", 1, COMMAND),
    row_of("print_r", 1, Model::Code(print)),
    row_of("var_dump", 1, Model::Code(print)),
    row_of("var_export", 1, Model::Code(print)),
    row_of("highlight_string", 1, Model::Code(print)),
];

const COMMAND: Model = Model::Sink(Sink { rule: RuleId::Shell, place: Place::At(0), then: command_output });

fn name_key(id: ObjectId) -> Key {
    format!("object {}:its stream", id.0).into()
}

fn fopen(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let opened = handle(lower, call);
    for (_, leaf) in opened.leaves() {
        if let Value::Object(id) = leaf {
            lower.env.values.insert(name_key(id), call.value(0));
        }
    }
    opened
}

/// Whether a name is that of the page.
fn names_page(lower: &mut Lower<'_>, name: &Value) -> Condition {
    let text = lower.text(name);
    let page = "[pP][hH][pP]://([oO][uU][tT][pP][uU][tT]|[sS][tT][dD][oO][uU][tT])";
    let filter = "[pP][hH][pP]://([fF][iI][lL][tT][eE][rR]|[fF][dD]/)(.|\\n)*";
    let (page, filter) = (lower.within(&text, page), lower.within(&text, filter));
    if filter == Condition::FALSE {
        return page;
    }
    let either = lower.emit.any_bool("leads to the page");
    simplify(page.or(filter.and(either)))
}

/// Whether a handle writes to the page.
fn is_page(lower: &mut Lower<'_>, stream: &Value) -> Condition {
    match stream {
        Value::Object(id) => match lower.env.values.get(&name_key(*id)).cloned() {
            Some(name) => names_page(lower, &name),
            None if lower.is_handle(*id) => Condition::FALSE,
            None => lower.emit.any_bool("is the page"),
        },
        Value::Choice(parts) => {
            let (condition, yes, no) = (**parts).clone();
            let (yes, no) = (is_page(lower, &yes), is_page(lower, &no));
            simplify(pick(&condition, yes, no))
        }
        Value::Any(_) => lower.emit.any_bool("is the page"),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Array(_)
        | Value::Closure(_)
        | Value::Maybe(..) => Condition::FALSE,
    }
}

/// Writes a value to the page when a condition holds.
fn write_when(lower: &mut Lower<'_>, when: Condition, value: Value) {
    if when != Condition::FALSE {
        let value = lower.either_value(when, value, Value::empty());
        lower.echo(&value);
    }
}

fn write(lower: &mut Lower<'_>, call: &Call<'_>, at: usize) -> Value {
    let when = is_page(lower, &call.value(0));
    let text = lower.text_argument(call, at);
    let piece =
        if call.values.len() > at + 1 { lower.rest_element(&Rest::PieceOf(text)) } else { Value::Str(text) };
    write_when(lower, when, piece);
    Value::Int(lower.emit.any_int("written"))
}

fn write_any(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let when = is_page(lower, &call.value(0));
    let text = printed_text(lower, &call.value(1));
    write_when(lower, when, text);
    Value::Int(lower.emit.any_int("written"))
}

fn format_to(lower: &mut Lower<'_>, call: &Call<'_>, name: &str) -> Value {
    let row = super::row(name).expect("the functions that format are rows");
    let rest = Call { row, values: call.values[1..].to_vec(), places: call.places[1..].to_vec() };
    let text = super::model(lower, &rest);
    let when = is_page(lower, &call.value(0));
    write_when(lower, when, text);
    Value::Int(lower.emit.any_int("written"))
}

fn put_contents(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let when = names_page(lower, &call.value(0));
    let text = match call.value(1) {
        Value::Array(array) if array.rest.is_none() => {
            let parts: Vec<Value> = array.known.iter().map(|(_, value)| value.clone()).collect();
            lower.concat(&parts)
        }
        Value::Array(_) | Value::Object(_) => Value::Str(lower.outside("contents", None)),
        value => Value::Str(lower.text(&value)),
    };
    write_when(lower, when, text);
    Value::Int(lower.emit.any_int("written"))
}

fn copy(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let when = names_page(lower, &call.value(1));
    let text = Value::Str(lower.outside("copy", None));
    write_when(lower, when, text);
    Value::Bool(lower.emit.fate("copied"))
}

fn copy_stream(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let when = is_page(lower, &call.value(1));
    let text = Value::Str(lower.outside("stream_copy_to_stream", None));
    write_when(lower, when, text);
    Value::Int(lower.emit.any_int("copied"))
}

/// The contents of a file go to the page: of a constant name they are unknown, else of the outside.
fn readfile(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = if call.value(0).constant().is_some() {
        lower.any_text(call.row.name)
    } else {
        lower.outside(call.row.name, None)
    };
    lower.echo(&Value::Str(text));
    Value::Int(lower.emit.any_int("read"))
}

fn unknown_output(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.any_text(call.row.name);
    lower.echo(&Value::Str(text));
    Value::bool(true)
}

/// What a command writes goes to the page and is unknown; so is its last line.
fn command_output(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if let Some(status) = call.places.get(1) {
        let value = Value::Int(lower.emit.any_int("status"));
        lower.assign_place(status, value);
    }
    unknown_output(lower, call);
    Value::Str(lower.outside(call.row.name, None))
}

/// `print_r` and its like write, or give, a text that shows a value.
fn print(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let gives = match call.row.name {
        "print_r" | "var_export" | "highlight_string" => call.value(1),
        _ => Value::bool(false),
    };
    let mut parts = Vec::new();
    let shown = if matches!(call.row.name, "var_dump") { &call.values[..] } else { &call.values[..1] };
    for value in shown {
        let part = match (call.row.name, value) {
            ("print_r", _) => print_r(lower, value, (0, DEPTH)),
            ("var_dump", Value::Str(text)) => {
                let size = Value::Int(crate::lower::convert::length(text));
                lower.concat(&[
                    Value::text(b"string("),
                    size,
                    Value::text(b") \""),
                    value.clone(),
                    Value::text(b"\"\n"),
                ])
            }
            ("var_dump", Value::Int(_)) => {
                lower.concat(&[Value::text(b"int("), value.clone(), Value::text(b")\n")])
            }
            _ => printed_text(lower, value),
        };
        parts.push(part);
    }
    let text = lower.concat(&parts);
    let gives = lower.truth(&gives);
    let Value::Str(term) = &text else { return text };
    write_when(lower, gives.clone().negated(), Value::Str(term.clone()));
    Value::choice(simplify(gives), text, Value::bool(true))
}

/// A text that shows a value in some form: of the outside when something in it is.
fn printed_text(lower: &mut Lower<'_>, value: &Value) -> Value {
    let text = if is_constant(value) { lower.any_text("shown") } else { lower.outside("shown", None) };
    Value::Str(text)
}

fn is_constant(value: &Value) -> bool {
    match value {
        Value::Array(array) => {
            array.rest.is_none() && array.known.iter().all(|(_, value)| is_constant(value))
        }
        Value::Choice(parts) => is_constant(&parts.1) && is_constant(&parts.2),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Null | Value::Str(StrTerm::Word(_)) => true,
        Value::Str(StrTerm::Var(_))
        | Value::Object(_)
        | Value::Closure(_)
        | Value::Maybe(..)
        | Value::Any(_) => false,
    }
}

/// Exact for arrays whose elements are known.
fn print_r(lower: &mut Lower<'_>, value: &Value, (indent, depth): (usize, usize)) -> Value {
    let blanks = |count: usize| Value::text(&vec![b' '; count]);
    match value {
        Value::Array(array) if array.rest.is_none() && depth > 0 => {
            let mut parts = vec![Value::text(b"Array\n"), blanks(indent), Value::text(b"(\n")];
            for (key, element) in &array.known {
                let name = match key {
                    ArrayKey::Int(number) => number.to_string().into_bytes(),
                    ArrayKey::Str(text) => text.clone(),
                };
                parts.extend([blanks(indent + 4), Value::text(&[b"[", &name[..], b"] => "].concat())]);
                parts.push(print_r(lower, element, (indent + 8, depth - 1)));
                parts.push(Value::text(b"\n"));
            }
            parts.extend([blanks(indent), Value::text(b")\n")]);
            lower.concat(&parts)
        }
        Value::Choice(parts) => {
            let (condition, yes, no) = (**parts).clone();
            let yes = print_r(lower, &yes, (indent, depth));
            let no = print_r(lower, &no, (indent, depth));
            lower.either_value(condition, yes, no)
        }
        Value::Array(_) | Value::Object(_) | Value::Closure(_) | Value::Any(_) => printed_text(lower, value),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::Maybe(..) => {
            Value::Str(lower.text(value))
        }
    }
}
