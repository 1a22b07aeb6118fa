//! Set algebra on length sets: bring both to one base and period, work on ranges, normalise.
//!
//! The common period is the least common multiple of both, so it may outgrow any machine: it is the budget that
//! bounds it. All operations are exact.

use super::set::LengthSet;
use crate::budget::{Budget, Exhausted};
use crate::ranges::Ranges;

impl LengthSet {
    /// Exact: lengths of either set.
    ///
    /// # Errors
    /// [`Exhausted`] when the common period outgrows the budget, here and below.
    pub fn union(&self, other: &LengthSet, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        self.combine(other, Ranges::union, budget)
    }

    /// Exact: lengths of both sets.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn intersection(&self, other: &LengthSet, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        self.combine(other, Ranges::intersection, budget)
    }

    /// Exact: lengths of this set that are not in `other`.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn difference(&self, other: &LengthSet, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        self.combine(other, Ranges::difference, budget)
    }

    /// Exact: the naturals that are not in the set.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn complement(&self, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        LengthSet::any().difference(self, budget)
    }

    /// Exact: whether every length of this set is in `other`.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn included_in(&self, other: &LengthSet, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.difference(other, budget)?.is_empty())
    }

    /// Exact: `a + b` for a length of each set: the lengths of a concatenation.
    ///
    /// # Errors
    /// [`Exhausted`] when the periods outgrow the budget.
    pub fn sum(&self, other: &LengthSet, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        let (left, right) = (self.pieces(), other.pieces());
        let mut sum = LengthSet::empty();
        for a in &left {
            for b in &right {
                sum = sum.union(&a.plus(*b, budget)?, budget)?;
            }
        }
        Ok(sum)
    }

    /// The set as a union of runs, each repeated with a period or not.
    fn pieces(&self) -> Vec<Piece> {
        let finite = self.finite_ranges().iter().map(|&(lo, hi)| Piece { lo, hi, period: 0 });
        let periodic = self.residue_ranges().iter().map(|&(lo, hi)| Piece {
            lo: self.base() + lo,
            hi: self.base() + hi,
            period: self.period(),
        });
        finite.chain(periodic).collect()
    }

    fn combine(
        &self,
        other: &LengthSet,
        operation: impl Fn(&Ranges<u64>, &Ranges<u64>) -> Ranges<u64>,
        budget: &mut Budget,
    ) -> Result<LengthSet, Exhausted> {
        let period = common_period(self.period(), other.period()).ok_or_else(|| budget.refuse())?;
        // The base of a finite set lies past its members, so this is periodic from `base` on.
        let base = self.base().max(other.base());
        let end = base.checked_add(period).ok_or_else(|| budget.refuse())?;
        let ranges = operation(&self.unrolled(end, budget)?, &other.unrolled(end, budget)?);
        budget.spend(ranges.as_slice().len() as u64)?;
        if period == 0 {
            return Ok(LengthSet::normalize(ranges, base, 0, Ranges::empty()));
        }
        let finite = ranges.difference(&Ranges::range(base, u64::MAX));
        let tail = ranges.as_slice().iter().filter(|&&(_, hi)| hi >= base);
        let residues = Ranges::from_unsorted(tail.map(|&(lo, hi)| (lo.max(base) - base, hi - base)));
        Ok(LengthSet::normalize(finite, base, period, residues))
    }
}

/// The numbers `lo..=hi`, each also plus any multiple of the period.
#[derive(Clone, Copy)]
struct Piece {
    lo: u64,
    hi: u64,
    period: u64,
}

impl Piece {
    /// All sums of a member of each.
    fn plus(self, other: Piece, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        let lo = self.lo.checked_add(other.lo).ok_or_else(|| budget.refuse())?;
        let hi = self.hi.checked_add(other.hi).ok_or_else(|| budget.refuse())?;
        let run = |lo, hi| Piece { lo, hi, period: 0 };
        match (self.period, other.period) {
            (0, 0) => Ok(LengthSet::between(lo, hi)),
            (p, 0) | (0, p) => Ok(run(lo, hi).repeated(p)),
            (p, q) => {
                // Multiples of p and q together: one remainder of p at a time.
                let mut sum = LengthSet::empty();
                let steps = p / gcd(p, q);
                for k in 0..steps {
                    budget.spend(1)?;
                    let shift = q.checked_mul(k).ok_or_else(|| budget.refuse())?;
                    let (lo, hi) = (lo.checked_add(shift), hi.checked_add(shift));
                    let (lo, hi) = lo.zip(hi).ok_or_else(|| budget.refuse())?;
                    sum = sum.union(&run(lo, hi).repeated(p), budget)?;
                }
                Ok(sum)
            }
        }
    }

    /// The run with every multiple of `period` added.
    fn repeated(self, period: u64) -> LengthSet {
        let Piece { lo, hi, .. } = self;
        if hi - lo >= period - 1 {
            return LengthSet::at_least(lo);
        }
        LengthSet::normalize(Ranges::empty(), lo, period, Ranges::range(0, hi - lo))
    }
}

/// The least common multiple; 0 when both are 0, the other when one is; `None` when it overflows.
fn common_period(a: u64, b: u64) -> Option<u64> {
    if a == 0 || b == 0 { Some(a.max(b)) } else { (a / gcd(a, b)).checked_mul(b) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
