//! What an instruction may compute: strings and integers.
//!
//! The enums are closed. [`interp`](crate::interp) is the one definition of what they mean; the comments here
//! say it in words. Operands are variables and constants: a front end names intermediate results.
//! A count or position below 0 acts as 0, and one past the end as the end.

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
    /// The characters from position `from` to before position `to`, or to the end.
    Slice {
        /// The whole.
        of: StrTerm,
        /// The first position.
        from: Linear,
        /// One past the last position; the end of the whole when there is none.
        to: Option<Linear>,
    },
    /// Occurrences of `what` replaced by `with`, from left to right, without overlap.
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
    /// A number of copies, one after the other.
    Repeat {
        /// What is copied.
        of: StrTerm,
        /// How often.
        times: Linear,
    },
    /// The characters in the opposite order.
    Reverse(StrTerm),
    /// The digits of an integer, after a minus sign when it is negative, without leading zeros, in lower case.
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
    /// A word. The empty one occurs nowhere.
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
    /// Any string of a language.
    Language(LanguageId),
    /// Any string up to a length ([YBI09 §3] `input(i)`).
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
    /// What division leaves, with the sign of the dividend. By 0 it is any integer.
    Mod(Linear, Linear),
    /// An operation on the bits of two integers in two's complement.
    Bits(BitOp, Linear, Linear),
    /// The first position of `what` at or after `from`; -1 when there is none.
    IndexOf {
        /// The whole.
        of: StrTerm,
        /// What is searched for. The empty word is found at `from` unless that is past the end.
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
    /// The number of the character at a position; -1 outside.
    Code {
        /// The string.
        of: StrTerm,
        /// The position.
        at: Linear,
    },
    /// The integer that a numeral stands for: an optional sign and digits, nothing else. Any integer when
    /// the string is no numeral; a front end asserts or branches first.
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
    /// Shift towards the higher bits. By a negative amount it is any integer.
    Left,
    /// Shift towards the lower bits, keeping the sign. By a negative amount it is any integer.
    Right,
}

/// The machine integers that a result is wrapped to.
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
