//! Linear facts about a set, for people: equations, bounds, congruences.
//!
//! Nothing is guessed. An equation that some members satisfy is asked of the whole set; a counterexample
//! joins the members and leaves fewer equations, so after as many rounds as there are tracks all
//! equations are known, and those kept hold. Bounds and congruences are read off the exact set of
//! values of a track, of a sum and of a difference of two. What would need numbers beyond `i64`, or more
//! than its share of the budget, is left out: a list of facts is true, not complete.

use super::bounds::Bound;
use super::{Domain, Relation, Tuples, linear};
use crate::budget::{Budget, Exhausted};
use std::fmt;

/// What a fact says about its linear term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FactKind {
    /// It is the constant.
    Equal,
    /// It is at most the constant.
    AtMost,
    /// It is at least the constant.
    AtLeast,
    /// It is the constant modulo this number.
    Modulo(u64),
}

/// A linear fact: a term over the tracks compared with a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// One coefficient a track. All are zero only in the fact `0 = 1` of the empty set.
    pub coefficients: Vec<i64>,
    /// The comparison.
    pub kind: FactKind,
    /// The constant.
    pub constant: i64,
}

impl Fact {
    /// Exact: the tuples of which the fact is true.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn tuples(&self, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let relation = match self.kind {
            FactKind::Equal => Relation::Equal,
            FactKind::AtMost => Relation::AtMost,
            FactKind::AtLeast => Relation::AtLeast,
            FactKind::Modulo(modulus) => {
                return Tuples::congruent(&self.coefficients, self.constant, modulus, budget);
            }
        };
        Tuples::linear(&self.coefficients, relation, self.constant, budget)
    }

    /// The fact in words, with these names for the tracks: `x - 2y = 3 (mod 5)`.
    pub fn named<'a>(&'a self, names: &'a [&'a str]) -> impl fmt::Display + 'a {
        Named { fact: self, names }
    }
}

struct Named<'a> {
    fact: &'a Fact,
    names: &'a [&'a str],
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact { coefficients, kind, constant } = self.fact;
        let mut first = true;
        for (&a, name) in coefficients.iter().zip(self.names).filter(|&(&a, _)| a != 0) {
            match (first, a < 0) {
                (true, false) => {}
                (true, true) => f.write_str("-")?,
                (false, false) => f.write_str(" + ")?,
                (false, true) => f.write_str(" - ")?,
            }
            match a.unsigned_abs() {
                1 => f.write_str(name)?,
                size => write!(f, "{size}{name}")?,
            }
            first = false;
        }
        if first {
            f.write_str("0")?;
        }
        match kind {
            FactKind::Equal => write!(f, " = {constant}"),
            FactKind::AtMost => write!(f, " <= {constant}"),
            FactKind::AtLeast => write!(f, " >= {constant}"),
            FactKind::Modulo(modulus) => write!(f, " = {constant} (mod {modulus})"),
        }
    }
}

/// The share of the budget that one candidate may take.
const SHARE: u64 = 8;

impl Tuples {
    /// Exact, and perhaps incomplete: facts that hold for every tuple of the set. First all equations that
    /// follow (those within the budget), then the bounds and congruences of each track, then those of sums
    /// and differences of two tracks that say more than the tracks do alone.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the set is not over the integers.
    pub fn facts(&self, budget: &mut Budget) -> Result<Vec<Fact>, Exhausted> {
        assert_eq!(self.domain(), Domain::Integers, "facts are for sets of integers");
        if self.is_empty() {
            let coefficients = vec![0; self.tracks()];
            return Ok(vec![Fact { coefficients, kind: FactKind::Equal, constant: 1 }]);
        }
        let mut facts = self.equations(budget)?;
        let mut singles = Vec::with_capacity(self.tracks());
        for track in 0..self.tracks() {
            let term = self.term(&[(track, 1)]);
            let profile = attempt(budget, |b| self.extract(track, b)?.profile(b)).unwrap_or(Profile::UNKNOWN);
            if !profile.is_fixed() {
                facts.extend(profile.facts(&term, &Profile::UNKNOWN));
            }
            singles.push(profile);
        }
        for (first, x) in singles.iter().enumerate() {
            for (second, y) in singles.iter().enumerate().skip(first + 1) {
                for sign in [-1, 1] {
                    let term = self.term(&[(first, 1), (second, sign)]);
                    let found = attempt(budget, |b| self.values_of(&term, b)?.profile(b));
                    let implied = x.plus(y, sign);
                    if let Some(profile) = found.filter(|profile| !profile.is_fixed()) {
                        facts.extend(profile.facts(&term, &implied));
                    }
                }
            }
        }
        Ok(facts)
    }

