//! From the bytes of a file to a program, by the language that its name says.
//!
//! A page of PHP never fails to be read: what does not parse of it is left out, and that is told with the reason.

use std::path::Path;

use verifier::{Program, php, sil};

use crate::source::Source;
use crate::{escape, report};

/// The program that a file means, or why there is none.
pub(crate) fn program(source: &Source, bytes: &[u8]) -> Result<Program, String> {
    if Path::new(&source.name).extension().is_some_and(|ending| ending == "php") {
        return page(source, bytes);
    }
    sil::parse(bytes, &source.name).map_err(|errors| report::syntax_errors(source, &errors))
}

fn page(source: &Source, bytes: &[u8]) -> Result<Program, String> {
    let project = php::Project { find: &|_| None, config: &php::Config::default() };
    let lowered = php::lower(php::Source { name: source.name.clone(), bytes: bytes.to_vec() }, project);
    let syntax = lowered.diagnostics.iter().find(|diagnostic| diagnostic.is_syntax);
    match syntax {
        Some(diagnostic) => {
            let place = source.place(diagnostic.span);
            Err(format!("it does not parse: {} at {place}", escape::text(&diagnostic.message)))
        }
        None => Ok(lowered.program),
    }
}
