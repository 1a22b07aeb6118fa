//! Objects in memory, as strings and integers of the program that is written.
//!
//! A buffer is a capacity and the text before its first NUL; a pointer is a set of objects, a tag that says which of
//! them, and an offset in bytes. Nothing here knows C's syntax: the walk asks for reads, writes and allocations, and the
//! library for whole strings. Every access writes what must hold first, then assumes it: C says nothing of a run in which
//! it does not.
//!
//! What is not known is any value (*lost*): a proof may rest on it, a counterexample may not.

pub mod terms;
pub mod cases;
pub mod claims;
pub mod object;
pub mod pointer;
pub mod byte;
pub mod value;
pub mod behind;
mod stops;
mod whole;
pub mod allocate;
pub mod allocation_sites;
pub mod access;
pub mod strings;

pub use allocate::{Elements, Shape};
pub use allocation_sites::{Early, Generations, Vague};
pub use byte::{Byte, Sign};
pub use cases::Cases;
pub use claims::{Checks, Claim, Rule};
pub use object::{Buffer, Content, Detail, Fill, Life, Memory, Names, ObjectId};
pub use pointer::{Odd, Pointer, Spot};
pub use value::Value;
