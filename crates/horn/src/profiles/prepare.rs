//! Clauses made ready: every argument in a body is a variable of its own, and what equations define is replaced.
//!
//! An equation between a variable that no body atom binds and a term without it is a definition, so the variable can go.
//! Terms without variables get their values. What is left as an equation between strings is not regular.

use std::collections::{BTreeMap, BTreeSet};

use ir::AssertId;

use crate::op::{Op, PredicateId};
use crate::sort::Sort;
use crate::system::{Clause, Head, HornSystem};
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};

/// A clause made ready.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Its place among the clauses.
    pub(super) clause: usize,
    /// The predicates that must hold, and the variables that their arguments are; no variable comes twice.
    pub(super) body: Vec<(PredicateId, Vec<Var>)>,
    /// What else must hold.
    pub(super) conjuncts: Vec<TermId>,
    /// What holds then.
    pub(super) head: Conclusion,
    /// Variables that were replaced, with what they are equal to.
    pub(super) defined: Vec<(Var, TermId)>,
    /// The number and the sort of each variable, the clause's own first.
    pub(super) sorts: Vec<Sort>,
}

/// What a rule concludes.
#[derive(Clone, Debug)]
pub(super) enum Conclusion {
    /// A predicate holds of terms.
    Holds(PredicateId, Vec<TermId>),
    /// A violation, of an assertion if it comes from a program.
    Violation(Option<AssertId>),
}

impl Rule {
    /// The variables that body atoms bind.
    pub(super) fn bound(&self) -> BTreeSet<Var> {
        self.body.iter().flat_map(|(_, variables)| variables.iter().copied()).collect()
    }

    /// The terms of the head.
    pub(super) fn head_terms(&self) -> &[TermId] {
        match &self.head {
            Conclusion::Holds(_, arguments) => arguments,
            Conclusion::Violation(_) => &[],
        }
    }

    fn set_head_terms(&mut self, terms: &[TermId]) {
        match &mut self.head {
            Conclusion::Holds(_, arguments) => arguments.copy_from_slice(terms),
            Conclusion::Violation(_) => {}
        }
    }
}

/// Exact: the rules of all clauses. The system gets the terms that they need.
pub(super) fn prepare(system: &mut HornSystem) -> Vec<Rule> {
    let clauses = system.clauses.clone();
    clauses.iter().enumerate().map(|(at, clause)| rule(system, at, clause)).collect()
}

fn rule(system: &mut HornSystem, at: usize, clause: &Clause) -> Rule {
    let mut sorts: Vec<Sort> = clause.variables.iter().map(|variable| variable.sort).collect();
    let (mut bound, mut body, mut conjuncts) = (BTreeSet::new(), Vec::new(), vec![clause.constraint]);
    for atom in &clause.body {
        let mut variables = Vec::new();
        for &argument in &atom.arguments {
            if let Term::Var(var, _) = system.terms.get(argument)
                && bound.insert(*var)
            {
                variables.push(*var);
                continue;
            }
            let (var, sort) = (Var(sorts.len() as u32), system.terms.sort(argument));
            sorts.push(sort);
            bound.insert(var);
            variables.push(var);
            let own = system.terms.var(var, sort);
            conjuncts.push(system.terms.app(Op::Equal, &[own, argument]));
        }
        body.push((atom.predicate, variables));
    }
    let head = match &clause.head {
        Head::Atom(atom) => Conclusion::Holds(atom.predicate, atom.arguments.clone()),
        Head::Query(assertion) => Conclusion::Violation(*assertion),
    };
    let mut rule = Rule { clause: at, body, conjuncts, head, defined: Vec::new(), sorts };
    tidy(system, &mut rule);
    while let Some((var, term)) = definition(system, &rule, &bound) {
        replace(system, &mut rule, var, term);
        tidy(system, &mut rule);
    }
    rule
}

