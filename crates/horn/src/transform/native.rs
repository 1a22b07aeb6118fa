//! Strings as SMT-LIB has them.
//!
//! Over-approximates: an operation that SMT-LIB does not have gives any value of its sort, restricted by what is known of
//! it without the operation (lengths, mostly), and is recorded as approximation.

use std::collections::BTreeMap;

use ir::BitOp;

use crate::op::Op;
use crate::system::{Approximation, Clause, HornSystem, Variable};
use crate::terms::{Term, TermId, Terms, Var};

/// Over-approximates: the system with only operations that SMT-LIB has.
pub fn to_native(system: &HornSystem) -> HornSystem {
    let mut system = system.clone();
    for at in 0..system.clauses.len() {
        let clause = system.clauses[at].clone();
        let (clause, given) = lowered(&mut system.terms, &clause);
        system.clauses[at] = clause;
        system.approximations.extend(given);
    }
    system
}

fn lowered(terms: &mut Terms, clause: &Clause) -> (Clause, Vec<Approximation>) {
    let mut variables = clause.variables.clone();
    let mut facts = Vec::new();
    let mut given = Vec::new();
    // One value an application: the same term always has the same.
    let mut done: BTreeMap<Vec<TermId>, Vec<(Op, TermId)>> = BTreeMap::new();
    let label = clause.trace.first().map(|step| step.label);
    let roots = terms.rebuild(&clause.terms(), |terms, term| {
        let Term::App(op, parts) = term else { return None };
        let name = missing(*op)?;
        let known = done.entry(parts.clone()).or_default();
        if let Some((_, value)) = known.iter().find(|(known, _)| known == op) {
            return Some(*value);
        }
        let sort = op.sort(None);
        let value = terms.var(Var(variables.len() as u32), sort);
        variables.push(Variable { name: name.to_owned(), sort });
        known.push((*op, value));
        facts.extend(known_of(terms, *op, parts, value));
        given.push(Approximation { label, what: format!("the result of {name}") });
        Some(value)
    });
    if given.is_empty() {
        return (clause.clone(), given);
    }
    let mut clause = clause.with_terms(variables, &roots);
    facts.push(clause.constraint);
    clause.constraint = terms.app(Op::And, &facts);
    (clause, given)
}

/// The name of an operation that SMT-LIB does not have.
fn missing(op: Op) -> Option<&'static str> {
    match op {
        Op::LastIndexOf => Some("last_index_of"),
        Op::Reverse => Some("reverse"),
        Op::Repeat => Some("repeat"),
        Op::Apply(_) => Some("function"),
        Op::Numeral(_) => Some("numeral"),
        Op::Parse(_) => Some("parse"),
        Op::IntBits(_) => Some("bits"),
        Op::Not
        | Op::And
        | Op::Or
        | Op::Equal
        | Op::Ite
        | Op::Holds(_)
        | Op::Add
        | Op::Times
        | Op::Div
        | Op::Mod
        | Op::Less
        | Op::AtMost
        | Op::Concat
        | Op::Length
        | Op::At
        | Op::Substring
        | Op::PrefixOf
        | Op::SuffixOf
        | Op::Contains
        | Op::IndexOf
        | Op::Replace
        | Op::ReplaceAll
        | Op::In(_)
        | Op::ToInt
        | Op::FromInt
        | Op::ToCode
        | Op::FromCode
        | Op::StrLess
        | Op::StrAtMost
        | Op::BitsLess
        | Op::BitsAtMost
        | Op::Construct(_)
        | Op::Select(..)
        | Op::Is(_) => None,
    }
}

/// What holds of a result whatever the operation does in detail.
fn known_of(terms: &mut Terms, op: Op, parts: &[TermId], value: TermId) -> Option<TermId> {
    if op == Op::LastIndexOf {
        return Some(last_index_of(terms, parts, value));
    }
    if op == Op::IntBits(BitOp::And) {
        return Some(bits_of_both(terms, parts[1], value));
    }
    let after = |terms: &mut Terms| terms.app(Op::Length, &[value]);
    let before = |terms: &mut Terms| terms.app(Op::Length, &[parts[0]]);
    if op == Op::Reverse {
        let lengths = [before(terms), after(terms)];
        return Some(terms.app(Op::Equal, &lengths));
    }
    if op == Op::Repeat {
        let zero = terms.int(0);
        let negative = terms.app(Op::Less, &[parts[1], zero]);
        let times = terms.app(Op::Ite, &[negative, zero, parts[1]]);
        let (before, after) = (before(terms), after(terms));
        let product = terms.app(Op::Times, &[times, before]);
        return Some(terms.app(Op::Equal, &[after, product]));
    }
    if let Op::Numeral(_) = op {
        let (one, length) = (terms.int(1), after(terms));
        return Some(terms.app(Op::AtMost, &[one, length]));
    }
    None
}

/// Where the part is contained, the position is one at which it stands; else it is -1.
fn last_index_of(terms: &mut Terms, parts: &[TermId], value: TermId) -> TermId {
    let (whole, part) = (terms.app(Op::Length, &[parts[0]]), terms.app(Op::Length, &[parts[1]]));
    let (zero, minus) = (terms.int(0), terms.int(-1));
    let end = terms.app(Op::Add, &[value, part]);
    let there = terms.app(Op::Substring, &[parts[0], value, part]);
    let facts = [
        terms.app(Op::AtMost, &[zero, value]),
        terms.app(Op::AtMost, &[end, whole]),
        terms.app(Op::Equal, &[there, parts[1]]),
    ];
    let (found, good) = (terms.app(Op::Contains, parts), terms.app(Op::And, &facts));
    let none = terms.app(Op::Equal, &[value, minus]);
    terms.app(Op::Ite, &[found, good, none])
}

/// The bits that two integers share are those of a natural up to the one, when that is not negative.
fn bits_of_both(terms: &mut Terms, one: TermId, value: TermId) -> TermId {
    let (zero, always) = (terms.int(0), terms.truth(true));
    let positive = terms.app(Op::AtMost, &[zero, one]);
    let (above, below) = (terms.app(Op::AtMost, &[zero, value]), terms.app(Op::AtMost, &[value, one]));
    let inside = terms.app(Op::And, &[above, below]);
    terms.app(Op::Ite, &[positive, inside, always])
}
