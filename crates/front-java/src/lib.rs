//! From Java class files to programs.
//!
//! One entry is lowered with everything that it reaches: calls are put in place, references are numbers that carry
//! the content of a string or of a boxed number beside them [HRS19 §3.1], exceptions are explicit flow. What is not
//! modelled is any value and an assumption; it is never left out.
//!
//! The modules, in the order in which to read them:
//! - `library`: the classes of Java itself, as models over values.

pub mod library;
