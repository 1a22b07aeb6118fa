//! `stringent measure`: verdicts on labelled pages, beside what running them has shown.
//!
//! The folder has a table `tasks.tsv` with a line of names and the columns `input`, `expected` and, where only one weakness
//! is asked for, `cwe`. What is expected is *safe*, *unsafe*, or anything else, which is counted apart. A file counts as violated when an assertion of its weakness is,
//! as proved when there are some and all of them are; one in which no run comes to any is *unreachable*, and one without
//! any is *idle*: neither counts as proved. A file that is unsafe and one of these three is an error of the tool.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use verifier::php::Config;
use verifier::php::policy::RuleId;
use verifier::{Exploits, Options, Verdict, open_gap_of_assertion, verify};

use crate::commands::suites::c_suite;
use crate::commands::suites::suite;
use crate::escape;
use crate::failure::Failure;
use crate::machine::regular;
use crate::machine::sandboxed;
use crate::output;
use crate::page::{self, Replaying, Site};
use crate::question::arguments::MeasureQuestion;

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Proved,
    Violated,
    Undecided,
    /// No run comes to an assertion of the weakness.
    Unreachable,
    /// There is no assertion of the weakness.
    Idle,
}

/// The outcomes in words, in their order.
const WORDS: [&str; 5] = ["proved", "violated", "undecided", "unreachable", "idle"];

/// How many files came out how, by what was expected.
#[derive(Default)]
struct Row {
    safe: [usize; WORDS.len()],
    unsafe_: [usize; WORDS.len()],
    other: [usize; WORDS.len()],
}

/// Verifies every task and prints the table.
pub(crate) fn answer(question: &MeasureQuestion) -> Result<ExitCode, Failure> {
    sandboxed::needed(question.replay)?;
    let table = question.folder.join("tasks.tsv");
    let tasks = regular::read_text(&table)
        .map_err(|error| Failure::wrong(format!("{}: {error}", escape::path(&table))))?;
    if suite::is_java(&tasks) {
        return suite::answer(question, &tasks);
    }
    if c_suite::is_c(&tasks) {
        return c_suite::answer(question, &tasks);
    }
    let is_page = |task: &Task<'_>| Path::new(task.input).extension().is_some_and(|end| end == "php");
    if let Some(task) = tasks_of(&tasks).find(|task| !is_page(task)) {
        let input = escape::text(task.input);
        return Err(Failure::wrong(format!("{}: {input} is no page of PHP", escape::path(&table))));
    }
    let options = Options { steps: question.budget, ..Options::default() };
    let replaying = if question.replay { Replaying::Yes } else { Replaying::No };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut times = Vec::new();
    let begun = Instant::now();
    for task in tasks_of(&tasks).filter(|task| task.input.contains(&question.only)) {
        let before = processor(begun);
        let outcome = judge(&question.folder.join(task.input), task.cwe, (&options, replaying));
        let time = processor(begun).saturating_sub(before);
        times.push(time);
        let row = rows.entry(task.cwe.to_owned()).or_default();
        let counts = match task.expected {
            "safe" => &mut row.safe,
            "unsafe" => &mut row.unsafe_,
            _ => &mut row.other,
        };
        counts[outcome as usize] += 1;
        if question.each {
            let word = WORDS[outcome as usize];
            let line =
                format!("{word}\t{}\t{}\t{}\n", task.expected, time.as_millis(), escape::text(task.input));
            output::print(&line)?;
        }
    }
    times.sort();
    let median = times.get(times.len() / 2).map_or(0, Duration::as_millis);
    output::print(&format!(
        "{}median {median} ms of a processor a file, {} files\n",
        shown(&rows),
        times.len()
    ))?;
    let passed = [Outcome::Proved, Outcome::Unreachable, Outcome::Idle];
    let missed = |row: &Row| passed.iter().map(|outcome| row.unsafe_[*outcome as usize]).sum::<usize>();
    let wrong = rows.values().any(|row| missed(row) > 0);
    Ok(ExitCode::from(u8::from(wrong)))
}

/// The time that this thread had a processor, as Linux tells it, so that a busy machine does not matter much; elsewhere the
/// time that has passed. Children, as those of `--replay`, are not counted by Linux.
fn processor(begun: Instant) -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The word for all weaknesses.
const ANY: &str = "any";

