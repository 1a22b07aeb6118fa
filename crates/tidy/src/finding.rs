//! A finding: which rule was broken, where, and what to do about it.
//!
//! Its *subject* is what an exception in `tidy.allow` would name: a file, or `file::function`. Findings are
//! ordered by place, so that a report reads from the top of the first file to the bottom of the last.

use std::fmt;

/// A place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the root of the repository.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The name of the rule.
    pub rule: &'static str,
    /// What `tidy.allow` would name: the file, or `file::function`.
    pub subject: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl Finding {
    /// A finding whose subject is its file.
    pub fn new(rule: &'static str, path: &str, line: usize, message: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, rule, subject: path.to_owned(), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {} [{}]", self.path, self.line, self.message, self.rule)
    }
}
