//! Whether rows contradict each other, with the multipliers that show it.
//!
//! By Farkas' lemma rows have no rational solution exactly when some multiples of them, those of inequalities not
//! negative, add up to `constant <= 0` with a constant above 0. These multiples are the solution of a linear program
//! with one column a row. Questions about the same rows share what was found: a point of them that breaks a row shows
//! that the row does not follow, without another linear program.

use crate::row::{Row, Sign};
use crate::tableau::{Point, Solved, solve};

/// Multipliers, one a row, with which the rows add up to a contradiction; `None` when there are none, or when they
/// were not found within the limits.
pub fn refutation(rows: &[Row]) -> Option<Vec<i128>> {
    match found(&rows.iter().collect::<Vec<_>>())? {
        Solved::Refuted(multipliers) => Some(multipliers),
        Solved::Satisfied(_) => None,
    }
}

fn found(rows: &[&Row]) -> Option<Solved> {
    if let Some(at) = rows.iter().position(|row| row.terms().is_empty() && row.is_absurd()) {
        let mut multipliers = vec![0; rows.len()];
        multipliers[at] = if rows[at].constant() > 0 { 1 } else { -1 };
        return Some(Solved::Refuted(multipliers));
    }
    solve(rows)
}

/// Whether rows contradict each other, as far as rational arithmetic shows it; the multipliers are added up again.
pub(crate) fn is_refuted(rows: &[&Row]) -> bool {
    matches!(found(rows), Some(Solved::Refuted(multipliers)) if is_contradiction(rows, &multipliers))
}

/// The points of some rows that questions about them have found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    known: Vec<Point>,
}

impl Points {
    /// Whether the rows and an inequality contradict each other, as far as rational arithmetic shows it. The rows are always
    /// the same but for what `keep` was told.
    pub(crate) fn refute(&mut self, rows: &[Row], more: &Row) -> bool {
        if self.known.iter().any(|point| point.satisfies(more) == Some(true)) {
            return false;
        }
        let rows = connected(rows, vec![more]);
        match found(&rows) {
            Some(Solved::Refuted(multipliers)) => is_contradiction(&rows, &multipliers),
            Some(Solved::Satisfied(point)) => {
                self.known.push(point);
                false
            }
            None => false,
        }
    }

    /// Goes on with one more row: points that are not known to satisfy it are forgotten.
    pub(crate) fn keep(&mut self, row: &Row) {
        self.known.retain(|point| point.satisfies(row) == Some(true));
    }
}

/// Some rows together with those of others that share a variable with them, directly or through others.
pub fn related(others: &[Row], rows: Vec<Row>) -> Vec<Row> {
    let more: Vec<Row> =
        connected(others, rows.iter().collect()).into_iter().skip(rows.len()).cloned().collect();
    [rows, more].concat()
}

/// The same without copies.
pub(crate) fn connected<'a>(others: &'a [Row], mut rows: Vec<&'a Row>) -> Vec<&'a Row> {
    let mut names: Vec<u32> = Vec::new();
    let mut apart: Vec<&Row> = others.iter().collect();
    let mut seen = 0;
    while seen < rows.len() {
        names.extend(rows[seen..].iter().flat_map(|row| row.terms()).map(|term| term.0));
        names.sort_unstable();
        names.dedup();
        seen = rows.len();
        apart.retain(|row| {
            let touches = row.terms().iter().any(|term| names.binary_search(&term.0).is_ok());
            if touches {
                rows.push(row);
            }
            !touches
        });
    }
    rows
}

/// Exact: whether the multiples of the rows add up to a contradiction.
pub fn proves(rows: &[Row], multipliers: &[i128]) -> bool {
    is_contradiction(&rows.iter().collect::<Vec<_>>(), multipliers)
}

fn is_contradiction(rows: &[&Row], multipliers: &[i128]) -> bool {
    sum_of(rows, multipliers)
        .is_some_and(|(terms, constant)| terms.iter().all(|term| term.1 == 0) && constant > 0)
}

/// The sum of the multiples; `None` when a multiplier of an inequality is negative or a number does not fit.
fn sum_of(rows: &[&Row], multipliers: &[i128]) -> Option<(Vec<(u32, i128)>, i128)> {
    if rows.len() != multipliers.len() {
        return None;
    }
    let mut constant = 0i128;
    let mut products: Vec<(u32, i128)> = Vec::new();
    for (row, &times) in rows.iter().zip(multipliers).filter(|(_, times)| **times != 0) {
        if times < 0 && row.sign() == Sign::AtMostZero {
            return None;
        }
        for &(variable, factor) in row.terms() {
            products.push((variable, factor.checked_mul(times)?));
        }
        constant = constant.checked_add(row.constant().checked_mul(times)?)?;
    }
    products.sort_unstable();
    let mut terms: Vec<(u32, i128)> = Vec::new();
    for (variable, product) in products {
        match terms.last_mut() {
            Some((last, sum)) if *last == variable => *sum = sum.checked_add(product)?,
            Some(_) | None => terms.push((variable, product)),
        }
    }
    Some((terms, constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows over a few variables that look random, the same in every run, with factors of some size.
    fn rows(seed: u64, size: i128) -> Vec<Row> {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let (variables, count) = (3 + below(9), 4 + below(12));
        let row = |_| {
            let sign = if below(3) == 0 { Sign::Zero } else { Sign::AtMostZero };
            let terms: Vec<(u32, i128)> = (0..=below(3))
                .map(|_| (below(variables) as u32, (i128::from(below(5)) - 2) * size + i128::from(below(2))))
                .collect();
            Row::new(terms, i128::from(below(9)) - 6, sign).expect("numbers that fit")
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn rows_are_refuted_or_have_a_point() {
        // Products of the largest factors do not fit in 64 bits, so both widths are met.
        for size in [1, 1 << 20, 1 << 50] {
            let (mut refuted, mut satisfied) = (0, 0);
            for seed in 0..600 {
                let rows = rows(seed, size);
                match found(&rows.iter().collect::<Vec<_>>()) {
                    Some(Solved::Refuted(multipliers)) => {
                        assert!(proves(&rows, &multipliers), "seed {seed}: {rows:?}");
                        refuted += 1;
                    }
                    Some(Solved::Satisfied(point)) => {
                        assert!(rows.iter().all(|row| point.satisfies(row) != Some(false)), "seed {seed}");
                        satisfied += 1;
                    }
                    None => assert!(size > 1, "seed {seed}: {rows:?}"),
                }
            }
            assert!(refuted > 100 && satisfied > 50, "{size}: {refuted} and {satisfied}");
        }
    }
}
