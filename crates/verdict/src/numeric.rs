//! Whether constraints on integers contradict each other, by walking their automata side by side.
//!
//! Nothing is built and nothing is projected: an implication *for all values* has no inner quantifier, so
//! the premises and the negated conclusion are read letter by letter together. A linear constraint is its own
//! automaton: its state is the carry. The number of carries is bounded by the coefficients.

use std::collections::HashSet;

use automata::{Budget, Exhausted};

use crate::plain::{Diagram, Numbers};

/// One constraint of a conjunction over common tracks.
#[derive(Clone, Debug)]
pub(crate) enum Conjunct<'a> {
    /// The tuple of the named tracks is in the set, or is not.
    Set { set: &'a Numbers, tracks: Vec<usize>, holds: bool },
    /// The sum is 0, or is not.
    Zero { sum: Sum, holds: bool },
    /// The sum is 0 or less, or is not.
    AtMostZero { sum: Sum, holds: bool },
}

/// A linear sum over tracks.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// Track and factor; a track occurs once.
    pub(crate) terms: Vec<(usize, i128)>,
    pub(crate) constant: i128,
}

/// Where one conjunct stands after some letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    State(u32),
    Carry(i128),
    /// The sum is known not to be 0, whatever follows.
    NotZero,
}

/// Where one conjunct stands within a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Within {
    Diagram(Diagram),
    Sum(i128),
    NotZero,
}

/// Which role the letter being read has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    /// Its bits count with the next power of two.
    Inner,
    /// Its bits are the signs: they count with the negated power.
    Last,
}

