//! Derivations with ground values: every variable along a derivation gets a word, an integer or a truth value.
//!
//! A class stands for its shortest word, an integer that nothing binds for one that the constraint accepts among a few.
//! Every constraint is evaluated with these values, so what comes out is a derivation, whatever was left open before.

use std::collections::BTreeMap;

use automata::{Budget, Exhausted};

use super::demand::Planned;
use super::evaluate::Chosen;
use super::prepare::{Conclusion, Rule};
use super::reach::{Derived, FactId, Reached};
use super::space::Space;
use crate::op::PredicateId;
use crate::sort::Sort;
use crate::system::HornSystem;
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};

/// A derivation of a violation, premises before what follows from them, the violation last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The applications of clauses.
    pub steps: Vec<Application>,
}

/// A clause applied to ground values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The place of the clause in its system.
    pub clause: usize,
    /// The places of the applications whose conclusions its body atoms are.
    pub premises: Vec<usize>,
    /// The values of its variables.
    pub assignment: BTreeMap<Var, Value>,
    /// What follows; `None` for a violation.
    pub conclusion: Option<(PredicateId, Vec<Value>)>,
}

/// The most combinations of integers that are tried for one clause.
const MOST_TRIED: usize = 256;

/// Exact: a violation with ground values; `None` when the shortest words do not make it true, which happens only where
/// something was left open.
///
/// # Errors
/// [`Exhausted`] when the words outgrow the budget.
pub(super) fn derivation(
    system: &HornSystem,
    (planned, space, reached): (&Planned, &Space, &Reached),
    violation: &Derived,
    budget: &mut Budget,
) -> Result<Option<Derivation>, Exhausted> {
    let mut grounding = Grounding { system, planned, space, steps: Vec::new(), places: BTreeMap::new() };
    let whole = grounding.below(reached, violation, budget)? && grounding.apply(violation, budget)?;
    Ok(whole.then_some(Derivation { steps: grounding.steps }))
}

/// The applications that lead to the premises of a violation, which need not apply itself.
#[cfg(test)]
pub(super) fn facts_below(
    system: &HornSystem,
    (planned, space, reached): (&Planned, &Space, &Reached),
    violation: &Derived,
    budget: &mut Budget,
) -> Result<Option<Vec<Application>>, Exhausted> {
    let mut grounding = Grounding { system, planned, space, steps: Vec::new(), places: BTreeMap::new() };
    Ok(grounding.below(reached, violation, budget)?.then_some(grounding.steps))
}

/// The facts below a violation, premises first.
fn order(reached: &Reached, violation: &Derived) -> Vec<FactId> {
    let mut done: Vec<FactId> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    // Each fact comes twice: before its premises, and after them.
    let mut open: Vec<(FactId, bool)> = violation.body.iter().rev().map(|&fact| (fact, false)).collect();
    while let Some((fact, opened)) = open.pop() {
        if opened {
            done.push(fact);
        } else if seen.insert(fact) {
            open.push((fact, true));
            open.extend(reached.facts[fact].from.body.iter().rev().map(|&below| (below, false)));
        }
    }
    done
}

/// Values of all variables of a rule, and of the arguments of its head.
type Completed = (BTreeMap<Var, Value>, Vec<Value>);

struct Grounding<'a> {
    system: &'a HornSystem,
    planned: &'a Planned,
    space: &'a Space,
    steps: Vec<Application>,
    places: BTreeMap<FactId, usize>,
}

