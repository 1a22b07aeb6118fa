//! What the outside gave in a failing run of a Java program.
//!
//! A run is a list of answers; only the program knows which of them are inputs, and only the front end what of Java asks for
//! each. So the run is made once more, and what is asked is noted on the way.

use front_java::{Asked, Lowered};
use ir::interp::{Limits, Purpose, Request, Value};
use verdict::counterexample::Counterexample;

/// What the outside answered in a run, by what asked for it, in the order in which it was asked.
///
/// The values of variables that only stand for what is not known are not among them.
pub fn java_inputs(lowered: &Lowered, run: &Counterexample) -> Vec<(Asked, Value)> {
    let mut answers = run.inputs.iter().cloned();
    let mut given = Vec::new();
    let limits = Limits { steps: run.path.len(), ..refute::Settings::default().limits };
    let mut outside = |request: &Request<'_>| {
        let answer = answers.next()?;
        let asked = lowered.asked.get(&request.site.label).filter(|_| request.purpose == Purpose::Input);
        given.extend(asked.map(|asked| (asked.clone(), answer.clone())));
        Some(answer)
    };
    // The run was accepted, so it goes the same way again.
    drop(ir::interp::run(&lowered.program, &mut outside, limits));
    given
}
