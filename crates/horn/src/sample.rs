//! Ground facts that clauses derive, found by running them forward on small values.
//!
//! What is derived is true: every step is a clause with values of its variables, and its constraint was evaluated. What
//! is not derived may be true as well. A violation that is met comes with its derivation; facts refute guesses of what
//! holds.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted, Symbol};

use crate::op::{Op, PredicateId};
use crate::profiles::{Application, Derivation};
use crate::sort::Sort;
use crate::system::{Clause, HornSystem};
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};

/// The most facts of one predicate.
const MOST_FACTS: usize = 60;

/// Words that are longer are left out, so that a string that is doubled again and again stays small.
const LONGEST: usize = 200;

/// The most ways in which variables that nothing binds are given values, for one clause and its premises.
const MOST_CHOICES: usize = 80;

/// So many languages give words, each so many.
const MOST_LANGUAGES: usize = 8;
const MOST_MEMBERS: usize = 3;

/// The most ways in which a fact is an atom of a body.
const MOST_FITS: usize = 24;

/// What small values derive.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Tuples of values that each predicate holds of.
    pub facts: Vec<Vec<Vec<Value>>>,
    /// A derivation of a query, if one was met.
    pub violation: Option<Derivation>,
}

/// Under-approximates: some facts that a system derives.
///
/// # Errors
/// [`Exhausted`] when the budget does not cover them.
pub fn sample(system: &HornSystem, budget: &mut Budget) -> Result<Samples, Exhausted> {
    let pool = Pool::of(system, budget)?;
    let mut run = Run { system, pool, steps: Vec::new(), of: vec![Vec::new(); system.predicates.len()] };
    let mut seen = BTreeSet::new();
    loop {
        let before = run.steps.len();
        for at in 0..system.clauses.len() {
            if let Some(violation) = run.apply(at, &mut seen, budget)? {
                return Ok(run.samples(Some(violation)));
            }
        }
        if run.steps.len() == before {
            return Ok(run.samples(None));
        }
    }
}

/// Values for variables that nothing binds.
struct Pool {
    words: Vec<Value>,
    numbers: Vec<Value>,
}

impl Pool {
    /// Small values, those that the clauses speak of, and short words of their languages.
    fn of(system: &HornSystem, budget: &mut Budget) -> Result<Pool, Exhausted> {
        let letters = |text: &str| text.chars().map(Symbol::from).collect::<Vec<Symbol>>();
        let mut words: Vec<Vec<Symbol>> = ["", "a", "ab", "ba"].map(letters).to_vec();
        let mut numbers = vec![0, 1, -1, 2];
        for part in system.terms.parts_of(system.clauses.iter().flat_map(Clause::terms)) {
            match system.terms.get(part) {
                Term::Word(word) if word.len() < 12 => words.push(word.to_vec()),
                Term::Int(number) => numbers.push(*number),
                Term::Word(_) | Term::Var(..) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {}
            }
        }
        for language in system.languages.iter().take(MOST_LANGUAGES) {
            let members = language.automaton.members(MOST_MEMBERS, budget)?;
            words.extend(members.into_iter().filter(|word| word.len() < 12));
        }
        let (mut known, mut met) = (BTreeSet::new(), BTreeSet::new());
        words.retain(|word| known.insert(word.clone()));
        numbers.retain(|number| met.insert(*number));
        Ok(Pool {
            words: words.into_iter().map(Value::Str).collect(),
            numbers: numbers.into_iter().map(Value::Int).collect(),
        })
    }

    fn values(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Str => self.words.clone(),
            Sort::Int => self.numbers.clone(),
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Bits(width) => vec![Value::Bits { value: 0, width }, Value::Bits { value: 1, width }],
            Sort::Data(_) => Vec::new(),
        }
    }
}

type Bindings = BTreeMap<Var, Value>;

struct Run<'a> {
    system: &'a HornSystem,
    pool: Pool,
    steps: Vec<Application>,
    /// The steps that conclude a fact of each predicate.
    of: Vec<Vec<usize>>,
}

