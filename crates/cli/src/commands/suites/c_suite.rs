//! `stringent measure` on labelled C programs: a table of verdicts beside what is expected, one row a folder of inputs.
//!
//! The table has a line of names and the columns `task`, `input`, `property`, `expected` and `note`. A property is
//! *memsafety*, *memory* or *reach*; tasks of another one are left out and counted. A note that a label is wrong says what it is really, and
//! that is what counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::commands::suites::suite;
use crate::escape;
use crate::failure::Failure;
use crate::output;
use crate::question::arguments::MeasureQuestion;
use crate::question::choices::PropertyName;

/// What came of the tasks of a folder: right, wrong and undecided, for those that are safe and for those that are not.
#[derive(Default)]
struct Row {
    safe: [usize; 3],
    unsafe_: [usize; 3],
}

/// A line of the table.
struct Task<'a> {
    name: &'a str,
    input: &'a str,
    property: &'a str,
    is_safe: bool,
}

/// Whether a table is one of C programs.
pub(crate) fn is_c(table: &str) -> bool {
    let is_source =
        |task: Task<'_>| Path::new(task.input).extension().is_some_and(|end| end == "c" || end == "i");
    table.lines().count() > 1 && tasks(table).all(is_source)
}

/// Verifies every task and prints the table.
pub(crate) fn answer(question: &MeasureQuestion, table: &str) -> Result<ExitCode, Failure> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut times, mut left_out) = (Vec::new(), 0);
    for task in tasks(table).filter(|task| task.name.contains(&question.only)) {
        let property = match task.property {
            // The sources say by assertions of their own where they would leave a buffer.
            "memsafety" | "memory" => PropertyName::Both,
            "reach" => PropertyName::Assert,
            _ => {
                left_out += 1;
                continue;
            }
        };
        let started = Instant::now();
        let judged = suite::judge_c(&question.folder.join(task.input), property, question.budget);
        let time = started.elapsed();
        times.push(time);
        let outcome = match &judged {
            Ok(answer) if *answer == task.is_safe => 0,
            Ok(_) => 1,
            Err(_) => 2,
        };
        let row = rows.entry(folder(task.input)).or_default();
        let counts = if task.is_safe { &mut row.safe } else { &mut row.unsafe_ };
        counts[outcome] += 1;
        if question.each {
            output::print(&line(&task, &judged, time))?;
        }
        if let Err(reason) = judged {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    output::print(&shown(&rows, &reasons, (times, left_out)))?;
    let wrong = rows.values().any(|row| row.safe[1] + row.unsafe_[1] > 0);
    Ok(ExitCode::from(u8::from(wrong)))
}

fn tasks(table: &str) -> impl Iterator<Item = Task<'_>> {
    let names: Vec<&str> = table.lines().next().unwrap_or_default().split('\t').collect();
    table.lines().skip(1).map(move |line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| {
            let at = names.iter().position(|known| *known == name);
            at.and_then(|at| cells.get(at)).copied().unwrap_or_default()
        };
        let is_safe = cell("expected") == "safe" && !cell("note").contains("really unsafe");
        Task { name: cell("task"), input: cell("input"), property: cell("property"), is_safe }
    })
}

/// The folder that an input lies in.
fn folder(input: &str) -> String {
    let folder = PathBuf::from(input);
    folder.parent().map_or_else(String::new, |folder| folder.display().to_string())
}

fn line(task: &Task, judged: &Result<bool, String>, time: Duration) -> String {
    let label = if task.is_safe { "safe" } else { "unsafe" };
    let (word, reason) = match judged {
        Ok(true) => ("proved", ""),
        Ok(false) => ("violated", ""),
        Err(reason) => ("undecided", reason.as_str()),
    };
    format!("{word}\t{label}\t{}\t{}\t{reason}\n", time.as_millis(), escape::text(task.name))
}

fn shown(
    rows: &BTreeMap<String, Row>,
    reasons: &BTreeMap<String, usize>,
    (mut times, left_out): (Vec<Duration>, usize),
) -> String {
    let mut text = String::from("folder\tsafe: proved\twrong\topen\tunsafe: violated\twrong\topen\n");
    for (folder, Row { safe, unsafe_ }) in rows {
        let cells: Vec<String> = safe.iter().chain(unsafe_).map(ToString::to_string).collect();
        let _ = writeln!(text, "{}\t{}", escape::text(folder), cells.join("\t"));
    }
    let mut reasons: Vec<(&String, &usize)> = reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:5}  {reason}");
    }
    times.sort();
    let median = times.get(times.len() / 2).map_or(0, Duration::as_millis);
    let _ = writeln!(text, "median {median} ms a task; {left_out} tasks of other properties left out");
    text
}
