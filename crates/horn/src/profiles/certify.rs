//! From the facts of a search to a certificate of the program.
//!
//! One predicate stands for one label, over the variables that matter there, so the cases of a predicate are the cases
//! of its label: classes are languages, truth values and integers are themselves.

use std::collections::BTreeSet;

use automata::numbers::Relation;
use automata::{Budget, Exhausted, LengthSet, Tuples};
use ir::{Action, InputSet, Procedure, Quantity, StrExpr, Variable};
use verdict::facts::{Certificate, Facts, Hints, NumberFact};
use verdict::plain::{Numbers, Words};

use super::cases::{Case, cases};
use super::evaluate::Cell;
use super::invariant::Languages;
use super::search::Searched;
use crate::build::Place;

/// The certificate that the facts of a search make for the procedure that it was about.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn certificate(
    searched: &Searched,
    places: &[Place],
    procedure: &Procedure,
    budget: &mut Budget,
) -> Result<Certificate, Exhausted> {
    let mut writer = Writer { procedure, languages: Languages::new(searched) };
    let mut labels = Vec::with_capacity(places.len());
    for (predicate, (place, cases)) in places.iter().zip(cases(&searched.reached, budget)?).enumerate() {
        let facts = cases.iter().map(|case| writer.facts((predicate, place), case, budget));
        labels.push(facts.collect::<Result<Vec<Facts>, Exhausted>>()?);
    }
    Ok(Certificate { labels })
}

struct Writer<'a> {
    procedure: &'a Procedure,
    languages: Languages<'a>,
}

impl Writer<'_> {
    fn facts(
        &mut self,
        (predicate, place): (usize, &Place),
        case: &Case,
        budget: &mut Budget,
    ) -> Result<Facts, Exhausted> {
        let mut facts = Facts {
            languages: vec![None; self.procedure.strings.len()],
            booleans: vec![None; self.procedure.booleans.len()],
            numbers: Vec::new(),
            linear: Vec::new(),
            equal: Vec::new(),
            definitions: Vec::new(),
            slices: Vec::new(),
            integers: Vec::new(),
            parts: Vec::new(),
            splits: Vec::new(),
            same: Vec::new(),
            counts: Vec::new(),
            hints: hints(&self.procedure.code[place.label.index()].action),
        };
        for (argument, (variable, cells)) in place.variables.iter().zip(&case.cells).enumerate() {
            match variable {
                Variable::Str(var) => {
                    facts.languages[var.index()] = self.words((predicate, argument), cells, budget)?;
                }
                Variable::Bool(var) => facts.booleans[var.index()] = truth(cells),
                Variable::Int(var) => {
                    let set = numbers(cells, budget)?;
                    let fact = |set| NumberFact { quantities: vec![Quantity::Var(*var)], set };
                    facts.numbers.extend(set.map(fact));
                }
            }
        }
        Ok(facts)
    }

    /// The words of some classes; `None` when they are all words.
    fn words(
        &mut self,
        slot: (usize, usize),
        cells: &BTreeSet<Cell>,
        budget: &mut Budget,
    ) -> Result<Option<Words>, Exhausted> {
        if cells.contains(&Cell::Unasked) {
            return Ok(None);
        }
        let language = self.languages.of(slot, cells, budget)?;
        Ok((!language.is_any()).then(|| Words::of(&language)))
    }
}

/// The value that all cells have, if it is one.
fn truth(cells: &BTreeSet<Cell>) -> Option<bool> {
    let mut cells = cells.iter();
    match (cells.next(), cells.next()) {
        (Some(Cell::Truth(value)), None) => Some(*value),
        _ => None,
    }
}

/// The integers of the cells; `None` when they are any.
fn numbers(cells: &BTreeSet<Cell>, budget: &mut Budget) -> Result<Option<Numbers>, Exhausted> {
    let mut set = Tuples::empty(1);
    for cell in cells {
        let Cell::Int(Some(value)) = cell else { return Ok(None) };
        let Ok(value) = i64::try_from(*value) else { return Ok(None) };
        set = set.union(&Tuples::linear(&[1], Relation::Equal, value, budget)?, budget)?;
    }
    Ok(Some(Numbers::of(&set)))
}

/// A string that is read up to a constant length is within it.
fn hints(action: &Action) -> Vec<Hints> {
    let Action::SetStr(var, StrExpr::Input(InputSet::UpTo(most))) = action else { return Vec::new() };
    let Some(most) = most.as_constant().and_then(|most| u64::try_from(most.max(0)).ok()) else {
        return Vec::new();
    };
    vec![Hints { bounds: vec![(*var, LengthSet::between(0, most))], ..Hints::default() }]
}