/// A line of the table.
struct Task<'a> {
    input: &'a str,
    cwe: &'a str,
    expected: &'a str,
}

fn tasks_of(table: &str) -> impl Iterator<Item = Task<'_>> {
    let mut lines = table.split('\n');
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = move |name: &str| names.iter().position(|known| *known == name).unwrap_or(usize::MAX);
    let (input, cwe, expected) = (column("input"), column("cwe"), column("expected"));
    lines.filter_map(move |line| {
        let cells: Vec<&str> = line.split('\t').collect();
        // A table without a column of weaknesses asks for all of them.
        let cwe = if cwe == usize::MAX { ANY } else { *cells.get(cwe)? };
        Some(Task { input: cells.get(input)?, cwe, expected: cells.get(expected)? })
    })
}

/// The verdict on the assertions of a weakness.
fn judge(path: &Path, cwe: &str, (options, replaying): (&Options, Replaying)) -> Outcome {
    let Ok(bytes) = regular::read(path, regular::MOST) else { return Outcome::Undecided };
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let name = path.to_string_lossy();
    // A labelled file is a page, whatever others include.
    let site = Site { roots: &[folder], included: &BTreeSet::new(), config: &Config::default() };
    let mut lowered = page::lower(&name, &bytes, site);
    let number = cwe.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
    let fits = |rule: RuleId| cwe == ANY || rule.rule().cwes.contains(&number);
    lowered.only(fits);
    let counts = |property: &verifier::Property| lowered.rule(property.checked.assertion()).is_some_and(fits);
    let properties = verify(&lowered.program, options);
    let exploits = Exploits::of(&lowered, options);
    let mut outcome = if properties.iter().any(counts) { Outcome::Unreachable } else { Outcome::Idle };
    for property in properties.iter().filter(|property| counts(property)) {
        match property.checked.verdict() {
            Verdict::Violated(_) => {
                let weighed = exploits.weigh(property);
                let span = lowered.program.assertions[property.checked.assertion().index()].span;
                let note = page::violation(&lowered, &weighed, (span, replaying));
                let is_shown = note.is_ok_and(|note| {
                    note.replay.as_deref().is_none_or(|told| told.starts_with("confirmed"))
                });
                if is_shown {
                    return Outcome::Violated;
                }
                outcome = Outcome::Undecided;
            }
            Verdict::Unknown(_) => outcome = Outcome::Undecided,
            Verdict::Proved | Verdict::Rechecked(_) if outcome == Outcome::Unreachable => {
                outcome = Outcome::Proved;
            }
            Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable => {}
        }
    }
    let is_gap = |property: &verifier::Property| lowered.rule(property.checked.assertion()).is_none();
    let open: Vec<_> = properties.iter().filter(|property| counts(property) || is_gap(property)).collect();
    let is_incomplete = lowered.diagnostics.iter().any(|diagnostic| diagnostic.is_syntax)
        || properties.iter().filter(|property| counts(property) || outcome == Outcome::Idle).any(
            |property| open_gap_of_assertion(&lowered, &properties, property.checked.assertion()).is_some(),
        );
    let outcome = if is_incomplete { Outcome::Undecided } else { outcome };
    match (outcome, replaying) {
        (Outcome::Undecided, Replaying::Yes) if !page::probed(&exploits, &open).is_empty() => {
            Outcome::Violated
        }
        (outcome, Replaying::Yes | Replaying::No) => outcome,
    }
}

fn shown(rows: &BTreeMap<String, Row>) -> String {
    let names = WORDS.map(|word| format!(" {word:>11}")).concat();
    let mut text = format!("{:9}  safe:{names}  unsafe:{names}  other:{names}\n", "cwe");
    for (cwe, row) in rows {
        let cells =
            |counts: &[usize]| counts.iter().map(|count| format!(" {count:11}")).collect::<Vec<_>>().concat();
        let _ = writeln!(
            text,
            "{:9}       {}         {}        {}",
            escape::text(cwe),
            cells(&row.safe),
            cells(&row.unsafe_),
            cells(&row.other)
        );
    }
    text
}
