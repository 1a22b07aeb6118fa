//! What must hold before a step so that a run goes where it is wanted.
//!
//! For each string variable of each open call a language, for booleans a truth value, and a list of linear demands.
//! A variable that nothing is demanded of is absent. Demands on answers stay until they are solved. An
//! operation that finds a contradiction says [`Fate::Dead`]; the demands are then to be thrown away.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, LengthSet};
use ir::{BoolVar, StrTerm, StrVar};

use crate::linear_demands::{Demand, Sum, Unknown};
use crate::record::CallId;

/// Whether demands can still be met, as far as is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Perhaps.
    Alive,
    /// No.
    Dead,
}

/// What must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    pub(crate) strings: BTreeMap<(CallId, StrVar), Automaton>,
    pub(crate) booleans: BTreeMap<(CallId, BoolVar), bool>,
    pub(crate) sums: Vec<(Sum, Demand)>,
    /// The languages of answered words.
    pub(crate) words: BTreeMap<usize, Automaton>,
    /// The truth values of answers.
    pub(crate) truths: BTreeMap<usize, bool>,
    /// How many unknowns were made up.
    pub(crate) fresh: usize,
}

impl Fate {
    pub(crate) fn of(alive: bool) -> Self {
        if alive { Fate::Alive } else { Fate::Dead }
    }
}

impl Demands {
    /// Demands that a string of a call is in a language.
    pub(crate) fn narrow(
        &mut self,
        (call, term): (CallId, &StrTerm),
        language: &Automaton,
        budget: &mut Budget,
    ) -> Result<Fate, Exhausted> {
        match term {
            // A constant has no marks, as the characters of a language over the program's alphabet say.
            StrTerm::Word(word) => Ok(Fate::of(language.contains(word))),
            StrTerm::Var(var) => {
                let old = self.strings.get(&(call, *var));
                let new = match old {
                    Some(old) => old.intersection(language, budget)?,
                    None => language.clone(),
                };
                let fate = Fate::of(!new.is_empty());
                self.strings.insert((call, *var), new);
                Ok(fate)
            }
        }
    }

    /// Demands something of a sum.
    pub(crate) fn require(&mut self, sum: Sum, demand: Demand) -> Fate {
        if sum.terms.is_empty() {
            return Fate::of(demand.admits(sum.constant));
        }
        if !self.sums.iter().any(|known| known.0 == sum && known.1 == demand) {
            self.sums.push((sum, demand));
        }
        Fate::Alive
    }

    /// Demands that a sum has a value.
    pub(crate) fn require_value(&mut self, sum: &Sum, value: i128) -> Fate {
        sum.plus(-1, &Sum::constant(value)).map_or(Fate::Dead, |sum| self.require(sum, Demand::Zero))
    }

    /// Demands that one sum is at most another.
    pub(crate) fn require_order(&mut self, less: &Sum, more: &Sum) -> Fate {
        less.plus(-1, more).map_or(Fate::Dead, |sum| self.require(sum, Demand::AtMostZero))
    }

    /// Puts a value in the place of an unknown wherever it occurs.
    pub(crate) fn substitute(&mut self, unknown: Unknown, value: &Sum) -> Fate {
        let (touched, rest): (Vec<_>, Vec<_>) =
            self.sums.drain(..).partition(|(sum, _)| sum.terms.contains_key(&unknown));
        self.sums = rest;
        for (sum, demand) in touched {
            let Some(sum) = sum.with(unknown, value) else { return Fate::Dead };
            if self.require(sum, demand) == Fate::Dead {
                return Fate::Dead;
            }
        }
        Fate::Alive
    }

    pub(crate) fn mentions(&self, unknown: Unknown) -> bool {
        self.sums.iter().any(|(sum, _)| sum.terms.contains_key(&unknown))
    }

    /// Takes out the demands on the unknown alone.
    pub(crate) fn take_single(&mut self, unknown: Unknown) -> Vec<(i128, i128, Demand)> {
        let mut taken = Vec::new();
        self.sums.retain(|(sum, demand)| match sum.single() {
            Some((only, factor)) if only == unknown => {
                taken.push((factor, sum.constant, *demand));
                false
            }
            Some(_) | None => true,
        });
        taken
    }

