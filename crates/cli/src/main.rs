//! The command line of *stringent*: reads the arguments, asks the verifier or `automata`, words the answer.
//!
//! This is the only room with the user's files, environment and terminal. There is no reasoning in it. Every
//! question ends in an exit code: 0 for an answer or a proof, 1 for a violation, 2 for wrong use or wrong input, 3 for
//! no answer.

mod escape;
mod failure;
mod output;

mod choices;
mod sandboxed;
mod arguments;
mod language;
mod solver;
mod regular;
mod settings;
mod picture;

mod sent;
mod scratch;
mod source;
mod rules;
mod page;
mod finding;
mod claimed;
mod assumed;
mod message;
mod c;
mod java;
mod results;
mod blocks;
mod report;
mod excuse;
mod files;
mod fragments;
mod front;
mod json;
mod sarif;
mod github;

mod clauses;
mod progress;
mod work;
mod child;
mod gather;

mod certificate;
mod check;
mod certify;
mod compare;
mod explain;
mod lower;
mod suite;
mod c_suite;
mod svcomp;
mod measure;
mod horn;

mod apart;
mod lengths;
mod regex;
mod between;
mod interpolate;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Verb};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misunderstood(&error),
    };
    match answer(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure.to_string());
            failure.exit_code()
        }
    }
}

fn answer(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.verb {
        Verb::Check(question) => return check::answer(question),
        Verb::Explain(question) => return explain::answer(question),
        Verb::Compare(question) => return compare::answer(question),
        Verb::Certify(question) => return certify::answer(question),
        Verb::Work(order) => return work::answer(order),
        Verb::Sandboxed(order) => return Ok(sandboxed::answer(order)),
        Verb::Measure(question) => return measure::answer(question),
        Verb::Svcomp(question) => return svcomp::answer(question),
        Verb::Lower { path } => lower::answer(path)?,
        Verb::Horn(question) => horn::answer(question)?,
        Verb::Lengths(question) => return apart::answer(&question.bounds, || lengths::answer(question)),
        Verb::Interpolate(question) => {
            return apart::answer(&question.inside.bounds, || interpolate::answer(question));
        }
        Verb::Regex { question, dot } => {
            return apart::answer(&question.bounds, || regex::answer(question, dot.as_deref()));
        }
    }
    Ok(ExitCode::SUCCESS)
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
