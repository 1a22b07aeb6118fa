//! Conditions: tests, joined by *and* and *or*, negated only at the tests.
//!
//! `All` of nothing is true and `Any` of nothing is false. Joints of one kind are not nested in each other
//! when made by [`Condition::and`] and [`Condition::or`], so the depth of a condition is that of its alternations.
//!
//! Tests look through the mark *written by the outside*; only a language whose alphabet has marks sees them.

use crate::ids::{BoolVar, LanguageId};
use crate::linear::Linear;
use crate::operation::StrTerm;

/// Something that holds in a state or does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// A test or its negation.
    Literal(Literal),
    /// All of them hold.
    All(Vec<Condition>),
    /// At least one of them holds.
    Any(Vec<Condition>),
}

/// A test that must come out as said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// What is tested.
    pub test: Test,
    /// How it must come out.
    pub holds: bool,
}

/// A question to a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// The value of a variable.
    Bool(BoolVar),
    /// Whether a string is in a language. One over an alphabet without marks is asked for the string without them.
    In(StrTerm, LanguageId),
    /// Whether two strings are equal but for marks.
    Equal(StrTerm, StrTerm),
    /// Whether the second string occurs in the first, as the empty one always does.
    Contains(StrTerm, StrTerm),
    /// Whether the first string begins with the second.
    StartsWith(StrTerm, StrTerm),
    /// Whether the first string ends with the second.
    EndsWith(StrTerm, StrTerm),
    /// Whether the term is 0.
    IsZero(Linear),
    /// Whether the term is 0 or less.
    AtMostZero(Linear),
}

impl Condition {
    /// What always holds.
    pub const TRUE: Condition = Condition::All(Vec::new());
    /// What never holds.
    pub const FALSE: Condition = Condition::Any(Vec::new());

    /// The greatest [`depth`](Condition::depth) that a valid program has, so that conditions may be walked by recursion.
    pub const MAX_DEPTH: usize = 128;

    /// How many joints lie within each other, found without recursion.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(self, 0)];
        while let Some((condition, depth)) = open.pop() {
            deepest = deepest.max(depth);
            match condition {
                Condition::Literal(_) => {}
                Condition::All(parts) | Condition::Any(parts) => {
                    open.extend(parts.iter().map(|part| (part, depth + 1)));
                }
            }
        }
        deepest
    }

    /// A test that must hold.
    pub fn test(test: Test) -> Self {
        Condition::Literal(Literal { test, holds: true })
    }

    /// The contrary, with the negations at the tests.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Condition::Literal(Literal { test, holds }) => {
                Condition::Literal(Literal { test, holds: !holds })
            }
            Condition::All(parts) => Condition::Any(parts.into_iter().map(Condition::negated).collect()),
            Condition::Any(parts) => Condition::All(parts.into_iter().map(Condition::negated).collect()),
        }
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Condition) -> Self {
        let parts = |condition| match condition {
            Condition::All(parts) => parts,
            Condition::Literal(_) | Condition::Any(_) => vec![condition],
        };
        let mut all = parts(self);
        all.extend(parts(other));
        if all.len() == 1 { all.remove(0) } else { Condition::All(all) }
    }

    /// At least one.
    #[must_use]
    pub fn or(self, other: Condition) -> Self {
        self.negated().and(other.negated()).negated()
    }
}
