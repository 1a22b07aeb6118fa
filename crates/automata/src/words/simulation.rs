//! Which states of a [`View`] can be left out of a set because another member accepts all they do.
//!
//! A state *simulates* another when it accepts if the other does and can follow each of its moves into a
//! simulating state. Then it accepts at least the same words, so a set that holds both is equivalent to the
//! set without the weaker one [ACHMV10]. Subsets pruned like this are fewer, often exponentially so.

use super::partition::Grouped;
use super::view::View;
use crate::budget::{Budget, Exhausted};

/// For each state the states that it makes needless, as bits.
pub(super) struct Needless {
    width: usize,
    /// `bits[state * width..][..width]`; never a cycle, so that leaving out is safe in any order.
    bits: Vec<u32>,
    /// The states that make any state needless.
    strong: Vec<u32>,
}

impl Needless {
    /// What is seen at a glance: a state that accepts everything makes all others needless.
    pub(super) fn at_a_glance(view: &View, classes: usize) -> Needless {
        let width = view.state_count().div_ceil(32);
        let everything =
            (0..view.state_count() as u32).find(|&state| accepts_everything(view, classes, state));
        let mut needless = Needless { width, bits: Vec::new(), strong: vec![0; width] };
        if let Some(state) = everything {
            needless.bits = vec![0; view.state_count() * width];
            let row = &mut needless.bits[state as usize * width..][..width];
            (0..view.state_count()).for_each(|other| row[other / 32] |= 1 << (other % 32));
            row[state as usize / 32] &= !(1 << (state % 32));
            needless.strong[state as usize / 32] |= 1 << (state % 32);
        }
        needless
    }

    /// All that the greatest simulation shows.
    pub(super) fn by_simulation(
        view: &View,
        classes: usize,
        budget: &mut Budget,
    ) -> Result<Needless, Exhausted> {
        let count = view.state_count();
        let width = count.div_ceil(32);
        let above = simulators(view, classes, budget)?;
        let has = |low: usize, high: usize| above[low * width + high / 32] >> (high % 32) & 1 == 1;
        let mut needless = Needless { width, bits: vec![0; count * width], strong: vec![0; width] };
        for low in 0..count {
            // Of equivalent states the first one stays.
            for high in (0..count).filter(|&high| high != low && has(low, high)) {
                if high < low || !has(high, low) {
                    needless.bits[high * width + low / 32] |= 1 << (low % 32);
                    needless.strong[high / 32] |= 1 << (high % 32);
                }
            }
        }
        budget.spend((count * width) as u64)?;
        Ok(needless)
    }

    /// How many states make another one needless.
    pub(super) fn strong_count(&self) -> u32 {
        self.strong.iter().map(|word| word.count_ones()).sum()
    }

    /// Takes needless members out of a set; returns the work done.
    pub(super) fn prune(&self, set: &mut [u32]) -> usize {
        let mut work = 0;
        for at in 0..self.width {
            let mut strong = set[at] & self.strong[at];
            while strong != 0 {
                let state = at * 32 + strong.trailing_zeros() as usize;
                strong &= strong - 1;
                for (word, weaker) in set.iter_mut().zip(&self.bits[state * self.width..][..self.width]) {
                    *word &= !weaker;
                }
                work += self.width / 4 + 1;
            }
        }
        work
    }
}

/// Whether `state` accepts and has a move to itself on every class.
fn accepts_everything(view: &View, classes: usize, state: u32) -> bool {
    let own = view.spans(state).iter().filter(|span| view.landing(**span).binary_search(&state).is_ok());
    let mut on: Vec<(u32, u32)> = own.map(|span| (span.lo, span.end)).collect();
    on.sort_unstable();
    let reached = on.iter().try_fold(0, |from, &(lo, end)| (lo <= from).then_some(from.max(end)));
    view.accepts_at(state) && reached == Some(classes as u32)
}

/// For each state the bits of the states that simulate it.
///
/// Starts from acceptance and removes candidates that cannot follow a move, until nothing changes.
fn simulators(view: &View, classes: usize, budget: &mut Budget) -> Result<Vec<u32>, Exhausted> {
    let count = view.state_count();
    let width = count.div_ceil(32);
    let before = by_class_and_target(view, classes, budget)?;
    let mut above = acceptance(view);
    let mut open: Vec<u32> = (0..count as u32).collect();
    let mut waits = vec![true; count];
    let mut can_follow = vec![0u32; width];
    while let Some(target) = open.pop() {
        waits[target as usize] = false;
        for class in 0..classes {
            let sources = before.group((class * count) as u32 + target);
            if sources.is_empty() {
                continue;
            }
            can_follow.fill(0);
            for high in 0..count {
                if above[target as usize * width + high / 32] >> (high % 32) & 1 == 1 {
                    let followers = before.group((class * count + high) as u32);
                    followers.iter().for_each(|&q| can_follow[q as usize / 32] |= 1 << (q % 32));
                }
            }
            budget.spend((count + sources.len() * width) as u64)?;
            for &source in sources {
                let row = &mut above[source as usize * width..][..width];
                let shrinks = row.iter().zip(&can_follow).any(|(a, b)| a & !b != 0);
                row.iter_mut().zip(&can_follow).for_each(|(a, b)| *a &= b);
                if shrinks && !std::mem::replace(&mut waits[source as usize], true) {
                    open.push(source);
                }
            }
        }
    }
    Ok(above)
}

/// Every state above every other, but no rejecting one above an accepting one.
fn acceptance(view: &View) -> Vec<u32> {
    let count = view.state_count();
    let width = count.div_ceil(32);
    let mut rows = vec![0; count * width];
    for low in 0..count as u32 {
        for high in (0..count as u32).filter(|&high| view.accepts_at(high) || !view.accepts_at(low)) {
            rows[low as usize * width + high as usize / 32] |= 1 << (high % 32);
        }
    }
    rows
}

/// The sources of the moves on `class` into `target`, as group `class * count + target`.
fn by_class_and_target(view: &View, classes: usize, budget: &mut Budget) -> Result<Grouped, Exhausted> {
    let count = view.state_count();
    let mut pairs = Vec::new();
    for state in 0..count as u32 {
        for &span in view.spans(state) {
            budget.spend(u64::from(span.end - span.lo) * view.landing(span).len() as u64)?;
            for class in span.lo..span.end {
                pairs.extend(view.landing(span).iter().map(|&to| (class * count as u32 + to, state)));
            }
        }
    }
    Ok(Grouped::by(classes * count, pairs.iter().copied()))
}
