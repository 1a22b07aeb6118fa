//! Certificates: for each label, cases of which one holds whenever a run comes there.
//!
//! A case is a conjunction of facts: a product of languages, of number sets and so on. So the cases of a label are a
//! finite union of products, which is what `x1 | x2 | ... | xn in R` means of several strings ([HRS19 §3.3]), and one
//! case a label is what an analysis without disjunctions finds.
//!
//! Facts are plain data and claim nothing about how they were found. [`check`](crate::check) accepts them when
//! they hold at the entry and every action carries them over; then they hold always.

use automata::LengthSet;
use ir::{BoolVar, IntExpr, IntVar, Label, Linear, Literal, Quantity, StrExpr, StrTerm, StrVar};

use crate::parts::{SideLengths, SplitFact};
use crate::plain::{Numbers, Words};
use crate::same::SameFact;

/// What is claimed of a procedure without calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// For each label, in order, its cases: whenever a run comes there, all facts of at least one hold. Where there
    /// is none, no run comes.
    pub labels: Vec<Vec<Facts>>,
}

/// What holds together in one case of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// For each string variable the language its value is in; `None` when any.
    pub languages: Vec<Option<Words>>,
    /// For each boolean variable its value, if it is always the same.
    pub booleans: Vec<Option<bool>>,
    /// Sets that tuples of quantities are in.
    pub numbers: Vec<NumberFact>,
    /// Sums of quantities that are 0 or less.
    pub linear: Vec<Linear>,
    /// Pairs of string variables with equal values.
    pub equal: Vec<(StrVar, StrVar)>,
    /// Boolean variables that are true exactly when a literal holds.
    pub definitions: Vec<(BoolVar, Literal)>,
    /// Strings that are slices of others.
    pub slices: Vec<SliceFact>,
    /// Integer variables with the expressions that they are the values of.
    pub integers: Vec<(IntVar, IntExpr)>,
    /// String variables with the slices, at places that are not constant, that they are, or with what they were put together from.
    pub parts: Vec<(StrVar, StrExpr)>,
    /// Strings cut in two.
    pub splits: Vec<SplitFact>,
    /// Pieces of two strings that are the same.
    pub same: Vec<SameFact>,
    /// For the action at this label, the counts and positions it may use, in the order in which it names
    /// them, negative ones taken as 0.
    pub counts: Vec<LengthSet>,
    /// For each disjunct of the conditions on which the action goes on, those of a jump before the others, what
    /// helps to show the facts after it.
    pub hints: Vec<Hints>,
}

/// How words and numbers help each other in one disjunct. Each claim is checked before it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The lengths that the numbers alone allow for some strings after the action.
    pub bounds: Vec<(StrVar, LengthSet)>,
    /// The lengths of what some strings may be after the action, within these bounds.
    pub lengths: Vec<(StrVar, LengthSet)>,
    /// The lengths that the numbers alone allow for the sides of strings before the action.
    pub sides: Vec<SideLengths>,
    /// The same after the action.
    pub moved: Vec<SideLengths>,
    /// The values that the numbers alone allow for integers before the action, as far as they are 0 or more.
    pub values: Vec<(IntVar, LengthSet)>,
}

/// A string is the characters of another from a position to before another position, or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceFact {
    /// The slice.
    pub part: StrVar,
    /// What it is a slice of; another variable.
    pub whole: StrVar,
    /// The first position, cut to the length of the whole.
    pub from: u64,
    /// One past the last position, cut likewise; the end when there is none.
    pub to: Option<u64>,
}

impl SliceFact {
    /// The slice as an expression.
    pub fn value(&self) -> StrExpr {
        let constant = |at: u64| Linear::constant(i128::from(at));
        StrExpr::Slice { of: StrTerm::Var(self.whole), from: constant(self.from), to: self.to.map(constant) }
    }

    /// The fact that an assignment of `value` to `part` makes true, if it does.
    pub fn of(part: StrVar, value: &StrExpr) -> Option<SliceFact> {
        let StrExpr::Slice { of: StrTerm::Var(whole), from, to } = value else { return None };
        let position = |term: &Linear| u64::try_from(term.as_constant()?.max(0)).ok();
        let to = match to {
            Some(to) => Some(position(to)?),
            None => None,
        };
        (part != *whole).then_some(SliceFact { part, whole: *whole, from: position(from)?, to })
    }
}

/// The values of some quantities are together in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFact {
    /// The quantities of the tracks, ascending.
    pub quantities: Vec<Quantity>,
    /// The set.
    pub set: Numbers,
}

impl Certificate {
    /// The cases of a label; none when no run comes there.
    pub fn at(&self, label: Label) -> &[Facts] {
        self.labels.get(label.index()).map_or(&[], Vec::as_slice)
    }
}
