//! What may be said of an assertion, and the only way to say it.
//!
//! An engine makes claims: a certificate for the whole program, counterexamples for some assertions. [`judge`] checks
//! the one and [`confirm`] the others, and both make [`Checked`] verdicts. *Proved* and *violated* are told from a
//! [`Checked`] alone. [`attest`] makes the third kind, which rests on the word of a solver and says so.

use std::fmt;

use automata::Budget;
use ir::inline::Inlined;
use ir::interp::Limits;
use ir::{AssertId, Program};

use crate::check::{Proof, Rejection, check};
use crate::counterexample::{Counterexample, Mismatch, replay};
use crate::facts::Certificate;
use crate::transcript::{Insufficient, Transcript, covers};

/// What is known of an assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds whenever a run comes to it.
    Proved,
    /// It holds whenever a run comes to it, if a solver is right that no clause of the program breaks a solution.
    Rechecked(Rechecked),
    /// No run comes to it.
    Unreachable,
    /// A run violates it: this one.
    Violated(Counterexample),
    /// Nothing is known, for this reason.
    Unknown(Reason),
}

/// On whose word an assertion holds. It cannot be made but by [`attest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rechecked {
    found_by: String,
    checked_by: String,
    clauses: usize,
}

impl Rechecked {
    /// Who found the solution.
    pub fn found_by(&self) -> &str {
        &self.found_by
    }

    /// Who checked it, in a process of its own.
    pub fn checked_by(&self) -> &str {
        &self.checked_by
    }

    /// How many clauses were checked: one a way out of a label, the entry, and the violations.
    pub fn clauses(&self) -> usize {
        self.clauses
    }
}

/// Why nothing is known of an assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The facts found do not decide it, and no failing run was found.
    Undecided,
    /// The claim of an engine was not accepted.
    Rejected(Rejection),
    /// No engine made a claim, and says why.
    NoClaim(String),
}

/// A verdict that has been checked. It cannot be made but by [`judge`], [`confirm`] and [`attest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    assertion: AssertId,
    verdict: Verdict,
}

impl Checked {
    /// Which assertion it speaks of.
    pub fn assertion(&self) -> AssertId {
        self.assertion
    }

    /// What it says.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// Checks facts claimed for the program with its calls in place, and says of each assertion what they decide.
/// Where there is no certificate, the reason stands for all.
pub fn judge(
    program: &Program,
    certificate: Result<(&Inlined, &Certificate), String>,
    budget: &mut Budget,
) -> Vec<Checked> {
    let proofs = match certificate {
        Ok((inlined, certificate)) => check(&inlined.program, certificate, budget).map_err(Reason::Rejected),
        Err(why) => Err(Reason::NoClaim(why)),
    };
    let of_assertion = |assertion: AssertId| match &proofs {
        Ok(proofs) => from_proofs(proofs.iter().filter(|(id, _)| *id == assertion).map(|(_, proof)| *proof)),
        Err(reason) => Verdict::Unknown(reason.clone()),
    };
    let assertions = (0..program.assertions.len() as u32).map(AssertId);
    assertions.map(|assertion| Checked { assertion, verdict: of_assertion(assertion) }).collect()
}

/// Runs a failing run again and, when it fails as claimed, says so.
///
/// # Errors
/// What differs between the run and the claim.
pub fn confirm(program: &Program, claim: Counterexample, limits: Limits) -> Result<Checked, Mismatch> {
    replay(program, &claim, limits)?;
    Ok(Checked { assertion: claim.assertion, verdict: Verdict::Violated(claim) })
}

/// Says that an assertion holds on the word of a solver, given all that it was asked and said about the program with its
/// calls in place. This trusts the solver, and whoever made the clauses.
///
/// # Errors
/// What the solver was not asked or did not confirm.
pub fn attest(
    inlined: &Inlined,
    assertion: AssertId,
    transcript: &Transcript,
) -> Result<Checked, Insufficient> {
    let program = &inlined.program;
    covers(&program.procedures[program.entry.index()], assertion, transcript)?;
    let Transcript { found_by, checked_by, clauses } = transcript;
    let rechecked =
        Rechecked { found_by: found_by.clone(), checked_by: checked_by.clone(), clauses: clauses.len() };
    Ok(Checked { assertion, verdict: Verdict::Rechecked(rechecked) })
}

/// An assertion may stand in several copies of a procedure: each must hold. In none, no run comes to it.
fn from_proofs(proofs: impl Iterator<Item = Proof>) -> Verdict {
    let mut verdict = Verdict::Unreachable;
    for proof in proofs {
        match proof {
            Proof::Holds => verdict = Verdict::Proved,
            Proof::Unreachable => {}
            Proof::Open => return Verdict::Unknown(Reason::Undecided),
        }
    }
    verdict
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Undecided => write!(f, "the facts found do not decide it, and no failing run was found"),
            Reason::Rejected(Rejection::Exhausted) => {
                write!(f, "the budget was spent while checking the proof")
            }
            Reason::Rejected(Rejection::Shape(what)) => write!(f, "the proof was not accepted: {what}"),
            Reason::Rejected(Rejection::Entry) => write!(f, "the proof was not accepted at the entry"),
            Reason::Rejected(Rejection::Step { from, fact, .. }) => {
                write!(f, "the proof was not accepted: {fact} after instruction {}", from.0)
            }
            Reason::NoClaim(why) => write!(f, "{why}"),
        }
    }
}
