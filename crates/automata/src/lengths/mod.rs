//! Sets of lengths: the eventually periodic sets of naturals.
//!
//! The lengths of a regular language are such a set [YBI09 §2, Property 1], and each such set is the
//! lengths of a regular language. [`LengthSet`] is the only door between words and numbers.

mod algebra;
mod set;
mod text;

pub use set::LengthSet;

#[cfg(test)]
mod tests;
