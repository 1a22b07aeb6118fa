//! The least set of facts that the rules derive: a predicate, and what is asked of each of its arguments.
//!
//! First come, first served, so derivations are short. A fact that was derived by leaving something open and is derived
//! exactly later takes the exact derivation; that one has only exact facts below it, so derivations never go in a circle.
//! An integer argument with too many values becomes any integer.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use automata::{Budget, Exhausted};
use ir::AssertId;

use super::demand::{Need, Planned};
use super::evaluate::{Cell, Choice, Outcome, World};
use super::plan::Plan;
use super::prepare::{Conclusion, Rule};
use crate::op::PredicateId;

/// More different integers than this are any integer.
const MOST_INTEGERS: usize = 48;

/// A fact, by its place.
pub(super) type FactId = usize;

/// Something that was derived.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) predicate: PredicateId,
    pub(super) cells: Vec<Cell>,
    pub(super) from: Derived,
}

/// How something was derived.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    /// The place of the rule.
    pub(super) rule: usize,
    /// The facts that its body atoms are.
    pub(super) body: Vec<FactId>,
    /// What was chosen for variables that nothing binds.
    pub(super) choices: Vec<Choice>,
    /// Whether nothing was left open, here and below.
    pub(super) exact: bool,
}

/// All that was derived.
#[derive(Debug, Default)]
pub(super) struct Reached {
    pub(super) facts: Vec<Fact>,
    /// The facts of each predicate.
    pub(super) of: Vec<Vec<FactId>>,
    /// For each assertion, and for queries without one, how it is violated.
    pub(super) violations: BTreeMap<Option<AssertId>, Derived>,
    /// From which fact which rule led to which fact; only of rules with one body atom.
    pub(super) edges: BTreeSet<(FactId, usize, FactId)>,
    /// Only looked up, never walked.
    known: HashMap<(PredicateId, Vec<Cell>), FactId>,
    integers: BTreeMap<(PredicateId, usize), BTreeSet<i128>>,
}

/// When the search may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// A violation is derived exactly.
    Violation,
    /// All is derived.
    All,
}

/// Over-approximates where a derivation is not exact: all that the rules derive.
///
/// # Errors
/// [`Exhausted`] when that is more than the budget covers.
pub(super) fn reach(
    world: &mut World<'_>,
    planned: &Planned,
    until: Until,
    budget: &mut Budget,
) -> Result<Reached, Exhausted> {
    let predicates = world.demand.slots.len();
    let mut search = Search {
        reached: Reached { of: vec![Vec::new(); predicates], ..Reached::default() },
        queue: VecDeque::new(),
        processed: vec![Vec::new(); predicates],
        world,
        planned,
    };
    for (rule, (known, _)) in planned.iter().enumerate() {
        if known.body.is_empty() {
            search.apply(rule, &[], budget)?;
        }
    }
    while let Some(fact) = search.queue.pop_front() {
        if until == Until::Violation && search.reached.violations.values().any(|derived| derived.exact) {
            break;
        }
        search.process(fact, budget)?;
    }
    Ok(search.reached)
}

struct Search<'a, 'w> {
    reached: Reached,
    queue: VecDeque<FactId>,
    /// The facts of each predicate that have been through all rules.
    processed: Vec<Vec<FactId>>,
    world: &'a mut World<'w>,
    planned: &'a Planned,
}

impl Search<'_, '_> {
    /// Puts a fact through every rule that has its predicate in the body.
    fn process(&mut self, fact: FactId, budget: &mut Budget) -> Result<(), Exhausted> {
        let predicate = self.reached.facts[fact].predicate;
        let seen = &mut self.processed[predicate.0 as usize];
        if !seen.contains(&fact) {
            seen.push(fact);
        }
        let planned = self.planned;
        for (rule, (known, _)) in planned.iter().enumerate() {
            for (place, (wanted, _)) in known.body.iter().enumerate() {
                if *wanted == predicate {
                    self.combine(rule, (place, fact), budget)?;
                }
            }
        }
        Ok(())
    }

