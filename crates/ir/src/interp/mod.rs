//! What a program means: the one definition, as runs.
//!
//! A [`run`] is a function of the program and of what the outside answers. Wherever more than one value is
//! possible the run asks its [`Oracle`], in order, and says what is allowed; so a list of answers is a run, and
//! everything else in this project that speaks of a program is tested against runs.
//!
//! A program must have passed [`validate`](crate::validate()). Limits keep a run finite: a run that meets one
//! ends there and says nothing about what would follow. The parameters of the entry begin like its other
//! variables. A run that goes past the last instruction of a procedure returns without a result.
//!
//! What the instructions mean is said in words at [`StrExpr`](crate::StrExpr), [`IntExpr`](crate::IntExpr),
//! [`Test`](crate::Test) and [`Action`](crate::Action), and in code in the files below.

mod state;
mod request;
mod text;
mod number;
mod search;
mod evaluate;
mod machine;
mod oracle;

pub use oracle::{Random, Replay};
pub use request::{Allowed, Oracle, Purpose, Request};
pub use state::{Frame, Value};

use crate::ids::{AssertId, Label, ProcId};
use crate::program::Program;

/// Runs a program from its entry until it ends or meets a limit.
pub fn run(program: &Program, oracle: &mut dyn Oracle, limits: Limits) -> Run {
    run_observed(program, oracle, limits, &mut |_, _| {})
}

/// Runs a program and shows every state to `observer`, before the instruction at its site is carried out.
pub fn run_observed(
    program: &Program,
    oracle: &mut dyn Oracle,
    limits: Limits,
    observer: &mut dyn FnMut(Site, &Frame),
) -> Run {
    machine::Machine::new(program, oracle, limits).run(observer)
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What the entry returned, if it did.
    pub result: Option<Value>,
    /// The assertions that did not hold when the run came there, in order. The run went on after each.
    pub violations: Vec<Violation>,
    /// Where the run was before each of its steps.
    pub path: Vec<Site>,
    /// The answers that the oracle gave and that were allowed, in order.
    pub answers: Vec<Value>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// At a `Halt`, or where the entry returned.
    Finished,
    /// At an `Abort`.
    Aborted,
    /// At an `Assume` whose condition did not hold. Up to there it was a run.
    AssumptionFailed,
    /// After as many steps as were allowed.
    StepLimit,
    /// Where a string, or all strings together, would have been longer than allowed.
    LengthLimit,
    /// Where an integer left what 128 bits hold.
    Overflow,
    /// At a call that would have been nested deeper than allowed.
    DepthLimit,
    /// At a search for a regular expression whose matches are not known, or that is too large.
    Unsupported,
    /// Where the oracle gave no answer, or one that was not allowed.
    Refused,
}

/// An assertion that did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// Which one.
    pub assertion: AssertId,
    /// The step at which it was met: an index into [`Run::path`].
    pub step: usize,
}

/// A label of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The procedure.
    pub procedure: ProcId,
    /// The label in it.
    pub label: Label,
}

/// How far a run may go. A step takes time in proportion to the strings it reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of instructions.
    pub steps: usize,
    /// The number of characters of a string.
    pub length: usize,
    /// The number of characters of all strings of all open calls.
    pub characters: usize,
    /// The number of open calls, the entry included.
    pub depth: usize,
    /// The number of steps of all searches for regular expressions. Beyond it the run ends as after too many steps.
    pub search: u64,
}

impl Default for Limits {
    /// Enough for what people write by hand. A run takes seconds at the worst, and less than 100 MB.
    fn default() -> Self {
        Limits { steps: 100_000, length: 1 << 16, characters: 1 << 23, depth: 1_000, search: 10_000_000 }
    }
}
