//! Certificates as files: the facts that were accepted while a program was verified, and the check of a file.
//!
//! Whoever found the facts, the checker has accepted them, so what is refused later was changed since, or is about
//! another program. A file holds the claims of several engines where one alone does not prove everything.

use automata::Budget;
use ir::Program;
use verdict::{Certified, Refusal, judge};

use crate::engines::Options;
use crate::fence::fenced;
use crate::portfolio::verify_watched;
use crate::property::{Event, Property};
use crate::shown::written;

/// Verifies a program and returns the text of its certificate.
///
/// # Errors
/// Why there is none.
pub fn write_certificate(program: &Program, options: &Options) -> Result<String, String> {
    let mut shown = Vec::new();
    verify_watched(program, options, &mut |event| {
        if let Event::Accepted(facts) = event {
            shown.push(facts);
        }
    });
    written(&shown)
}

/// What a certificate file decides of each assertion of a program.
///
/// # Errors
/// Why it is not accepted; the outer one when the checker failed.
pub fn certify(
    program: &Program,
    bytes: &[u8],
    options: &Options,
) -> Result<Result<Certified, Refusal>, String> {
    let mut budget = Budget::steps(options.steps);
    fenced(|| Ok(verdict::certify(program, bytes, options.instructions, &mut budget)))
}

/// The same as properties, each told as settled, beside what came of the file. An assertion of which the file says nothing
/// is open.
pub fn certified(
    program: &Program,
    bytes: &[u8],
    options: &Options,
    watch: &mut dyn FnMut(Event<'_>),
) -> (Vec<Property>, Result<Result<Certified, Refusal>, String>) {
    let outcome = certify(program, bytes, options);
    let why = match &outcome {
        Ok(Ok(certified)) => Ok(certified.checked.clone()),
        Ok(Err(refusal)) => Err(refusal.to_string()),
        Err(why) => Err(why.clone()),
    };
    let checked = why.unwrap_or_else(|why| judge(program, Err(why), &mut Budget::steps(0)).checked);
    let properties: Vec<Property> = checked.into_iter().map(Property::of).collect();
    properties.iter().for_each(|property| watch(Event::Settled(property)));
    (properties, outcome)
}
