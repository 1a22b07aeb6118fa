//! `stringent lower`: a program as the labelled instructions that are verified.
//!
//! The text is a program again: it parses to the same instructions. That makes it a dump that people can read, cut down
//! and report.

use std::path::Path;

use crate::failure::Failure;
use crate::{check, output};

/// Prints the program in a file.
pub(crate) fn answer(path: &Path) -> Result<(), Failure> {
    let (_, program) = check::read(path).map_err(Failure::wrong)?;
    output::print(&verifier::sil::print(&program))
}
