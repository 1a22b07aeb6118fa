//! From a formula with predicates to Horn clauses.
//!
//! A formula is a disjunction of parts, once implications and negations are opened: negated predicates are the body, at
//! most one predicate is the head, and what has no predicate is, negated, the constraint. A disjunction in the body
//! becomes several clauses. What has no such form is refused.

use std::collections::{BTreeMap, BTreeSet};

use crate::op::Op;
use crate::system::{Atom, Clause, Head, HornSystem, Variable};
use crate::terms::{Term, TermId, Var};

/// The most clauses that one formula becomes.
const MOST: usize = 4096;

/// A clause on its way: what is known of it, and the parts that are open, each with how it must come out in the premise.
#[derive(Clone)]
struct Draft {
    body: Vec<Atom>,
    constraint: Vec<TermId>,
    head: Option<Atom>,
    open: Vec<(TermId, bool)>,
}

/// The clauses that say together that a formula holds, or does not, for all values of the variables.
pub(crate) fn clauses(
    system: &mut HornSystem,
    variables: &[Variable],
    (formula, holds): (TermId, bool),
) -> Result<Vec<Clause>, &'static str> {
    let speaking = speaking(system, formula);
    // A clause is the refusal of its premise, so the formula must come out wrong there.
    let mut drafts =
        vec![Draft { body: Vec::new(), constraint: Vec::new(), head: None, open: vec![(formula, !holds)] }];
    let mut done = Vec::new();
    while let Some(mut draft) = drafts.pop() {
        let Some((part, value)) = draft.open.pop() else {
            done.push(finish(system, variables, draft));
            continue;
        };
        drafts.extend(open(system, &speaking, draft, (part, value))?);
        if drafts.len() + done.len() > MOST {
            return Err("a formula that becomes too many clauses");
        }
    }
    Ok(done)
}

/// A draft with one part opened; several where the part is a choice.
fn open(
    system: &mut HornSystem,
    speaking: &BTreeSet<TermId>,
    mut draft: Draft,
    (part, value): (TermId, bool),
) -> Result<Vec<Draft>, &'static str> {
    if !speaking.contains(&part) {
        draft.constraint.push(if value { part } else { system.terms.app(Op::Not, &[part]) });
        return Ok(vec![draft]);
    }
    let Term::App(op, parts) = system.terms.get(part).clone() else {
        return Err("a predicate where none can be");
    };
    match (op, value) {
        (Op::Not, _) => draft.open.push((parts[0], !value)),
        (Op::And, true) | (Op::Or, false) => draft.open.extend(parts.iter().rev().map(|&part| (part, value))),
        (Op::And, false) | (Op::Or, true) => {
            let choice = |&part: &TermId| {
                let mut draft = draft.clone();
                draft.open.push((part, value));
                draft
            };
            return Ok(parts.iter().rev().map(choice).collect());
        }
        (Op::Holds(predicate), true) => draft.body.push(Atom { predicate, arguments: parts }),
        (Op::Holds(predicate), false) if draft.head.is_none() => {
            draft.head = Some(Atom { predicate, arguments: parts });
        }
        (Op::Holds(_), false) => return Err("not a Horn clause: two predicates may hold"),
        (Op::Ite, _) => {
            let choice = |holds: bool, branch: TermId| {
                let mut draft = draft.clone();
                draft.open.extend([(branch, value), (parts[0], holds)]);
                draft
            };
            return Ok(vec![choice(false, parts[2]), choice(true, parts[1])]);
        }
        _ => return Err("not a Horn clause: a predicate inside of a term"),
    }
    Ok(vec![draft])
}

/// The parts of a formula that have a predicate in them.
fn speaking(system: &HornSystem, formula: TermId) -> BTreeSet<TermId> {
    let mut speaking = BTreeSet::new();
    for id in system.terms.parts_of([formula]) {
        if let Term::App(op, parts) = system.terms.get(id)
            && (matches!(op, Op::Holds(_)) || parts.iter().any(|part| speaking.contains(part)))
        {
            speaking.insert(id);
        }
    }
    speaking
}

/// The clause of a draft, with only the variables that it uses.
fn finish(system: &mut HornSystem, variables: &[Variable], draft: Draft) -> Clause {
    let constraint = system.terms.app(Op::And, &draft.constraint);
    let head = draft.head.map_or(Head::Query(None), Head::Atom);
    let clause =
        Clause { variables: variables.to_vec(), body: draft.body, constraint, head, trace: Vec::new() };
    compact(system, &clause)
}

/// The clause with only the variables that it uses, numbered anew.
pub(crate) fn compact(system: &mut HornSystem, clause: &Clause) -> Clause {
    let terms = clause.terms();
    let used = system.terms.variables(terms.iter().copied());
    let mut by = BTreeMap::new();
    let mut variables = Vec::new();
    for (at, (&var, &sort)) in used.iter().enumerate() {
        by.insert(var, system.terms.var(Var(at as u32), sort));
        variables.push(clause.variables[var.0 as usize].clone());
    }
    let terms = system.terms.substitute(&terms, &by);
    clause.with_terms(variables, &terms)
}
