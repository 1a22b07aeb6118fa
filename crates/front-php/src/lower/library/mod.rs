//! What PHP's own functions do, as rows of a table.
//!
//! A row gives a function its model: a finite-state function of its first argument, a language of its result, a test, or
//! code of its own. To model a function is to add a row to one of the tables; the rows whose model is a function, a
//! language or a test are compared with the real php by the tests. A model is exact or contains every result, and its
//! comment says which. The semantics are those of PHP 8.2; functions that older versions had are as they were there.

mod arrays;
pub(crate) mod buffers;
mod callbacks;
mod constants;
pub(crate) mod escaping;
mod filters;
mod format;
mod headers;
mod json;
mod markup;
mod numbers;
mod parameters;
mod records;
mod regexes;
mod results;
mod sorting;
mod streams;
mod strings;
mod types;
mod unmodelled;
mod world;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::OnceLock;

use automata::Transducer;
use ir::{Condition, StrExpr, StrTerm};

use crate::lower::Lower;
use crate::policy::RuleId;
use crate::tree::Expr;
use crate::value::{Value, pick, simplify};

pub(crate) use constants::{constant, constant_form};
pub(crate) use parameters::parameters;

/// Strings that are read as numbers.
pub(crate) const NUMERIC: &str =
    "[ \\t\\n\\r\\x0b\\x0c]*[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?[ \\t\\n\\r\\x0b\\x0c]*";
/// Strings that begin with a number.
pub(crate) const LEADS_NUMERIC: &str = "[ \\t\\n\\r\\x0b\\x0c]*[+\\-]?([0-9]|\\.[0-9])(.|\\n)*";
/// Steps that the machines of one function may take to build.
const STEPS: u64 = 20_000_000;

/// A function of the library.
pub(crate) struct Row {
    /// Its name in lower case; `->name` for a method of any class, `class::name` for one of a class.
    pub(crate) name: &'static str,
    /// How many arguments it must have.
    pub(crate) least: usize,
    /// What it does.
    pub(crate) model: Model,
}

/// What a function does.
#[derive(Clone, Copy)]
pub(crate) enum Model {
    /// A finite-state function of the text of the first argument. Exact.
    Map(fn() -> Transducer),
    /// A text of the page, any of a language.
    Text(&'static str),
    /// A text of the outside, any of a language or any at all.
    Outside(Option<&'static str>),
    /// Whether the text of the first argument is in a language. Exact.
    Test(&'static str),
    /// A constant, whatever the arguments.
    Value(fn() -> Value),
    /// An argument is given to something that a rule judges.
    Sink(Sink),
    /// Code of its own.
    Code(fn(&mut Lower<'_>, &Call<'_>) -> Value),
}

/// What is judged of a call, and what it gives back.
#[derive(Clone, Copy)]
pub(crate) struct Sink {
    pub(crate) rule: RuleId,
    pub(crate) place: Place,
    pub(crate) then: fn(&mut Lower<'_>, &Call<'_>) -> Value,
}

/// Which argument is judged.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    At(usize),
    Last,
}

impl Place {
    /// The number of the argument, of so many.
    pub(crate) fn of(self, count: usize) -> usize {
        match self {
            Place::At(index) => index,
            Place::Last => count.saturating_sub(1),
        }
    }
}

/// A call of a row.
pub(crate) struct Call<'a> {
    /// The row.
    pub(crate) row: &'static Row,
    /// The arguments' values.
    pub(crate) values: Vec<Value>,
    /// The arguments themselves, for those that are assigned.
    pub(crate) places: Vec<&'a Expr>,
}

impl Call<'_> {
    /// The value of an argument, null when it is not given.
    pub(crate) fn value(&self, index: usize) -> Value {
        self.values.get(index).cloned().unwrap_or(Value::Null)
    }

    /// An argument that is a constant integer, or the default when it is not given.
    pub(crate) fn flag(&self, index: usize, default: i64) -> Option<i64> {
        match self.values.get(index) {
            None => Some(default),
            Some(Value::Int(linear)) => linear.as_constant().and_then(|value| i64::try_from(value).ok()),
            Some(value) => String::from_utf8(value.constant()?).ok()?.parse().ok(),
        }
    }
}

/// The row of a function, by its name in lower case.
pub(crate) fn row(name: &str) -> Option<&'static Row> {
    static ROWS: OnceLock<HashMap<&'static str, &'static Row>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let mut rows = HashMap::new();
        for row in tables().flatten() {
            rows.entry(row.name).or_insert(row);
        }
        rows
    });
    rows.get(name).copied()
}

