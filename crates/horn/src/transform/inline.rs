//! Predicates taken away by resolution, which makes large blocks of a program's labels.
//!
//! Exact. A predicate goes when no clause has it on both sides and putting its clauses in place of it does not make the
//! system larger: with one definition, or one use. What the program does along the clauses is put together too.

use std::collections::BTreeMap;

use automata::{Budget, Exhausted};

use super::WayBack;
use crate::clausify::compact;
use crate::op::{Op, PredicateId};
use crate::system::{Clause, Head, HornSystem};
use crate::terms::{Term, TermId, Var};

/// Exact: the system without predicates that resolution removes, and the way back.
///
/// # Errors
/// [`Exhausted`] when there are too many clauses for the budget.
pub fn inline(system: &HornSystem, budget: &mut Budget) -> Result<(HornSystem, WayBack), Exhausted> {
    let mut system = system.clone();
    // One pass after the other, until none finds anything: what goes may let others go.
    let mut changed = true;
    while changed {
        changed = false;
        for predicate in (0..system.predicates.len() as u32).map(PredicateId) {
            budget.spend(1 + system.clauses.len() as u64)?;
            if may_go(&system, predicate) {
                remove(&mut system, predicate);
                changed = true;
            }
        }
    }
    Ok(renumbered(&system))
}

/// Exact: the system with only some of its predicates, and the way back; `None` when others lie on a cycle of their own
/// or more than `most` clauses come of it.
///
/// # Errors
/// [`Exhausted`] when there are too many clauses for the budget.
pub fn inline_but(
    system: &HornSystem,
    kept: &[PredicateId],
    most: usize,
    budget: &mut Budget,
) -> Result<Option<(HornSystem, WayBack)>, Exhausted> {
    let mut system = system.clone();
    for predicate in (0..system.predicates.len() as u32).map(PredicateId).filter(|id| !kept.contains(id)) {
        let mut clauses = system.clauses.iter();
        budget.spend(1 + system.clauses.len() as u64)?;
        if clauses.any(|clause| uses(clause, predicate) > usize::from(!defines(clause, predicate))) {
            return Ok(None);
        }
        remove(&mut system, predicate);
        if system.clauses.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(renumbered(&system)))
}

/// Exact: the system with as few predicates as at most so many clauses allow, the last ones taken away first, and the way
/// back: so of a loop of a program the head stays.
///
/// # Errors
/// [`Exhausted`] when there are too many clauses for the budget.
pub fn inline_most(
    system: &HornSystem,
    most: usize,
    budget: &mut Budget,
) -> Result<(HornSystem, WayBack), Exhausted> {
    let mut kept: Vec<PredicateId> = (0..system.predicates.len() as u32).map(PredicateId).collect();
    let mut best = renumbered(system);
    for predicate in kept.clone().into_iter().rev() {
        let fewer: Vec<PredicateId> = kept.iter().copied().filter(|id| *id != predicate).collect();
        if let Some(found) = inline_but(system, &fewer, most.max(system.clauses.len()), budget)? {
            (best, kept) = (found, fewer);
        }
    }
    Ok(best)
}

fn defines(clause: &Clause, predicate: PredicateId) -> bool {
    clause.head.atom().is_some_and(|atom| atom.predicate == predicate)
}

fn uses(clause: &Clause, predicate: PredicateId) -> usize {
    clause.body.iter().filter(|atom| atom.predicate == predicate).count()
}

/// Whether a predicate occurs and can be resolved away without growth.
fn may_go(system: &HornSystem, predicate: PredicateId) -> bool {
    let definitions = system.clauses.iter().filter(|clause| defines(clause, predicate)).count();
    let used: Vec<usize> = system.clauses.iter().map(|clause| uses(clause, predicate)).collect();
    let total: usize = used.iter().sum();
    let recursive =
        system.clauses.iter().any(|clause| defines(clause, predicate) && uses(clause, predicate) > 0);
    let occurs = definitions + total > 0;
    occurs && !recursive && used.iter().all(|count| *count <= 1) && definitions * total <= definitions + total
}

