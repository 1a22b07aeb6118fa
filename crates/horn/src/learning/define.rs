//! Candidates as definitions of predicates: formulas over their arguments, as those have them who know no words.
//!
//! Exact: each language is a union of products, so its formula is a disjunction of cases, each a membership, a truth
//! value or the members of an eventually periodic set of integers for each argument that stands in the word.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, LengthSet};

use super::cases::{Detail, Set, cases};
use super::tuple::Layout;
use crate::op::{Op, PredicateId};
use crate::regex::Regex;
use crate::smt::LAST;
use crate::solve::Solution;
use crate::system::{HornSystem, Language};
use crate::terms::{TermId, Terms, Var};

/// Exact: a definition of each predicate; `None` when a language has too many cases.
///
/// # Errors
/// [`Exhausted`] when an expression of a language outgrows the budget.
pub fn definitions(
    system: &mut HornSystem,
    layout: &Layout,
    candidate: &[Automaton],
    budget: &mut Budget,
) -> Result<Option<Solution>, Exhausted> {
    let mut definitions = BTreeMap::new();
    for id in (0..system.predicates.len() as u32).map(PredicateId) {
        let Some(cases) = cases((system, layout), id, candidate, (Detail::Coarse, &[]), budget)? else {
            return Ok(None);
        };
        let mut choices = Vec::new();
        for case in cases {
            let mut parts = Vec::new();
            for (argument, set) in &case {
                let sort = system.predicate(id).sorts[*argument];
                let own = system.terms.var(Var(*argument as u32), sort);
                parts.push(formula(system, own, set, budget)?);
            }
            choices.push(system.terms.app(Op::And, &parts));
        }
        definitions.insert(id, system.terms.app(Op::Or, &choices));
    }
    Ok(Some(Solution { definitions }))
}

/// That an argument is in a set.
fn formula(
    system: &mut HornSystem,
    argument: TermId,
    set: &Set,
    budget: &mut Budget,
) -> Result<TermId, Exhausted> {
    let terms = &mut system.terms;
    Ok(match set {
        Set::Words(language) => member(system, argument, language, budget)?,
        Set::Truth(true) => argument,
        Set::Truth(false) => terms.app(Op::Not, &[argument]),
        Set::Integers { naturals, negatives } => {
            let minus = terms.int(-1);
            let opposite = terms.app(Op::Times, &[minus, argument]);
            let sides = [periodic(terms, argument, naturals), periodic(terms, opposite, negatives)];
            terms.app(Op::Or, &sides)
        }
    })
}

/// Exact: that a string is in a language, in the characters of solvers.
///
/// # Errors
/// [`Exhausted`] when the expression outgrows the budget.
pub(super) fn member(
    system: &mut HornSystem,
    string: TermId,
    language: &Automaton,
    budget: &mut Budget,
) -> Result<TermId, Exhausted> {
    if language.is_any() {
        return Ok(system.terms.truth(true));
    }
    let regex = Regex::of(language, LAST, budget)?;
    let automaton = regex.language(system.alphabet, budget)?;
    let id = system.add_language(Language { automaton, regex });
    Ok(system.terms.app(Op::In(id), &[string]))
}

/// Exact: that an integer is a member.
fn periodic(terms: &mut Terms, value: TermId, set: &LengthSet) -> TermId {
    let (base, period) = (i128::from(set.base()), i128::from(set.period()));
    let mut choices: Vec<TermId> =
        set.finite_ranges().iter().map(|&range| between(terms, value, range)).collect();
    if period > 0 {
        let [least, offset, by] = [base, -base, period].map(|constant| terms.int(constant));
        let beyond = terms.app(Op::Add, &[value, offset]);
        let rest = terms.app(Op::Mod, &[beyond, by]);
        let residues: Vec<TermId> =
            set.residue_ranges().iter().map(|&range| between(terms, rest, range)).collect();
        let fits = terms.app(Op::Or, &residues);
        let large = terms.app(Op::AtMost, &[least, value]);
        choices.push(terms.app(Op::And, &[large, fits]));
    }
    terms.app(Op::Or, &choices)
}

fn between(terms: &mut Terms, value: TermId, (least, most): (u64, u64)) -> TermId {
    let [least, most] = [least, most].map(|bound| terms.int(i128::from(bound)));
    let sides = [terms.app(Op::AtMost, &[least, value]), terms.app(Op::AtMost, &[value, most])];
    terms.app(Op::And, &sides)
}
