//! Choice 2, the order: which end of each string is outermost.
//!
//! Where it is chosen a variable, arguments of predicates and variables of clauses that are the same string, or one a part
//! of the other, choose together: appending asks for the last character, taking away in front for the first one, and tests
//! of an end for that end.

use std::collections::BTreeMap;

use super::choice::Order;
use crate::op::{Op, PredicateId};
use crate::sort::Sort;
use crate::system::{Clause, HornSystem};
use crate::terms::{Term, TermId, Var};

/// An end of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// Where the first character is.
    First,
    /// Where the last character is.
    Last,
}

impl End {
    pub(super) fn other(self) -> End {
        match self {
            End::First => End::Last,
            End::Last => End::First,
        }
    }
}

/// The outermost ends of all strings of a system.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// For each predicate and argument.
    pub(super) positions: Vec<Vec<End>>,
    /// For each clause and string variable.
    pub(super) variables: Vec<BTreeMap<Var, End>>,
    /// For strings that are neither.
    pub(super) other: End,
}

/// The ends that an order gives.
pub(super) fn ends(system: &HornSystem, order: Order) -> Ends {
    let mut choice = Choice::new(system);
    for at in 0..system.clauses.len() {
        choice.clause(system, at);
    }
    let fixed = match order {
        Order::First => Some(End::First),
        Order::Last => Some(End::Last),
        Order::Variable => None,
    };
    let end = |choice: &mut Choice, node: usize| fixed.unwrap_or_else(|| choice.end(node));
    let positions = choice.positions.clone();
    let positions = positions.iter().map(|nodes| nodes.iter().map(|&node| end(&mut choice, node)).collect());
    let positions = positions.collect();
    let variables = choice.variables.clone();
    let variables = variables
        .iter()
        .map(|nodes| nodes.iter().map(|(&var, &node)| (var, end(&mut choice, node))).collect())
        .collect();
    Ends { positions, variables, other: fixed.unwrap_or(End::First) }
}

/// How much a loop that makes a string asks for an end, and a test.
const STRONG: i32 = 4;
const WEAK: i32 = 1;

/// Nodes that choose together, with what they ask for: above 0 for the last character.
struct Choice {
    parents: Vec<usize>,
    votes: Vec<i32>,
    positions: Vec<Vec<usize>>,
    variables: Vec<BTreeMap<Var, usize>>,
}

impl Choice {
    fn new(system: &HornSystem) -> Choice {
        let mut choice =
            Choice { parents: Vec::new(), votes: Vec::new(), positions: Vec::new(), variables: Vec::new() };
        for predicate in &system.predicates {
            let nodes = predicate.sorts.iter().map(|_| choice.node()).collect();
            choice.positions.push(nodes);
        }
        for clause in &system.clauses {
            let strings = system.terms.variables(clause.terms());
            let strings = strings.iter().filter(|(_, sort)| **sort == Sort::Str);
            let nodes = strings.map(|(&var, _)| (var, choice.node())).collect();
            choice.variables.push(nodes);
        }
        choice
    }

    fn node(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.votes.push(0);
        self.parents.len() - 1
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[other] = one;
            self.votes[one] += self.votes[other];
        }
    }

    fn vote(&mut self, node: usize, weight: i32) {
        let root = self.root(node);
        self.votes[root] += weight;
    }

    fn end(&mut self, node: usize) -> End {
        let root = self.root(node);
        if self.votes[root] > 0 { End::Last } else { End::First }
    }

    /// What one clause asks for.
    fn clause(&mut self, system: &HornSystem, at: usize) {
        let clause: &Clause = &system.clauses[at];
        let atoms = clause.body.iter().chain(clause.head.atom());
        for atom in atoms {
            let PredicateId(predicate) = atom.predicate;
            for (place, &argument) in atom.arguments.iter().enumerate() {
                let node = self.positions[predicate as usize][place];
                self.argument(system, at, (node, argument));
            }
        }
        for part in system.terms.parts_of(clause.terms()) {
            let Term::App(op, parts) = system.terms.get(part) else { continue };
            match (op, parts.as_slice()) {
                (Op::PrefixOf, [_, whole]) => self.vote_for(system, at, (*whole, -WEAK)),
                (Op::SuffixOf, [_, whole]) => self.vote_for(system, at, (*whole, WEAK)),
                (Op::At, [whole, place]) if system.terms.get(*place) == &Term::Int(0) => {
                    self.vote_for(system, at, (*whole, -WEAK));
                }
                _ => {}
            }
        }
    }

    /// An argument is the same string as a variable, or made from one.
    fn argument(&mut self, system: &HornSystem, at: usize, (node, argument): (usize, TermId)) {
        let (from, weight) = match system.terms.get(argument) {
            Term::App(Op::Concat, parts) => {
                let [first, last] = [parts.first(), parts.last()].map(Option::<&TermId>::copied);
                match (self.variable(system, at, first), self.variable(system, at, last)) {
                    (Some(before), _) => (Some(before), STRONG),
                    (None, after) => (after, -STRONG),
                }
            }
            Term::App(Op::Substring, parts) => {
                let front = system.terms.get(parts[1]) == &Term::Int(0);
                (self.variable(system, at, Some(parts[0])), if front { STRONG } else { -STRONG })
            }
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => (self.variable(system, at, Some(argument)), 0),
        };
        if let Some(from) = from {
            self.join(node, from);
            self.vote(node, weight);
        }
    }

    fn variable(&self, system: &HornSystem, at: usize, term: Option<TermId>) -> Option<usize> {
        let Term::Var(var, Sort::Str) = system.terms.get(term?) else { return None };
        self.variables[at].get(var).copied()
    }

    fn vote_for(&mut self, system: &HornSystem, at: usize, (term, weight): (TermId, i32)) {
        if let Some(node) = self.variable(system, at, Some(term)) {
            self.vote(node, weight);
        }
    }
}
