//! Regular languages, sets of lengths and sets of integer tuples, exact and canonical.

pub mod budget;
pub mod symbols;
pub mod words;

pub use budget::{Budget, Exhausted};
pub use symbols::{Alphabet, MARK, Symbol, SymbolSet};
pub use words::{Automaton, Edge, Nfa, StateId};
