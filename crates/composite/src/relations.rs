//! Numbers as linear relations that somebody gives, in the place of sets of tuples.
//!
//! Sets of tuples are exact and costly: sizes of buffers that are any below 2^63 outgrow them. Relations of sizes are
//! found before and do not change here; what they say is asked for, and no more than a few small bounds of it.

use automata::LengthSet;
use ir::{Linear, Quantity, StrVar};
use sizes::State;
use verdict::relation::Case;

/// With more alternatives than this nothing is known.
const MOST: usize = 64;

/// What is known of the numbers: one of the alternatives holds.
pub(crate) type Rows = Vec<State>;

/// Over-approximates: the alternatives in which one of the cases holds too.
pub(crate) fn assume(rows: &Rows, cases: &[Case]) -> Rows {
    few(rows.iter().flat_map(|state| cases.iter().filter_map(|case| state.assuming(case))).collect())
}

/// Over-approximates: the alternatives after a quantity got a value of which one of the cases holds.
pub(crate) fn assign(rows: &Rows, quantity: Quantity, cases: &[Case]) -> Rows {
    few(rows
        .iter()
        .flat_map(|state| cases.iter().filter_map(|case| state.assigning(quantity, case)))
        .collect())
}

/// Over-approximates: nothing is known where there are too many alternatives.
fn few(rows: Rows) -> Rows {
    if rows.len() > MOST { vec![State::default()] } else { rows }
}

/// Whether a term is 0 or less in every alternative.
pub(crate) fn is_at_most_zero(rows: &Rows, term: &Linear) -> bool {
    rows.iter().all(|state| state.entails(term))
}

/// Whether a term is 0 or more in every alternative.
pub(crate) fn is_never_negative(rows: &Rows, term: &Linear) -> bool {
    term.times(-1).is_some_and(|opposite| is_at_most_zero(rows, &opposite))
}

/// Whether two terms are equal in every alternative.
pub(crate) fn is_equal(rows: &Rows, left: &Linear, right: &Linear) -> bool {
    let (above, below) = (left.minus(right), right.minus(left));
    above
        .zip(below)
        .is_some_and(|(above, below)| is_at_most_zero(rows, &above) && is_at_most_zero(rows, &below))
}

/// Over-approximates: the values of a term as a count, negative ones taken as 0. Only 0, 1 and more are told apart.
pub(crate) fn counts(rows: &Rows, term: &Linear) -> LengthSet {
    if let Some(constant) = term.as_constant() {
        return u64::try_from(constant.max(0)).map_or_else(|_| LengthSet::any(), LengthSet::exactly);
    }
    if is_at_most_zero(rows, term) {
        return LengthSet::exactly(0);
    }
    let less_one = term.minus(&Linear::constant(1));
    let at_least_one = less_one.as_ref().is_some_and(|rest| is_never_negative(rows, rest));
    let at_most_one = less_one.as_ref().is_some_and(|rest| is_at_most_zero(rows, rest));
    match (at_least_one, at_most_one) {
        (true, true) => LengthSet::exactly(1),
        (true, false) => LengthSet::at_least(1),
        (false, true) => LengthSet::between(0, 1),
        (false, false) => LengthSet::any(),
    }
}

/// Over-approximates: the lengths of the characters of a string before a position, and of the others.
pub(crate) fn side_lengths(rows: &Rows, whole: StrVar, at: &Linear) -> [LengthSet; 2] {
    let length = Linear::length(whole);
    let Some(rest) = length.minus(at) else { return [LengthSet::any(), LengthSet::any()] };
    if is_at_most_zero(rows, at) {
        return [LengthSet::exactly(0), counts(rows, &length)];
    }
    if is_at_most_zero(rows, &rest) {
        return [counts(rows, &length), LengthSet::exactly(0)];
    }
    if !is_never_negative(rows, at) || !is_never_negative(rows, &rest) {
        return [LengthSet::any(), LengthSet::any()];
    }
    [counts(rows, at), counts(rows, &rest)]
}
