//! What the outside gave in a failing run of a Java program.
//!
//! Only the program knows which answers of a run are inputs, and only the front end what of Java asks for each.
//! Values that stand for what is not known are left out.

use front_java::{Asked, Lowered};
use ir::interp::{Purpose, Value};
use verdict::counterexample::Counterexample;

use crate::answers::{Answer, answers};

/// What the outside answered in a run, by what asked for it, in the order in which it was asked.
///
/// The values of variables that only stand for what is not known are not among them.
pub fn java_inputs(lowered: &Lowered, run: &Counterexample) -> Vec<(Asked, Value)> {
    let asked = |answer: Answer| {
        let asked = lowered.asked.get(&answer.at).filter(|_| answer.purpose == Purpose::Input)?;
        Some((asked.clone(), answer.value))
    };
    answers(&lowered.program, run).into_iter().filter_map(asked).collect()
}
