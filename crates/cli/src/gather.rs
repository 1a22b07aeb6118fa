//! Many files worked on at once, and what came of each, in the order of the files.
//!
//! Which file is done first depends on chance and the machine; what is returned does not. Pages share a process, and
//! with it the automata of their rules, unless there are limits, which are those of one file.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use verifier::Span;

use crate::arguments::{AnalysisName, ClauseChoices, EngineName, Pages, Task, WorkOrder};
use crate::assumed::resting_on;
use crate::child::{self, Heard};
use crate::choices::{JavaChoices, Limits};
use crate::finding::{Finding, Kind};
use crate::java::compile;
use crate::message::{Given, Message};
use crate::progress::Progress;
use crate::results::{Results, Skipped, Verified};
use crate::scratch::Scratch;
use crate::source::Source;
use crate::{escape, files, java, regular};

/// The most pages that share a process. More would save little and make the report wait.
const LARGEST_BATCH: usize = 32;

/// The work that limits and choices describe.
pub(crate) fn order(task: Task, engine: EngineName, analysis: AnalysisName, limits: &Limits) -> WorkOrder {
    WorkOrder {
        task,
        engine,
        analysis,
        budget: limits.budget,
        solver: None,
        clauses: ClauseChoices::default(),
        roots: Vec::new(),
        pages: Pages::default(),
        java: JavaChoices::default(),
        classes: Vec::new(),
        driver: None,
    }
}

/// Something that a process of its own works on.
enum Job {
    /// A file by itself.
    File(PathBuf),
    /// An entry of a Java program, and the order with where its classes lie, which all entries share.
    Java(java::Unit, Arc<Program>),
}

impl Job {
    fn name(&self) -> String {
        match self {
            Job::File(path) => escape::path(path),
            Job::Java(unit, _) => unit.name.clone(),
        }
    }

    fn is_page(&self) -> bool {
        matches!(self, Job::File(path) if files::is_page(path))
    }
}

/// What all entries of a Java program share.
struct Program {
    order: WorkOrder,
    limits: Limits,
}

/// Everything that belongs to Java is one program; each of its entries is a job. Folders that the jobs need come with them.
fn java_jobs(
    found: &[PathBuf],
    (order, limits): (&WorkOrder, &Limits),
    results: &mut Results,
) -> (Vec<Job>, Vec<Scratch>) {
    let begun = Instant::now();
    let of = |ending: &str| -> Vec<PathBuf> {
        found.iter().filter(|path| path.extension().is_some_and(|known| known == ending)).cloned().collect()
    };
    let (sources, mut classes) = (of("java"), [of("class"), of("jar")].concat());
    if let Some(refused) = sources.iter().find(|path| regular::is_refused(path)) {
        let why = regular::read(refused, regular::MOST).err().unwrap_or_default();
        results.skipped.push(Skipped { name: escape::path(refused), why });
        return (Vec::new(), Vec::new());
    }
    let mut folders = Vec::new();
    if !sources.is_empty() {
        match compile::compile(&sources, &compile::Room::within(limits)) {
            Ok(compiled) => {
                classes.insert(0, compiled.folder.clone());
                folders.push(compiled);
            }
            Err(why) => {
                let name = escape::path(&sources[0]);
                results.skipped.push(Skipped { name, why });
                return (Vec::new(), folders);
            }
        }
    }
    let mut driver = order.driver.clone();
    if order.pages.replay
        && driver.is_none()
        && let Ok(compiled) = compile::driver()
    {
        driver = Some(compiled.folder.clone());
        folders.push(compiled);
    }
    let order = WorkOrder { classes, driver, ..order.clone() };
    let limits = Limits { spent: begun.elapsed(), ..limits.clone() };
    (entries(found, Program { order, limits }, results), folders)
}

/// A job for each entry of the classes of an order.
fn entries(found: &[PathBuf], program: Program, results: &mut Results) -> Vec<Job> {
    let order = &program.order;
    let loaded = java::load::load(&order.classes);
    if !loaded.too_large.is_empty() {
        results.verified.extend(loaded.too_large.into_iter().map(beyond_limits));
        return Vec::new();
    }
    let units = java::units(&loaded, &java::sources(&loaded.classes, &order.roots), &order.java);
    let untold = loaded.unread.into_iter().chain(loaded.left_out);
    results.skipped.extend(untold.map(|(name, why)| Skipped { name, why }));
    if units.is_empty() {
        let why = "no class has a method main; --entry names another one".to_owned();
        results.skipped.push(Skipped { name: escape::path(&found[0]), why });
    }
    let program = Arc::new(program);
    units.into_iter().map(|unit| Job::Java(unit, Arc::clone(&program))).collect()
}

