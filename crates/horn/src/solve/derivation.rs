//! Asks for a derivation: ground facts, each from earlier ones by a clause, up to a query.
//!
//! z3 prints one for systems in the dialect of rules, as a proof by hyper-resolution. Only its facts are read; which
//! clause leads from which to which is found and checked in [`steps`](super::steps).

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use automata::Budget;

use super::process::{KEEP, Kind, Solver, Unknown};
use crate::op::{Op, PredicateId};
use crate::smt::{Dialect, Elaborator, Place, QUERY, Scope, Sexprs, print};
use crate::system::HornSystem;
use crate::terms::Term;
use crate::value::{Value, evaluate};

/// Facts, premises before conclusions; the last one is a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The facts.
    pub facts: Vec<Fact>,
}

/// A ground fact with what it is derived from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The predicate, or none for a query.
    pub predicate: Option<PredicateId>,
    /// Its arguments.
    pub values: Vec<Value>,
    /// The places of the facts that it is derived from.
    pub premises: Vec<usize>,
}

/// Asks z3 for a derivation of a query.
///
/// # Errors
/// Why there is none.
pub fn derive(system: &mut HornSystem, solver: &Solver, budget: &mut Budget) -> Result<Derivation, Unknown> {
    if solver.kind != Kind::Z3 {
        return Err(Unknown::because(format!("{} gives no derivation", solver.name)));
    }
    let mut text = print(system, Dialect::Rules).map_err(Unknown::because)?;
    writeln!(text, "(query {QUERY} :print-certificate true)").expect("a string can be written to");
    let answer = solver.ask(&text, &KEEP)?;
    let proof = answer.strip_prefix("sat\n");
    let derivation = proof.and_then(|proof| read(system, proof, budget));
    derivation
        .ok_or_else(|| Unknown::because(format!("{} gave no derivation that is understood", solver.name)))
}

fn read(system: &mut HornSystem, text: &str, budget: &mut Budget) -> Option<Derivation> {
    let sexprs = Sexprs::read(text).ok()?;
    let [root] = sexprs.top() else { return None };
    let mut proof = Proof {
        sexprs: &sexprs,
        bound: HashMap::new(),
        places: BTreeMap::new(),
        derivation: Derivation::default(),
    };
    let body = proof.bind(*root)?;
    proof.walk(system, body, budget)?;
    let last = proof.derivation.facts.last()?;
    (last.predicate.is_none()).then_some(proof.derivation)
}

struct Proof<'a> {
    sexprs: &'a Sexprs,
    /// The expressions that names stand for. z3 binds each name once.
    bound: HashMap<String, Place>,
    /// The fact that each expression proves.
    places: BTreeMap<Place, usize>,
    derivation: Derivation,
}

impl Proof<'_> {
    /// Notes the bindings of the outer `let`s, and gives what is inside of them.
    fn bind(&mut self, root: Place) -> Option<Place> {
        let mut body = root;
        while let Some([bindings, inner]) = self.sexprs.call(body, "let") {
            for &binding in self.sexprs.list(*bindings)? {
                let [name, value] = self.sexprs.list(binding)? else { return None };
                if self.bound.insert(self.sexprs.symbol(*name)?.to_owned(), *value).is_some() {
                    return None;
                }
            }
            body = *inner;
        }
        Some(body)
    }

    /// The expression itself, when it is a name.
    fn resolved(&self, mut place: Place) -> Place {
        // A name stands for an expression of an outer binding, so this ends.
        while let Some(&value) = self.sexprs.symbol(place).and_then(|name| self.bound.get(name)) {
            place = value;
        }
        place
    }

    /// The parts of a step by hyper-resolution: premises and conclusion.
    fn step(&self, place: Place) -> Option<(&[Place], Place)> {
        let (head, rest) = self.sexprs.list(place)?.split_first()?;
        let is_step = self
            .sexprs
            .call(*head, "_")?
            .first()
            .is_some_and(|name| self.sexprs.symbol(*name) == Some("hyper-res"));
        let (conclusion, premises) = rest.split_last()?;
        is_step.then_some((premises, *conclusion))
    }

    /// Collects the facts below an expression, premises first.
    fn walk(&mut self, system: &mut HornSystem, root: Place, budget: &mut Budget) -> Option<()> {
        let mut open = vec![(self.resolved(root), false)];
        while let Some((place, ready)) = open.pop() {
            budget.spend(1).ok()?;
            if self.places.contains_key(&place) {
                continue;
            }
            let Some((premises, conclusion)) = self.step(place) else {
                let parts = self.sexprs.list(place).filter(|_| self.sexprs.call(place, "asserted").is_none());
                open.extend(parts.unwrap_or_default().iter().rev().map(|&part| (self.resolved(part), false)));
                continue;
            };
            let premises: Vec<Place> = premises.iter().map(|&part| self.resolved(part)).collect();
            if !ready {
                open.push((place, true));
                open.extend(premises.iter().rev().map(|&part| (part, false)));
                continue;
            }
            let found = premises.iter().filter_map(|part| self.places.get(part).copied()).collect();
            if let Some(fact) = self.fact(system, conclusion, found, budget)? {
                self.places.insert(place, self.derivation.facts.len());
                self.derivation.facts.push(fact);
                if self.derivation.facts.last().is_some_and(|fact| fact.predicate.is_none()) {
                    return Some(());
                }
            }
        }
        Some(())
    }

    /// The fact of a conclusion; `Some(None)` for one that is none of the system's.
    #[allow(clippy::option_option)]
    fn fact(
        &self,
        system: &mut HornSystem,
        conclusion: Place,
        premises: Vec<usize>,
        budget: &mut Budget,
    ) -> Option<Option<Fact>> {
        let conclusion = self.resolved(conclusion);
        if self.sexprs.symbol(conclusion) == Some(QUERY) {
            return Some(Some(Fact { predicate: None, values: Vec::new(), premises }));
        }
        let scope = Scope::of(system);
        let mut elaborator = Elaborator::new(self.sexprs, &scope, system, budget).sharing(self.bound.clone());
        let Ok(term) = elaborator.term(conclusion) else { return Some(None) };
        let Term::App(Op::Holds(predicate), arguments) = system.terms.get(term).clone() else {
            return Some(None);
        };
        let values = evaluate(system, &arguments, &BTreeMap::new())?;
        Some(Some(Fact { predicate: Some(predicate), values, premises }))
    }
}
