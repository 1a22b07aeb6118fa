//! `stringent compare`: which analysis proves which assertion, as a table.
//!
//! Each file is verified by strings alone, by sizes alone and by both together, and a failing run is searched for.
//! The exit code is 2 when a file was skipped and 0 otherwise: the table is the answer.

use std::process::ExitCode;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::findings::finding::Word;
use crate::findings::results::Results;
use crate::output;
use crate::question::arguments::{AnalysisName, CompareQuestion, EngineName, Format, Task};
use crate::report::json::{line, skipped};
use crate::report::text;
use crate::work::gather;

/// The columns: a name, and what is asked for it.
const COLUMNS: [(&str, EngineName, AnalysisName); 4] = [
    ("string", EngineName::Composite, AnalysisName::String),
    ("size", EngineName::Composite, AnalysisName::Size),
    ("combined", EngineName::Composite, AnalysisName::Combined),
    ("run", EngineName::Refute, AnalysisName::Combined),
];

/// An assertion and its verdicts, a column each.
struct Row {
    file: String,
    line: usize,
    message: Option<String>,
    verdicts: Vec<Word>,
}

/// Compares the analyses and prints the table.
pub(crate) fn answer(question: &CompareQuestion) -> Result<ExitCode, Failure> {
    let verify = |&(_, engine, analysis): &(&str, EngineName, AnalysisName)| {
        let order = gather::order(Task::Check, engine, analysis, &question.limits);
        gather::verify(&question.paths, &order, &question.limits)
    };
    let columns: Vec<Results> = COLUMNS.iter().map(verify).collect();
    let rows = rows(&columns);
    let text = match question.format {
        Format::Text => table(&rows) + &text::skipped(&columns[0]),
        Format::Json => json_of(&rows, &columns[0]),
    };
    output::print(&text)?;
    let complete = columns.iter().all(|results| results.skipped.is_empty());
    Ok(ExitCode::from(if complete { 0 } else { 2 }))
}

/// A row for each assertion that every column has. A file that only some could read is listed as skipped by them.
fn rows(columns: &[Results]) -> Vec<Row> {
    let mut rows = Vec::new();
    for file in &columns[0].verified {
        let same = |results: &Results| {
            results.verified.iter().position(|other| other.source.name == file.source.name)
        };
        let Some(places) = columns.iter().map(same).collect::<Option<Vec<_>>>() else { continue };
        for (at, finding) in file.findings.iter().enumerate() {
            let verdict = |(results, &place): (&Results, &usize)| {
                results.verified[place].findings.get(at).map_or(Word::Undecided, |other| other.verdict)
            };
            rows.push(Row {
                file: file.source.name.clone(),
                line: file.source.line(finding.span()),
                message: finding.message.clone(),
                verdicts: columns.iter().zip(&places).map(verdict).collect(),
            });
        }
    }
    rows
}

fn table(rows: &[Row]) -> String {
    let place = |row: &Row| format!("{}:{}", row.file, row.line);
    let width = rows.iter().map(|row| place(row).chars().count()).max().unwrap_or_default().max(9);
    let mut text = format!("{:width$}", "assertion");
    text.extend(COLUMNS.iter().map(|(name, ..)| format!("  {name:11}")));
    let mut lines = vec![text];
    for row in rows {
        let mut text = format!("{:width$}", place(row));
        text.extend(row.verdicts.iter().map(|&verdict| format!("  {:11}", cell(verdict))));
        lines.push(text);
    }
    lines.iter().map(|text| text.trim_end()).chain([""]).collect::<Vec<_>>().join("\n")
}

/// What is not decided is left blank but for a dash, so that what is stands out.
fn cell(verdict: Word) -> &'static str {
    match verdict {
        Word::Undecided => "-",
        Word::Proved | Word::Violated | Word::Unreachable => verdict.text(),
    }
}

fn json_of(rows: &[Row], results: &Results) -> String {
    let row = |row: &Row| {
        let mut object = json!({"file": row.file, "line": row.line, "message": row.message});
        for ((name, ..), verdict) in COLUMNS.iter().zip(&row.verdicts) {
            object[*name] = Value::from(verdict.text());
        }
        object
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    line(&json!({"rows": rows, "skipped": skipped(results)}))
}
