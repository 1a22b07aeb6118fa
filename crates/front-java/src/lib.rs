//! From Java class files to programs.
//!
//! One entry is run on values that are not known, with everything that it reaches: calls are inlined, objects are
//! followed one by one, references are numbers that carry the content of a string or of a boxed number beside them
//! [HRS19 §3.1], exceptions are explicit flow. What is not modelled is any value and an assumption, or a place that a
//! proof must show to be unreachable; it is never left out.

pub mod class;
pub mod jar;
pub mod library;
mod value;
mod facts;
mod shape;
mod state;
mod stubs;
mod classes;
mod plan;
mod places;
mod join;
mod heap_writes;
mod merge;
mod lowering;
mod unread;
mod copies;
mod rule;
mod lower;

pub use classes::Classes;
pub use lower::{Claim, Lowered, NoEntry, Property, Question, entries, lower, lower_with};
pub use lowering::Asked;
pub use places::{Texts, source_of};
pub use rule::Rule;
pub use shape::{HeapInvariants, Held, Part, Purpose, Pushed, Shape};
