//! What may be said of a system, and the only ways to say it.
//!
//! A derivation is run again by our own definition of terms. A solution is believed when a solver, in a process of its
//! own, has confirmed every clause of the system as it was read. [`Checked`] has private fields and is made only here.

use automata::Budget;

use crate::inductive::inductive;
use crate::profiles::{Application, Derivation};
use crate::solve::{Solution, Solver, Unknown, recheck};
use crate::system::HornSystem;
use crate::terms::Var;
use crate::value::{Value, evaluate};

/// A verdict on a system that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    verdict: Verdict,
    checked_by: String,
}

/// What is known of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No query can be derived.
    Safe,
    /// This derives a query.
    Unsafe(Derivation),
}

/// Who checks what needs no solver.
const OURSELVES: &str = "checker";

impl Checked {
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Who makes it believable.
    pub fn checked_by(&self) -> &str {
        &self.checked_by
    }

    /// Whether it rests on the word of a solver.
    pub fn rests_on_solver(&self) -> bool {
        self.checked_by != OURSELVES
    }
}

/// Exact: a derivation run again, step by step.
///
/// # Errors
/// Which step is none.
pub fn replayed(system: &HornSystem, derivation: Derivation) -> Result<Checked, Unknown> {
    for (at, step) in derivation.steps.iter().enumerate() {
        if !follows(system, &derivation.steps[..at], step) {
            return Err(Unknown::because(format!("step {} of the derivation does not follow", at + 1)));
        }
    }
    let last = derivation.steps.last().map(|step| &system.clauses[step.clause]);
    if last.is_none_or(|clause| clause.head.atom().is_some()) {
        return Err(Unknown::because("the derivation does not end in a query"));
    }
    Ok(Checked { verdict: Verdict::Unsafe(derivation), checked_by: OURSELVES.to_owned() })
}

/// Whether a step is its clause with its values, from premises that came before.
fn follows(system: &HornSystem, before: &[Application], step: &Application) -> bool {
    let Some(clause) = system.clauses.get(step.clause) else { return false };
    let value = |terms: &[_]| evaluate(system, terms, &step.assignment);
    let fits_sorts = clause.variables.iter().enumerate().all(|(at, variable)| {
        let value = step.assignment.get(&Var(at as u32));
        value.is_some_and(|value| value.sort() == variable.sort && has_characters(system, value))
    });
    let premises = clause.body.len() == step.premises.len()
        && clause.body.iter().zip(&step.premises).all(|(atom, &premise)| {
            let concluded = before.get(premise).and_then(|step| step.conclusion.as_ref());
            concluded.is_some_and(|(id, values)| {
                *id == atom.predicate && value(&atom.arguments).as_ref() == Some(values)
            })
        });
    let conclusion = match (clause.head.atom(), &step.conclusion) {
        (Some(atom), Some((id, values))) => {
            *id == atom.predicate && value(&atom.arguments).as_ref() == Some(values)
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    fits_sorts && premises && conclusion && value(&[clause.constraint]) == Some(vec![Value::Bool(true)])
}

/// Whether a word is one over the characters of the system.
fn has_characters(system: &HornSystem, value: &Value) -> bool {
    match value {
        Value::Str(word) => word.iter().all(|&symbol| system.alphabet.contains(symbol)),
        Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..) => true,
    }
}

/// A solution confirmed, clause by clause: by languages, or else by solvers in processes of their own.
///
/// # Errors
/// Why it is not confirmed.
pub fn confirmed(
    system: &mut HornSystem,
    solution: &Solution,
    checkers: &[Solver],
    budget: &mut Budget,
) -> Result<Checked, Unknown> {
    if inductive(system, solution, budget).unwrap_or(false) {
        return Ok(Checked { verdict: Verdict::Safe, checked_by: OURSELVES.to_owned() });
    }
    if checkers.is_empty() {
        return Err(Unknown::because("a solution was found, and there is no solver that could check it"));
    }
    let confirmed = recheck(system, solution, checkers)?;
    Ok(Checked { verdict: Verdict::Safe, checked_by: confirmed.by })
}
