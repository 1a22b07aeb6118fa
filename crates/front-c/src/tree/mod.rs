//! The source as the walk reads it: a parsed and typed tree of our own.
//!
//! Only this module and those below it name the parser. Types, sizes, constants and scopes are settled here; what is
//! not followed stands in the tree as a gap with its construct in words.

pub mod types;
pub mod nodes;
mod parts;
mod lines;
mod literals;
mod reader;
mod convert;
mod declared;
mod records;
mod operators;
mod flags;
mod initial;
mod aggregates;
mod selections;
mod expressions;
mod statements;
mod attributes;
mod parse;

pub use aggregates::LITERAL;
pub(crate) use expressions::NEXT_ARGUMENT;
pub use nodes::{
    Binary, Compare, Expr, ExprKind, For, Function, Gives, Initial, Lives, Part, Stmt, StmtKind, Unit,
    Update, UpdateBy, VarId, Variable,
};
pub use parse::{NoTree, parse, unfollowed_attribute};
pub use statements::returned;
pub use types::{Extent, ExtentId, Integer, Member, Record, RecordId, Signature, Type};
