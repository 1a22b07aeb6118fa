//! The simplex method on the multipliers of rows, exactly: each line is a multiple of itself by a positive integer.
//!
//! There is a column for each row, and a line for each variable which says that its factors add up to 0; the last line says what
//! the constants add up to, and is to become positive. The multiplier of an equation may have any sign, so it is solved for
//! first and its line put aside. Behind the columns of the rows stands one for each variable that starts with 1 in its own line
//! and never takes part: when nothing can grow any more, the last line has there a point that satisfies all rows.
//! Numbers have 64 bits at first and 128 where those do not suffice; the steps are the same.

use crate::row::{Row, Sign, gcd};

/// More pivots than this are given up.
const MOST_PIVOTS: usize = 2_000;
/// So many pivots take the column that grows fastest; those after them take the first, which never cycles.
const FAST_PIVOTS: usize = 40;
/// Numbers larger than this are divided by what is common to their line.
const LARGE: i64 = 1 << 30;

/// What came of rows.
pub(crate) enum Solved {
    /// Multipliers, one a row, with which the rows add up to a contradiction.
    Refuted(Vec<i128>),
    /// Rationals that satisfy all rows.
    Satisfied(Point),
}

/// Values of variables as numerators over one positive denominator.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Variables, ascending, with their numerators.
    values: Vec<(u32, i128)>,
    denominator: i128,
}

impl Point {
    /// Whether an inequality holds here; `None` when the point has no value for one of its variables, or a number does not fit.
    pub(crate) fn satisfies(&self, row: &Row) -> Option<bool> {
        let mut sum = row.constant().checked_mul(self.denominator)?;
        for &(variable, factor) in row.terms() {
            let at = self.values.binary_search_by_key(&variable, |value| value.0).ok()?;
            sum = sum.checked_add(self.values[at].1.checked_mul(factor)?)?;
        }
        Some(match row.sign() {
            Sign::Zero => sum == 0,
            Sign::AtMostZero => sum <= 0,
        })
    }
}

/// Decides whether rows contradict each other over the rationals; `None` when that was not found within the limits.
pub(crate) fn solve(rows: &[&Row]) -> Option<Solved> {
    let mut names: Vec<u32> = rows.iter().flat_map(|row| row.terms().iter().map(|term| term.0)).collect();
    names.sort_unstable();
    names.dedup();
    Tableau::<i64>::solve(rows, &names).or_else(|| Tableau::<i128>::solve(rows, &names))
}

/// Integers of some size that say when they do not suffice.
trait Number: Copy + Ord {
    const ZERO: Self;
    const ONE: Self;
    fn of(wide: i128) -> Option<Self>;
    fn wide(self) -> i128;
    fn negated(self) -> Option<Self>;
    fn divided(self, by: Self) -> Self;
    /// `self * own - taken * others`.
    fn combined(self, own: Self, taken: Self, others: Self) -> Option<Self>;
    fn is_large(self) -> bool;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn of(wide: i128) -> Option<Self> {
                Self::try_from(wide).ok()
            }

            fn wide(self) -> i128 {
                self.into()
            }

            fn negated(self) -> Option<Self> {
                self.checked_neg()
            }

            fn divided(self, by: Self) -> Self {
                self / by
            }

            fn combined(self, own: Self, taken: Self, others: Self) -> Option<Self> {
                self.checked_mul(own)?.checked_sub(taken.checked_mul(others)?)
            }

            fn is_large(self) -> bool {
                !(-<$type>::from(LARGE)..=<$type>::from(LARGE)).contains(&self)
            }
        }
    };
}

number!(i64);
number!(i128);

struct Tableau<N> {
    /// The lines of the variables, one after the other, each as long as `last`.
    numbers: Vec<N>,
    /// What each of them is solved for.
    solved: Vec<Solution>,
    /// The lines that are solved for equations, in this order.
    aside: Vec<usize>,
    /// What the constants add up to, times `scale`.
    last: Vec<N>,
    scale: N,
    columns: usize,
    pivots: usize,
}

/// What a line is solved for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Solution {
    /// Nothing yet, or nothing for good when all its numbers are 0.
    Open,
    /// The column of an inequality.
    Inequality(usize),
    /// That of an equation, which may have any sign: the line is put aside.
    Equation(usize),
}

