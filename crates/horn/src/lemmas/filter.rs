//! Guesses reduced to lemmas: first by facts, then by a solver, clause by clause.
//!
//! All guesses that are left are taken to hold of the body of a clause, and each of its head is asked for. What does not
//! follow, or is not answered, is taken out, until nothing more is: then those left hold by induction on derivations.

use std::collections::BTreeMap;

use automata::{Budget, Exhausted};

use crate::op::{Op, PredicateId};
use crate::sample::Samples;
use crate::smt::declarations;
use crate::solve::{Solution, Solver, Unknown, defined, opened, refuted};
use crate::system::{Atom, HornSystem};
use crate::terms::{TermId, Var};
use crate::value::{Value, evaluate};

/// The steps, as z3 counts them, that it may take for one guess.
const PATIENCE: &str = "rlimit=2000000";

/// Guesses of what holds of each predicate.
pub type Guesses = BTreeMap<PredicateId, Vec<TermId>>;

/// Exact on the facts: the guesses that none of them refutes.
///
/// # Errors
/// [`Exhausted`] when the budget does not cover the comparisons.
pub fn unrefuted(
    system: &HornSystem,
    guesses: Guesses,
    samples: &Samples,
    budget: &mut Budget,
) -> Result<Guesses, Exhausted> {
    let mut left = Guesses::new();
    for (id, own) in guesses {
        let mut holding = own;
        for fact in &samples.facts[id.0 as usize] {
            budget.spend(holding.len() as u64 + 1)?;
            let values: BTreeMap<Var, Value> = (0..).map(Var).zip(fact.iter().cloned()).collect();
            holding.retain(|guess| evaluate(system, &[*guess], &values) == Some(vec![Value::Bool(true)]));
        }
        left.insert(id, holding);
    }
    Ok(left)
}

/// Exact, if the solver is right: the guesses that follow from each other by the clauses, one formula a predicate.
///
/// # Errors
/// Why the solver did not answer for all of them.
pub fn kept(system: &mut HornSystem, guesses: &Guesses, solver: &Solver) -> Result<Solution, Unknown> {
    let mut left = guesses.clone();
    loop {
        let (text, asked) = questions(system, &left)?;
        if asked.is_empty() {
            return Ok(together(system, &left));
        }
        let answer = solver.ask(&text, &[PATIENCE])?;
        let said: Vec<&str> = answer.lines().map(str::trim_end).collect();
        if said.len() != asked.len() {
            return Err(Unknown::because(format!("{} did not answer for every lemma", solver.name)));
        }
        let mut refused: Vec<(PredicateId, TermId)> = Vec::new();
        for (guess, answer) in asked.into_iter().zip(said) {
            match answer {
                "unsat" => {}
                "sat" | "unknown" | "timeout" => refused.push(guess),
                _ => return Err(Unknown::because(format!("{} said what is not understood", solver.name))),
            }
        }
        if refused.is_empty() {
            return Ok(together(system, &left));
        }
        for (id, guess) in refused {
            left.entry(id).or_default().retain(|known| *known != guess);
        }
    }
}

/// The conjunction of what is guessed of each predicate.
fn together(system: &mut HornSystem, guesses: &Guesses) -> Solution {
    let all = guesses.iter().map(|(id, own)| (*id, system.terms.app(Op::And, own)));
    Solution { definitions: all.collect() }
}

/// For each clause and each guess of its head whether it does not follow, and which guess that is.
fn questions(
    system: &mut HornSystem,
    guesses: &Guesses,
) -> Result<(String, Vec<(PredicateId, TermId)>), Unknown> {
    let lemmas = together(system, guesses);
    let mut text = String::from("(set-logic ALL)\n");
    text += &declarations(system);
    let mut asked = Vec::new();
    for clause in system.clauses.clone() {
        let Some(head) = clause.head.atom() else { continue };
        let own = guesses.get(&head.predicate).cloned().unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        let mut premise = vec![clause.constraint];
        premise.extend(clause.body.iter().filter_map(|atom| defined(&mut system.terms, &lemmas, atom)));
        let premise = system.terms.app(Op::And, &premise);
        text += &opened(system, &clause, premise)?;
        for guess in own {
            let holds = guessed(system, head, guess);
            text += &refuted(system, &clause, holds)?;
            asked.push((head.predicate, guess));
        }
        text += "(pop 1)\n";
    }
    Ok((text, asked))
}

/// A guess of an atom's predicate, said of its arguments.
fn guessed(system: &mut HornSystem, atom: &Atom, guess: TermId) -> TermId {
    let alone = Solution { definitions: BTreeMap::from([(atom.predicate, guess)]) };
    defined(&mut system.terms, &alone, atom).expect("it was defined just now")
}
