//! Which variables a condition speaks of.
//!
//! Those are the ones whose values decide it, so they are what a reader wants to see beside it.

use ir::{Condition, Procedure, Variable};
use verdict::relation::speaks_of;

/// The variables of a procedure that a condition speaks of, in their order.
pub(crate) fn variables(procedure: &Procedure, condition: &Condition) -> Vec<Variable> {
    procedure.variables().filter(|&variable| mentions(condition, variable)).collect()
}

fn mentions(condition: &Condition, variable: Variable) -> bool {
    match condition {
        Condition::Literal(literal) => speaks_of(literal, variable),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| mentions(part, variable)),
    }
}
