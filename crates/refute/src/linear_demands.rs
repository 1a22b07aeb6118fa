//! Linear demands over what a walk does not know yet.
//!
//! An unknown is an integer variable or the length of a string variable of some call, or an answer of the outside.
//! A walk backwards replaces the former by what they were computed from, until only answers are left.

use std::collections::BTreeMap;

use ir::{IntVar, Linear, Quantity, StrVar};

use crate::record::CallId;

/// An integer that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unknown {
    /// The value of a variable.
    Int(CallId, IntVar),
    /// The length of a variable.
    Length(CallId, StrVar),
    /// An integer that was answered, by its position in the list.
    Answer(usize),
    /// The length of a word that was answered.
    AnswerLength(usize),
    /// An integer that only helps to state a demand.
    Fresh(usize),
}

/// A sum of unknowns with coefficients that are not 0, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Sum {
    pub(crate) terms: BTreeMap<Unknown, i128>,
    pub(crate) constant: i128,
}

/// What is demanded of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// It is 0.
    Zero,
    /// It is not 0.
    NonZero,
    /// It is 0 or less.
    AtMostZero,
}

impl Sum {
    pub(crate) fn constant(constant: i128) -> Self {
        Sum { terms: BTreeMap::new(), constant }
    }

    pub(crate) fn unknown(unknown: Unknown) -> Self {
        Sum { terms: BTreeMap::from([(unknown, 1)]), constant: 0 }
    }

    /// The term as it is in a call.
    pub(crate) fn of(linear: &Linear, call: CallId) -> Self {
        let unknown = |quantity| match quantity {
            Quantity::Var(var) => Unknown::Int(call, var),
            Quantity::Length(var) => Unknown::Length(call, var),
        };
        let terms = linear.terms().iter().map(|&(quantity, factor)| (unknown(quantity), factor));
        Sum { terms: terms.collect(), constant: linear.constant_part() }
    }

    /// The sum with a multiple of another; `None` on overflow.
    pub(crate) fn plus(&self, factor: i128, other: &Sum) -> Option<Sum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&unknown, &value) in &other.terms {
            let old = sum.terms.remove(&unknown).unwrap_or(0);
            let new = old.checked_add(value.checked_mul(factor)?)?;
            if new != 0 {
                sum.terms.insert(unknown, new);
            }
        }
        Some(sum)
    }

    /// The sum with `value` in the place of `unknown`; `None` on overflow.
    pub(crate) fn with(&self, unknown: Unknown, value: &Sum) -> Option<Sum> {
        let Some(&factor) = self.terms.get(&unknown) else { return Some(self.clone()) };
        let mut rest = self.clone();
        rest.terms.remove(&unknown);
        rest.plus(factor, value)
    }

    /// The only unknown with its coefficient, where there is exactly one.
    pub(crate) fn single(&self) -> Option<(Unknown, i128)> {
        let mut terms = self.terms.iter();
        let (&unknown, &factor) = terms.next()?;
        terms.next().is_none().then_some((unknown, factor))
    }
}

impl Demand {
    /// Whether a value meets it.
    pub(crate) fn admits(self, value: i128) -> bool {
        match self {
            Demand::Zero => value == 0,
            Demand::NonZero => value != 0,
            Demand::AtMostZero => value <= 0,
        }
    }
}
