//! One way to answer for a system: native strings, lemmas, or an encoding, given to a solver.
//!
//! Whatever the way, what comes back speaks of the system as it was given: definitions over its own predicates, or steps
//! by its own clauses. Both are claims, to be checked by whoever takes them.

use std::fmt;
use std::slice;
use std::str::FromStr;

use automata::{Automaton, Budget, Exhausted};

use crate::encode::{Ghosts, NoEncoding, StringEncoding, encode_with};
use crate::growth::{largest_data_term, unrolled};
use crate::learning::{Lesson, learned_solution, lesson, nobody};
use crate::lemmas::{conjoined, kept, strengthened, templates, unrefuted};
use crate::op::PredicateId;
use crate::profiles;
use crate::sample::sample;
use crate::solve::{
    Answer, Derivation, Solution, Solver, Unknown, applications, derive, recheck, solve, solve_keeping,
};
use crate::system::HornSystem;
use crate::transform::{complete, inline, inline_most, slice, to_classes, to_membership};

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
    /// Learned invariants, or learned languages beside lengths and integers.
    Learned,
    /// Lists first, and learning when the terms of interpolants grow [HRS19 §3.3].
    Paper,
    /// Strings as lists and ghosts.
    Encoded(StringEncoding),
}

impl Strategy {
    /// Whether it makes large blocks by itself, and from single labels better than from others'.
    pub(crate) fn makes_blocks(self) -> bool {
        matches!(self, Strategy::Learned | Strategy::Paper)
    }
}

/// What was claimed.
#[derive(Clone, Debug)]
pub enum Found {
    /// Definitions that satisfy all clauses.
    Safe(Solution),
    /// Steps that derive a query.
    Unsafe(profiles::Derivation),
}

/// The most clauses over predicates that cut all cycles.
const MOST_CLAUSES: usize = 60;

