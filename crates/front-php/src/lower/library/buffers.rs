//! Output buffers, and what PHP does when a run ends.
//!
//! What is written while a buffer is open goes to its text, until that is written out or thrown away. A buffer's callback
//! runs on the text when it is written out. At the end of a run the functions that were registered for it run, then all
//! buffers are written out. Where runs meet that have different numbers of buffers open, the rest is not modelled.

use ir::StrTerm;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::lower::convert::length;
use crate::lower::env::Key;
use crate::value::{Array, Value};

const DEPTH: &str = "buffer:depth";
const AT_END: &str = "shutdown:functions";
/// The place of the function that is called with an exception that nothing catches.
pub(crate) const ON_EXCEPTION: &str = "handler:exception";
const ON_ERROR: &str = "handler:error";

/// Whether what is kept in a place acts when a run ends by an exception: a handler, functions, an open buffer.
pub(crate) fn acts_at_end(place: &str) -> bool {
    [DEPTH, AT_END, ON_EXCEPTION].contains(&place)
}

pub(super) static ROWS: &[Row] = &[
    row_of("ob_start", 0, Model::Code(start)),
    row_of("ob_get_contents", 0, Model::Code(|lower, _| contents(lower))),
    row_of("ob_get_length", 0, Model::Code(buffered_length)),
    row_of("ob_get_level", 0, Model::Code(level)),
    row_of("ob_get_clean", 0, Model::Code(|lower, _| close(lower, Kept::No, contents))),
    row_of("ob_end_clean", 0, Model::Code(|lower, _| close(lower, Kept::No, is_open))),
    row_of("ob_clean", 0, Model::Code(|lower, _| emptied(lower, Kept::No))),
    row_of("ob_get_flush", 0, Model::Code(|lower, _| close(lower, Kept::Yes, contents))),
    row_of("ob_end_flush", 0, Model::Code(|lower, _| close(lower, Kept::Yes, is_open))),
    row_of("ob_flush", 0, Model::Code(|lower, _| emptied(lower, Kept::Yes))),
    row_of("flush", 0, Model::Value(|| Value::Null)),
    row_of("ob_implicit_flush", 0, Model::Value(|| Value::Null)),
    row_of("register_shutdown_function", 1, Model::Code(at_end)),
    row_of("set_exception_handler", 1, Model::Code(on_exception)),
    row_of("restore_exception_handler", 0, Model::Code(|lower, call| forgotten(lower, call, ON_EXCEPTION))),
    row_of("set_error_handler", 1, Model::Code(on_error)),
    row_of("restore_error_handler", 0, Model::Code(|lower, call| forgotten(lower, call, ON_ERROR))),
    row_of("trigger_error", 1, Model::Code(trigger)),
    row_of("user_error", 1, Model::Code(trigger)),
];

/// Whether the text of a buffer is written out or thrown away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    No,
    Yes,
}

fn text_key(depth: i64) -> Key {
    format!("buffer:{depth}").into()
}

fn callback_key(depth: i64) -> Key {
    format!("buffer:{depth}:callback").into()
}

fn start(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Some(depth) = lower.buffers() else {
        lower.gap("the number of open output buffers");
        return Value::bool(true);
    };
    if call.values.len() > 1 && call.flag(1, 0) != Some(0) {
        lower.gap("an output buffer that is written out in pieces");
    }
    lower.set_buffers(depth + 1);
    lower.env.values.insert(text_key(depth + 1), Value::empty());
    lower.env.values.insert(callback_key(depth + 1), call.value(0));
    Value::bool(true)
}

/// The text of the innermost buffer, or false.
fn contents(lower: &mut Lower<'_>) -> Value {
    match lower.buffers() {
        Some(0) => Value::bool(false),
        Some(depth) => lower.env.values.get(&text_key(depth)).cloned().unwrap_or_else(Value::empty),
        None => {
            lower.gap("the number of open output buffers");
            lower.unknown_value("buffer")
        }
    }
}

