//! Words and regular sets of them.
//!
//! [`Automaton`] is the finished product: canonical and immutable. [`Nfa`] is the workshop in which one is
//! built. A `Table` is what lies between: deterministic, not yet minimal.

mod table;
mod nfa;
mod classes;
mod automaton;
mod minimize;
mod determinize;
mod boolean;
mod inclusion;
mod concat;
mod measure;
mod slice;
mod quotient;
mod members;
mod widen;
mod quotient_depth;
mod places;
mod replace;

pub use automaton::Automaton;
pub use nfa::Nfa;
pub use table::{Edge, StateId};
