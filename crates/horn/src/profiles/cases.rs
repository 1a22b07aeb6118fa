//! The facts of a label as few cases, such that every action still carries every case over.
//!
//! A case is a product: for each argument a set of cells. Facts that differ in one argument only are merged. A merged
//! case may say less than its facts together, since a product forgets what belongs to what; so each way of each case is
//! looked at as the checker of certificates looks at it, argument by argument, and a case that it would not carry over
//! is taken apart again. A case of one fact is always carried over, so this ends.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};

use super::evaluate::Cell;
use super::reach::{FactId, Reached};

/// A product of sets of cells, and the facts in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) cells: Vec<BTreeSet<Cell>>,
    facts: Vec<FactId>,
}

/// The cases of each predicate.
///
/// # Errors
/// [`Exhausted`] when the budget does not cover the comparisons.
pub(super) fn cases(reached: &Reached, budget: &mut Budget) -> Result<Vec<Vec<Case>>, Exhausted> {
    let mut all: Vec<Vec<Case>> = Vec::with_capacity(reached.of.len());
    for facts in &reached.of {
        let single = facts.iter().map(|&fact| Case::single(reached, fact)).collect();
        all.push(merged(single, budget)?);
    }
    let ways = ways(reached);
    let mut changed = true;
    while changed {
        changed = false;
        for predicate in 0..all.len() {
            let mut kept = Vec::new();
            for case in &all[predicate] {
                if case.facts.len() == 1 || case.is_carried((reached, &ways), &all, budget)? {
                    kept.push(case.clone());
                } else {
                    kept.extend(case.facts.iter().map(|&fact| Case::single(reached, fact)));
                    changed = true;
                }
            }
            all[predicate] = kept;
        }
    }
    Ok(all)
}

/// For each fact the rules from it, with the facts that they lead to.
type Ways = BTreeMap<FactId, BTreeMap<usize, Vec<FactId>>>;

fn ways(reached: &Reached) -> Ways {
    let mut ways = Ways::new();
    for &(source, rule, target) in &reached.edges {
        ways.entry(source).or_default().entry(rule).or_default().push(target);
    }
    ways
}

/// Merges cases that differ in one argument, one argument after the other.
fn merged(mut cases: Vec<Case>, budget: &mut Budget) -> Result<Vec<Case>, Exhausted> {
    let arguments = cases.first().map_or(0, |case| case.cells.len());
    let mut before = usize::MAX;
    while cases.len() < before {
        before = cases.len();
        for argument in 0..arguments {
            let mut groups: BTreeMap<Vec<BTreeSet<Cell>>, Case> = BTreeMap::new();
            for case in cases {
                budget.spend(case.facts.len() as u64 + arguments as u64)?;
                let mut others = case.cells.clone();
                others.remove(argument);
                match groups.get_mut(&others) {
                    Some(known) => known.absorb(argument, case),
                    None => _ = groups.insert(others, case),
                }
            }
            cases = groups.into_values().collect();
        }
    }
    Ok(cases)
}

impl Case {
    fn single(reached: &Reached, fact: FactId) -> Case {
        let cells = reached.facts[fact].cells.iter().map(|cell| BTreeSet::from([cell.clone()]));
        Case { cells: cells.collect(), facts: vec![fact] }
    }

    fn absorb(&mut self, argument: usize, mut other: Case) {
        self.cells[argument].append(&mut other.cells[argument]);
        self.facts.append(&mut other.facts);
    }

    /// Whether every way from the case leads to what some cases cover, argument by argument.
    fn is_carried(
        &self,
        (reached, ways): (&Reached, &Ways),
        all: &[Vec<Case>],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let mut targets: BTreeMap<usize, Vec<FactId>> = BTreeMap::new();
        for (rule, facts) in self.facts.iter().filter_map(|fact| ways.get(fact)).flatten() {
            budget.spend(facts.len() as u64)?;
            targets.entry(*rule).or_default().extend(facts);
        }
        for facts in targets.values() {
            let predicate = reached.facts[facts[0]].predicate.0 as usize;
            let after = projections(reached, facts);
            let cases = &all[predicate];
            budget.spend((cases.len() * after.len()) as u64 + 1)?;
            if !covered(&after, cases) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The cells of each argument.
fn projections(reached: &Reached, facts: &[FactId]) -> Vec<BTreeSet<Cell>> {
    let arguments = reached.facts[facts[0]].cells.len();
    let of = |argument: usize| {
        facts.iter().map(|&fact| reached.facts[fact].cells[argument].clone()).collect::<BTreeSet<Cell>>()
    };
    (0..arguments).map(of).collect()
}

/// Whether one case contains the product, or several that contain it but for one argument cover that argument.
fn covered(product: &[BTreeSet<Cell>], cases: &[Case]) -> bool {
    let outside = |case: &Case| {
        let within = product.iter().zip(&case.cells).map(|(cells, known)| cells.is_subset(known));
        within.enumerate().filter(|(_, within)| !within).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let mut nearly: BTreeMap<usize, BTreeSet<Cell>> = BTreeMap::new();
    for case in cases {
        match outside(case).as_slice() {
            [] => return true,
            [argument] => {
                nearly.entry(*argument).or_default().extend(case.cells[*argument].iter().cloned());
            }
            [..] => {}
        }
    }
    nearly.iter().any(|(&argument, cells)| product[argument].is_subset(cells))
}
