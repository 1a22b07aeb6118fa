//! The checker: at each label one case holds always, when one holds at the entry and every action carries every
//! case over to one of the label that it goes on to.
//!
//! That is induction on the length of a run. Its first state satisfies a case at label 0. Let a state of a run satisfy a
//! case of its label, and let the run go on; then it goes on some edge out of the action, under some disjunct of the
//! condition on that edge, and the check of that case, edge and disjunct says that the next state satisfies a case of
//! the next label. All cases, edges and disjuncts are checked, none is taken for granted: a run may be in any of them.
//! So an assertion holds when every case proves it, and no run comes to a label without cases.
//!
//! It knows the program, its obligations and plain tables, and no engine. Each fact after an action is checked
//! on its own, by a walk: languages on the left of an inclusion may be nondeterministic, the right side is the
//! fact's own deterministic table. What cannot be shown is rejected; nothing is ever assumed.
//!
//! [`check`] demands all facts, [`accept`] the largest part of them that is inductive, see the module `reduction`.

use automata::Budget;
use ir::{AssertId, Program};

use crate::facts::Certificate;
use crate::reduction::{Demand, reduce};

pub use crate::outcome::{Accepted, Proof, Rejection};

/// Decides which assertions the certificate proves, once all of its facts have been shown.
///
/// # Errors
/// The reason why the certificate is not accepted.
pub fn check(
    program: &Program,
    certificate: &Certificate,
    budget: &mut Budget,
) -> Result<Vec<(AssertId, Proof)>, Rejection> {
    Ok(reduce(program, certificate, Demand::Whole, budget)?.proofs)
}

/// Drops facts that cannot be shown, and what depends on them, until the rest is inductive, and decides which assertions
/// the rest proves. A fact whose check is too costly is dropped as well.
///
/// # Errors
/// The certificate does not fit the program.
pub fn accept(
    program: &Program,
    certificate: &Certificate,
    budget: &mut Budget,
) -> Result<Accepted, Rejection> {
    reduce(program, certificate, Demand::Part, budget)
}