/// What is told of a file that passes a limit: nothing is decided.
fn beyond_limits((name, why): (String, String)) -> Verified {
    let finding = Finding {
        message: Some("the program in it is right".to_owned()),
        reason: Some(why),
        next_step: Some("give the classes that matter by themselves".to_owned()),
        ..Finding::new(Kind::Assertion, Span::default())
    };
    let source = Source::new(name, b"");
    let (assumptions, approximations) = (Vec::new(), Vec::new());
    let (log, missing) = (Vec::new(), Vec::new());
    Verified { source, findings: vec![finding], log, assumptions, approximations, missing }
}

/// Verifies the files that the paths name.
pub(crate) fn verify(paths: &[PathBuf], order: &WorkOrder, limits: &Limits) -> Results {
    let mut results = Results::default();
    let files = files::files(paths, &mut results.skipped);
    let (of_java, alone): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| java::is_java(path));
    let mut found: Vec<Job> = alone.into_iter().map(Job::File).collect();
    let mut folders = Vec::new();
    if !of_java.is_empty() {
        let (jobs, made) = java_jobs(&of_java, (order, limits), &mut results);
        found.extend(jobs);
        folders = made;
    }
    let progress = Progress::new(found.len());
    let next = AtomicUsize::new(0);
    let slots: Mutex<Vec<Option<Result<Verified, Skipped>>>> =
        Mutex::new(found.iter().map(|_| None).collect());
    let jobs = limits.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let batches = batches(&found, limits, jobs);
    thread::scope(|scope| {
        for _ in 0..jobs.min(batches.len()) {
            scope.spawn(|| {
                while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let jobs = &found[batch.clone()];
                    let outcomes = verify_jobs(jobs, order, limits);
                    for ((at, job), outcome) in batch.clone().zip(jobs).zip(outcomes) {
                        slots.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(outcome);
                        progress.done(&job.name());
                    }
                }
            });
        }
    });
    progress.end();
    drop(folders);
    for outcome in slots.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
        match outcome {
            Ok(mut verified) => {
                let by = &verified.source.name;
                let why = |name| Skipped {
                    why: format!("included by {by} and not found in the given paths"),
                    name,
                };
                results.skipped.extend(std::mem::take(&mut verified.missing).into_iter().map(why));
                results.verified.push(verified);
            }
            Err(skipped) => results.skipped.push(skipped),
        }
    }
    results
}

/// Pages that are next to each other are worked on by one process, and of batches there are some for each thread.
fn batches(found: &[Job], limits: &Limits, threads: usize) -> Vec<Range<usize>> {
    let most = match (limits.timeout, limits.memory) {
        (None, None) => (found.len() / (4 * threads)).clamp(1, LARGEST_BATCH),
        _ => 1,
    };
    let mut batches: Vec<Range<usize>> = Vec::new();
    for (at, job) in found.iter().enumerate() {
        match batches.last_mut() {
            Some(last) if last.len() < most && job.is_page() && found[last.start].is_page() => {
                last.end = at + 1;
            }
            _ => batches.push(at..at + 1),
        }
    }
    batches
}

/// Reads a file and has it worked on; the reason when that cannot be done.
pub(crate) fn hear(path: &Path, order: &WorkOrder, limits: &Limits) -> Result<(Source, Heard), String> {
    let given = given(path)?;
    let heard = work(order, limits, std::slice::from_ref(&given))?.into_iter().next();
    let heard = heard.expect("something is heard of every program");
    Ok((Source::at(path, &given.bytes), heard))
}

fn given(path: &Path) -> Result<Given, String> {
    if !files::is_known(path) {
        return Err(files::unknown());
    }
    let most = if files::has_clauses(path) { 4 * regular::MOST } else { regular::MOST };
    let bytes = regular::read(path, most)?;
    Ok(Given { name: escape::path(path), path: Some(path.to_owned()), bytes })
}

