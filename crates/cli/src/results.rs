//! What `stringent check` found out, before it is worded.
//!
//! Files in the order in which they were named, properties in the order of the source. What was not verified is kept
//! with its reason, so that no report can forget it.

use std::process::ExitCode;

use verifier::{Program, Property, Value, Verdict};

use crate::escape;
use crate::source::Source;

/// A file that was verified.
pub(crate) struct Verified {
    pub(crate) source: Source,
    pub(crate) program: Program,
    pub(crate) properties: Vec<Property>,
}

/// A file that was not, and why.
pub(crate) struct Skipped {
    pub(crate) name: String,
    pub(crate) why: String,
}

/// Everything that the report tells.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) verified: Vec<Verified>,
    pub(crate) skipped: Vec<Skipped>,
}

/// How many properties have which verdict.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) proved: usize,
    pub(crate) unreachable: usize,
    pub(crate) violated: usize,
    pub(crate) undecided: usize,
}

impl Results {
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for property in self.verified.iter().flat_map(|file| &file.properties) {
            match property.checked.verdict() {
                Verdict::Proved => counts.proved += 1,
                Verdict::Unreachable => counts.unreachable += 1,
                Verdict::Violated(_) => counts.violated += 1,
                Verdict::Unknown(_) => counts.undecided += 1,
            }
        }
        counts
    }

    /// 1 for a violation, 2 when something was skipped, 3 when something is undecided or nothing was proved.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let counts = self.counts();
        ExitCode::from(if counts.violated > 0 {
            1
        } else if !self.skipped.is_empty() {
            2
        } else if counts.undecided > 0 || counts.proved == 0 {
            3
        } else {
            0
        })
    }
}

/// An input as a reader of the small language would write it.
pub(crate) fn shown(value: &Value, program: &Program) -> String {
    match value {
        Value::Str(word) => escape::text(&automata::show::word(word, program.alphabet)),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
    }
}
