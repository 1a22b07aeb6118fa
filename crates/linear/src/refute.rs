//! Whether rows contradict each other, with the multipliers that show it.
//!
//! By Farkas' lemma rows have no rational solution exactly when some multiples of them, those of inequalities not
//! negative, add up to `constant <= 0` with a constant above 0. These multiples are the solution of a linear program
//! with one column a row, found by the simplex method with Bland's rule, which never cycles. The arithmetic is exact:
//! each line of the tableau is a multiple of itself by some positive integer.

use std::collections::{BTreeMap, BTreeSet};

use crate::row::{Row, Sign, gcd};

/// More pivots than this are given up.
const MOST_PIVOTS: usize = 2_000;
/// Numbers larger than this are divided by what is common to their line.
const LARGE: u128 = 1 << 40;

/// Multipliers, one a row, with which the rows add up to a contradiction; `None` when there are none, or when they
/// were not found within the limits.
pub fn refutation(rows: &[Row]) -> Option<Vec<i128>> {
    if let Some(at) = rows.iter().position(|row| row.terms().is_empty() && row.is_absurd()) {
        let mut multipliers = vec![0; rows.len()];
        multipliers[at] = if rows[at].constant() > 0 { 1 } else { -1 };
        return Some(multipliers);
    }
    let mut tableau = Tableau::of(rows)?;
    tableau.settle_variables()?;
    tableau.climb()?;
    tableau.multipliers(rows)
}

/// Whether rows contradict each other, as far as rational arithmetic shows it; the multipliers are added up again.
pub(crate) fn is_refuted(rows: &[Row]) -> bool {
    refutation(rows).is_some_and(|multipliers| proves(rows, &multipliers))
}

/// Some rows together with those of others that share a variable with them, directly or through others.
pub fn related(others: &[Row], mut rows: Vec<Row>) -> Vec<Row> {
    let names_of = |row: &Row| row.terms().iter().map(|term| term.0).collect::<Vec<u32>>();
    let mut names: BTreeSet<u32> = rows.iter().flat_map(names_of).collect();
    let mut apart: Vec<&Row> = others.iter().collect();
    loop {
        let touches = |row: &&Row| row.terms().iter().any(|term| names.contains(&term.0));
        let (touching, rest): (Vec<&Row>, Vec<&Row>) = apart.into_iter().partition(touches);
        if touching.is_empty() {
            return rows;
        }
        names.extend(touching.iter().flat_map(|row| names_of(row)));
        rows.extend(touching.into_iter().cloned());
        apart = rest;
    }
}

/// Exact: whether the multiples of the rows add up to a contradiction.
pub fn proves(rows: &[Row], multipliers: &[i128]) -> bool {
    sum_of(rows, multipliers).is_some_and(|(terms, constant)| terms.values().all(|&f| f == 0) && constant > 0)
}

/// The sum of the multiples; `None` when a multiplier of an inequality is negative or a number does not fit.
fn sum_of(rows: &[Row], multipliers: &[i128]) -> Option<(BTreeMap<u32, i128>, i128)> {
    let (mut terms, mut constant) = (BTreeMap::new(), 0i128);
    if rows.len() != multipliers.len() {
        return None;
    }
    for (row, &times) in rows.iter().zip(multipliers) {
        if times < 0 && row.sign() == Sign::AtMostZero {
            return None;
        }
        for &(variable, factor) in row.terms() {
            let sum: &mut i128 = terms.entry(variable).or_default();
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
        }
        constant = constant.checked_add(row.constant().checked_mul(times)?)?;
    }
    Some((terms, constant))
}

/// One line: the sum of the columns times its numbers is its last number.
type Line = Vec<i128>;

/// A linear program over the multipliers: for each variable the factors add up to 0, and the constants to 1.
struct Tableau {
    /// One line a variable, and last the one of the constants.
    lines: Vec<Line>,
    /// The column that each line but the last is solved for; `None` while it is not.
    basis: Vec<Option<usize>>,
    /// For each column, the row that it belongs to and whether it is negated.
    columns: Vec<(usize, bool)>,
    pivots: usize,
}