/// Gives terms without variables their values, and conjunctions their parts.
fn tidy(system: &mut HornSystem, rule: &mut Rule) {
    let roots: Vec<TermId> = rule.conjuncts.iter().chain(rule.head_terms()).copied().collect();
    let folded = fold(system, &roots);
    let (conjuncts, head) = folded.split_at(rule.conjuncts.len());
    rule.set_head_terms(head);
    let all = system.terms.app(Op::And, conjuncts);
    rule.conjuncts = if let Term::App(Op::And, parts) = system.terms.get(all) {
        parts.clone()
    } else if *system.terms.get(all) == Term::Bool(true) {
        Vec::new()
    } else {
        vec![all]
    };
}

/// A conjunct that defines a variable that is not bound.
fn definition(system: &HornSystem, rule: &Rule, bound: &BTreeSet<Var>) -> Option<(Var, TermId)> {
    rule.conjuncts.iter().find_map(|conjunct| {
        let Term::App(Op::Equal, parts) = system.terms.get(*conjunct) else { return None };
        [(parts[0], parts[1]), (parts[1], parts[0])].into_iter().find_map(|(left, right)| {
            let Term::Var(var, _) = system.terms.get(left) else { return None };
            let fresh = !bound.contains(var) && !system.terms.variables([right]).contains_key(var);
            fresh.then_some((*var, right))
        })
    })
}

/// Puts a term for a variable, everywhere.
fn replace(system: &mut HornSystem, rule: &mut Rule, var: Var, term: TermId) {
    let by = BTreeMap::from([(var, term)]);
    rule.conjuncts = system.terms.substitute(&rule.conjuncts, &by);
    let head = system.terms.substitute(rule.head_terms(), &by);
    rule.set_head_terms(&head);
    let (vars, terms): (Vec<Var>, Vec<TermId>) = rule.defined.iter().copied().unzip();
    let terms = system.terms.substitute(&terms, &by);
    rule.defined = vars.into_iter().zip(terms).chain([(var, term)]).collect();
}

/// The terms with constant parts evaluated, and the length of a concatenation with one variable part as a sum.
fn fold(system: &mut HornSystem, roots: &[TermId]) -> Vec<TermId> {
    let mut done: BTreeMap<TermId, TermId> = BTreeMap::new();
    for id in system.terms.parts_of(roots.iter().copied()) {
        let Term::App(op, parts) = system.terms.get(id).clone() else {
            done.insert(id, id);
            continue;
        };
        let parts: Vec<TermId> = parts.iter().map(|part| done[part]).collect();
        let new = system.terms.app(op, &parts);
        let new = constant(system, new).or_else(|| length(system, new)).unwrap_or(new);
        done.insert(id, new);
    }
    roots.iter().map(|root| done[root]).collect()
}

/// The value of an operation on constants, as a term.
fn constant(system: &mut HornSystem, term: TermId) -> Option<TermId> {
    let Term::App(_, parts) = system.terms.get(term) else { return None };
    let plain = |part: &TermId| {
        matches!(system.terms.get(*part), Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. })
    };
    if !parts.iter().all(plain) {
        return None;
    }
    match evaluate(system, &[term], &BTreeMap::new())?.pop()? {
        Value::Bool(value) => Some(system.terms.truth(value)),
        Value::Int(value) => Some(system.terms.int(value)),
        Value::Str(word) => Some(system.terms.word(&word)),
        Value::Bits { .. } | Value::Data(..) => None,
    }
}

/// `|u x v|` is `|x|` and a constant.
fn length(system: &mut HornSystem, term: TermId) -> Option<TermId> {
    let Term::App(Op::Length, whole) = system.terms.get(term) else { return None };
    let Term::App(Op::Concat, parts) = system.terms.get(whole[0]) else { return None };
    let mut variable = None;
    let mut characters = 0;
    for &part in parts {
        if let Term::Word(word) = system.terms.get(part) {
            characters += word.len() as i128;
        } else if variable.replace(part).is_some() {
            return None;
        }
    }
    let inner = system.terms.app(Op::Length, &[variable?]);
    let constant = system.terms.int(characters);
    Some(system.terms.app(Op::Add, &[inner, constant]))
}
