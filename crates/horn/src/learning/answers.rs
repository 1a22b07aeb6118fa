//! Values for the variables of a question once all its rows are read.
//!
//! Exact. How the readers end has been chosen for each variable; what is left are the sums. A string whose length is part
//! of a sum is one of the language of all strings after which its readers end so.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, LengthSet, Symbol};

use super::constraints::{Domain, Group};
use super::machines::{Ending, Entry, Machines, TableId, Values};
use super::reading::{Quantity, Question};
use crate::sort::Sort;
use crate::terms::Var;
use crate::value::Value;

/// Strings longer than this are not written down.
const LONGEST: u64 = 4096;

/// Values of variables.
pub(super) type Answer = BTreeMap<Var, Value>;

/// How the readers of a variable were chosen to end.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) entries: Vec<Entry>,
    pub(super) readers: Vec<TableId>,
    pub(super) ending: Ending,
}

/// What the sums make of a choice.
pub(super) enum Outcome {
    /// No values satisfy them.
    None,
    /// Only strings that are too long to be written do.
    TooLong,
    /// These do.
    Answer(Answer),
}

/// A choice for all variables that stand in rows.
pub(super) struct Answers<'a, 'm> {
    pub(super) question: &'a Question,
    pub(super) machines: &'a Machines<'m>,
    pub(super) chosen: &'a BTreeMap<Var, Chosen>,
}

impl Answers<'_, '_> {
    /// Exact: values that satisfy the sums.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub(super) fn answer(&self, groups: &[Group], budget: &mut Budget) -> Result<Outcome, Exhausted> {
        let mut languages: BTreeMap<Var, Automaton> = BTreeMap::new();
        let mut values: BTreeMap<Quantity, i128> = BTreeMap::new();
        for group in groups {
            let mut domains = BTreeMap::new();
            for quantity in group.quantities() {
                domains.insert(*quantity, self.domain(*quantity, &mut languages, budget)?);
            }
            let Some(found) = group.values(|quantity| domains[&quantity].clone(), budget)? else {
                return Ok(Outcome::None);
            };
            values.extend(found);
        }
        let mut answer = Answer::new();
        for (var, sort) in (0..).map(Var).zip(&self.question.sorts) {
            let value = match sort {
                Sort::Str => match self.string(var, (&values, &languages), budget)? {
                    Some(word) => Value::Str(word),
                    None => return Ok(Outcome::TooLong),
                },
                Sort::Int => Value::Int(self.integer(var, &values)),
                Sort::Bool => Value::Bool(self.truth(var)),
                Sort::Bits(_) | Sort::Data(_) => continue,
            };
            answer.insert(var, value);
        }
        Ok(Outcome::Answer(answer))
    }

    /// The values that a quantity may have by itself.
    fn domain(
        &self,
        quantity: Quantity,
        languages: &mut BTreeMap<Var, Automaton>,
        budget: &mut Budget,
    ) -> Result<Domain, Exhausted> {
        let var = match quantity {
            Quantity::Int(var) | Quantity::Length(var) => var,
        };
        let Some(Chosen { entries, readers, ending }) = self.chosen.get(&var) else {
            return Ok(match quantity {
                Quantity::Int(_) => Domain::integers(),
                Quantity::Length(_) => Domain::lengths(LengthSet::any()),
            });
        };
        Ok(match &ending.values {
            Values::Strings(_) => {
                let language = self.machines.language(entries, readers, &ending.states, budget)?;
                let lengths = language.lengths(budget)?;
                languages.insert(var, language);
                Domain::lengths(lengths)
            }
            Values::Integers(naturals, negatives) => {
                Domain { naturals: naturals.clone(), negatives: negatives.clone() }
            }
            Values::Truth(_) => Domain::integers(),
        })
    }

    /// The value of a string; `None` when it would be too long.
    fn string(
        &self,
        var: Var,
        (values, languages): (&BTreeMap<Quantity, i128>, &BTreeMap<Var, Automaton>),
        budget: &mut Budget,
    ) -> Result<Option<Vec<Symbol>>, Exhausted> {
        let Some(length) = values.get(&Quantity::Length(var)) else {
            return Ok(Some(match self.chosen.get(&var).map(|chosen| &chosen.ending.values) {
                Some(Values::Strings(word)) => word.clone(),
                Some(Values::Integers(..) | Values::Truth(_)) | None => Vec::new(),
            }));
        };
        let Some(length) = u64::try_from(*length).ok().filter(|length| *length <= LONGEST) else {
            return Ok(None);
        };
        let Some(language) = languages.get(&var) else {
            return Ok(Some(vec![u32::from(b'a'); length as usize]));
        };
        let words = language.restrict(&LengthSet::exactly(length), budget)?;
        Ok(Some(words.shortest().expect("the length is one of the language")))
    }

    fn integer(&self, var: Var, values: &BTreeMap<Quantity, i128>) -> i128 {
        if let Some(value) = values.get(&Quantity::Int(var)) {
            return *value;
        }
        match self.chosen.get(&var).map(|chosen| &chosen.ending.values) {
            Some(Values::Integers(naturals, negatives)) => {
                let domain = Domain { naturals: naturals.clone(), negatives: negatives.clone() };
                domain.least().unwrap_or(0)
            }
            Some(Values::Strings(_) | Values::Truth(_)) | None => 0,
        }
    }

    fn truth(&self, var: Var) -> bool {
        match self.chosen.get(&var).map(|chosen| &chosen.ending.values) {
            Some(Values::Truth(value)) => *value,
            Some(Values::Strings(_) | Values::Integers(..)) | None => false,
        }
    }
}
