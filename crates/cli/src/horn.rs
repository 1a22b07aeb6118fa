//! `stringent horn`: the Horn clauses of a program, or those of a file of clauses, as a solver is given them.
//!
//! The text is SMT-LIB. Comments at its beginning say where the clauses say more than the program, and how z3 is asked.

use std::fs;
use std::path::Path;

use verifier::Options;

use crate::failure::Failure;
use crate::source::Source;
use crate::{escape, files, output, report};

/// Prints the clauses of a file.
pub(crate) fn answer(path: &Path) -> Result<(), Failure> {
    let wrong = |why| Failure::wrong(format!("{}: {why}", escape::path(path)));
    let of_clauses = path.extension().is_some_and(|ending| ending == "smt2");
    if !of_clauses && !files::is_known(path) {
        return Err(wrong(format!("{}, .smt2", files::unknown())));
    }
    let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let text = if of_clauses {
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        verifier::clauses_of_text(&text)
    } else {
        let source = Source::new(escape::path(path), &bytes);
        let program = verifier::sil::parse(&bytes, &source.name)
            .map_err(|errors| wrong(report::syntax_errors(&source, &errors)))?;
        verifier::clauses_of(&program, &Options::default())
    };
    let text = text.map_err(|why| wrong(escape::text(&why)))?;
    output::print(&escape::lines(&text))
}
