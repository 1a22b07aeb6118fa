//! The working process: reads programs on the standard input and tells what it finds of each, line by line.
//!
//! Its messages are flushed one by one, so that what was settled is known even if it is ended later. Who started it
//! has set its limits.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use verifier::php::{self, Config, Lowered};
use verifier::{
    Claimed, Decided, Event, Exploits, Options, Place, Program, Property, Span, Step, advise, explain,
    open_gap_of_assertion, verify_c, verify_watched,
};
use verifier::{front_c, front_java};

use crate::c;
use crate::clauses;
use crate::escape;
use crate::failure::Failure;
use crate::findings::assumed::assumed;
use crate::findings::claimed;
use crate::findings::finding::{Finding, Word};
use crate::findings::message::{Explained, Given, Included, Known, Message, Places};
use crate::findings::rules::Ruled;
use crate::findings::source::Source;
use crate::java;
use crate::java::replay::Jvm;
use crate::java::unrolling::Few;
use crate::machine::sent::SentPath;
use crate::page;
use crate::page::fix::fix;
use crate::page::{Doubt, Note, Replaying, Site};
use crate::question::arguments::{Pages, Task, WorkOrder};
use crate::question::settings::{self, Settings};
use crate::question::solver;
use crate::report::files;
use crate::work::front;
use crate::work::front::Read;
use crate::work::kept::{self, Kept};

/// Steps of the first search for a failing run of a Java program: a fraction of a second.
const PROBE: u64 = 400_000;

/// Does the work that is ordered.
pub(crate) fn answer(order: &WorkOrder) -> Result<ExitCode, Failure> {
    let mut input = io::stdin().lock();
    let settings = settings::read(order.pages.config.as_deref())?;
    let unread = |error| Failure::wrong(format!("the program cannot be read: {error}"));
    let places = Places::receive(&mut input).map_err(unread)?;
    let paths = |sent: &[SentPath]| sent.iter().map(SentPath::path).collect();
    let (roots, classes) = (paths(&places.roots), paths(&places.classes));
    let order = &WorkOrder { roots, classes, included: places.included, ..order.clone() };
    let options = options(order);
    while let Some(given) = Given::receive(&mut input).map_err(unread)? {
        one((order, &options), &given, &settings);
        tell(&Message::Done);
    }
    Ok(ExitCode::SUCCESS)
}

fn one((order, options): (&WorkOrder, &Options), Given { name, path, bytes }: &Given, settings: &Settings) {
    let config = &settings.pages;
    let source = Source::new(name.clone(), bytes).lying_at(path.clone());
    if !order.classes.is_empty() {
        java_program((order, options), source);
        return;
    }
    if c::is_c(Path::new(name)) {
        c_program((order, options), &source, (bytes, settings));
        return;
    }
    let has_certificate = order.certificate || order.certified.is_some();
    if order.task == Task::Check && files::has_clauses(Path::new(name)) && !has_certificate {
        clauses::check(&source, bytes, options).iter().for_each(tell);
        return;
    }
    let site = Site { roots: &order.roots, included: &order.included, config };
    match front::read(&source, bytes, site) {
        Ok(read) => {
            let source = match &read {
                Read::Program(_) | Read::Java(_) | Read::C(_) => source,
                Read::Page(page) => {
                    tell(&Message::Assumed(assumed(php::ENVIRONMENT.into_iter(), &settings.forbidden)));
                    introduce(page, source)
                }
            };
            work((order, options), (&read, config), &source);
        }
        Err(why) => tell(&Message::Skipped(why)),
    }
}

/// Lowers the entry of a Java program and works on it.
fn java_program((order, options): (&WorkOrder, &Options), source: Source) {
    match java::lower(&[&order.classes[..], &order.roots[..]].concat(), &order.java, options) {
        Ok((lowered, files)) => {
            let included = files.get(1..).unwrap_or_default();
            tell(&Message::Includes(included.to_vec()));
            let sources = included.iter().map(java::included);
            let source = source.with(sources.collect());
            let notes = lowered.approximations.iter().map(|(span, text)| (text.as_str(), *span));
            tell(&Message::Approximated(approximations(notes, &source)));
            work((order, options), (&Read::Java(Box::new(lowered)), &Config::default()), &source);
        }
        Err(why) => tell(&Message::Skipped(why)),
    }
}

