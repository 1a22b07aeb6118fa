//! Functions that reach outside: files, commands, databases, the response.
//!
//! What is read from a file, a command or a database was written by the outside.

use super::{Call, Model, Place, Row, Sink, row_of};
use crate::lower::Lower;
use crate::policy::RuleId;
use crate::value::{Array, Rest, Value};

const TRUE: Model = Model::Value(|| Value::bool(true));
/// A handle, or false.
const HANDLE: Model = Model::Code(handle);

/// What is judged of a command.
const COMMAND: (RuleId, Place) = (RuleId::Shell, Place::At(0));

/// A function that gives an argument to something that a rule judges, and then has a result.
const fn sink(
    name: &'static str,
    least: usize,
    (rule, place): (RuleId, Place),
    then: fn(&mut Lower<'_>, &Call<'_>) -> Value,
) -> Row {
    row_of(name, least, Model::Sink(Sink { rule, place, then }))
}

pub(super) static ROWS: &[Row] = &[
    sink("popen", 2, COMMAND, handle),
    sink("proc_open", 3, COMMAND, proc_open),
    row_of("mail", 3, Model::Code(mail)),
    row_of("fclose", 1, TRUE),
    row_of("pclose", 1, Model::Value(|| Value::int(0))),
    row_of("proc_close", 1, Model::Value(|| Value::int(0))),
    row_of("feof", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("end of file")))),
    row_of("fgets", 1, Model::Code(text_or_false)),
    row_of("fgetc", 1, Model::Code(text_or_false)),
    row_of("fread", 2, Model::Code(text_or_false)),
    row_of("file_get_contents", 1, Model::Code(text_or_false)),
    row_of("stream_get_contents", 1, Model::Code(text_or_false)),
    row_of("readline", 0, Model::Code(text_or_false)),
    row_of("getenv", 0, Model::Code(getenv)),
    row_of("file", 1, Model::Value(outside_array)),
    row_of("getallheaders", 0, Model::Value(outside_array)),
    row_of("file_exists", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("exists")))),
    row_of("is_file", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("exists")))),
    row_of("is_dir", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("exists")))),
    sink("exec", 1, COMMAND, exec),
    sink("shell_exec", 1, COMMAND, shell_exec),
    row_of("unserialize", 1, Model::Code(unserialize)),
    sink("mysql_query", 1, (RuleId::Sql, Place::At(0)), handle),
    sink("mysql_db_query", 2, (RuleId::Sql, Place::At(1)), handle),
    sink("mysql_unbuffered_query", 1, (RuleId::Sql, Place::At(0)), handle),
    sink("mysqli_query", 2, (RuleId::Sql, Place::At(1)), handle),
    sink("mysqli_multi_query", 2, (RuleId::Sql, Place::At(1)), handle),
    sink("mysqli_real_query", 2, (RuleId::Sql, Place::At(1)), handle),
    sink("mysqli_prepare", 2, (RuleId::Sql, Place::At(1)), handle),
    sink("pg_query", 1, (RuleId::SqlStandard, Place::Last), handle),
    sink("sqlite_query", 2, (RuleId::SqlStandard, Place::At(1)), handle),
    sink("->query", 1, (RuleId::Sql, Place::At(0)), handle),
    sink("->multi_query", 1, (RuleId::Sql, Place::At(0)), handle),
    sink("->prepare", 1, (RuleId::Sql, Place::At(0)), handle),
    sink("->exec", 1, (RuleId::Sql, Place::At(0)), handle),
    row_of("ldap_connect", 0, HANDLE),
    row_of("ldap_bind", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("bound")))),
    row_of("ldap_close", 1, TRUE),
    row_of("ldap_unbind", 1, TRUE),
    sink("ldap_search", 3, (RuleId::Ldap, Place::At(2)), handle),
    sink("ldap_list", 3, (RuleId::Ldap, Place::At(2)), handle),
    sink("ldap_read", 3, (RuleId::Ldap, Place::At(2)), handle),
    row_of("ldap_get_entries", 2, Model::Code(row_or_false)),
    row_of("simplexml_load_file", 1, HANDLE),
    row_of("simplexml_load_string", 1, HANDLE),
    sink("->xpath", 1, (RuleId::XPath, Place::At(0)), row_or_false),
    sink("->evaluate", 1, (RuleId::XPath, Place::At(0)), row_or_false),
    row_of("mysql_connect", 0, HANDLE),
    row_of("mysql_pconnect", 0, HANDLE),
    row_of("mysqli_connect", 0, HANDLE),
    row_of("pg_connect", 0, HANDLE),
    row_of("mysql_select_db", 1, TRUE),
    row_of("mysqli_select_db", 2, TRUE),
    row_of("mysql_close", 0, TRUE),
    row_of("mysqli_close", 1, TRUE),
    row_of("mysql_error", 0, Model::Outside(None)),
    row_of("mysqli_error", 1, Model::Outside(None)),
    row_of("mysql_fetch_array", 1, Model::Code(row_or_false)),
    row_of("mysql_fetch_assoc", 1, Model::Code(row_or_false)),
    row_of("mysql_fetch_row", 1, Model::Code(row_or_false)),
    row_of("mysqli_fetch_array", 1, Model::Code(row_or_false)),
    row_of("mysqli_fetch_assoc", 1, Model::Code(row_or_false)),
    row_of("mysqli_fetch_row", 1, Model::Code(row_or_false)),
    row_of("pg_fetch_array", 1, Model::Code(row_or_false)),
    row_of("->fetch", 0, Model::Code(row_or_false)),
    row_of("->fetch_array", 0, Model::Code(row_or_false)),
    row_of("->fetch_assoc", 0, Model::Code(row_or_false)),
    row_of("->fetch_row", 0, Model::Code(row_or_false)),
    row_of("mysql_num_rows", 1, Model::Code(|lower, _| Value::Int(lower.emit.any_int("rows")))),
    row_of("mysqli_num_rows", 1, Model::Code(|lower, _| Value::Int(lower.emit.any_int("rows")))),
    row_of("mysql_insert_id", 0, Model::Code(|lower, _| Value::Int(lower.emit.any_int("id")))),
    sink("http_redirect", 0, (RuleId::Redirect, Place::At(0)), |_, _| Value::Null),
    row_of("setcookie", 1, TRUE),
    row_of("session_start", 0, TRUE),
    row_of("error_reporting", 0, Model::Value(|| Value::int(0))),
    row_of("ini_set", 2, Model::Code(ini_set)),
    row_of("ini_alter", 2, Model::Code(ini_set)),
    row_of("set_time_limit", 1, TRUE),
    row_of("date_default_timezone_set", 1, TRUE),
    row_of("error_log", 1, Model::Code(error_log)),
    row_of("define", 2, Model::Code(define)),
    row_of("defined", 1, Model::Code(defined)),
    row_of("constant", 1, Model::Code(|lower, call| lower.not_modelled(call, "is not modelled"))),
    row_of("function_exists", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("exists")))),
    row_of("class_exists", 1, Model::Code(|lower, _| Value::Bool(lower.emit.fate("exists")))),
    row_of("get_magic_quotes_gpc", 0, Model::Value(|| Value::bool(false))),
    row_of("date", 1, Model::Code(date)),
    row_of("gmdate", 1, Model::Code(date)),
    row_of("datetime::format", 1, Model::Code(date)),
    row_of("datetimeimmutable::format", 1, Model::Code(date)),
    row_of("datetime::createfromformat", 2, Model::Code(|lower, _| made_date(lower, "datetime"))),
    row_of(
        "datetimeimmutable::createfromformat",
        2,
        Model::Code(|lower, _| made_date(lower, "datetimeimmutable")),
    ),
    row_of("dirname", 1, Model::Code(dirname)),
];

