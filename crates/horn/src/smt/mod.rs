//! Systems as SMT-LIB text: printed for solvers and people, read from files.
//!
//! `(set-logic HORN)` is never written: under it z3 does not know strings, says so, and answers all the same.

mod sexpr;
mod text;
mod print;
mod scope;
mod regex;
mod term;
mod parse;

pub use parse::{ParseError, parse, parse_placed};
pub use print::{Dialect, print};

pub(crate) use print::{QUERY, declarations, formula, names, sort_name};
pub(crate) use scope::Scope;
pub(crate) use sexpr::{Place, Sexprs};
pub(crate) use term::Elaborator;
pub(crate) use text::LAST;
