//! What goes between a working process and the one that started it.
//!
//! It is given paths that belong to all programs on a line, then programs, each a line of JSON and then its bytes, and tells one JSON object a line. The order is, for
//! each program, `Read` with every assertion still open, then answers as they come, then `Done`. A process that ends
//! without `Done` was cut off, and what it had settled stays settled.

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::findings::assumed::Assumed;
use crate::findings::finding::Finding;
use crate::machine::sent::SentPath;

/// What belongs to all programs that a process works on. There may be more than fits on a command line.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Places {
    pub(crate) roots: Vec<SentPath>,
    pub(crate) classes: Vec<SentPath>,
    /// The last parts of the names that pages include.
    pub(crate) included: BTreeSet<String>,
}

impl Places {
    /// The line that is sent.
    pub(crate) fn sent(&self) -> Vec<u8> {
        let mut sent = serde_json::to_vec(self).expect("plain data becomes JSON");
        sent.push(b'\n');
        sent
    }

    /// What was sent.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn receive(from: &mut impl BufRead) -> io::Result<Places> {
        let mut line = String::new();
        from.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

/// A file that a program includes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Included {
    /// Its name, escaped.
    pub(crate) name: String,
    /// Where it lies, if its text is there.
    pub(crate) path: Option<SentPath>,
}

/// A file to work on.
pub(crate) struct Given {
    /// Its name, escaped.
    pub(crate) name: String,
    /// Where it lies, if anywhere.
    pub(crate) path: Option<PathBuf>,
    pub(crate) bytes: Vec<u8>,
}

/// What stands before the bytes of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    name: String,
    path: Option<SentPath>,
    length: u64,
}

impl Given {
    /// The file as it is sent.
    pub(crate) fn sent(&self) -> Vec<u8> {
        let path = self.path.as_ref().map(SentPath::from);
        let header = Header { name: self.name.clone(), path, length: self.bytes.len() as u64 };
        let mut sent = serde_json::to_vec(&header).expect("plain data becomes JSON");
        sent.push(b'\n');
        sent.extend_from_slice(&self.bytes);
        sent
    }

    /// The next file that was sent; none after the last one.
    ///
    /// # Errors
    /// When what was sent cannot be read or is cut off.
    pub(crate) fn receive(from: &mut impl BufRead) -> io::Result<Option<Given>> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let Header { name, path, length } = serde_json::from_str(&line)?;
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        from.read_exact(&mut bytes)?;
        Ok(Some(Given { name, path: path.map(|sent| sent.path()), bytes }))
    }
}

/// A line between processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The file cannot be verified, and why.
    Skipped(String),
    /// The file was read; these are its assertions.
    Read(Vec<Finding>),
    /// The files that a page includes, in the order of their numbers from 1.
    Includes(Vec<Included>),
    /// What is assumed of the environment.
    Assumed(Vec<Assumed>),
    /// What was over-approximated, where, in words.
    Approximated(Vec<String>),
    /// Files that a page includes and that were not found.
    Missing(Vec<String>),
    /// What an engine did, in words.
    Step(String),
    /// An assertion has its answer.
    Settled(Box<Finding>),
    /// What is known at each place.
    Explained(Explained),
    /// A certificate.
    Certificate(Written),
    /// What came of a certificate.
    Certified(Certified),
    /// There is nothing more to say.
    Done,
}

/// A certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    /// The name of its file in a folder of certificates.
    pub(crate) name: String,
    /// Its text, or why there is none.
    pub(crate) text: Result<String, String>,
}

/// What came of a certificate that was checked, beside the findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Certified {
    /// It was accepted but for some facts; whether one of these was not shown for another reason than its cost.
    Accepted { dropped: Vec<String>, is_false: bool },
    /// It was not accepted, and why; whether more steps or a file might lead to another answer.
    Refused { why: String, is_undecided: bool },
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
