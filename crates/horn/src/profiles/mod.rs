//! Horn clauses decided by profiles [HRS19 §3.2], without any solver.
//!
//! The *profile* of a string for an automaton is the map from each state to the state after reading the string, as length
//! is a ghost value of a list carried further: it is a homomorphism of concatenation. Clauses with copies, constants,
//! concatenation, finite-state functions, strings of any kind and regular tests see nothing of a string but its profiles
//! for the automata of the tests, so what they derive is found by search over finitely many facts.
//!
//! Where clauses say more (lengths of several strings, integers without bound, equality of strings) the search leaves it
//! open and derives too much; it can still prove. A violation is told only with ground values that make every
//! constraint true.

mod lengths;
pub(crate) mod machine;
pub(crate) mod atoms;
pub(crate) mod images;
mod prepare;
mod registry;
mod plan;
mod demand;
mod space;
mod evaluate;
mod reach;
mod search;
mod ground;
mod languages;
mod invariant;
mod solve;
mod cases;
mod certify;
mod program;
#[cfg(test)]
pub(crate) mod laws;

pub(crate) use atoms::{regular_test, values_of};
pub use ground::{Application, Derivation};
pub use invariant::{Component, Invariant};
pub use program::{Claim, verify};
pub(crate) use program::{answers, fails};
pub use solve::{Answer, solve};
