//! From C sources to programs.
//!
//! One entry is run on values that are not known, with everything that it calls: calls are inlined, a buffer is
//! its capacity and the text before its first NUL, a pointer is an object and an offset [YBI09 §3]. What is not modelled
//! is any value and an assumption, or the source is not lowered and the construct is named; it is never left out.

pub mod memory;
pub mod library;
mod lowered;
mod contract;
pub mod tree;
mod lowering;
mod lower;

pub use contract::understand;
pub use lower::lower;
pub use lowered::{Asked, Lowered, Question, Refused};
