//! Questions about integers: do these constraints contradict each other?
//!
//! A question gathers constraints over named tracks. Constraints that share no track, directly or through
//! others, are asked about apart, because one contradiction is enough and a walk is costly in tracks. What the
//! premises say of tracks that nothing else speaks of is not asked about: so the cost follows what is related.

use std::collections::BTreeSet;

use automata::{Budget, Exhausted, LengthSet};
use ir::{Linear, Quantity};
use linear::{Row, proves, refutation, related};

use crate::facts::{Facts, NumberFact};
use crate::numeric::{Conjunct, Sum, contradict};
use crate::plain::Numbers;
use crate::relation::{Case, Constraint, Sign, Track};

/// A track of a question. The order puts a new value right after the old one, so that the tracks of every
/// fact, old or new, come in the order in which its set reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Joint {
    /// A quantity, before or after the action.
    Of(Quantity, Stage),
    /// An integer that a constraint says exists, one of its own for each that says so.
    Some(u32),
}

/// The steps of a walk that is not likely to win anything.
const FEW_STEPS: u64 = 2_000;

/// Before or after the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stage {
    Before,
    After,
}

/// Constraints that are asked about together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question<'a> {
    /// Facts that hold before the action.
    premises: &'a [NumberFact],
    /// Sums that are 0 or less before the action.
    known: &'a [Linear],
    /// Sets that the tuple of some tracks is not in.
    denied: Vec<(&'a Numbers, Vec<Joint>)>,
    linear: Vec<LinearConstraint>,
    /// How many tracks of their own constraints have been given.
    fresh: u32,
}

/// A sum over tracks, each once, and what it must be.
#[derive(Clone, Debug)]
struct LinearConstraint {
    terms: Vec<(Joint, i128)>,
    constant: i128,
    sign: Sign,
}

impl<'a> Question<'a> {
    /// A question about what may be when these facts hold before the action.
    pub(crate) fn given(facts: &'a Facts) -> Self {
        Question { premises: &facts.numbers, known: &facts.linear, ..Question::default() }
    }

    /// Adds that a sum is above 0, of the quantities at the stage that `stage` says.
    pub(crate) fn above_zero(&mut self, sum: &Linear, stage: impl Fn(Quantity) -> Stage) {
        // Facts whose sums cannot be negated are not accepted.
        let term = |&(quantity, factor): &(Quantity, i128)| (Joint::Of(quantity, stage(quantity)), -factor);
        let terms = sum.terms().iter().map(term).collect();
        if let Some(constant) = sum.constant_part().checked_neg().and_then(|c| c.checked_add(1)) {
            self.sum(terms, constant, Sign::AtMostZero);
        }
    }

    /// Adds that a fact does not hold of the quantities at the stage that `stage` says.
    pub(crate) fn not(&mut self, fact: &'a NumberFact, stage: impl Fn(Quantity) -> Stage) {
        let tracks = fact.quantities.iter().map(|&quantity| Joint::Of(quantity, stage(quantity)));
        self.denied.push((&fact.set, tracks.collect()));
    }

    /// A track that no other constraint speaks of.
    pub(crate) fn fresh(&mut self) -> Joint {
        self.fresh += 1;
        Joint::Some(self.fresh)
    }

    fn sum(&mut self, terms: Vec<(Joint, i128)>, constant: i128, sign: Sign) {
        self.linear.push(LinearConstraint { terms, constant, sign });
    }

    /// Adds constraints; `assigned` is the quantity that gets a new value.
    pub(crate) fn case(&mut self, case: &Case, assigned: Option<Quantity>) {
        let after = assigned.map(|quantity| Joint::Of(quantity, Stage::After));
        self.constraints(case, after, |_| Stage::Before);
    }

    /// Adds constraints on the length of a string that no variable holds, over quantities at the stage that `stage`
    /// says. Returns the track of the length.
    pub(crate) fn measure(&mut self, case: &Case, stage: impl Fn(Quantity) -> Stage) -> Joint {
        let length = self.fresh();
        self.constraints(case, Some(length), stage);
        length
    }

