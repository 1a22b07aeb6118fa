//! Many files worked on at once, and what came of each, in the order of the files.
//!
//! Which file is done first depends on chance and the machine; what is returned does not.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::arguments::{
    AnalysisName, ClauseChoices, EngineName, JavaChoices, Limits, Pages, Task, WorkOrder,
};
use crate::child::{self, Heard};
use crate::finding::Finding;
use crate::message::Message;
use crate::progress::Progress;
use crate::results::{Results, Skipped, Verified};
use crate::source::Source;
use crate::{escape, files, java};

/// The work that limits and choices describe.
pub(crate) fn order(task: Task, engine: EngineName, analysis: AnalysisName, limits: &Limits) -> WorkOrder {
    WorkOrder {
        task,
        engine,
        analysis,
        budget: limits.budget,
        solver: None,
        clauses: ClauseChoices::default(),
        name: String::new(),
        roots: Vec::new(),
        pages: Pages::default(),
        java: JavaChoices::default(),
        classes: Vec::new(),
    }
}

/// Something that a process of its own works on.
enum Job {
    /// A file by itself.
    File(PathBuf),
    /// An entry of a Java program, and the order with where its classes lie.
    Java(java::Unit, Box<WorkOrder>),
}

impl Job {
    fn name(&self) -> String {
        match self {
            Job::File(path) => escape::path(path),
            Job::Java(unit, _) => unit.name.clone(),
        }
    }

    fn verify(&self, order: &WorkOrder, limits: &Limits) -> Result<Verified, Skipped> {
        match self {
            Job::File(path) => verify_file(path, order, limits),
            Job::Java(unit, order) => verify_unit(unit, order, limits),
        }
    }
}

/// Everything that belongs to Java is one program; each of its entries is a job.
fn java_jobs(
    found: &[PathBuf],
    (paths, order): (&[PathBuf], &WorkOrder),
    skipped: &mut Vec<Skipped>,
) -> (Vec<Job>, Option<java::Scratch>) {
    let of = |ending: &str| -> Vec<PathBuf> {
        found.iter().filter(|path| path.extension().is_some_and(|known| known == ending)).cloned().collect()
    };
    let (sources, mut classes) = (of("java"), of("class"));
    let mut scratch = None;
    if !sources.is_empty() {
        match java::compile(&sources) {
            Ok(compiled) => {
                classes.insert(0, compiled.folder.clone());
                scratch = Some(compiled);
            }
            Err(why) => {
                let name = escape::path(&sources[0]);
                skipped.push(Skipped { name, why });
                return (Vec::new(), None);
            }
        }
    }
    let (known, unread) = java::load(&classes);
    skipped.extend(unread.into_iter().map(|(path, why)| Skipped { name: escape::path(&path), why }));
    let units = java::units(&known, &java::sources(&known, paths), &order.java);
    if units.is_empty() {
        let why = "no class has a method main; --entry names another one".to_owned();
        skipped.push(Skipped { name: escape::path(&found[0]), why });
    }
    let job = |unit: java::Unit| {
        let java = JavaChoices { entry: Some(unit.entry.clone()), ..order.java.clone() };
        let order = WorkOrder { classes: classes.clone(), java, ..order.clone() };
        Job::Java(unit, Box::new(order))
    };
    (units.into_iter().map(job).collect(), scratch)
}

/// Verifies the files that the paths name.
pub(crate) fn verify(paths: &[PathBuf], order: &WorkOrder, limits: &Limits) -> Results {
    let mut results = Results::default();
    let files = files::files(paths, &mut results.skipped);
    let (of_java, alone): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| java::is_java(path));
    let mut found: Vec<Job> = alone.into_iter().map(Job::File).collect();
    let mut scratch = None;
    if !of_java.is_empty() {
        let (jobs, compiled) = java_jobs(&of_java, (paths, order), &mut results.skipped);
        found.extend(jobs);
        scratch = compiled;
    }
    let progress = Progress::new(found.len());
    let next = AtomicUsize::new(0);
    let slots: Mutex<Vec<Option<Result<Verified, Skipped>>>> =
        Mutex::new(found.iter().map(|_| None).collect());
    let jobs = limits.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..jobs.min(found.len()) {
            scope.spawn(|| {
                while let Some((at, job)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    found.get(at).map(|job| (at, job))
                } {
                    let outcome = job.verify(order, limits);
                    slots.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(outcome);
                    progress.done(&job.name());
                }
            });
        }
    });
    progress.end();
    drop(scratch);
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

/// Reads a file and has it worked on; the reason when that cannot be done.
pub(crate) fn hear(path: &Path, order: &WorkOrder, limits: &Limits) -> Result<(Source, Heard), String> {
    if !files::is_known(path) {
        return Err(files::unknown());
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let order = WorkOrder { name: escape::path(path), ..order.clone() };
    let heard = child::work(&order, limits, &bytes)
        .map_err(|why| format!("no process can be started for it: {why}"))?;
    Ok((Source::new(order.name, &bytes), heard))
}

fn verify_file(path: &Path, order: &WorkOrder, limits: &Limits) -> Result<Verified, Skipped> {
    let skipped = |why| Skipped { name: escape::path(path), why };
    let (source, heard) = hear(path, order, limits).map_err(skipped)?;
    listened(source, heard)
}

fn verify_unit(unit: &java::Unit, order: &WorkOrder, limits: &Limits) -> Result<Verified, Skipped> {
    let order = WorkOrder { name: unit.name.clone(), ..order.clone() };
    let bytes = java::text(&unit.name);
    let heard = child::work(&order, limits, &bytes).map_err(|why| Skipped {
        name: unit.name.clone(),
        why: format!("no process can be started for it: {why}"),
    })?;
    listened(Source::new(order.name, &bytes), heard)
}

/// What was heard of a working process, as results.
fn listened(source: Source, heard: Heard) -> Result<Verified, Skipped> {
    let skipped = |why| Skipped { name: source.name.clone(), why };
    let (mut findings, mut log): (Option<Vec<Finding>>, _) = (None, Vec::new());
    let (mut included, mut assumptions, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for message in heard.messages {
        match message {
            Message::Skipped(why) => return Err(skipped(why)),
            Message::Read(open) => findings = Some(open),
            Message::Step(text) => log.push(text),
            Message::Includes(names) => included = names,
            Message::Assumed(texts) => assumptions = texts,
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
    let included = included.iter().map(|name| {
        // What went away since the work was done, or is a class without its source, has no lines to show.
        Source::new(escape::text(name), &java::text(name))
    });
    let source = source.with(included.collect());
    Ok(Verified { source, findings: findings.unwrap_or_default(), log, assumptions, missing })
}
