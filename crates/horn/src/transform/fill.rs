//! Predicates with known definitions taken out of a system, so that only the others are unknown.
//!
//! Exact: a solution of the new system, with the definitions, is one of the old. This is how a solution for the
//! large blocks of a program becomes one for every label: the loops are cut at what is known, so that nothing inductive is
//! left to find.

use super::WayBack;
use super::inline::renumbered;
use crate::op::Op;
use crate::solve::{Solution, defined};
use crate::system::{Clause, Head, HornSystem};
use crate::terms::Terms;

/// Exact: the system with the predicates that a solution defines replaced by their definitions, and the way back for
/// the others.
pub fn fill(system: &HornSystem, known: &Solution) -> (HornSystem, WayBack) {
    let mut new = system.clone();
    let clauses = std::mem::take(&mut new.clauses);
    new.clauses = clauses.iter().map(|clause| filled(&mut new.terms, clause, known)).collect();
    renumbered(&new)
}

fn filled(terms: &mut Terms, clause: &Clause, known: &Solution) -> Clause {
    let mut parts = vec![clause.constraint];
    let mut body = Vec::new();
    for atom in &clause.body {
        match defined(terms, known, atom) {
            Some(formula) => parts.push(formula),
            None => body.push(atom.clone()),
        }
    }
    let mut head = clause.head.clone();
    if let Some(formula) = clause.head.atom().and_then(|atom| defined(terms, known, atom)) {
        parts.push(terms.app(Op::Not, &[formula]));
        head = Head::Query(None);
    }
    let constraint = terms.app(Op::And, &parts);
    Clause { body, constraint, head, ..clause.clone() }
}
