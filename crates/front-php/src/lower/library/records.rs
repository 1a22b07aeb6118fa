//! Prepared statements, rows, sessions and other everyday functions of pages.
//!
//! What a statement is given beside its text goes to no sink. What is read from a row was written by the outside. Whether a
//! statement succeeds is for what surrounds the page to say.

use automata::{Output, SymbolSet, Transducer, TransducerBuilder};
use ir::StrTerm;

use super::world::{handle, row_or_false, text_or_false};
use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::text::{PLAIN, word};
use crate::value::{Array, Rest, Value};

const DONE: Model = Model::Code(|lower, call| Value::Bool(lower.emit.fate(call.row.name)));
const NUMBER: Model = Model::Code(|lower, call| Value::Int(lower.emit.any_int(call.row.name)));
const NOTHING: Model = Model::Value(|| Value::Null);

pub(super) static ROWS: &[Row] = &[
    row_of("->bind_param", 1, DONE),
    row_of("->bindparam", 2, DONE),
    row_of("->bindvalue", 2, DONE),
    row_of("->execute", 0, DONE),
    row_of("->store_result", 0, DONE),
    row_of("->setattribute", 2, DONE),
    row_of("->setfetchmode", 1, DONE),
    row_of("->set_charset", 1, Model::Code(|lower, call| set_charset(lower, call, 0))),
    row_of("->begintransaction", 0, DONE),
    row_of("->begin_transaction", 0, DONE),
    row_of("->commit", 0, DONE),
    row_of("->rollback", 0, DONE),
    row_of("->close", 0, DONE),
    row_of("->closecursor", 0, DONE),
    row_of("->free", 0, NOTHING),
    row_of("->free_result", 0, NOTHING),
    row_of("->get_result", 0, Model::Code(handle)),
    row_of("->rowcount", 0, NUMBER),
    row_of("->lastinsertid", 0, Model::Text("[0-9]{1,20}")),
    row_of("->fetchall", 0, Model::Value(rows)),
    row_of("->fetch_all", 0, Model::Value(rows)),
    row_of("->fetchcolumn", 0, Model::Code(text_or_false)),
    row_of("->bind_result", 1, Model::Code(|lower, call| bound(lower, call, 0))),
    row_of("mysqli_stmt_init", 1, Model::Code(handle)),
    row_of("mysqli_stmt_bind_param", 2, DONE),
    row_of("mysqli_stmt_execute", 1, DONE),
    row_of("mysqli_stmt_store_result", 1, DONE),
    row_of("mysqli_stmt_fetch", 1, DONE),
    row_of("mysqli_stmt_close", 1, DONE),
    row_of("mysqli_stmt_get_result", 1, Model::Code(handle)),
    row_of("mysqli_stmt_num_rows", 1, NUMBER),
    row_of("mysqli_stmt_bind_result", 2, Model::Code(|lower, call| bound(lower, call, 1))),
    row_of("mysqli_fetch_all", 1, Model::Value(rows)),
    row_of("mysqli_set_charset", 2, Model::Code(|lower, call| set_charset(lower, call, 1))),
    row_of("mysql_set_charset", 1, Model::Code(|lower, call| set_charset(lower, call, 0))),
    row_of("mysqli_free_result", 1, NOTHING),
    row_of("mysql_free_result", 1, DONE),
    row_of("mysql_result", 2, Model::Code(text_or_false)),
    row_of("mysql_num_fields", 1, NUMBER),
    row_of("mysqli_num_fields", 1, NUMBER),
    row_of("mysql_data_seek", 2, DONE),
    row_of("mysqli_data_seek", 2, DONE),
    row_of("mysql_affected_rows", 0, NUMBER),
    row_of("mysql_errno", 0, NUMBER),
    row_of("pg_num_rows", 1, NUMBER),
    row_of("pg_fetch_assoc", 1, Model::Code(row_or_false)),
    row_of("pg_fetch_row", 1, Model::Code(row_or_false)),
    row_of("pg_fetch_all", 1, Model::Value(rows)),
    row_of("pg_fetch_result", 2, Model::Code(text_or_false)),
    row_of("pg_free_result", 1, DONE),
    row_of("pg_last_error", 0, Model::Outside(None)),
    row_of("pg_close", 0, DONE),
    row_of("mysqli_insert_id", 1, NUMBER),
    row_of("mysqli_affected_rows", 1, NUMBER),
    row_of("mysqli_errno", 1, NUMBER),
    row_of("mysqli_connect_errno", 0, NUMBER),
    row_of(
        "mysqli_connect_error",
        0,
        Model::Code(|lower, call| lower.outside_or(call.row.name, Value::Null)),
    ),
    row_of("password_verify", 2, DONE),
    row_of("password_needs_rehash", 2, DONE),
    row_of("hash_equals", 2, DONE),
    row_of("password_hash", 2, Model::Text("[$./0-9A-Za-z=,]{1,255}")),
    row_of("random_bytes", 1, Model::Outside(None)),
    row_of("session_regenerate_id", 0, DONE),
    row_of("session_destroy", 0, DONE),
    row_of("session_unset", 0, DONE),
    row_of("session_write_close", 0, DONE),
    row_of("session_set_cookie_params", 1, DONE),
    row_of("session_id", 0, Model::Outside(Some("[0-9A-Za-z,\\-]*"))),
    row_of("session_name", 0, Model::Text("[0-9A-Za-z]*")),
    row_of("session_status", 0, NUMBER),
    row_of("checkdate", 3, DONE),
    row_of("headers_sent", 0, DONE),
    row_of("http_response_code", 0, NUMBER),
    row_of("spl_autoload_register", 0, Model::Code(autoload)),
    row_of("mb_internal_encoding", 0, DONE),
    row_of("mb_strlen", 1, NUMBER),
    row_of("mb_substr", 2, Model::Code(piece)),
    row_of("sleep", 1, NUMBER),
    row_of("usleep", 1, NOTHING),
    row_of("php_uname", 0, Model::Text("[A-Za-z0-9 ._#:~+\\-]*")),
    row_of("php_sapi_name", 0, Model::Text("[a-z0-9\\-]*")),
    row_of("stristr", 2, Model::Code(piece_or_false)),
    row_of("strrchr", 2, Model::Code(piece_or_false)),
    row_of("array_sum", 1, NUMBER),
    row_of("filter_input", 2, Model::Code(filter_input)),
];

