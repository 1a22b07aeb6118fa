//! Which variables matter at a label: those whose value a way from there may look at.
//!
//! Read off the terms of the edges, so that nothing must say a second time what an action uses. What is asked of the
//! outside counts too: a derivation must know when it is asked.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Procedure, Variable};

use super::edges::{Edge, Target};
use super::var_of;
use crate::system::HornSystem;
use crate::terms::{TermId, Var};

/// For each label the variables that are live there.
pub(super) fn live(procedure: &Procedure, edges: &[Edge], system: &HornSystem) -> Vec<BTreeSet<Variable>> {
    let names: BTreeMap<Var, Variable> =
        procedure.variables().map(|variable| (var_of(procedure, variable), variable)).collect();
    let of_terms = |terms: &mut dyn Iterator<Item = TermId>| -> BTreeSet<Variable> {
        system.terms.variables(terms).keys().filter_map(|var| names.get(var).copied()).collect()
    };
    let read: Vec<(BTreeSet<Variable>, BTreeSet<Variable>)> = edges
        .iter()
        .map(|edge| {
            let asked = edge.step.asked.map(|(when, _)| when);
            let looked_at = of_terms(&mut [edge.constraint].into_iter().chain(asked));
            (looked_at, of_terms(&mut edge.update.iter().map(|(_, value)| *value)))
        })
        .collect();
    let mut live = vec![BTreeSet::new(); procedure.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        // Control mostly goes forward, so the last ones first.
        for (edge, (looked_at, for_update)) in edges.iter().zip(&read).rev() {
            let mut here: BTreeSet<Variable> = looked_at.clone();
            if let Target::Label(to) = edge.to {
                let written = edge.update.map(|(variable, _)| variable);
                let after: &BTreeSet<Variable> = &live[to.index()];
                here.extend(after.iter().filter(|variable| Some(**variable) != written));
                if written.is_some_and(|variable| after.contains(&variable)) {
                    here.extend(for_update);
                }
            }
            let known = &mut live[edge.from.index()];
            let before = known.len();
            known.extend(here);
            changed |= known.len() != before;
        }
    }
    live
}
