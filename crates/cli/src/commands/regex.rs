//! `stringent regex`: a regular expression simplified, and what its words look like.
//!
//! The expression is written in the tool's own dialect whatever dialect was read. `=` stands before it only when it
//! was checked to have the very same words; otherwise `⊆` says that it was checked to have them and may have more.
//! Words and expressions are foreign text and pass through `escape`.

use std::fmt::Write as _;
use std::path::Path;

use automata::show::{self, Readable, Relation};
use automata::{Alphabet, Automaton, Budget, Symbol};
use serde_json::{Map, Value, json};

use crate::commands::lengths;
use crate::commands::picture;
use crate::escape;
use crate::failure::Failure;
use crate::output;
use crate::output::LABEL;
use crate::question::arguments::{Format, Question};
use crate::question::language;

/// How many of the shortest words are shown.
const MEMBERS: usize = 5;

/// How many characters of a word are shown to people, who do not read more.
const LONGEST: usize = 100;

/// Prints the expression that the question asks for, and writes its pictures.
pub(crate) fn answer(question: &Question, dot: Option<&Path>) -> Result<(), Failure> {
    let mut budget = Budget::steps(question.budget);
    let language = language::of(question, &mut budget)?;
    let answer = match question.format {
        Format::Text => for_people(&language, &mut budget)?,
        Format::Json => for_programs(&language, &mut budget)?,
    };
    picture::write(&language, question.svg.as_deref(), dot)?;
    output::print(&answer)
}

fn for_people(language: &Automaton, budget: &mut Budget) -> Result<String, Failure> {
    let lengths = language.lengths(budget)?.to_string();
    let words = language.members(MEMBERS, budget)?;
    let simplified = show::readable(language, budget);
    let described = match simplified.relation() {
        Relation::Exact | Relation::Contains => {
            format!("{} {}", sign(&simplified), escape::text(&simplified.text()))
        }
        Relation::Samples => "no expression was found within the budget".to_owned(),
    };
    let states = language.state_count().to_string();
    let mut parts = vec![("language", described), ("states", states), ("lengths", lengths)];
    if words.is_empty() {
        parts.push(("shortest", "none, because no word matches".to_owned()));
    }
    let labels = ["shortest"].into_iter().chain(std::iter::repeat(""));
    parts.extend(labels.zip(words.iter().map(|word| abridged(word, language.alphabet()))));
    let mut text = String::new();
    for (label, part) in parts {
        writeln!(text, "{LABEL}{label:<8}{LABEL:#}  {part}").expect("a string takes all text");
    }
    Ok(text)
}

fn for_programs(language: &Automaton, budget: &mut Budget) -> Result<String, Failure> {
    let lengths = lengths::described(language, budget)?;
    let words = language.members(MEMBERS, budget)?;
    let simplified = show::readable(language, budget);
    let mut object = Map::new();
    object.insert("relation".to_owned(), json!(sign(&simplified)));
    object.insert("expression".to_owned(), json!(escape::text(simplified.expression())));
    object.insert("length_bound".to_owned(), json!(simplified.length_bound()));
    object.insert("not_containing".to_owned(), json!(simplified.not_containing().map(escape::text)));
    object.insert("states".to_owned(), json!(language.state_count()));
    object.insert("lengths".to_owned(), Value::from(lengths));
    let quoted: Vec<String> = words.iter().map(|word| quoted(word, language.alphabet())).collect();
    object.insert("shortest".to_owned(), json!(quoted));
    Ok(format!("{}\n", Value::from(object)))
}

/// How the language relates to the expression.
fn sign(simplified: &Readable) -> &'static str {
    match simplified.relation() {
        Relation::Exact => "=",
        Relation::Contains => "⊆",
        Relation::Samples => "?",
    }
}

/// A word in quotes.
fn quoted(word: &[Symbol], alphabet: Alphabet) -> String {
    escape::text(&show::word(word, alphabet))
}

/// A word in quotes, or the beginning of a long one and its length.
fn abridged(word: &[Symbol], alphabet: Alphabet) -> String {
    match word.get(..LONGEST) {
        Some(start) if word.len() > LONGEST => {
            format!("{}… of length {}", quoted(start, alphabet), word.len())
        }
        Some(_) | None => quoted(word, alphabet),
    }
}
