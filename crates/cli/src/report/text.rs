//! The report of `stringent check` for people.
//!
//! A violation shows the inputs that cause it and where the run goes; a proof shows what holds at the assertion; what
//! is undecided shows why and what to do. The order is that of the files and of the assertions in them, so the same
//! question has the same report.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use verifier::{Span, SyntaxError};

use crate::escape;
use crate::findings::assumed::Assumed;
use crate::findings::finding::{Excuse, Finding, Input, Kind, Passed, Word};
use crate::findings::results::{Results, Verified};
use crate::findings::rules::Ruled;
use crate::findings::source::Source;
use crate::page::Note;
use crate::report::blocks::{Block, blocks};

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

/// The report of one file.
pub(crate) fn file_text(file: &Verified, detail: Detail) -> String {
    let mut report: String = blocks(&file.findings).iter().map(|block| block_text(file, block)).collect();
    report.push_str(&assumptions(file));
    if detail == Detail::Steps {
        let name = &file.source.name;
        report.extend(file.approximations.iter().map(|text| format!("approximated: {name}: {text}\n")));
        report.extend(file.log.iter().map(|step| format!("{name}: {step}\n")));
        report.push('\n');
    }
    report
}

/// What is told after the reports of all files.
pub(crate) fn end(results: &Results) -> String {
    let mut text = String::new();
    text.extend(results.notes.iter().map(|note| format!("note: {note}\n")));
    text + &skipped(results) + &closing_line(results)
}

/// The assumptions that the proofs of a file rest on; nothing where nothing is proved.
fn assumptions(file: &Verified) -> String {
    let rests_on =
        |assumed: &&Assumed| file.findings.iter().any(|finding| finding.assumes.contains(&assumed.id));
    let line = |Assumed { id, text, .. }: &Assumed| {
        format!("proofs of {} assume: {text} ({id})\n", file.source.name)
    };
    file.assumptions.iter().filter(rests_on).map(line).collect()
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

fn block_text(file: &Verified, block: &Block<'_>) -> String {
    match block {
        Block::At(findings) => {
            let heads = findings.iter().map(|finding| head(finding)).collect::<String>();
            let mut told: Vec<String> = Vec::new();
            for note in findings.iter().flat_map(|finding| notes(file, finding)) {
                if findings.len() == 1 || !told.contains(&note) {
                    told.push(note);
                }
            }
            heads + &at_place(file, findings[0].span(), &told)
        }
        Block::Behind(findings, place) => {
            let count = findings.len();
            let head =
                format!("{UNDECIDED}undecided{UNDECIDED:#}: {count} properties, because of what is here\n");
            let mut told: Vec<String> = findings[0].reason.iter().cloned().collect();
            told.push(format!("the properties are those of {}", lines(file, findings)));
            told.extend(findings[0].next_step.iter().map(|step| format!("help: {step}")));
            head + &at_place(file, *place, &told)
        }
    }
}

fn head(finding: &Finding) -> String {
    let style = match finding.verdict {
        Word::Proved => PROVED,
        Word::Violated => VIOLATED,
        Word::Unreachable | Word::Undecided => UNDECIDED,
    };
    format!("{style}{}{style:#}: {}\n", finding.verdict_text(), finding.claim())
}

/// A place with its line, and what is told of it.
fn at_place(file: &Verified, span: Span, notes: &[String]) -> String {
    let mut text = format!("  --> {}\n{}\n", file.source.place(span), file.source.snippet(span));
    text.extend(notes.iter().map(|note| format!("   = {note}\n")));
    text.push('\n');
    text
}

/// The lines of findings, each once, with how many there are where it is more than one.
fn lines(file: &Verified, findings: &[&Finding]) -> String {
    let mut counts: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry((finding.span().file, file.source.line(finding.span()))).or_default() += 1;
    }
    let told = counts.iter().map(|((_, line), count)| match count {
        1 => line.to_string(),
        _ => format!("{line} ({count})"),
    });
    let word = if counts.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", told.collect::<Vec<_>>().join(", "))
}

fn notes(file: &Verified, finding: &Finding) -> Vec<String> {
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
    notes.extend(finding.cause().map(|place| format!("because of {}", file.source.place(place))));
    notes.extend(rule_note(finding));
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

/// The rule of a finding, its weakness and how severe it is. Of proofs only pages tell it, which have no other name for it.
fn rule_note(finding: &Finding) -> Option<String> {
    let Ruled { id, cwe, severity } = &finding.ruled;
    if finding.page.is_none() && finding.verdict == Word::Proved {
        return None;
    }
    let cwe = cwe.map_or(String::new(), |cwe| format!(", CWE-{cwe}"));
    let level = finding.page.as_ref().map_or(String::new(), |note| format!(", {}", note.level));
    severity.as_ref().map(|severity| format!("rule {id}{cwe}, {severity}{level}"))
}

/// What is told of a page: the request, what must hold besides, what is written.
fn page_notes(note: &Note) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(note.url.iter().map(|url| format!("request: {url}")));
    notes.extend(note.curl.iter().map(|curl| format!("as a command: {curl}")));
    notes.extend(note.besides.iter().map(|besides| format!("requires: {}", cut(besides))));
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
