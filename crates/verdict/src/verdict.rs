//! What may be said of an assertion, and the only way to say it.
//!
//! An engine makes claims: a certificate for the whole program, counterexamples for some assertions. [`judge`] checks
//! the one and [`confirm`] the others, [`certify`] a certificate from a file, and all make [`Checked`] verdicts.
//! *Proved* and *violated* are told from a [`Checked`] alone. [`attest`] makes another kind, which rests on the word of a
//! solver and says so.

use std::collections::BTreeMap;
use std::fmt;

use automata::Budget;
use ir::inline::{Inlined, TooLarge, inline};
use ir::interp::Limits;
use ir::{Action, AssertId, Label, Program};

use crate::check::{Proof, Rejection, accept, check};
use crate::counterexample::{Counterexample, Mismatch, replay};
use crate::facts::Certificate;
use crate::file::{self, FileError};
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

    /// How many clauses were checked: one for each edge out of a label, the entry, and the violations.
    pub fn clauses(&self) -> usize {
        self.clauses
    }
}

/// Why nothing is known of an assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The facts found do not decide it, and no failing run was found.
    Undecided,
    /// The facts that were accepted do not decide it, and others there were not accepted, for this reason.
    Weakened(Rejection),
    /// The claim of an engine was not accepted.
    Rejected(Rejection),
    /// No engine made a claim, and says why.
    NoClaim(String),
}

/// A verdict that has been checked. It cannot be made but by [`judge`], [`certify`], [`confirm`] and [`attest`].
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

/// What the facts of a claim decide.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The verdict on each assertion.
    pub checked: Vec<Checked>,
    /// The facts that were accepted; none when there is no claim that fits the program.
    pub accepted: Option<Certificate>,
    /// The labels at which facts were dropped, each with the first reason.
    pub dropped: BTreeMap<Label, Rejection>,
}

/// Checks facts claimed for the program with its calls inlined, and returns what their largest inductive part decides of
/// each assertion. Where there is no certificate, the reason stands for all.
pub fn judge(
    program: &Program,
    certificate: Result<(&Inlined, &Certificate), String>,
    budget: &mut Budget,
) -> Judgement {
    let judged = match certificate {
        Ok((inlined, certificate)) => accept(&inlined.program, certificate, budget)
            .map(|part| {
                let checked = from_all_proofs(program, &part.proofs);
                let checked = with_reasons(checked, &inlined.program, &part.dropped);
                Judgement { checked, accepted: Some(part.certificate), dropped: part.dropped }
            })
            .map_err(Reason::Rejected),
        Err(why) => Err(Reason::NoClaim(why)),
    };
    judged.unwrap_or_else(|reason| {
        let checked = each(program, |_| Verdict::Unknown(reason.clone()));
        Judgement { checked, ..Judgement::default() }
    })
}

/// Replaces the reason of what is open where facts were dropped.
fn with_reasons(
    mut checked: Vec<Checked>,
    program: &Program,
    dropped: &BTreeMap<Label, Rejection>,
) -> Vec<Checked> {
    let code = &program.procedures[program.entry.index()].code;
    for (label, why) in dropped {
        if let Some(Action::Assert(id, _)) = code.get(label.index()).map(|it| &it.action)
            && let verdict @ Verdict::Unknown(Reason::Undecided) = &mut checked[id.index()].verdict
        {
            *verdict = Verdict::Unknown(Reason::Weakened(why.clone()));
        }
    }
    checked
}

fn each(program: &Program, verdict: impl Fn(AssertId) -> Verdict) -> Vec<Checked> {
    let assertions = (0..program.assertions.len() as u32).map(AssertId);
    assertions.map(|assertion| Checked { assertion, verdict: verdict(assertion) }).collect()
}

fn from_all_proofs(program: &Program, proofs: &[(AssertId, Proof)]) -> Vec<Checked> {
    each(program, |assertion| {
        from_proofs(proofs.iter().filter(|(id, _)| *id == assertion).map(|(_, proof)| *proof))
    })
}

