//! Linear terms over integer variables and lengths of strings, in a normal form.
//!
//! Each quantity occurs once, in order, with a coefficient that is not 0; so `==` is equality of terms.
//! Coefficients have 128 bits and arithmetic on them is checked: a front end that meets an overflow must give
//! the expression up, not wrap it.

use std::collections::BTreeMap;

use crate::ids::{IntVar, StrVar};

/// An integer that a state has: a variable, or the length of a string variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// The value of an integer variable.
    Var(IntVar),
    /// The number of characters of a string variable.
    Length(StrVar),
}

/// A sum of quantities with coefficients, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: Vec<(Quantity, i128)>,
    constant: i128,
}

impl Linear {
    /// A constant.
    pub const fn constant(value: i128) -> Self {
        Linear { terms: Vec::new(), constant: value }
    }

    /// One quantity.
    pub fn quantity(quantity: Quantity) -> Self {
        Linear { terms: vec![(quantity, 1)], constant: 0 }
    }

    /// The sum of quantities with coefficients, in any order and number, and a constant; `None` on overflow.
    pub fn sum(parts: impl IntoIterator<Item = (Quantity, i128)>, constant: i128) -> Option<Self> {
        let mut sums = BTreeMap::new();
        for (quantity, factor) in parts {
            let sum: &mut i128 = sums.entry(quantity).or_default();
            *sum = sum.checked_add(factor)?;
        }
        Some(Linear { terms: sums.into_iter().filter(|(_, factor)| *factor != 0).collect(), constant })
    }

    /// The value of a variable.
    pub fn var(var: IntVar) -> Self {
        Linear::quantity(Quantity::Var(var))
    }

    /// The length of a string variable.
    pub fn length(var: StrVar) -> Self {
        Linear::quantity(Quantity::Length(var))
    }

    /// The quantities with their coefficients, in order, none 0.
    pub fn terms(&self) -> &[(Quantity, i128)] {
        &self.terms
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The value, when no quantity occurs.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether all its numbers have an opposite of 128 bits, as the terms of a valid program do.
    pub fn has_opposite(&self) -> bool {
        self.constant != i128::MIN && self.terms.iter().all(|(_, factor)| *factor != i128::MIN)
    }

    /// The sum; `None` on overflow.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        while let (Some(&(x, a)), Some(&(y, b))) = (left.first(), right.first()) {
            if x == y {
                let sum = a.checked_add(b)?;
                if sum != 0 {
                    terms.push((x, sum));
                }
            } else {
                terms.push(if x < y { (x, a) } else { (y, b) });
            }
            left = &left[usize::from(x <= y)..];
            right = &right[usize::from(y <= x)..];
        }
        terms.extend_from_slice(left);
        terms.extend_from_slice(right);
        Some(Linear { terms, constant: self.constant.checked_add(other.constant)? })
    }

    /// The difference; `None` on overflow.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(-1)?)
    }

    /// The multiple; `None` on overflow.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::constant(0));
        }
        let terms = self.terms.iter().map(|&(x, a)| Some((x, a.checked_mul(factor)?)));
        Some(Linear { terms: terms.collect::<Option<_>>()?, constant: self.constant.checked_mul(factor)? })
    }

    /// The same term over other quantities. The names keep their order.
    pub(crate) fn map(&self, name: impl Fn(Quantity) -> Quantity) -> Linear {
        let terms = self.terms.iter().map(|&(quantity, factor)| (name(quantity), factor)).collect();
        Linear { terms, constant: self.constant }
    }

    /// The value under an assignment of the quantities; `None` on overflow.
    pub fn evaluate(&self, value: impl Fn(Quantity) -> i128) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(quantity, factor)| {
            sum.checked_add(value(quantity).checked_mul(factor)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_normal() {
        let (x, y) = (Linear::var(IntVar(0)), Linear::length(StrVar(0)));
        let sum = x.plus(&y).and_then(|s| s.plus(&x)).expect("small");
        assert_eq!(sum.terms(), [(Quantity::Var(IntVar(0)), 2), (Quantity::Length(StrVar(0)), 1)]);
        assert_eq!(y.plus(&x).and_then(|s| s.plus(&x)), Some(sum.clone()));
        assert_eq!(sum.minus(&sum), Some(Linear::constant(0)));
        assert_eq!(sum.times(0), Some(Linear::constant(0)));
        let parts = sum.terms().iter().rev().map(|&(quantity, factor)| (quantity, factor + 1));
        let ones = sum.terms().iter().map(|&(quantity, _)| (quantity, -1));
        assert_eq!(Linear::sum(parts.chain(ones), 0), Some(sum));
    }

    #[test]
    fn overflow_is_said() {
        let most = Linear::constant(i128::MAX);
        assert_eq!(most.plus(&Linear::constant(1)), None);
        assert_eq!(most.times(2), None);
        assert_eq!(Linear::var(IntVar(0)).evaluate(|_| i128::MAX).and_then(|v| v.checked_add(1)), None);
    }
}