fn work(order: &WorkOrder, limits: &Limits, programs: &[Given]) -> Result<Vec<Heard>, String> {
    child::work(order, limits, programs).map_err(|why| format!("no process can be started for it: {why}"))
}

/// What came of each job of a batch.
fn verify_jobs(jobs: &[Job], order: &WorkOrder, limits: &Limits) -> Vec<Result<Verified, Skipped>> {
    let (mut paths, mut outcomes) = (Vec::new(), Vec::new());
    for job in jobs {
        match job {
            Job::File(path) => paths.push(path.as_path()),
            Job::Java(unit, program) => outcomes.push(verify_unit(unit, program)),
        }
    }
    // A batch has files only or one entry only.
    outcomes.extend(verify_files(&paths, order, limits));
    outcomes
}

/// What came of each of several files.
fn verify_files(paths: &[&Path], order: &WorkOrder, limits: &Limits) -> Vec<Result<Verified, Skipped>> {
    let read: Vec<Result<Given, String>> = paths.iter().map(|path| given(path)).collect();
    let (mut programs, mut places) = (Vec::new(), Vec::new());
    for read in read {
        places.push(read.map(|given| programs.push(given)));
    }
    let heard = work(order, limits, &programs);
    let mut heard = heard.map(|heard| programs.into_iter().zip(heard));
    let outcomes = paths.iter().zip(places).map(|(path, place)| {
        let skipped = |why| Skipped { name: escape::path(path), why };
        place.map_err(skipped)?;
        let (given, heard) = match &mut heard {
            Ok(heard) => heard.next().expect("something is heard of every program"),
            Err(why) => return Err(skipped(why.clone())),
        };
        verified(Source::at(path, &given.bytes), heard)
    });
    outcomes.collect()
}

fn verify_unit(unit: &java::Unit, program: &Program) -> Result<Verified, Skipped> {
    let bytes = java::text(unit.path.as_deref());
    let given = Given { name: unit.name.clone(), path: unit.path.clone(), bytes };
    let skipped = |why| Skipped { name: unit.name.clone(), why };
    let java = JavaChoices { entry: Some(unit.entry.clone()), ..program.order.java.clone() };
    let order = WorkOrder { java, ..program.order.clone() };
    let heard =
        work(&order, &program.limits, std::slice::from_ref(&given)).map_err(skipped)?.into_iter().next();
    let heard = heard.expect("something is heard of every program");
    verified(Source::new(given.name, &given.bytes).lying_at(given.path), heard)
}

/// What was heard of a working process, as results.
fn verified(source: Source, heard: Heard) -> Result<Verified, Skipped> {
    let skipped = |why| Skipped { name: source.name.clone(), why };
    let (mut findings, mut log): (Option<Vec<Finding>>, _) = (None, Vec::new());
    let (mut included, mut missing) = (Vec::new(), Vec::new());
    let (mut assumptions, mut approximations) = (Vec::new(), Vec::new());
    for message in heard.messages {
        match message {
            Message::Skipped(why) => return Err(skipped(why)),
            Message::Read(open) => findings = Some(open),
            Message::Step(text) => log.push(text),
            Message::Includes(names) => included = names,
            Message::Assumed(assumed) => assumptions = assumed,
            Message::Approximated(texts) => approximations = texts,
            Message::Missing(names) => missing = names,
            Message::Settled(finding) => {
                let slot = findings.iter_mut().flatten().find(|open| open.id == finding.id);
                *slot.expect("only what was read is settled") = *finding;
            }
            Message::Explained(_) | Message::Certificate(_) | Message::Done => {}
        }
    }
    if let Some(cut) = heard.cut {
        let Some(findings) = &mut findings else { return Err(skipped(cut.reason)) };
        // What was settled has an engine or a reason already.
        for finding in findings.iter_mut().filter(|open| open.engine.is_none() && open.reason.is_none()) {
            finding.reason = Some(cut.reason.clone());
            finding.next_step = Some(cut.next_step.to_owned());
        }
    }
    let source = source.with(included.iter().map(java::included).collect());
    let findings = findings.unwrap_or_default().into_iter();
    let findings = findings.map(|finding| resting_on(finding, &assumptions)).collect();
    Ok(Verified { source, findings, log, assumptions, approximations, missing })
}
