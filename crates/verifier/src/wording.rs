//! Values and names in words, short enough for a line.
//!
//! A long value is cut and its length told. Nothing here makes text safe for a terminal; whoever prints does.

use automata::{Alphabet, show};
use ir::interp::Value;
use ir::{Procedure, Variable};

/// The most characters of a string that are told.
const LONGEST: usize = 40;

/// A value as a reader of the small language would write it; a long one is cut.
pub(crate) fn value(value: &Value, alphabet: Alphabet) -> String {
    match value {
        Value::Str(word) if word.len() > LONGEST => {
            let start = show::word(&word[..LONGEST], alphabet);
            format!("{start}… ({} characters)", word.len())
        }
        Value::Str(word) => show::word(word, alphabet),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
    }
}

/// The name of a variable; one that a front end made up is called after what it holds.
pub(crate) fn name(procedure: &Procedure, variable: Variable) -> &str {
    let name = procedure.name_of(variable);
    name.split_once('$').map_or(name, |(what, _)| what)
}

/// What a reader calls a variable: its name, or what a front end has it for; none when only the front end knows it.
pub(crate) fn told(procedure: &Procedure, variable: Variable) -> Option<String> {
    let name = procedure.name_of(variable);
    match name.split_once('$') {
        None => Some(name.to_owned()),
        Some((what, number)) if number.parse::<u32>().is_ok() => Some(what.to_owned()),
        Some(_) => measure(name),
    }
}

/// What a variable that a front end made up measures, if a reader has a word for it.
pub(crate) fn measure(name: &str) -> Option<String> {
    match name.split_once('$')? {
        (of, "cap") => Some(format!("capacity({of})")),
        (of, "offset") => Some(format!("offset({of})")),
        (_, _) => None,
    }
}

/// Whether the source has a variable of this name.
pub(crate) fn is_written(name: &str) -> bool {
    !name.contains('$')
}