/// How far the sum of the constants grows.
enum Climbed {
    /// Not at all.
    Ends,
    /// As far as one likes, with this column.
    WithoutEnd(usize),
}

impl<N: Number> Tableau<N> {
    fn solve(rows: &[&Row], names: &[u32]) -> Option<Solved> {
        let mut tableau = Tableau::<N>::of(rows, names)?;
        for (column, row) in rows.iter().enumerate() {
            if row.sign() == Sign::Zero && !tableau.put_aside(column)? {
                // Multiples of equations alone add up to a constant that is not 0.
                return tableau.multipliers(column).map(Solved::Refuted);
            }
        }
        let inequalities: Vec<usize> =
            (0..rows.len()).filter(|&column| rows[column].sign() == Sign::AtMostZero).collect();
        tableau.settle(&inequalities)?;
        match tableau.climb(&inequalities)? {
            Climbed::WithoutEnd(column) => tableau.multipliers(column).map(Solved::Refuted),
            Climbed::Ends => Some(Solved::Satisfied(tableau.point(names))),
        }
    }

    fn of(rows: &[&Row], names: &[u32]) -> Option<Tableau<N>> {
        let (columns, width) = (rows.len(), rows.len() + names.len());
        let mut numbers = vec![N::ZERO; width * names.len()];
        let mut last = vec![N::ZERO; width];
        for (column, row) in rows.iter().enumerate() {
            for &(variable, factor) in row.terms() {
                let line = names.binary_search(&variable).ok()?;
                numbers[line * width + column] = N::of(factor)?;
            }
            last[column] = N::of(row.constant())?;
        }
        for line in 0..names.len() {
            numbers[line * width + columns + line] = N::ONE;
        }
        let solved = vec![Solution::Open; names.len()];
        Some(Tableau { numbers, solved, aside: Vec::new(), last, scale: N::ONE, columns, pivots: 0 })
    }

    fn number(&self, line: usize, column: usize) -> N {
        self.numbers[line * self.last.len() + column]
    }

    fn line(&self, line: usize) -> &[N] {
        let width = self.last.len();
        &self.numbers[line * width..][..width]
    }

    /// Solves a line for an equation; false when no line speaks of it and yet the constants do.
    fn put_aside(&mut self, column: usize) -> Option<bool> {
        let open = (0..self.solved.len()).filter(|&line| self.solved[line] == Solution::Open);
        let speaking = open.filter(|&line| self.number(line, column) != N::ZERO);
        // One that leaves the numbers small.
        let Some(line) = speaking.min_by_key(|&line| self.number(line, column).wide().unsigned_abs()) else {
            return Some(self.last[column] == N::ZERO);
        };
        self.pivot(line, column)?;
        self.solved[line] = Solution::Equation(column);
        self.aside.push(line);
        Some(true)
    }

    /// Solves each other line for some column. All lines of variables add up to 0, so any column will do.
    fn settle(&mut self, inequalities: &[usize]) -> Option<()> {
        for line in 0..self.solved.len() {
            if self.solved[line] != Solution::Open {
                continue;
            }
            let speaking =
                inequalities.iter().copied().filter(|&column| self.number(line, column) != N::ZERO);
            let column = speaking.min_by_key(|&column| self.number(line, column).wide().unsigned_abs());
            if let Some(column) = column {
                self.pivot(line, column)?;
                self.solved[line] = Solution::Inequality(column);
            }
        }
        Some(())
    }

    /// Lets columns grow that make the sum of the constants grow; the one that may grow without end, if there is one.
    fn climb(&mut self, inequalities: &[usize]) -> Option<Climbed> {
        loop {
            let mut growing = inequalities.iter().copied().filter(|&column| self.last[column] > N::ZERO);
            let column = if self.pivots < FAST_PIVOTS {
                growing.max_by_key(|&column| (self.last[column], std::cmp::Reverse(column)))
            } else {
                growing.next()
            };
            let Some(column) = column else { return Some(Climbed::Ends) };
            let stops = (0..self.solved.len()).filter_map(|line| match self.solved[line] {
                Solution::Inequality(own) if self.number(line, column) > N::ZERO => Some((own, line)),
                Solution::Inequality(_) | Solution::Open | Solution::Equation(_) => None,
            });
            let Some((_, line)) = stops.min() else { return Some(Climbed::WithoutEnd(column)) };
            // The sums of these lines are 0: they let the column in without any growth.
            self.pivot(line, column)?;
            self.solved[line] = Solution::Inequality(column);
        }
    }