/// Lowers a source of C and works on it.
fn c_program(
    (order, options): (&WorkOrder, &Options),
    source: &Source,
    (bytes, settings): (&[u8], &Settings),
) {
    match c::lower(source, bytes, (&order.java, &settings.contracts)) {
        Ok(lowered) => {
            let notes = lowered.approximations.iter().map(|(span, text)| (text.as_str(), *span));
            tell(&Message::Approximated(approximations(notes, source)));
            tell(&Message::Assumed(assumed(lowered.environment.iter().copied(), &settings.forbidden)));
            if order.task == Task::Check {
                let text = String::from_utf8_lossy(bytes);
                let entry = order.java.entry.as_deref().unwrap_or("main");
                let again = c::Again { text: &text, entry };
                check_c(&lowered, (source, order.pages.replay.then_some(&again)), (order, options));
                return;
            }
            work((order, options), (&Read::C(Box::new(lowered)), &Config::default()), source);
        }
        Err(why) => tell(&Message::Skipped(why)),
    }
}

/// Verifies a source of C. Proofs that are there before the search for failing runs are told then, everything else at the end.
fn check_c(
    lowered: &front_c::Lowered,
    (source, again): (&Source, Option<&c::Again<'_>>),
    (order, options): (&WorkOrder, &Options),
) {
    let mut open = claimed::open(&Claimed::c(lowered));
    for finding in &mut open {
        if let front_c::memory::Claim::Rule(rule) = lowered.claims[finding.id as usize] {
            finding.ruled = Ruled::c(rule);
        }
    }
    tell(&Message::Read(open.clone()));
    let of = Claimed::c(lowered);
    let find = |property: &Property| {
        let number = property.checked.assertion().index();
        open.iter().find(|finding| finding.id as usize == number).cloned()
    };
    let (mut early, mut kept) = (Vec::new(), Kept::new(order, source));
    let decided = decided_c((lowered, source), (order, options), &mut |event| match event {
        Event::Step(step) => tell(&Message::Step(step_text(step))),
        Event::Settled(property) => {
            let told = find(property).and_then(|finding| {
                claimed::answered(finding, property, (&of, source), (options, Some(&[])))
            });
            if let Some(finding) = told {
                early.push(finding.id);
                tell(&Message::Settled(Box::new(finding)));
            }
        }
        Event::Accepted(shown) => kept.add(shown),
    });
    kept.message().iter().for_each(tell);
    let all: Vec<Property> = decided.iter().map(|decided| decided.property.clone()).collect();
    for decided in &decided {
        let Decided { property, lowered } = decided;
        let Some(finding) = find(property).filter(|finding| !early.contains(&finding.id)) else { continue };
        let of = Claimed::c(lowered);
        let found = claimed::answered(finding, property, (&of, source), (options, Some(&all)));
        let told = found.map(|finding| c::told(finding, decided, (source, again)));
        told.into_iter().for_each(|finding| tell(&Message::Settled(Box::new(finding))));
    }
}

/// Verifies a program, or checks its certificate where the order names one.
fn decided(
    (program, source): (&Program, &Source),
    (order, options): (&WorkOrder, &Options),
    watch: &mut dyn FnMut(Event<'_>),
) -> Vec<Property> {
    let Some(path) = &order.certified else { return verify_watched(program, options, watch) };
    let (properties, told) = kept::properties((program, source), (order, path), options, watch);
    tell(&told);
    properties
}

/// The same for a source of C.
fn decided_c<'a>(
    (lowered, source): (&'a front_c::Lowered, &Source),
    (order, options): (&WorkOrder, &Options),
    watch: &mut dyn FnMut(Event<'_>),
) -> Vec<Decided<'a>> {
    if order.certified.is_none() {
        return verify_c(lowered, options, watch);
    }
    let properties = decided((&lowered.program, source), (order, options), watch);
    properties.into_iter().map(|property| Decided { property, lowered }).collect()
}

/// Verifies a Java program. A violation is told at once; a proof when no gap is left.
fn check_java(lowered: &front_java::Lowered, source: &Source, (order, options): (&WorkOrder, &Options)) {
    let claimed = &Claimed::java(lowered);
    let mut open = claimed::open(claimed);
    for finding in &mut open {
        if let front_java::Claim::Uncaught(rule) = lowered.claims[finding.id as usize] {
            finding.ruled = Ruled::java(rule);
        }
    }
    tell(&Message::Read(open.clone()));
    let (mut told, mut kept): (Vec<u32>, _) = (Vec::new(), Kept::new(order, source));
    let find = |property: &Property| {
        let number = property.checked.assertion().index();
        open.iter().find(|finding| finding.id as usize == number).cloned()
    };
    let options = &Options { probe: PROBE, ..options.clone() };
    let jvm = order.pages.replay.then(|| jvm(order));
    let asking = java::Asking { lowered, claimed, source, options, jvm: jvm.as_ref() };
    let properties = decided((&lowered.program, source), (order, options), &mut |event| match event {
        Event::Step(step) => tell(&Message::Step(step_text(step))),
        Event::Settled(property) => {
            let early = find(property).and_then(|finding| java::answered(finding, property, &asking, None));
            if let Some(finding) = early.filter(|finding| finding.verdict != Word::Undecided) {
                told.push(finding.id);
                tell(&Message::Settled(Box::new(finding)));
            }
        }
        Event::Accepted(shown) => kept.add(shown),
    });
    kept.message().iter().for_each(tell);
    let mut few = Few::new(order, options, (source, jvm.as_ref()));
    for property in &properties {
        let Some(finding) = find(property).filter(|finding| !told.contains(&finding.id)) else { continue };
        let late = java::answered(finding.clone(), property, &asking, Some(&properties));
        if let Some(late) = late {
            let assertion = &lowered.program.assertions[property.checked.assertion().index()];
            let is_open = late.verdict == Word::Undecided;
            let is_searched = is_open && order.certified.is_none();
            let found = is_searched.then(|| few.violated(&finding, assertion)).flatten();
            tell(&Message::Settled(Box::new(found.unwrap_or(late))));
        }
    }
}

/// Where a Java program is run again.
fn jvm(order: &WorkOrder) -> Jvm {
    let none = || "javac, which compiles the driver of replays, is not installed".to_owned();
    Jvm {
        driver: order.driver.clone().ok_or_else(none),
        classes: java::load::class_files(&order.classes),
        entry: order.java.entry.as_deref().map(java::split).unwrap_or_default(),
        property: order.java.property,
    }
}

/// Reports what a page includes and over-approximates; the source with what it includes.
fn introduce(page: &Lowered, source: Source) -> Source {
    let included = &page.files[1..];
    let told = |name: &String| Included { name: escape::text(name), path: Some(SentPath::from(name)) };
    tell(&Message::Includes(included.iter().map(|file| told(&file.name)).collect()));
    let sources = included.iter().map(|file| Source::new(escape::text(&file.name), &file.bytes));
    let source = source.with(sources.collect());
    let notes = page.approximations.iter().map(|note| (note.text.as_str(), note.span));
    tell(&Message::Approximated(approximations(notes, &source)));
    tell(&Message::Missing(page.missing.iter().map(|name| escape::text(name)).collect()));
    source
}

/// What is over-approximated, each once, with the first location and how many more there are.
fn approximations<'a>(notes: impl Iterator<Item = (&'a str, Span)>, source: &Source) -> Vec<String> {
    let mut distinct: Vec<(&str, Vec<Span>)> = Vec::new();
    for (text, span) in notes {
        match distinct.iter_mut().find(|(known, _)| *known == text) {
            Some((_, places)) if places.contains(&span) => {}
            Some((_, places)) => places.push(span),
            None => distinct.push((text, vec![span])),
        }
    }
    let place = |places: &[Span]| match places {
        // It is said of the whole program.
        [first] if *first == Span::default() => String::new(),
        [first] => format!(" ({})", source.place(*first)),
        [first, .., _] => format!(" ({} and {} more)", source.place(*first), places.len() - 1),
        [] => String::new(),
    };
    distinct.iter().map(|(text, places)| escape::text(text) + &place(places)).collect()
}

