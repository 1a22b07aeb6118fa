//! Conjunctions of rows with the operations of an analysis, after [CH78 §4].
//!
//! The join keeps the equations that follow from both sides and those inequalities of either side, or of some given
//! forms, that follow from both. That is weaker than the convex hull, and needs no generators, whose number grows
//! exponentially with the variables.

use crate::equalities::common;
use crate::project::{substituted, without};
use crate::refute::{Points, connected, is_refuted};
use crate::row::{Row, Sign};

/// A conjunction has at most so many rows; what comes later is left out.
const MOST_ROWS: usize = 60;

/// A conjunction of linear constraints. It is not canonical: different ones may hold of the same integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polyhedron {
    rows: Vec<Row>,
}

impl Polyhedron {
    /// The rows, whose order means nothing.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a constraint, unless it follows by itself or there are too many.
    pub fn add(&mut self, row: Row) {
        if !row.is_trivial() && !self.rows.contains(&row) && self.rows.len() < MOST_ROWS {
            self.rows.push(row);
        }
    }

    /// Whether no integers satisfy the rows, as far as rational arithmetic shows it.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().any(Row::is_absurd) || is_refuted(&self.rows.iter().collect::<Vec<_>>())
    }

    /// The same with more rows, of which some integers satisfied those before; `None` when none satisfy all, as far as that is
    /// shown.
    pub fn narrowed(&self, news: Vec<Row>) -> Option<Polyhedron> {
        // A contradiction needs a new row, and so only rows that are related to one.
        if news.iter().any(Row::is_absurd) || is_refuted(&connected(&self.rows, news.iter().collect())) {
            return None;
        }
        let mut narrow = self.clone();
        news.into_iter().for_each(|row| narrow.add(row));
        Some(narrow)
    }

    /// Whether a row follows, as far as rational arithmetic shows it.
    pub fn entails(&self, row: &Row) -> bool {
        self.questions().entails(row)
    }

    /// Several questions, each helped by the answers before it.
    pub fn questions(&self) -> Questions<'_> {
        Questions { of: self, points: Points::default() }
    }

    fn entails_with(&self, row: &Row, points: &mut Points) -> bool {
        if self.rows.contains(row) || row.is_trivial() {
            return true;
        }
        row.halves().into_iter().all(|half| {
            let Some(contrary) = half.contrary() else { return false };
            self.rows.iter().any(|known| known.is_stronger(&half)) || points.refute(&self.rows, &contrary)
        })
    }

    /// Over-approximates: what holds whatever the value of a variable.
    #[must_use]
    pub fn without(&self, variable: u32) -> Polyhedron {
        let speaking = self.rows.iter().filter(|row| row.factor(variable) != 0).count();
        let made = without(&self.rows, variable);
        if made.len() <= self.rows.len().max(speaking) {
            return Polyhedron { rows: made };
        }
        // More rows than before: those that follow from the others go.
        let mut slim = Growing::default();
        let mut ordered = made;
        ordered.sort_by_key(|row| (row.sign(), row.terms().len()));
        ordered.into_iter().for_each(|row| slim.add_if(row, |_| true));
        slim.rows
    }

    /// The same with variables named anew, each by a name of its own.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(u32) -> u32) -> Polyhedron {
        Polyhedron { rows: self.rows.iter().map(|row| row.renamed(&name)).collect() }
    }

    /// Over-approximates: a conjunction that follows from each of two, with the inequalities of either and of the
    /// forms that follow from both.
    #[must_use]
    pub fn join(&self, other: &Polyhedron, forms: &[Row]) -> Polyhedron {
        let mut joined = Growing { rows: self.common_equations(other), points: Points::default() };
        let (mut left, mut right) = (self.questions(), other.questions());
        let candidates = self.rows.iter().chain(&other.rows).flat_map(Row::halves);
        let settled = [self, other].into_iter().flat_map(Polyhedron::with_values);
        for row in candidates.chain(settled).chain(forms.iter().cloned()) {
            joined.add_if(row, |row| left.entails(row) && right.entails(row));
        }
        joined.rows
    }

    /// Over-approximates: the same for rounds of a loop, with bounds that move with what is counted.
    #[must_use]
    pub fn join_rounds(&self, other: &Polyhedron, forms: &[Row]) -> Polyhedron {
        let mut joined = self.join(other, forms);
        for row in self.slopes(other).chain(other.slopes(self)) {
            if !joined.entails(&row) && self.entails(&row) && other.entails(&row) {
                joined.add(row);
            }
        }
        joined
    }

    /// Rows that follow from this side and may follow from the other, though they stand on neither: where a variable has a value here that it
    /// need not have there, the bound of a sum may move with it. So what a loop counts up beside a count keeps its distance.
    fn slopes(&self, other: &Polyhedron) -> impl Iterator<Item = Row> {
        let known = other.values();
        let moves = |value: &(u32, i128)| {
            !known.contains(value) && other.rows.iter().any(|row| row.factor(value.0) != 0)
        };
        let moving: Vec<(u32, i128)> = self.values().into_iter().filter(moves).collect();
        moving.into_iter().flat_map(|(variable, value)| {
            let rows = self
                .rows
                .iter()
                .filter(move |row| row.sign() == Sign::AtMostZero && row.factor(variable) == 0);
            rows.flat_map(move |row| {
                [1, -1].into_iter().filter_map(move |slope| inclined(row, (variable, value), slope))
            })
        })
    }

    /// The variables whose values are known.
    fn values(&self) -> Vec<(u32, i128)> {
        let fixed = |row: &Row| match (row.terms(), row.sign()) {
            (&[(variable, factor)], Sign::Zero) if factor.abs() == 1 => {
                Some((variable, row.constant().checked_mul(-factor)?))
            }
            ([..], _) => None,
        };
        self.rows.iter().filter_map(fixed).collect()
    }

    /// The rows that speak of a variable whose value is known, with that value in its place.
    fn with_values(&self) -> Vec<Row> {
        let fixes = |row: &&Row| row.sign() == Sign::Zero && row.terms().len() == 1;
        let mut made = Vec::new();
        for row in self.rows.iter().filter(|row| row.terms().len() > 1) {
            let mut settled = row.clone();
            for fixed in self.rows.iter().filter(fixes) {
                let variable = fixed.terms()[0].0;
                if settled.factor(variable) != 0 {
                    settled = substituted(&settled, fixed, variable).unwrap_or(settled);
                }
            }
            if settled != *row {
                made.extend(settled.halves());
            }
        }
        made
    }

    /// Over-approximates: what of this conjunction still follows from the other, the equations of both, and the forms that
    /// follow from both. A chain of such steps ends when the forms are always the same.
    #[must_use]
    pub fn widened(&self, other: &Polyhedron, forms: &[Row]) -> Polyhedron {
        let mut kept = Growing { rows: self.common_equations(other), points: Points::default() };
        let (mut left, mut right) = (self.questions(), other.questions());
        for row in self.rows.iter().flat_map(Row::halves) {
            kept.add_if(row, |row| right.entails(row));
        }
        for row in forms {
            kept.add_if(row.clone(), |row| left.entails(row) && right.entails(row));
        }
        kept.rows
    }

    fn common_equations(&self, other: &Polyhedron) -> Polyhedron {
        let equations = |side: &Polyhedron| -> Vec<Row> {
            side.rows.iter().filter(|row| row.sign() == Sign::Zero).cloned().collect()
        };
        let mut joined = Polyhedron::default();
        common(&equations(self), &equations(other)).into_iter().for_each(|row| joined.add(row));
        joined
    }

    /// Whether every integers of this conjunction are in the other, as far as rational arithmetic shows it.
    pub fn is_within(&self, other: &Polyhedron) -> bool {
        let mut questions = self.questions();
        other.rows.iter().all(|row| questions.entails(row))
    }
}

