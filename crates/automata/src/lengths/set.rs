//! The well-formed semilinear set of [YBI09 Property 2], in a normal form.
//!
//! A set is a finite part below `base`, and from `base` on the numbers `base + r + period * k` for the
//! residues `r`. Normal form: the least period; then the least place from which on the set is periodic;
//! then `base` is the least member from there on, so that 0 is a residue. A finite set has period 0 and
//! ends at `base`. Hence `==` is equality of sets. Runs of members are kept as ranges, so that
//! *any length up to a billion* is one entry.

use crate::budget::{Budget, Exhausted};
use crate::ranges::Ranges;

/// An eventually periodic set of naturals; `==` is set equality.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LengthSet {
    pub(super) finite: Ranges<u64>,
    pub(super) base: u64,
    pub(super) period: u64,
    pub(super) residues: Ranges<u64>,
}

impl LengthSet {
    /// No length.
    pub const fn empty() -> Self {
        LengthSet { finite: Ranges::empty(), base: 0, period: 0, residues: Ranges::empty() }
    }

    /// Every length.
    pub fn any() -> Self {
        LengthSet::at_least(0)
    }

    /// The one length `length`.
    pub fn exactly(length: u64) -> Self {
        LengthSet::between(length, length)
    }

    /// The lengths `least..=most`; none when `least > most`.
    pub fn between(least: u64, most: u64) -> Self {
        LengthSet::normalize(Ranges::range(least, most), 0, 0, Ranges::empty())
    }

    /// The lengths from `least` on.
    pub fn at_least(least: u64) -> Self {
        LengthSet::normalize(Ranges::empty(), least, 1, Ranges::range(0, 0))
    }

    /// The given lengths.
    pub fn of(lengths: impl IntoIterator<Item = u64>) -> Self {
        let finite = Ranges::from_unsorted(lengths.into_iter().map(|length| (length, length)));
        LengthSet::normalize(finite, 0, 0, Ranges::empty())
    }

    /// The lengths `base + period * k`; only `base` when the period is 0.
    pub fn progression(base: u64, period: u64) -> Self {
        if period == 0 {
            return LengthSet::exactly(base);
        }
        LengthSet::normalize(Ranges::empty(), base, period, Ranges::range(0, 0))
    }

    /// A set from its parts, in any form: the members of `finite` below `base`, and `base + r + period * k`
    /// for each `r` of `residues` below `period`. With period 0 all of `finite` and no others.
    pub fn from_parts(
        finite: impl IntoIterator<Item = u64>,
        base: u64,
        period: u64,
        residues: impl IntoIterator<Item = u64>,
    ) -> Self {
        let limit = if period == 0 { u64::MAX } else { base };
        let finite = finite.into_iter().filter(|&value| value < limit).map(|value| (value, value));
        let residues = residues.into_iter().filter(|&value| value < period).map(|value| (value, value));
        LengthSet::normalize(Ranges::from_unsorted(finite), base, period, Ranges::from_unsorted(residues))
    }

    /// A set from what [`finite_ranges`](Self::finite_ranges), [`base`](Self::base), [`period`](Self::period) and
    /// [`residue_ranges`](Self::residue_ranges) say, in any form. `None` when a range of the one part reaches the
    /// base, one of the other the period, the two do not go together, or a number is beyond 2^62.
    pub fn from_ranges(
        finite: &[(u64, u64)],
        (base, period): (u64, u64),
        residues: &[(u64, u64)],
    ) -> Option<Self> {
        const MOST: u64 = 1 << 62;
        let below = |ranges: &[(u64, u64)], end: u64| ranges.iter().all(|&(lo, hi)| lo <= hi && hi < end);
        let fits = below(finite, base) && below(residues, period) && base <= MOST && period <= MOST;
        let ranges = |ranges: &[(u64, u64)]| Ranges::from_unsorted(ranges.iter().copied());
        let together = (period == 0) == residues.is_empty();
        (fits && together).then(|| LengthSet::normalize(ranges(finite), base, period, ranges(residues)))
    }

