//! The door between lengths and numbers: the binary length automaton of [YBI09 §2], repaired, and back.
//!
//! [YBI09 Alg. 1, 2] build states from a value and a weight, or from both modulo the period. As printed
//! they reject zero when the constant part is empty, reject constants below C that are followed by zeros,
//! divide by an undefined period when there is none, and recurse as deep as there are states (T1, T2, T3,
//! T12 among the repairs). Here a state *is* what remains of the set: after the bit `b` those `y` with
//! `2y + b` in the set. That is a [`LengthSet`] again, in normal form, so equal remainders are one state
//! and the automaton is minimal as it is built, by a work list.

use super::bdd::{Graph, Ref, State, Store};
use super::bounds::Bound;
use super::{Domain, Relation, Tuples};
use crate::budget::{Budget, Exhausted};
use crate::lengths::LengthSet;
use crate::ranges::Ranges;
use std::collections::HashMap;

/// Exact: the number of states of the minimal automaton that reads the members of `lengths` as binary
/// numbers, least significant bit first, zeros allowed after them. The sink is not counted, as the
/// drawings of [YBI09 Fig. 1] leave it out.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn binary_states(lengths: &LengthSet, budget: &mut Budget) -> Result<usize, Exhausted> {
    let graph = automaton(Domain::Naturals, lengths, budget)?;
    let sinks = (0..graph.states.len()).filter(|&state| graph.constant_state(state) == Some(false));
    Ok(graph.states.len() - sinks.count())
}

impl Tuples {
    /// Exact: the lengths as a set of integers with one track, the binary length automaton of [YBI09 §2].
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn from_lengths(lengths: &LengthSet, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        Tuples::from_lengths_over(Domain::Integers, lengths, budget)
    }

    /// Exact: as [`Tuples::from_lengths`], over the given domain.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn from_lengths_over(
        domain: Domain,
        lengths: &LengthSet,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        Ok(Tuples::new(domain, 1, automaton(domain, lengths, budget)?))
    }

    /// Exact: the members of a set of integers with one track that are lengths, that is, not negative.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent, or when the set has no regular pattern below 2⁶⁴.
    ///
    /// # Panics
    /// If the set has another number of tracks or is not over the integers.
    pub fn to_lengths(&self, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        assert_eq!(self.tracks(), 1, "lengths are one track");
        assert_eq!(self.domain(), Domain::Integers, "a set of integers");
        let naturals = Tuples::linear(&[1], Relation::AtLeast, 0, budget)?;
        let set = self.intersection(&naturals, budget)?;
        // Far away the set is periodic; the period seen there is checked, and more is looked at if it fails.
        let mut window = 32;
        loop {
            window *= 2;
            let period = set.far_period(window, budget)?;
            if period <= window / 2
                && let Some(base) = set.periodic_from(period, &naturals, budget)?
            {
                let finite = set.ranges_below(0, base, budget)?;
                let residues = set.ranges_below(base, base.saturating_add(period), budget)?;
                let residues = residues.into_iter().map(|(lo, hi)| (lo - base, hi - base));
                let (finite, residues) = (Ranges::from_unsorted(finite), Ranges::from_unsorted(residues));
                return Ok(LengthSet::normalize(finite, base, period, residues));
            }
        }
    }

    /// The least period of `window` numbers far beyond 2⁶⁴.
    fn far_period(&self, window: u64, budget: &mut Budget) -> Result<u64, Exhausted> {
        budget.spend(window * 8)?;
        let bits: Vec<bool> =
            (0..window).map(|offset| self.contains_wide(&[(1 << 70) + i128::from(offset)])).collect();
        // The longest proper border of each prefix; what is left of the whole is its period.
        let mut borders = vec![0];
        for end in 1..bits.len() {
            let mut border = borders[end - 1];
            while border > 0 && bits[border] != bits[end] {
                border = borders[border - 1];
            }
            borders.push(border + usize::from(bits[border] == bits[end]));
        }
        Ok(window - borders[bits.len() - 1] as u64)
    }

    /// The place from which on the set repeats with this period, if there is one below 2⁶⁴.
    fn periodic_from(
        &self,
        period: u64,
        naturals: &Tuples,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Exhausted> {
        let Ok(step) = i64::try_from(period) else { return Ok(None) };
        let later = self.preimage(0, &[1], step, budget)?.intersection(naturals, budget)?;
        let apart = self.difference(&later, budget)?.union(&later.difference(self, budget)?, budget)?;
        Ok(match apart.maximum(0, budget)? {
            None => Some(0),
            Some(Bound::At(last)) => u64::try_from(last + 1).ok(),
            Some(Bound::Unbounded) => None,
        })
    }

    /// The members from `from` to before `end`, as ranges.
    fn ranges_below(&self, from: u64, end: u64, budget: &mut Budget) -> Result<Vec<(u64, u64)>, Exhausted> {
        let mut ranges = Vec::new();
        let mut from = from;
        while let Some(first) = self.first_from(from, end, budget)? {
            let after = self.complement().first_from(first, end, budget)?.unwrap_or(end);
            ranges.push((first, after - 1));
            from = after;
        }
        Ok(ranges)
    }

    /// The least member from `from` to before `end`.
    fn first_from(&self, from: u64, end: u64, budget: &mut Budget) -> Result<Option<u64>, Exhausted> {
        // Nearby members are met by looking; distant ones are found as a minimum.
        for value in (from..end).take(64) {
            budget.spend(1)?;
            if self.contains_wide(&[i128::from(value)]) {
                return Ok(Some(value));
            }
        }
        if end.saturating_sub(from) <= 64 {
            return Ok(None);
        }
        let rest = Tuples::from_lengths(&LengthSet::between(from, end - 1), budget)?;
        Ok(match self.intersection(&rest, budget)?.minimum(0, budget)? {
            Some(Bound::At(value)) => u64::try_from(value).ok(),
            Some(Bound::Unbounded) | None => None,
        })
    }
}