    fn constraints(&mut self, case: &Case, after: Option<Joint>, stage: impl Fn(Quantity) -> Stage) {
        let some = self.fresh();
        for Constraint { terms, constant, sign } in case {
            let name = |track: Track| match track {
                Track::Before(quantity) => Joint::Of(quantity, stage(quantity)),
                Track::After => after.expect("only what is measured or assigned has a new value"),
                Track::Some => some,
            };
            let terms = terms.iter().map(|&(track, factor)| (name(track), factor)).collect();
            self.sum(terms, *constant, *sign);
        }
    }

    /// Adds `least <= track` and, if there is one, `track <= most`.
    pub(crate) fn between(&mut self, track: Joint, least: i128, most: Option<i128>) {
        self.sum(vec![(track, -1)], least, Sign::AtMostZero);
        if let Some(most) = most {
            self.at_most(track, most);
        }
    }

    /// Adds `track <= most`.
    pub(crate) fn at_most(&mut self, track: Joint, most: i128) {
        self.sum(vec![(track, 1)], -most, Sign::AtMostZero);
    }

    /// Adds a track that has the value of a term before the action.
    pub(crate) fn value_of(&mut self, linear: &Linear) -> Joint {
        let value = self.fresh();
        let term = |&(quantity, factor): &(Quantity, i128)| (Joint::Of(quantity, Stage::Before), factor);
        let mut terms: Vec<_> = linear.terms().iter().map(term).collect();
        terms.push((value, -1));
        self.sum(terms, linear.constant_part(), Sign::Zero);
        value
    }

    /// Adds that a track is in a part of a set of lengths.
    pub(crate) fn piece(&mut self, track: Joint, piece: Piece) {
        let (least, most) = (i128::from(piece.least), i128::from(piece.most));
        match piece.period {
            0 => self.between(track, least, Some(most)),
            1 => self.between(track, least, None),
            period => {
                let (times, period) = (self.fresh(), i128::from(period));
                self.between(times, 0, None);
                self.sum(vec![(track, -1), (times, period)], least, Sign::AtMostZero);
                self.sum(vec![(track, 1), (times, -period)], -most, Sign::AtMostZero);
            }
        }
    }