    /// The ranges of members below [`base`](Self::base), both ends included.
    pub fn finite_ranges(&self) -> &[(u64, u64)] {
        self.finite.as_slice()
    }

    /// Where the periodic part begins: its least member. For a finite set, one past the greatest member.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The period; 0 for a finite set.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The ranges of residues, both ends included. The first one begins with 0; none for a finite set.
    pub fn residue_ranges(&self) -> &[(u64, u64)] {
        self.residues.as_slice()
    }

    /// Whether `length` is in the set.
    pub fn contains(&self, length: u64) -> bool {
        if length < self.base || self.period == 0 {
            self.finite.contains(length)
        } else {
            self.residues.contains((length - self.base) % self.period)
        }
    }

    /// Whether the set has no member.
    pub fn is_empty(&self) -> bool {
        self.finite.is_empty() && self.period == 0
    }

    /// Whether the set has finitely many members.
    pub fn is_finite(&self) -> bool {
        self.period == 0
    }

    /// The least member.
    pub fn min(&self) -> Option<u64> {
        let first = self.finite.as_slice().first().map(|&(lo, _)| lo);
        first.or((self.period != 0).then_some(self.base))
    }

    /// The greatest member; `None` when there is none, because the set is empty or infinite.
    pub fn max(&self) -> Option<u64> {
        self.finite.as_slice().last().map(|&(_, hi)| hi).filter(|_| self.period == 0)
    }

