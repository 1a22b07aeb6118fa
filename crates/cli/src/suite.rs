//! `stringent measure` on labelled Java programs: a table of verdicts beside what is expected, with the score of SV-COMP.
//!
//! The table has a line of names and the columns `inputs`, `entry`, `valid_assert` and `no_runtime_exception`. Each label that
//! is *true* or *false* is a task of its own; where only the first one is known, it is about assertions and exceptions together.
//! A right *true* counts 2, a right *false* 1, a wrong *true* -32 and a wrong *false* -16.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::arguments::{
    AnalysisName, EngineName, JavaChoices, Limits, MeasureQuestion, PropertyName, Task, WorkOrder,
};
use crate::failure::Failure;
use crate::finding::Word;
use crate::{escape, gather, output};

/// How long a task may take.
const WALL: Duration = Duration::from_secs(10);

/// What came of tasks.
#[derive(Default)]
struct Counts {
    right: usize,
    wrong: usize,
    undecided: usize,
    score: i64,
    reasons: BTreeMap<String, usize>,
    times: Vec<Duration>,
}

/// Whether a table is one of Java programs.
pub(crate) fn is_java(table: &str) -> bool {
    table.lines().next().is_some_and(|names| names.split('\t').any(|name| name == "valid_assert"))
}

/// Verifies every task and prints the table.
pub(crate) fn answer(question: &MeasureQuestion, table: &str) -> Result<ExitCode, Failure> {
    let names: Vec<&str> = table.lines().next().unwrap_or_default().split('\t').collect();
    let mut counts = Counts::default();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| {
            let at = names.iter().position(|known| *known == name);
            at.and_then(|at| cells.get(at)).copied().unwrap_or_default()
        };
        if !cell("task").contains(&question.only) {
            continue;
        }
        let paths: Vec<PathBuf> =
            cell("inputs").split(' ').map(|input| question.folder.join(input)).collect();
        let (asserts, exceptions) = (cell("valid_assert"), cell("no_runtime_exception"));
        let is_known = |label: &str| label == "true" || label == "false";
        let first = if is_known(exceptions) { PropertyName::Assert } else { PropertyName::Both };
        for (property, label) in [(first, asserts), (PropertyName::Exceptions, exceptions)] {
            if is_known(label) {
                let entry = Some(cell("entry").to_owned()).filter(|entry| !entry.is_empty());
                let java = JavaChoices { property, entry, null_inputs: true };
                let started = Instant::now();
                let judged = judge(&paths, java, question.budget);
                counts.times.push(started.elapsed());
                let word = counts.take(judged, label == "true");
                if question.each {
                    output::print(&format!(
                        "{word}\t{label}\t{property:?}\t{}\n",
                        escape::text(cell("task"))
                    ))?;
                }
            }
        }
    }
    let code = ExitCode::from(u8::from(counts.wrong > 0));
    output::print(&counts.shown())?;
    Ok(code)
}

/// Whether a property of a C program holds; the reason when that is not known.
pub(crate) fn judge_c(path: &Path, property: PropertyName, budget: u64) -> Result<bool, String> {
    let choices = JavaChoices { property, ..JavaChoices::default() };
    judge(&[path.to_owned()], choices, budget)
}

/// Whether the property holds; the reason when that is not known.
fn judge(paths: &[PathBuf], java: JavaChoices, budget: u64) -> Result<bool, String> {
    let limits = Limits { budget, timeout: Some(WALL), memory: None, jobs: std::num::NonZeroUsize::new(1) };
    let order = gather::order(Task::Check, EngineName::All, AnalysisName::Combined, &limits);
    let order = WorkOrder { roots: paths.to_vec(), java, ..order };
    let results = gather::verify(paths, &order, &limits);
    if let Some(skipped) = results.skipped.first() {
        return Err(skipped.why.clone());
    }
    let findings: Vec<_> = results.verified.iter().flat_map(|file| &file.findings).collect();
    if findings.iter().any(|finding| finding.verdict == Word::Violated) {
        return Ok(false);
    }
    match findings.iter().find(|finding| finding.verdict != Word::Proved) {
        Some(open) => Err(open.reason.clone().unwrap_or_else(|| "no answer".to_owned())),
        None if findings.is_empty() => Err("there is nothing to verify".to_owned()),
        None => Ok(true),
    }
}

impl Counts {
    /// Counts an answer; the answer in one word.
    fn take(&mut self, judged: Result<bool, String>, label: bool) -> &'static str {
        match judged {
            Ok(answer) if answer == label => {
                self.right += 1;
                self.score += if label { 2 } else { 1 };
                "right"
            }
            Ok(answer) => {
                self.wrong += 1;
                self.score -= if answer { 32 } else { 16 };
                "wrong"
            }
            Err(reason) => {
                self.undecided += 1;
                *self.reasons.entry(reason).or_default() += 1;
                "undecided"
            }
        }
    }

    fn shown(mut self) -> String {
        let mut reasons: Vec<(String, usize)> = self.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mut text = String::new();
        for (reason, count) in reasons {
            let _ = writeln!(text, "{count:5}  {reason}");
        }
        self.times.sort();
        let median = self.times.get(self.times.len() / 2).map_or(0, Duration::as_millis);
        let _ = writeln!(
            text,
            "{} right, {} wrong, {} undecided; score {}; median {median} ms a task with javac",
            self.right, self.wrong, self.undecided, self.score
        );
        text
    }
}
