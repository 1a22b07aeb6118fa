//! A solution checked clause by clause, by a solver of formulas in a process of its own.
//!
//! Each clause, with its predicates replaced by their definitions and negated, must be unsatisfiable. Only `unsat` for
//! every single one is a yes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::process::{Solver, Unknown};
use super::solution::Solution;
use crate::op::Op;
use crate::smt::{declarations, formula, names, sort_name};
use crate::system::{Atom, Clause, HornSystem};
use crate::terms::{TermId, Terms, Var};

/// Asks a solver whether a solution satisfies every clause of the system that it was found for. What it said of each, in
/// order, which is `unsat` for all.
///
/// # Errors
/// Why that is not known; a clause that is not satisfied is told as such.
pub fn recheck(
    system: &mut HornSystem,
    solution: &Solution,
    solver: &Solver,
) -> Result<Vec<String>, Unknown> {
    let mut text = String::from("(set-logic ALL)\n");
    text += &declarations(system);
    let clauses = system.clauses.clone();
    for clause in &clauses {
        let broken = broken(system, solution, clause)
            .ok_or_else(|| Unknown::because("a predicate has no definition"))?;
        let names = names(&clause.variables);
        text += "(push 1)\n";
        for (at, variable) in clause.variables.iter().enumerate() {
            let (name, sort) = (&names[&Var(at as u32)], sort_name(system, variable.sort));
            writeln!(text, "(declare-const {name} {sort})").expect("a string can be written to");
        }
        let condition = formula(system, broken, &names).map_err(Unknown::because)?;
        writeln!(text, "(assert {condition})\n(check-sat)\n(pop 1)").expect("a string can be written to");
    }
    let answer = solver.ask(&text, &[])?;
    let lines: Vec<&str> = answer.lines().map(str::trim_end).collect();
    if lines.len() == clauses.len() && lines.iter().all(|line| *line == "unsat") {
        return Ok(lines.into_iter().map(str::to_owned).collect());
    }
    let refuted = lines.contains(&"sat");
    let what = if refuted {
        "refutes a clause of the solution"
    } else {
        "could not check every clause of the solution"
    };
    Err(Unknown::because(format!("{} {what}", solver.name)))
}

/// The premises of a clause with the negation of its conclusion.
pub(crate) fn broken(system: &mut HornSystem, solution: &Solution, clause: &Clause) -> Option<TermId> {
    let mut parts = vec![clause.constraint];
    for atom in &clause.body {
        parts.push(defined(&mut system.terms, solution, atom)?);
    }
    if let Some(atom) = clause.head.atom() {
        let holds = defined(&mut system.terms, solution, atom)?;
        parts.push(system.terms.app(Op::Not, &[holds]));
    }
    Some(system.terms.app(Op::And, &parts))
}

/// An atom with its predicate replaced by its definition, if it has one.
pub(crate) fn defined(terms: &mut Terms, solution: &Solution, atom: &Atom) -> Option<TermId> {
    let formula = *solution.definitions.get(&atom.predicate)?;
    let by: BTreeMap<Var, TermId> =
        atom.arguments.iter().enumerate().map(|(at, term)| (Var(at as u32), *term)).collect();
    Some(terms.substitute(&[formula], &by)[0])
}