    fn term(&self, parts: &[(usize, i64)]) -> Vec<i64> {
        let mut term = vec![0; self.tracks()];
        for &(track, a) in parts {
            term[track] = a;
        }
        term
    }

    /// All linear equations of the set, those left out for which there was no room. The set is not empty.
    fn equations(&self, budget: &mut Budget) -> Result<Vec<Fact>, Exhausted> {
        let mut points = Vec::from_iter(self.member(budget)?);
        'more: loop {
            let mut facts = Vec::new();
            for (coefficients, constant) in hull(&points).unwrap_or_default() {
                let Ok(constant) = i64::try_from(constant) else { continue };
                let fact = Fact { coefficients, kind: FactKind::Equal, constant };
                match attempt(budget, |b| self.counterexample(&fact.tuples(b)?, b)) {
                    Some(None) => facts.push(fact),
                    Some(Some(point)) => {
                        points.push(point);
                        continue 'more;
                    }
                    None => {}
                }
            }
            return Ok(facts);
        }
    }

    /// What the values of a set with one track have in common. The set is not empty.
    fn profile(&self, budget: &mut Budget) -> Result<Profile, Exhausted> {
        let at = |bound: Option<Bound>| match bound {
            Some(Bound::At(value)) => Some(value),
            Some(Bound::Unbounded) | None => None,
        };
        let (least, greatest) = (at(self.minimum(0, budget)?), at(self.maximum(0, budget)?));
        let residue = self.member(budget)?.map_or(0, |tuple| tuple[0]);
        let mut modulus = 0;
        loop {
            let constant = if modulus == 0 { residue } else { residue.rem_euclid(i128::from(modulus)) };
            let candidate = match i64::try_from(constant) {
                Ok(constant) => Tuples::congruent(&[1], constant, modulus, budget)?,
                Err(_) => return Ok(Profile { least, greatest, ..Profile::UNKNOWN }),
            };
            let Some(other) = self.counterexample(&candidate, budget)? else {
                return Ok(Profile { least, greatest, modulus, residue: constant });
            };
            let distance = other[0].checked_sub(residue).map_or(1, i128::unsigned_abs);
            modulus = u64::try_from(linear::gcd(u128::from(modulus), distance)).unwrap_or(1);
        }
    }
}

/// Runs a part on its share of the budget; `None` when that is spent.
fn attempt<T>(budget: &mut Budget, part: impl FnOnce(&mut Budget) -> Result<T, Exhausted>) -> Option<T> {
    let mut share = Budget::steps(budget.left() / SHARE);
    let result = part(&mut share).ok();
    budget.spend(share.spent()).ok()?;
    result
}

/// The ends of a set of numbers, and the least modulus that they are all alike in.
#[derive(Clone, Copy)]
struct Profile {
    least: Option<i128>,
    greatest: Option<i128>,
    /// 0 when there is one number only, 1 when nothing is known.
    modulus: u64,
    residue: i128,
}

impl Profile {
    const UNKNOWN: Profile = Profile { least: None, greatest: None, modulus: 1, residue: 0 };

    fn is_fixed(&self) -> bool {
        self.modulus == 0
    }

    /// What is known of `x + sign·y` when this is known of `x` and `other` of `y`.
    fn plus(&self, other: &Profile, sign: i64) -> Profile {
        let (low, high) = match sign {
            1 => (other.least, other.greatest),
            _ => (other.greatest.map(|v| -v), other.least.map(|v| -v)),
        };
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        let modulus = linear::gcd(u128::from(self.modulus), u128::from(other.modulus));
        Profile {
            least: add(self.least, low),
            greatest: add(self.greatest, high),
            modulus: u64::try_from(modulus).unwrap_or(1),
            residue: 0,
        }
    }

