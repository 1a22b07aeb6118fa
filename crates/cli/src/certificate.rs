//! The file that `stringent check --certificate` writes.
//!
//! It is about one program, and holds facts that the checker has accepted; when there is none the reason is told.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::results::Results;
use crate::{escape, files, java};

/// Whether the question is about one program, as far as files tell. All of Java is one.
pub(crate) fn is_of_one(question: &crate::arguments::CheckQuestion) -> Result<(), Failure> {
    let found = files::files(&question.paths, &mut Vec::new());
    let of_java = found.iter().filter(|path| java::is_java(path)).count();
    one(found.len() - of_java + usize::from(of_java > 0))
}

fn one(count: usize) -> Result<(), Failure> {
    if count == 1 {
        return Ok(());
    }
    Err(Failure::wrong(format!("--certificate is for one program, and there are {count} here")))
}

/// Writes it.
pub(crate) fn write(results: &Results, path: &Path) -> Result<(), Failure> {
    let none = |why: &str| Failure::undecided(format!("there is no certificate: {why}"));
    let [verified] = results.verified.as_slice() else {
        return match results.verified.len() {
            0 => Err(none("the program cannot be read")),
            count => one(count),
        };
    };
    let text = match &verified.certificate {
        Some(Ok(text)) => text,
        Some(Err(why)) => return Err(none(why)),
        None => return Err(none("the work on the program did not come to its end")),
    };
    fs::write(path, text)
        .map_err(|error| Failure::wrong(format!("{} cannot be written: {error}", escape::path(path))))
}