impl Tableau {
    fn of(rows: &[Row]) -> Option<Tableau> {
        let mut names: Vec<u32> = rows.iter().flat_map(|row| row.terms().iter().map(|term| term.0)).collect();
        names.sort_unstable();
        names.dedup();
        let mut columns = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            columns.push((at, false));
            if row.sign() == Sign::Zero {
                columns.push((at, true));
            }
        }
        let mut lines = vec![vec![0; columns.len() + 1]; names.len() + 1];
        for (column, &(at, negated)) in columns.iter().enumerate() {
            let signed = |number: i128| if negated { number.checked_neg() } else { Some(number) };
            for &(variable, factor) in rows[at].terms() {
                let line = names.binary_search(&variable).ok()?;
                lines[line][column] = signed(factor)?;
            }
            lines[names.len()][column] = signed(rows[at].constant())?;
        }
        *lines[names.len()].last_mut()? = 1;
        let basis = vec![None; names.len()];
        Some(Tableau { lines, basis, columns, pivots: 0 })
    }

    /// Solves the line of each variable for some column. All of these lines sum up to 0, so any column will do.
    fn settle_variables(&mut self) -> Option<()> {
        for line in 0..self.basis.len() {
            let numbers = self.lines[line][..self.columns.len()].iter().enumerate();
            let column =
                numbers.filter(|(_, number)| **number != 0).min_by_key(|(_, number)| number.unsigned_abs());
            if let Some((column, _)) = column {
                if self.lines[line][column] < 0 {
                    self.lines[line].iter_mut().for_each(|number| *number = -*number);
                }
                self.pivot(line, column)?;
            }
        }
        Some(())
    }

    /// Lets columns grow that bring the constants nearer to 1, until they are 1; `None` when nothing helps.
    fn climb(&mut self) -> Option<()> {
        let last = self.basis.len();
        loop {
            // Bland's rule: the first column that helps, and of the lines that stop it the one of the first column.
            let column = (0..self.columns.len()).find(|&column| self.lines[last][column] > 0)?;
            let stops = (0..last).filter(|&line| self.basis[line].is_some() && self.lines[line][column] > 0);
            let Some(line) = stops.min_by_key(|&line| self.basis[line]) else {
                self.basis.push(Some(column));
                return self.pivot(last, column);
            };
            // The sums of these lines are 0: they let the column in without any growth.
            self.pivot(line, column)?;
        }
    }

    /// Solves a line, whose number in the column is above 0, for the column and takes the column out of the others.
    fn pivot(&mut self, line: usize, column: usize) -> Option<()> {
        self.pivots += 1;
        if self.pivots > MOST_PIVOTS {
            return None;
        }
        if line < self.basis.len() {
            self.basis[line] = Some(column);
        }
        let solved = std::mem::take(&mut self.lines[line]);
        let pivot = solved[column];
        for other in self.lines.iter_mut().filter(|other| !other.is_empty() && other[column] != 0) {
            let common = gcd(pivot, other[column]);
            let (own, others) = (pivot / common, other[column] / common);
            // Most numbers are 0, and most pivots 1.
            for (number, &taken) in other.iter_mut().zip(&solved) {
                if own != 1 && *number != 0 {
                    *number = number.checked_mul(own)?;
                }
                if taken != 0 {
                    *number = number.checked_sub(taken.checked_mul(others)?)?;
                }
            }
            shorten(other);
        }
        self.lines[line] = solved;
        Some(())
    }

    /// The values of the columns as multipliers of the rows, as integers.
    fn multipliers(&self, rows: &[Row]) -> Option<Vec<i128>> {
        let solved =
            || self.basis.iter().zip(&self.lines).filter_map(|(column, line)| Some(((*column)?, line)));
        // A column is its line's sum divided by the column's number there.
        let mut scale = 1i128;
        for (column, line) in solved() {
            let (sum, number) = (*line.last()?, line[column]);
            let denominator = number / gcd(sum, number).max(1);
            scale = (scale / gcd(scale, denominator)).checked_mul(denominator)?;
        }
        let mut multipliers = vec![0i128; rows.len()];
        for (column, line) in solved() {
            let (sum, number) = (*line.last()?, line[column]);
            let value = sum.checked_mul(scale)? / number;
            let (at, negated) = self.columns[column];
            multipliers[at] = multipliers[at].checked_add(if negated { -value } else { value })?;
        }
        Some(multipliers)
    }
}

/// Divides a line of large numbers by what they have in common.
fn shorten(line: &mut Line) {
    if line.iter().all(|number| number.unsigned_abs() < LARGE) {
        return;
    }
    let common = line.iter().fold(0, |common, &number| gcd(common, number));
    if common > 1 {
        line.iter_mut().for_each(|number| *number /= common);
    }
}
