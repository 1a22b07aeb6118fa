//! The functions that the language has of its own, as a table: name, arguments, result.
//!
//! What an argument may be is a [`Slot`]. How each function is expressed in instructions is said where
//! strings, integers and conditions are lowered. Finite-state functions such as `lower` have no rows here; they
//! are in the table of [`functions`](crate::functions) and take one string to a string.

use crate::functions;
use crate::operation::BitOp;
use crate::program::Type;

/// A function that the language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    Concat,
    Prefix,
    Suffix,
    Slice,
    CharAt,
    Replace,
    ReplaceFirst,
    Reverse,
    Repeat,
    ToStr,
    Input,
    Len,
    Times,
    Bits(BitOp),
    IndexOf,
    LastIndexOf,
    ToInt,
    Code,
    InputInt,
    Contains,
    StartsWith,
    EndsWith,
    /// A finite-state function of the table in [`functions`](crate::functions).
    Apply,
}

/// What may stand as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Str,
    Int,
    /// A string or a regular expression.
    Needle,
    /// An integer, the greatest length, or a regular expression.
    InputSet,
    /// A number that is written there, from 2 to 36.
    Radix,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) builtin: Builtin,
    pub(super) slots: &'static [Slot],
    /// How many of the slots must be filled.
    pub(super) least: usize,
    pub(super) result: Type,
}

use Slot::{InputSet, Int, Needle, Radix, Str};

/// What a name followed by a parenthesis means, when the language has it.
pub(super) fn named(name: &str) -> Option<Row> {
    let row = TABLE.iter().find(|row| row.name == name).copied();
    row.or_else(|| {
        let known = functions::NAMES.iter().find(|known| **known == name)?;
        Some(row_of(known, Builtin::Apply, &[Str], 1, Type::Str))
    })
}

/// Whether applying the function only gives a value. A procedure, which is no built-in, may do more.
pub(super) fn is_pure(name: &str) -> bool {
    named(name).is_some_and(|row| !matches!(row.builtin, Builtin::Input | Builtin::InputInt))
}

/// The names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.name).chain(functions::NAMES.iter().copied())
}

const fn row_of(
    name: &'static str,
    builtin: Builtin,
    slots: &'static [Slot],
    least: usize,
    result: Type,
) -> Row {
    Row { name, builtin, slots, least, result }
}

const TABLE: &[Row] = &[
    row_of("concat", Builtin::Concat, &[], 0, Type::Str),
    row_of("prefix", Builtin::Prefix, &[Str, Int], 2, Type::Str),
    row_of("suffix", Builtin::Suffix, &[Str, Int], 2, Type::Str),
    row_of("slice", Builtin::Slice, &[Str, Int, Int], 3, Type::Str),
    row_of("charat", Builtin::CharAt, &[Str, Int], 2, Type::Str),
    row_of("replace", Builtin::Replace, &[Str, Needle, Str], 3, Type::Str),
    row_of("replace_first", Builtin::ReplaceFirst, &[Str, Needle, Str], 3, Type::Str),
    row_of("reverse", Builtin::Reverse, &[Str], 1, Type::Str),
    row_of("repeat", Builtin::Repeat, &[Str, Int], 2, Type::Str),
    row_of("tostr", Builtin::ToStr, &[Int, Radix], 1, Type::Str),
    row_of("input", Builtin::Input, &[InputSet], 0, Type::Str),
    row_of("len", Builtin::Len, &[Str], 1, Type::Int),
    row_of("times", Builtin::Times, &[Int, Int], 2, Type::Int),
    row_of("bit_and", Builtin::Bits(BitOp::And), &[Int, Int], 2, Type::Int),
    row_of("bit_or", Builtin::Bits(BitOp::Or), &[Int, Int], 2, Type::Int),
    row_of("bit_xor", Builtin::Bits(BitOp::Xor), &[Int, Int], 2, Type::Int),
    row_of("shift_left", Builtin::Bits(BitOp::Left), &[Int, Int], 2, Type::Int),
    row_of("shift_right", Builtin::Bits(BitOp::Right), &[Int, Int], 2, Type::Int),
    row_of("index_of", Builtin::IndexOf, &[Str, Str, Int], 2, Type::Int),
    row_of("last_index_of", Builtin::LastIndexOf, &[Str, Str], 2, Type::Int),
    row_of("to_int", Builtin::ToInt, &[Str, Radix], 1, Type::Int),
    row_of("code", Builtin::Code, &[Str, Int], 2, Type::Int),
    row_of("input_int", Builtin::InputInt, &[], 0, Type::Int),
    row_of("contains", Builtin::Contains, &[Str, Str], 2, Type::Bool),
    row_of("starts_with", Builtin::StartsWith, &[Str, Str], 2, Type::Bool),
    row_of("ends_with", Builtin::EndsWith, &[Str, Str], 2, Type::Bool),
];