/// All tables.
pub(crate) fn tables() -> impl Iterator<Item = &'static [Row]> {
    [
        strings::ROWS,
        escaping::ROWS,
        numbers::ROWS,
        regexes::ROWS,
        format::ROWS,
        markup::ROWS,
        json::ROWS,
        records::ROWS,
        filters::ROWS,
        arrays::ROWS,
        types::ROWS,
        world::ROWS,
        buffers::ROWS,
        headers::ROWS,
        streams::ROWS,
        callbacks::ROWS,
        sorting::ROWS,
        results::INTEGERS,
        results::MAYBE_INTEGERS,
        results::NUMBERS,
        results::TRUTHS,
        results::WORDS,
        results::DIGESTS,
        unmodelled::ROWS,
        unmodelled::ASSIGNING,
        unmodelled::COMPUTING,
    ]
    .into_iter()
}

/// Calls a function of the library.
pub(crate) fn model(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let name = call.row.name;
    match call.row.model {
        Model::Map(build) => {
            let text = lower.text_argument(call, 0);
            Value::Str(lower.apply(name, build, &text))
        }
        Model::Text(regex) => Value::Str(lower.page_text(name, regex)),
        Model::Outside(regex) => Value::Str(lower.outside(name, regex)),
        Model::Test(regex) => Value::Bool(tested(lower, &call.value(0), (name, regex))),
        Model::Value(value) => value(),
        Model::Sink(Sink { rule, place, then }) => {
            let value = call.value(place.of(call.values.len()));
            lower.give(rule, &value);
            if rule == RuleId::Sql {
                lower.note_charset(&value);
            }
            then(lower, call)
        }
        Model::Code(code) => code(lower, call),
    }
}

/// Whether a value is a text of a language, each of the values that it may be by itself.
fn tested(lower: &mut Lower<'_>, value: &Value, (name, regex): (&str, &str)) -> Condition {
    match value {
        Value::Str(term) | Value::Maybe(_, term) => lower.within(term, regex),
        Value::Any(term) => {
            let within = lower.within(term, regex);
            within.and(lower.emit.any_bool("is text"))
        }
        Value::Choice(parts) => {
            let (condition, yes, no) = &**parts;
            let yes = tested(lower, yes, (name, regex));
            let no = tested(lower, no, (name, regex));
            pick(condition, yes, no)
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) | Value::Closure(_) => {
            Condition::FALSE
        }
        Value::Int(_) | Value::Float(_) => lower.emit.any_bool(name),
    }
}

impl Lower<'_> {
    /// The text of an argument; an array throws.
    pub(crate) fn text_argument(&mut self, call: &Call<'_>, index: usize) -> StrTerm {
        let value = call.value(index);
        match &value {
            Value::Array(_) => self.throw_when(Condition::TRUE),
            Value::Choice(_) => {
                let leaves = value.leaves().into_iter();
                let arrays = leaves.filter(|(_, leaf)| matches!(leaf, Value::Array(_) | Value::Closure(_)));
                let is_array = arrays.fold(Condition::FALSE, |all, (when, _)| all.or(when));
                self.throw_when(simplify(is_array));
                let is_open =
                    |(_, leaf): &(Condition, Value)| matches!(leaf, Value::Maybe(..) | Value::Any(_));
                if value.leaves().iter().any(is_open) {
                    self.may_throw(|lower| lower.emit.fate("is an array"));
                }
            }
            Value::Maybe(..) | Value::Any(_) => self.may_throw(|lower| lower.emit.fate("is an array")),
            Value::Str(term) if self.text_may_be_array(term) => {
                self.may_throw(|lower| lower.emit.fate("is an array"));
            }
            _ => {}
        }
        self.text(&value)
    }

    /// A finite-state function over plain bytes, applied; at once to a constant.
    pub(crate) fn apply(
        &mut self,
        name: &str,
        build: impl FnOnce() -> Transducer,
        text: &StrTerm,
    ) -> StrTerm {
        let function = self.emit.function(name, build);
        if let StrTerm::Word(word) = text
            && let Some(result) = self.emit.apply_now(function, word)
        {
            return StrTerm::Word(result.into());
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-' | '>');
        let short = name.split(|c| !is_name(c)).next().unwrap_or(name);
        self.emit.set_str(short, StrExpr::Apply { function, to: text.clone() })
    }

    /// A result that nothing is known of, and the reason.
    pub(crate) fn not_modelled(&mut self, call: &Call<'_>, why: &str) -> Value {
        self.approximate(format!("{} {why}: its result is anything", call.row.name));
        self.unknown_value(call.row.name)
    }
}

/// A row.
const fn row_of(name: &'static str, least: usize, model: Model) -> Row {
    Row { name, least, model }
}
