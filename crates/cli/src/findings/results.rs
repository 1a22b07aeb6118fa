//! What was found out of files, before it is worded.
//!
//! Files in the order in which they were named, properties in the order of the source. What was not verified is kept
//! with its reason, so that no report can forget it.

use crate::findings::assumed::Assumed;
use crate::findings::finding::{Excuse, Finding, Word};
use crate::findings::message::{Certified, Written};
use crate::findings::source::Source;

/// A file that was verified.
pub(crate) struct Verified {
    pub(crate) source: Source,
    pub(crate) findings: Vec<Finding>,
    /// What each engine did, in words.
    pub(crate) log: Vec<String>,
    /// What its proofs assume of the environment.
    pub(crate) assumptions: Vec<Assumed>,
    /// What was over-approximated, in words with the line.
    pub(crate) approximations: Vec<String>,
    /// Files that it includes and that were not found.
    pub(crate) missing: Vec<String>,
    /// Its certificate, where one is wanted and the work came to its end.
    pub(crate) certificate: Option<Written>,
    /// What came of its certificate, where one is checked.
    pub(crate) certified: Option<Certified>,
}

/// A file that was not, and why.
pub(crate) struct Skipped {
    pub(crate) name: String,
    pub(crate) why: String,
}

/// Everything that a report tells.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) verified: Vec<Verified>,
    pub(crate) skipped: Vec<Skipped>,
    /// What else is to be told.
    pub(crate) notes: Vec<String>,
}

/// How many properties have which verdict.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) proved: usize,
    /// Of these, how many rest on the word of a solver.
    pub(crate) rechecked: usize,
    pub(crate) unreachable: usize,
    pub(crate) violated: usize,
    pub(crate) undecided: usize,
    /// Violated or undecided, and excused by a comment.
    pub(crate) suppressed: usize,
    /// The same, and in the baseline.
    pub(crate) known: usize,
}

impl Results {
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in self.verified.iter().flat_map(|file| &file.findings) {
            counts.rechecked += usize::from(finding.rests_on.is_some());
            let count = match (&finding.excused, finding.verdict) {
                (Some(Excuse::Comment(_)), _) => &mut counts.suppressed,
                (Some(Excuse::Known), _) => &mut counts.known,
                (None, Word::Proved) => &mut counts.proved,
                (None, Word::Unreachable) => &mut counts.unreachable,
                (None, Word::Violated) => &mut counts.violated,
                (None, Word::Undecided) => &mut counts.undecided,
            };
            *count += 1;
        }
        counts
    }

    /// 1 for a violation, 2 when something was skipped, 3 when something is undecided or nothing was proved.
    pub(crate) fn exit_code(&self) -> u8 {
        let counts = self.counts();
        if counts.violated > 0 {
            1
        } else if !self.skipped.is_empty() {
            2
        } else if counts.undecided > 0 || counts.proved + counts.suppressed + counts.known == 0 {
            3
        } else {
            0
        }
    }
}
