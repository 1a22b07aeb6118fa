//! What holds together at a label: values of booleans, and a conjunction of rows.
//!
//! States with different keys are never joined. How much a key says is the grain of the label.

use std::collections::{BTreeMap, BTreeSet};

use ir::{BoolVar, Label, Linear};
use linear::{Polyhedron, Row, Sign};
use verdict::relation::{self, Constraint, Track};

use crate::quantities::{Needs, sums};

/// One case of a label: what is known together of integers and lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The booleans whose values are known.
    pub(crate) booleans: BTreeMap<BoolVar, bool>,
    pub(crate) rows: Polyhedron,
    /// From where runs came to labels where edges meet, since the last loop head or the last label with too many cases.
    pub(crate) path: Vec<Label>,
}

/// What tells the cases of a label apart.
pub(crate) type Key = (Vec<Label>, Vec<(BoolVar, bool)>, Vec<(u32, i128)>);

/// How finely the cases of a label are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// By the path that runs took, booleans and flags.
    Paths,
    /// By booleans and flags.
    Flags,
    /// By booleans alone.
    Booleans,
    /// Not at all.
    One,
}

impl State {
    /// The booleans whose values are known.
    pub fn booleans(&self) -> &BTreeMap<BoolVar, bool> {
        &self.booleans
    }

    /// The rows as sums that are 0 or less.
    pub fn sums(&self) -> Vec<Linear> {
        self.rows.rows().iter().flat_map(sums).collect()
    }

    /// Whether it follows that a sum is 0 or less, as far as that is shown.
    pub fn entails(&self, sum: &Linear) -> bool {
        let contrary = sum.times(-1).and_then(|sum| sum.plus(&Linear::constant(1)));
        let terms =
            |sum: &Linear| sum.terms().iter().map(|&(quantity, f)| (Track::Before(quantity), f)).collect();
        let constraint = |sum: Linear| Constraint {
            terms: terms(&sum),
            constant: sum.constant_part(),
            sign: relation::Sign::AtMostZero,
        };
        contrary.is_some_and(|sum| self.assuming(&vec![constraint(sum)]).is_none())
    }

    /// What tells this case from others.
    pub(crate) fn key(&self, grain: Grain, flags: &BTreeSet<u32>) -> Key {
        let booleans = || self.booleans.iter().map(|(var, value)| (*var, *value)).collect();
        match grain {
            Grain::One => Key::default(),
            Grain::Booleans => (Vec::new(), booleans(), Vec::new()),
            Grain::Flags | Grain::Paths => {
                let mut values: Vec<(u32, i128)> = self
                    .rows
                    .rows()
                    .iter()
                    .filter_map(value)
                    .filter(|(name, _)| flags.contains(name))
                    .collect();
                values.sort_unstable();
                let path = if grain == Grain::Paths { self.path.clone() } else { Vec::new() };
                (path, booleans(), values)
            }
        }
    }

    /// The same case with a row for each flag that can only be 0 or only be 1.
    pub(crate) fn settled(mut self, flags: &BTreeSet<u32>) -> State {
        let known: BTreeSet<u32> = self.rows.rows().iter().filter_map(value).map(|(name, _)| name).collect();
        let named: BTreeSet<u32> =
            self.rows.rows().iter().flat_map(|row| row.terms().iter().map(|term| term.0)).collect();
        let mut questions = self.rows.questions();
        let mut settled = Vec::new();
        for &name in named.intersection(flags).filter(|name| !known.contains(name)) {
            let value = |constant| Row::new([(name, 1)], constant, Sign::Zero).expect("a small row");
            settled.extend([value(0), value(-1)].into_iter().find(|row| questions.entails(row)));
        }
        settled.into_iter().for_each(|row| self.rows.add(row));
        self
    }

    /// Over-approximates: the case without what does not matter.
    pub(crate) fn needed(mut self, needs: &Needs) -> State {
        self.booleans.retain(|var, _| needs.booleans.contains(var));
        let names: BTreeSet<u32> =
            self.rows.rows().iter().flat_map(|row| row.terms().iter().map(|term| term.0)).collect();
        for name in names.difference(&needs.quantities) {
            self.rows = self.rows.without(*name);
        }
        self
    }

    /// Over-approximates: a case that holds when either does.
    pub(crate) fn join(&self, other: &State, forms: &[Row], how: Join) -> State {
        let booleans = self.booleans.iter().filter(|(var, value)| other.booleans.get(var) == Some(value));
        let rows = match how {
            Join::Union => self.rows.join(&other.rows, forms),
            Join::Rounds => self.rows.join_rounds(&other.rows, forms),
            Join::Widen => self.rows.widened(&other.rows, forms),
        };
        let path = if self.path == other.path { self.path.clone() } else { Vec::new() };
        State { booleans: booleans.map(|(var, value)| (*var, *value)).collect(), rows, path }
    }

    /// Whether everything that holds in the other holds in this one, as far as that is shown.
    pub(crate) fn is_within(&self, other: &State) -> bool {
        let known = |(var, value): (&BoolVar, &bool)| self.booleans.get(var) == Some(value);
        other.booleans.iter().all(known) && self.rows.is_within(&other.rows)
    }
}

/// How two cases become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// With what holds of both.
    Union,
    /// The same, where both are rounds of a loop.
    Rounds,
    /// With what of the first still holds.
    Widen,
}

/// The value that a row gives a quantity, if it is about one alone.
fn value(row: &Row) -> Option<(u32, i128)> {
    match (row.terms(), row.sign()) {
        (&[(name, 1)], Sign::Zero) => Some((name, -row.constant())),
        (&[(name, -1)], Sign::Zero) => Some((name, row.constant())),
        ([..], _) => None,
    }
}
