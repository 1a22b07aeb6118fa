//! Judgements as engines in turn need them: within the fence, and why nothing is known.
//!
//! A checker that panics has accepted nothing.

use automata::Budget;
use ir::Program;
use ir::inline::Inlined;
use verdict::facts::Certificate;
use verdict::{Checked, Judgement, Reason, Verdict, judge};

use crate::fence::fenced;

/// What the checker says of a claim, or of why there is none; nothing when it fails.
pub(crate) fn judged(
    program: &Program,
    told: Result<(&Inlined, &Certificate), String>,
    budget: &mut Budget,
) -> Judgement {
    fenced(|| Ok(judge(program, told, budget))).unwrap_or_default()
}

/// Why nothing is known of an assertion.
pub(crate) fn reason(checked: &Checked) -> String {
    match checked.verdict() {
        Verdict::Unknown(reason) => reason.to_string(),
        Verdict::Proved | Verdict::Rechecked(_) | Verdict::Unreachable | Verdict::Violated(_) => {
            String::new()
        }
    }
}

/// Whether the reason of a verdict is that no facts were accepted.
pub(crate) fn is_without_facts(checked: &Checked) -> bool {
    matches!(checked.verdict(), Verdict::Unknown(Reason::Rejected(_) | Reason::NoClaim(_)))
}
