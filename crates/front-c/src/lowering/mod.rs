//! The run of an entry on values that are not known: the tree goes in, instructions come out.
//!
//! Calls are inlined, loops stay loops. What a pointer may point to is a set that is fixed while the program is
//! written; the program is written again until no set grows. What is not followed is a gap, an assertion that no run
//! comes there.

mod visit;
mod definite;
mod order;
mod slots;
mod state;
mod numbers;
mod places;
mod scopes;
mod cells;
mod values;
mod updates;
mod conditions;
mod declare;
mod statements;
mod special;
mod builtins;
mod havoc;
mod leaving;
mod lists;
mod allocation_sites;
mod opaque;
mod options;
mod calls;
mod callbacks;
mod indirect;
mod arguments;
mod entry;

pub(crate) use state::{Known, Lowering};
pub(crate) use visit::Uses;