    /// The facts about `term` that say more than what is `known`.
    fn facts(&self, term: &[i64], known: &Profile) -> Vec<Fact> {
        let fact = |kind: FactKind, constant: i128| {
            let constant = i64::try_from(constant).ok()?;
            Some(Fact { coefficients: term.to_vec(), kind, constant })
        };
        let mut facts = Vec::new();
        if self.least != known.least {
            facts.extend(self.least.and_then(|least| fact(FactKind::AtLeast, least)));
        }
        if self.greatest != known.greatest {
            facts.extend(self.greatest.and_then(|greatest| fact(FactKind::AtMost, greatest)));
        }
        if self.modulus > 1 && self.modulus != known.modulus {
            facts.extend(fact(FactKind::Modulo(self.modulus), self.residue));
        }
        facts
    }
}

/// A basis of the equations that all points satisfy; `None` when its numbers do not fit.
fn hull(points: &[Vec<i128>]) -> Option<Vec<(Vec<i64>, i128)>> {
    let (origin, others) = points.split_first()?;
    let mut rows: Vec<Vec<i128>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for point in others {
        let mut row = Vec::with_capacity(origin.len());
        for (&x, &o) in point.iter().zip(origin) {
            row.push(x.checked_sub(o)?);
        }
        for (other, &pivot) in rows.iter().zip(&pivots) {
            eliminate(&mut row, other, pivot)?;
        }
        let Some(pivot) = row.iter().position(|&x| x != 0) else { continue };
        for other in &mut rows {
            eliminate(other, &row, pivot)?;
        }
        rows.push(row);
        pivots.push(pivot);
    }
    (0..origin.len())
        .filter(|track| !pivots.contains(track))
        .map(|free| equation(origin, &rows, &pivots, free))
        .collect()
}

/// Makes the entry of `row` at `pivot` zero by means of `other`, whose entry there is not zero.
fn eliminate(row: &mut [i128], other: &[i128], pivot: usize) -> Option<()> {
    let (a, b) = (row[pivot], other[pivot]);
    if a == 0 {
        return Some(());
    }
    for (x, &y) in row.iter_mut().zip(other) {
        *x = x.checked_mul(b)?.checked_sub(y.checked_mul(a)?)?;
    }
    let divisor = i128::try_from(row.iter().fold(0, |g, x| linear::gcd(g, x.unsigned_abs()))).ok()?.max(1);
    row.iter_mut().for_each(|x| *x /= divisor);
    Some(())
}

/// The equation that expresses the track `free` by the pivots, with coprime coefficients.
fn equation(origin: &[i128], rows: &[Vec<i128>], pivots: &[usize], free: usize) -> Option<(Vec<i64>, i128)> {
    let mut common: i128 = 1;
    for (row, &pivot) in rows.iter().zip(pivots) {
        let divisor = i128::try_from(linear::gcd(common.unsigned_abs(), row[pivot].unsigned_abs())).ok()?;
        common = common.checked_mul(row[pivot].checked_abs()? / divisor)?;
    }
    let mut wide = vec![0; origin.len()];
    wide[free] = common;
    for (row, &pivot) in rows.iter().zip(pivots) {
        wide[pivot] = row[free].checked_mul(common / row[pivot])?.checked_neg()?;
    }
    let divisor = i128::try_from(wide.iter().fold(0, |g, x: &i128| linear::gcd(g, x.unsigned_abs()))).ok()?;
    let sign = if wide.iter().find(|&&x| x != 0)? < &0 { -1 } else { 1 };
    let mut constant: i128 = 0;
    let mut coefficients = Vec::with_capacity(wide.len());
    for (&x, &o) in wide.iter().zip(origin) {
        let a = x / divisor * sign;
        constant = constant.checked_add(a.checked_mul(o)?)?;
        coefficients.push(i64::try_from(a).ok()?);
    }
    Some((coefficients, constant))
}
