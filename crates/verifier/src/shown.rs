//! Facts that the checker has accepted while a program is verified, and the file that they make.
//!
//! A file holds the claims of several engines where one alone does not prove everything.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::AssertId;
use ir::inline::Inlined;
use verdict::facts::Certificate;
use verdict::{Checked, Judgement, Verdict, file};

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

/// The certificate of a program as the text of a file: of the facts that were accepted the claims that prove something which
/// none before them does.
///
/// # Errors
/// Why there is none.
pub fn written(shown: &[Shown]) -> Result<String, String> {
    let Some(first) = shown.first() else { return Err("nothing is proved".to_owned()) };
    let mut open: BTreeSet<AssertId> = shown.iter().flat_map(|shown| &shown.proves).copied().collect();
    let mut chosen = vec![];
    // What was found first has the simplest facts, and is the easiest to check.
    for shown in shown {
        if !shown.proves.is_disjoint(&open) {
            open = open.difference(&shown.proves).copied().collect();
            chosen.push(&shown.certificate);
        }
    }
    // Where nothing is proved the facts still tell what is known.
    if chosen.is_empty() {
        chosen.push(&first.certificate);
    }
    Ok(file::write_all(&first.inlined.program, chosen))
}
