//! Arguments taken away that nothing looks at.
//!
//! Exact. An argument stays when in some body its term is not a variable that occurs nowhere else but in arguments that go.
//! What the program asks along a clause keeps its variables too.

use std::collections::{BTreeMap, BTreeSet};

use super::WayBack;
use crate::clausify::compact;
use crate::op::PredicateId;
use crate::system::{Atom, Clause, Head, HornSystem};
use crate::terms::{Term, TermId, Var};

/// An argument of a predicate.
type Argument = (PredicateId, usize);

/// Exact: the system without arguments that nothing looks at, and the way back.
pub fn slice(system: &HornSystem) -> (HornSystem, WayBack) {
    let needed = needed(system);
    let kept = |id: PredicateId| -> Vec<u32> {
        let count = system.predicate(id).sorts.len();
        (0..count).filter(|at| needed.contains(&(id, *at))).map(|at| at as u32).collect()
    };
    let mut new = system.clone();
    let cut = |atom: &mut Atom| {
        atom.arguments = kept(atom.predicate).iter().map(|at| atom.arguments[*at as usize]).collect();
    };
    for at in 0..new.clauses.len() {
        let mut clause = new.clauses[at].clone();
        clause.body.iter_mut().for_each(cut);
        if let Head::Atom(atom) = &mut clause.head {
            cut(atom);
        }
        new.clauses[at] = compact(&mut new, &clause);
    }
    let all = (0..system.predicates.len() as u32).map(PredicateId);
    for (at, id) in all.clone().enumerate() {
        new.predicates[at].sorts =
            kept(id).iter().map(|at| system.predicate(id).sorts[*at as usize]).collect();
    }
    let predicates = all.map(|id| (id, kept(id))).collect();
    (new, WayBack { predicates })
}

/// The arguments that something looks at: a growing set, until nothing is added.
fn needed(system: &HornSystem) -> BTreeSet<Argument> {
    let mut needed = BTreeSet::new();
    loop {
        let before = needed.len();
        for clause in &system.clauses {
            let looked_at = looked_at(system, clause, &needed);
            for atom in &clause.body {
                let here = (0..atom.arguments.len()).filter(|at| looked_at[&atom.arguments[*at]]);
                needed.extend(here.map(|at| (atom.predicate, at)));
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

/// For each argument of the body whether it is more than a variable that occurs nowhere else.
fn looked_at(system: &HornSystem, clause: &Clause, needed: &BTreeSet<Argument>) -> BTreeMap<TermId, bool> {
    let mut times: BTreeMap<Var, usize> = BTreeMap::new();
    let mut count = |terms: &mut dyn Iterator<Item = TermId>| {
        for term in terms {
            for var in system.terms.variables([term]).into_keys() {
                *times.entry(var).or_default() += 1;
            }
        }
    };
    let asked = clause.trace.iter().filter_map(|step| step.asked).flat_map(|(when, value)| [when, value]);
    count(&mut [clause.constraint].into_iter().chain(asked));
    if let Some(head) = clause.head.atom() {
        let arguments = head.arguments.iter().enumerate();
        count(
            &mut arguments.filter(|(at, _)| needed.contains(&(head.predicate, *at))).map(|(_, term)| *term),
        );
    }
    let body: Vec<TermId> = clause.body.iter().flat_map(|atom| atom.arguments.iter().copied()).collect();
    count(&mut body.iter().copied());
    let alone = |term: TermId| match system.terms.get(term) {
        Term::Var(var, _) => times[var] == 1,
        Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => false,
    };
    body.into_iter().map(|term| (term, !alone(term))).collect()
}
