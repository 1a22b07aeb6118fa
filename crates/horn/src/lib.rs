//! Horn clauses over strings [HRS19 §2]: programs as clauses, their text, their solvers.
//!
//! A [`HornSystem`](system::HornSystem) has predicates that are unknown, and clauses over native strings, integers,
//! booleans and data types. [`build`] makes one from a program, [`smt`] prints and reads them, [`value`] says what
//! their terms denote. [`solve`] asks solvers, which are not trusted. [`profiles`] decides what is regular without one.
//! [`checked`] is the only way to a verdict on a system: a derivation is run again, a solution is checked clause by clause,
//! by [`inductive`] or by a solver in another process. [`transform`], [`encode`] and [`lemmas`] make systems other or easier; [`learning`]
//! learns invariants.
//! [`ladder`] tries one [`attempt`] after the other for a system, [`strategy`] for an assertion of a program.

pub mod sort;
pub mod op;
pub mod terms;
pub mod regex;
pub mod system;
mod functions;
mod clausify;
pub mod literals;
pub mod smt;
pub mod value;
pub mod build;
pub mod solve;
mod runs;
pub mod profiles;
pub mod inductive;
pub mod checked;
pub mod transform;
pub mod encode;
pub mod learning;
pub mod sample;
pub mod lemmas;
pub mod growth;
pub mod attempt;
pub mod ladder;
pub mod strategy;
