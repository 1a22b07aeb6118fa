//! Languages for people: readable regular expressions, pictures, and words in quotation marks.
//!
//! [`readable`] says what a language is, as shortly as it can, and how sure that is. Nothing that comes out
//! of here contains a control or direction character, whatever the alphabet: such characters are escaped.

mod escape;
mod class;
mod expression;
mod print;
mod rewrite;
mod language;
mod polish;
mod pieces;
mod eliminate;
mod compose;
mod relax;
mod forbidden;
mod shape;
mod readable;
mod word;
mod picture;
mod dot;
mod columns;
mod layout;
mod route;
mod svg;

pub use dot::dot;
pub use readable::{Readable, Relation, readable};
pub use svg::svg;
pub use word::word;

#[cfg(test)]
mod tests;