fn options(order: &WorkOrder) -> Options {
    Options {
        engines: order.engine.into(),
        analysis: order.analysis.into(),
        steps: order.budget,
        solver: solver::options(order.solver.as_deref(), &order.clauses),
        strategy: order.clauses.strategy.or(order.clauses.encoding),
        ..Options::default()
    }
}

fn work((order, options): (&WorkOrder, &Options), (read, config): (&Read, &Config), source: &Source) {
    let program = read.program();
    match order.task {
        Task::Check => match read {
            Read::Java(lowered) => check_java(lowered, source, (order, options)),
            Read::Program(_) | Read::Page(_) | Read::C(_) => check((read, config), source, (options, order)),
        },
        Task::Explain => match explain(program, options) {
            Ok(explanation) => {
                let places = first_of_lines(&explanation.places, source);
                let rejected = explanation.rejected.as_deref().map(escape::text);
                tell(&Message::Explained(Explained { rejected, places }));
            }
            Err(why) => tell(&Message::Skipped(escape::text(&why))),
        },
    }
}

fn check((read, config): (&Read, &Config), source: &Source, (options, order): (&Options, &WorkOrder)) {
    if let Read::Page(page) = read {
        return check_page((page, config), source, (options, order));
    }
    let program = read.program();
    let open = Finding::open(program);
    tell(&Message::Read(open.clone()));
    let mut kept = Kept::new(order, source);
    decided((program, source), (order, options), &mut |event| match event {
        Event::Step(step) => tell(&Message::Step(step_text(step))),
        Event::Settled(property) => {
            let finding = open[property.checked.assertion().index()].clone();
            let finding = finding.answered(property, (program, source), options);
            tell(&Message::Settled(Box::new(finding)));
        }
        Event::Accepted(shown) => kept.add(shown),
    });
    kept.message().iter().for_each(tell);
}

