//! `stringent lengths`: the set of lengths that words of a regular expression can have.
//!
//! As text it is one line, `{7 + 5k | k >= 0}`. As JSON it is the well-formed set of [YBI09 Property 2]: the members
//! below `base`, then `base + residue + period * k`, with period 0 when the set is finite; and the sizes of the unary
//! and of the binary automaton that accept it. The order of the keys is part of the format.

use automata::numbers::binary_states;
use automata::{Automaton, Budget};
use serde_json::{Map, Value, json};

use crate::commands::picture;
use crate::failure::Failure;
use crate::output;
use crate::question::arguments::{Format, Question};
use crate::question::language;

/// Prints the lengths that the question asks for.
pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    let mut budget = Budget::steps(question.budget);
    let language = language::of(question, &mut budget)?;
    let answer = match question.format {
        Format::Text => language.lengths(&mut budget)?.to_string(),
        Format::Json => Value::from(described(&language, &mut budget)?).to_string(),
    };
    picture::write(&language, question.svg.as_deref(), None)?;
    output::print(&format!("{answer}\n"))
}

/// The lengths of a language for programs, with the keys in their order.
pub(crate) fn described(language: &Automaton, budget: &mut Budget) -> Result<Map<String, Value>, Failure> {
    let lengths = language.lengths(budget)?;
    let mut object = Map::new();
    object.insert("finite".to_owned(), listed(lengths.finite_ranges(), budget)?);
    object.insert("base".to_owned(), json!(lengths.base()));
    object.insert("period".to_owned(), json!(lengths.period()));
    object.insert("residues".to_owned(), listed(lengths.residue_ranges(), budget)?);
    object.insert("unary_states".to_owned(), json!(language.unary(budget)?.state_count()));
    object.insert("binary_states".to_owned(), json!(binary_states(&lengths, budget)?));
    Ok(object)
}

/// The numbers in the ranges, one by one; each costs a step, because a short range may be a long list.
fn listed(ranges: &[(u64, u64)], budget: &mut Budget) -> Result<Value, Failure> {
    let mut numbers = Vec::new();
    for &(first, last) in ranges {
        budget.spend((last - first).saturating_add(1))?;
        numbers.extend((first..=last).map(Value::from));
    }
    Ok(Value::Array(numbers))
}