/// The canonical automaton of a set of lengths.
fn automaton(domain: Domain, lengths: &LengthSet, budget: &mut Budget) -> Result<Graph, Exhausted> {
    let mut remainders = Remainders { sets: Vec::new(), numbers: HashMap::new() };
    remainders.number(lengths.clone());
    let mut store = Store::new();
    let mut states = Vec::new();
    while let Some(set) = remainders.sets.get(states.len()) {
        let size = set.finite_ranges().len() + set.residue_ranges().len();
        budget.spend(1 + size as u64)?;
        let zero = Ref::truth(set.contains(0));
        let (even, odd) = (remainder(set, 0), remainder(set, 1));
        let (even, odd) = (remainders.number(even), remainders.number(odd));
        states.push(State {
            next: store.make(0, Ref::state(even), Ref::state(odd)),
            last: match domain {
                Domain::Naturals => zero,
                // The sign: a zero ends the number here, a one would make it negative.
                Domain::Integers => store.make(0, zero, Ref::NO),
            },
        });
    }
    Ok(Graph { nodes: store.nodes, states })
}

/// The sets met so far, each a state.
struct Remainders {
    sets: Vec<LengthSet>,
    numbers: HashMap<LengthSet, u32>,
}

impl Remainders {
    fn number(&mut self, set: LengthSet) -> u32 {
        let next = self.sets.len() as u32;
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        })
    }
}

/// The `y` with `2y + bit` in the set.
fn remainder(set: &LengthSet, bit: u64) -> LengthSet {
    let half =
        |&(lo, hi): &(u64, u64)| (hi >= bit).then(|| (lo.saturating_sub(bit).div_ceil(2), (hi - bit) / 2));
    let finite = Ranges::from_unsorted(set.finite_ranges().iter().filter_map(half));
    if set.period() == 0 {
        return LengthSet::normalize(finite, 0, 0, Ranges::empty());
    }
    let base = set.base().saturating_sub(bit).div_ceil(2);
    let period = if set.period().is_multiple_of(2) { set.period() / 2 } else { set.period() };
    // The periodic part from 2·base + bit on, for twice the new period; every second number counts.
    let skipped = 2 * i128::from(base) + i128::from(bit) - i128::from(set.base());
    let (old, end) = (i128::from(set.period()), 2 * i128::from(period));
    let copies = (0..=end / old).flat_map(|copy| {
        let shift = copy * old - skipped;
        set.residue_ranges().iter().map(move |&(lo, hi)| (i128::from(lo) + shift, i128::from(hi) + shift))
    });
    let residues = copies.filter_map(|(lo, hi)| {
        let (lo, hi) = (lo.max(0), hi.min(end - 1));
        let ends = ((lo + 1).div_euclid(2), hi.div_euclid(2));
        (lo <= hi).then(|| {
            let narrow = |value: i128| u64::try_from(value).expect("a residue is below the period");
            (narrow(ends.0), narrow(ends.1))
        })
    });
    LengthSet::normalize(finite, base, period, Ranges::from_unsorted(residues))
}
