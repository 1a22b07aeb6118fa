//! Conditions that constants decide.
//!
//! Exact: a condition folds to a truth value only when every run agrees with it.

use ir::emit::Emit;
use ir::{Condition, Linear, Literal, Quantity, StrTerm, Test};

/// Whether a condition is known to hold or not to.
pub(crate) fn fold(emit: &Emit, condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Literal(Literal { test, holds }) => decide(emit, test).map(|truth| truth == *holds),
        Condition::All(parts) => join(emit, parts, false),
        Condition::Any(parts) => join(emit, parts, true),
    }
}

/// A joint is what `settles` says as soon as one part is, and the contrary when all parts are.
fn join(emit: &Emit, parts: &[Condition], settles: bool) -> Option<bool> {
    let known: Vec<Option<bool>> = parts.iter().map(|part| fold(emit, part)).collect();
    if known.contains(&Some(settles)) {
        return Some(settles);
    }
    known.iter().all(Option::is_some).then_some(!settles)
}

/// The least and the greatest number that a sum of lengths may be, as far as there are such.
fn ends(linear: &Linear) -> (Option<i128>, Option<i128>) {
    let constant = linear.constant_part();
    let (mut least, mut most) = (Some(constant), Some(constant));
    for (quantity, factor) in linear.terms() {
        let is_length = matches!(quantity, Quantity::Length(_));
        if !is_length || *factor < 0 {
            least = None;
        }
        if !is_length || *factor > 0 {
            most = None;
        }
    }
    (least, most)
}

fn decide(emit: &Emit, test: &Test) -> Option<bool> {
    let words = |one: &StrTerm, two: &StrTerm| match (one, two) {
        (StrTerm::Word(one), StrTerm::Word(two)) => Some((one.clone(), two.clone())),
        _ => None,
    };
    match test {
        Test::In(StrTerm::Word(word), language) => Some(emit.contains_now(*language, word)),
        Test::Bool(_) | Test::In(StrTerm::Var(_), _) => None,
        Test::Equal(one, two) if one == two => Some(true),
        Test::Equal(one, two) => words(one, two).map(|(one, two)| one == two),
        Test::Contains(whole, part) => words(whole, part).map(|(whole, part)| {
            part.is_empty() || whole.windows(part.len()).any(|window| window == &part[..])
        }),
        Test::StartsWith(whole, part) => words(whole, part).map(|(whole, part)| whole.starts_with(&part)),
        Test::EndsWith(whole, part) => words(whole, part).map(|(whole, part)| whole.ends_with(&part)),
        Test::IsZero(linear) => match ends(linear) {
            (Some(least), Some(most)) if least == most => Some(least == 0),
            (Some(1..), _) | (_, Some(..=-1)) => Some(false),
            _ => None,
        },
        Test::AtMostZero(linear) => match ends(linear) {
            (Some(1..), _) => Some(false),
            (_, Some(..=0)) => Some(true),
            _ => None,
        },
    }
}