/// The strategies that have a name of their own.
const NAMED: [(&str, Strategy); 8] = [
    ("profiles", Strategy::Profiles),
    ("samples", Strategy::Samples),
    ("native", Strategy::Native),
    ("free", Strategy::Free),
    ("membership", Strategy::Membership),
    ("lemmas", Strategy::Lemmas),
    ("learned", Strategy::Learned),
    ("paper", Strategy::Paper),
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

/// Answers for a system in one way, with a solver or the reason why there is none, and logs what a way of several steps
/// tried. Its table of terms may grow; its clauses stay.
///
/// # Errors
/// Why there is no answer.
pub fn attempt(
    system: &mut HornSystem,
    strategy: Strategy,
    finder: Result<&Solver, Unknown>,
    (budget, log): (&mut Budget, &mut Vec<String>),
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
        Strategy::Learned => learned(system, finder, (budget, log)),
        Strategy::Paper => as_in_paper(system, finder?, (budget, log)),
        Strategy::Encoded(encoding) => encoded(system, (encoding, &[]), finder?, budget),
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
    if recheck(system, &lemmas, slice::from_ref(finder)).is_ok() {
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

/// What was learned of the predicates that cut all cycles: an invariant, or languages whose profiles are kept beside
/// lengths while the solver goes on. Nobody gives second opinions: every claim is checked.
fn learned(
    system: &mut HornSystem,
    finder: Result<&Solver, Unknown>,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Found, Unknown> {
    let (cut, from_cut) = inline_most(system, MOST_CLAUSES, budget).map_err(spent)?;
    let (mut cut, from_sliced) = slice(&cut);
    let mut own = Budget::steps(budget.left() / 3);
    let invariant = learned_solution(&mut cut, &mut nobody, (&mut own, log)).unwrap_or(None);
    let found = match invariant {
        Some(solution) => Found::Safe(solution),
        None => with_learned_ghosts(&mut cut, finder, (budget, log))?,
    };
    let Found::Safe(solution) = found else { return Ok(found) };
    // The terms of the cut system begin with those of the system.
    (system.terms, system.languages) = (cut.terms, cut.languages);
    let known = from_sliced.solution(&mut system.terms, &solution);
    let known = from_cut.solution(&mut system.terms, &known);
    complete(system, &known, budget).map(Found::Safe).map_err(spent)
}

/// What strings say by themselves as lemmas and ghosts, without lists, and a solver for the rest.
fn with_learned_ghosts(
    system: &mut HornSystem,
    finder: Result<&Solver, Unknown>,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Found, Unknown> {
    let mut own = Budget::steps(budget.left() / 3);
    let found = lesson(system, &mut nobody, (&mut own, log)).map_err(spent)?;
    let Some(Lesson { lemmas, interpolants }) = found else {
        return Err(Unknown::because("strings alone exclude nothing"));
    };
    let mut stronger = conjoined(system, &lemmas);
    let native = match solve_keeping(&mut stronger, finder.clone()?, budget) {
        Ok(Answer::Safe(solution)) => Ok(Found::Safe(solution)),
        Ok(Answer::Unsafe) => Err("what they do not exclude can be derived".to_owned()),
        Err(why) => Err(why.to_string()),
    };
    let found = match native {
        Ok(found) => found,
        // Native strings have no word for some functions, whose lengths and profiles are known.
        Err(why) => {
            log.push(format!("with what strings exclude as lemmas: {why}"));
            // A language that a lemma tests is a test of the system, so it has its ghost.
            let encoding = StringEncoding { ghosts: Ghosts::Alone, ..StringEncoding::default() };
            encoded(&mut stronger, (encoding, &interpolants), finder?, budget)?
        }
    };
    (system.terms, system.languages) = (stronger.terms, stronger.languages);
    Ok(match found {
        Found::Safe(solution) => Found::Safe(strengthened(system, &solution, &lemmas)),
        Found::Unsafe(_) => found,
    })
}

/// Data types first; when the interpolants of deeper and deeper unrollings have larger and larger terms, learning.
fn as_in_paper(
    system: &mut HornSystem,
    finder: &Solver,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Found, Unknown> {
    let (blocks, from_blocks) = inline(system, budget).map_err(spent)?;
    let (mut blocks, from_sliced) = slice(&blocks);
    let encoding = StringEncoding::default();
    match encoded(&mut blocks, (encoding, &[]), finder, budget) {
        Ok(Found::Safe(solution)) => {
            log.push("data types: a solution".to_owned());
            (system.terms, system.languages) = (blocks.terms, blocks.languages);
            let known = from_sliced.solution(&mut system.terms, &solution);
            let known = from_blocks.solution(&mut system.terms, &known);
            return complete(system, &known, budget).map(Found::Safe).map_err(spent);
        }
        Ok(Found::Unsafe(_)) => {
            log.push("data types: a derivation".to_owned());
            // That one is by blocks; the clauses themselves have another.
            return encoded(system, (encoding, &[]), finder, budget);
        }
        Err(why) => log.push(format!("data types: {why}")),
    }
    if has_grown(&blocks, encoding, finder, (budget, log))? {
        return learned(system, Ok(finder), (budget, log));
    }
    Err(Unknown::because("interpolants over data types stay small, and none is a solution"))
}

/// The terms of interpolants beyond which data types are left, and the depths to which they are looked at.
const LARGEST_TERMS: usize = 8;
const DEPTHS: [u32; 4] = [1, 2, 4, 6];

/// Whether the interpolants of some unrolling have large terms, or cannot be had.
fn has_grown(
    system: &HornSystem,
    encoding: StringEncoding,
    finder: &Solver,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<bool, Unknown> {
    let (other, _) =
        encode_with(system, &encoding, &[], budget).map_err(|why| Unknown::because(why.to_string()))?;
    for depth in DEPTHS {
        let mut shallow = unrolled(&other, depth);
        match solve_keeping(&mut shallow, finder, budget) {
            Ok(Answer::Safe(solution)) => {
                let size = largest_data_term(&shallow, &solution);
                let told = format!("depth {depth}: interpolants of {size} data terms");
                if size > LARGEST_TERMS {
                    log.push(format!("{told}, more than {LARGEST_TERMS}: switch to learning"));
                    return Ok(true);
                }
                log.push(told);
            }
            Ok(Answer::Unsafe) => {
                return Err(Unknown::because("a violation of few steps that is none of strings"));
            }
            Err(why) => {
                log.push(format!("depth {depth}: no interpolants, {why}: switch to learning"));
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Strings as lists and ghosts, of classes of characters where that is exact. Of a solution only what it says of the
/// ghosts comes back.
fn encoded(
    system: &mut HornSystem,
    (encoding, further): (StringEncoding, &[Automaton]),
    finder: &Solver,
    budget: &mut Budget,
) -> Result<Found, Unknown> {
    // Further languages speak of the characters as they are.
    let classes = if further.is_empty() { to_classes(system, budget).map_err(spent)? } else { None };
    let (mut small, classes) = classes.map_or((system.clone(), None), |(small, own)| (small, Some(own)));
    let (mut other, back) =
        encode_with(&small, &encoding, further, budget).map_err(|why| Unknown::because(why.to_string()))?;
    match solve(&mut other, finder, budget)? {
        Answer::Safe(solution) => {
            (small.terms, small.languages) = (other.terms, other.languages);
            let claim = back.claim(&mut small, &solution, budget).map_err(spent)?;
            let Some(classes) = classes else {
                (system.terms, system.languages) = (small.terms, small.languages);
                return Ok(Found::Safe(claim));
            };
            let solution = classes.solution(system, (&small, &claim), budget).map_err(spent)?;
            solution.map(Found::Safe).ok_or_else(|| Unknown::because("the solution speaks of single words"))
        }
        Answer::Unsafe => {
            let derivation = derive(&mut other, finder, budget)?;
            let other = || Unknown::because("the derivation is not one of the system before");
            let native = back.derivation(&derivation).ok_or_else(other)?;
            let native = match classes {
                Some(classes) => classes.derivation(native),
                None => native,
            };
            stepped(system, &native, finder, budget)
        }
    }
}
