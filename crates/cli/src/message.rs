//! What a working process tells the one that started it: one JSON object a line.
//!
//! The order is `Read` with every assertion still open, then answers as they come, then `Done`. A process that ends
//! without `Done` was cut off, and what it had settled stays settled.

use serde::{Deserialize, Serialize};

use crate::finding::Finding;

/// A line between processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The file cannot be verified, and why.
    Skipped(String),
    /// The file was read; these are its assertions.
    Read(Vec<Finding>),
    /// The files that a page includes, in the order of their numbers from 1.
    Includes(Vec<String>),
    /// What is taken for granted, where, in words.
    Assumed(Vec<String>),
    /// Files that a page includes and that were not found.
    Missing(Vec<String>),
    /// What an engine did, in words.
    Step(String),
    /// An assertion has its answer.
    Settled(Box<Finding>),
    /// What is known at each place.
    Explained(Explained),
    /// The text of a certificate, or why there is none.
    Certificate(Result<String, String>),
    /// There is nothing more to say.
    Done,
}

/// What is known at the places of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Explained {
    /// Why the facts are not to be relied on, if so.
    pub(crate) rejected: Option<String>,
    pub(crate) places: Vec<Known>,
}

/// What is known when a run comes to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub(crate) line: usize,
    pub(crate) procedure: String,
    pub(crate) copy: usize,
    pub(crate) reached: bool,
    pub(crate) facts: Vec<String>,
}

impl Message {
    /// The line, with its end.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data becomes JSON") + "\n"
    }
}
