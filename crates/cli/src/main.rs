//! The command line of *stringent*: reads the arguments, asks the verifier or `automata`, words the answer.
//!
//! This is the only room with the user's files, environment and terminal. There is no reasoning in it. Every
//! question ends in an exit code: 0 for an answer or a proof, 1 for a violation, 2 for wrong use or wrong input, 3 for
//! no answer.

mod escape;
mod failure;
mod output;

mod machine;
mod question;
mod page;
mod findings;
mod c;
mod java;
mod clauses;
mod report;
mod work;
mod commands;

use std::process::ExitCode;

use clap::Parser as _;

use commands::suites::{measure, svcomp};
use commands::{certify, check, compare, explain, horn, interpolate, lengths, lower, regex};
use failure::Failure;
use machine::{sandboxed, surroundings};
use question::arguments::{Arguments, Verb};
use work::{isolated, worker};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misunderstood(&error),
    };
    match surroundings::trusted(&arguments.verb.analysed()).and_then(|()| answer(&arguments)) {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure.to_string());
            failure.exit_code()
        }
    }
}

fn answer(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.verb {
        Verb::Check(question) => check::answer(question),
        Verb::Explain(question) => explain::answer(question),
        Verb::Compare(question) => compare::answer(question),
        Verb::Certify(question) => certify::answer(question),
        Verb::Work(order) => worker::answer(order),
        Verb::Sandboxed(order) => Ok(sandboxed::answer(order)),
        Verb::Measure(question) => measure::answer(question),
        Verb::Svcomp(question) => svcomp::answer(question),
        Verb::Lower(question) => isolated::answer(&question.bounds, done(|| lower::answer(&question.path))),
        Verb::Horn(question) => isolated::answer(&question.bounds, done(|| horn::answer(question))),
        Verb::Lengths(question) => isolated::answer(&question.bounds, done(|| lengths::answer(question))),
        Verb::Interpolate(question) => {
            isolated::answer(&question.inside.bounds, done(|| interpolate::answer(question)))
        }
        Verb::Regex { question, dot } => {
            isolated::answer(&question.bounds, done(|| regex::answer(question, dot.as_deref())))
        }
    }
}

/// What answers or fails, and has no exit code of its own.
fn done(answer: impl FnOnce() -> Result<(), Failure>) -> impl FnOnce() -> Result<ExitCode, Failure> {
    || answer().map(|()| ExitCode::SUCCESS)
}

/// Help and version are answers; anything else is wrong use, told without obeying what the arguments contain.
fn misunderstood(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let message = error.render().to_string();
        output::complain(escape::lines(message.trim_end()).trim_start_matches("error: "));
        return ExitCode::from(2);
    }
    match output::print(&error.render().ansi().to_string()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit_code(),
    }
}