fn is_open(lower: &mut Lower<'_>) -> Value {
    match lower.buffers() {
        Some(depth) => Value::bool(depth > 0),
        None => Value::Bool(lower.emit.any_bool("a buffer is open")),
    }
}

fn buffered_length(lower: &mut Lower<'_>, _: &Call<'_>) -> Value {
    match contents(lower) {
        Value::Str(text) => Value::Int(length(&text)),
        other => other,
    }
}

fn level(lower: &mut Lower<'_>, _: &Call<'_>) -> Value {
    match lower.buffers() {
        Some(depth) => Value::int(depth),
        None => Value::Int(lower.emit.any_int("buffers")),
    }
}

/// Closes the innermost buffer; the result is computed before.
fn close(lower: &mut Lower<'_>, kept: Kept, result: fn(&mut Lower<'_>) -> Value) -> Value {
    let result = result(lower);
    lower.end_buffer(kept);
    result
}

/// Empties the innermost buffer, which stays open.
fn emptied(lower: &mut Lower<'_>, kept: Kept) -> Value {
    let open = is_open(lower);
    if let Some(depth) = lower.buffers().filter(|&depth| depth > 0) {
        let callback = lower.env.values.get(&callback_key(depth)).cloned().unwrap_or(Value::Null);
        lower.end_buffer(kept);
        lower.set_buffers(depth);
        lower.env.values.insert(text_key(depth), Value::empty());
        lower.env.values.insert(callback_key(depth), callback);
    }
    open
}

fn at_end(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let mut row = Array::empty();
    call.values.iter().for_each(|value| row.push(value.clone()));
    let mut list = match lower.env.values.get(AT_END) {
        None | Some(Value::Null) => Array::empty(),
        Some(Value::Array(list)) => (**list).clone(),
        Some(_) => Array::unknown(),
    };
    list.push(Value::Array(row.into()));
    lower.env.values.insert(AT_END.into(), Value::Array(list.into()));
    Value::Null
}

fn on_exception(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    lower.env.values.insert(ON_EXCEPTION.into(), call.value(0));
    lower.unknown_value("the handler before")
}

/// A handler of errors may run wherever PHP warns; where the page itself raises an error it does run.
fn on_error(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let handler = call.value(0);
    let is_harmless = handler == Value::Null
        || lower.is_harmless(|lower| {
            let arguments = error_arguments(lower, None);
            lower.call_with(&handler, arguments);
        });
    if !is_harmless {
        lower.gap("a handler of errors that runs at a warning of PHP");
    }
    lower.env.values.insert(ON_ERROR.into(), handler);
    lower.unknown_value("the handler before")
}

fn error_arguments(lower: &mut Lower<'_>, message: Option<Value>) -> Vec<Value> {
    let message = message.unwrap_or_else(|| lower.unknown_value("message"));
    let (number, line) = (lower.emit.any_int("error"), lower.emit.any_int("line"));
    let file = lower.unknown_value("file");
    vec![Value::Int(number), message, file, Value::Int(line)]
}

fn forgotten(lower: &mut Lower<'_>, _: &Call<'_>, handler: &str) -> Value {
    if lower.env.values.contains_key(handler) {
        let before = lower.unknown_value("the handler before");
        lower.env.values.insert(handler.into(), before);
    }
    Value::bool(true)
}

/// `trigger_error`: the handler of the page runs; without one, or where it gives false, PHP reports the error. The
/// report is escaped where pages are HTML. An error that is fatal ends the run.
fn trigger(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    const USER_ERROR: i64 = 256;
    match lower.env.values.get(ON_ERROR).cloned() {
        None | Some(Value::Null) => {
            let message = call.value(0);
            if message.constant().is_none() {
                let shown = lower.emit.any_bool("errors are shown");
                let (text, nothing) = (lower.unknown_value("report of an error"), Value::empty());
                let text = Value::choice(shown, text, nothing);
                lower.echo(&text);
            }
            if call.flag(1, 1024) == Some(USER_ERROR) {
                lower.halt();
            }
        }
        Some(handler) => {
            let arguments = error_arguments(lower, Some(call.value(0)));
            lower.call_with(&handler, arguments);
        }
    }
    Value::bool(true)
}

