//! Many files worked on at once, and what came of each, in the order of the files.
//!
//! Which file is done first depends on chance and the machine; what is returned does not. Pages share a process, and
//! with it the automata of their rules, unless there are limits, which are those of one file.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;
use std::{process, thread};

use verifier::Span;

use crate::escape;
use crate::findings::assumed::resting_on;
use crate::findings::finding::{Finding, Kind};
use crate::findings::message::{Given, Message};
use crate::findings::results::{Results, Skipped, Verified};
use crate::findings::source::Source;
use crate::java;
use crate::java::compile;
use crate::machine::regular;
use crate::machine::scratch::Scratch;
use crate::question::arguments::{AnalysisName, ClauseChoices, EngineName, Pages, Task, WorkOrder};
use crate::question::choices::{JavaChoices, Limits};
use crate::report::files;
use crate::work::child::{self, Heard};
use crate::work::progress::Progress;

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
        included: BTreeSet::new(),
        certificate: false,
        certified: None,
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
        let why = java::no_entry(&loaded.classes);
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
    let (certificate, certified) = (None, None);
    let findings = vec![finding];
    Verified { source, findings, log, assumptions, approximations, missing, certificate, certified }
}

/// Verifies the files that the paths name.
pub(crate) fn verify(paths: &[PathBuf], order: &WorkOrder, limits: &Limits) -> Results {
    let mut results = Results::default();
    let (plan, folders) = Plan::new(paths, (order, limits), &mut results);
    let (sender, events) = channel();
    plan.begin(&sender);
    plan.collect(&events, (&mut results, &mut |_| {}));
    drop(folders);
    results
}

/// The same, and `each` is called with every file as soon as it and those before it are done. When the process is asked to
/// end, what is not done is skipped.
pub(crate) fn verify_watched(
    paths: &[PathBuf],
    (order, limits): (&WorkOrder, &Limits),
    each: &mut dyn FnMut(&mut Verified),
) -> Results {
    let mut results = Results::default();
    let (plan, folders) = Plan::new(paths, (order, limits), &mut results);
    // Programs that pass a limit are decided before any work.
    results.verified.iter_mut().for_each(&mut *each);
    let (sender, events) = channel();
    let interrupted = sender.clone();
    let first = move || drop(interrupted.send(Event::Interrupted));
    // Where this is not possible, the process just ends.
    drop(outside::when_interrupted(first, || process::exit(130)));
    plan.begin(&sender);
    plan.collect(&events, (&mut results, each));
    drop(folders);
    results
}

/// Something that is heard while files are worked on.
enum Event {
    /// A job, by its place, is done.
    Done(usize, Box<Result<Verified, Skipped>>),
    /// The process is asked to end.
    Interrupted,
    /// A thread has nothing more to do, or cannot go on.
    ThreadEnded,
}

/// Tells when a thread ends, however it does.
struct Ended(Sender<Event>);

impl Drop for Ended {
    fn drop(&mut self) {
        drop(self.0.send(Event::ThreadEnded));
    }
}

/// Jobs, and how they are worked on.
struct Plan {
    jobs: Vec<Job>,
    batches: Vec<Range<usize>>,
    /// The batch that is worked on next.
    next: AtomicUsize,
    threads: usize,
    order: WorkOrder,
    limits: Limits,
}

impl Plan {
    /// What is to be done for some paths, and folders that must stay until it is done.
    fn new(
        paths: &[PathBuf],
        (order, limits): (&WorkOrder, &Limits),
        results: &mut Results,
    ) -> (Arc<Plan>, Vec<Scratch>) {
        let files = files::files(paths, &mut results.skipped);
        let (of_java, alone): (Vec<PathBuf>, Vec<PathBuf>) =
            files.into_iter().partition(|path| java::is_java(path));
        let mut jobs: Vec<Job> = alone.into_iter().map(Job::File).collect();
        let mut folders = Vec::new();
        if !of_java.is_empty() {
            let (of_java, made) = java_jobs(&of_java, (order, limits), results);
            jobs.extend(of_java);
            folders = made;
        }
        let threads = limits.jobs.or_else(|| thread::available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get);
        let batches = batches(&jobs, limits, threads);
        let (order, limits, next) = (order.clone(), limits.clone(), AtomicUsize::new(0));
        (Arc::new(Plan { jobs, batches, next, threads, order, limits }), folders)
    }

    /// Works in the background. The threads end with the work or with the process.
    fn begin(self: &Arc<Plan>, events: &Sender<Event>) {
        for _ in 0..self.threads.min(self.batches.len()) {
            let (plan, events) = (Arc::clone(self), Ended(events.clone()));
            thread::spawn(move || {
                while let Some(batch) = plan.batches.get(plan.next.fetch_add(1, Ordering::Relaxed)) {
                    let outcomes = verify_jobs(&plan.jobs[batch.clone()], &plan.order, &plan.limits);
                    for (at, outcome) in batch.clone().zip(outcomes) {
                        // Nobody listens any more when the process is asked to end.
                        drop(events.0.send(Event::Done(at, Box::new(outcome))));
                    }
                }
            });
        }
    }

    /// Takes what is done, in the order of the jobs.
    fn collect(
        &self,
        events: &Receiver<Event>,
        (results, each): (&mut Results, &mut dyn FnMut(&mut Verified)),
    ) {
        let progress = Progress::new(self.jobs.len());
        let mut slots: Vec<Option<Result<Verified, Skipped>>> = self.jobs.iter().map(|_| None).collect();
        let (mut told, mut threads) = (0, self.threads.min(self.batches.len()));
        while told < slots.len() && threads > 0 {
            match events.recv() {
                Ok(Event::Done(at, outcome)) => {
                    slots[at] = Some(*outcome);
                    progress.done(&self.jobs[at].name());
                }
                Ok(Event::ThreadEnded) => threads -= 1,
                Ok(Event::Interrupted) | Err(_) => break,
            }
            while let Some(outcome) = slots.get_mut(told).and_then(Option::take) {
                progress.end();
                take(outcome, results, each);
                told += 1;
            }
        }
        progress.end();
        let rest = slots.into_iter().zip(&self.jobs).skip(told);
        for (outcome, job) in rest {
            let interrupted = || Err(Skipped { name: job.name(), why: INTERRUPTED.to_owned() });
            take(outcome.unwrap_or_else(interrupted), results, each);
        }
    }
}

/// Why a file is skipped that was not done in time.
const INTERRUPTED: &str = "the run ended before it was verified";

/// Adds what came of a job to the results.
fn take(outcome: Result<Verified, Skipped>, results: &mut Results, each: &mut dyn FnMut(&mut Verified)) {
    match outcome {
        Ok(mut verified) => {
            let by = &verified.source.name;
            let why =
                |name| Skipped { why: format!("included by {by} and not found in the given paths"), name };
            results.skipped.extend(std::mem::take(&mut verified.missing).into_iter().map(why));
            each(&mut verified);
            results.verified.push(verified);
        }
        Err(skipped) => results.skipped.push(skipped),
    }
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
    let (mut certificate, mut certified) = (None, None);
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
            Message::Certificate(written) => certificate = Some(written),
            Message::Certified(told) => certified = Some(told),
            Message::Explained(_) | Message::Done => {}
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
    Ok(Verified { source, findings, log, assumptions, approximations, missing, certificate, certified })
}
