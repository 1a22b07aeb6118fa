//! Conjunctions of linear constraints over integers.
//!
//! A [`Row`] is one constraint, over variables that are numbers. [`refutation`] gives the multipliers with which some rows
//! add up to a contradiction (Farkas' lemma): whoever wants to believe it adds them up again with [`proves`]. A
//! [`Polyhedron`] is a conjunction that can be joined, widened and projected, after [CH78 §4]: every operation
//! over-approximates, and none is trusted by whoever checks what was found with it.
//!
//! Numbers have 128 bits. Where they do not suffice, or the limits of work do not, a row is left out: a conjunction
//! with fewer rows is weaker and so still true, and no contradiction is claimed.

mod row;
mod tableau;
mod refute;
mod project;
mod equalities;
mod polyhedron;

pub use polyhedron::{Polyhedron, Questions};
pub use refute::{proves, refutation, related};
pub use row::{Row, Sign};
