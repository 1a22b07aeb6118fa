//! The operations of terms: a closed list.
//!
//! Each means what SMT-LIB means by it, where SMT-LIB has it. The last group has no counterpart there: these mean what
//! [`ir::interp`] does. An encoding may define them by clauses; for strings as a solver knows them they are given up
//! with a record (`transform::native`).

use ir::BitOp;

use crate::sort::{ConstructorId, Sort};

/// A language of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LanguageId(pub u32);

/// A predicate of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub u32);

/// A finite-state function of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// What is done with terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `not`
    Not,
    /// `and` of any number
    And,
    /// `or` of any number
    Or,
    /// `=` of two of one sort
    Equal,
    /// `ite`
    Ite,
    /// A predicate applied. Formulas with these are made into clauses; the constraints of clauses have none
    Holds(PredicateId),

    /// `+` of any number
    Add,
    /// `*` of two
    Times,
    /// `div`: the remainder is not negative
    Div,
    /// `mod`: not negative
    Mod,
    /// `<`
    Less,
    /// `<=`
    AtMost,

    /// `str.++` of any number
    Concat,
    /// `str.len`
    Length,
    /// `str.at`: the empty word outside
    At,
    /// `str.substr` of a string, a position and a count
    Substring,
    /// `str.prefixof`: the first is a prefix of the second
    PrefixOf,
    /// `str.suffixof`: the first is a suffix of the second
    SuffixOf,
    /// `str.contains`: the first contains the second
    Contains,
    /// `str.indexof` of a string, what is searched for, and from where
    IndexOf,
    /// `str.replace`: the first occurrence, which for the empty word is before everything
    Replace,
    /// `str.replace_all`: the empty word occurs nowhere
    ReplaceAll,
    /// `str.in_re`
    In(LanguageId),
    /// `str.to_int`: -1 for what is not a row of digits
    ToInt,
    /// `str.from_int`: the empty word for a negative integer
    FromInt,
    /// `str.to_code`: -1 for what is not one character
    ToCode,
    /// `str.from_code`: the empty word for what is no character
    FromCode,
    /// `str.<`
    StrLess,
    /// `str.<=`
    StrAtMost,

    /// `bvult`
    BitsLess,
    /// `bvule`
    BitsAtMost,

    /// A value of a data type made of its parts
    Construct(ConstructorId),
    /// A part of a value: the data type, the constructor, the field, and its sort
    Select(ConstructorId, u32, Sort),
    /// Whether a value is made by a constructor
    Is(ConstructorId),

    /// The last position of the second in the first, or -1
    LastIndexOf,
    /// Backwards
    Reverse,
    /// A string so often
    Repeat,
    /// A finite-state function
    Apply(FunctionId),
    /// The digits of an integer in a radix
    Numeral(u32),
    /// The integer of a numeral in a radix, which the string must be
    Parse(u32),
    /// An operation on bits of integers, whose shifts must not be negative
    IntBits(BitOp),
}

impl Op {
    /// The sort of the result, given that of the second part if there is one.
    pub(crate) fn sort(self, second: Option<Sort>) -> Sort {
        match self {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Equal
            | Op::Holds(_)
            | Op::Less
            | Op::AtMost
            | Op::PrefixOf
            | Op::SuffixOf
            | Op::Contains
            | Op::In(_)
            | Op::StrLess
            | Op::StrAtMost
            | Op::BitsLess
            | Op::BitsAtMost
            | Op::Is(_) => Sort::Bool,
            Op::Ite => second.expect("ite has three parts"),
            Op::Add
            | Op::Times
            | Op::Div
            | Op::Mod
            | Op::Length
            | Op::IndexOf
            | Op::ToInt
            | Op::ToCode
            | Op::LastIndexOf
            | Op::Parse(_)
            | Op::IntBits(_) => Sort::Int,
            Op::Concat
            | Op::At
            | Op::Substring
            | Op::Replace
            | Op::ReplaceAll
            | Op::FromInt
            | Op::FromCode
            | Op::Reverse
            | Op::Repeat
            | Op::Apply(_)
            | Op::Numeral(_) => Sort::Str,
            Op::Construct(constructor) => Sort::Data(constructor.data),
            Op::Select(_, _, sort) => sort,
        }
    }

    /// The operation's name in SMT-LIB, where it has one that does not depend on the system.
    pub(crate) fn smt_name(self) -> Option<&'static str> {
        Some(match self {
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Equal => "=",
            Op::Ite => "ite",
            Op::Add => "+",
            Op::Times => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::Less => "<",
            Op::AtMost => "<=",
            Op::Concat => "str.++",
            Op::Length => "str.len",
            Op::At => "str.at",
            Op::Substring => "str.substr",
            Op::PrefixOf => "str.prefixof",
            Op::SuffixOf => "str.suffixof",
            Op::Contains => "str.contains",
            Op::IndexOf => "str.indexof",
            Op::Replace => "str.replace",
            Op::ReplaceAll => "str.replace_all",
            Op::ToInt => "str.to_int",
            Op::FromInt => "str.from_int",
            Op::ToCode => "str.to_code",
            Op::FromCode => "str.from_code",
            Op::StrLess => "str.<",
            Op::StrAtMost => "str.<=",
            Op::BitsLess => "bvult",
            Op::BitsAtMost => "bvule",
            Op::In(_)
            | Op::Holds(_)
            | Op::Construct(_)
            | Op::Select(..)
            | Op::Is(_)
            | Op::LastIndexOf
            | Op::Reverse
            | Op::Repeat
            | Op::Apply(_)
            | Op::Numeral(_)
            | Op::Parse(_)
            | Op::IntBits(_) => return None,
        })
    }
}
