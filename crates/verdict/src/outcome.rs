//! The outcome of a check: why facts were not accepted, what is left of them, and what it proves.
//!
//! Plain data. A rejection names the instruction and the fact, so that whoever made the claim can be repaired.

use std::collections::BTreeMap;
use std::fmt;

use automata::Exhausted;
use ir::{AssertId, Label};

use crate::facts::Certificate;

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It does not fit the program.
    Shape(String),
    /// The facts do not hold when a run begins.
    Entry,
    /// An action does not carry the facts over.
    Step {
        /// The action.
        from: Label,
        /// Where the run goes on.
        to: Label,
        /// Which fact was not shown.
        fact: String,
    },
    /// The budget was spent.
    Exhausted,
}

impl From<Exhausted> for Rejection {
    fn from(_: Exhausted) -> Self {
        Rejection::Exhausted
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Shape(what) => write!(f, "{what}"),
            Rejection::Entry => write!(f, "the facts do not hold at the entry"),
            Rejection::Step { from, fact, .. } => write!(f, "{fact} after instruction {}", from.0),
            Rejection::Exhausted => write!(f, "the budget was spent while checking it"),
        }
    }
}

/// What an accepted certificate says of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The condition holds whenever a run comes to it.
    Holds,
    /// No run comes to it.
    Unreachable,
    /// The facts do not say.
    Open,
}

/// What is left of a claim: facts that are inductive, and what they prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The facts. `check` accepts them.
    pub certificate: Certificate,
    /// The labels at which facts were dropped, each with the first reason.
    pub dropped: BTreeMap<Label, Rejection>,
    /// What the facts prove.
    pub proofs: Vec<(AssertId, Proof)>,
}
