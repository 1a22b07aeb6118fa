//! A language of words as cases: products of one set an argument, whose union it is.
//!
//! Exact: what an automaton says of `x1 | x2 | … | xn` is a finite union of products, since it knows of what it has read
//! only its state. The coarse cases are the states at the separators. The fine ones tell apart strings that clauses let
//! a reader tell apart: where it reads a string after something else, through a function, or as another argument. Then
//! what a clause makes of a case is as exact as what it makes of a string.

use automata::{Automaton, Budget, Exhausted, LengthSet};

use super::machines::{Ending, Entry, Machines, TableId, Values};
use super::tuple::{Layout, Sign};
use crate::op::PredicateId;
use crate::profiles::images::Image;
use crate::sort::Sort;
use crate::system::HornSystem;

/// How much is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The states at separators.
    Coarse,
    /// What any clause could tell of a string.
    Fine,
}

/// How the arguments of a predicate are read where a clause goes on from it: by whom, through which functions, the
/// innermost first, and whether from every state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// The predicate and the argument.
    pub(super) of: (PredicateId, usize),
    /// The predicate whose language reads it.
    pub(super) by: PredicateId,
    pub(super) through: Vec<Image>,
}

/// The values of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// Strings.
    Words(Automaton),
    /// A truth value.
    Truth(bool),
    /// Integers.
    Integers {
        /// Those that are not negative.
        naturals: LengthSet,
        /// The opposites of the others.
        negatives: LengthSet,
    },
}

/// A product: for some arguments, by their places, the sets of their values.
pub type Case = Vec<(usize, Set)>;

/// The most cases that are made.
const MOST: usize = 128;

/// Exact: the cases of a language of words of a predicate; `None` when there are too many.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn cases(
    (system, layout): (&HornSystem, &Layout),
    predicate: PredicateId,
    languages: &[Automaton],
    (detail, uses): (Detail, &[Use]),
    budget: &mut Budget,
) -> Result<Option<Vec<Case>>, Exhausted> {
    let mut machines = Machines::new(system, layout);
    let tables: Vec<(TableId, Vec<bool>)> =
        languages.iter().map(|language| machines.candidate(language)).collect();
    let (table, accepts) = tables[predicate.0 as usize].clone();
    let kept = layout.kept(predicate).to_vec();
    let mut splitter =
        Splitter { machines, layout, table, accepts, kept, detail, told: Vec::new(), done: Vec::new() };
    if splitter.kept.is_empty() {
        return Ok(Some(if splitter.accepts[0] { vec![Vec::new()] } else { Vec::new() }));
    }
    for at in 0..splitter.kept.len() {
        let argument = splitter.kept[at].0;
        let own: Vec<&Use> = uses.iter().filter(|used| used.of == (predicate, argument)).collect();
        let told = splitter.told_by(at, (&own, &tables), budget)?;
        splitter.told.push(told);
    }
    let mut open: Vec<(usize, u32, Case)> = vec![(0, 0, Vec::new())];
    while let Some((at, state, case)) = open.pop() {
        let next = splitter.step((at, state, case), budget)?;
        open.extend(next);
        if open.len() + splitter.done.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(splitter.done))
}

struct Splitter<'a> {
    machines: Machines<'a>,
    layout: &'a Layout,
    table: TableId,
    accepts: Vec<bool>,
    kept: Vec<(usize, Sort)>,
    detail: Detail,
    /// For each argument what else reads it.
    told: Vec<Vec<(Entry, TableId)>>,
    done: Vec<Case>,
}

