//! What a search leaves behind as a claim: for each predicate a finite union of products.
//!
//! The predicates so defined satisfy every clause when the search was right. Nobody needs to believe that: the claim is
//! plain data that can be checked.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use automata::{Automaton, Budget, Exhausted};

use super::evaluate::Cell;
use super::languages::Graph;
use super::registry::Entry;
use super::search::Searched;
use crate::op::{Op, PredicateId};
use crate::regex::Regex;
use crate::solve::Solution;
use crate::system::{HornSystem, Language};
use crate::terms::{TermId, Var};
use crate::value::Value;

/// For each predicate tuples of sets, of which every derivable tuple of values is in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// By predicate.
    pub tuples: Vec<Vec<Vec<Component>>>,
}

/// A set of values of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// Any value.
    Any,
    /// The strings of a language.
    Language(Automaton),
    /// One truth value.
    Truth(bool),
    /// One integer.
    Int(i128),
}

impl Invariant {
    /// Exact: the claim as a definition of each predicate.
    ///
    /// # Errors
    /// [`Exhausted`] when an expression of a language outgrows the budget.
    pub fn solution(&self, system: &mut HornSystem, budget: &mut Budget) -> Result<Solution, Exhausted> {
        let mut definitions = BTreeMap::new();
        for (id, tuples) in (0..).map(PredicateId).zip(&self.tuples) {
            let mut cases = Vec::new();
            for tuple in tuples {
                let mut parts = Vec::new();
                for (at, component) in (0..).map(Var).zip(tuple) {
                    let sort = system.predicate(id).sorts[at.0 as usize];
                    let argument = system.terms.var(at, sort);
                    parts.push(component.formula(system, argument, budget)?);
                }
                cases.push(system.terms.app(Op::And, &parts));
            }
            definitions.insert(id, system.terms.app(Op::Or, &cases));
        }
        Ok(Solution { definitions })
    }

    /// Whether a tuple of values is in the set that a predicate is claimed to be.
    pub fn holds(&self, predicate: PredicateId, values: &[Value]) -> bool {
        let tuples = &self.tuples[predicate.0 as usize];
        tuples.iter().any(|tuple| tuple.iter().zip(values).all(|(set, value)| set.contains(value)))
    }
}

impl Component {
    /// Exact: that an argument is in the set.
    fn formula(
        &self,
        system: &mut HornSystem,
        argument: TermId,
        budget: &mut Budget,
    ) -> Result<TermId, Exhausted> {
        Ok(match self {
            Component::Any => system.terms.truth(true),
            Component::Language(automaton) => {
                let regex = Regex::of(automaton, system.alphabet.last(), budget)?;
                let id = system.add_language(Language { automaton: automaton.clone(), regex });
                system.terms.app(Op::In(id), &[argument])
            }
            Component::Truth(true) => argument,
            Component::Truth(false) => system.terms.app(Op::Not, &[argument]),
            Component::Int(value) => {
                let value = system.terms.int(*value);
                system.terms.app(Op::Equal, &[argument, value])
            }
        })
    }

    /// Whether a value is in the set.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Component::Any, _) => true,
            (Component::Language(language), Value::Str(word)) => language.contains(word),
            (Component::Truth(truth), Value::Bool(value)) => truth == value,
            (Component::Int(number), Value::Int(value)) => number == value,
            (Component::Language(_) | Component::Truth(_) | Component::Int(_), _) => false,
        }
    }
}

/// Exact: the facts of a search as a claim.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn invariant(searched: &Searched, budget: &mut Budget) -> Result<Invariant, Exhausted> {
    let mut languages = Languages::new(searched);
    let mut tuples = Vec::new();
    for (predicate, facts) in searched.reached.of.iter().enumerate() {
        let mut own = Vec::new();
        for &fact in facts {
            let cells = searched.reached.facts[fact].cells.iter().enumerate();
            let tuple =
                cells.map(|(argument, cell)| languages.component((predicate, argument), cell, budget));
            own.push(tuple.collect::<Result<Vec<Component>, Exhausted>>()?);
        }
        tuples.push(own);
    }
    Ok(Invariant { tuples })
}

/// The languages of classes, each made once.
pub(super) struct Languages<'a> {
    searched: &'a Searched,
    /// Both are only looked up, never walked.
    graphs: HashMap<Vec<Entry>, Graph>,
    known: HashMap<(Vec<Entry>, BTreeSet<Cell>), Automaton>,
}

impl<'a> Languages<'a> {
    pub(super) fn new(searched: &'a Searched) -> Self {
        Languages { searched, graphs: HashMap::new(), known: HashMap::new() }
    }

    fn component(
        &mut self,
        slot: (usize, usize),
        cell: &Cell,
        budget: &mut Budget,
    ) -> Result<Component, Exhausted> {
        Ok(match cell {
            Cell::Unasked | Cell::Int(None) => Component::Any,
            Cell::Truth(value) => Component::Truth(*value),
            Cell::Int(Some(value)) => Component::Int(*value),
            Cell::Class(_) => Component::Language(self.of(slot, &BTreeSet::from([cell.clone()]), budget)?),
        })
    }

    /// The strings of some classes of an argument of a predicate.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more classes than the budget covers.
    pub(super) fn of(
        &mut self,
        (predicate, argument): (usize, usize),
        cells: &BTreeSet<Cell>,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let need = &self.searched.demand.slots[predicate][argument];
        let entries: Vec<Entry> = need.entries.iter().copied().collect();
        let key = (entries.clone(), cells.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if !self.graphs.contains_key(&entries) {
            let place = (self.searched.registry.alphabet, &self.searched.space);
            self.graphs.insert(entries.clone(), Graph::new(place, &entries, budget)?);
        }
        let wanted = |class: &[u32]| cells.contains(&Cell::Class(class.into()));
        let language = self.graphs[&entries].language(wanted, budget)?;
        self.known.insert(key, language.clone());
        Ok(language)
    }
}
