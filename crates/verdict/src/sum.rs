//! Linear constraints on integers and lengths before and after an action, and how they are written.
//!
//! A constraint that would need numbers beyond 128 bits is left out, which is weaker and so still true.

use ir::{Linear, Quantity, StrTerm};

/// An integer that a constraint speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// A quantity before the action.
    Before(Quantity),
    /// The integer assigned, or the length of the string assigned.
    After,
    /// Some integer: constraints on it say that there is one.
    Some,
}

/// A linear constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The tracks with their factors, each once.
    pub terms: Vec<(Track, i128)>,
    /// Added to the sum.
    pub constant: i128,
    /// What the sum must be.
    pub sign: Sign,
}

/// What a sum must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Equal to 0.
    Zero,
    /// 0 or less.
    AtMostZero,
}

/// A conjunction. No constraint is *anything goes*.
pub type Case = Vec<Constraint>;

/// A linear term over tracks while a constraint is being written.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    terms: Vec<(Track, i128)>,
    constant: i128,
}

impl Sum {
    pub(crate) fn constant(constant: i128) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    pub(crate) fn after() -> Sum {
        Sum { terms: vec![(Track::After, 1)], constant: 0 }
    }

    pub(crate) fn some() -> Sum {
        Sum { terms: vec![(Track::Some, 1)], constant: 0 }
    }

    pub(crate) fn of(linear: &Linear) -> Sum {
        let term = |&(quantity, factor): &(Quantity, i128)| (Track::Before(quantity), factor);
        Sum { terms: linear.terms().iter().map(term).collect(), constant: linear.constant_part() }
    }

    pub(crate) fn length(term: &StrTerm) -> Sum {
        match term {
            StrTerm::Var(var) => Sum::of(&Linear::length(*var)),
            StrTerm::Word(word) => Sum::constant(word.len() as i128),
        }
    }

    /// The sum with `factor` times `other` added; `None` on overflow.
    pub(crate) fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut sum = self.clone();
        for &(track, each) in &other.terms {
            let each = each.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|(known, _)| *known == track) {
                Some((_, known)) => *known = known.checked_add(each)?,
                None => sum.terms.push((track, each)),
            }
        }
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        sum.terms.retain(|&(_, factor)| factor != 0);
        Some(sum)
    }

    /// `self = other`; nothing on overflow, which is weaker and so still true.
    pub(crate) fn equals(&self, other: &Sum) -> Case {
        self.constraint(other, Sign::Zero)
    }

    /// `self <= other`; nothing on overflow.
    pub(crate) fn at_most(&self, other: &Sum) -> Case {
        self.constraint(other, Sign::AtMostZero)
    }

    fn constraint(&self, other: &Sum, sign: Sign) -> Case {
        let sum = self.plus(other, -1);
        sum.into_iter().map(|Sum { terms, constant }| Constraint { terms, constant, sign }).collect()
    }
}

/// All of the cases' constraints together.
pub(crate) fn both(cases: impl IntoIterator<Item = Case>) -> Case {
    cases.into_iter().flatten().collect()
}
