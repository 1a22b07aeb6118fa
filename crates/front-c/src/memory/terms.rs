//! Sums and comparisons of linear terms.
//!
//! Terms of a source have small numbers: whoever hands one over has named every product in a variable, so its
//! coefficients and constants have fewer than 100 bits. A sum of a few of them cannot overflow 128.
//! Comparisons of constants are decided here, so that what is known needs no branch.

use std::sync::Arc;

use ir::{Condition, Linear, Quantity, StrExpr, StrTerm, Test};

/// Why a sum has a value.
const SMALL: &str = "the numbers of a term have fewer than 100 bits";

/// The sum.
pub fn plus(left: &Linear, right: &Linear) -> Linear {
    left.plus(right).expect(SMALL)
}

/// The difference.
pub fn minus(left: &Linear, right: &Linear) -> Linear {
    left.minus(right).expect(SMALL)
}

/// A term and a constant.
pub fn add(left: &Linear, right: i128) -> Linear {
    plus(left, &Linear::constant(right))
}

/// `left <= right`.
pub fn at_most(left: &Linear, right: &Linear) -> Condition {
    let difference = minus(left, right);
    match difference.as_constant() {
        Some(value) => decided(value <= 0),
        None => Condition::test(Test::AtMostZero(difference)),
    }
}

/// `left < right`.
pub fn less(left: &Linear, right: &Linear) -> Condition {
    at_most(&add(left, 1), right)
}

/// `left == right`.
pub fn equal(left: &Linear, right: &Linear) -> Condition {
    let difference = minus(left, right);
    match difference.as_constant() {
        Some(value) => decided(value == 0),
        None => Condition::test(Test::IsZero(difference)),
    }
}

/// A condition whose outcome is known.
pub fn decided(holds: bool) -> Condition {
    if holds { Condition::TRUE } else { Condition::FALSE }
}

/// The number of characters.
pub fn length(text: &StrTerm) -> Linear {
    match text {
        StrTerm::Var(var) => Linear::length(*var),
        StrTerm::Word(word) => Linear::constant(word.len() as i128),
    }
}

/// A constant text.
pub fn word(bytes: &[u8]) -> StrTerm {
    StrTerm::Word(bytes.iter().map(|&byte| u32::from(byte)).collect::<Arc<[u32]>>())
}

/// The characters before a position.
pub fn prefix(of: &StrTerm, to: &Linear) -> StrExpr {
    StrExpr::Slice { of: of.clone(), from: Linear::constant(0), to: Some(to.clone()) }
}

/// The characters from a position on.
pub fn suffix(of: &StrTerm, from: &Linear) -> StrExpr {
    StrExpr::Slice { of: of.clone(), from: from.clone(), to: None }
}

/// Whether the term is at least 0 whatever its quantities are: lengths are, and variables that are said to be.
pub fn is_natural(term: &Linear, is_natural_variable: impl Fn(ir::IntVar) -> bool) -> bool {
    let natural = |&(quantity, factor): &(Quantity, i128)| {
        factor >= 0
            && match quantity {
                Quantity::Length(_) => true,
                Quantity::Var(var) => is_natural_variable(var),
            }
    };
    term.constant_part() >= 0 && term.terms().iter().all(natural)
}