pub(super) fn handle(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let opened = lower.emit.fate(call.row.name);
    let object = lower.fresh_object(&"resource".into());
    Value::choice(opened, Value::Object(object), Value::bool(false))
}

fn proc_open(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if let Some(pipes) = call.places.get(2) {
        let pipe = lower.fresh_object(&"resource".into());
        let known = (0..3).map(|index| (crate::value::ArrayKey::Int(index), Value::Object(pipe))).collect();
        lower.assign_place(pipes, Value::Array(Array { known, rest: None, next: Some(3) }.into()));
    }
    handle(lower, call)
}

pub(super) fn text_or_false(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    lower.outside_or(call.row.name, Value::bool(false))
}

/// One variable of the environment, or all of them.
fn getenv(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if call.values.is_empty() { outside_array() } else { text_or_false(lower, call) }
}

fn outside_array() -> Value {
    Value::Array(Array { known: Vec::new(), rest: Some(Rest::Outside), next: None }.into())
}

/// The lines go to the second argument, the last one is the result.
fn exec(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if let Some(lines) = call.places.get(1) {
        lower.assign_place(lines, outside_array());
    }
    if let Some(status) = call.places.get(2) {
        let value = Value::Int(lower.emit.any_int("status"));
        lower.assign_place(status, value);
    }
    Value::Str(lower.outside("exec", None))
}

