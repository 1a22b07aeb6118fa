//! Horn clauses over strings [HRS19 §2]: programs as clauses, their text, their solvers.
//!
//! A [`HornSystem`](system::HornSystem) has predicates that are unknown, and clauses over native strings, integers,
//! booleans and data types. [`build`] makes one from a program, [`smt`] prints and reads them, [`value`] says what
//! their terms denote.

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
