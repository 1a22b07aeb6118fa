//! Programs: what four front ends produce and every engine reads.
//!
//! A [`Program`] is procedures of labelled instructions over strings, integers and booleans, as in the
//! language of [YBI09 §3]. Its enums are closed and matched without wildcards, every instruction has a
//! place in a source text, every assertion has an identity.

pub mod ids;
pub mod span;
pub mod environment;
pub mod linear;
pub mod operation;
pub mod condition;
pub mod program;
pub mod reads;
pub mod substitute;
pub mod functions;
pub mod replacement;
pub mod emit;
mod validate;
pub mod sil;
pub mod dice;
pub mod interp;
pub mod deep;
pub mod order;
pub mod cfg;
pub mod live;
mod inlined_calls;
pub mod inline;
#[cfg(feature = "generate")]
pub mod generate;

pub use condition::{Condition, Literal, Test};
pub use environment::Assumption;
pub use ids::{AssertId, BoolVar, FunctionId, IntVar, Label, LanguageId, PatternId, ProcId, StrVar};
pub use linear::{Linear, Quantity};
pub use operation::{BitOp, InputSet, IntExpr, Needle, StrExpr, StrTerm, Which, Width, Word};
pub use program::{
    Action, Argument, Assertion, Function, Instruction, Language, Pattern, Procedure, Program, Type, Variable,
};
pub use span::Span;
pub use validate::{Problem, validate};
