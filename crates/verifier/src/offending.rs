//! Small values that facts allow and that would violate a condition: where an analysis was too coarse.
//!
//! They are values of the abstraction: no run need have them. A reader sees from them which fact is missing. Only
//! conditions that come down to one test are looked at; for others there is silence.

use automata::numbers::{Relation, Tuples};
use automata::{Budget, show};
use composite::{AbstractState, Packs};
use ir::{Condition, Linear, Program, Quantity, StrTerm, Test, Variable};
use verdict::relation::{MOST_DISJUNCTS, disjuncts};

use crate::wording;

/// Where values are looked for: the program without calls, its packs, and what is known at the place.
type Place<'a> = (&'a Program, &'a Packs, &'a AbstractState);

/// Values that the state allows and for which the condition does not hold, in words. The first alternative of the
/// negation that is a single test and has values gives them.
pub(crate) fn values(place: Place<'_>, condition: &Condition, budget: &mut Budget) -> Option<String> {
    let violated = condition.clone().negated();
    let cases = disjuncts(&violated, MOST_DISJUNCTS)?;
    cases.iter().filter(|case| case.len() == 1).find_map(|case| {
        let literal = case[0];
        match &literal.test {
            Test::In(term, language) => {
                let language = &place.0.languages[language.index()].automaton;
                word(place, (term, literal.holds), language, budget)
            }
            Test::Equal(StrTerm::Var(var), StrTerm::Word(other))
            | Test::Equal(StrTerm::Word(other), StrTerm::Var(var))
                if !place.0.alphabet.is_marked() =>
            {
                let language = automata::Automaton::literal(place.0.alphabet, other);
                word(place, (&StrTerm::Var(*var), literal.holds), &language, budget)
            }
            Test::IsZero(linear) if literal.holds => tuple(place, (linear, Relation::Equal), budget),
            Test::IsZero(linear) => tuple(place, (linear, Relation::NotEqual), budget),
            Test::AtMostZero(linear) if literal.holds => tuple(place, (linear, Relation::AtMost), budget),
            Test::AtMostZero(linear) => tuple(place, (linear, Relation::Greater), budget),
            Test::Bool(_)
            | Test::Equal(..)
            | Test::Contains(..)
            | Test::StartsWith(..)
            | Test::EndsWith(..) => None,
        }
    })
}

/// The shortest word that a variable may be and that is in the language, or is not.
fn word(
    (program, _, state): Place<'_>,
    (term, holds): (&StrTerm, bool),
    language: &automata::Automaton,
    budget: &mut Budget,
) -> Option<String> {
    let StrTerm::Var(var) = term else { return None };
    let known = &state.strings[var.index()];
    if known.alphabet() != language.alphabet() {
        return None;
    }
    let bad = if holds { known.intersection(language, budget) } else { known.difference(language, budget) };
    let word = bad.ok()?.shortest()?;
    let name = wording::name(&program.procedures[0], Variable::Str(*var));
    Some(format!("{name} = {}", show::word(&word, program.alphabet)))
}

/// A tuple of a pack in which the term stands in the relation to 0.
fn tuple(
    (program, packs, state): Place<'_>,
    (linear, relation): (&Linear, Relation),
    budget: &mut Budget,
) -> Option<String> {
    let of_term = |pack: &&Vec<Quantity>| linear.terms().iter().all(|(part, _)| pack.contains(part));
    let (quantities, set) = packs.all().iter().zip(&state.packs).find(|(pack, _)| of_term(pack))?;
    let factor = |quantity: &Quantity| {
        let term = linear.terms().iter().find(|(part, _)| part == quantity);
        term.map_or(Some(0), |&(_, factor)| i64::try_from(factor).ok())
    };
    let coefficients = quantities.iter().map(factor).collect::<Option<Vec<i64>>>()?;
    let bound = i64::try_from(linear.constant_part().checked_neg()?).ok()?;
    let bad = Tuples::linear(&coefficients, relation, bound, budget).ok()?;
    let member = set.intersection(&bad, budget).ok()?.member(budget).ok()??;
    let told = quantities.iter().zip(&member).zip(&coefficients).filter(|(_, factor)| **factor != 0);
    let told = told.map(|((quantity, value), _)| format!("{} = {value}", name_of(program, *quantity)));
    Some(told.collect::<Vec<_>>().join(", "))
}

fn name_of(program: &Program, quantity: Quantity) -> String {
    let procedure = &program.procedures[0];
    match quantity {
        Quantity::Var(var) => wording::name(procedure, Variable::Int(var)).to_owned(),
        Quantity::Length(var) => format!("len({})", wording::name(procedure, Variable::Str(var))),
    }
}
