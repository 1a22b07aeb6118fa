//! `stringent interpolate --conditions`: the smallest languages between conditions that cannot all be true.
//!
//! After each condition but the last: a language of the strings that both sides speak of, or why there is none. The exit
//! code is 0 when there is one at every cut.

use std::fmt::Write as _;

use automata::{Alphabet, Automaton, Budget, Exhausted, SymbolSet, show};
use serde_json::json;
use verifier::{Between, Conditions, Cut, NoConditions, Value, interpolants};

use crate::commands::picture;
use crate::escape;
use crate::failure::Failure;
use crate::output;
use crate::output::LABEL;
use crate::question::arguments::{ClauseChoices, Format, InterpolateQuestion};
use crate::question::solver;

/// Prints what lies between the conditions, and draws the first language.
pub(crate) fn answer(asked: &InterpolateQuestion) -> Result<(), Failure> {
    let texts = [&asked.inside.pattern, &asked.outside].into_iter().chain(&asked.further).cloned().collect();
    let conditions = Conditions { texts, integers: asked.integers.clone(), booleans: asked.booleans.clone() };
    let mut budget = Budget::steps(asked.inside.budget);
    let options = solver::options(None, &ClauseChoices::default());
    let (cuts, notes) =
        interpolants(&conditions, &options, &mut budget).map_err(|why| failure(&conditions, why))?;
    let told: Vec<Told> = cuts.iter().map(|cut| Told::of(cut, &mut budget)).collect();
    let text = match asked.inside.format {
        Format::Text => text(&told, &notes),
        Format::Json => {
            let notes: Vec<String> = notes.iter().map(|note| escape::text(note)).collect();
            let cuts: Vec<serde_json::Value> = told.iter().map(Told::json).collect();
            format!("{}\n", json!({"cuts": cuts, "notes": notes}))
        }
    };
    if let Some(Cut { between: Between::Language { language, .. }, .. }) = cuts.first() {
        picture::write(language, asked.inside.svg.as_deref(), None)?;
    }
    output::print(&text)?;
    match told.iter().find_map(|told| told.why.as_ref()) {
        Some(why) => Err(Failure::undecided(why.clone())),
        None => Ok(()),
    }
}

/// What is told of a cut; all of it escaped.
struct Told {
    variables: Vec<String>,
    language: String,
    numbers: [(&'static str, usize); 3],
    /// Why there is no language.
    why: Option<String>,
}

impl Told {
    fn of(cut: &Cut, budget: &mut Budget) -> Told {
        let variables: Vec<String> = cut.variables.iter().map(|name| escape::text(name)).collect();
        let none = |why: String| Told {
            variables: Vec::new(),
            language: String::new(),
            numbers: NONE,
            why: Some(why),
        };
        match &cut.between {
            Between::Language { language, effort, .. } => {
                let parts = [
                    ("states", language.state_count()),
                    ("samples", effort.samples),
                    ("rounds", effort.rounds),
                ];
                Told {
                    variables,
                    language: expression(language, cut.variables.len(), budget),
                    numbers: parts,
                    why: None,
                }
            }
            Between::Together(values) => {
                let shown =
                    variables.iter().zip(values).map(|(name, value)| format!("{name} = {}", shown(value)));
                let all: Vec<String> = shown.collect();
                none(format!("nothing lies between them: all are true with {}", all.join(", ")))
            }
            Between::NotByStrings => none(
                "strings are not to blame: the conflict goes when what is no string is renamed apart"
                    .to_owned(),
            ),
            Between::Open(why) => none(escape::text(why)),
        }
    }

    fn json(&self) -> serde_json::Value {
        let [states, samples, rounds] = self.numbers.map(|(_, number)| number);
        match &self.why {
            Some(why) => json!({"reason": why}),
            None => json!({
                "variables": self.variables, "language": self.language,
                "states": states, "samples": samples, "rounds": rounds,
            }),
        }
    }
}

const NONE: [(&str, usize); 3] = [("states", 0), ("samples", 0), ("rounds", 0)];

/// The words of a language of so many strings in one line; `|` stands between strings.
fn expression(language: &Automaton, strings: usize, budget: &mut Budget) -> String {
    let (alphabet, mark) = (language.alphabet(), language.alphabet().last());
    let mut shown = show::readable(language, budget).to_string();
    if strings > 1 {
        let separator = show::word(&[mark], alphabet);
        let words = within_shape(language, strings, budget).unwrap_or_else(|_| language.clone());
        shown = show::readable(&words, budget).to_string().replace(separator.trim_matches('"'), " | ");
    }
    escape::text(&shown)
}

/// The words that have one separator between two strings and no other.
fn within_shape(language: &Automaton, strings: usize, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let (alphabet, mark) = (language.alphabet(), language.alphabet().last());
    let string = Automaton::class(alphabet, &SymbolSet::range(0, mark - 1)).star(budget)?;
    let next = Automaton::literal(alphabet, &[mark]).concat(&string, budget)?;
    let shape = (1..strings).try_fold(string, |shape, _| shape.concat(&next, budget))?;
    language.intersection(&shape, budget)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Str(word) => escape::text(&show::word(word, Alphabet::UNICODE)),
        Value::Int(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
    }
}

fn text(told: &[Told], notes: &[String]) -> String {
    let mut text = String::new();
    let mut line = |label: &str, part: &str| {
        writeln!(text, "{LABEL}{label:<9}{LABEL:#}  {part}").expect("a string takes all text");
    };
    for (at, told) in told.iter().enumerate() {
        if let Some(why) = &told.why {
            line("none", &format!("after condition {}: {why}", at + 1));
            continue;
        }
        line("after", &format!("condition {}", at + 1));
        line("words", &told.variables.join(" | "));
        line("language", &told.language);
        told.numbers.iter().for_each(|(label, number)| line(label, &number.to_string()));
    }
    notes.iter().for_each(|note| line("note", &escape::text(note)));
    text
}

fn failure(conditions: &Conditions, why: NoConditions) -> Failure {
    match why {
        NoConditions::Syntax(condition, error, at) => {
            let text = &conditions.texts[condition];
            let place = text[..at].chars().count();
            Failure::in_pattern(text, place..place + 1, error.cause())
        }
        NoConditions::Other(why) => Failure::undecided(escape::text(&why)),
    }
}