    /// Whether a value meets the demands on the unknown alone.
    pub(crate) fn admits(&self, unknown: Unknown, value: i128) -> bool {
        self.sums.iter().all(|(sum, demand)| match sum.single() {
            Some((only, factor)) if only == unknown => factor
                .checked_mul(value)
                .and_then(|product| product.checked_add(sum.constant))
                .is_some_and(|value| demand.admits(value)),
            Some(_) | None => true,
        })
    }

    /// Values at which a demand on the unknown alone turns, and their neighbours, that meet all of them.
    pub(crate) fn values(&self, unknown: Unknown, more: &[i128]) -> Vec<i128> {
        let roots = self.sums.iter().filter_map(|(sum, _)| match sum.single() {
            Some((only, factor)) if only == unknown => sum.constant.checked_neg()?.checked_div(factor),
            Some(_) | None => None,
        });
        let near = roots.flat_map(|root| [root, root.saturating_sub(1), root.saturating_add(1)]);
        let mut values: Vec<i128> = Vec::new();
        for value in near.chain(more.iter().copied()) {
            if !values.contains(&value) && self.admits(unknown, value) {
                values.push(value);
            }
        }
        values
    }

    /// Moves the demands on the length alone of a word into its language.
    pub(crate) fn fold_lengths(
        &mut self,
        length: Unknown,
        language: Automaton,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut language = language;
        for (factor, constant, demand) in self.take_single(length) {
            language = match lengths(factor, constant, demand) {
                Meaning::Lengths(lengths) => language.restrict(&lengths, budget)?,
                Meaning::NotLength(at) => {
                    let there = language.restrict(&LengthSet::exactly(at), budget)?;
                    language.difference(&there, budget)?
                }
            };
        }
        Ok(language)
    }
}

/// What a demand on a length says.
enum Meaning {
    Lengths(LengthSet),
    NotLength(u64),
}

/// The lengths n with `factor * n + constant` as demanded. The factor is not 0.
fn lengths(factor: i128, constant: i128, demand: Demand) -> Meaning {
    let length = |value: i128| u64::try_from(value).ok();
    let target = constant.saturating_neg();
    let exact = if target % factor == 0 { length(target / factor) } else { None };
    match demand {
        Demand::Zero => Meaning::Lengths(exact.map_or(LengthSet::of([]), LengthSet::exactly)),
        Demand::NonZero => exact.map_or(Meaning::Lengths(LengthSet::any()), Meaning::NotLength),
        Demand::AtMostZero if factor > 0 => {
            let most = length(target.div_euclid(factor));
            Meaning::Lengths(most.map_or(LengthSet::of([]), |most| LengthSet::between(0, most)))
        }
        Demand::AtMostZero => {
            // factor * n <= target, so n >= target / factor, rounded up; div_euclid rounds so for a negative factor.
            let least = target.div_euclid(factor).max(0);
            Meaning::Lengths(LengthSet::at_least(length(least).unwrap_or(u64::MAX)))
        }
    }
}

/// What is demanded of the value that a variable gets, taken out of the demands.
pub(crate) struct Wanted {
    /// The language, if any is demanded.
    pub(crate) language: Option<Automaton>,
    /// The length as an unknown; it may still be mentioned.
    pub(crate) length: Unknown,
    /// The length that the value had in the run.
    pub(crate) had: usize,
}

/// The length of a string as a sum.
pub(crate) fn length_of(call: CallId, term: &StrTerm) -> Sum {
    match term {
        StrTerm::Var(var) => Sum::unknown(Unknown::Length(call, *var)),
        StrTerm::Word(word) => Sum::constant(word.len() as i128),
    }
}

/// Demands, or none: for the alternatives that a step has.
pub(crate) type Alternatives = Vec<Demands>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demands_on_a_length_are_sets_of_lengths() {
        for factor in [-3_i128, -1, 1, 2] {
            for constant in -7..=7 {
                for demand in [Demand::Zero, Demand::NonZero, Demand::AtMostZero] {
                    for n in 0..12_u64 {
                        let is = match lengths(factor, constant, demand) {
                            Meaning::Lengths(set) => set.contains(n),
                            Meaning::NotLength(at) => n != at,
                        };
                        let value = factor * i128::from(n) + constant;
                        assert_eq!(is, demand.admits(value), "{factor} * {n} + {constant} {demand:?}");
                    }
                }
            }
        }
    }
}
