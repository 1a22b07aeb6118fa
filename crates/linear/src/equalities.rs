//! The equations that two conjunctions have in common, by the algorithm of Zassenhaus.
//!
//! The equations that follow from some equations are their linear combinations, a space; what follows from both is
//! the intersection of two spaces. This is the join of [KAR76] on the side of the constraints.

use crate::project::substituted;
use crate::row::{Row, Sign};

/// Stands for the constant among the variables; no variable has this number.
const ONE: u32 = u32::MAX;

/// Exact, unless a number does not fit, and then fewer: a basis of the equations that follow from the equations of
/// both sides.
pub(crate) fn common(left: &[Row], right: &[Row]) -> Vec<Row> {
    // Lines [row, row] for the left and [row, 0] for the right: a combination whose first half is 0 has in its second
    // half a combination of the left that is one of the right as well.
    let lines = left.iter().map(|row| line(row, Some(row))).chain(right.iter().map(|row| line(row, None)));
    let mut lines: Vec<Row> = lines.flatten().collect();
    let mut found = Vec::new();
    while let Some(row) = lines.pop() {
        let first = row.terms().iter().find(|(name, _)| is_first(*name)).map(|&(name, _)| name);
        let Some(first) = first else {
            found.extend(second_half(&row));
            continue;
        };
        lines = lines
            .into_iter()
            .filter_map(
                |other| if other.factor(first) == 0 { Some(other) } else { substituted(&other, &row, first) },
            )
            .collect();
    }
    found
}

/// The variables of the first half have even numbers, those of the second odd ones.
fn is_first(name: u32) -> bool {
    name.is_multiple_of(2)
}

/// A line from its halves; `None` when a number does not fit.
fn line(first: &Row, second: Option<&Row>) -> Option<Row> {
    let half = |row: &Row, odd: u32| -> Vec<(u32, i128)> {
        let name = |variable: u32| if variable == ONE { odd } else { 2 * (variable + 1) + odd };
        let constant = (row.constant() != 0).then_some((name(ONE), row.constant()));
        row.terms().iter().map(|&(variable, factor)| (name(variable), factor)).chain(constant).collect()
    };
    let mut terms = half(first, 0);
    terms.extend(second.map(|row| half(row, 1)).into_iter().flatten());
    Row::new(terms, 0, Sign::Zero)
}

fn second_half(row: &Row) -> Option<Row> {
    let constant = row.factor(1);
    let terms =
        row.terms().iter().filter(|(name, _)| *name > 1).map(|&(name, factor)| (name / 2 - 1, factor));
    Row::new(terms, constant, Sign::Zero).filter(|row| !row.terms().is_empty())
}
