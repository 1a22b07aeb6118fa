//! Sums of lengths and integers: values that satisfy all of them, each from its own set.
//!
//! Exact. Quantities that no sum connects are looked at apart, so that the arithmetic automata have few tracks.

use std::collections::{BTreeMap, BTreeSet};

use automata::numbers::Relation;
use automata::{Budget, Exhausted, LengthSet, Tuples};

use super::reading::{Quantity, Sum};

/// The most quantities that are looked at together.
const MOST_TRACKS: usize = 12;

/// The values that a quantity may have: those not negative, and the opposites of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    pub(super) naturals: LengthSet,
    pub(super) negatives: LengthSet,
}

/// Sums that are connected, and the tuples that satisfy them.
pub(super) struct Group {
    quantities: Vec<Quantity>,
    tuples: Tuples,
}

/// Exact: the sums in groups; `None` when a number is too large or a group too wide.
///
/// # Errors
/// [`Exhausted`] when a set outgrows the budget.
pub(super) fn groups(sums: &[(Sum, Relation)], budget: &mut Budget) -> Result<Option<Vec<Group>>, Exhausted> {
    let mut parts: Vec<BTreeSet<Quantity>> = Vec::new();
    let connected = sums.iter().filter(|(sum, _)| !sum.factors.is_empty());
    for (sum, _) in connected {
        let mut joined: BTreeSet<Quantity> = sum.factors.keys().copied().collect();
        parts.retain(|part| {
            let apart = part.is_disjoint(&joined);
            if !apart {
                joined.extend(part);
            }
            apart
        });
        parts.push(joined);
    }
    let mut groups = Vec::new();
    if sums.iter().any(|(sum, relation)| sum.factors.is_empty() && !compares(sum.constant, *relation)) {
        groups.push(Group { quantities: Vec::new(), tuples: Tuples::empty(1) });
    }
    for part in parts {
        if part.len() > MOST_TRACKS {
            return Ok(None);
        }
        let quantities: Vec<Quantity> = part.into_iter().collect();
        let mut tuples = Tuples::all(quantities.len());
        for (sum, relation) in sums {
            let here = |quantity: &Quantity| quantities.contains(quantity);
            if !sum.factors.keys().any(here) {
                continue;
            }
            let factor = |quantity| i64::try_from(sum.factors.get(quantity).copied().unwrap_or(0)).ok();
            let factors: Option<Vec<i64>> = quantities.iter().map(factor).collect();
            let constant = sum.constant.checked_neg().and_then(|value| i64::try_from(value).ok());
            let (Some(factors), Some(constant)) = (factors, constant) else { return Ok(None) };
            let line = Tuples::linear(&factors, *relation, constant, budget)?;
            tuples = tuples.intersection(&line, budget)?;
        }
        groups.push(Group { quantities, tuples });
    }
    Ok(Some(groups))
}

/// Whether a number compares so with 0.
fn compares(value: i128, relation: Relation) -> bool {
    match relation {
        Relation::Equal => value == 0,
        Relation::NotEqual => value != 0,
        Relation::Less => value < 0,
        Relation::AtMost => value <= 0,
        Relation::Greater => value > 0,
        Relation::AtLeast => value >= 0,
    }
}

impl Group {
    /// Its quantities.
    pub(super) fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// Whether no integers at all satisfy its sums.
    pub(super) fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Exact: values of the quantities, each from its domain, that satisfy the sums; `None` when there are none.
    ///
    /// # Errors
    /// [`Exhausted`] when a set outgrows the budget.
    pub(super) fn values(
        &self,
        domain: impl Fn(Quantity) -> Domain,
        budget: &mut Budget,
    ) -> Result<Option<BTreeMap<Quantity, i128>>, Exhausted> {
        let mut tuples = self.tuples.clone();
        for (track, &quantity) in self.quantities.iter().enumerate() {
            let one = domain(quantity).tuples(budget)?;
            if one.is_all() {
                continue;
            }
            let mut wide = one;
            (0..track).for_each(|_| wide = wide.insert_track(0));
            (track + 1..self.quantities.len()).for_each(|at| wide = wide.insert_track(at));
            tuples = tuples.intersection(&wide, budget)?;
        }
        let member = tuples.member(budget)?;
        Ok(member.map(|values| self.quantities.iter().copied().zip(values).collect()))
    }
}

impl Domain {
    /// All integers.
    pub(super) fn integers() -> Domain {
        Domain { naturals: LengthSet::any(), negatives: LengthSet::any() }
    }

    /// Lengths.
    pub(super) fn lengths(lengths: LengthSet) -> Domain {
        Domain { naturals: lengths, negatives: LengthSet::empty() }
    }

    /// The value nearest to 0.
    pub(super) fn least(&self) -> Option<i128> {
        let below = self.negatives.iter().find(|value| *value > 0).map(|value| -i128::from(value));
        self.naturals.min().map(i128::from).or(below)
    }

    fn tuples(&self, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let positive = Tuples::from_lengths(&self.naturals, budget)?;
        if self.negatives.is_empty() {
            return Ok(positive);
        }
        // On two tracks: the first is the opposite of the second, which is in the set.
        let opposite = Tuples::linear(&[1, 1], Relation::Equal, 0, budget)?;
        let set = Tuples::from_lengths(&self.negatives, budget)?.insert_track(0);
        let below = set.intersection(&opposite, budget)?.project(1, budget)?;
        positive.union(&below, budget)
    }
}
