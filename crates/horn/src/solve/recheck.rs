//! A solution checked clause by clause, by a solver of formulas in a process of its own.
//!
//! Each clause, with its predicates replaced by their definitions and negated, must be unsatisfiable; where a definition
//! is a conjunction, once for each part. Only `unsat` for every single question is a yes. Before and after them stand
//! questions of both answers that are known: who gets one of those wrong is not believed. Where there are two solvers, a
//! solution is confirmed by the names of those that confirm it, and the second can refute what the first confirms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::process::{Solver, Unknown};
use super::solution::Solution;
use crate::op::Op;
use crate::smt::{declarations, formula, names, sort_name};
use crate::system::{Atom, Clause, HornSystem};
use crate::terms::{Term, TermId, Terms, Var};

/// Questions whose answers are known, over integers: what is asked, and what must be said.
const NUMBERS: [(&str, &str); 2] = [
    ("(declare-const canary Int)(assert (and (< 3 canary) (< canary 5)))", "sat"),
    ("(declare-const canary Int)(assert (and (< 3 canary) (< canary 4)))", "unsat"),
];

/// The same over strings, for systems that have them.
const STRINGS: [(&str, &str); 2] = [
    ("(declare-const canary String)(assert (= (str.++ canary \"b\") \"ab\"))", "sat"),
    ("(declare-const canary String)(assert (= (str.++ canary \"b\") \"ba\"))", "unsat"),
];

/// A solution that is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// What was said of each clause, in order, which is `unsat` for all.
    pub said: Vec<String>,
    /// Who said so.
    pub by: String,
}

/// Asks solvers whether a solution satisfies every clause of the system that it was found for. The first must confirm it.
/// A second that confirms it too is named with it, and one that refutes it makes it unknown.
///
/// # Errors
/// Why it is not confirmed; a clause that is not satisfied is told as such.
pub fn recheck(
    system: &mut HornSystem,
    solution: &Solution,
    checkers: &[Solver],
) -> Result<Confirmed, Unknown> {
    let Some((first, others)) = checkers.split_first() else {
        return Err(Unknown::because("there is no solver that could check the solution"));
    };
    let (text, asked) = questions(system, solution)?;
    let said = vec!["unsat".to_owned(); system.clauses.len()];
    let mut by = match said_of((&text, asked), first) {
        Said::Holds => first.name.clone(),
        Said::Fails => return Err(refutes(first)),
        Said::Open(why) => return Err(why),
    };
    for other in others {
        match said_of((&text, asked), other) {
            Said::Holds => {
                by += " and ";
                by += &other.name;
            }
            Said::Fails => return Err(refutes(other)),
            Said::Open(_) => {}
        }
    }
    Ok(Confirmed { said, by })
}

/// What a solver says of a solution.
enum Said {
    /// Every clause is satisfied.
    Holds,
    /// One is not.
    Fails,
    /// For this reason nothing.
    Open(Unknown),
}

fn refutes(solver: &Solver) -> Unknown {
    Unknown::because(format!("{} refutes a clause of the solution", solver.name))
}

/// Asks one solver, and whether it knows what is known.
fn said_of((text, asked): (&str, usize), solver: &Solver) -> Said {
    let has_strings = text.contains("String") || text.contains("str.");
    let canaries = || NUMBERS.iter().chain(STRINGS.iter().filter(|_| has_strings));
    let known = canaries().map(|(what, _)| format!("(push 1){what}(check-sat)(pop 1)\n"));
    let known = known.collect::<Vec<_>>().concat();
    let expected: Vec<&str> = canaries().map(|(_, answer)| *answer).collect();
    let answer = match solver.ask(&format!("(set-logic ALL)\n{known}{text}{known}"), &[]) {
        Ok(answer) => answer,
        Err(why) => return Said::Open(why),
    };
    let lines: Vec<&str> = answer.lines().map(str::trim_end).collect();
    let begins = lines.strip_prefix(&expected[..]);
    let Some(lines) = begins.and_then(|lines| lines.strip_suffix(&expected[..])) else {
        let why = format!("{} gives wrong answers to questions whose answers are known", solver.name);
        return Said::Open(Unknown::because(why));
    };
    if lines.len() == asked && lines.iter().all(|line| *line == "unsat") {
        Said::Holds
    } else if lines.contains(&"sat") {
        Said::Fails
    } else {
        let why = format!("{} could not check every clause of the solution", solver.name);
        Said::Open(Unknown::because(why))
    }
}

/// The questions of all clauses, and how many there are.
fn questions(system: &mut HornSystem, solution: &Solution) -> Result<(String, usize), Unknown> {
    let mut text = declarations(system);
    let clauses = system.clauses.clone();
    let mut asked = 0;
    for clause in &clauses {
        let missing = || Unknown::because("a predicate has no definition");
        let premise = premise(system, solution, clause).ok_or_else(missing)?;
        let conclusions = conclusions(system, solution, clause).ok_or_else(missing)?;
        text += &opened(system, clause, premise)?;
        for conclusion in &conclusions {
            text += &refuted(system, clause, *conclusion)?;
        }
        text += "(pop 1)\n";
        asked += conclusions.len();
    }
    Ok((text, asked))
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
