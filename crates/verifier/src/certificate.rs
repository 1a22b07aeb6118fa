//! Certificates as files: the facts that were accepted while a program was verified, and the check of a file.
//!
//! Whoever found the facts, the checker has accepted them, so what is refused later was changed since, or is about
//! another program. A file holds the claims of several engines where one alone does not prove everything.

use std::collections::BTreeSet;
use std::sync::Arc;

use automata::Budget;
use ir::inline::Inlined;
use ir::{AssertId, Program};
use verdict::facts::Certificate;
use verdict::{Certified, Checked, Judgement, Refusal, Verdict, file};

use crate::engines::Options;
use crate::portfolio::{fenced, verify_watched};
use crate::property::Event;

/// Facts that the checker has accepted, and what they prove.
#[derive(Clone, Debug)]
pub struct Shown {
    inlined: Arc<Inlined>,
    pub(crate) certificate: Certificate,
    proves: BTreeSet<AssertId>,
}

impl Shown {
    /// What was accepted in a judgement, if anything.
    pub(crate) fn of(inlined: &Arc<Inlined>, judged: &mut Judgement) -> Option<Shown> {
        let certificate = judged.accepted.take()?;
        let is_proved =
            |checked: &&Checked| matches!(checked.verdict(), Verdict::Proved | Verdict::Unreachable);
        let proves = judged.checked.iter().filter(is_proved).map(Checked::assertion).collect();
        Some(Shown { inlined: Arc::clone(inlined), certificate, proves })
    }
}

/// The certificate of a program as the text of a file: of the facts that were accepted the fewest claims that prove as much as
/// all of them.
///
/// # Errors
/// Why there is none.
pub fn written(shown: &[Shown]) -> Result<String, String> {
    let Some(first) = shown.first() else { return Err("no facts were accepted".to_owned()) };
    let mut open: BTreeSet<AssertId> = shown.iter().flat_map(|shown| &shown.proves).copied().collect();
    let mut chosen = vec![];
    while !open.is_empty() {
        // Of those that prove as much the one that was found first, which took the least.
        let proves = |shown: &&Shown| shown.proves.intersection(&open).count();
        let Some(best) = shown.iter().rev().max_by_key(proves) else { break };
        open = open.difference(&best.proves).copied().collect();
        chosen.push(&best.certificate);
    }
    // Where nothing is proved the facts still tell what is known.
    if chosen.is_empty() {
        chosen.push(&first.certificate);
    }
    Ok(file::write_all(&first.inlined.program, chosen))
}

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