fn rows() -> Value {
    Value::Array(Array { known: Vec::new(), rest: Some(Rest::Rows), next: None }.into())
}

/// Character sets in which a backslash may be the second byte of a character.
const MULTI_BYTE: [&str; 6] = ["gbk", "big5", "sjis", "cp932", "gb18030", "gb2312"];

/// The connection escapes for the character set; functions that know no connection do not.
fn set_charset(lower: &mut Lower<'_>, call: &Call<'_>, at: usize) -> Value {
    let name = call.value(at).constant().map(|name| name.to_ascii_lowercase());
    if name.is_none_or(|name| MULTI_BYTE.iter().any(|known| known.as_bytes() == name)) {
        lower.gap("a connection whose characters have several bytes");
    }
    Value::Bool(lower.emit.fate(call.row.name))
}

/// A class that is not among the sources would be loaded by a function of the page.
fn autoload(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let function = call.value(0);
    let is_harmless = lower.is_harmless(|lower| {
        let name = lower.unknown_value("class");
        lower.call_with(&function, vec![name]);
    });
    if !is_harmless {
        lower.gap("a function that loads classes");
    }
    Value::Bool(lower.emit.fate(call.row.name))
}

impl Lower<'_> {
    /// A query may set the character set of the connection, of which escaping knows nothing.
    pub(super) fn note_charset(&mut self, query: &Value) {
        let Some(query) = query.constant() else { return };
        let query = String::from_utf8_lossy(&query).to_ascii_lowercase();
        let sets = ["set names", "set character set", "set character_set_client", "set charset"];
        if sets.iter().any(|set| query.contains(set)) && MULTI_BYTE.iter().any(|name| query.contains(name)) {
            self.env.values.insert(CHARSET.into(), Value::bool(true));
        }
    }

    /// The text of a query as the server reads it: a character of two bytes may end in a backslash.
    pub(crate) fn as_read(&mut self, text: StrTerm) -> StrTerm {
        if matches!(self.env.values.get(CHARSET), None | Some(Value::Null)) {
            return text;
        }
        self.apply("characters of two bytes", two_bytes, &text)
    }
}

const CHARSET: &str = "sql:two bytes";

/// The second byte of a character of two is no byte of its own.
fn two_bytes() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, within) = (builder.add_state(), builder.add_state());
    let first = SymbolSet::range(0x81, 0xfe);
    let second = SymbolSet::range(0x40, 0xfe);
    builder.read(start, &first, Output::copy(), within);
    builder.read(start, &PLAIN.all().difference(&first), Output::copy(), start);
    builder.read(within, &second, Output::word(&word(b"x")), start);
    builder.read(within, &PLAIN.all().difference(&second), Output::copy(), start);
    builder.end(start, &[]);
    builder.end(within, &[]);
    builder.finish()
}

/// Columns of the next row go to the places from one on.
fn bound(lower: &mut Lower<'_>, call: &Call<'_>, from: usize) -> Value {
    for place in call.places.iter().skip(from) {
        let column = lower.outside_or("element", Value::Null);
        lower.assign_place(place, column);
    }
    Value::Bool(lower.emit.fate(call.row.name))
}

/// Contains every result: some piece of the text.
fn piece(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    lower.rest_element(&Rest::PieceOf(text))
}

/// The same, or false.
fn piece_or_false(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let found = lower.emit.any_bool(call.row.name);
    let piece = piece(lower, call);
    Value::choice(found, piece, Value::bool(false))
}

/// `filter_input`: a parameter through `filter_var`; null when it is not given.
fn filter_input(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let from = match call.flag(0, -1) {
        Some(0) => "_POST",
        Some(1) => "_GET",
        Some(2) => "_COOKIE",
        Some(5) => "_SERVER",
        _ => return lower.not_modelled(call, "of what is no array of a request"),
    };
    let Some(value) = lower.request_value(from, &call.value(1)) else {
        return lower.not_modelled(call, "of a name that is not constant");
    };
    let (Some(absent), text) = (value.is_null(), lower.text(&value)) else {
        return lower.not_modelled(call, "of what is not known");
    };
    let row = super::row("filter_var").expect("filter_var is a row");
    let values = std::iter::once(Value::Str(text)).chain(call.values.iter().skip(2).cloned()).collect();
    let places = call.places.iter().skip(1).copied().collect();
    let filtered = super::model(lower, &Call { row, values, places });
    Value::choice(absent, Value::Null, filtered)
}
