//! The files that `stringent check --certificate` writes.
//!
//! Each is about one program, and holds facts that the checker has accepted; when there is none the reason is told.

use std::fs;
use std::path::Path;

use crate::escape;
use crate::failure::Failure;
use crate::findings::message::Written;
use crate::findings::results::{Results, Verified};
use crate::java;
use crate::output;
use crate::question::arguments::CheckQuestion;
use crate::report::files;

/// Whether there is a place for the certificates that are wanted, as far as files tell: a folder, or a file for one program. All of
/// Java is one.
pub(crate) fn have_place(question: &CheckQuestion) -> Result<(), Failure> {
    if question.certificate.as_deref().is_none_or(Path::is_dir) {
        return Ok(());
    }
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

/// Writes them: to a file, or each to a file in a folder.
pub(crate) fn write(results: &Results, path: &Path) -> Result<(), Failure> {
    if !path.is_dir() {
        let [verified] = results.verified.as_slice() else {
            return match results.verified.len() {
                0 => Err(none("the program cannot be read")),
                count => one(count),
            };
        };
        return text(verified).and_then(|(_, text)| put(path, text));
    }
    for verified in &results.verified {
        match text(verified) {
            Ok((name, text)) => put(&path.join(name), text)?,
            Err(why) => output::complain(&format!("{}: {why}", verified.source.name)),
        }
    }
    Ok(())
}

fn none(why: &str) -> Failure {
    Failure::undecided(format!("there is no certificate: {why}"))
}

/// The name and the text of the certificate of a program.
fn text(verified: &Verified) -> Result<(&str, &str), Failure> {
    match &verified.certificate {
        Some(Written { name, text: Ok(text) }) => Ok((name, text)),
        Some(Written { text: Err(why), .. }) => Err(none(why)),
        None => Err(none("the work on the program did not come to its end")),
    }
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::wrong(format!("{} cannot be written: {error}", escape::path(path))))
}