/// Verifies a page. While a gap may be open, only violations are told; a page that has nothing but gaps shows these.
fn check_page(
    (page, config): (&Lowered, &Config),
    source: &Source,
    (options, order): (&Options, &WorkOrder),
) {
    let mut open = Finding::open(&page.program);
    for (finding, claim) in open.iter_mut().zip(&page.claims) {
        if let Some(rule) = claim.rule() {
            finding.page = Some(page::note(rule));
            finding.ruled = Ruled::page(rule);
        }
    }
    let gaps = page.gaps();
    let only_gaps = !gaps.contains(&false);
    // A gap that leaves some assertions proved is shown beside them.
    let is_partial = |claim: php::Claim| claim == php::Claim::Gap(php::Reach::Onward);
    let is_shown = |finding: &Finding| {
        let at = finding.id as usize;
        only_gaps || !gaps[at] || page.claims.get(at).copied().is_some_and(is_partial)
    };
    tell(&Message::Read(open.iter().filter(|finding| is_shown(finding)).cloned().collect()));
    let exploits = Exploits::of(page, options);
    let (mut later, mut kept) = (Vec::new(), Kept::new(order, source));
    let properties = decided((&page.program, source), (order, options), &mut |event| match event {
        Event::Step(step) => tell(&Message::Step(step_text(step))),
        Event::Settled(property) => {
            let finding = open[property.checked.assertion().index()].clone();
            if !is_shown(&finding) {
                return;
            }
            let site = Site { roots: &order.roots, included: &order.included, config };
            let finding = of_page(finding, property, (&exploits, source, site), (options, &order.pages));
            let is_open = gaps.contains(&true) || order.pages.replay; // A gap or probing may change it.
            if is_open && finding.verdict != Word::Violated {
                later.push((finding, property.checked.assertion()));
            } else {
                tell(&Message::Settled(Box::new(finding)));
            }
        }
        Event::Accepted(shown) => kept.add(shown),
    });
    kept.message().iter().for_each(tell);
    let unless_gap = |(finding, assertion)| {
        claimed::unless_gap(finding, open_gap_of_assertion(page, &properties, assertion))
    };
    let later: Vec<Finding> = later.into_iter().map(unless_gap).collect();
    later.iter().for_each(|finding| tell(&Message::Settled(Box::new(finding.clone()))));
    if !order.pages.replay {
        return;
    }
    for (id, note) in probed(&exploits, (&later, &properties)) {
        let broken = later.iter().find(|finding| finding.id as usize == id);
        broken
            .into_iter()
            .for_each(|finding| tell(&Message::Settled(Box::new(broken_by(finding, note.clone())))));
    }
}