    /// The members, ascending; endless when the set is infinite.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let finite = self.finite.as_slice().iter().flat_map(|&(lo, hi)| lo..=hi);
        let blocks = if self.period == 0 { 0 } else { u64::MAX };
        let periodic = (0..blocks).map_while(|k| self.period.checked_mul(k)?.checked_add(self.base));
        let residues = self.residues.as_slice();
        finite.chain(periodic.flat_map(move |start| {
            residues.iter().flat_map(|&(lo, hi)| lo..=hi).map_while(move |r| start.checked_add(r))
        }))
    }

    /// How many positions a counter needs that reads lengths one by one: `0..base + period`, where the last
    /// position of a finite set is *past the end*. `None` when it overflows.
    pub(crate) fn position_count(&self) -> Option<u64> {
        self.base.checked_add(self.period.max(1))
    }

    /// The position after `position`. A position stands for its own number as well as for those a multiple
    /// of the period later, so [`contains`](Self::contains) answers for all of them.
    pub(crate) fn next_position(&self, position: u64) -> u64 {
        if position + 1 < self.base + self.period.max(1) { position + 1 } else { self.base }
    }

    /// Whether a member is at `position` or later.
    pub(crate) fn has_member_from(&self, position: u64) -> bool {
        self.period != 0 || self.max().is_some_and(|max| max >= position)
    }

    /// The members below `end` as ranges, for an `end` that is `base` or more; all of a finite set.
    pub(super) fn unrolled(&self, end: u64, budget: &mut Budget) -> Result<Ranges<u64>, Exhausted> {
        let mut ranges = self.finite.clone();
        if self.period == 0 || end == 0 {
            return Ok(ranges);
        }
        if self.period == 1 {
            ranges.push(self.base, end - 1);
            return Ok(ranges);
        }
        let mut start = self.base;
        while start < end {
            budget.spend(self.residues.as_slice().len() as u64)?;
            for &(lo, hi) in self.residues.as_slice() {
                ranges.push(start.saturating_add(lo), start.saturating_add(hi).min(end - 1));
            }
            start = start.saturating_add(self.period);
        }
        Ok(ranges)
    }

    /// Establishes the normal form. Members of `finite` lie below `base` unless the period is 0; residues
    /// lie below the period.
    pub(crate) fn normalize(finite: Ranges<u64>, base: u64, period: u64, residues: Ranges<u64>) -> Self {
        if residues.is_empty() {
            let base = finite.as_slice().last().map_or(0, |&(_, hi)| hi.saturating_add(1));
            return LengthSet { finite, base, period: 0, residues };
        }
        let (period, residues) = least_period(period, residues);
        let mut set = LengthSet { finite, base, period, residues };
        set.move_base_down();
        set.move_base_to_member();
        set
    }

    /// Lowers `base` as long as the finite part below it continues the period backwards.
    fn move_base_down(&mut self) {
        loop {
            let Some(&(lo, hi)) = self.finite.as_slice().last() else {
                // Nothing below: the gap may still continue the period.
                let gap = self.period - 1 - self.residues.as_slice().last().map_or(0, |&(_, hi)| hi);
                self.lower_base(gap.min(self.base));
                return;
            };
            if self.period == 1 {
                if hi + 1 == self.base {
                    self.lower_base(self.base - lo);
                }
                return;
            }
            let agreed = self.agreement_below();
            self.lower_base(agreed);
            if agreed < self.period {
                return;
            }
        }
    }

    /// How many numbers just below `base`, a period at most, agree with those a period later.
    fn agreement_below(&self) -> u64 {
        let width = self.period.min(self.base);
        let from = self.base - width;
        let window = Ranges::range(from, self.base - 1);
        let here = self.finite.intersection(&window);
        let shift = self.period - width;
        let later = self.residues.as_slice().iter().filter(|&&(_, hi)| hi >= shift);
        let later =
            Ranges::from_unsorted(later.map(|&(lo, hi)| (from + lo.max(shift) - shift, from + hi - shift)));
        let apart = here.difference(&later).union(&later.difference(&here));
        apart.as_slice().last().map_or(width, |&(_, hi)| self.base - 1 - hi)
    }

    /// Lowers `base` by `by`, at most a period unless the period is 1; what lay there follows the period.
    fn lower_base(&mut self, by: u64) {
        if by == 0 {
            return;
        }
        self.base -= by;
        self.finite = self.finite.difference(&Ranges::range(self.base, u64::MAX));
        self.residues = rotate(&self.residues, self.period, by % self.period);
    }

    /// Raises `base` to the least member of the periodic part.
    fn move_base_to_member(&mut self) {
        let first = self.residues.as_slice()[0].0;
        self.base += first;
        self.residues = rotate(&self.residues, self.period, self.period - first);
    }
}

/// The residues of the same set when its base moves down by `by` (or up by `period - by`).
fn rotate(residues: &Ranges<u64>, period: u64, by: u64) -> Ranges<u64> {
    let by = by % period;
    let edge = period - by;
    let moved = residues.as_slice().iter().flat_map(|&(lo, hi)| {
        let below = (lo < edge).then(|| (lo + by, hi.min(edge - 1) + by));
        let above = (hi >= edge).then(|| (lo.max(edge) - edge, hi - edge));
        below.into_iter().chain(above)
    });
    Ranges::from_unsorted(moved)
}

/// The least divisor of `period` that is a period of the residues, and the residues below it.
fn least_period(period: u64, residues: Ranges<u64>) -> (u64, Ranges<u64>) {
    if residues.as_slice() == [(0, period - 1)] {
        return (1, Ranges::range(0, 0));
    }
    // A pattern that repeats `factor` times has a multiple of `factor` runs around the circle.
    let joined = residues.contains(0) && residues.contains(period - 1);
    let runs = residues.as_slice().len() as u64 - u64::from(joined);
    let (mut least, mut residues) = (period, residues);
    for factor in (2..=runs).filter(|&factor| runs.is_multiple_of(factor)) {
        while least.is_multiple_of(factor) && rotate(&residues, least, least / factor) == residues {
            least /= factor;
            residues = residues.intersection(&Ranges::range(0, least - 1));
        }
    }
    (least, residues)
}
