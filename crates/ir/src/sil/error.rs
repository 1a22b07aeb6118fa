//! What can be wrong with a text: where, why, and what to write instead.
//!
//! A reader of a text goes on after an error, so there may be several. [`Errors`] collects them and stops
//! listening when there are too many to be of use.

use std::error::Error;
use std::fmt;

use crate::span::Span;

/// The most errors that are told of one text.
const MOST: usize = 50;

/// A part of a text that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    span: Span,
    cause: String,
    help: Option<String>,
}

impl SyntaxError {
    pub(super) fn new(span: Span, cause: impl Into<String>) -> Self {
        SyntaxError { span, cause: cause.into(), help: None }
    }

    #[must_use]
    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        SyntaxError { help: Some(help.into()), ..self }
    }

    /// The place, in file 0.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What is wrong there.
    pub fn cause(&self) -> &str {
        &self.cause
    }

    /// What may be done about it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.span.start, self.cause)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

impl Error for SyntaxError {}

/// The errors found so far.
#[derive(Debug, Default)]
pub(super) struct Errors {
    found: Vec<SyntaxError>,
}

impl Errors {
    /// Adds an error. Only the first at a place counts, since the others follow from it.
    pub(super) fn push(&mut self, error: SyntaxError) {
        let is_known = self.found.last().is_some_and(|last| last.span.start == error.span.start);
        if self.found.len() < MOST && !is_known {
            self.found.push(error);
        }
    }

    /// Whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether more errors would not be told.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MOST
    }

    /// The errors, by place.
    pub(super) fn into_sorted(mut self) -> Vec<SyntaxError> {
        self.found.sort_by_key(|error| error.span);
        self.found
    }
}

/// The name among `known` that `name` was probably meant to be: one that differs in few letters.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(LONGEST_GUESSED + 1).collect();
    if name.len() > LONGEST_GUESSED {
        return None;
    }
    let most = (name.len() / 3).clamp(1, 3);
    let guesses = known.into_iter().take(MOST_GUESSES).map(|other| (distance(&name, other), other));
    guesses.filter(|&(edits, _)| edits <= most).min().map(|(_, other)| other)
}

/// A name longer than this is not compared with others.
const LONGEST_GUESSED: usize = 64;

/// No more names than this are compared.
const MOST_GUESSES: usize = 1_000;

/// The number of letters to insert, delete or replace.
fn distance(name: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, letter) in other.chars().take(LONGEST_GUESSED + 4).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &mine) in name.iter().enumerate() {
            let edits = (diagonal + usize::from(mine != letter)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], edits);
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised() {
        let known = ["count", "limit", "s"];
        assert_eq!(nearest("cuont", known), None);
        assert_eq!(nearest("coutn", ["count"]), None);
        assert_eq!(nearest("cont", known), Some("count"));
        assert_eq!(nearest("limits", known), Some("limit"));
        assert_eq!(nearest("other", known), None);
    }
}