fn shell_exec(lower: &mut Lower<'_>, _: &Call<'_>) -> Value {
    lower.outside_or("shell_exec", Value::Null)
}

/// What is unserialized may be of any kind, with any text of the outside in it. An object of a class of the page would
/// have methods that run by themselves.
fn unserialize(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if call.value(0).constant().is_none() && lower.has_classes() {
        lower.gap("an object that is unserialized");
    }
    Value::Any(lower.outside("unserialize", None))
}

pub(super) fn row_or_false(lower: &mut Lower<'_>, _: &Call<'_>) -> Value {
    let more = lower.emit.fate("another row");
    Value::choice(more, outside_array(), Value::bool(false))
}

fn define(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0).constant() {
        Some(name) => {
            lower.define(&String::from_utf8_lossy(&name), call.value(1));
            Value::bool(true)
        }
        None => lower.not_modelled(call, "of a name that is not constant"),
    }
}

fn defined(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(0).constant() {
        Some(name) => Value::Bool(lower.is_defined(&String::from_utf8_lossy(&name))),
        None => Value::Bool(lower.emit.fate("defined")),
    }
}

/// What a format that is constant stands for, and the other characters that it has. Another format may be of the outside.
fn date(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Some(format) = call.value(0).constant() else { return Value::Str(lower.outside("date", None)) };
    let own = format.iter().map(|byte| format!("\\x{byte:02x}")).collect::<Vec<_>>().concat();
    Value::Str(lower.page_text("date", &format!("[A-Za-z0-9 _:,./+\\-{own}]*")))
}

/// A date, or false.
fn made_date(lower: &mut Lower<'_>, class: &str) -> Value {
    let made = lower.emit.any_bool("a date");
    let object = lower.fresh_object(&class.into());
    Value::choice(made, Value::Object(object), Value::bool(false))
}

/// Further headers and options of the program that sends: PHP does not look for line ends in the first, nor what the second
/// asks of that program, and no rule judges them.
fn mail(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let is_open = |value: &Value| !matches!(value, Value::Array(_)) && value.constant().is_none();
    if call.values.iter().skip(3).any(is_open) {
        lower.gap("headers or options of a mail that are not constant are given");
    }
    Value::Bool(lower.emit.fate("sent"))
}

/// Of a constant path.
fn dirname(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Some(path) = call.value(0).constant().filter(|_| call.values.len() == 1) else {
        return lower.not_modelled(call, "of a path that is not constant");
    };
    match path.iter().rposition(|&byte| byte == b'/') {
        Some(0) => Value::text(b"/"),
        Some(at) => Value::text(&path[..at]),
        None => Value::text(b"."),
    }
}

/// `error_log`: what goes to a file may go to the page.
/// Settings that change neither what is written nor what functions give.
const QUIET: [&str; 9] = [
    "memory_limit",
    "max_execution_time",
    "max_input_time",
    "log_errors",
    "error_log",
    "error_reporting",
    "ignore_user_abort",
    "pcre.jit",
    "date.timezone",
];

/// A setting that may change what is written is a gap. Switching the display of errors off, and where sessions are kept, is not.
fn ini_set(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let name = call.value(0).constant().map(|name| String::from_utf8_lossy(&name).into_owned());
    let is_off =
        call.value(1).constant().is_some_and(|value| matches!(&value[..], b"" | b"0" | b"off" | b"Off"));
    let is_quiet = name.as_deref().is_some_and(|name| {
        QUIET.contains(&name)
            || (name.starts_with("session.") && !name.starts_with("session.upload"))
            || (matches!(name, "display_errors" | "display_startup_errors" | "html_errors") && is_off)
    });
    if !is_quiet {
        lower.gap("a setting of PHP is changed");
    }
    lower.unknown_value("setting")
}

fn error_log(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if call.flag(1, 0) != Some(0) {
        lower.gap("an error is logged to a file");
    }
    Value::bool(true)
}
