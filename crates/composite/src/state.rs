//! What is known at a label: one language per string, number sets over packs, values of booleans, equalities.
//!
//! `strings` is *α* and the packs together are *a* in [YBI09 §3.1]. There is no bottom: a label that no run
//! comes to has no state.

use std::collections::{BTreeMap, BTreeSet};

use automata::numbers::{Relation, Tuples};
use automata::{Automaton, Budget, Exhausted};
use ir::{BoolVar, IntExpr, IntVar, Literal, Procedure, Program, Quantity, StrExpr, StrVar, Test, Variable};

use verdict::facts::SliceFact;
use verdict::parts::{Place, integer_speaks_of, string_speaks_of};
use verdict::same::SameFact;

use crate::classes::Classes;
use crate::packs::Packs;
use crate::rungs::{Rung, boxed_union, merged_union};

/// An over-approximation of the states in which runs come to a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractState {
    /// For each string variable the language of its values.
    pub strings: Vec<Automaton>,
    /// For each pack the values of its quantities.
    pub packs: Vec<Tuples>,
    /// What is known of the numbers instead of packs, where relations of sizes are given: one of them holds.
    pub rows: Option<Vec<sizes::State>>,
    /// For each boolean variable its value, when it is always the same.
    pub booleans: Vec<Option<bool>>,
    /// Pairs of string variables that are always equal, the lesser first.
    pub equal: BTreeSet<(StrVar, StrVar)>,
    /// Boolean variables that are true exactly when a literal holds.
    pub definitions: BTreeMap<BoolVar, Literal>,
    /// Strings that are slices of others.
    pub slices: BTreeSet<SliceFact>,
    /// Integer variables with the expressions that they are the values of.
    pub integers: BTreeMap<IntVar, IntExpr>,
    /// String variables with the slices, at places that are not constant, that they are, or with what they were put together from.
    pub parts: BTreeMap<StrVar, StrExpr>,
    /// Strings cut in two at places. At the rest of a string only the side before it is told.
    pub splits: BTreeMap<(StrVar, Place), Sides>,
    /// Pieces of two strings that are the same.
    pub same: BTreeSet<SameFact>,
}

/// The languages of the two sides of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Of the characters before the place.
    pub before: Automaton,
    /// Of the others.
    pub after: Automaton,
}

/// How the old and the new state of a loop head become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// The least state that contains both.
    Union,
    /// The widening of [BB04], which closes loops.
    Widen,
    /// The quotient by agreement up to a depth, which ends.
    Depth(u32),
    /// What still changes is given up: any word, any numbers.
    GiveUp,
}

impl AbstractState {
    /// The state in which a run begins: every string empty, every integer 0, every boolean false.
    pub(crate) fn initial(
        program: &Program,
        procedure: &Procedure,
        packs: &Packs,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let zeros = |quantities: &Vec<Quantity>| {
            let mut set = Tuples::all(quantities.len());
            for track in 0..quantities.len() {
                let mut coefficients = vec![0; quantities.len()];
                coefficients[track] = 1;
                let zero = Tuples::linear(&coefficients, Relation::Equal, 0, budget)?;
                set = set.intersection(&zero, budget)?;
            }
            Ok(set)
        };
        let strings = procedure.strings.len() as u32;
        let pairs = (1..strings).map(|right| (StrVar(0), StrVar(right)));
        Ok(AbstractState {
            strings: vec![Automaton::epsilon(program.alphabet); procedure.strings.len()],
            packs: packs.all().iter().map(zeros).collect::<Result<_, Exhausted>>()?,
            rows: None,
            booleans: vec![Some(false); procedure.booleans.len()],
            equal: pairs.collect(),
            definitions: BTreeMap::new(),
            slices: BTreeSet::new(),
            integers: BTreeMap::new(),
            parts: BTreeMap::new(),
            splits: BTreeMap::new(),
            same: BTreeSet::new(),
        })
    }