impl Splitter<'_> {
    /// What else reads an argument, and from where: what fine cases tell apart.
    fn told_by(
        &mut self,
        at: usize,
        (uses, tables): (&[&Use], &[(TableId, Vec<bool>)]),
        budget: &mut Budget,
    ) -> Result<Vec<(Entry, TableId)>, Exhausted> {
        let mut told = Vec::new();
        if self.detail == Detail::Coarse || self.kept[at].1 != Sort::Str {
            return Ok(told);
        }
        for Use { by, through, .. } in uses {
            let table = tables[by.0 as usize].0;
            // From the sink everything leads to the sink.
            for state in 0..self.machines.states(table) - 1 {
                let mut entry = (table, state);
                for image in through.iter().rev() {
                    entry = (self.machines.behind(image, entry, budget)?, 0);
                }
                if !told.contains(&(entry, table)) {
                    told.push((entry, table));
                }
            }
        }
        Ok(told)
    }

    fn is_hopeful(&self, state: u32) -> bool {
        // The last state is the sink.
        state as usize + 1 < self.accepts.len()
    }

    /// Who reads an argument, the language itself first, and from where.
    fn readers(&self, at: usize, state: u32) -> (Vec<Entry>, Vec<TableId>) {
        let own = ((self.table, state), self.table);
        [own].into_iter().chain(self.told[at].iter().copied().filter(|other| *other != own)).unzip()
    }

    fn endings(&mut self, at: usize, state: u32, budget: &mut Budget) -> Result<Vec<Ending>, Exhausted> {
        let (entries, readers) = self.readers(at, state);
        Ok(match self.kept[at].1 {
            Sort::Int => self.machines.integers(&entries, budget)?,
            Sort::Bool => self.machines.truths(&entries),
            Sort::Str | Sort::Bits(_) | Sort::Data(_) => {
                self.machines.strings(&entries, &readers, budget)?.to_vec()
            }
        })
    }

    /// The ways on from a state before an argument. Those that are at the end are done.
    fn step(
        &mut self,
        (at, state, case): (usize, u32, Case),
        budget: &mut Budget,
    ) -> Result<Vec<(usize, u32, Case)>, Exhausted> {
        let last = at + 1 == self.kept.len();
        let mut next = Vec::new();
        let mut ends: Vec<Set> = Vec::new();
        for ending in self.endings(at, state, budget)? {
            let after = ending.states[0];
            let symbol = self.layout.symbol(Sign::Separator);
            let target = if last { after } else { self.machines.after((self.table, after), &[symbol]) };
            let possible = if last { self.accepts[after as usize] } else { self.is_hopeful(target) };
            if !possible {
                continue;
            }
            let set = self.set((at, state), &ending, budget)?;
            if last {
                ends.push(set);
            } else {
                let mut case = case.clone();
                case.push((self.kept[at].0, set));
                next.push((at + 1, target, case));
            }
        }
        if self.detail == Detail::Coarse {
            ends = joined(ends, budget)?;
        }
        for set in ends {
            let mut case = case.clone();
            case.push((self.kept[at].0, set));
            self.done.push(case);
        }
        Ok(next)
    }

    fn set(&self, (at, state): (usize, u32), ending: &Ending, budget: &mut Budget) -> Result<Set, Exhausted> {
        Ok(match &ending.values {
            Values::Truth(value) => Set::Truth(*value),
            Values::Integers(naturals, negatives) => {
                Set::Integers { naturals: naturals.clone(), negatives: negatives.clone() }
            }
            Values::Strings(_) => {
                let (entries, readers) = self.readers(at, state);
                Set::Words(self.machines.language(&entries, &readers, &ending.states, budget)?)
            }
        })
    }
}

/// The sets of one argument as few sets with the same union.
fn joined(sets: Vec<Set>, budget: &mut Budget) -> Result<Vec<Set>, Exhausted> {
    let mut all: Vec<Set> = Vec::new();
    for set in sets {
        match (all.last_mut(), set) {
            (Some(Set::Words(known)), Set::Words(more)) => *known = known.union(&more, budget)?,
            (
                Some(Set::Integers { naturals, negatives }),
                Set::Integers { naturals: more, negatives: below },
            ) => {
                *naturals = naturals.union(&more, budget)?;
                *negatives = negatives.union(&below, budget)?;
            }
            (_, set) => all.push(set),
        }
    }
    Ok(all)
}
