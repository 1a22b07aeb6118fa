//! Whether facts speak only of what a program has.
//!
//! A certificate comes from anywhere, so this is asked before anything follows an index of it. A new kind of fact
//! adds its question here.

use ir::{IntExpr, IntVar, Linear, Literal, Procedure, Program, Quantity, StrExpr, StrTerm, StrVar, Test};

use crate::facts::{Facts, Hints};
use crate::parts::Place;
use crate::same::SameFact;

/// Tests all indices of some facts.
///
/// # Errors
/// What does not fit.
pub(crate) fn fits(program: &Program, procedure: &Procedure, facts: &Facts) -> Result<(), &'static str> {
    let strings = procedure.strings.len();
    if facts.languages.len() != strings {
        return Err("the number of string variables differs");
    }
    if facts.booleans.len() != procedure.booleans.len() {
        return Err("the number of boolean variables differs");
    }
    for fact in &facts.numbers {
        let known = fact.quantities.iter().all(|quantity| has_quantity(procedure, *quantity));
        if fact.quantities.len() != fact.set.tracks() || !known {
            return Err("a number set does not fit its quantities");
        }
        if !fact.quantities.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err("the quantities of a number set are not ascending");
        }
    }
    if !facts.linear.iter().all(|sum| has_linear(procedure, sum)) {
        return Err("a sum of what does not exist");
    }
    let exists = |var: &StrVar| var.index() < strings;
    if !facts.equal.iter().all(|(left, right)| exists(left) && exists(right)) {
        return Err("an equality of strings that do not exist");
    }
    if !facts.slices.iter().all(|fact| exists(&fact.part) && exists(&fact.whole)) {
        return Err("a slice of a string that does not exist");
    }
    let defined = |(var, literal): &(ir::BoolVar, Literal)| {
        var.index() < procedure.booleans.len() && has_literal(program, procedure, literal)
    };
    if !facts.definitions.iter().all(defined) {
        return Err("a definition that does not fit the program");
    }
    let place = |place: &Place| match place {
        Place::At(position) => has_linear(procedure, position),
        Place::Rest(rest) => exists(rest),
    };
    let cut = facts.splits.iter().all(|fact| exists(&fact.whole) && place(&fact.place));
    if !cut || !facts.same.iter().all(|fact| has_piece(procedure, fact)) {
        return Err("a split or a piece of a string that does not exist");
    }
    let part = |(var, value): &(StrVar, StrExpr)| exists(var) && has_slice(program, procedure, value);
    let integer = |(var, value): &(IntVar, IntExpr)| {
        var.index() < procedure.integers.len() && has_search(program, procedure, value)
    };
    if !facts.parts.iter().all(part) || !facts.integers.iter().all(integer) {
        return Err("a definition of what does not exist, or by what is no search and no slice");
    }
    let hinted = |hints: &Hints| {
        let sides = hints.sides.iter().chain(&hints.moved);
        hints.bounds.iter().chain(&hints.lengths).all(|(var, _)| exists(var))
            && sides.clone().all(|side| exists(&side.whole) && has_linear(procedure, &side.at))
            && hints.values.iter().all(|(var, _)| var.index() < procedure.integers.len())
    };
    if !facts.hints.iter().all(hinted) {
        return Err("a hint for a variable that does not exist");
    }
    Ok(())
}

fn has_quantity(procedure: &Procedure, quantity: Quantity) -> bool {
    match quantity {
        Quantity::Var(var) => var.index() < procedure.integers.len(),
        Quantity::Length(var) => var.index() < procedure.strings.len(),
    }
}

fn has_linear(procedure: &Procedure, linear: &Linear) -> bool {
    linear.has_opposite() && linear.terms().iter().all(|&(quantity, _)| has_quantity(procedure, quantity))
}

fn has_term(program: &Program, procedure: &Procedure, term: &StrTerm) -> bool {
    match term {
        StrTerm::Var(var) => var.index() < procedure.strings.len(),
        StrTerm::Word(word) => word.iter().all(|&symbol| program.alphabet.contains(symbol)),
    }
}

fn has_slice(program: &Program, procedure: &Procedure, value: &StrExpr) -> bool {
    if let StrExpr::Concat(terms) = value {
        return terms.iter().all(|term| has_term(program, procedure, term));
    }
    if let StrExpr::Numeral { of, radix } = value {
        return has_linear(procedure, of) && (2..=36).contains(radix);
    }
    let StrExpr::Slice { of, from, to } = value else { return false };
    has_term(program, procedure, of) && std::iter::once(from).chain(to).all(|at| has_linear(procedure, at))
}

fn has_piece(procedure: &Procedure, fact: &SameFact) -> bool {
    let strings = [fact.left, fact.right];
    let terms = [&fact.left_from, &fact.right_from, &fact.count];
    strings.into_iter().all(|var| var.index() < procedure.strings.len())
        && terms.into_iter().all(|term| has_linear(procedure, term))
}

fn has_search(program: &Program, procedure: &Procedure, value: &IntExpr) -> bool {
    let term = |term: &StrTerm| has_term(program, procedure, term);
    match value {
        IntExpr::IndexOf { of, what, from } => term(of) && term(what) && has_linear(procedure, from),
        IntExpr::LastIndexOf { of, what } => term(of) && term(what),
        IntExpr::Code { of, at } => term(of) && has_linear(procedure, at),
        IntExpr::Parse { of, radix } => term(of) && (2..=36).contains(radix),
        IntExpr::Linear(_)
        | IntExpr::Times(..)
        | IntExpr::Div(..)
        | IntExpr::Mod(..)
        | IntExpr::Bits(..)
        | IntExpr::Input => false,
    }
}

fn has_literal(program: &Program, procedure: &Procedure, literal: &Literal) -> bool {
    let term = |term: &StrTerm| has_term(program, procedure, term);
    let linear = |linear: &Linear| has_linear(procedure, linear);
    match &literal.test {
        Test::Bool(var) => var.index() < procedure.booleans.len(),
        Test::In(subject, language) => term(subject) && language.index() < program.languages.len(),
        Test::Equal(a, b) | Test::Contains(a, b) | Test::StartsWith(a, b) | Test::EndsWith(a, b) => {
            term(a) && term(b)
        }
        Test::IsZero(sum) | Test::AtMostZero(sum) => linear(sum),
    }
}
