//! `stringent measure` on labelled Java programs: a table of verdicts beside what is expected, with the score of SV-COMP.
//!
//! The table has a line of names and the columns `inputs`, `entry`, `valid_assert` and `no_runtime_exception`. Each label that
//! is *true* or *false* is a task of its own; where only the first one is known, it is about assertions and exceptions together.
//! A right *true* counts 2, a right *false* 1, a wrong *true* -32 and a wrong *false* -16. All programs are compiled in one run
//! of the JVM; then tasks are verified side by side, and each is told on the standard error when it ends.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::escape;
use crate::failure::Failure;
use crate::findings::finding::Word;
use crate::java;
use crate::java::compile;
use crate::machine::scratch::Scratch;
use crate::output;
use crate::question::arguments::{AnalysisName, EngineName, MeasureQuestion, Pages, Task as Work, WorkOrder};
use crate::question::choices::{JavaChoices, Limits, PropertyName};
use crate::work::gather;

/// How long a task may take.
const WALL: Duration = Duration::from_secs(10);

/// A program and what is asked of it.
struct Task {
    name: String,
    inputs: Vec<PathBuf>,
    java: JavaChoices,
    /// Whether the property holds.
    label: bool,
}

/// What came of a task.
struct Judged {
    /// Whether the property holds; the reason when that is not known.
    answer: Result<bool, String>,
    /// Whether the real JVM confirms the violation.
    confirmed: bool,
    time: Duration,
}

/// What came of all tasks.
#[derive(Default)]
struct Counts {
    right: usize,
    wrong: usize,
    undecided: usize,
    unsafe_tasks: usize,
    confirmed: usize,
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
    let tasks = tasks(question, table);
    let wrong = |why: String| Failure::wrong(why);
    let scratch = Scratch::new().map_err(wrong)?;
    let compiled = compiled(&tasks, &scratch).map_err(wrong)?;
    let driver = if question.replay { Some(compile::driver().map_err(wrong)?) } else { None };
    let pages = Pages { config: None, replay: question.replay };
    let driver_folder = driver.as_ref().map(|driver| driver.folder.clone());
    let judge_one = |task: &Task| {
        let started = Instant::now();
        let (answer, confirmed) = match &compiled[&task.inputs] {
            Ok(folder) => {
                let order = gather::order(
                    Work::Check,
                    EngineName::All,
                    AnalysisName::Combined,
                    &limits(question.budget),
                );
                let (roots, java) = (task.inputs.clone(), task.java.clone());
                let order =
                    WorkOrder { roots, java, pages: pages.clone(), driver: driver_folder.clone(), ..order };
                judge(folder, &order, &limits(question.budget))
            }
            Err(why) => (Err(why.clone()), false),
        };
        Judged { answer, confirmed, time: started.elapsed() }
    };
    let judged = side_by_side(&tasks, &judge_one);
    let mut counts = Counts::default();
    for (task, judged) in tasks.iter().zip(judged) {
        let (time, note) = (judged.time.as_millis(), judged.note(question.replay));
        let word = counts.take(judged, task.label);
        if question.each {
            let (label, property) = (task.label, task.java.property);
            output::print(&format!("{word}\t{label}\t{property:?}\t{time}\t{}\t{note}\n", task.name))?;
        }
    }
    let code = ExitCode::from(u8::from(counts.wrong > 0));
    output::print(&counts.shown(question.replay))?;
    Ok(code)
}

fn limits(budget: u64) -> Limits {
    let jobs = NonZeroUsize::new(1);
    Limits { budget, timeout: Some(WALL), memory: None, jobs, spent: Duration::ZERO }
}

/// The tasks of a table.
fn tasks(question: &MeasureQuestion, table: &str) -> Vec<Task> {
    let names: Vec<&str> = table.lines().next().unwrap_or_default().split('\t').collect();
    let is_known = |label: &str| label == "true" || label == "false";
    let mut tasks = Vec::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| {
            let at = names.iter().position(|known| *known == name);
            at.and_then(|at| cells.get(at)).copied().unwrap_or_default()
        };
        if !cell("task").contains(&question.only) {
            continue;
        }
        let inputs: Vec<PathBuf> =
            cell("inputs").split(' ').map(|input| question.folder.join(input)).collect();
        let (asserts, exceptions) = (cell("valid_assert"), cell("no_runtime_exception"));
        let first = if is_known(exceptions) { PropertyName::Assert } else { PropertyName::Both };
        for (property, label) in [(first, asserts), (PropertyName::Exceptions, exceptions)] {
            if is_known(label) {
                let entry = Some(cell("entry").to_owned()).filter(|entry| !entry.is_empty());
                let java = JavaChoices { property, entry, null_inputs: true };
                let (name, inputs) = (escape::text(cell("task")), inputs.clone());
                tasks.push(Task { name, inputs, java, label: label == "true" });
            }
        }
    }
    tasks
}

