//! Words and regular sets of them.
//!
//! [`Automaton`] is the finished product: canonical and immutable. [`Nfa`] is the workshop in which one is
//! built. A `Table` is what lies between: deterministic, not yet minimal.

mod antichain;
mod automaton;
mod boolean;
mod both_ends;
mod classes;
mod concat;
mod determinize;
mod distances;
mod inclusion;
mod interned;
mod marks;
mod measure;
mod meet;
mod members;
mod minimize;
mod nfa;
mod nfa_boolean;
mod nfa_inclusion;
mod partition;
mod places;
mod product;
mod quotient;
mod quotient_depth;
mod replace;
mod simulation;
mod slice;
mod stored;
mod subsets;
mod table;
#[cfg(test)]
mod tests;
mod twins;
mod view;
mod widen;

pub use automaton::Automaton;
pub use nfa::Nfa;
pub(crate) use places::Places;
pub use table::{Edge, StateId};