impl Run<'_> {
    /// Applies a clause to all facts that fit; a query that applies is a violation.
    fn apply(
        &mut self,
        at: usize,
        seen: &mut BTreeSet<(PredicateId, Vec<Value>)>,
        budget: &mut Budget,
    ) -> Result<Option<Application>, Exhausted> {
        let clause = &self.system.clauses[at];
        for (premises, bound) in self.matches(clause, budget)? {
            for assignment in self.choices(clause, bound, budget)? {
                budget.spend(clause.variables.len() as u64 + 1)?;
                let holds = evaluate(self.system, &[clause.constraint], &assignment);
                if holds != Some(vec![Value::Bool(true)])
                    || !self.premises_fit(clause, &premises, &assignment)
                {
                    continue;
                }
                let mut step =
                    Application { clause: at, premises: premises.clone(), assignment, conclusion: None };
                let Some(head) = clause.head.atom() else { return Ok(Some(step)) };
                let Some(values) = evaluate(self.system, &head.arguments, &step.assignment) else { continue };
                let own = &mut self.of[head.predicate.0 as usize];
                let is_small = values.iter().all(|value| size(value) <= LONGEST);
                if is_small && own.len() < MOST_FACTS && seen.insert((head.predicate, values.clone())) {
                    own.push(self.steps.len());
                    step.conclusion = Some((head.predicate, values));
                    self.steps.push(step);
                }
            }
        }
        Ok(None)
    }

    /// Facts for the body, with what they bind.
    fn matches(
        &self,
        clause: &Clause,
        budget: &mut Budget,
    ) -> Result<Vec<(Vec<usize>, Bindings)>, Exhausted> {
        let mut all = vec![(Vec::new(), Bindings::new())];
        for atom in &clause.body {
            let mut longer = Vec::new();
            for (premises, bound) in &all {
                for &fact in &self.of[atom.predicate.0 as usize] {
                    budget.spend(1 + atom.arguments.len() as u64)?;
                    let mut fits = vec![bound.clone()];
                    for (&argument, value) in atom.arguments.iter().zip(self.values_of(fact)) {
                        fits = fits.into_iter().flat_map(|bound| self.fits(argument, value, bound)).collect();
                        fits.truncate(MOST_FITS);
                    }
                    budget.spend(fits.len() as u64)?;
                    let premises = [premises.as_slice(), &[fact]].concat();
                    longer.extend(fits.into_iter().map(|bound| (premises.clone(), bound)));
                }
            }
            all = longer;
        }
        Ok(all)
    }

    /// The ways in which an argument has a value. What is not a variable, nor variables and words in a row, is looked at later.
    fn fits(&self, argument: TermId, value: &Value, mut bound: Bindings) -> Vec<Bindings> {
        match (self.system.terms.get(argument), value) {
            (Term::Var(var, _), _) => {
                let fits = bound.entry(*var).or_insert_with(|| value.clone()) == value;
                if fits { vec![bound] } else { Vec::new() }
            }
            (Term::App(Op::Concat, parts), Value::Str(word)) => self.cuts(parts, word, bound),
            (Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..), _) => {
                vec![bound]
            }
        }
    }

    /// The ways to cut a word into parts that are variables and words.
    fn cuts(&self, parts: &[TermId], word: &[Symbol], bound: Bindings) -> Vec<Bindings> {
        let mut done = Vec::new();
        let mut open = vec![(0, word, bound.clone())];
        while let Some((at, left, bound_here)) = open.pop() {
            let Some(&part) = parts.get(at) else {
                done.extend(left.is_empty().then_some(bound_here));
                continue;
            };
            let known = match self.system.terms.get(part) {
                Term::Word(word) => Some(word.to_vec()),
                Term::Var(var, _) => match bound_here.get(var) {
                    Some(Value::Str(word)) => Some(word.clone()),
                    Some(_) | None => None,
                },
                Term::Int(_) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => return vec![bound],
            };
            match (known, self.system.terms.get(part)) {
                (Some(known), _) => {
                    open.extend(left.strip_prefix(known.as_slice()).map(|left| (at + 1, left, bound_here)));
                }
                (None, Term::Var(var, _)) => {
                    for end in (0..=left.len()).rev() {
                        let mut with = bound_here.clone();
                        with.insert(*var, Value::Str(left[..end].to_vec()));
                        open.push((at + 1, &left[end..], with));
                    }
                }
                (None, _) => {}
            }
            if done.len() >= MOST_FITS {
                break;
            }
        }
        done
    }

    fn values_of(&self, fact: usize) -> &[Value] {
        let conclusion = self.steps[fact].conclusion.as_ref();
        &conclusion.expect("only steps with a conclusion are facts").1
    }

    /// Values for all variables: those that equations give, and some of the pool for the others.
    fn choices(
        &self,
        clause: &Clause,
        bound: Bindings,
        budget: &mut Budget,
    ) -> Result<Vec<Bindings>, Exhausted> {
        let mut done = Vec::new();
        let mut open = vec![bound];
        while let Some(mut bound) = open.pop() {
            budget.spend(1)?;
            while let Some((var, value)) = self.given(clause, &bound) {
                bound.insert(var, value);
            }
            let free = (0..).zip(&clause.variables).find(|(at, _)| !bound.contains_key(&Var(*at)));
            let Some((at, variable)) = free else {
                done.push(bound);
                continue;
            };
            for value in self.pool.values(variable.sort).into_iter().rev() {
                let mut with = bound.clone();
                with.insert(Var(at), value);
                open.push(with);
            }
            open.truncate(MOST_CHOICES);
            if done.len() >= MOST_CHOICES {
                break;
            }
        }
        Ok(done)
    }

    /// A variable that an equation of the constraint gives a value.
    fn given(&self, clause: &Clause, bound: &Bindings) -> Option<(Var, Value)> {
        let terms = &self.system.terms;
        let parts = match terms.get(clause.constraint) {
            Term::App(Op::And, parts) => parts.as_slice(),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => std::slice::from_ref(&clause.constraint),
        };
        parts.iter().find_map(|part| {
            let Term::App(Op::Equal, sides) = terms.get(*part) else { return None };
            [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().find_map(|(left, right)| {
                let Term::Var(var, _) = terms.get(left) else { return None };
                let value =
                    (!bound.contains_key(var)).then(|| evaluate(self.system, &[right], bound))??.pop()?;
                Some((*var, value))
            })
        })
    }

    /// Whether the arguments of the body have the values of the facts.
    fn premises_fit(&self, clause: &Clause, premises: &[usize], assignment: &Bindings) -> bool {
        clause.body.iter().zip(premises).all(|(atom, &fact)| {
            evaluate(self.system, &atom.arguments, assignment)
                .is_some_and(|values| values == self.values_of(fact))
        })
    }

    fn samples(self, violation: Option<Application>) -> Samples {
        let violation = violation.map(|last| Derivation { steps: below(&self.steps, &last) });
        let facts = self.of.iter().map(|own| own.iter().map(|&fact| self.values_of(fact).to_vec()).collect());
        Samples { facts: facts.collect(), violation }
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Str(word) => word.len(),
        Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..) => 1,
    }
}

/// The steps that a last one needs, in order, and itself.
fn below(steps: &[Application], last: &Application) -> Vec<Application> {
    let mut needed = BTreeSet::new();
    let mut open = last.premises.clone();
    while let Some(at) = open.pop() {
        if needed.insert(at) {
            open.extend(&steps[at].premises);
        }
    }
    let place: BTreeMap<usize, usize> = needed.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let moved = |step: &Application| Application {
        premises: step.premises.iter().map(|premise| place[premise]).collect(),
        ..step.clone()
    };
    needed.iter().map(|&at| moved(&steps[at])).chain([moved(last)]).collect()
}
