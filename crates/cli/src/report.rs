//! The report of `stringent check` for people.
//!
//! A violation shows the inputs that cause it and where the run goes; a proof shows what holds at the assertion; what
//! is undecided shows why and what to do. The order is that of the files and of the assertions in them, so the same
//! question has the same report.

use anstyle::{AnsiColor, Style};
use verifier::SyntaxError;

use crate::escape;
use crate::finding::{Excuse, Finding, Input, Kind, Passed, Word};
use crate::page::Note;
use crate::results::{Results, Verified};
use crate::source::Source;

pub(crate) const PROVED: Style = AnsiColor::Green.on_default().bold();
pub(crate) const VIOLATED: Style = AnsiColor::Red.on_default().bold();
pub(crate) const UNDECIDED: Style = AnsiColor::Yellow.on_default().bold();

/// The most characters of an input that are shown.
const LONGEST: usize = 200;

/// Whether the report tells what each engine did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Answers,
    Steps,
}

/// The report.
pub(crate) fn text(results: &Results, detail: Detail) -> String {
    let mut report = String::new();
    for file in &results.verified {
        report.extend(file.findings.iter().map(|finding| finding_text(file, finding)));
        let assumed = file.assumptions.iter().map(|text| format!("assumed: {}: {text}\n", file.source.name));
        report.extend(assumed);
        if detail == Detail::Steps {
            report.extend(file.log.iter().map(|step| format!("{}: {step}\n", file.source.name)));
            report.push('\n');
        }
    }
    report.extend(results.notes.iter().map(|note| format!("note: {note}\n")));
    report + &skipped(results) + &closing_line(results)
}

/// The files that were skipped, and why.
pub(crate) fn skipped(results: &Results) -> String {
    let told = results.skipped.iter();
    let lines = told.map(|file| format!("{UNDECIDED}skipped{UNDECIDED:#}: {}: {}\n", file.name, file.why));
    lines.collect::<Vec<_>>().concat()
}

/// Files, properties and what came of them.
pub(crate) fn closing_line(results: &Results) -> String {
    let counts = results.counts();
    let excused = [(counts.suppressed, "suppressed"), (counts.known, "known")];
    let excused = excused.iter().filter(|(count, _)| *count > 0);
    let excused = excused.map(|(count, word)| format!(", {count} {word}")).collect::<Vec<_>>().concat();
    let properties = results.verified.iter().map(|file| file.findings.len()).sum::<usize>();
    let unreachable = match counts.unreachable {
        0 => String::new(),
        count => format!(", {count} unreachable"),
    };
    let rechecked = match counts.rechecked {
        0 => String::new(),
        count => format!(" ({count} by clauses that a solver rechecked)"),
    };
    format!(
        "{}, {}: {} proved{rechecked}, {} violated, {} undecided{unreachable}{excused}; {} skipped\n",
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

fn finding_text(file: &Verified, finding: &Finding) -> String {
    let style = match finding.verdict {
        Word::Proved => PROVED,
        Word::Violated => VIOLATED,
        Word::Unreachable | Word::Undecided => UNDECIDED,
    };
    let word = finding.verdict_text();
    let place = file.source.place(finding.span());
    let mut text = format!("{style}{word}{style:#}: {}\n  --> {place}\n", finding.claim());
    text.push_str(&file.source.snippet(finding.span()));
    text.push('\n');
    text.extend(notes(finding).iter().map(|note| format!("   = {note}\n")));
    text.push('\n');
    text
}

fn notes(finding: &Finding) -> Vec<String> {
    let mut notes = match finding.verdict {
        Word::Proved => Vec::new(),
        Word::Unreachable if finding.page.is_some() => vec!["no run of this page comes here".to_owned()],
        Word::Unreachable => vec!["no run comes here".to_owned()],
        Word::Violated if finding.page.is_some() => Vec::new(),
        Word::Violated if finding.kind == Kind::Clauses => Vec::new(),
        Word::Violated if finding.inputs.is_empty() => vec!["every run fails: there is no input".to_owned()],
        Word::Violated => {
            let numbered = finding.inputs.iter().enumerate();
            let name =
                |input: &Input| input.asked.as_ref().map_or(String::new(), |asked| format!(", {asked}"));
            numbered
                .map(|(at, input)| format!("input {}{}: {}", at + 1, name(input), cut(&input.escaped)))
                .collect()
        }
        Word::Undecided => finding.reason.iter().cloned().collect(),
    };
    notes.extend(finding.page.iter().flat_map(page_notes));
    notes.extend(finding.replay.iter().map(|replay| format!("replay: {replay}")));
    if !finding.path.is_empty() {
        let name = match finding.kind {
            Kind::Assertion => "the run",
            Kind::Clauses => "the derivation",
        };
        notes.push(format!("{name}:{}", path(&finding.path)));
    }
    let facts = finding.facts.iter();
    notes.extend(facts.map(|fact| match finding.kind {
        Kind::Assertion => format!("here {fact}"),
        Kind::Clauses => cut(fact),
    }));
    notes.extend(finding.allowed.iter().map(|values| format!("these facts allow {values}")));
    notes.extend(finding.next_step.iter().map(|step| format!("help: {step}")));
    match &finding.excused {
        Some(Excuse::Comment(reason)) => notes.push(format!("suppressed: {reason}")),
        Some(Excuse::Known) => notes.push("known: it is in the baseline".to_owned()),
        None => {}
    }
    notes
}

/// What is told of a page: the request, what must hold besides, what is written.
fn page_notes(note: &Note) -> Vec<String> {
    let cwe = note.cwe.map_or(String::new(), |cwe| format!(", CWE-{cwe}"));
    let mut notes = vec![format!("rule {}{cwe}, {}, {}", note.rule, note.severity, note.level)];
    notes.extend(note.url.iter().map(|url| format!("request: {url}")));
    notes.extend(note.curl.iter().map(|curl| format!("as a command: {curl}")));
    notes.extend(note.besides.iter().map(|besides| format!("besides: {}", cut(besides))));
    notes.extend(note.output.iter().map(|output| format!("written: {output}")));
    notes.extend(note.replay.iter().map(|replay| format!("replay: {replay}")));
    notes.extend(note.suggestion.iter().map(|suggestion| format!("help: {suggestion}")));
    notes
}

/// The lines of a run, each with its number before it, calls indented.
fn path(path: &[Passed]) -> String {
    let width = path.iter().map(|passed| passed.line.to_string().len()).max().unwrap_or_default();
    let line = |passed: &Passed| {
        let indent = " ".repeat(2 * passed.depth.min(20));
        format!("\n     {:width$} | {indent}{}", passed.line, passed.note)
    };
    path.iter().map(line).collect()
}

/// The beginning of a long value and its size.
fn cut(escaped: &str) -> String {
    match escaped.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} characters as written)", &escaped[..end], escaped.chars().count()),
        None => escaped.to_owned(),
    }
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
