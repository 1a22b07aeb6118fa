//! Lemmas: formulas that hold of whatever a predicate holds of, found by guessing and kept only when checked.
//!
//! Guesses are instances of templates. Facts that the clauses derive refute most; those that are left are checked
//! together, and what does not follow is taken out until all do. A lemma conjoined to the body of every clause changes
//! nothing about what is derivable, and a solver need not find it. A wrong one would make a wrong answer, so nothing comes
//! in unchecked.

mod templates;
mod filter;

pub use filter::{Guesses, kept, unrefuted};
pub use templates::templates;

use crate::op::Op;
use crate::solve::{Solution, defined};
use crate::system::HornSystem;

/// Exact, if the lemmas hold: the system with lemmas conjoined to each atom of a body.
#[must_use]
pub fn conjoined(system: &HornSystem, lemmas: &Solution) -> HornSystem {
    let mut system = system.clone();
    for at in 0..system.clauses.len() {
        let mut parts = vec![system.clauses[at].constraint];
        for atom in system.clauses[at].body.clone() {
            parts.extend(defined(&mut system.terms, lemmas, &atom));
        }
        system.clauses[at].constraint = system.terms.app(Op::And, &parts);
    }
    system
}

/// A solution of the system with lemmas conjoined as one of the system itself. The terms are those of `system`.
pub fn strengthened(system: &mut HornSystem, solution: &Solution, lemmas: &Solution) -> Solution {
    let mut whole = solution.clone();
    for (id, formula) in &mut whole.definitions {
        if let Some(lemma) = lemmas.definitions.get(id) {
            *formula = system.terms.app(Op::And, &[*formula, *lemma]);
        }
    }
    whole
}
