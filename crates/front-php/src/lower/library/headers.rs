//! The head of a response, as far as it decides how the page is read.
//!
//! A page is HTML unless its type says that it is text, data or an image. The type counts when it is set before anything
//! is written. A type that a run may set otherwise, or later, leaves the page HTML.

use ir::Condition;

use super::{Call, Model, Place, Row, Sink, row_of};
use crate::lower::Lower;
use crate::policy::RuleId;
use crate::value::{Value, simplify};

const PLAIN: &str = "page:plain";
const BEGUN: &str = "page:begun";
const SPARED: &str = "page:spared";

pub(super) static ROWS: &[Row] = &[
    row_of("header", 1, Model::Sink(Sink { rule: RuleId::Header, place: Place::At(0), then: header })),
    row_of("header_remove", 0, Model::Code(header_remove)),
];

/// Types whose text no browser reads as markup or script of the page.
const TYPES: &[&str] = &[
    "application/json",
    "application/octet-stream",
    "application/pdf",
    "application/zip",
    "application/force-download",
    "application/vnd.ms-excel",
    "text/plain",
    "text/csv",
    "image/png",
    "image/jpeg",
    "image/gif",
];

/// Whether a line of the head sets the type to one of these.
fn plain_type(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let Some(value) = line.strip_prefix("content-type:") else { return false };
    let (kind, parameters) = value.split_once(';').unwrap_or((value, ""));
    let charset = parameters.trim();
    let known = ["", "charset=utf-8", "charset=\"utf-8\"", "charset=iso-8859-1", "charset=us-ascii"];
    TYPES.contains(&kind.trim()) && known.contains(&charset)
}

fn header(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    const NAMES_TYPE: &str = "[cC][oO][nN][tT][eE][nN][tT]-[tT][yY][pP][eE](.|\\n)*";
    let text = lower.text(&call.value(0));
    let names_type = lower.within(&text, NAMES_TYPE);
    if names_type == Condition::FALSE {
        return Value::Null;
    }
    let replaces = call.value(1).constant().is_none_or(|flag| flag == b"1") || call.values.len() < 2;
    let is_plain = call.value(0).constant().is_some_and(|line| plain_type(&line));
    let plain = if is_plain && replaces && !lower.is_begun() {
        Condition::TRUE
    } else {
        simplify(lower.is_plain().and(names_type.negated()))
    };
    lower.set_plain(plain);
    Value::Null
}

fn header_remove(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let kept = call
        .value(0)
        .constant()
        .is_some_and(|name| !name.is_empty() && !name.eq_ignore_ascii_case(b"content-type"));
    if !kept {
        lower.set_plain(Condition::FALSE);
    }
    Value::Null
}

impl Lower<'_> {
    /// Whether the page is no HTML, whatever is written.
    pub(crate) fn is_plain(&self) -> Condition {
        match self.env.values.get(PLAIN) {
            Some(Value::Bool(plain)) => plain.clone(),
            Some(_) | None => Condition::FALSE,
        }
    }

    fn set_plain(&mut self, plain: Condition) {
        if plain != Condition::TRUE && self.env.values.contains_key(SPARED) {
            self.gap("a page whose type changes after something was written");
        }
        self.env.values.insert(PLAIN.into(), Value::Bool(plain));
    }

    /// Whether something may have been written.
    fn is_begun(&self) -> bool {
        !matches!(self.env.values.get(BEGUN), None | Some(Value::Null))
    }

    /// Something is written, or is left out since the page is no HTML.
    pub(crate) fn begin_page(&mut self, spared: bool) {
        self.env.values.insert(BEGUN.into(), Value::bool(true));
        if spared {
            self.env.values.insert(SPARED.into(), Value::bool(true));
        }
    }
}