    /// Whether every concrete state of this one is in `other`, as far as languages, sets and facts show it.
    ///
    /// # Errors
    /// [`Exhausted`] when a walk outgrows the budget.
    pub(crate) fn included_in(&self, other: &AbstractState, budget: &mut Budget) -> Result<bool, Exhausted> {
        let booleans = self.booleans.iter().zip(&other.booleans).all(|(a, b)| b.is_none() || a == b);
        let kept = other.definitions.iter().all(|(var, literal)| self.definitions.get(var) == Some(literal));
        let sliced = other.slices.is_subset(&self.slices)
            && other.same.is_subset(&self.same)
            && other.integers.iter().all(|(var, value)| self.integers.get(var) == Some(value))
            && other.parts.iter().all(|(var, value)| self.parts.get(var) == Some(value));
        if !booleans || !kept || !sliced || !Classes::of(&self.equal).imply(&other.equal) {
            return Ok(false);
        }
        for (a, b) in self.strings.iter().zip(&other.strings) {
            if a != b && !a.included_in(b, budget)? {
                return Ok(false);
            }
        }
        for (a, b) in self.packs.iter().zip(&other.packs) {
            if a != b && !a.included_in(b, budget)? {
                return Ok(false);
            }
        }
        for (key, b) in &other.splits {
            let Some(a) = self.splits.get(key) else { return Ok(false) };
            if !a.before.included_in(&b.before, budget)? || !a.after.included_in(&b.after, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Over-approximates: a state that contains both, found in the way that `join` says. A language or set for which
    /// that takes more than `steps` goes down the ladder; the lowest rung is returned.
    ///
    /// # Errors
    /// [`Exhausted`] when all operations together outgrow the budget.
    pub(crate) fn join(
        &self,
        other: &AbstractState,
        (join, steps): (Join, u64),
        budget: &mut Budget,
    ) -> Result<(AbstractState, Rung), Exhausted> {
        let mut lowest = Rung::Exact;
        let mut strings = Vec::with_capacity(self.strings.len());
        for (old, new) in self.strings.iter().zip(&other.strings) {
            let (words, rung) = join.words_within(old, new, steps, budget)?;
            lowest = lowest.max(rung);
            strings.push(words);
        }
        let mut splits = BTreeMap::new();
        for (key, old) in &self.splits {
            let Some(new) = other.splits.get(key) else { continue };
            let (before, first) = join.words_within(&old.before, &new.before, steps, budget)?;
            let (after, second) = join.words_within(&old.after, &new.after, steps, budget)?;
            lowest = lowest.max(first).max(second);
            splits.insert(key.clone(), Sides { before, after });
        }
        let mut packs = Vec::with_capacity(self.packs.len());
        for (old, new) in self.packs.iter().zip(&other.packs) {
            let exact = within(steps, budget, |own| join.numbers(old, new, own))?;
            let (set, rung) = match exact {
                Ok(set) => (set, Rung::Exact),
                Err(_) => within(steps, budget, |own| boxed_union(old, new, own))?,
            };
            lowest = lowest.max(rung);
            packs.push(set);
        }
        let same = |(a, b): (&Option<bool>, &Option<bool>)| if a == b { *a } else { None };
        let mut definitions = self.definitions.clone();
        definitions.retain(|var, literal| other.definitions.get(var) == Some(literal));
        let mut integers = self.integers.clone();
        integers.retain(|var, value| other.integers.get(var) == Some(value));
        let mut parts = self.parts.clone();
        parts.retain(|var, value| other.parts.get(var) == Some(value));
        let joined = AbstractState {
            strings,
            packs,
            rows: self.rows.clone(),
            booleans: self.booleans.iter().zip(&other.booleans).map(same).collect(),
            equal: Classes::of(&self.equal).common(&Classes::of(&other.equal)),
            definitions,
            slices: self.slices.intersection(&other.slices).copied().collect(),
            integers,
            parts,
            splits,
            same: self.same.intersection(&other.same).cloned().collect(),
        };
        Ok((joined, lowest))
    }
}

/// Does something with a budget of its own, and takes what it spent from the whole one.
pub(crate) fn within<T>(
    steps: u64,
    budget: &mut Budget,
    work: impl FnOnce(&mut Budget) -> T,
) -> Result<T, Exhausted> {
    let mut own = Budget::steps(steps.min(budget.left()));
    let result = work(&mut own);
    budget.spend(own.spent().max(1))?;
    Ok(result)
}

impl Join {
    /// The join of two languages, on the ladder when it takes more than `steps`.
    fn words_within(
        self,
        old: &Automaton,
        new: &Automaton,
        steps: u64,
        budget: &mut Budget,
    ) -> Result<(Automaton, Rung), Exhausted> {
        match within(steps, budget, |own| self.words(old, new, own))? {
            Ok(words) => Ok((words, Rung::Exact)),
            Err(_) => within(steps, budget, |own| merged_union(old, new, own)),
        }
    }

    fn words(self, old: &Automaton, new: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        if new == old || new.included_in(old, budget)? {
            return Ok(old.clone());
        }
        match self {
            Join::Union => old.union(new, budget),
            Join::Widen => old.widen(new, budget),
            Join::Depth(depth) => old.union(new, budget)?.widen_to_depth(depth, budget),
            Join::GiveUp => Ok(Automaton::any(old.alphabet())),
        }
    }

    fn numbers(self, old: &Tuples, new: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        if new == old || new.included_in(old, budget)? {
            return Ok(old.clone());
        }
        match self {
            Join::Union => old.union(new, budget),
            Join::Widen => old.widen(new, budget),
            Join::Depth(depth) => old.widen_to_depth(new, depth as usize, budget),
            Join::GiveUp => Ok(Tuples::all(old.tracks())),
        }
    }
}

impl AbstractState {
    /// The variables known to be equal to `var`, itself included.
    pub(crate) fn class_of(&self, var: StrVar) -> Vec<StrVar> {
        let classes = Classes::of(&self.equal);
        let members = self.equal.iter().flat_map(|&(left, right)| [left, right]).chain([var]);
        let equal: BTreeSet<StrVar> =
            members.filter(|&other| classes.least(other) == classes.least(var)).collect();
        equal.into_iter().collect()
    }

    /// A variable is about to get a new value: what was known through its old one is kept for the others, and
    /// what speaks of it is dropped.
    pub(crate) fn forget(&mut self, variable: Variable) {
        if let Variable::Str(var) = variable {
            let others: Vec<StrVar> = self.class_of(var).into_iter().filter(|&other| other != var).collect();
            self.equal.retain(|&(left, right)| left != var && right != var);
            if let Some((&first, rest)) = others.split_first() {
                self.equal.extend(rest.iter().map(|&other| (first.min(other), first.max(other))));
            }
            self.slices.retain(|fact| fact.part != var && fact.whole != var);
        }
        self.integers
            .retain(|&var, value| Variable::Int(var) != variable && !integer_speaks_of(value, variable));
        self.parts.retain(|&var, value| Variable::Str(var) != variable && !string_speaks_of(value, variable));
        self.splits
            .retain(|(whole, place), _| Variable::Str(*whole) != variable && !place.speaks_of(variable));
        self.same.retain(|fact| !fact.speaks_of(variable));
        self.definitions.retain(|&defined, literal| {
            Variable::Bool(defined) != variable && !verdict::relation::speaks_of(literal, variable)
        });
    }

    /// `to` has become a copy of `from`.
    pub(crate) fn copied(&mut self, from: StrVar, to: StrVar) {
        if from != to {
            self.equal.insert((from.min(to), from.max(to)));
        }
    }

    /// `var` has become the value of a literal. The copy of a boolean is defined as that one is, because that one may
    /// change.
    pub(crate) fn define(&mut self, var: BoolVar, literal: &Literal) {
        let literal = if let Test::Bool(other) = literal.test
            && let Some(known) = self.definitions.get(&other)
        {
            Literal { test: known.test.clone(), holds: known.holds == literal.holds }
        } else {
            literal.clone()
        };
        if !verdict::relation::speaks_of(&literal, Variable::Bool(var)) {
            self.definitions.insert(var, literal);
        }
    }
}