/// Questions about one conjunction.
pub struct Questions<'a> {
    of: &'a Polyhedron,
    points: Points,
}

impl Questions<'_> {
    /// Whether a row follows, as far as rational arithmetic shows it.
    pub fn entails(&mut self, row: &Row) -> bool {
        self.of.entails_with(row, &mut self.points)
    }
}

/// A conjunction that gets only rows that do not follow from those before.
#[derive(Default)]
struct Growing {
    rows: Polyhedron,
    points: Points,
}

impl Growing {
    /// Adds a row that does not follow, if it may be there.
    fn add_if(&mut self, row: Row, may_be: impl FnOnce(&Row) -> bool) {
        if !self.rows.entails_with(&row, &mut self.points) && may_be(&row) {
            self.points.keep(&row);
            self.rows.add(row);
        }
    }
}

/// The row that is a given one where a variable has a value, and moves with it.
fn inclined(row: &Row, (variable, value): (u32, i128), slope: i128) -> Option<Row> {
    let constant = row.constant().checked_sub(slope.checked_mul(value)?)?;
    let terms = row.terms().iter().copied().chain([(variable, slope)]);
    Row::new(terms, constant, Sign::AtMostZero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::proves;

    const EDGE: i128 = 4;

    /// Numbers that look random, the same in every run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }

        fn small(&mut self) -> i128 {
            i128::from(self.below(7)) - 3
        }
    }

    fn row(dice: &mut Dice) -> Row {
        let sign = if dice.below(3) == 0 { Sign::Zero } else { Sign::AtMostZero };
        let terms: Vec<(u32, i128)> = (0..3).map(|variable| (variable, dice.small())).collect();
        Row::new(terms, dice.small(), sign).expect("small numbers")
    }

    fn polyhedron(dice: &mut Dice) -> Polyhedron {
        let mut made = Polyhedron::default();
        for variable in 0..3 {
            for factor in [1, -1] {
                made.add(Row::new([(variable, factor)], -EDGE, Sign::AtMostZero).expect("small numbers"));
            }
        }
        (0..=dice.below(3)).for_each(|_| made.add(row(dice)));
        made
    }

    fn holds(row: &Row, point: &[i128]) -> bool {
        let sum: i128 =
            row.terms().iter().map(|&(variable, factor)| point[variable as usize] * factor).sum::<i128>();
        match row.sign() {
            Sign::Zero => sum + row.constant() == 0,
            Sign::AtMostZero => sum + row.constant() <= 0,
        }
    }

    fn points(polyhedron: &Polyhedron) -> Vec<[i128; 3]> {
        let side = -EDGE..=EDGE;
        let mut all = Vec::new();
        for x in side.clone() {
            for y in side.clone() {
                all.extend(side.clone().map(|z| [x, y, z]));
            }
        }
        all.retain(|point| polyhedron.rows().iter().all(|row| holds(row, point)));
        all
    }

    #[test]
    fn what_is_empty_or_follows_is_so_of_all_points() {
        let (mut empty, mut entailed) = (0, 0);
        for seed in 0..400 {
            let mut dice = Dice(seed);
            let (made, asked) = (polyhedron(&mut dice), row(&mut dice));
            let inside = points(&made);
            if made.is_empty() {
                empty += 1;
                assert!(inside.is_empty(), "seed {seed}: {made:?}");
            } else if made.entails(&asked) {
                entailed += 1;
                assert!(inside.iter().all(|point| holds(&asked, point)), "seed {seed}: {made:?} {asked:?}");
            }
        }
        assert!(empty > 15 && entailed > 15, "{empty} and {entailed}");
    }

    #[test]
    fn joins_widenings_and_projections_lose_no_point() {
        for seed in 0..300 {
            let mut dice = Dice(seed);
            let (left, right) = (polyhedron(&mut dice), polyhedron(&mut dice));
            let forms: Vec<Row> = (0..2).map(|_| row(&mut dice)).collect();
            let (joined, widened) = (left.join_rounds(&right, &forms), left.widened(&right, &forms));
            let projected = left.without(1);
            for point in points(&left) {
                assert!(joined.rows().iter().all(|row| holds(row, &point)), "seed {seed}");
                assert!(widened.rows().iter().all(|row| holds(row, &point)), "seed {seed}");
                assert!(projected.rows().iter().all(|row| holds(row, &point)), "seed {seed}");
            }
            for point in points(&right) {
                assert!(joined.rows().iter().all(|row| holds(row, &point)), "seed {seed}");
                assert!(widened.rows().iter().all(|row| holds(row, &point)), "seed {seed}");
            }
            assert!(projected.rows().iter().all(|row| row.factor(1) == 0), "seed {seed}");
        }
    }

    #[test]
    fn a_join_finds_the_relation_of_two_points() {
        let point = |x: i128, y: i128| {
            let mut made = Polyhedron::default();
            made.add(Row::new([(0, 1)], -x, Sign::Zero).expect("small"));
            made.add(Row::new([(1, 1)], -y, Sign::Zero).expect("small"));
            made
        };
        let joined = point(0, 5).join(&point(1, 3), &[]);
        // 2x + y = 5, 0 <= x <= 1.
        assert!(joined.entails(&Row::new([(0, 2), (1, 1)], -5, Sign::Zero).expect("small")));
        assert!(joined.entails(&Row::new([(0, -1)], 0, Sign::AtMostZero).expect("small")));
        assert!(joined.entails(&Row::new([(0, 1)], -1, Sign::AtMostZero).expect("small")));
        assert!(!joined.entails(&Row::new([(0, 1)], 0, Sign::AtMostZero).expect("small")));
    }

    #[test]
    fn a_join_finds_the_bound_that_moves_with_a_count() {
        let round = |count: i128| {
            let mut made = Polyhedron::default();
            made.add(Row::new([(0, 1)], -count, Sign::Zero).expect("small"));
            made.add(Row::new([(1, 1), (2, -1)], 1 - count, Sign::AtMostZero).expect("small"));
            made
        };
        let joined = round(0).join_rounds(&round(1), &[]);
        // y - z < x, where each round has its own bound of y - z.
        assert!(joined.entails(&Row::new([(1, 1), (2, -1), (0, -1)], 1, Sign::AtMostZero).expect("small")));
        assert!(!joined.entails(&Row::new([(1, 1), (2, -1)], 1, Sign::AtMostZero).expect("small")));
    }

    #[test]
    fn false_multipliers_prove_nothing() {
        let below = Row::new([(0, 1)], 1, Sign::AtMostZero).expect("small");
        let above = Row::new([(0, -1)], 0, Sign::AtMostZero).expect("small");
        assert!(proves(&[below.clone(), above.clone()], &[1, 1]));
        assert!(!proves(&[below.clone(), above.clone()], &[1, 0]));
        assert!(!proves(&[below.clone(), above.clone()], &[1]));
        assert!(!proves(&[below.clone(), below], &[1, -1]));
        assert!(!proves(&[above], &[-1]));
    }
}
