//! Regular languages, sets of lengths and sets of integer tuples, exact and canonical.
//!
//! Values are immutable, and `==` is equality of the sets they stand for. An operation that may grow takes a
//! [`Budget`] of steps and returns [`Exhausted`] when it is spent.

pub mod budget;
mod ranges;
pub mod symbols;
pub mod lengths;
pub mod words;
pub mod numbers;
pub mod regex;
pub mod transducers;
pub mod show;

pub use budget::{Budget, Exhausted};
pub use lengths::LengthSet;
pub use numbers::Tuples;
pub use symbols::{Alphabet, MARK, Symbol, SymbolSet};
pub use transducers::{AfterEmpty, Occurrences, Output, Pattern, Template, Transducer, TransducerBuilder};
pub use words::{Automaton, Edge, Nfa, StateId};
