//! The names that a text has declared.
//!
//! Bound variables win over them. A text that gives a name twice is refused where it is read.

use std::collections::HashMap;

use crate::functions::function;
use crate::op::PredicateId;
use crate::regex::Regex;
use crate::sort::{ConstructorId, DataId, DataType, Sort};
use crate::system::HornSystem;
use crate::terms::{TermId, Var};

use super::sexpr::{Place, Sexprs};

/// A bound name with its variable.
pub(crate) type Bound = (String, Var, Sort);

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// An unknown predicate.
    Predicate(PredicateId),
    /// A constructor of a data type.
    Constructor(ConstructorId),
    /// A selector, with the sort of what it selects.
    Selector(ConstructorId, u32, Sort),
    /// A function that was defined: its parameters are the first variables of its body.
    Defined(Vec<Sort>, TermId),
    /// A regular expression that was defined.
    Pattern(Regex),
}

/// Names and what they stand for. Only looked up, never walked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    names: HashMap<String, Meaning>,
    sorts: HashMap<String, Sort>,
}

impl Scope {
    /// The names that a system declares.
    pub(crate) fn of(system: &HornSystem) -> Scope {
        let mut scope = Scope::default();
        for (at, predicate) in system.predicates.iter().enumerate() {
            scope.names.insert(predicate.name.clone(), Meaning::Predicate(PredicateId(at as u32)));
        }
        for at in 0..system.data.len() {
            scope.declare_data(system, DataId(at as u32));
        }
        scope
    }

    /// Declares a data type's sort, before its constructors are known.
    pub(crate) fn declare_sort(&mut self, name: String, sort: Sort) {
        self.sorts.insert(name, sort);
    }

    /// Declares the names of a data type.
    pub(crate) fn declare_data(&mut self, system: &HornSystem, id: DataId) {
        let data = system.data_type(id);
        self.declare_sort(data.name.clone(), Sort::Data(id));
        for (index, constructor) in data.constructors.iter().enumerate() {
            let which = ConstructorId { data: id, index: index as u32 };
            self.names.insert(constructor.name.clone(), Meaning::Constructor(which));
            for (field, (name, sort)) in constructor.fields.iter().enumerate() {
                self.names.insert(name.clone(), Meaning::Selector(which, field as u32, *sort));
            }
        }
    }

    /// Declares a name.
    pub(crate) fn declare(&mut self, name: String, meaning: Meaning) {
        self.names.insert(name, meaning);
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)
    }

    /// The sort that an expression names.
    pub(crate) fn sort(&self, sexprs: &Sexprs, place: Place) -> Option<Sort> {
        if let Some(name) = sexprs.symbol(place) {
            return match name {
                "Bool" => Some(Sort::Bool),
                "Int" => Some(Sort::Int),
                "String" => Some(Sort::Str),
                _ => self.sorts.get(name).copied(),
            };
        }
        match sexprs.call(place, "_")? {
            [name, width] if sexprs.symbol(*name) == Some("BitVec") => {
                let width = sexprs.symbol(*width)?.parse().ok()?;
                (1..=64).contains(&width).then_some(Sort::Bits(width))
            }
            // z3 prints the sort of strings so in some places.
            [name, of] if sexprs.symbol(*name) == Some("Seq") => {
                (sexprs.symbol(*of) == Some("Char")).then_some(Sort::Str)
            }
            _ => None,
        }
    }

    /// Bound names with their sorts, in order, as variables from `first` on.
    pub(crate) fn bound(&self, sexprs: &Sexprs, place: Place, first: u32) -> Option<Vec<Bound>> {
        let one = |(at, &pair): (usize, &Place)| match sexprs.list(pair)? {
            [name, sort] => {
                let name = sexprs.symbol(*name)?.to_owned();
                Some((name, Var(first + at as u32), self.sort(sexprs, *sort)?))
            }
            _ => None,
        };
        sexprs.list(place)?.iter().enumerate().map(one).collect()
    }
}

/// Whether a name means something in every text.
pub(crate) fn is_theirs(name: &str) -> bool {
    let reserved = ["true", "false", "let", "forall", "exists", "!", "_", "as", "par", "match"];
    let begins_as_a_value = name.starts_with(|c: char| c.is_ascii_digit() || c == '#');
    let theory = ["str.", "re.", "seq."].iter().any(|theory| name.starts_with(theory));
    reserved.contains(&name) || begins_as_a_value || theory || function(name).is_some()
}

/// Whether a sort is that of regular expressions.
pub(crate) fn is_pattern(sexprs: &Sexprs, place: Place) -> bool {
    let of = |place: Place| sexprs.symbol(place) == Some("String");
    matches!(sexprs.symbol(place), Some("RegLan" | "RegEx"))
        || matches!(sexprs.call(place, "RegEx"), Some([text]) if of(*text))
}

/// Whether every data type has a value: some constructor needs only types that have one.
pub(crate) fn all_have_values(types: &[DataType]) -> bool {
    let mut inhabited = vec![false; types.len()];
    for _ in 0..types.len() {
        for at in 0..types.len() {
            let has = |(_, sort): &(String, Sort)| match sort {
                Sort::Data(id) => inhabited[id.index()],
                Sort::Bool | Sort::Int | Sort::Str | Sort::Bits(_) => true,
            };
            inhabited[at] |= types[at].constructors.iter().any(|made| made.fields.iter().all(has));
        }
    }
    inhabited.iter().all(|has| *has)
}
