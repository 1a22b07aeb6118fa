//! Random clauses of the exact fragment against brute force.
//!
//! Every tuple that is derived from short words is within the claim, every fact of the search has ground values whose
//! classes are its own, and an answer agrees with what brute force finds.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Alphabet, Automaton, Budget};
use ir::dice::Dice;

use super::evaluate::Cell;
use super::ground::{Derivation, derivation};
use super::invariant::invariant;
use super::reach::{Derived, Until};
use super::search::{Searched, search};
use super::solve::{Answer, solve};
use crate::op::{Op, PredicateId};
use crate::regex::Regex;
use crate::sort::Sort;
use crate::system::{Atom, Clause, Head, HornSystem, Language, Variable};
use crate::terms::{TermId, Var};
use crate::value::{Value, evaluate};

const SORTS: [&[Sort]; 3] = [&[Sort::Str, Sort::Str], &[Sort::Str, Sort::Bool], &[Sort::Str]];

/// Whether clauses may have what profiles leave open.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fragment {
    Exact,
    Any,
}

struct Maker<'a> {
    dice: &'a mut Dice,
    system: HornSystem,
    fragment: Fragment,
}

impl Maker<'_> {
    fn word(&mut self) -> TermId {
        let length = self.dice.below(3);
        let word: Vec<u32> = (0..length).map(|_| 97 + self.dice.below(2)).collect();
        self.system.terms.word(&word)
    }

    fn var(&mut self, sort: Sort, strings: u32) -> TermId {
        let at = if sort == Sort::Str { self.dice.below(strings) } else { strings };
        self.system.terms.var(Var(at), sort)
    }

    fn string(&mut self, strings: u32) -> TermId {
        match self.dice.below(8) {
            0 => self.word(),
            1..=3 => self.var(Sort::Str, strings),
            4 => {
                let of = self.var(Sort::Str, strings);
                self.system.terms.app(Op::Reverse, &[of])
            }
            5 => {
                let (of, one) = (self.var(Sort::Str, strings), self.system.terms.int(1));
                let from = self.system.terms.int(i128::from(self.dice.below(3)));
                self.system.terms.app(Op::Substring, &[of, from, one])
            }
            _ => {
                let parts = [self.word(), self.var(Sort::Str, strings), self.word()];
                let other = self.var(Sort::Str, strings);
                let parts = if self.dice.one_in(2) { vec![parts[1], other] } else { parts.to_vec() };
                self.system.terms.app(Op::Concat, &parts)
            }
        }
    }

    fn test(&mut self, strings: u32) -> TermId {
        let (of, word) = (self.string(strings), self.word());
        let atom = match self.dice.below(if self.fragment == Fragment::Any { 8 } else { 6 }) {
            0 => self.system.terms.app(Op::Equal, &[of, word]),
            1 => self.system.terms.app(Op::PrefixOf, &[word, of]),
            2 => self.system.terms.app(Op::SuffixOf, &[word, of]),
            3 => self.system.terms.app(Op::Contains, &[of, word]),
            4 => {
                let (length, bound) = (self.system.terms.app(Op::Length, &[of]), self.system.terms.int(2));
                self.system.terms.app(Op::AtMost, &[length, bound])
            }
            5 => self.member(of),
            6 => {
                let other = self.string(strings);
                self.system.terms.app(Op::Equal, &[of, other])
            }
            _ => {
                let other = self.string(strings);
                let lengths = [of, other].map(|string| self.system.terms.app(Op::Length, &[string]));
                self.system.terms.app(Op::Less, &lengths)
            }
        };
        if self.dice.one_in(2) { self.system.terms.app(Op::Not, &[atom]) } else { atom }
    }

    fn member(&mut self, of: TermId) -> TermId {
        let mut budget = Budget::steps(100_000);
        let word: Vec<u32> = (0..=self.dice.below(2)).map(|_| 97 + self.dice.below(2)).collect();
        let looped = Automaton::literal(Alphabet::BYTE, &word).star(&mut budget).expect("small");
        let regex = Regex::of(&looped, 0xFF, &mut budget).expect("small");
        let id = self.system.add_language(Language { automaton: looped, regex });
        self.system.terms.app(Op::In(id), &[of])
    }

    fn atom(&mut self, strings: u32) -> Atom {
        let predicate = PredicateId(self.dice.below(SORTS.len() as u32));
        let sorts = SORTS[predicate.0 as usize];
        let arguments = sorts.iter().map(|&sort| self.var(sort, strings)).collect();
        Atom { predicate, arguments }
    }

    fn clause(&mut self, facts: bool) -> Clause {
        let strings = 1 + self.dice.below(2);
        let count = if facts { 0 } else { 1 + self.dice.below(4) / 3 };
        let body: Vec<Atom> = (0..count).map(|_| self.atom(strings)).collect();
        let tests: Vec<TermId> = (0..self.dice.below(3)).map(|_| self.test(strings)).collect();
        let constraint = self.system.terms.app(Op::And, &tests);
        let mut head = self.atom(strings);
        for (argument, sort) in head.arguments.iter_mut().zip(SORTS[head.predicate.0 as usize]) {
            *argument = match sort {
                Sort::Str => self.string(strings),
                Sort::Bool if self.dice.one_in(3) => self.var(Sort::Bool, strings),
                Sort::Bool | Sort::Int | Sort::Bits(_) | Sort::Data(_) => self.test(strings),
            };
        }
        let head = if !facts && self.dice.one_in(4) { Head::Query(None) } else { Head::Atom(head) };
        let variable = |sort| Variable { name: "v".to_owned(), sort };
        let variables = (0..strings).map(|_| variable(Sort::Str)).chain([variable(Sort::Bool)]).collect();
        Clause { variables, body, constraint, head, trace: Vec::new() }
    }
}

