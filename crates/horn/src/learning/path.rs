//! Clauses along a derivation as one clause: is there a derivation by them with nothing left out?
//!
//! Exact where the teacher is. Atoms of a learned derivation speak only of what stands in words. Here each clause gets
//! predicates of its own, with all arguments, and these are resolved away; what is left is one query, and values for its
//! variables are values for all steps.

use automata::{Budget, Exhausted};

use super::teacher::{Judgement, Teacher};
use super::tuple::{Kept, Layout};
use crate::op::PredicateId;
use crate::solve::Application;
use crate::system::{Head, HornSystem};
use crate::transform::inline_but;

/// Exact where it finds something: the clauses, each used by the next one, as a system of one query, and values with
/// which it is derived. `None` when there are none, or they are not found, or a clause needs more than the one before it.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub(super) fn along(
    teacher: &Teacher,
    clauses: &[usize],
    budget: &mut Budget,
) -> Result<Option<(HornSystem, Application)>, Exhausted> {
    let Some(query) = joined(teacher.system(), clauses, budget)? else { return Ok(None) };
    let layout = Layout::new(&query, teacher.layout().strings(), Kept::Strings);
    let judge = Teacher::new(&query, layout, budget)?;
    let judgements = judge.judge(&[], budget)?;
    let found = judgements.into_iter().enumerate().find_map(|(clause, judgement)| match judgement {
        Judgement::Fails(values) => Some(Application { clause, values }),
        Judgement::Holds | Judgement::Open => None,
    });
    Ok(found.map(|application| (judge.system().clone(), application)))
}

/// The clauses, each used by the next one, resolved.
fn joined(
    system: &HornSystem,
    clauses: &[usize],
    budget: &mut Budget,
) -> Result<Option<HornSystem>, Exhausted> {
    let mut path = system.clone();
    path.predicates.clear();
    path.clauses.clear();
    for (at, &number) in clauses.iter().enumerate() {
        let mut clause = system.clauses[number].clone();
        match clause.body.as_mut_slice() {
            [] if at == 0 => {}
            [atom] if at > 0 => atom.predicate = PredicateId(at as u32 - 1),
            _ => return Ok(None),
        }
        if let Head::Atom(atom) = &mut clause.head {
            let sorts = system.predicate(atom.predicate).sorts.clone();
            atom.predicate = path.add_predicate(format!("step{at}"), sorts);
        }
        path.clauses.push(clause);
    }
    Ok(inline_but(&path, &[], path.clauses.len(), budget)?.map(|(query, _)| query))
}
