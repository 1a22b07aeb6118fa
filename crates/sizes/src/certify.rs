//! From a fixpoint to a certificate: sums that are 0 or less and values of booleans, a case each.
//!
//! The checker adds up multiples of these sums and of what an action says, and needs no hints for it.

use ir::Program;
use verdict::facts::{Certificate, Facts};

use crate::engine::Fixpoint;
use crate::state::State;

/// The certificate of a fixpoint.
pub fn certificate(program: &Program, fixpoint: &Fixpoint) -> Certificate {
    let procedure = &program.procedures[program.entry.index()];
    let facts = |state: &State| {
        let mut booleans = vec![None; procedure.booleans.len()];
        for (var, value) in &state.booleans {
            booleans[var.index()] = Some(*value);
        }
        Facts {
            languages: vec![None; procedure.strings.len()],
            booleans,
            linear: state.sums(),
            ..Facts::default()
        }
    };
    Certificate { labels: fixpoint.labels.iter().map(|cases| cases.iter().map(facts).collect()).collect() }
}