    /// A rule with a fact at one place of its body, and every fact that was seen at the others.
    fn combine(
        &mut self,
        rule: usize,
        (place, fact): (usize, FactId),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut rows: Vec<Vec<FactId>> = vec![Vec::new()];
        for (at, (predicate, _)) in self.planned[rule].0.body.iter().enumerate() {
            let others = &self.processed[predicate.0 as usize];
            let own = [fact];
            let choices: &[FactId] = if at == place { &own } else { others };
            budget.spend((rows.len() * choices.len()) as u64)?;
            let longer = |row: &Vec<FactId>| {
                let row = row.clone();
                choices.iter().map(move |&next| [row.as_slice(), &[next]].concat())
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        rows.into_iter().try_for_each(|row| self.apply(rule, &row, budget))
    }

    fn apply(&mut self, at: usize, body: &[FactId], budget: &mut Budget) -> Result<(), Exhausted> {
        let (rule, plan) = &self.planned[at];
        let bound = self.bound(at, (rule, plan), body);
        let below = body.iter().all(|&fact| self.reached.facts[fact].from.exact);
        for outcome in self.world.outcomes((at, plan), &bound, budget)? {
            let Outcome { head, exact, choices } = outcome;
            let from = Derived { rule: at, body: body.to_vec(), choices, exact: exact && below };
            match &rule.head {
                Conclusion::Holds(predicate, _) => self.add(*predicate, &head, from, budget)?,
                Conclusion::Violation(assertion) => {
                    let known = self.reached.violations.entry(*assertion).or_insert_with(|| from.clone());
                    if from.exact && !known.exact {
                        *known = from;
                    }
                }
            }
        }
        Ok(())
    }

    /// The values of the variables of a plan that facts bind.
    fn bound(&self, at: usize, (rule, plan): (&Rule, &Plan), body: &[FactId]) -> Vec<(usize, Cell)> {
        let mut bound = Vec::new();
        for ((predicate, variables), &fact) in rule.body.iter().zip(body) {
            for (argument, var) in variables.iter().enumerate() {
                if let Some(&node) = plan.places.get(var) {
                    let slot = &self.world.demand.slots[predicate.0 as usize][argument];
                    let cell = &self.reached.facts[fact].cells[argument];
                    bound.push((node, project(cell, slot, &self.world.demand.terms[at][node])));
                }
            }
        }
        bound
    }

    fn add(
        &mut self,
        predicate: PredicateId,
        head: &[Cell],
        mut from: Derived,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let slots = &self.world.demand.slots[predicate.0 as usize];
        let terms = &self.world.demand.terms[from.rule];
        let plan = &self.planned[from.rule].1;
        let mut cells: Vec<Cell> = (head.iter().zip(&plan.head).zip(slots))
            .map(|((cell, &node), slot)| project(cell, &terms[node], slot))
            .collect();
        for (argument, cell) in cells.iter_mut().enumerate() {
            from.exact &= self.reached.limit(predicate, argument, cell);
        }
        budget.spend(cells.len() as u64 + 1)?;
        let (rule, body) = (from.rule, from.body.clone());
        let fact = self.reached.insert(predicate, cells, from, &mut self.queue);
        if let [source] = body[..] {
            self.reached.edges.insert((source, rule, fact));
        }
        Ok(())
    }
}

impl Reached {
    /// Makes an integer any integer where there are too many; says whether nothing was lost.
    fn limit(&mut self, predicate: PredicateId, argument: usize, cell: &mut Cell) -> bool {
        let Cell::Int(value) = cell else { return true };
        let Some(number) = value else { return false };
        let known = self.integers.entry((predicate, argument)).or_default();
        if known.len() < MOST_INTEGERS || known.contains(number) {
            known.insert(*number);
            return true;
        }
        *value = None;
        false
    }

    fn insert(
        &mut self,
        predicate: PredicateId,
        cells: Vec<Cell>,
        from: Derived,
        queue: &mut VecDeque<FactId>,
    ) -> FactId {
        let key = (predicate, cells);
        if let Some(&known) = self.known.get(&key) {
            let fact = &mut self.facts[known];
            if from.exact && !fact.from.exact {
                fact.from = from;
                queue.push_back(known);
            }
            return known;
        }
        let id = self.facts.len();
        self.facts.push(Fact { predicate, cells: key.1.clone(), from });
        self.of[predicate.0 as usize].push(id);
        self.known.insert(key, id);
        queue.push_back(id);
        id
    }
}

/// What is left of a value when less is asked of it.
fn project(cell: &Cell, had: &Need, asked: &Need) -> Cell {
    match cell {
        Cell::Class(_) if asked.entries.is_empty() => Cell::Unasked,
        Cell::Class(states) if had.entries.len() == asked.entries.len() => Cell::Class(states.clone()),
        Cell::Class(states) => {
            let kept =
                had.entries.iter().zip(states.iter()).filter(|(entry, _)| asked.entries.contains(entry));
            Cell::Class(kept.map(|(_, &state)| state).collect())
        }
        Cell::Truth(_) | Cell::Int(_) if asked.live => cell.clone(),
        Cell::Truth(_) | Cell::Int(_) | Cell::Unasked => Cell::Unasked,
    }
}
