//! What the outside answered in a failing run, and where it was asked.
//!
//! A counterexample is a list of answers, and only the program knows who asks for each. So the run is made once more, and
//! what is asked is noted on the way. Front ends say what of their language asks at a label.

use ir::interp::{Limits, Purpose, Request, Value};
use ir::{Label, Program};
use verdict::counterexample::Counterexample;

/// A value that the outside gave.
pub(crate) struct Answer {
    /// The instruction that asked.
    pub(crate) at: Label,
    /// Why it asked.
    pub(crate) purpose: Purpose,
    /// The value.
    pub(crate) value: Value,
}

/// The answers of a run that was accepted, in the order in which they were asked for.
pub(crate) fn answers(program: &Program, run: &Counterexample) -> Vec<Answer> {
    let mut values = run.inputs.iter().cloned();
    let mut given = Vec::new();
    let limits = Limits { steps: run.path.len(), ..refute::Settings::default().limits };
    let mut outside = |request: &Request<'_>| {
        let value = values.next()?;
        given.push(Answer { at: request.site.label, purpose: request.purpose, value: value.clone() });
        Some(value)
    };
    // The run was accepted, so it goes the same way again.
    drop(ir::interp::run(program, &mut outside, limits));
    given
}
