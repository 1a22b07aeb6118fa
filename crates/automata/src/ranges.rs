//! Sets of numbers as sorted, disjoint ranges with a gap between neighbours, so `==` is set equality.
//!
//! Characters and lengths are both kept this way. Every operation is linear in the number of ranges, but
//! for [`Ranges::from_unsorted`], which sorts.

/// The unsigned numbers that ranges are made of.
pub(crate) trait Number: Copy + Ord {
    /// The number after this one, or this one when it is the last.
    fn after(self) -> Self;
    /// The number before this one, or this one when it is 0.
    fn before(self) -> Self;
}

impl Number for u32 {
    fn after(self) -> u32 {
        self.saturating_add(1)
    }

    fn before(self) -> u32 {
        self.saturating_sub(1)
    }
}

impl Number for u64 {
    fn after(self) -> u64 {
        self.saturating_add(1)
    }

    fn before(self) -> u64 {
        self.saturating_sub(1)
    }
}

/// A set of numbers. Both ends of a range belong to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ranges<T> {
    ranges: Vec<(T, T)>,
}

impl<T: Number> Ranges<T> {
    pub(crate) const fn empty() -> Self {
        Ranges { ranges: Vec::new() }
    }

    /// `lo..=hi`, empty when `lo > hi`.
    pub(crate) fn range(lo: T, hi: T) -> Self {
        let mut set = Ranges::empty();
        set.push(lo, hi);
        set
    }

    /// The union of ranges in any order; a range with `lo > hi` is empty.
    pub(crate) fn from_unsorted(ranges: impl IntoIterator<Item = (T, T)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        ranges.retain(|(lo, hi)| lo <= hi);
        ranges.sort_unstable();
        ranges.dedup_by(|next, top| {
            let meets = next.0 <= top.1.after();
            if meets {
                top.1 = top.1.max(next.1);
            }
            meets
        });
        Ranges { ranges }
    }

    /// Adds a range that begins no earlier than the last one.
    pub(crate) fn push(&mut self, lo: T, hi: T) {
        if lo > hi {
            return;
        }
        match self.ranges.last_mut() {
            Some(top) if lo <= top.1.after() => top.1 = top.1.max(hi),
            Some(_) | None => self.ranges.push((lo, hi)),
        }
    }

    pub(crate) fn as_slice(&self) -> &[(T, T)] {
        &self.ranges
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(crate) fn contains(&self, number: T) -> bool {
        let at = self.ranges.partition_point(|&(_, hi)| hi < number);
        self.ranges.get(at).is_some_and(|&(lo, _)| lo <= number)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        Ranges::from_unsorted(self.ranges.iter().chain(&other.ranges).copied())
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let (mut left, mut right) = (self.as_slice(), other.as_slice());
        let mut set = Ranges { ranges: Vec::with_capacity(left.len()) };
        while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
            set.push(a.0.max(b.0), a.1.min(b.1));
            if a.1 <= b.1 {
                left = &left[1..];
            } else {
                right = &right[1..];
            }
        }
        set
    }

    /// The numbers of `self` that are not in `other`.
    pub(crate) fn difference(&self, other: &Self) -> Self {
        let mut set = Ranges::empty();
        let mut holes = other.as_slice();
        for &(lo, hi) in &self.ranges {
            let mut lo = Some(lo);
            while let (Some(from), Some(&hole)) = (lo, holes.first()) {
                if hole.0 > hi {
                    break;
                }
                if from < hole.0 {
                    set.push(from, hole.0.before());
                }
                // A hole that ends the range may also cut the next one.
                if hole.1 >= hi {
                    lo = None;
                } else {
                    lo = Some(from.max(hole.1.after()));
                    holes = &holes[1..];
                }
            }
            if let Some(from) = lo {
                set.push(from, hi);
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_bits(bits: u32) -> Ranges<u32> {
        Ranges::from_unsorted((0..6).filter(|i| bits >> i & 1 == 1).map(|i| (i, i)))
    }

    #[test]
    fn set_algebra_agrees_with_bits() {
        for a in 0..64 {
            for b in 0..64 {
                let (x, y) = (from_bits(a), from_bits(b));
                assert_eq!(x.union(&y), from_bits(a | b));
                assert_eq!(x.intersection(&y), from_bits(a & b));
                assert_eq!(x.difference(&y), from_bits(a & !b));
                (0..8).for_each(|i| assert_eq!(x.contains(i), a >> i & 1 == 1));
            }
        }
    }

    #[test]
    fn the_greatest_number_has_no_successor() {
        let all = Ranges::range(0, u32::MAX);
        assert_eq!(all.difference(&Ranges::range(5, u32::MAX)), Ranges::range(0, 4));
        assert_eq!(all.difference(&Ranges::range(0, 4)), Ranges::range(5, u32::MAX));
        assert!(all.difference(&all).is_empty());
    }
}
