//! Which machines matter to which argument of which predicate, and from which states.
//!
//! Asked backwards: a test asks its machine of a string from the first state; a concatenation asks its parts from the
//! states in which the parts before them may end; a head asks what its predicate's arguments are asked; a body variable
//! asks the argument that it is bound to. Nothing else is ever looked at, so nothing else is kept.

use std::collections::BTreeSet;

use automata::{Budget, Exhausted};

use super::plan::{Kind, Plan};
use super::prepare::{Conclusion, Rule};
use super::registry::{Entry, Registry};
use crate::sort::Sort;
use crate::system::HornSystem;

/// What is asked of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Need {
    /// From which states which machines read it, when it is a string.
    pub(super) entries: BTreeSet<Entry>,
    /// Whether it matters at all, when it is not.
    pub(super) live: bool,
}

/// What is asked of everything.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    /// Of the arguments of each predicate.
    pub(super) slots: Vec<Vec<Need>>,
    /// Of the terms of each rule.
    pub(super) terms: Vec<Vec<Need>>,
    /// Of the terms of each rule, leaving out what concatenations ask.
    pub(super) direct: Vec<Vec<BTreeSet<Entry>>>,
}

/// The rules with their plans.
pub(super) type Planned = [(Rule, Plan)];

/// Exact, but where chains of functions are cut: what is asked of everything.
///
/// # Errors
/// [`Exhausted`] when machines outgrow the budget.
pub(super) fn demand(
    system: &HornSystem,
    planned: &Planned,
    registry: &mut Registry,
    budget: &mut Budget,
) -> Result<Demand, Exhausted> {
    let slots = system.predicates.iter().map(|predicate| vec![Need::default(); predicate.sorts.len()]);
    let terms = planned.iter().map(|(_, plan)| vec![Need::default(); plan.nodes.len()]);
    let direct = planned.iter().map(|(_, plan)| vec![BTreeSet::new(); plan.nodes.len()]);
    let mut demand = Demand { slots: slots.collect(), terms: terms.collect(), direct: direct.collect() };
    let mut changed = true;
    while changed {
        changed = false;
        for (at, (rule, plan)) in planned.iter().enumerate().rev() {
            let before = demand.terms[at].clone();
            let mut asking = Asking { system, registry, plan, demand: &mut demand, at };
            asking.begin(rule);
            asking.pass(budget)?;
            changed |= demand.hand_on(rule, plan, at) || demand.terms[at] != before;
        }
    }
    Ok(demand)
}

impl Demand {
    /// Asks the arguments of the body what is asked of its variables. Says whether that is new.
    fn hand_on(&mut self, rule: &Rule, plan: &Plan, at: usize) -> bool {
        let mut changed = false;
        for (predicate, variables) in &rule.body {
            for (argument, var) in variables.iter().enumerate() {
                let Some(&node) = plan.places.get(var) else { continue };
                let slot = &mut self.slots[predicate.0 as usize][argument];
                let before = slot.clone();
                slot.entries.extend(self.terms[at][node].entries.iter().copied());
                slot.live |= self.terms[at][node].live;
                changed |= *slot != before;
            }
        }
        changed
    }
}

struct Asking<'a> {
    system: &'a HornSystem,
    registry: &'a mut Registry,
    plan: &'a Plan,
    demand: &'a mut Demand,
    at: usize,
}

impl Asking<'_> {
    fn ask(&mut self, node: usize, entries: impl IntoIterator<Item = Entry>) {
        let entries: Vec<Entry> = entries.into_iter().collect();
        self.demand.direct[self.at][node].extend(entries.iter().copied());
        self.demand.terms[self.at][node].entries.extend(entries);
    }

    fn mark(&mut self, node: usize) {
        self.demand.terms[self.at][node].live = true;
    }

    fn entries(&self, node: usize) -> Vec<Entry> {
        self.demand.terms[self.at][node].entries.iter().copied().collect()
    }

    /// What the constraint and the head ask. Strings that are compared are asked all that is asked of their arguments, so
    /// that an equation tells as much as it can.
    fn begin(&mut self, rule: &Rule) {
        self.plan.conjuncts.clone().into_iter().for_each(|node| self.mark(node));
        let compared: BTreeSet<usize> = (self.plan.nodes.iter())
            .filter(|node| matches!(node.kind, Kind::SameStr(..)))
            .flat_map(|node| node.kind.parts())
            .collect();
        for (predicate, variables) in &rule.body {
            for (argument, var) in variables.iter().enumerate() {
                if let Some(&node) = self.plan.places.get(var).filter(|node| compared.contains(node)) {
                    self.ask(node, self.demand.slots[predicate.0 as usize][argument].entries.clone());
                }
            }
        }
        let Conclusion::Holds(predicate, _) = &rule.head else { return };
        for (argument, &node) in self.plan.head.iter().enumerate() {
            let need = self.demand.slots[predicate.0 as usize][argument].clone();
            if need.live {
                self.mark(node);
            }
            self.ask(node, need.entries);
        }
    }

    /// Carries what is asked from wholes to parts, until nothing is new.
    fn pass(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut before = None;
        while before.as_ref() != Some(&self.demand.terms[self.at]) {
            before = Some(self.demand.terms[self.at].clone());
            for node in (0..self.plan.nodes.len()).rev() {
                let need = &self.demand.terms[self.at][node];
                if need.live || !need.entries.is_empty() {
                    budget.spend(need.entries.len() as u64 + 1)?;
                    self.node(node, budget)?;
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        let plan = self.plan;
        match &plan.nodes[node].kind {
            Kind::Concat(parts) => self.concat(node, parts),
            Kind::Image(image, of) => {
                for entry in self.entries(node) {
                    if let Some(machine) = self.registry.through(self.system, image, entry, budget)? {
                        self.ask(*of, [(machine, 0)]);
                    }
                }
            }
            Kind::Opaque(machine) => self.ask(node, [(*machine, 0)]),
            Kind::Ite(condition, then, other) => {
                self.mark(*condition);
                for branch in [*then, *other] {
                    self.ask(branch, self.entries(node));
                    if plan.nodes[node].sort != Sort::Str {
                        self.mark(branch);
                    }
                }
            }
            Kind::Test(of, machine) => self.ask(*of, [(*machine, 0)]),
            Kind::SameStr(left, right) => {
                self.ask(*left, self.entries(*right));
                self.ask(*right, self.entries(*left));
            }
            kind @ (Kind::Not(_)
            | Kind::All(_)
            | Kind::Any(_)
            | Kind::SameBool(..)
            | Kind::Compare(..)
            | Kind::Arithmetic(..)) => kind.parts().into_iter().for_each(|part| self.mark(part)),
            Kind::Var(_) | Kind::Word(_) | Kind::Truth(_) | Kind::Open | Kind::Int(_) | Kind::Unknown => {}
        }
        Ok(())
    }

    fn concat(&mut self, node: usize, parts: &[usize]) {
        for (machine, start) in self.entries(node) {
            let mut states = BTreeSet::from([start]);
            for &part in parts {
                if let Kind::Word(word) = &self.plan.nodes[part].kind {
                    states = self.registry.after_word(machine, &states, word);
                    continue;
                }
                let entries = states.iter().map(|&state| (machine, state));
                self.demand.terms[self.at][part].entries.extend(entries);
                states = self.registry.after_any(machine, &states);
            }
        }
    }
}
