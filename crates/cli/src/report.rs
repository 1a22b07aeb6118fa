//! The report of `stringent check`: for people, and for programs.
//!
//! A violation shows the inputs that cause it; a proof shows what holds at the assertion; what is undecided shows
//! why. The order is that of the files and of the assertions in them, so the same question has the same report.

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};
use verifier::{Property, Reason, SyntaxError, Verdict};

use crate::escape;
use crate::results::{Results, Verified, shown};
use crate::source::Source;

const PROVED: Style = AnsiColor::Green.on_default().bold();
const VIOLATED: Style = AnsiColor::Red.on_default().bold();
const UNDECIDED: Style = AnsiColor::Yellow.on_default().bold();

/// The report for people.
pub(crate) fn text(results: &Results) -> String {
    let mut report = String::new();
    for file in &results.verified {
        for property in &file.properties {
            report.push_str(&property_text(file, property));
        }
    }
    let skipped = results.skipped.iter();
    let skipped =
        skipped.map(|file| format!("{UNDECIDED}skipped{UNDECIDED:#}: {}: {}\n", file.name, file.why));
    report.extend(skipped);
    report + &closing_line(results)
}

/// Files, properties and what came of them.
fn closing_line(results: &Results) -> String {
    let counts = results.counts();
    let properties = results.verified.iter().map(|file| file.properties.len()).sum::<usize>();
    let unreachable = match counts.unreachable {
        0 => String::new(),
        count => format!(", {count} unreachable"),
    };
    format!(
        "{}, {}: {} proved, {} violated, {} undecided{unreachable}; {} skipped\n",
        counted(results.verified.len(), "file", "files"),
        counted(properties, "property", "properties"),
        counts.proved,
        counts.violated,
        counts.undecided,
        results.skipped.len()
    )
}

/// A number of things.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn property_text(file: &Verified, property: &Property) -> String {
    let assertion = &file.program.assertions[property.checked.assertion().index()];
    let (style, word, mut notes) = match property.checked.verdict() {
        Verdict::Proved => (PROVED, "proved", Vec::new()),
        Verdict::Unreachable => (UNDECIDED, "unreachable", vec!["no run comes here".to_owned()]),
        Verdict::Violated(run) => {
            let inputs = run.inputs.iter().map(|input| shown(input, &file.program));
            let inputs = inputs.enumerate().map(|(at, input)| format!("input {}: {input}", at + 1));
            let inputs: Vec<String> = inputs.collect();
            let none = vec!["every run fails: there is no input".to_owned()];
            (VIOLATED, "violated", if inputs.is_empty() { none } else { inputs })
        }
        Verdict::Unknown(reason) => {
            (UNDECIDED, "undecided", vec![reason.to_string(), next_step(reason).to_owned()])
        }
    };
    notes.extend(property.facts.iter().map(|fact| format!("here {}", escape::text(fact))));
    let message = assertion.message.as_deref().map_or("assertion".to_owned(), escape::text);
    let mut text =
        format!("{style}{word}{style:#}: {message}\n  --> {}\n", file.source.place(assertion.span));
    text.push_str(&file.source.snippet(assertion.span));
    text.push('\n');
    text.extend(notes.iter().map(|note| format!("   = {note}\n")));
    text.push('\n');
    text
}

/// What a user may do about an undecided property.
fn next_step(reason: &Reason) -> &'static str {
    match reason {
        Reason::Undecided => "bound an input, or state what you know with assume",
        Reason::Rejected(_) => "this is a gap of the tool; raise --budget or report the program",
        Reason::NoClaim(_) => "raise --budget, or split the program",
    }
}

/// The report for programs, on one line.
pub(crate) fn json(results: &Results) -> String {
    let skipped = results.skipped.iter().map(|file| json!({"file": file.name, "reason": file.why}));
    let properties = results
        .verified
        .iter()
        .flat_map(|file| file.properties.iter().map(|property| property_json(file, property)));
    let report = json!({
        "files": results.verified.len(),
        "skipped": skipped.collect::<Vec<_>>(),
        "properties": properties.collect::<Vec<_>>(),
        "assumptions": [],
    });
    format!("{report}\n")
}

fn property_json(file: &Verified, property: &Property) -> Value {
    let id = property.checked.assertion();
    let assertion = &file.program.assertions[id.index()];
    let (verdict, engine) = match property.checked.verdict() {
        Verdict::Proved => ("proved", Some("composite")),
        Verdict::Unreachable => ("unreachable", Some("composite")),
        Verdict::Violated(_) => ("violated", Some("refute")),
        Verdict::Unknown(_) => ("undecided", None),
    };
    let inputs: Vec<Value> = match property.checked.verdict() {
        Verdict::Violated(run) => run.inputs.iter().map(|input| input_json(file, input)).collect(),
        Verdict::Proved | Verdict::Unreachable | Verdict::Unknown(_) => Vec::new(),
    };
    let reason = match property.checked.verdict() {
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::Proved | Verdict::Unreachable | Verdict::Violated(_) => None,
    };
    json!({
        "id": id.0,
        "file": file.source.name,
        "line": file.source.line(assertion.span),
        "kind": "assertion",
        "verdict": verdict,
        "engine": engine,
        "facts": property.facts,
        "inputs": inputs,
        "reason": reason,
    })
}

/// An input as text, where it is text, and in its escaped form.
fn input_json(file: &Verified, input: &verifier::Value) -> Value {
    let value = match input {
        verifier::Value::Str(word) => {
            let characters = word.iter().map(|&symbol| char::from_u32(symbol));
            characters.collect::<Option<String>>().map_or(Value::Null, Value::from)
        }
        verifier::Value::Int(number) => Value::from(number.to_string()),
        verifier::Value::Bool(value) => Value::from(value.to_string()),
    };
    json!({"value": value, "escaped": shown(input, &file.program)})
}

/// The errors of a file that does not parse.
pub(crate) fn syntax_errors(source: &Source, errors: &[SyntaxError]) -> String {
    let told = errors.iter().map(|error| {
        let (place, snippet) = (source.place(error.span()), source.snippet(error.span()));
        let help = error.help().map_or(String::new(), |help| format!("\n   = help: {}", escape::text(help)));
        format!("\nerror: {}\n  --> {place}\n{snippet}{help}", escape::text(error.cause()))
    });
    format!("it does not parse{}", told.collect::<String>())
}