/// Clauses over three predicates.
pub(crate) fn random(seed: u64, fragment: Fragment) -> HornSystem {
    let mut dice = Dice::new(seed);
    let mut maker = Maker { dice: &mut dice, system: HornSystem::new(Alphabet::BYTE), fragment };
    for (at, sorts) in SORTS.iter().enumerate() {
        maker.system.add_predicate(format!("p{at}"), sorts.to_vec());
    }
    for at in 0..5 {
        let clause = maker.clause(at < 2);
        maker.system.clauses.push(clause);
    }
    maker.system
}

type Ground = BTreeSet<(PredicateId, Vec<Value>)>;

/// All words of a, b up to length 2, and both truth values.
fn samples(sort: Sort) -> Vec<Value> {
    if sort == Sort::Bool {
        return vec![Value::Bool(false), Value::Bool(true)];
    }
    let words: [&[u32]; 7] = [&[], &[97], &[98], &[97, 97], &[97, 98], &[98, 97], &[98, 98]];
    words.iter().map(|word| Value::Str(word.to_vec())).collect()
}

/// Assignments that make the body true by tuples that are known; what it does not bind is a sample.
fn assignments(clause: &Clause, known: &Ground, system: &HornSystem) -> Vec<BTreeMap<Var, Value>> {
    let mut rows = vec![BTreeMap::new()];
    for atom in &clause.body {
        let mut longer = Vec::new();
        for row in &rows {
            for (_, values) in known.iter().filter(|(predicate, _)| *predicate == atom.predicate) {
                let mut row: BTreeMap<Var, Value> = row.clone();
                let fits = atom.arguments.iter().zip(values).all(|(argument, value)| {
                    let crate::terms::Term::Var(var, _) = system.terms.get(*argument) else { return false };
                    row.entry(*var).or_insert_with(|| value.clone()) == value
                });
                longer.extend(fits.then_some(row));
            }
        }
        longer.truncate(400);
        rows = longer;
    }
    for (at, variable) in clause.variables.iter().enumerate() {
        let var = Var(at as u32);
        rows = rows
            .into_iter()
            .flat_map(|row| {
                let values = match row.get(&var) {
                    Some(value) => vec![value.clone()],
                    None => samples(variable.sort),
                };
                values.into_iter().map(move |value| {
                    let mut row = row.clone();
                    row.insert(var, value);
                    row
                })
            })
            .collect();
    }
    rows
}

/// What is derived in a few rounds, and whether a violation is.
fn brute(system: &HornSystem) -> (Ground, bool) {
    let (mut known, mut violated) = (Ground::new(), false);
    for _ in 0..4 {
        let mut new = Ground::new();
        for clause in &system.clauses {
            for row in assignments(clause, &known, system) {
                if evaluate(system, &[clause.constraint], &row) != Some(vec![Value::Bool(true)]) {
                    continue;
                }
                match &clause.head {
                    Head::Query(_) => violated = true,
                    Head::Atom(atom) => {
                        let values = evaluate(system, &atom.arguments, &row).expect("all is defined");
                        new.insert((atom.predicate, values));
                    }
                }
            }
        }
        known.extend(new.into_iter().take(120));
    }
    (known, violated)
}

