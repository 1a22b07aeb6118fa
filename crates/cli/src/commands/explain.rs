//! `stringent explain`: what is known whenever a run comes to a line, beside the lines of the source.
//!
//! For a whole file only what is new at a line is shown, so that one can look rather than read; for one line,
//! everything. The facts are those of the composite analysis, and the first line says whether the checker accepts them.
//! The exit code is 0, or 3 when there are no facts or they are not accepted.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::escape;
use crate::failure::Failure;
use crate::findings::message::{Explained, Known, Message};
use crate::findings::source::{Source, first_of};
use crate::output;
use crate::question::arguments::{EngineName, ExplainQuestion, Format, Task};
use crate::report::json;
use crate::work::gather;

/// Explains a program.
pub(crate) fn answer(question: &ExplainQuestion) -> Result<ExitCode, Failure> {
    let (path, line) = place(&question.place);
    let order = gather::order(Task::Explain, EngineName::Composite, question.analysis, &question.limits);
    let wrong = |why| Failure::wrong(format!("{}: {why}", escape::path(&path)));
    let (source, heard) = gather::hear(&path, &order, &question.limits).map_err(wrong)?;
    let mut explained = None;
    for message in heard.messages {
        match message {
            Message::Skipped(why) => return Err(wrong(why)),
            Message::Explained(told) => explained = Some(told),
            Message::Read(_)
            | Message::Includes(_)
            | Message::Assumed(_)
            | Message::Approximated(_)
            | Message::Missing(_)
            | Message::Step(_)
            | Message::Settled(_)
            | Message::Certificate(_)
            | Message::Certified(_)
            | Message::Done => {}
        }
    }
    let Some(mut explained) = explained else {
        let (why, help) = heard.cut.map_or((String::new(), ""), |cut| (cut.reason, cut.next_step));
        return Err(Failure::undecided(format!("{}: {why}; {help}", source.name)));
    };
    if let Some(line) = line {
        explained.places.retain(|known| known.line == line);
    }
    let text = match question.format {
        Format::Text => text(&source, &explained, line),
        Format::Json => json_of(&source, &explained),
    };
    output::print(&text)?;
    Ok(ExitCode::from(if explained.rejected.is_some() { 3 } else { 0 }))
}

/// The file and the line, unless there is a file of the whole name.
fn place(text: &Path) -> (PathBuf, Option<usize>) {
    let named = text.to_str().filter(|_| !text.exists());
    let split = named.and_then(|named| named.rsplit_once(':'));
    match split.and_then(|(path, line)| Some((path, line.parse().ok()?))) {
        Some((path, line)) => (PathBuf::from(path), Some(line)),
        None => (text.to_owned(), None),
    }
}

fn text(source: &Source, explained: &Explained, asked: Option<usize>) -> String {
    let mut text = match &explained.rejected {
        None => format!("{}: the checker accepts these facts\n", source.name),
        Some(why) => format!("{}: these facts are not to be relied on: {why}\n", source.name),
    };
    let width = source.lines().count().to_string().len();
    let margin = " ".repeat(width);
    let mut shown: Vec<&Known> = Vec::new();
    for (number, line) in (1..).zip(source.lines()).filter(|(number, _)| asked.is_none_or(|a| a == *number)) {
        for known in explained.places.iter().filter(|known| known.line == number) {
            let before = shown.iter().rev().find(|other| is_same_call(other, known));
            for note in notes(known, before.copied()) {
                text.extend([" ", &margin, " |", &indent(line), &note, "\n"]);
            }
            shown.push(known);
        }
        text.push_str(format!(" {number:width$} | {}", first_of(line)).trim_end());
        text.push('\n');
    }
    text
}

/// What is new at a place after another of the same call; all of it when there is no other.
fn notes(known: &Known, before: Option<&Known>) -> Vec<String> {
    let copy = if known.copy > 1 { format!(" (call {})", known.copy) } else { String::new() };
    if !known.reached {
        let told_before = before.is_some_and(|before| !before.reached);
        return if told_before { Vec::new() } else { vec![format!("~ no run comes here{copy}")] };
    }
    let is_new = |fact: &&String| before.is_none_or(|before| !before.facts.contains(fact));
    let facts = known.facts.iter().filter(is_new);
    let mut notes: Vec<String> = facts.map(|fact| format!("~ {}{copy}", first_of(fact))).collect();
    if let Some(before) = before.filter(|before| before.reached) {
        let gone = before.facts.iter().filter(|fact| !has_successor(fact, known)).count();
        if gone > 0 && notes.is_empty() {
            notes.push(format!("~ {gone} of the facts above hold no longer{copy}"));
        }
    }
    notes
}

/// Whether a fact, or another that begins with the same name, holds at a place.
fn has_successor(fact: &str, known: &Known) -> bool {
    let subject = |fact: &str| fact.split(' ').next().map(str::to_owned);
    known.facts.iter().any(|other| other == fact || subject(other) == subject(fact))
}

fn is_same_call(one: &Known, other: &Known) -> bool {
    one.procedure == other.procedure && one.copy == other.copy
}

/// The blanks at the beginning of a line, so that what is said stands above what it is said of.
fn indent(line: &str) -> String {
    let blanks = line.chars().take_while(|c| c.is_whitespace()).count();
    " ".repeat(blanks.min(40) + 1)
}

fn json_of(source: &Source, explained: &Explained) -> String {
    let place = |known: &Known| {
        json!({
            "line": known.line,
            "procedure": known.procedure,
            "copy": known.copy,
            "reached": known.reached,
            "facts": known.facts,
        })
    };
    let places: Vec<Value> = explained.places.iter().map(place).collect();
    json::line(&json!({
        "file": source.name,
        "checked": explained.rejected.is_none(),
        "reason": explained.rejected,
        "lines": places,
    }))
}
