//! Clauses along a derivation, each used by the next one: are they a run, and if not, what keeps them from being one?
//!
//! Exact where the teacher and whoever else is asked are. Atoms of a learned derivation speak only of what stands in words.
//! Here each clause gets predicates of its own, with all arguments. Resolved away they leave one query, and values for
//! its variables are values for all steps. When there are none the derivation is infeasible, and an interpolant at each
//! predicate says why, as far as strings are to blame [HRS19 §3.3].

use automata::{Budget, Exhausted};

use super::cuts::{Between, Joint, between, together};
use super::refine::{Second, Settings};
use super::teacher::Teacher;
use crate::op::PredicateId;
use crate::system::{Head, HornSystem};

/// Interpolants are asked for along derivations of at most so many steps.
const LONGEST: usize = 8;

/// Clauses of a teacher's system, each used by the next one.
pub(super) struct Path {
    system: HornSystem,
    /// For each step but the last the predicate of the teacher's system that it concludes.
    concluded: Vec<PredicateId>,
}

impl Path {
    /// The path of some clauses; `None` when one of them needs more than the one before it.
    pub(super) fn new(teacher: &Teacher, clauses: &[usize]) -> Option<Path> {
        let system = teacher.system();
        let mut path = Path { system: system.clone(), concluded: Vec::new() };
        path.system.predicates.clear();
        path.system.clauses.clear();
        for (at, &number) in clauses.iter().enumerate() {
            let mut clause = system.clauses[number].clone();
            match clause.body.as_mut_slice() {
                [] if at == 0 => {}
                [atom] if at > 0 => atom.predicate = PredicateId(at as u32 - 1),
                _ => return None,
            }
            if let Head::Atom(atom) = &mut clause.head {
                path.concluded.push(atom.predicate);
                let sorts = system.predicate(atom.predicate).sorts.clone();
                atom.predicate = path.system.add_predicate(format!("step{at}"), sorts);
            }
            path.system.clauses.push(clause);
        }
        Some(path)
    }

    /// Whether the clauses derive a query with nothing left out.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub(super) fn joint(
        &self,
        teacher: &Teacher,
        second: &mut Second<'_>,
        budget: &mut Budget,
    ) -> Result<Joint, Exhausted> {
        together(&self.system, teacher.layout().strings(), second, budget)
    }

    /// What lies at each step of an infeasible derivation: the predicate of the teacher's system, and the interpolant.
    /// Nothing along a long one.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub(super) fn interpolants(
        &self,
        teacher: &Teacher,
        settings: Settings,
        second: &mut Second<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<(PredicateId, Between)>, Exhausted> {
        let mut all = Vec::new();
        if self.concluded.len() >= LONGEST {
            return Ok(all);
        }
        for (at, concluded) in (0..).map(PredicateId).zip(&self.concluded) {
            let place = (at, teacher.layout().strings());
            all.push((*concluded, between(&self.system, place, settings, second, budget)?));
        }
        Ok(all)
    }
}