/// Why a certificate file is not accepted for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file is not a certificate, or one of another program.
    File(FileError),
    /// The program is too large with its calls inlined, so it has no certificate.
    Calls(TooLarge),
    /// Its facts are not shown, or showing them takes too long.
    Facts(Rejection),
    /// The program asserts nothing, so there is nothing to accept.
    NothingAsserted,
}

impl Refusal {
    /// Whether more steps might have led to another answer.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Refusal::Facts(Rejection::Exhausted) | Refusal::Calls(_))
    }
}

/// What a certificate file decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The verdict on each assertion.
    pub checked: Vec<Checked>,
    /// The first facts at each label that were not shown, and are not used; none when the whole file was accepted.
    pub dropped: Vec<Rejection>,
}

impl Certified {
    /// Whether a fact was not shown for another reason than its cost.
    pub fn is_false(&self) -> bool {
        self.dropped.iter().any(|why| *why != Rejection::Exhausted)
    }
}

/// Checks a certificate file for a program, which may have up to `instructions` with its calls inlined, and returns what
/// the largest inductive part of the file decides of each assertion.
///
/// # Errors
/// Why the file is not accepted.
pub fn certify(
    program: &Program,
    bytes: &[u8],
    instructions: usize,
    budget: &mut Budget,
) -> Result<Certified, Refusal> {
    let read = file::read(bytes).map_err(Refusal::File)?;
    let inlined = inline(program, instructions).map_err(Refusal::Calls)?;
    read.is_about(&inlined.program).map_err(Refusal::File)?;
    if program.assertions.is_empty() {
        return Err(Refusal::NothingAsserted);
    }
    let claims = read.claims.len() as u64;
    let (mut proofs, mut dropped) = (Vec::new(), BTreeMap::new());
    for (at, claim) in (0..).zip(&read.claims) {
        let mut share = Budget::steps(budget.left() / (claims - at));
        let shown = certified(&inlined.program, claim, &mut share);
        budget.spend(share.spent()).map_err(|spent| Refusal::Facts(spent.into()))?;
        let (of_claim, lost) = shown.map_err(Refusal::Facts)?;
        merge(&mut proofs, of_claim);
        dropped.extend(lost);
    }
    let checked = with_reasons(from_all_proofs(program, &proofs), &inlined.program, &dropped);
    Ok(Certified { checked, dropped: dropped.into_values().collect() })
}

/// What an assertion's places are proved to be, and what was dropped for that.
type Shown = (Vec<(AssertId, Proof)>, BTreeMap<Label, Rejection>);

/// What one claim of a file proves: all of it, or else its largest inductive part.
fn certified(program: &Program, claim: &Certificate, budget: &mut Budget) -> Result<Shown, Rejection> {
    // A fact that is costly is shown when the whole claim is.
    let mut half = Budget::steps(budget.left() / 2);
    let whole = check(program, claim, &mut half);
    budget.spend(half.spent())?;
    match whole {
        Ok(proofs) => Ok((proofs, BTreeMap::new())),
        Err(_) => accept(program, claim, budget).map(|part| (part.proofs, part.dropped)),
    }
}

/// Takes over what another claim proves of each place of an assertion: every claim holds of all runs by itself.
fn merge(known: &mut Vec<(AssertId, Proof)>, found: Vec<(AssertId, Proof)>) {
    if known.is_empty() {
        *known = found;
        return;
    }
    for ((_, known), (_, found)) in known.iter_mut().zip(found) {
        *known = match (*known, found) {
            (Proof::Unreachable, _) | (_, Proof::Unreachable) => Proof::Unreachable,
            (Proof::Holds, _) | (_, Proof::Holds) => Proof::Holds,
            (Proof::Open, Proof::Open) => Proof::Open,
        };
    }
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
            Reason::Weakened(rejection) => {
                write!(f, "the facts that were accepted do not decide it; not accepted: {rejection}")
            }
            Reason::Rejected(rejection) => write!(f, "the proof was not accepted: {rejection}"),
            Reason::NoClaim(why) => write!(f, "{why}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::File(error) => write!(f, "{error}"),
            Refusal::Calls(why) => write!(f, "{why}"),
            Refusal::Facts(rejection) => write!(f, "{rejection}"),
            Refusal::NothingAsserted => write!(f, "the program asserts nothing"),
        }
    }
}
