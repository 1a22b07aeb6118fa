//! The way back from an encoded system.
//!
//! Predicates of the system before keep their places and names; the others define operations. A list is a word, and its
//! data type says which end is outermost, so facts and inputs along a derivation are read back from their values alone.

use std::collections::BTreeMap;

use automata::Symbol;

use super::ghosts::Tracked;
use crate::op::PredicateId;
use crate::solve::{Application, Derivation, Fact, Solution};
use crate::sort::{DataId, Sort};
use crate::value::Value;

/// How facts and solutions of an encoded system speak of the system before.
#[derive(Clone, Debug)]
pub struct WayBack {
    /// For each predicate of the system before and each argument: its sort, and how many terms it became.
    pub(super) arguments: Vec<Vec<(Sort, usize)>>,
    /// The data types of lists, first character outermost and last one outermost.
    pub(super) lists: Option<[DataId; 2]>,
    /// The last character.
    pub(super) last: Symbol,
    /// Whether an operation was given up.
    pub(super) gives_up: bool,
    /// The automata whose profiles are kept.
    pub(super) tracked: Vec<Tracked>,
    /// Whether lengths are kept.
    pub(super) has_lengths: bool,
}

impl WayBack {
    /// A value of the encoded system as one of the system before; `None` for a list with what is no character.
    pub fn value(&self, value: &Value) -> Option<Value> {
        match (value, self.lists) {
            (Value::Data(made, _), Some(lists)) if lists.contains(&made.data) => {
                self.word(value, made.data == lists[1]).map(Value::Str)
            }
            (Value::Bool(_) | Value::Int(_) | Value::Str(_) | Value::Bits { .. } | Value::Data(..), _) => {
                Some(value.clone())
            }
        }
    }

    fn word(&self, list: &Value, backwards: bool) -> Option<Vec<Symbol>> {
        let mut word = Vec::new();
        let mut rest = list;
        while let Value::Data(_, parts) = rest {
            let [character, inside] = parts.as_slice() else { break };
            let symbol = match character {
                Value::Int(value) => Symbol::try_from(*value).ok()?,
                Value::Bits { value, .. } => Symbol::try_from(*value).ok()?,
                Value::Bool(_) | Value::Str(_) | Value::Data(..) => return None,
            };
            word.push(Some(symbol).filter(|symbol| *symbol <= self.last)?);
            rest = inside;
        }
        if backwards {
            word.reverse();
        }
        Some(word)
    }

    /// The arguments of a fact as the system before has them; `None` when it is not about one of its predicates, or when
    /// there are no lists to read strings from.
    pub fn fact(&self, fact: &Fact) -> Option<(PredicateId, Vec<Value>)> {
        let predicate = fact.predicate?;
        let arguments = self.arguments.get(predicate.0 as usize)?;
        let mut values = fact.values.iter();
        let mut old = Vec::new();
        for &(sort, count) in arguments {
            let terms: Vec<&Value> = values.by_ref().take(count).collect();
            if sort == Sort::Str && self.lists.is_none() {
                return None;
            }
            old.push(self.value(terms.first()?)?);
        }
        Some((predicate, old))
    }

    /// Whether a derivation that was checked is one of the system before: no operation was given up, and all lists are
    /// words.
    pub fn supports(&self, applications: &[Application]) -> bool {
        let mut values = applications.iter().flat_map(|step| step.values.values());
        !self.gives_up && values.all(|value| self.value(value).is_some())
    }

    /// A derivation as one of the system before, which somebody must check: the facts of its predicates, each from those
    /// below it. `None` when a value is none of the system before.
    pub fn derivation(&self, derivation: &Derivation) -> Option<Derivation> {
        let mut places = BTreeMap::new();
        let mut facts: Vec<Fact> = Vec::new();
        for (at, fact) in derivation.facts.iter().enumerate() {
            let is_old = |id: PredicateId| (id.0 as usize) < self.arguments.len();
            if !fact.predicate.is_none_or(is_old) {
                continue;
            }
            let premises = fact.premises.iter().filter_map(|premise| places.get(premise).copied()).collect();
            let values = if fact.predicate.is_some() { self.fact(fact)?.1 } else { Vec::new() };
            places.insert(at, facts.len());
            facts.push(Fact { predicate: fact.predicate, values, premises });
        }
        Some(Derivation { facts })
    }

    /// The facts of a derivation that are about predicates of the system before, in their order.
    pub fn facts(&self, derivation: &Derivation) -> Vec<(PredicateId, Vec<Value>)> {
        derivation.facts.iter().filter_map(|fact| self.fact(fact)).collect()
    }

    /// The definitions of the predicates of the system before. Their strings are lists still, with their ghosts, so they
    /// are checked against the encoded clauses.
    #[must_use]
    pub fn solution(&self, solution: &Solution) -> Solution {
        let count = self.arguments.len();
        let definitions = solution.definitions.iter().filter(|(id, _)| (id.0 as usize) < count);
        Solution { definitions: definitions.map(|(id, formula)| (*id, *formula)).collect() }
    }
}
