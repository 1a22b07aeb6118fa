//! Projection: rows without a variable, that hold whenever there is some value of it.
//!
//! An equation with the variable is solved for it; else every pair of an upper and a lower bound is added up, which is
//! the elimination of Fourier and Motzkin. Over integers both over-approximate unless a factor is 1.

use crate::row::{Row, Sign};

/// Pairs beyond these many are not added up: what they say is lost.
const MOST_PAIRS: usize = 400;

/// Over-approximates: what the rows say of the other variables.
pub(crate) fn without(rows: &[Row], variable: u32) -> Vec<Row> {
    let (speaking, mut silent): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.factor(variable) != 0);
    if speaking.is_empty() {
        return rows.to_vec();
    }
    let mut made = Vec::new();
    let equations = speaking.iter().enumerate().filter(|(_, row)| row.sign() == Sign::Zero);
    // Of equations that do alike, one with another variable: a value in its place would hide how the two are related.
    let equation = equations.min_by_key(|(_, row)| {
        let others = row.terms().len() - 1;
        (row.factor(variable).unsigned_abs(), others == 0, others)
    });
    if let Some((at, equation)) = equation {
        let others = speaking.iter().enumerate().filter(|(other, _)| *other != at);
        made.extend(others.filter_map(|(_, row)| substituted(row, equation, variable)));
    } else {
        let (uppers, lowers): (Vec<&Row>, Vec<&Row>) =
            speaking.into_iter().partition(|row| row.factor(variable) > 0);
        let pairs = uppers.iter().flat_map(|upper| lowers.iter().map(move |lower| (*upper, *lower)));
        made.extend(pairs.take(MOST_PAIRS).filter_map(|(upper, lower)| added(upper, lower, variable)));
    }
    silent.extend(made.iter().filter(|row| !row.is_trivial()));
    silent.into_iter().cloned().collect()
}

/// A row with the variable replaced by what an equation says it is; `None` when a number does not fit.
pub(crate) fn substituted(row: &Row, equation: &Row, variable: u32) -> Option<Row> {
    let (own, others) = (row.factor(variable), equation.factor(variable));
    let turn = if others < 0 { -1 } else { 1 };
    row.combined(others.checked_mul(turn)?, (equation, own.checked_neg()?.checked_mul(turn)?), row.sign())
}

/// The sum of multiples of two inequalities in which the variable is no more.
fn added(upper: &Row, lower: &Row, variable: u32) -> Option<Row> {
    let (up, down) = (upper.factor(variable), lower.factor(variable).checked_neg()?);
    upper.combined(down, (lower, up), Sign::AtMostZero)
}
