//! Our own check that definitions satisfy every clause, without any solver.
//!
//! For each clause the formula *its premise holds and its conclusion does not* is taken apart into cases, and every case
//! must contradict itself. Equations are used to replace variables; tests of one string become a language that the string
//! is in; what a term can be is computed from the languages of its parts. Nothing here knows who found the definitions or
//! how. A *yes* is exact; a *no* says only that this was not enough.

mod images;

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted};

use crate::literals::{Literal, Parts, parts};
use crate::op::Op;
use crate::profiles::regular_test;
use crate::solve::{Solution, broken};
use crate::system::HornSystem;
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};
use images::{image, placed};

/// The steps that a case costs whatever is in it.
const CASE: u64 = 20;

/// Whether definitions satisfy every clause, as far as this can tell: a *yes* is exact.
///
/// # Errors
/// [`Exhausted`] when there are too many cases for the budget.
pub fn inductive(system: &HornSystem, solution: &Solution, budget: &mut Budget) -> Result<bool, Exhausted> {
    let mut system = system.clone();
    for clause in system.clauses.clone() {
        let Some(formula) = broken(&mut system, solution, &clause) else { return Ok(false) };
        if !contradictory(&mut system, formula, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A case: everything in it holds together.
#[derive(Clone, Default)]
struct Case {
    /// Literals to look at.
    open: Vec<Literal>,
    /// Of each of these one alternative holds.
    choices: Vec<Vec<Vec<Literal>>>,
    /// Literals that were looked at and say something.
    known: Vec<Literal>,
    /// What strings are in.
    languages: BTreeMap<TermId, Automaton>,
}

/// What a look at the open literals came to.
enum Outcome {
    Contradiction,
    Open,
}

/// Whether no values make a formula true.
fn contradictory(system: &mut HornSystem, formula: TermId, budget: &mut Budget) -> Result<bool, Exhausted> {
    let mut cases = vec![Case { open: vec![(formula, true)], ..Case::default() }];
    while let Some(mut case) = cases.pop() {
        budget.spend(CASE)?;
        if let Outcome::Contradiction = case.settle(system, budget)? {
            continue;
        }
        let Some(at) = case.next_choice(system) else { return Ok(false) };
        for alternative in case.choices.swap_remove(at) {
            let mut one = case.clone();
            one.open.extend(alternative);
            cases.push(one);
        }
    }
    Ok(true)
}

impl Case {
    /// Looks at all open literals, and again when a choice has one alternative left.
    fn settle(&mut self, system: &mut HornSystem, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        loop {
            while let Some(literal) = self.open.pop() {
                budget.spend(1 + self.known.len() as u64)?;
                if let Outcome::Contradiction = self.take(system, literal, budget)? {
                    return Ok(Outcome::Contradiction);
                }
            }
            if self.is_impossible(system, budget)? {
                return Ok(Outcome::Contradiction);
            }
            if let Outcome::Contradiction = self.narrow(system, budget)? {
                return Ok(Outcome::Contradiction);
            }
            if self.open.is_empty() {
                return Ok(Outcome::Open);
            }
        }
    }

    /// Takes a literal in.
    fn take(
        &mut self,
        system: &mut HornSystem,
        literal: Literal,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        match parts(&system.terms, literal) {
            Parts::All(all) => self.open.extend(all),
            Parts::Any(any) if any.is_empty() => return Ok(Outcome::Contradiction),
            Parts::Any(any) => self.choices.push(any),
            Parts::Itself => return self.test(system, literal, budget),
        }
        Ok(Outcome::Open)
    }

    /// Takes a literal in that is a test.
    fn test(
        &mut self,
        system: &mut HornSystem,
        (atom, holds): Literal,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        if let Some(values) = evaluate(system, &[atom], &BTreeMap::new()) {
            let fits = values == [Value::Bool(holds)];
            return Ok(if fits { Outcome::Open } else { Outcome::Contradiction });
        }
        if self.known.contains(&(atom, !holds)) {
            return Ok(Outcome::Contradiction);
        }
        if let Some((var, term)) = equation(system, (atom, holds)) {
            self.replace(system, var, term);
            return Ok(Outcome::Open);
        }
        self.known.push((atom, holds));
        let Some((subject, language)) = membership(system, (atom, holds), budget)? else {
            return Ok(Outcome::Open);
        };
        let both = match self.languages.get(&subject) {
            Some(known) => known.intersection(&language, budget)?,
            None => language,
        };
        let outcome = if both.is_empty() { Outcome::Contradiction } else { Outcome::Open };
        self.languages.insert(subject, both);
        Ok(outcome)
    }

    /// Puts a term for a variable, everywhere. What was known is looked at again.
    fn replace(&mut self, system: &mut HornSystem, var: Var, term: TermId) {
        let by = BTreeMap::from([(var, term)]);
        let mut moved = |literals: &mut Vec<Literal>| {
            let (atoms, signs): (Vec<TermId>, Vec<bool>) = literals.iter().copied().unzip();
            *literals = system.terms.substitute(&atoms, &by).into_iter().zip(signs).collect();
        };
        self.open.append(&mut self.known);
        moved(&mut self.open);
        self.choices.iter_mut().flatten().for_each(&mut moved);
        self.languages.clear();
    }

    /// Whether some term cannot be what it must be.
    fn is_impossible(&self, system: &HornSystem, budget: &mut Budget) -> Result<bool, Exhausted> {
        for &term in self.languages.keys() {
            if image(system, &self.languages, term, budget)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The choice to open next: one whose alternatives say much, such as the cases of a definition, before one between
    /// single tests; then the shortest.
    fn next_choice(&self, system: &HornSystem) -> Option<usize> {
        let is_test = |literal: &Literal| parts(&system.terms, *literal) == Parts::Itself;
        let cost = |at: &usize| {
            let choice = &self.choices[*at];
            (choice.iter().all(|alternative| alternative.iter().all(is_test)), choice.len())
        };
        (0..self.choices.len()).min_by_key(cost)
    }

    /// Takes out alternatives that contradict what is known. One that is left alone is no choice.
    fn narrow(&mut self, system: &HornSystem, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        for choice in std::mem::take(&mut self.choices) {
            let mut left = Vec::new();
            for alternative in choice {
                budget.spend(1)?;
                if self.allows(system, &alternative, budget)? {
                    left.push(alternative);
                }
            }
            match left.as_slice() {
                [] => return Ok(Outcome::Contradiction),
                [alone] => self.open.extend(alone),
                _ => self.choices.push(left),
            }
        }
        Ok(Outcome::Open)
    }

    /// Whether no literal of an alternative contradicts what is known, as far as one look tells.
    fn allows(
        &self,
        system: &HornSystem,
        alternative: &[Literal],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for &literal in alternative {
            if parts(&system.terms, literal) != Parts::Itself {
                continue;
            }
            let value = evaluate(system, &[literal.0], &BTreeMap::new());
            if value == Some(vec![Value::Bool(!literal.1)]) || self.known.contains(&(literal.0, !literal.1)) {
                return Ok(false);
            }
            let Some((subject, language)) = membership(system, literal, budget)? else { continue };
            let could_be = image(system, &self.languages, subject, budget)?;
            if !could_be.intersects(&language, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A literal as the language that a string is in.
fn membership(
    system: &HornSystem,
    (atom, holds): Literal,
    budget: &mut Budget,
) -> Result<Option<(TermId, Automaton)>, Exhausted> {
    let Some((subject, language)) = regular_test(system, system.alphabet, atom, budget)? else {
        return Ok(None);
    };
    let language = if holds { language } else { language.complement(budget)? };
    placed(system, subject, language, budget).map(Some)
}

/// A variable and a term without it that a literal makes the same.
fn equation(system: &HornSystem, (atom, holds): Literal) -> Option<(Var, TermId)> {
    let Term::App(Op::Equal, sides) = system.terms.get(atom) else { return None };
    let one = |left: TermId, right: TermId| match system.terms.get(left) {
        Term::Var(var, _) => (!system.terms.variables([right]).contains_key(var)).then_some((*var, right)),
        Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
    };
    holds.then(|| one(sides[0], sides[1]).or_else(|| one(sides[1], sides[0])))?
}