/// Whether a property of a C program holds; the reason when that is not known.
pub(crate) fn judge_c(path: &Path, property: PropertyName, budget: u64) -> Result<bool, String> {
    let limits = limits(budget);
    let order = gather::order(Work::Check, EngineName::All, AnalysisName::Combined, &limits);
    let java = JavaChoices { property, ..JavaChoices::default() };
    let order = WorkOrder { roots: vec![path.to_owned()], java, ..order };
    judge(path, &order, &limits).0
}

/// Where the classes of programs lie, by their inputs; or why they are not compiled.
type Compiled = BTreeMap<Vec<PathBuf>, Result<PathBuf, String>>;

/// Compiles each program once.
fn compiled(tasks: &[Task], scratch: &Scratch) -> Result<Compiled, String> {
    let mut programs: BTreeMap<Vec<PathBuf>, PathBuf> = BTreeMap::new();
    for task in tasks {
        let folder = scratch.folder.join(programs.len().to_string());
        programs.entry(task.inputs.clone()).or_insert(folder);
    }
    let orders: Vec<(PathBuf, Vec<PathBuf>)> = programs
        .iter()
        .map(|(inputs, folder)| (folder.clone(), java::load::files_below(inputs, "java")))
        .collect();
    let problems = compile::compile_many(&orders)?;
    let pairs = programs.into_iter().zip(problems);
    Ok(pairs.map(|((inputs, folder), problem)| (inputs, problem.map_or(Ok(folder), Err))).collect())
}

/// Judges tasks, as many at a time as there are processors, and tells of each when it ends.
fn side_by_side(tasks: &[Task], judge_one: &(dyn Fn(&Task) -> Judged + Sync)) -> Vec<Judged> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let slots: Mutex<Vec<Option<Judged>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else { return };
                    let judged = judge_one(task);
                    let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                    let (word, time) = (word(&judged.answer, task.label), judged.time.as_millis());
                    output::tell(&format!("{count} of {}: {word}, {time} ms, {}", tasks.len(), task.name));
                    slots.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(judged);
                }
            });
        }
    });
    let slots = slots.into_inner().unwrap_or_else(PoisonError::into_inner);
    slots.into_iter().map(|judged| judged.expect("every task was judged")).collect()
}

/// Whether the property holds, or why that is not known; and whether the JVM confirms a violation.
fn judge(path: &Path, order: &WorkOrder, limits: &Limits) -> (Result<bool, String>, bool) {
    let results = gather::verify(&[path.to_owned()], order, limits);
    if let Some(skipped) = results.skipped.first() {
        return (Err(skipped.why.clone()), false);
    }
    let findings: Vec<_> = results.verified.iter().flat_map(|file| &file.findings).collect();
    let mut violated = findings.iter().filter(|finding| finding.verdict == Word::Violated).peekable();
    if violated.peek().is_some() {
        let is_confirmed = |replay: Option<&str>| replay.is_some_and(|told| told.starts_with("confirmed"));
        return (Ok(false), violated.any(|finding| is_confirmed(finding.replay.as_deref())));
    }
    let answer = match findings.iter().find(|finding| finding.verdict != Word::Proved) {
        Some(open) => Err(open.reason.clone().unwrap_or_else(|| "no answer".to_owned())),
        None if findings.is_empty() => Err("there is nothing to verify".to_owned()),
        None => Ok(true),
    };
    (answer, false)
}

/// An answer in one word.
fn word(answer: &Result<bool, String>, label: bool) -> &'static str {
    match answer {
        Ok(answer) if *answer == label => "right",
        Ok(_) => "wrong",
        Err(_) => "undecided",
    }
}

impl Judged {
    /// What is to be said of an answer: why there is none, or what the JVM did.
    fn note(&self, replayed: bool) -> String {
        match &self.answer {
            Err(why) => why.clone(),
            Ok(true) => String::new(),
            Ok(false) if !replayed => String::new(),
            Ok(false) if self.confirmed => "confirmed".to_owned(),
            Ok(false) => "not confirmed".to_owned(),
        }
    }
}

impl Counts {
    /// Counts an answer; the answer in one word.
    fn take(&mut self, judged: Judged, label: bool) -> &'static str {
        let word = word(&judged.answer, label);
        self.times.push(judged.time);
        self.unsafe_tasks += usize::from(!label);
        self.confirmed += usize::from(judged.confirmed && !label);
        match judged.answer {
            Ok(answer) if answer == label => {
                self.right += 1;
                self.score += if label { 2 } else { 1 };
            }
            Ok(answer) => {
                self.wrong += 1;
                self.score -= if answer { 32 } else { 16 };
            }
            Err(reason) => {
                self.undecided += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
        word
    }

    fn shown(mut self, replayed: bool) -> String {
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
            "{} right, {} wrong, {} undecided; score {}; median {median} ms a task without javac",
            self.right, self.wrong, self.undecided, self.score
        );
        if replayed {
            let _ = writeln!(
                text,
                "of {} tasks that are unsafe the JVM confirms {}",
                self.unsafe_tasks, self.confirmed
            );
        }
        text
    }
}
