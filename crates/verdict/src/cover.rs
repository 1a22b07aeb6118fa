//! Several cases of a label together: whatever a run brings there, one of them holds.
//!
//! It is enough that all facts of one case are shown. Or there are several cases of each of which all facts but one are
//! shown, and of these last facts one at least always holds: they are languages of the same string that together
//! contain its values, both values of the same boolean, or number sets of which no run is outside of all.
//!
//! Why this is sound: let a run come to the label. By the cover some last fact holds in its state, and the other facts
//! of that case were shown of every state that the action may lead to, so the whole case holds in this one. Nothing
//! that was shown may lean on the last fact of its own case, and nothing does: facts are shown from the premises, the
//! action and the hints, which all are about every state that the action leads to.
//!
//! Or the numeric cases of what is known before the action and of what the action does are looked at one by one: a run is
//! in one of them, and it is enough that each is impossible or leads to some case of the label.

use automata::{Budget, Exhausted};
use ir::{BoolVar, StrVar};

use crate::facts::{Facts, NumberFact};
use crate::plain::Words;
use crate::step::{Fact, Step, within};

/// With more numeric cases than this they are not looked at one by one.
const MOST_NUMERIC: usize = 64;

/// A case and the one fact of it that was not shown.
type Nearly<'a> = (&'a Facts, Fact);

impl Step<'_> {
    /// What is missing to show that one of the cases always holds after the action; `None` when it is shown.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn uncovered(
        &self,
        cases: &[Facts],
        budget: &mut Budget,
    ) -> Result<Option<String>, Exhausted> {
        let (mut nearly, mut missing) = (Vec::new(), None);
        for case in cases {
            let unshown = self.unshown(case, 2, budget)?;
            match unshown.as_slice() {
                [] => return Ok(None),
                [fact] => nearly.push((case, *fact)),
                [..] => {}
            }
            missing = missing.or(unshown.first().copied());
        }
        if within(self.share, budget, |own| self.together(&nearly, own))? == Some(true)
            || self.one_by_one(cases, budget)?
        {
            return Ok(None);
        }
        Ok(Some(match missing {
            None => "that no run comes there".to_owned(),
            Some(fact) if cases.len() == 1 => fact.to_string(),
            Some(fact) => format!("any of {} cases, in the first the {fact}", cases.len()),
        }))
    }

    /// The case of which the fewest facts could not be shown, by its position, and these facts.
    ///
    /// # Errors
    /// [`Exhausted`] when the whole budget is spent.
    pub(crate) fn nearest(
        &self,
        cases: &[Facts],
        budget: &mut Budget,
    ) -> Result<Option<(usize, Vec<Fact>)>, Exhausted> {
        let mut nearest: Option<(usize, Vec<Fact>)> = None;
        for (at, case) in cases.iter().enumerate() {
            let most = nearest.as_ref().map_or(usize::MAX, |(_, facts)| facts.len());
            let unshown = self.unshown(case, most, budget)?;
            if unshown.len() < most {
                nearest = Some((at, unshown));
            }
        }
        Ok(nearest)
    }

    /// Whether each numeric case cannot be, or leads to one of the cases.
    fn one_by_one(&self, cases: &[Facts], budget: &mut Budget) -> Result<bool, Exhausted> {
        // With one case to lead to, that it is shown of all is that it is shown of each.
        if cases.len() < 2 {
            return Ok(false);
        }
        let numeric = within(self.share, budget, |own| self.numeric_cases(own))?.unwrap_or_default();
        if !(2..=MOST_NUMERIC).contains(&numeric.len()) {
            return Ok(false);
        }
        for only in numeric {
            let step = Step { only: Some(only), ..*self };
            if within(self.share, budget, |own| step.is_impossible(|_| {}, own))? == Some(true) {
                continue;
            }
            let mut led = false;
            for case in cases {
                led = led || step.unshown(case, 1, budget)?.is_empty();
            }
            if !led {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether one of the facts that are missing always holds.
    fn together(&self, nearly: &[Nearly<'_>], budget: &mut Budget) -> Result<bool, Exhausted> {
        if nearly.len() < 2 {
            return Ok(false);
        }
        for at in 0..nearly.len() {
            if nearly[..at].iter().any(|(_, earlier)| *earlier == nearly[at].1) {
                continue;
            }
            let covered = match nearly[at].1 {
                Fact::Language(var) => {
                    let values = self.bounded_values_of(var, budget)?;
                    values.included_in_union(&tables(nearly, var), budget)?
                }
                Fact::Boolean(var) => has_both(nearly, var),
                Fact::Numbers(_)
                | Fact::Sum(_)
                | Fact::Equality(_)
                | Fact::Slice(_)
                | Fact::Definition(_)
                | Fact::Integer(_)
                | Fact::Part(_)
                | Fact::Split(_)
                | Fact::Same(_) => false,
            };
            if covered {
                return Ok(true);
            }
        }
        let sets: Vec<&NumberFact> = nearly.iter().filter_map(number_set).collect();
        Ok(sets.len() > 1 && self.numbers(&sets, budget)?)
    }
}

/// The languages of a string that are missing.
fn tables<'a>(nearly: &[Nearly<'a>], var: StrVar) -> Vec<&'a Words> {
    let of_var = nearly.iter().filter(|(_, fact)| *fact == Fact::Language(var));
    of_var.filter_map(|(case, _)| case.languages[var.index()].as_ref()).collect()
}

/// Whether true and false are missing of a boolean, each in a case.
fn has_both(nearly: &[Nearly<'_>], var: BoolVar) -> bool {
    let values: Vec<Option<bool>> = nearly
        .iter()
        .filter(|(_, fact)| *fact == Fact::Boolean(var))
        .map(|(case, _)| case.booleans[var.index()])
        .collect();
    values.contains(&Some(true)) && values.contains(&Some(false))
}

fn number_set<'a>((case, fact): &Nearly<'a>) -> Option<&'a NumberFact> {
    match fact {
        Fact::Numbers(at) => case.numbers.get(*at),
        Fact::Language(_)
        | Fact::Sum(_)
        | Fact::Boolean(_)
        | Fact::Equality(_)
        | Fact::Slice(_)
        | Fact::Definition(_)
        | Fact::Integer(_)
        | Fact::Part(_)
        | Fact::Split(_)
        | Fact::Same(_) => None,
    }
}
