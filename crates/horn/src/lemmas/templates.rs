//! Guesses of what holds of the arguments of a predicate: instances of a few templates.
//!
//! Between strings: equality, prefix, suffix, concatenation of two others, the part before or after a position. Between
//! lengths and integers: order, sums of two, multiples, and distances that the clauses speak of.

use std::collections::BTreeSet;

use crate::op::{Op, PredicateId};
use crate::sort::Sort;
use crate::system::{Clause, HornSystem};
use crate::terms::{Term, TermId, Terms, Var};

/// Predicates with more strings or more quantities than this get fewer templates: no triples.
const MOST_IN_TRIPLES: usize = 6;

/// The most constants of the clauses that templates are made with.
const MOST_CONSTANTS: usize = 6;

/// A guess of anything: the instances of the templates for a predicate, over its arguments.
pub fn templates(system: &mut HornSystem, predicate: PredicateId) -> Vec<TermId> {
    let sorts = system.predicate(predicate).sorts.clone();
    let constants = constants(system);
    let terms = &mut system.terms;
    let of = |sort: Sort, terms: &mut Terms| -> Vec<TermId> {
        let places = (0..).zip(&sorts).filter(|(_, own)| **own == sort).map(|(at, _)| Var(at));
        places.map(|var| terms.var(var, sort)).collect()
    };
    let (strings, numbers) = (of(Sort::Str, terms), of(Sort::Int, terms));
    let lengths: Vec<TermId> = strings.iter().map(|&string| terms.app(Op::Length, &[string])).collect();
    let mut all = between_strings(terms, &strings);
    all.extend(parts_at(terms, &strings, &numbers));
    let quantities = [numbers, lengths].concat();
    all.extend(between_quantities(terms, &quantities, &constants));
    let mut seen = BTreeSet::new();
    all.retain(|guess| seen.insert(*guess));
    all
}

/// Small integers of the clauses, ascending by size.
fn constants(system: &HornSystem) -> Vec<i128> {
    let parts = system.terms.parts_of(system.clauses.iter().flat_map(Clause::terms));
    let mut all: BTreeSet<(u128, i128)> = BTreeSet::from([(0, 0), (1, 1), (2, 2)]);
    for part in parts {
        match system.terms.get(part) {
            Term::Int(value) => _ = all.insert((value.unsigned_abs(), *value)),
            Term::Word(word) => _ = all.insert((word.len() as u128, word.len() as i128)),
            Term::Var(..) | Term::Bool(_) | Term::Bits { .. } | Term::App(..) => {}
        }
    }
    all.into_iter().map(|(_, value)| value).take(MOST_CONSTANTS).collect()
}

fn between_strings(terms: &mut Terms, strings: &[TermId]) -> Vec<TermId> {
    let mut all = Vec::new();
    for (at, &one) in strings.iter().enumerate() {
        for (other_at, &other) in strings.iter().enumerate().filter(|(other, _)| *other != at) {
            if at < other_at {
                all.push(terms.app(Op::Equal, &[one, other]));
            }
            all.push(terms.app(Op::PrefixOf, &[one, other]));
            all.push(terms.app(Op::SuffixOf, &[one, other]));
            let thirds = strings.iter().filter(|third| **third != one && **third != other);
            for &third in thirds.take(if strings.len() <= MOST_IN_TRIPLES { usize::MAX } else { 0 }) {
                let whole = terms.app(Op::Concat, &[other, third]);
                all.push(terms.app(Op::Equal, &[one, whole]));
            }
        }
    }
    all
}

/// A string is what another has before a position, or from it on.
fn parts_at(terms: &mut Terms, strings: &[TermId], numbers: &[TermId]) -> Vec<TermId> {
    let mut all = Vec::new();
    let zero = terms.int(0);
    for &part in strings {
        for &whole in strings.iter().filter(|whole| **whole != part) {
            for &position in numbers {
                let before = terms.app(Op::Substring, &[whole, zero, position]);
                all.push(terms.app(Op::Equal, &[part, before]));
                let length = terms.app(Op::Length, &[whole]);
                let after = terms.app(Op::Substring, &[whole, position, length]);
                all.push(terms.app(Op::Equal, &[part, after]));
            }
        }
    }
    all
}

fn between_quantities(terms: &mut Terms, quantities: &[TermId], constants: &[i128]) -> Vec<TermId> {
    let mut all = Vec::new();
    for &one in quantities {
        let is_length = matches!(terms.get(one), Term::App(Op::Length, _));
        for &constant in constants {
            let number = terms.int(constant);
            all.push(terms.app(Op::AtMost, &[one, number]));
            // What holds of every length relates a string to a predicate that says nothing of it.
            if !is_length || constant > 0 {
                all.push(terms.app(Op::AtMost, &[number, one]));
            }
        }
        for &other in quantities.iter().filter(|other| **other != one) {
            all.push(terms.app(Op::AtMost, &[one, other]));
            for &constant in constants {
                let number = terms.int(constant);
                let moved = terms.app(Op::Add, &[other, number]);
                all.push(terms.app(Op::Equal, &[one, moved]));
                if constant > 1 {
                    let multiple = terms.app(Op::Times, &[number, other]);
                    all.push(terms.app(Op::Equal, &[one, multiple]));
                }
            }
            if quantities.len() <= MOST_IN_TRIPLES {
                let thirds = quantities.iter().filter(|third| **third > other && **third != one);
                for &third in thirds {
                    let sum = terms.app(Op::Add, &[other, third]);
                    all.push(terms.app(Op::Equal, &[one, sum]));
                }
            }
        }
    }
    all
}
