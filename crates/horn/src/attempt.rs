//! One way to answer for a system: native strings, lemmas, or an encoding, given to a solver.
//!
//! Whatever the way, what comes back speaks of the system as it was given: definitions over its own predicates, or steps
//! by its own clauses. Both are claims, to be checked by whoever takes them.

use std::fmt;
use std::str::FromStr;

use automata::{Budget, Exhausted};

use crate::encode::{NoEncoding, StringEncoding, encode};
use crate::lemmas::{conjoined, kept, strengthened, templates, unrefuted};
use crate::op::PredicateId;
use crate::profiles;
use crate::sample::sample;
use crate::solve::{
    Answer, Derivation, Solution, Solver, Unknown, applications, derive, recheck, solve, solve_keeping,
};
use crate::system::HornSystem;
use crate::transform::to_membership;

/// A way to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Classes of strings, without a solver.
    Profiles,
    /// Small values, without a solver: finds derivations only.
    Samples,
    /// Native strings, every predicate kept.
    Native,
    /// Native strings and the solver's own transforms. It finds more, but its definitions may have quantifiers, which
    /// nothing here reads.
    Free,
    /// Comparisons as memberships.
    Membership,
    /// Native strings with lemmas from templates.
    Lemmas,
    /// Strings as lists and ghosts.
    Encoded(StringEncoding),
}

/// What was claimed.
#[derive(Clone, Debug)]
pub enum Found {
    /// Definitions that satisfy all clauses.
    Safe(Solution),
    /// Steps that derive a query.
    Unsafe(profiles::Derivation),
}

/// The strategies that have a name of their own.
const NAMED: [(&str, Strategy); 6] = [
    ("profiles", Strategy::Profiles),
    ("samples", Strategy::Samples),
    ("native", Strategy::Native),
    ("free", Strategy::Free),
    ("membership", Strategy::Membership),
    ("lemmas", Strategy::Lemmas),
];

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (NAMED.iter().find(|(_, known)| known == self), self) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Strategy::Encoded(encoding)) => write!(f, "{encoding}"),
            (None, _) => unreachable!("only encodings have no name"),
        }
    }
}

/// Reads a name, or the choices of an encoding.
impl FromStr for Strategy {
    type Err = NoEncoding;

    fn from_str(text: &str) -> Result<Strategy, NoEncoding> {
        match NAMED.iter().find(|(name, _)| *name == text) {
            Some((_, strategy)) => Ok(*strategy),
            None => text.parse().map(Strategy::Encoded),
        }
    }
}

/// Answers for a system in one way, with a solver or the reason why there is none. Its table of terms may grow; its
/// clauses stay.
///
/// # Errors
/// Why there is no answer.
pub fn attempt(
    system: &mut HornSystem,
    strategy: Strategy,
    finder: Result<&Solver, Unknown>,
    budget: &mut Budget,
) -> Result<Found, Unknown> {
    match strategy {
        Strategy::Profiles => by_profiles(system, budget),
        Strategy::Samples => {
            let violation = sample(system, budget).map_err(spent)?.violation;
            violation.map(Found::Unsafe).ok_or_else(|| Unknown::because("small values derive no violation"))
        }
        Strategy::Native => {
            let finder = finder?;
            let answer = solve_keeping(system, finder, budget)?;
            taken(system, answer, finder, budget)
        }
        Strategy::Free => {
            let finder = finder?;
            let answer = solve(system, finder, budget)?;
            taken(system, answer, finder, budget)
        }
        Strategy::Membership => with_memberships(system, finder?, budget),
        Strategy::Lemmas => with_lemmas(system, finder?, budget),
        Strategy::Encoded(encoding) => encoded(system, encoding, finder?, budget),
    }
}

fn spent(why: Exhausted) -> Unknown {
    Unknown::because(why.to_string())
}