/// What the real php breaks of what is undecided, where no violation of the same rule was found.
fn probed(exploits: &Exploits<'_>, (later, properties): (&[Finding], &[Property])) -> Vec<(usize, Note)> {
    let page = exploits.page();
    let id = |property: &Property| property.checked.assertion();
    let is_settled = |property: &Property| {
        let finding = later.iter().find(|finding| finding.id as usize == id(property).index());
        finding.is_none_or(|finding| finding.verdict != Word::Undecided)
    };
    let violated: Vec<_> = properties
        .iter()
        .filter(|property| !later.iter().any(|finding| finding.id as usize == id(property).index()))
        .map(|property| page.rule(id(property)))
        .collect();
    let is_open =
        |property: &&Property| !is_settled(property) && !violated.contains(&page.rule(id(property)));
    page::probed(exploits, &properties.iter().filter(is_open).collect::<Vec<_>>())
}

/// A finding that a run of the real php decided.
fn broken_by(finding: &Finding, note: Note) -> Finding {
    let mut broken =
        Finding { page: Some(note), reason: None, next_step: None, because_of: None, ..finding.clone() };
    broken.settle(Word::Violated, "the real php");
    broken
}

/// The finding of a page: a violation that stays in doubt is undecided.
fn of_page(
    finding: Finding,
    property: &Property,
    (exploits, source, site): (&Exploits<'_>, &Source, Site<'_>),
    (options, pages): (&Options, &Pages),
) -> Finding {
    let (lowered, weighed) = (exploits.page(), exploits.weigh(property));
    let span = finding.span();
    let finding = finding.answered(&weighed.property, (&lowered.program, source), options);
    if finding.verdict != Word::Violated {
        return finding;
    }
    let replaying = if pages.replay { Replaying::Yes } else { Replaying::No };
    match page::violation(lowered, &weighed, (span, replaying)) {
        Ok(note) => {
            let advice = advise(lowered, property, options);
            let fix = advice.as_ref().map(|advice| fix(lowered, (property, advice), site, options));
            let suggestion = advice.map(|advice| escape::text(&advice.text));
            let note = Note { suggestion, fix: fix.unwrap_or_default(), ..note };
            Finding { page: Some(note), ..finding }
        }
        Err(Doubt::Refuted(instead)) => claimed::refuted(finding, &instead),
        Err(Doubt::Unknown(why)) => Finding {
            verdict: Word::Undecided,
            reason: Some(why),
            next_step: Some("run it with --replay, or model the function in stringent.toml".to_owned()),
            ..finding
        },
    }
}

fn step_text(step: &Step) -> String {
    let name = step.engine.name();
    let mut text = format!("{name} settled {} of {} open, {} steps", step.settled, step.open, step.steps);
    for note in step.problem.iter().chain(&step.tried) {
        text += "; ";
        text += &escape::text(note);
    }
    text
}

/// For each line, procedure and copy what is known when a run first comes to the line.
fn first_of_lines(places: &[Place], source: &Source) -> Vec<Known> {
    let known = |place: &Place| Known {
        line: source.line(place.span),
        procedure: escape::text(&place.procedure),
        copy: place.copy,
        reached: place.reached,
        facts: place.facts.iter().map(|fact| escape::text(fact)).collect(),
    };
    let mut lines: Vec<Known> = places.iter().map(known).collect();
    // A stable order: the first instruction of a line stays the first.
    lines.sort_by_key(|known| (known.line, known.copy));
    lines.dedup_by_key(|known| (known.line, known.copy, known.procedure.clone()));
    lines
}

/// Sends a message. Who started this process may have gone; then nobody is interested.
fn tell(message: &Message) {
    let mut out = io::stdout().lock();
    drop(out.write_all(message.line().as_bytes()).and_then(|()| out.flush()));
}
