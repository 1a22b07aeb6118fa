//! How large the data terms of interpolants are when clauses are unrolled to a depth.
//!
//! The clauses that derive something within a depth have no cycle, so a solution of theirs is a row of interpolants: for
//! each predicate and depth what separates it from the queries. [HRS19 §3.3] proposes to leave data types when these
//! terms grow too complex; a solver shows us no others.

use crate::op::{Op, PredicateId};
use crate::solve::Solution;
use crate::system::{Atom, Clause, Head, HornSystem, Variable};
use crate::terms::{Term, Var};

/// Exact for derivations of at most so many steps in a row: the system unrolled, without cycles.
#[must_use]
pub fn unrolled(system: &HornSystem, depth: u32) -> HornSystem {
    let mut new = system.clone();
    new.predicates.clear();
    new.clauses.clear();
    let count = system.predicates.len() as u32;
    let at = |id: PredicateId, level: u32| PredicateId(level * count + id.0);
    for level in 0..=depth {
        for predicate in &system.predicates {
            new.add_predicate(format!("{}!{level}", predicate.name), predicate.sorts.clone());
        }
    }
    let moved = |clause: &Clause, body: u32, head: u32| {
        let mut clause = clause.clone();
        clause.body.iter_mut().for_each(|atom| atom.predicate = at(atom.predicate, body));
        if let Head::Atom(atom) = &mut clause.head {
            atom.predicate = at(atom.predicate, head);
        }
        clause
    };
    for clause in &system.clauses {
        if clause.head.atom().is_none() {
            new.clauses.push(moved(clause, depth, depth));
        } else if clause.body.is_empty() {
            new.clauses.push(moved(clause, 0, 0));
        } else {
            new.clauses.extend((0..depth).map(|level| moved(clause, level, level + 1)));
        }
    }
    for level in 0..depth {
        for id in (0..count).map(PredicateId) {
            let passed = passed(&mut new, at(id, level), at(id, level + 1));
            new.clauses.push(passed);
        }
    }
    new
}

/// The clause by which what is in one predicate is in another.
fn passed(system: &mut HornSystem, from: PredicateId, to: PredicateId) -> Clause {
    let sorts = system.predicate(from).sorts.clone();
    let arguments: Vec<_> =
        (0..).map(Var).zip(&sorts).map(|(var, sort)| system.terms.var(var, *sort)).collect();
    let variable = |(at, sort): (usize, &crate::sort::Sort)| Variable { name: format!("x{at}"), sort: *sort };
    Clause {
        variables: sorts.iter().enumerate().map(variable).collect(),
        body: vec![Atom { predicate: from, arguments: arguments.clone() }],
        constraint: system.terms.truth(true),
        head: Head::Atom(Atom { predicate: to, arguments }),
        trace: Vec::new(),
    }
}

/// How many constructors, selectors and their tests the largest definition of a solution has.
pub fn largest_data_term(system: &HornSystem, solution: &Solution) -> usize {
    let is_data = |op: &Op| matches!(op, Op::Construct(_) | Op::Select(..) | Op::Is(_));
    let size = |formula| {
        let parts = system.terms.parts_of([formula]);
        parts
            .iter()
            .filter(|part| matches!(system.terms.get(**part), Term::App(op, _) if is_data(op)))
            .count()
    };
    solution.definitions.values().map(|formula| size(*formula)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use automata::Budget;

    use super::*;
    use crate::sample::sample;
    use crate::smt::parse;

    #[test]
    fn what_is_unrolled_derives_what_so_many_steps_derive() {
        let text = r#"(declare-fun P (String) Bool)
            (assert (P ""))
            (assert (forall ((x String)) (=> (P x) (P (str.++ x "a")))))
            (assert (forall ((x String)) (=> (and (P x) (= x "aaa")) false)))"#;
        let mut budget = Budget::steps(10_000_000);
        let system = parse(text, &mut budget).expect("it parses");
        for depth in 0..6 {
            let shallow = unrolled(&system, depth);
            let found = sample(&shallow, &mut budget).expect("it is small").violation;
            assert_eq!(found.is_some(), depth >= 3, "depth {depth}");
        }
    }

    #[test]
    fn data_terms_are_counted() {
        let mut system = HornSystem::new(automata::Alphabet::BYTE);
        let x = system.terms.var(Var(0), crate::sort::Sort::Int);
        let list = crate::sort::ConstructorId { data: crate::sort::DataId(0), index: 0 };
        let data = system.terms.app(Op::Construct(list), &[x]);
        let twice = system.terms.app(Op::Construct(list), &[x, data]);
        let formula = system.terms.app(Op::Equal, &[twice, data]);
        let of = |formula| Solution { definitions: [(PredicateId(0), formula)].into() };
        assert_eq!(largest_data_term(&system, &of(formula)), 2);
        assert_eq!(largest_data_term(&system, &of(x)), 0);
    }
}
