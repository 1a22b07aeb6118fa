//! `stringent check`: verifies the assertions of programs and tells what is known of each.
//!
//! Never *all is well* unless every file was read and every property proved: what was skipped is listed, and the
//! closing line counts everything. The exit code is 0 when all is proved, 1 for a violation, 2 when a file could
//! not be read or parsed, 3 when something is undecided or there was nothing to prove.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use verifier::{Options, Program, sil, verify};

use crate::arguments::{CheckQuestion, Format};
use crate::failure::Failure;
use crate::results::{Results, Skipped, Verified};
use crate::source::Source;
use crate::{escape, output, report};

/// Verifies the files and prints the report.
pub(crate) fn answer(question: &CheckQuestion) -> Result<ExitCode, Failure> {
    let options = Options {
        engines: question.engine.into(),
        analysis: question.analysis.into(),
        steps: question.budget,
        ..Options::default()
    };
    let mut results = Results::default();
    for path in files(&question.paths, &mut results.skipped) {
        match read(&path) {
            Ok((source, program)) => {
                let properties = verify(&program, &options);
                results.verified.push(Verified { source, program, properties });
            }
            Err(why) => results.skipped.push(Skipped { name: escape::path(&path), why }),
        }
    }
    let text = match question.format {
        Format::Text => report::text(&results),
        Format::Json => report::json(&results),
    };
    output::print(&text)?;
    Ok(results.exit_code())
}

/// The `.sil` files that the paths name, folders searched in the order of names.
fn files(paths: &[PathBuf], skipped: &mut Vec<Skipped>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = paths.iter().rev().cloned().collect();
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        match fs::read_dir(&path) {
            Ok(entries) => {
                let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
                inside.retain(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "sil"));
                inside.sort();
                open.extend(inside.into_iter().rev());
            }
            Err(error) => skipped.push(Skipped { name: escape::path(&path), why: error.to_string() }),
        }
    }
    found
}

/// Reads and parses a file, or says why not.
pub(crate) fn read(path: &Path) -> Result<(Source, Program), String> {
    if path.extension().is_none_or(|ending| ending != "sil") {
        return Err("not a .sil file".to_owned());
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let source = Source::new(escape::path(path), &bytes);
    match sil::parse(&bytes, &source.name) {
        Ok(program) => Ok((source, program)),
        Err(errors) => Err(report::syntax_errors(&source, &errors)),
    }
}
