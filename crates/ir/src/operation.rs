//! What an instruction may compute: strings and integers.
//!
//! The enums are closed. [`interp`](crate::interp) is the one definition of what they mean; the comments here
//! say it in words. Operands are variables and constants: a front end names intermediate results.
//! A count or position below 0 acts as 0, and one past the end as the end, where nothing else is said.
//!
//! Where the program's alphabet has marks, whatever compares characters looks through them and whatever moves
//! characters moves their marks along. Constants and digits have none; what is read is marked throughout.

use std::sync::Arc;

use automata::Symbol;

use crate::ids::{FunctionId, LanguageId, PatternId, StrVar};
use crate::linear::Linear;

/// A constant word.
pub type Word = Arc<[Symbol]>;

/// A string that is at hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StrTerm {
    /// The value of a variable.
    Var(StrVar),
    /// A constant.
    Word(Word),
}

/// A string that is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StrExpr {
    /// A copy.
    Term(StrTerm),
    /// One after the other.
    Concat(Vec<StrTerm>),
    /// The characters from position `from` to before position `to`, or to the end; none when `from` is not
    /// before `to`. Both positions are clipped to the whole.
    Slice {
        /// The whole.
        of: StrTerm,
        /// The first position.
        from: Linear,
        /// One past the last position; the end of the whole when there is none.
        to: Option<Linear>,
    },
    /// Occurrences of `what` replaced by `with`, from left to right, without overlap: the search goes on after
    /// the occurrence, in the old text. What is put there has the marks of `with`.
    Replace {
        /// The whole.
        of: StrTerm,
        /// What is searched for.
        what: Needle,
        /// What is put there.
        with: StrTerm,
        /// How many are replaced.
        which: Which,
    },
    /// A finite-state function applied.
    Apply {
        /// The function.
        function: FunctionId,
        /// Its argument.
        to: StrTerm,
    },
    /// A number of copies, one after the other; none for a number below 1.
    Repeat {
        /// What is copied.
        of: StrTerm,
        /// How often.
        times: Linear,
    },
    /// The characters in the opposite order.
    Reverse(StrTerm),
    /// The digits of an integer, after a minus sign when it is negative, without leading zeros, in lower case.
    /// The numeral of 0 is `0`.
    Numeral {
        /// The integer.
        of: Linear,
        /// From 2 to 36.
        radix: u32,
    },
    /// A string from the outside.
    Input(InputSet),
}

/// What a replacement searches for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Needle {
    /// A word. The empty one occurs nowhere, so it leaves the whole as it is.
    Term(StrTerm),
    /// A match of a regular expression.
    Pattern(PatternId),
}

/// How many occurrences are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// Only the first.
    First,
    /// Every one.
    All,
}

/// Which strings the outside may give.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputSet {
    /// Any string.
    Any,
    /// Any string of a language: one that is in it once it is marked throughout, where there are marks.
    Language(LanguageId),
    /// Any string up to a length ([YBI09 §3] `input(i)`); only the empty one when the length is negative.
    UpTo(Linear),
}

/// An integer that is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntExpr {
    /// A linear term.
    Linear(Linear),
    /// A product.
    Times(Linear, Linear),
    /// A quotient, rounded towards 0. By 0 it is any integer; a front end asserts what it needs.
    Div(Linear, Linear),
    /// What division leaves: 0, or an integer with the sign of the dividend. By 0 it is any integer.
    Mod(Linear, Linear),
    /// An operation on the bits of two integers in two's complement, which has no highest bit.
    Bits(BitOp, Linear, Linear),
    /// The first position of `what` at or after `from`; -1 when there is none. The search begins at 0 when `from`
    /// is negative.
    IndexOf {
        /// The whole.
        of: StrTerm,
        /// What is searched for. The empty word is found at `from`, at the end too, but not past the end.
        what: StrTerm,
        /// Where the search begins.
        from: Linear,
    },
    /// The last position of `what`; -1 when there is none.
    LastIndexOf {
        /// The whole.
        of: StrTerm,
        /// What is searched for. The empty word is found at the end.
        what: StrTerm,
    },
    /// The number of the character at a position, without its mark; -1 outside, before the start as well.
    Code {
        /// The string.
        of: StrTerm,
        /// The position.
        at: Linear,
    },
    /// The integer that a numeral stands for: an optional `+` or `-` and at least one digit, in either case,
    /// nothing else; leading zeros do not matter. Any integer when the string is no numeral; a front end asserts
    /// or branches first.
    Parse {
        /// The numeral.
        of: StrTerm,
        /// From 2 to 36.
        radix: u32,
    },
    /// An integer from the outside.
    Input,
}

/// Operations on bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// One of them.
    Xor,
    /// Shift towards the higher bits: times 2 to the amount. By a negative amount it is any integer.
    Left,
    /// Shift towards the lower bits, keeping the sign: the quotient by 2 to the amount, rounded down. By a negative
    /// amount it is any integer.
    Right,
}

/// The machine integers that a result is wrapped to: the one of the width that has the same low bits.
///
/// Only the result is wrapped, not what it is computed from. Where any integer may come, it is any of the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// Integers of any size: nothing is wrapped.
    Unbounded,
    /// Two's complement with this many bits.
    Signed(u32),
    /// The naturals below 2 to this power.
    Unsigned(u32),
}

impl Width {
    /// Whether the number of bits is one that machines have: from 1 to 64.
    pub fn is_supported(self) -> bool {
        match self {
            Width::Unbounded => true,
            Width::Signed(bits) | Width::Unsigned(bits) => (1..=64).contains(&bits),
        }
    }
}