/// A derivation is one, by the clauses alone.
fn confirm(system: &HornSystem, derivation: &Derivation) {
    for (at, step) in derivation.steps.iter().enumerate() {
        let clause = &system.clauses[step.clause];
        let holds = evaluate(system, &[clause.constraint], &step.assignment);
        assert_eq!(holds, Some(vec![Value::Bool(true)]));
        for (atom, &premise) in clause.body.iter().zip(&step.premises) {
            assert!(premise < at);
            let values = evaluate(system, &atom.arguments, &step.assignment).expect("it has values");
            assert_eq!(derivation.steps[premise].conclusion, Some((atom.predicate, values)));
        }
        let head = clause.head.atom().map(|atom| {
            (atom.predicate, evaluate(system, &atom.arguments, &step.assignment).expect("it has values"))
        });
        assert_eq!(step.conclusion, head);
    }
    assert_eq!(derivation.steps.last().map(|step| step.conclusion.is_none()), Some(true));
}

/// The classes of ground values.
fn cells(searched: &Searched, predicate: PredicateId, values: &[Value]) -> Vec<Cell> {
    let slots = &searched.demand.slots[predicate.0 as usize];
    let cell = |(need, value): (&super::demand::Need, &Value)| match value {
        Value::Str(word) if !need.entries.is_empty() => {
            let word = searched.space.spell(word);
            Cell::Class(need.entries.iter().map(|&entry| searched.space.after(entry, &word)).collect())
        }
        Value::Bool(value) if need.live => Cell::Truth(*value),
        Value::Str(_) | Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..) => {
            Cell::Unasked
        }
    };
    slots.iter().zip(values).map(cell).collect()
}

#[test]
fn exact_clauses_are_decided_exactly() {
    let (mut safe, mut violated, mut facts) = (0, 0, 0);
    for seed in 0..300 {
        let system = random(seed, Fragment::Exact);
        let mut budget = Budget::steps(2_000_000);
        let Ok(searched) = search(&system, system.alphabet, Until::All, &mut budget) else { continue };
        let Ok(claim) = invariant(&searched, &mut Budget::steps(20_000_000)) else { continue };
        let (known, wrong) = brute(&system);
        for (predicate, values) in &known {
            assert!(claim.holds(*predicate, values), "seed {seed}: {predicate:?} {values:?}");
        }
        let mut budget = Budget::steps(20_000_000);
        // Every fact has values that are derived and have its classes.
        if searched.reached.facts.iter().any(|fact| !fact.from.exact) {
            continue;
        }
        let parts = (searched.planned.as_slice(), &searched.space, &searched.reached);
        for (id, fact) in searched.reached.facts.iter().enumerate().step_by(7) {
            let rule = searched.planned.len() - 1;
            let goal = Derived { rule, body: vec![id], choices: Vec::new(), exact: true };
            let below = super::ground::facts_below(&searched.system, parts, &goal, &mut budget)
                .expect("the words are short");
            let below = below.unwrap_or_else(|| panic!("seed {seed}: exact facts have ground values"));
            let last = below.last().and_then(|step| step.conclusion.clone()).expect("the fact comes last");
            assert_eq!(cells(&searched, fact.predicate, &last.1), fact.cells, "seed {seed}");
            facts += 1;
        }
        let answer = searched.reached.violations.values().next();
        assert!(answer.is_some() || !wrong, "seed {seed}: a violation was missed");
        if let Some(violation) = answer {
            let found = derivation(&searched.system, parts, violation, &mut budget).expect("short words");
            assert!(found.is_some() || !violation.exact, "seed {seed}: no ground values");
            found.iter().for_each(|found| confirm(&system, found));
            violated += 1;
        } else {
            safe += 1;
        }
    }
    assert!(safe > 25 && violated > 25 && facts > 250, "{safe} safe, {violated} violated, {facts} facts");
}

#[test]
fn what_is_left_open_only_adds() {
    let (mut proved, mut violated) = (0, 0);
    for seed in 0..300 {
        let system = random(seed, Fragment::Any);
        let (known, wrong) = brute(&system);
        match solve(&system, &mut Budget::steps(20_000_000)) {
            Ok(Answer::Safe { invariant, .. }) => {
                assert!(!wrong, "seed {seed}: a violation was missed");
                for (predicate, values) in &known {
                    assert!(invariant.holds(*predicate, values), "seed {seed}: {predicate:?} {values:?}");
                }
                proved += 1;
            }
            Ok(Answer::Unsafe(derivation)) => {
                confirm(&system, &derivation);
                violated += 1;
            }
            Ok(Answer::Open) | Err(_) => {}
        }
    }
    assert!(proved > 25 && violated > 25, "{proved} proved, {violated} violated");
}