    /// Exact: whether no integers satisfy all constraints, lengths being at least 0.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn is_contradiction(&self, budget: &mut Budget) -> Result<bool, Exhausted> {
        if !self.known.is_empty() && self.sums_contradict() {
            return Ok(true);
        }
        // Without sets of numbers a walk can only win that integers are whole numbers, which takes few steps or too many.
        let only_sums = !self.known.is_empty() && self.premises.is_empty() && self.denied.is_empty();
        for part in self.parts() {
            let found = if only_sums {
                let mut own = Budget::steps(FEW_STEPS.min(budget.left()));
                let found = self.part_is_contradiction(&part, &mut own).unwrap_or(false);
                budget.spend(own.spent())?;
                found
            } else {
                self.part_is_contradiction(&part, budget)?
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the linear constraints alone have multiples that add up to a contradiction (Farkas' lemma). Who finds the
    /// multiples is not trusted: they are added up here.
    fn sums_contradict(&self) -> bool {
        let mut names: Vec<Joint> = Vec::new();
        let mut name = |track: Joint| {
            let at = names.iter().position(|known| *known == track).unwrap_or_else(|| {
                names.push(track);
                names.len() - 1
            });
            at as u32
        };
        let mut row = |terms: &mut dyn Iterator<Item = (Joint, i128)>, constant, sign| {
            let sign = match sign {
                Sign::Zero => linear::Sign::Zero,
                Sign::AtMostZero => linear::Sign::AtMostZero,
            };
            Row::new(terms.map(|(track, factor)| (name(track), factor)), constant, sign)
        };
        let before = |&(quantity, factor): &(Quantity, i128)| (Joint::Of(quantity, Stage::Before), factor);
        let known = self.known.iter();
        let known: Vec<Row> = known
            .filter_map(|sum| row(&mut sum.terms().iter().map(before), sum.constant_part(), Sign::AtMostZero))
            .collect();
        let asked: Vec<Row> = (self.linear.iter())
            .filter_map(|own| row(&mut own.terms.iter().copied(), own.constant, own.sign))
            .collect();
        let mut rows = related(&known, asked);
        let lengths =
            (0..).zip(&names).filter(|(_, track)| matches!(track, Joint::Of(Quantity::Length(_), _)));
        rows.extend(lengths.filter_map(|(at, _)| Row::new([(at, -1)], 0, linear::Sign::AtMostZero)));
        refutation(&rows).is_some_and(|multipliers| proves(&rows, &multipliers))
    }

    /// The tracks that more than a premise speaks of, with what the premises relate to them, in groups that share no
    /// constraint.
    fn parts(&self) -> Vec<BTreeSet<Joint>> {
        let mut parts: Vec<BTreeSet<Joint>> = Vec::new();
        for (_, tracks) in &self.denied {
            join_parts(&mut parts, tracks.iter().copied().collect());
        }
        for constraint in &self.linear {
            join_parts(&mut parts, constraint.terms.iter().map(|&(track, _)| track).collect());
        }
        let mut apart: Vec<BTreeSet<Joint>> = self.premises.iter().map(tracks_before).collect();
        loop {
            let touches = |tracks: &BTreeSet<Joint>| parts.iter().any(|part| !part.is_disjoint(tracks));
            let (touching, rest): (Vec<_>, Vec<_>) = apart.into_iter().partition(touches);
            if touching.is_empty() {
                return parts;
            }
            touching.into_iter().for_each(|tracks| join_parts(&mut parts, tracks));
            apart = rest;
        }
    }

    fn part_is_contradiction(&self, part: &BTreeSet<Joint>, budget: &mut Budget) -> Result<bool, Exhausted> {
        let order: Vec<Joint> = part.iter().copied().collect();
        let place = |track: &Joint| order.binary_search(track).ok();
        let mut conjuncts = Vec::new();
        for NumberFact { quantities, set } in self.premises {
            let tracks = quantities.iter().map(|&quantity| place(&Joint::Of(quantity, Stage::Before)));
            if let Some(tracks) = tracks.collect::<Option<Vec<usize>>>() {
                conjuncts.push(Conjunct::Set { set, tracks, holds: true });
            }
        }
        for (set, tracks) in &self.denied {
            let tracks: Option<Vec<usize>> = tracks.iter().map(place).collect();
            if let Some(tracks) = tracks {
                conjuncts.push(Conjunct::Set { set, tracks, holds: false });
            }
        }
        for LinearConstraint { terms, constant, sign } in &self.linear {
            let terms: Option<Vec<(usize, i128)>> =
                terms.iter().map(|(track, factor)| Some((place(track)?, *factor))).collect();
            if let Some(terms) = terms.filter(|terms| !terms.is_empty() || order.is_empty()) {
                conjuncts.push(conjunct(Sum { terms, constant: *constant }, *sign));
            }
        }
        for (at, track) in order.iter().enumerate() {
            if matches!(track, Joint::Of(Quantity::Length(_), _)) {
                conjuncts.push(conjunct(Sum { terms: vec![(at, -1)], constant: 0 }, Sign::AtMostZero));
            }
        }
        contradict(order.len(), &conjuncts, budget)
    }
}

/// The tracks of a premise.
fn tracks_before(fact: &NumberFact) -> BTreeSet<Joint> {
    fact.quantities.iter().map(|&quantity| Joint::Of(quantity, Stage::Before)).collect()
}

/// Adds tracks that belong together, joining the parts that have one of them.
fn join_parts(parts: &mut Vec<BTreeSet<Joint>>, mut tracks: BTreeSet<Joint>) {
    let (touching, apart) = parts.drain(..).partition(|part: &BTreeSet<_>| !part.is_disjoint(&tracks));
    *parts = apart;
    touching.into_iter().for_each(|part: BTreeSet<_>| tracks.extend(part));
    parts.push(tracks);
}

fn conjunct<'a>(sum: Sum, sign: Sign) -> Conjunct<'a> {
    match sign {
        Sign::Zero => Conjunct::Zero { sum, holds: true },
        Sign::AtMostZero => Conjunct::AtMostZero { sum, holds: true },
    }
}

/// A part of a set of lengths: a run, or a run repeated with a period.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    least: u64,
    most: u64,
    period: u64,
}

/// The parts of a set of lengths.
pub(crate) fn pieces(lengths: &LengthSet) -> Vec<Piece> {
    let finite = lengths.finite_ranges().iter().map(|&(least, most)| Piece { least, most, period: 0 });
    let base = lengths.base();
    let periodic = lengths.residue_ranges().iter().map(|&(least, most)| Piece {
        least: base + least,
        most: base + most,
        period: lengths.period(),
    });
    finite.chain(periodic).collect()
}