impl Grounding<'_> {
    /// Derives the facts below a violation; says whether all constraints hold.
    fn below(
        &mut self,
        reached: &Reached,
        violation: &Derived,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for fact in order(reached, violation) {
            if !self.apply(&reached.facts[fact].from, budget)? {
                return Ok(false);
            }
            self.places.insert(fact, self.steps.len() - 1);
        }
        Ok(true)
    }

    /// Applies a rule; says whether its constraint holds.
    fn apply(&mut self, derived: &Derived, budget: &mut Budget) -> Result<bool, Exhausted> {
        let (rule, _) = &self.planned[derived.rule];
        let premises: Vec<usize> = derived.body.iter().map(|fact| self.places[fact]).collect();
        let mut known = BTreeMap::new();
        for ((_, variables), &premise) in rule.body.iter().zip(&premises) {
            let Some((_, values)) = &self.steps[premise].conclusion else { return Ok(false) };
            known.extend(variables.iter().copied().zip(values.iter().cloned()));
        }
        for (var, chosen) in &derived.choices {
            let value = match chosen {
                Chosen::Truth(value) => Value::Bool(*value),
                Chosen::Class(classes, place) => Value::Str(self.space.word(classes, *place)),
            };
            known.insert(*var, value);
        }
        let Some((assignment, head)) = self.complete(rule, known, budget)? else { return Ok(false) };
        let conclusion = match &rule.head {
            Conclusion::Holds(predicate, _) => Some((*predicate, head)),
            Conclusion::Violation(_) => None,
        };
        self.steps.push(Application { clause: rule.clause, premises, assignment, conclusion });
        Ok(true)
    }

    /// Values for all variables with which the constraint holds, and those of the head.
    fn complete(
        &self,
        rule: &Rule,
        mut known: BTreeMap<Var, Value>,
        budget: &mut Budget,
    ) -> Result<Option<Completed>, Exhausted> {
        let defined: Vec<Var> = rule.defined.iter().map(|(var, _)| *var).collect();
        let mut numbers = Vec::new();
        for (at, sort) in rule.sorts.iter().enumerate() {
            let var = Var(at as u32);
            if known.contains_key(&var) || defined.contains(&var) {
                continue;
            }
            match sort {
                Sort::Str => _ = known.insert(var, Value::Str(Vec::new())),
                Sort::Bool => _ = known.insert(var, Value::Bool(false)),
                Sort::Bits(width) => _ = known.insert(var, Value::Bits { value: 0, width: *width }),
                Sort::Int => numbers.push(var),
                Sort::Data(_) => return Ok(None),
            }
        }
        for choice in combinations(&candidates(self.system, rule), numbers.len()) {
            let mut assignment = known.clone();
            assignment.extend(numbers.iter().copied().zip(choice.into_iter().map(Value::Int)));
            budget.spend(assignment.values().map(size).sum::<u64>() + 1)?;
            if let Some(head) = self.holds(rule, &mut assignment, budget)? {
                return Ok(Some((assignment, head)));
            }
        }
        Ok(None)
    }

    /// The values of the head, when the constraint holds. Variables that were replaced get their values.
    fn holds(
        &self,
        rule: &Rule,
        assignment: &mut BTreeMap<Var, Value>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Value>>, Exhausted> {
        let terms: Vec<TermId> = rule.defined.iter().map(|(_, term)| *term).collect();
        let Some(values) = evaluate(self.system, &terms, assignment) else { return Ok(None) };
        assignment.extend(rule.defined.iter().map(|(var, _)| *var).zip(values));
        let clause = &self.system.clauses[rule.clause];
        let roots = [&[clause.constraint], rule.conjuncts.as_slice()].concat();
        let Some(truths) = evaluate(self.system, &roots, assignment) else { return Ok(None) };
        if truths.iter().any(|truth| *truth != Value::Bool(true)) {
            return Ok(None);
        }
        let Some(head) = evaluate(self.system, rule.head_terms(), assignment) else { return Ok(None) };
        budget.spend(head.iter().map(size).sum())?;
        Ok(Some(head))
    }
}

fn size(value: &Value) -> u64 {
    match value {
        Value::Str(word) => word.len() as u64 + 1,
        Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..) => 1,
    }
}

/// Integers near those that a rule speaks of.
fn candidates(system: &HornSystem, rule: &Rule) -> Vec<i128> {
    let roots = rule.conjuncts.iter().chain(rule.head_terms()).copied();
    let mut all = vec![0, 1, -1];
    for part in system.terms.parts_of(roots) {
        if let Term::Int(value) = system.terms.get(part) {
            all.extend([0, 1, -1].into_iter().filter_map(|by| value.checked_add(by)));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|value| seen.insert(*value));
    all
}

/// Rows of `width` integers, at most [`MOST_TRIED`].
fn combinations(values: &[i128], width: usize) -> Vec<Vec<i128>> {
    let mut rows: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in 0..width {
        let longer =
            rows.iter().flat_map(|row| values.iter().map(move |&value| [row, &[value][..]].concat()));
        rows = longer.take(MOST_TRIED).collect();
    }
    rows
}