/// Exact: whether no assignment of integers to the tracks satisfies all conjuncts.
///
/// # Errors
/// [`Exhausted`] when the walk outgrows the budget or a carry outgrows 128 bits.
pub(crate) fn contradict(
    tracks: usize,
    conjuncts: &[Conjunct<'_>],
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let start: Vec<Place> = conjuncts.iter().map(Conjunct::start).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut stack = vec![start];
    while let Some(places) = stack.pop() {
        let last = outcomes(tracks, conjuncts, (&places, Letter::Last), budget)?;
        if last.iter().any(|ends| conjuncts.iter().zip(ends).all(|(c, &end)| c.accepts(end))) {
            return Ok(false);
        }
        for ends in outcomes(tracks, conjuncts, (&places, Letter::Inner), budget)? {
            // A conjunct that can hold no more ends the branch.
            let next = conjuncts.iter().zip(&ends).map(|(conjunct, &end)| conjunct.next(end));
            if let Some(next) = next.collect::<Option<Vec<Place>>>()
                && seen.insert(next.clone())
            {
                stack.push(next);
            }
        }
    }
    Ok(true)
}

/// What the conjuncts come to under all letters of a role, each outcome once, in order.
fn outcomes(
    tracks: usize,
    conjuncts: &[Conjunct<'_>],
    (places, letter): (&[Place], Letter),
    budget: &mut Budget,
) -> Result<Vec<Vec<Within>>, Exhausted> {
    let enter = |(conjunct, &place): (&Conjunct<'_>, &Place)| conjunct.enter(place, letter);
    let mut outcomes = vec![conjuncts.iter().zip(places).map(enter).collect::<Vec<_>>()];
    for track in 0..tracks {
        let mut decided = Vec::with_capacity(2 * outcomes.len());
        for outcome in &outcomes {
            budget.spend(conjuncts.len() as u64 + 1)?;
            for bit in [false, true] {
                let pairs = conjuncts.iter().zip(outcome);
                let next = pairs.map(|(conjunct, &within)| conjunct.decide(within, track, (bit, letter)));
                match next.collect::<Option<Vec<_>>>() {
                    Some(next) => decided.push(next),
                    None => return Err(refuse(budget)),
                }
            }
        }
        decided.sort_unstable();
        decided.dedup();
        outcomes = decided;
    }
    Ok(outcomes)
}

/// Spends everything: a number does not fit.
fn refuse(budget: &mut Budget) -> Exhausted {
    let left = budget.left();
    budget.spend(left).and_then(|()| budget.spend(1)).expect_err("nothing is left")
}

impl Conjunct<'_> {
    fn start(&self) -> Place {
        match self {
            Conjunct::Set { .. } => Place::State(0),
            Conjunct::Zero { sum, .. } | Conjunct::AtMostZero { sum, .. } => Place::Carry(sum.constant),
        }
    }

    /// Begins a letter.
    fn enter(&self, place: Place, letter: Letter) -> Within {
        match (self, place) {
            (Conjunct::Set { set, .. }, Place::State(state)) => {
                let state = set.states()[state as usize];
                Within::Diagram(if letter == Letter::Last { state.last } else { state.next })
            }
            (_, Place::Carry(carry)) => Within::Sum(carry),
            (_, Place::NotZero) => Within::NotZero,
            (_, Place::State(_)) => unreachable!("only a set has states"),
        }
    }

    /// Reads the bit of one track; `None` when a sum overflows.
    fn decide(&self, within: Within, track: usize, (bit, letter): (bool, Letter)) -> Option<Within> {
        match (self, within) {
            (Conjunct::Set { set, tracks, .. }, Within::Diagram(diagram)) => {
                let own = tracks.iter().position(|&joint| joint == track);
                Some(Within::Diagram(own.map_or(diagram, |own| set.decide(diagram, own as u32, bit))))
            }
            (Conjunct::Zero { sum, .. } | Conjunct::AtMostZero { sum, .. }, Within::Sum(value)) if bit => {
                let factor = sum.terms.iter().find(|&&(joint, _)| joint == track).map_or(0, |&(_, f)| f);
                let value = match letter {
                    Letter::Inner => value.checked_add(factor)?,
                    Letter::Last => value.checked_sub(factor)?,
                };
                Some(Within::Sum(value))
            }
            (_, within) => Some(within),
        }
    }

    /// Whether the conjunct holds when the letter just read was the last.
    fn accepts(&self, end: Within) -> bool {
        match (self, end) {
            (Conjunct::Set { holds, .. }, Within::Diagram(diagram)) => {
                (diagram == Diagram::Leaf(1)) == *holds
            }
            (Conjunct::Zero { holds, .. }, Within::Sum(value)) => (value == 0) == *holds,
            (Conjunct::Zero { holds, .. }, Within::NotZero) => !holds,
            (Conjunct::AtMostZero { holds, .. }, Within::Sum(value)) => (value <= 0) == *holds,
            (Conjunct::Set { .. } | Conjunct::AtMostZero { .. }, _) | (_, Within::Diagram(_)) => {
                unreachable!("a conjunct stays in its own kind of place")
            }
        }
    }

    /// Where the conjunct stands after an inner letter; `None` when it can hold no more.
    fn next(&self, end: Within) -> Option<Place> {
        match (self, end) {
            (_, Within::Diagram(Diagram::Leaf(state))) => Some(Place::State(state)),
            (_, Within::Diagram(Diagram::Node(_))) => unreachable!("every track of the set was decided"),
            // value + 2 * rest is 0 only if the value is even.
            (Conjunct::Zero { .. }, Within::Sum(value)) if value % 2 == 0 => Some(Place::Carry(value / 2)),
            (Conjunct::Zero { holds, .. }, _) => (!holds).then_some(Place::NotZero),
            // value + 2 * rest <= 0 exactly when rest + ceil(value / 2) <= 0.
            (_, Within::Sum(value)) => Some(Place::Carry(value.div_euclid(2) + value.rem_euclid(2))),
            (_, Within::NotZero) => unreachable!("only an equation can be settled early"),
        }
    }
}

#[cfg(test)]
mod tests {
    use automata::Tuples;
    use automata::numbers::Relation;
    use ir::dice::Dice;

    use super::*;

    const EDGE: i128 = 6;

    fn budget() -> Budget {
        Budget::steps(10_000_000)
    }

    fn small(dice: &mut Dice) -> i128 {
        dice.between(-4, 4)
    }

    fn sum(dice: &mut Dice, tracks: usize) -> Sum {
        let terms = (0..tracks).map(|track| (track, small(dice))).collect();
        Sum { terms, constant: dice.between(-9, 9) }
    }

    /// `-EDGE <= x <= EDGE` for every track, so that trying all tuples of the box is exact.
    fn boxed<'a>(tracks: usize) -> Vec<Conjunct<'a>> {
        let side = |track, factor| Sum { terms: vec![(track, factor)], constant: -EDGE };
        let sides = (0..tracks).flat_map(|track| [side(track, 1), side(track, -1)]);
        sides.map(|sum| Conjunct::AtMostZero { sum, holds: true }).collect()
    }

    fn value(sum: &Sum, tuple: &[i128]) -> i128 {
        sum.terms.iter().map(|&(track, factor)| tuple[track] * factor).sum::<i128>() + sum.constant
    }

    fn holds(conjunct: &Conjunct<'_>, set: &Tuples, tuple: &[i128]) -> bool {
        match conjunct {
            Conjunct::Zero { sum, holds } => (value(sum, tuple) == 0) == *holds,
            Conjunct::AtMostZero { sum, holds } => (value(sum, tuple) <= 0) == *holds,
            Conjunct::Set { tracks, holds, .. } => {
                let own: Vec<i64> = tracks.iter().map(|&track| tuple[track] as i64).collect();
                set.contains(&own) == *holds
            }
        }
    }

    fn all_tuples(tracks: usize) -> Vec<Vec<i128>> {
        let longer = |tuples: Vec<Vec<i128>>| {
            let extend =
                |tuple: Vec<i128>| (-EDGE..=EDGE).map(move |value| [tuple.as_slice(), &[value]].concat());
            tuples.into_iter().flat_map(extend).collect()
        };
        (0..tracks).fold(vec![Vec::new()], |tuples, _| longer(tuples))
    }

    #[test]
    fn contradictions_are_those_that_no_tuple_escapes() {
        let (mut contradictory, mut possible) = (0, 0);
        for seed in 0..600 {
            let mut dice = Dice::new(seed);
            let tracks = 1 + dice.below(3) as usize;
            // A set over two of the tracks, or over the only one.
            let own: Vec<usize> = (0..tracks).filter(|&track| tracks < 3 || track != 1).collect();
            let factors: Vec<i64> = own.iter().map(|_| small(&mut dice) as i64).collect();
            let set = Tuples::linear(&factors, Relation::AtMost, dice.between(-5, 5) as i64, &mut budget());
            let set = set.expect("one constraint");
            let table = Numbers::of(&set);
            let mut conjuncts = boxed(tracks);
            conjuncts.push(Conjunct::Set { set: &table, tracks: own, holds: dice.one_in(2) });
            for _ in 0..=dice.below(3) {
                let (sum, holds) = (sum(&mut dice, tracks), dice.one_in(2));
                let zero = dice.one_in(2);
                conjuncts.push(if zero {
                    Conjunct::Zero { sum, holds }
                } else {
                    Conjunct::AtMostZero { sum, holds }
                });
            }
            let escapes = |tuple: &Vec<i128>| conjuncts.iter().all(|conjunct| holds(conjunct, &set, tuple));
            let expected = !all_tuples(tracks).iter().any(escapes);
            assert_eq!(
                contradict(tracks, &conjuncts, &mut budget()),
                Ok(expected),
                "seed {seed}: {conjuncts:?}"
            );
            if expected {
                contradictory += 1;
            } else {
                possible += 1;
            }
        }
        assert!(contradictory > 50 && possible > 50, "{contradictory} and {possible}");
    }

    #[test]
    fn a_sum_that_does_not_fit_is_refused() {
        let sum = Sum { terms: vec![(0, i128::MAX)], constant: i128::MAX - 1 };
        let conjuncts = [Conjunct::Zero { sum, holds: true }];
        assert!(contradict(1, &conjuncts, &mut budget()).is_err());
    }
}
