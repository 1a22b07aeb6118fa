//! Words and regular sets of them.
//!
//! [`Automaton`] is the finished product: canonical and immutable. [`Nfa`] is the workshop in which one is
//! built. A `Table` is what lies between: deterministic, not yet minimal.

mod automaton;
mod boolean;
mod classes;
mod concat;
mod determinize;
mod inclusion;
mod minimize;
mod nfa;
mod places;
mod quotient_depth;
mod replace;
mod table;
mod widen;

pub use automaton::Automaton;
pub use nfa::Nfa;
pub use table::{Edge, StateId};
