//! A system of clauses in, an answer out.
//!
//! The answer is exact or an over-approximation that proves. What was left open is told.

use automata::{Budget, Exhausted};

use super::ground::{Derivation, derivation};
use super::invariant::{Invariant, invariant};
use super::reach::Until;
use super::search::search;
use crate::system::HornSystem;

/// What profiles say of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No violation is derivable.
    Safe {
        /// What each predicate is within.
        invariant: Invariant,
        /// Whether the facts are exactly what is derivable, but for the strings within classes.
        exact: bool,
    },
    /// A violation is derived, with ground values.
    Unsafe(Derivation),
    /// Profiles do not tell: a violation is derived only by leaving something open.
    Open,
}

/// Exact, or an over-approximation that is told as such: decides a system by profiles.
///
/// # Errors
/// [`Exhausted`] when there are more classes than the budget covers.
pub fn solve(system: &HornSystem, budget: &mut Budget) -> Result<Answer, Exhausted> {
    let searched = search(system, system.alphabet, Until::Violation, budget)?;
    let Some(violation) = searched.reached.violations.values().min_by_key(|derived| !derived.exact) else {
        let exact = searched.reached.facts.iter().all(|fact| fact.from.exact);
        return Ok(Answer::Safe { invariant: invariant(&searched, budget)?, exact });
    };
    let parts = (searched.planned.as_slice(), &searched.space, &searched.reached);
    let found = derivation(&searched.system, parts, violation, budget)?;
    Ok(found.map_or(Answer::Open, Answer::Unsafe))
}
