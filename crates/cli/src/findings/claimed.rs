//! Findings of programs with gaps.
//!
//! A proof is told when no gap is left open, a violation when nothing that is lost is needed for it. A gap itself is no
//! finding: it is the reason why others stay undecided.

use verifier::{Assertion, Claimed, Options, Property, Verdict};

use crate::escape;
use crate::findings::finding::{Finding, Word};
use crate::findings::source::Source;

/// The findings that a reader sees: gaps are reasons of others.
pub(crate) fn open(claimed: &Claimed) -> Vec<Finding> {
    let all = Finding::open(claimed.program).into_iter().zip(&claimed.gaps);
    all.filter(|(_, is_gap)| !**is_gap).map(|(open, _)| open).collect()
}

/// A finding with its answer, when everything that it depends on is known.
pub(crate) fn answered(
    finding: Finding,
    property: &Property,
    (claimed, source): (&Claimed, &Source),
    (options, all): (&Options, Option<&[Property]>),
) -> Option<Finding> {
    let mut answered = finding.answered(property, (claimed.program, source), options);
    if answered.verdict == Word::Unreachable {
        // No run comes to where it could fail: it never does.
        answered.verdict = Word::Proved;
    }
    match (property.checked.verdict(), all) {
        (Verdict::Violated(run), _) if claimed.is_in_doubt(run) => {
            let why = "a failing run needs a value of which nothing is known";
            Some(undecided(answered, why, "see what is approximated with --verbose"))
        }
        (Verdict::Violated(_), _) => Some(answered),
        (_, None) => None,
        (_, Some(all)) => Some(unless_gap(answered, claimed.open_gap(all))),
    }
}

/// The finding, unless it is a proof and a gap is open.
pub(crate) fn unless_gap(finding: Finding, gap: Option<&Assertion>) -> Finding {
    match gap {
        Some(gap) if matches!(finding.verdict, Word::Proved | Word::Unreachable) => {
            let why = gap.message.as_deref().unwrap_or_default();
            let finding = undecided(finding, why, "leave out or replace what is not modelled");
            Finding { because_of: Some((gap.span.file, gap.span.start, gap.span.end)), ..finding }
        }
        Some(_) | None => finding,
    }
}

/// A violation that a real run refutes: it is undecided, with what the run did instead.
pub(crate) fn refuted(finding: Finding, instead: &str) -> Finding {
    let reason = format!("a failing run was found, but the real run does something else: {instead}");
    undecided(finding, &reason, "report this: the model and the real run disagree")
}

/// The finding without an answer, and why.
pub(crate) fn undecided(finding: Finding, reason: &str, next_step: &str) -> Finding {
    Finding {
        verdict: Word::Undecided,
        checked_by: None,
        reason: Some(escape::text(reason)),
        next_step: Some(next_step.to_owned()),
        ..finding
    }
}