impl Lower<'_> {
    /// How many buffers are open; none when runs that met here disagree.
    fn buffers(&self) -> Option<i64> {
        match self.env.values.get(DEPTH) {
            None | Some(Value::Null) => Some(0),
            Some(Value::Int(depth)) => depth.as_constant().and_then(|depth| i64::try_from(depth).ok()),
            Some(_) => None,
        }
    }

    fn set_buffers(&mut self, depth: i64) {
        if depth == 0 {
            self.env.values.remove(DEPTH);
        } else {
            self.env.values.insert(DEPTH.into(), Value::int(depth));
        }
    }

    /// Appends a text to the innermost buffer; false when none is open.
    pub(crate) fn buffered(&mut self, piece: &StrTerm) -> bool {
        let Some(depth) = self.buffers() else {
            self.gap("the number of open output buffers");
            return false;
        };
        if depth == 0 {
            return false;
        }
        let before = self.env.values.get(&text_key(depth)).cloned().unwrap_or_else(Value::empty);
        let whole = self.concat(&[before, Value::Str(piece.clone())]);
        self.env.values.insert(text_key(depth), whole);
        true
    }

    /// Closes the innermost buffer, if there is one.
    fn end_buffer(&mut self, kept: Kept) {
        let Some(depth) = self.buffers().filter(|&depth| depth > 0) else { return };
        let text = self.env.values.remove(&text_key(depth)).unwrap_or_else(Value::empty);
        let callback = self.env.values.remove(&callback_key(depth)).unwrap_or(Value::Null);
        self.set_buffers(depth - 1);
        let result = if callback == Value::Null {
            text
        } else {
            let phase = Value::Int(self.emit.any_int("phase"));
            match self.call_with(&callback, vec![text.clone(), phase]) {
                Value::Str(result) => Value::Str(result),
                // For false the text stays as it was.
                result => {
                    let failed = self.emit.any_bool("the callback fails");
                    Value::choice(failed, text, result)
                }
            }
        };
        if kept == Kept::Yes {
            self.echo(&result);
        }
    }

    /// What PHP does after the last statement of a run.
    pub(crate) fn end_run(&mut self) {
        let was_over = std::mem::replace(&mut self.is_over, true);
        self.run_end();
        self.is_over = was_over;
    }

    fn run_end(&mut self) {
        while !self.dead
            && let Some(list) = self.env.values.remove(AT_END)
        {
            match list {
                Value::Null => {}
                Value::Array(list) if list.rest.is_none() => {
                    for (_, function) in &list.known {
                        self.run_at_end(function);
                    }
                }
                _ => self.gap("which functions run at the end"),
            }
        }
        if !self.dead {
            self.run_endings();
        }
        while !self.dead && self.buffers() != Some(0) {
            if self.buffers().is_none() {
                self.gap("the number of open output buffers");
                self.env.values.remove(DEPTH);
            }
            self.end_buffer(Kept::Yes);
        }
    }

    /// Runs a function that was registered, with its arguments.
    fn run_at_end(&mut self, function: &Value) {
        let Value::Array(row) = function else { return self.gap("which functions run at the end") };
        let mut values: Vec<Value> = row.known.iter().map(|(_, value)| value.clone()).collect();
        if !self.dead && !values.is_empty() {
            let callee = values.remove(0);
            self.call_with(&callee, values);
        }
    }

    /// A run ends by an exception that nothing catches: the page's handler runs, then what runs at each end.
    pub(crate) fn uncaught(&mut self) {
        if let Some(handler) = self.env.values.remove(ON_EXCEPTION)
            && handler != Value::Null
        {
            let thrown = self.env.values.get("thrown:value").cloned();
            let thrown = thrown.unwrap_or_else(|| self.unknown_value("exception"));
            self.call_with(&handler, vec![thrown]);
        }
        self.halt();
    }
}
