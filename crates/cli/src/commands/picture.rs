//! Pictures of an automaton, in the files that the user names.
//!
//! A large automaton is drawn in part, with a note in the picture that says so. The format does not depend on the name of
//! the file.

use std::path::Path;

use automata::{Automaton, show};

use crate::failure::Failure;
use crate::output;

/// Writes the pictures that are asked for.
pub(crate) fn write(language: &Automaton, svg: Option<&Path>, dot: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = svg {
        output::write_file(path, &show::svg(language))?;
    }
    if let Some(path) = dot {
        output::write_file(path, &show::dot(language))?;
    }
    Ok(())
}
