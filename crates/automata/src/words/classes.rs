//! A class view of interval labels: the alphabet cut at every boundary that some edge has.
//!
//! Two characters of the same class are on the same edges, so an algorithm may run on class numbers
//! `0..count` and go back to intervals at the end.

use crate::symbols::Symbol;

/// The classes of a set of intervals, in ascending order.
pub(super) struct Classes {
    /// Class `i` is `starts[i]..starts[i + 1]`; the last entry ends the last class.
    starts: Vec<u64>,
}

impl Classes {
    /// The coarsest cut of the line into intervals such that each given interval is a union of them.
    pub(super) fn of(intervals: impl Iterator<Item = (Symbol, Symbol)>) -> Self {
        let mut starts: Vec<u64> =
            intervals.flat_map(|(lo, hi)| [u64::from(lo), u64::from(hi) + 1]).collect();
        starts.sort_unstable();
        starts.dedup();
        Classes { starts }
    }

    /// How many classes there are. Some may lie on no edge.
    pub(super) fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The classes that make up `lo..=hi`, one of the intervals this was made from.
    pub(super) fn covering(&self, lo: Symbol, hi: Symbol) -> std::ops::Range<u32> {
        let from = self.starts.partition_point(|&start| start < u64::from(lo));
        let to = self.starts.partition_point(|&start| start <= u64::from(hi));
        from as u32..to as u32
    }

    /// The characters of class `class`.
    pub(super) fn interval(&self, class: u32) -> (Symbol, Symbol) {
        let at = class as usize;
        (self.starts[at] as Symbol, (self.starts[at + 1] - 1) as Symbol)
    }
}