    /// Solves a line for a column and takes the column out of the other lines that are in use.
    fn pivot(&mut self, at: usize, column: usize) -> Option<()> {
        self.pivots += 1;
        if self.pivots > MOST_PIVOTS {
            return None;
        }
        let width = self.last.len();
        let is_negative = self.number(at, column) < N::ZERO;
        let mut solved = self.line(at).to_vec();
        if is_negative {
            for number in &mut solved {
                *number = number.negated()?;
            }
            self.numbers[at * width..][..width].copy_from_slice(&solved);
        }
        for (line, other) in self.numbers.chunks_exact_mut(width).enumerate() {
            let in_use = line != at && !matches!(self.solved[line], Solution::Equation(_));
            if in_use && other[column] != N::ZERO {
                take_out(other, &solved, column)?;
            }
        }
        if self.last[column] != N::ZERO {
            // The scale goes with the line.
            self.last.push(self.scale);
            solved.push(N::ZERO);
            take_out(&mut self.last, &solved, column)?;
            self.scale = self.last.pop().expect("it was pushed");
        }
        Some(())
    }

    /// The multipliers with which a column grows and the constants with it, as integers.
    fn multipliers(&self, column: usize) -> Option<Vec<i128>> {
        let mut multipliers = vec![0i128; self.columns];
        multipliers[column] = if self.last[column] > N::ZERO { 1 } else { -1 };
        let inequalities =
            (0..self.solved.len()).filter(|&line| matches!(self.solved[line], Solution::Inequality(_)));
        // An equation that was put aside is told by those after it.
        for line in inequalities.chain(self.aside.iter().rev().copied()) {
            let (Solution::Inequality(own) | Solution::Equation(own)) = self.solved[line] else { continue };
            let mut sum = 0i128;
            for (number, multiplier) in self.line(line).iter().zip(&multipliers) {
                if *multiplier != 0 && *number != N::ZERO {
                    sum = sum.checked_add(number.wide().checked_mul(*multiplier)?)?;
                }
            }
            if sum == 0 {
                continue;
            }
            let pivot = self.number(line, own).wide();
            let times = pivot / gcd(sum, pivot);
            for multiplier in &mut multipliers {
                *multiplier = multiplier.checked_mul(times)?;
            }
            multipliers[own] = sum.checked_mul(times)?.checked_div(pivot)?.checked_neg()?;
        }
        Some(multipliers)
    }

    /// What the last line says of the variables.
    fn point(&self, names: &[u32]) -> Point {
        let values = names.iter().copied().zip(self.last[self.columns..].iter().map(|number| number.wide()));
        Point { values: values.collect(), denominator: self.scale.wide() }
    }
}

/// Adds a multiple of a line, whose number in the column is above 0, to a positive multiple of another that then has 0 there.
fn take_out<N: Number>(other: &mut [N], solved: &[N], column: usize) -> Option<()> {
    let common = N::of(gcd(solved[column].wide(), other[column].wide()))?;
    let (own, others) = (solved[column].divided(common), other[column].divided(common));
    let mut is_large = false;
    // Most numbers are 0, and most pivots 1.
    for (number, &taken) in other.iter_mut().zip(solved) {
        if taken != N::ZERO || (own != N::ONE && *number != N::ZERO) {
            *number = number.combined(own, taken, others)?;
            is_large |= number.is_large();
        }
    }
    if is_large {
        shorten(other);
    }
    Some(())
}

/// Divides a line of large numbers by what they have in common.
fn shorten<N: Number>(line: &mut [N]) {
    let common = line.iter().fold(0, |common, number| gcd(common, number.wide()));
    if let Some(common) = N::of(common).filter(|common| *common > N::ONE) {
        line.iter_mut().for_each(|number| *number = number.divided(common));
    }
}
