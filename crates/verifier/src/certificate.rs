//! Certificates as files: written by the composite analysis, checked for a program.
//!
//! A file is written only when the checker accepts it, so what is refused later was changed since, or is about another
//! program.

use automata::Budget;
use ir::Program;
use verdict::check::{Proof, check};
use verdict::facts::Certificate;
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
        let analysed = Analysed::of(program, options)?;
        let program = &analysed.inlined.program;
        let settled = |certificate: &Certificate| -> Result<(usize, usize), String> {
            let proofs = check(program, certificate, &mut Budget::steps(options.steps))
                .map_err(|why| format!("the facts found were not accepted: {why}"))?;
            let settled = proofs.iter().filter(|(_, proof)| *proof != Proof::Open).count();
            Ok((settled, proofs.len()))
        };
        let plain = settled(&analysed.certificate);
        if plain.as_ref().is_ok_and(|(settled, all)| settled == all) {
            return Ok(file::write(program, &analysed.certificate));
        }
        // Cases cost the checker more, so they are written only where they settle more.
        match analysed.apart(options).map(|(apart, _)| (settled(&apart), apart)) {
            Some((Ok((more, _)), apart)) if plain.as_ref().map_or(0, |(settled, _)| *settled) < more => {
                Ok(file::write(program, &apart))
            }
            Some(_) | None => plain.map(|_| file::write(program, &analysed.certificate)),
        }
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
