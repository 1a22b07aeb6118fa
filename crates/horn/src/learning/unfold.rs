//! A derivation as clauses of its own: is it one with nothing left out, and if not, what keeps it from being one?
//!
//! Exact where the teacher and whoever else is asked are. Atoms of a learned derivation speak only of what stands in words.
//! Here each step concludes a predicate of its own, with all arguments. Resolved away they leave one query, and values for
//! its variables are values for all steps. When there are none the derivation is infeasible, and an interpolant at each
//! predicate says why, as far as strings are to blame [HRS19 §3.3]: it lies between the steps that lead there and all others.

use automata::{Budget, Exhausted};

use super::cuts::{Between, Joint, between, together};
use super::refine::{Second, Settings, Step};
use super::teacher::Teacher;
use crate::op::PredicateId;
use crate::system::{Head, HornSystem};

/// Interpolants are asked for along derivations of at most so many steps.
const LONGEST: usize = 8;

/// The steps of a derivation from a teacher's clauses. A step that two others need is derived for each of them.
pub(super) struct Unfolded {
    system: HornSystem,
    /// For each step but the last the predicate of the teacher's system that it concludes.
    concluded: Vec<PredicateId>,
}

impl Unfolded {
    pub(super) fn new(teacher: &Teacher, steps: &[Step]) -> Unfolded {
        let system = teacher.system();
        let mut unfolded = Unfolded { system: system.clone(), concluded: Vec::new() };
        unfolded.system.predicates.clear();
        unfolded.system.clauses.clear();
        for (at, step) in steps.iter().enumerate() {
            let mut clause = system.clauses[step.application.clause].clone();
            for (atom, &premise) in clause.body.iter_mut().zip(&step.premises) {
                atom.predicate = PredicateId(premise as u32);
            }
            if let Head::Atom(atom) = &mut clause.head {
                unfolded.concluded.push(atom.predicate);
                let sorts = system.predicate(atom.predicate).sorts.clone();
                atom.predicate = unfolded.system.add_predicate(format!("step{at}"), sorts);
            }
            unfolded.system.clauses.push(clause);
        }
        unfolded
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
