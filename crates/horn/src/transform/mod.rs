//! Systems made smaller or other, each with a way back for solutions and derivations.
//!
//! A transform keeps the order and the names of the predicates that stay. A solution of the new system, read through the
//! way back, is one of the old: a predicate that was taken away is *derived*, it holds where its clauses say so. A
//! derivation needs no way back: clauses carry what the program does along them.

mod membership;
mod classes;
mod native;
mod inline;
mod slice;
mod fill;
mod complete;

pub(crate) use classes::relabelled;
pub use classes::{Classes, to_classes};
pub use complete::complete;
pub use fill::fill;
pub use inline::{inline, inline_but, inline_most};
pub use membership::to_membership;
pub use native::to_native;
pub use slice::slice;

use std::collections::BTreeMap;

use crate::op::PredicateId;
use crate::solve::Solution;
use crate::terms::{TermId, Terms, Var};

/// How a solution of a transformed system is one of the system before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WayBack {
    /// For each predicate of the new system: the old one, and which of its arguments stayed.
    pub predicates: Vec<(PredicateId, Vec<u32>)>,
}

impl WayBack {
    /// The definitions of the old predicates. One that is not among them is derived by its clauses.
    pub fn solution(&self, terms: &mut Terms, solution: &Solution) -> Solution {
        let mut definitions: BTreeMap<PredicateId, TermId> = BTreeMap::new();
        for (&new, &formula) in &solution.definitions {
            let (old, kept) = &self.predicates[new.0 as usize];
            let sorts = terms.variables([formula]);
            let mut by = BTreeMap::new();
            for (var, sort) in sorts {
                by.insert(var, terms.var(Var(kept[var.0 as usize]), sort));
            }
            definitions.insert(*old, terms.substitute(&[formula], &by)[0]);
        }
        Solution { definitions }
    }
}
