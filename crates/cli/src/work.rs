//! The working process: reads a program on the standard input and tells what it finds, line by line.
//!
//! Its messages are flushed one by one, so that what was settled is known even if it is ended later. Who started it
//! has set its limits.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use verifier::{Event, Options, Place, Program, Step, explain, verify_watched, write_certificate};

use crate::arguments::{Task, WorkOrder};
use crate::failure::Failure;
use crate::finding::Finding;
use crate::message::{Explained, Known, Message};
use crate::source::Source;
use crate::{escape, front, solver};

/// Does the work that is ordered.
pub(crate) fn answer(order: &WorkOrder) -> Result<ExitCode, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| Failure::wrong(format!("the program cannot be read: {error}")))?;
    let source = Source::new(order.name.clone(), &bytes);
    match front::program(&source, &bytes) {
        Ok(program) => work(order, &program, &source),
        Err(why) => tell(&Message::Skipped(why)),
    }
    tell(&Message::Done);
    Ok(ExitCode::SUCCESS)
}

fn work(order: &WorkOrder, program: &Program, source: &Source) {
    let options = Options {
        engines: order.engine.into(),
        analysis: order.analysis.into(),
        steps: order.budget,
        solver: solver::wish(order.solver.as_deref()),
        ..Options::default()
    };
    match order.task {
        Task::Check => check(program, source, &options),
        Task::Explain => match explain(program, &options) {
            Ok(explanation) => {
                let places = first_of_lines(&explanation.places, source);
                let rejected = explanation.rejected.as_deref().map(escape::text);
                tell(&Message::Explained(Explained { rejected, places }));
            }
            Err(why) => tell(&Message::Skipped(escape::text(&why))),
        },
        Task::Certificate => {
            let text = write_certificate(program, &options).map_err(|why| escape::text(&why));
            tell(&Message::Certificate(text));
        }
    }
}

fn check(program: &Program, source: &Source, options: &Options) {
    let open = Finding::open(program);
    tell(&Message::Read(open.clone()));
    verify_watched(program, options, &mut |event| match event {
        Event::Step(step) => tell(&Message::Step(step_text(step))),
        Event::Settled(property) => {
            let finding = open[property.checked.assertion().index()].clone();
            let finding = finding.answered(property, (program, source), options);
            tell(&Message::Settled(Box::new(finding)));
        }
    });
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
