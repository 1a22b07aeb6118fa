//! A solution checked clause by clause, by a solver of formulas in a process of its own.
//!
//! Each clause, with its predicates replaced by their definitions and negated, must be unsatisfiable; where a definition
//! is a conjunction, once for each part. Only `unsat` for every single question is a yes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::process::{Solver, Unknown};
use super::solution::Solution;
use crate::op::Op;
use crate::smt::{declarations, formula, names, sort_name};
use crate::system::{Atom, Clause, HornSystem};
use crate::terms::{Term, TermId, Terms, Var};

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
    let mut asked = Vec::new();
    for clause in &clauses {
        let missing = || Unknown::because("a predicate has no definition");
        let premise = premise(system, solution, clause).ok_or_else(missing)?;
        let conclusions = conclusions(system, solution, clause).ok_or_else(missing)?;
        text += &opened(system, clause, premise)?;
        for conclusion in &conclusions {
            text += &refuted(system, clause, *conclusion)?;
        }
        text += "(pop 1)\n";
        asked.push(conclusions.len());
    }
    let answer = solver.ask(&text, &[])?;
    let lines: Vec<&str> = answer.lines().map(str::trim_end).collect();
    if lines.len() == asked.iter().sum::<usize>() && lines.iter().all(|line| *line == "unsat") {
        return Ok(vec!["unsat".to_owned(); clauses.len()]);
    }
    let refuted = lines.contains(&"sat");
    let what = if refuted {
        "refutes a clause of the solution"
    } else {
        "could not check every clause of the solution"
    };
    Err(Unknown::because(format!("{} {what}", solver.name)))
}

/// Opens a level with the variables of a clause and what is known of them; whoever asks closes it.
pub(crate) fn opened(system: &HornSystem, clause: &Clause, premise: TermId) -> Result<String, Unknown> {
    let names = names(&clause.variables);
    let mut text = String::from("(push 1)\n");
    for (at, variable) in clause.variables.iter().enumerate() {
        let (name, sort) = (&names[&Var(at as u32)], sort_name(system, variable.sort));
        writeln!(text, "(declare-const {name} {sort})").expect("a string can be written to");
    }
    let condition = formula(system, premise, &names).map_err(Unknown::because)?;
    writeln!(text, "(assert {condition})").expect("a string can be written to");
    Ok(text)
}

/// The question, at an open level, whether a formula may fail.
pub(crate) fn refuted(
    system: &mut HornSystem,
    clause: &Clause,
    conclusion: TermId,
) -> Result<String, Unknown> {
    let fails = system.terms.app(Op::Not, &[conclusion]);
    let condition = formula(system, fails, &names(&clause.variables)).map_err(Unknown::because)?;
    Ok(format!("(push 1)(assert {condition})\n(check-sat)\n(pop 1)\n"))
}

/// What holds when the body of a clause does.
fn premise(system: &mut HornSystem, solution: &Solution, clause: &Clause) -> Option<TermId> {
    let mut parts = vec![clause.constraint];
    for atom in &clause.body {
        parts.push(defined(&mut system.terms, solution, atom)?);
    }
    Some(system.terms.app(Op::And, &parts))
}

/// What must hold then, each part by itself: several small questions are answered sooner than one large one.
fn conclusions(system: &mut HornSystem, solution: &Solution, clause: &Clause) -> Option<Vec<TermId>> {
    let Some(atom) = clause.head.atom() else { return Some(vec![system.terms.truth(false)]) };
    let holds = defined(&mut system.terms, solution, atom)?;
    Some(match system.terms.get(holds) {
        Term::App(Op::And, parts) => parts.clone(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            vec![holds]
        }
    })
}

/// The premises of a clause with the negation of its conclusion.
pub(crate) fn broken(system: &mut HornSystem, solution: &Solution, clause: &Clause) -> Option<TermId> {
    let mut parts = vec![premise(system, solution, clause)?];
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