fn by_profiles(system: &mut HornSystem, budget: &mut Budget) -> Result<Found, Unknown> {
    match profiles::solve(system, budget).map_err(spent)? {
        profiles::Answer::Safe { invariant, .. } => {
            invariant.solution(system, budget).map(Found::Safe).map_err(spent)
        }
        profiles::Answer::Unsafe(derivation) => Ok(Found::Unsafe(derivation)),
        profiles::Answer::Open => Err(Unknown::because("classes of strings do not tell")),
    }
}

/// What the solver says, and for a violation the steps.
fn taken(
    system: &mut HornSystem,
    answer: Answer,
    finder: &Solver,
    budget: &mut Budget,
) -> Result<Found, Unknown> {
    match answer {
        Answer::Safe(solution) => Ok(Found::Safe(solution)),
        Answer::Unsafe => {
            let derivation = derive(system, finder, budget)?;
            stepped(system, &derivation, finder, budget)
        }
    }
}

/// The facts of a derivation with the clauses that lead to them, and the values of their variables.
fn stepped(
    system: &mut HornSystem,
    derivation: &Derivation,
    finder: &Solver,
    budget: &mut Budget,
) -> Result<Found, Unknown> {
    let applied = applications(system, derivation, finder, budget)?;
    let steps = derivation.facts.iter().zip(applied).map(|(fact, applied)| profiles::Application {
        clause: applied.clause,
        premises: fact.premises.clone(),
        assignment: applied.values,
        conclusion: fact.predicate.map(|id| (id, fact.values.clone())),
    });
    Ok(Found::Unsafe(profiles::Derivation { steps: steps.collect() }))
}

/// Native strings, with comparisons as memberships where there are any.
fn with_memberships(system: &mut HornSystem, finder: &Solver, budget: &mut Budget) -> Result<Found, Unknown> {
    let mut other = to_membership(system, budget).map_err(spent)?;
    if other.clauses == system.clauses {
        return Err(Unknown::because("no comparison is a membership"));
    }
    let answer = solve_keeping(&mut other, finder, budget)?;
    (system.terms, system.languages) = (other.terms, other.languages);
    taken(system, answer, finder, budget)
}

/// Native strings, with what templates say and a solver confirms conjoined to the bodies.
fn with_lemmas(system: &mut HornSystem, finder: &Solver, budget: &mut Budget) -> Result<Found, Unknown> {
    let samples = sample(system, budget).map_err(spent)?;
    let ids = (0..system.predicates.len() as u32).map(PredicateId);
    let guesses = ids.map(|id| (id, templates(system, id))).collect();
    let guesses = unrefuted(system, guesses, &samples, budget).map_err(spent)?;
    let lemmas = kept(system, &guesses, finder)?;
    if recheck(system, &lemmas, finder).is_ok() {
        return Ok(Found::Safe(lemmas));
    }
    let mut stronger = conjoined(system, &lemmas);
    let answer = solve_keeping(&mut stronger, finder, budget)?;
    (system.terms, system.languages) = (stronger.terms, stronger.languages);
    match answer {
        Answer::Safe(solution) => Ok(Found::Safe(strengthened(system, &solution, &lemmas))),
        Answer::Unsafe => taken(system, Answer::Unsafe, finder, budget),
    }
}

/// Strings as lists and ghosts. Of a solution only what it says of the ghosts comes back.
fn encoded(
    system: &mut HornSystem,
    encoding: StringEncoding,
    finder: &Solver,
    budget: &mut Budget,
) -> Result<Found, Unknown> {
    let (mut other, back) =
        encode(system, &encoding, budget).map_err(|why| Unknown::because(why.to_string()))?;
    match solve(&mut other, finder, budget)? {
        Answer::Safe(solution) => {
            (system.terms, system.languages) = (other.terms, other.languages);
            back.claim(system, &solution, budget).map(Found::Safe).map_err(spent)
        }
        Answer::Unsafe => {
            let derivation = derive(&mut other, finder, budget)?;
            let other = || Unknown::because("the derivation is not one of the system before");
            let native = back.derivation(&derivation).ok_or_else(other)?;
            stepped(system, &native, finder, budget)
        }
    }
}
