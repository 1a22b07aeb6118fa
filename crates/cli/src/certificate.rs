//! The file that `stringent check --certificate` writes.
//!
//! It is about one program, and written only when the checker accepts it; when there is none the reason is told. A
//! process of its own makes it, within the limits of the user.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arguments::{CheckQuestion, Task, WorkOrder};
use crate::failure::Failure;
use crate::message::Message;
use crate::{escape, files, gather};

/// A certificate that shall be written.
pub(crate) struct Wanted<'a> {
    program: PathBuf,
    path: &'a Path,
    question: &'a CheckQuestion,
}

/// The certificate of the one program that the question is about, for a file at `path`.
pub(crate) fn wanted<'a>(path: &'a Path, question: &'a CheckQuestion) -> Result<Wanted<'a>, Failure> {
    let mut found = files::files(&question.paths, &mut Vec::new());
    let count = found.len();
    match found.pop() {
        Some(program) if count == 1 => Ok(Wanted { program, path, question }),
        Some(_) | None => {
            Err(Failure::wrong(format!("--certificate is for one program, and there are {count} here")))
        }
    }
}

impl Wanted<'_> {
    /// Writes it.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let Wanted { program, path, question } = self;
        let order = WorkOrder {
            solver: question.solver.clone(),
            clauses: question.clauses.clone(),
            ..gather::order(Task::Certificate, question.engine, question.analysis, &question.limits)
        };
        let heard = gather::hear(program, &order, &question.limits);
        let (_, heard) = heard.map_err(|why| Failure::wrong(format!("{}: {why}", escape::path(program))))?;
        let mut text = Err(heard.cut.map_or("the program cannot be read".to_owned(), |cut| cut.reason));
        for message in heard.messages {
            if let Message::Certificate(found) = message {
                text = found;
            }
        }
        let text = text.map_err(|why| Failure::undecided(format!("there is no certificate: {why}")))?;
        fs::write(path, text)
            .map_err(|error| Failure::wrong(format!("{} cannot be written: {error}", escape::path(path))))
    }
}
