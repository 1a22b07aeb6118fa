//! Certificates as files: written by the composite analysis, checked for a program.
//!
//! A file is written only when the checker accepts it, so what is refused later was changed since, or is about another
//! program.

use automata::Budget;
use ir::Program;
use verdict::check::check;
use verdict::file;
use verdict::{Checked, Refusal};

use crate::analysed::Analysed;
use crate::engines::Options;
use crate::portfolio::fenced;

/// The certificate of a program as the text of a file.
///
/// # Errors
/// Why there is none.
pub fn write_certificate(program: &Program, options: &Options) -> Result<String, String> {
    fenced(|| {
        let Analysed { inlined, certificate, .. } = Analysed::of(program, options)?;
        check(&inlined.program, &certificate, &mut Budget::steps(options.steps))
            .map_err(|why| format!("the facts found were not accepted: {why}"))?;
        Ok(file::write(&inlined.program, &certificate))
    })
}

/// What a certificate file decides of each assertion of a program.
///
/// # Errors
/// Why it is not accepted; the outer one when the checker failed.
pub fn certify(
    program: &Program,
    bytes: &[u8],
    options: &Options,
) -> Result<Result<Vec<Checked>, Refusal>, String> {
    let mut budget = Budget::steps(options.steps);
    fenced(|| Ok(verdict::certify(program, bytes, options.instructions, &mut budget)))
}