/// Puts the clauses of a predicate in its place.
fn remove(system: &mut HornSystem, predicate: PredicateId) {
    let clauses = std::mem::take(&mut system.clauses);
    let definitions: Vec<Clause> =
        clauses.iter().filter(|clause| defines(clause, predicate)).cloned().collect();
    for clause in clauses.into_iter().filter(|clause| !defines(clause, predicate)) {
        if uses(&clause, predicate) == 0 {
            system.clauses.push(clause);
            continue;
        }
        for definition in &definitions {
            let resolved = resolve(system, &clause, definition, predicate);
            if system.terms.get(resolved.constraint) != &Term::Bool(false) {
                system.clauses.push(resolved);
            }
        }
    }
}

/// The clause with its atom of the predicate replaced by the body of a definition.
fn resolve(system: &mut HornSystem, clause: &Clause, definition: &Clause, predicate: PredicateId) -> Clause {
    // The variables of the definition come after those of the clause.
    let shift = clause.variables.len() as u32;
    let old = definition.terms();
    let mut by = BTreeMap::new();
    for (var, sort) in system.terms.variables(old.iter().copied()) {
        by.insert(var, system.terms.var(Var(var.0 + shift), sort));
    }
    let moved = system.terms.substitute(&old, &by);
    let definition = definition.with_terms(definition.variables.clone(), &moved);
    let at = clause.body.iter().position(|atom| atom.predicate == predicate).expect("the clause uses it");
    let mut body = clause.body.clone();
    let used = body.remove(at);
    let head = definition.head.atom().expect("a definition has a head");
    let mut parts = vec![definition.constraint, clause.constraint];
    for (&left, &right) in used.arguments.iter().zip(&head.arguments) {
        parts.push(system.terms.app(Op::Equal, &[left, right]));
    }
    body.splice(at..at, definition.body.iter().cloned());
    let constraint = system.terms.app(Op::And, &parts);
    let variables = clause.variables.iter().chain(&definition.variables).cloned().collect();
    let trace = definition.trace.iter().chain(&clause.trace).cloned().collect();
    let joined = Clause { variables, body, constraint, head: clause.head.clone(), trace };
    let simple = eliminate(system, joined);
    compact(system, &simple)
}

/// Replaces variables that are equal to a term by that term.
fn eliminate(system: &mut HornSystem, mut clause: Clause) -> Clause {
    loop {
        let Term::App(Op::And, parts) = system.terms.get(clause.constraint) else {
            let Some((var, term)) = solved(system, clause.constraint) else { return clause };
            clause = substituted(system, &clause, (var, term));
            continue;
        };
        let Some((var, term)) = parts.clone().iter().find_map(|part| solved(system, *part)) else {
            return clause;
        };
        clause = substituted(system, &clause, (var, term));
    }
}

fn substituted(system: &mut HornSystem, clause: &Clause, (var, term): (Var, TermId)) -> Clause {
    let terms = system.terms.substitute(&clause.terms(), &BTreeMap::from([(var, term)]));
    clause.with_terms(clause.variables.clone(), &terms)
}

/// A variable and a term without it that an equality makes the same.
fn solved(system: &HornSystem, part: TermId) -> Option<(Var, TermId)> {
    let Term::App(Op::Equal, sides) = system.terms.get(part) else { return None };
    let one = |var: TermId, term: TermId| match system.terms.get(var) {
        Term::Var(var, _) => (!system.terms.variables([term]).contains_key(var)).then_some((*var, term)),
        Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
    };
    one(sides[0], sides[1]).or_else(|| one(sides[1], sides[0]))
}

/// The system with only the predicates that occur.
pub(super) fn renumbered(system: &HornSystem) -> (HornSystem, WayBack) {
    let mut new = system.clone();
    let occurs =
        |id: PredicateId| system.clauses.iter().any(|clause| defines(clause, id) || uses(clause, id) > 0);
    let kept: Vec<PredicateId> =
        (0..system.predicates.len() as u32).map(PredicateId).filter(|id| occurs(*id)).collect();
    let place: BTreeMap<PredicateId, PredicateId> =
        kept.iter().enumerate().map(|(at, id)| (*id, PredicateId(at as u32))).collect();
    new.predicates = kept.iter().map(|id| system.predicate(*id).clone()).collect();
    for clause in &mut new.clauses {
        clause.body.iter_mut().for_each(|atom| atom.predicate = place[&atom.predicate]);
        if let Head::Atom(atom) = &mut clause.head {
            atom.predicate = place[&atom.predicate];
        }
    }
    let arguments = |id: &PredicateId| (0..system.predicate(*id).sorts.len() as u32).collect();
    let predicates = kept.iter().map(|id| (*id, arguments(id))).collect();
    (new, WayBack { predicates })
}
