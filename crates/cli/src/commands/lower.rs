//! `stringent lower`: a program as the labelled instructions that are verified.
//!
//! The text is a program again: it parses to the same instructions. That makes it a dump that people can read, cut down
//! and report.

use std::path::Path;

use crate::escape;
use crate::failure::Failure;
use crate::findings::source::Source;
use crate::java;
use crate::machine::regular;
use crate::output;
use crate::report::files;
use crate::work::front;

/// Prints the program in a file.
pub(crate) fn answer(path: &Path) -> Result<(), Failure> {
    let wrong = |why| Failure::wrong(format!("{}: {why}", escape::path(path)));
    if java::is_java(path) {
        return output::print(&verifier::sil::print(&java::program(path).map_err(wrong)?));
    }
    if !files::is_known(path) {
        return Err(wrong(files::unknown()));
    }
    let bytes = regular::read(path, regular::MOST).map_err(wrong)?;
    let source = Source::at(path, &bytes);
    let program = front::program(&source, &bytes).map_err(wrong)?;
    output::print(&verifier::sil::print(&program))
}
