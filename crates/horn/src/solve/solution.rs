//! Asks for a solution: a definition of each predicate that satisfies all clauses.
//!
//! `sat` with definitions that are understood is a solution; `unsat` is a claim that a derivation must support. z3's
//! complaint that there is no model after `unsat` is expected, and only there.

use std::collections::BTreeMap;

use automata::Budget;
use outside::Ending;

use super::process::{KEEP, Kind, Solver, Unknown};
use crate::op::PredicateId;
use crate::smt::{Dialect, Elaborator, Place, Scope, Sexprs, print};
use crate::sort::Sort;
use crate::system::HornSystem;
use crate::terms::TermId;

/// What a solver claims of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The clauses are satisfied by these definitions.
    Safe(Solution),
    /// A query can be derived.
    Unsafe,
}

/// A definition of each predicate: a formula over its arguments, which are the variables from 0 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The formulas, which stand in the table of the system that was solved.
    pub definitions: BTreeMap<PredicateId, TermId>,
}

/// Asks z3 for a solution of a system.
///
/// # Errors
/// Why there is no answer.
pub fn solve(system: &mut HornSystem, solver: &Solver, budget: &mut Budget) -> Result<Answer, Unknown> {
    answer(system, solver, &[], budget)
}

/// The same, with z3 told to keep every predicate while it searches. It finds less, and simpler definitions.
///
/// # Errors
/// Why there is no answer.
pub fn solve_keeping(
    system: &mut HornSystem,
    solver: &Solver,
    budget: &mut Budget,
) -> Result<Answer, Unknown> {
    answer(system, solver, &KEEP, budget)
}

fn answer(
    system: &mut HornSystem,
    solver: &Solver,
    further: &[&str],
    budget: &mut Budget,
) -> Result<Answer, Unknown> {
    let clauses = print(system, Dialect::Assertions).map_err(Unknown::because)?;
    let text = match solver.kind {
        Kind::Z3 => format!("{clauses}(check-sat-using horn)\n(get-model)\n"),
        Kind::Clauses => format!("(set-logic HORN)\n{clauses}(check-sat)\n(get-model)\n"),
        Kind::Formulas => return Err(Unknown::because(format!("{} does not solve clauses", solver.name))),
    };
    let (answer, ending) = solver.hear(&text, further)?;
    let not_understood = || Unknown::because(format!("{} said what is not understood", solver.name));
    let (first, rest) = answer.split_once('\n').unwrap_or((&answer, ""));
    match (first.trim_end(), &ending) {
        ("unsat", _) if is_complaint(rest) => Ok(Answer::Unsafe),
        ("sat", Ending::Exited(0)) if !rest.contains("(error") => {
            read(system, rest, budget).map(Answer::Safe).ok_or_else(not_understood)
        }
        ("unknown" | "timeout", _) => Err(Unknown::because(format!("{} gave up", solver.name))),
        _ => Err(solver.failed(&ending, &answer)),
    }
}

/// Whether the text is the one complaint that there is no model.
fn is_complaint(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || (text.starts_with("(error ")
            && text.ends_with("model is not available\")")
            && text.lines().count() == 1)
}

/// Reads the definitions of all predicates; `None` when one is missing or not understood.
fn read(system: &mut HornSystem, text: &str, budget: &mut Budget) -> Option<Solution> {
    let sexprs = Sexprs::read(text).ok()?;
    let scope = Scope::of(system);
    let mut solution = Solution::default();
    let [model] = sexprs.top() else { return None };
    for &entry in sexprs.list(*model)? {
        let [name, parameters, sort, body] = sexprs.call(entry, "define-fun")? else { return None };
        let name = sexprs.symbol(*name)?;
        let place = system.predicates.iter().position(|predicate| predicate.name == name)?;
        let formula = definition(system, (&sexprs, &scope), [*parameters, *sort, *body], budget)?;
        let bound = scope.bound(&sexprs, *parameters, 0)?;
        if !bound.iter().map(|(_, _, sort)| *sort).eq(system.predicates[place].sorts.iter().copied()) {
            return None;
        }
        solution.definitions.insert(PredicateId(place as u32), formula);
    }
    (solution.definitions.len() == system.predicates.len()).then_some(solution)
}

fn definition(
    system: &mut HornSystem,
    (sexprs, scope): (&Sexprs, &Scope),
    [parameters, sort, body]: [Place; 3],
    budget: &mut Budget,
) -> Option<TermId> {
    let bound = scope.bound(sexprs, parameters, 0)?;
    let mut elaborator = Elaborator::new(sexprs, scope, system, budget);
    elaborator.bind(&bound);
    let formula = elaborator.term(body).ok()?;
    let is_formula = scope.sort(sexprs, sort) == Some(Sort::Bool) && system.terms.sort(formula) == Sort::Bool;
    is_formula.then_some(formula)
}
