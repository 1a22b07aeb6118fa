//! Horn clauses over strings [HRS19 §2]: programs as clauses, their text, their solvers.
//!
//! A [`HornSystem`](system::HornSystem) has predicates that are unknown, and clauses over native strings, integers,
//! booleans and data types. [`build`] makes one from a program, [`smt`] prints and reads them, [`value`] says what
//! their terms denote. [`profiles`] decides what is regular of them without a solver. [`transform`] makes them smaller or
//! other. [`solve`] asks solvers, which are not trusted: a solution is checked clause by clause in another process, a
//! derivation step by step here. [`strategy`] puts this together for a program.

pub mod sort;
pub mod op;
pub mod terms;
pub mod regex;
pub mod system;
mod functions;
mod clausify;
pub mod smt;
pub mod value;
pub mod build;
pub mod profiles;
pub mod solve;
mod runs;
pub mod transform;
pub mod encode;
pub mod learning;
pub mod strategy;
