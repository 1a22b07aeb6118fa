//! One lie of each kind, told consistently: with it the assertion would be proved, and a run violates it.
//!
//! Chance rarely tells a lie well. These certificates are honest but for one claim, repeated wherever it is needed, so
//! that only the check of that very claim can refuse them.

use automata::numbers::Relation;
use automata::{Automaton, Budget, LengthSet, Tuples};
use composite::Settings;
use ir::{
    Action, BoolVar, Instruction, IntExpr, IntVar, Linear, Literal, Quantity, StrExpr, StrTerm, StrVar, Test,
};
use verdict::check::{Proof, accept, check};
use verdict::facts::{Facts, NumberFact, SliceFact};
use verdict::parts::{Place, SideLengths, SplitFact};
use verdict::plain::{Numbers, Words};
use verdict::same::SameFact;

const S: StrVar = StrVar(0);
const T: StrVar = StrVar(1);
const M: IntVar = IntVar(0);

/// Whether the certificate of a program proves its assertion after `lie` was told at every label: from the first on,
/// or, where the program assigns an integer before, from behind that. Nothing that the lie is about changes there.
fn believed(body: &str, lie: impl Fn(&mut Facts)) -> bool {
    let text = format!("alphabet byte proc main() {{ {body} }}");
    let program = ir::sil::parse(&text, "lie.sil").expect("the program parses");
    let mut budget = Budget::steps(50_000_000);
    let settings = Settings::default();
    let fixpoint = composite::analyse(&program, &settings, &mut budget).expect("the program is small");
    let mut certificate = composite::certificate(&program, &fixpoint, &settings, &mut budget);
    let honest = check(&program, &certificate, &mut budget).expect("an honest certificate is accepted");
    assert!(honest.iter().all(|(_, proof)| *proof == Proof::Open), "the assertion must be open: {honest:?}");
    let code = &program.procedures[program.entry.index()].code;
    let marker =
        |instruction: &Instruction| matches!(instruction.action, Action::SetInt(_, IntExpr::Linear(_), _));
    let first = code.iter().position(marker).map_or(0, |at| at + 1);
    certificate.labels.iter_mut().skip(first).flatten().for_each(lie);
    let part = accept(&program, &certificate, &mut budget).expect("it fits the program");
    part.proofs.iter().any(|(_, proof)| *proof != Proof::Open)
}

fn nothing() -> Words {
    Words::of(&Automaton::epsilon(automata::Alphabet::BYTE))
}

/// The length of a string is 0.
fn no_length(var: StrVar) -> NumberFact {
    let zero = Tuples::linear(&[1], Relation::Equal, 0, &mut Budget::steps(1_000)).expect("one constraint");
    NumberFact { quantities: vec![Quantity::Length(var)], set: Numbers::of(&zero) }
}

#[test]
fn false_bounds_are_refused() {
    let body = "s: str := input(); if (len(s) < 30) { assert(s not in /.*<.*/); }";
    let lie = |facts: &mut Facts| {
        for hints in &mut facts.hints {
            hints.bounds = vec![(S, LengthSet::exactly(0))];
            hints.lengths.clear();
        }
        // Before the input the string is empty, so this is honest at the first label.
        facts.languages[S.index()] = Some(nothing());
    };
    assert!(!believed(body, lie));
}

#[test]
fn false_lengths_are_refused() {
    let lie = |facts: &mut Facts| {
        facts.hints.iter_mut().for_each(|hints| hints.lengths = vec![(S, LengthSet::exactly(0))]);
        facts.numbers = vec![no_length(S)];
    };
    assert!(!believed("s: str := input(); assert(len(s) < 5);", lie));
}

#[test]
fn false_counts_are_refused() {
    let body = "s: str := input(/ab/); n: int := input_int(); t: str := suffix(s, n); assert(t == \"ab\");";
    let lie = |facts: &mut Facts| {
        facts.counts.iter_mut().for_each(|counts| *counts = LengthSet::exactly(0));
        if let Some(table) = &mut facts.languages[T.index()]
            && table.states().len() > 1
        {
            let whole = Automaton::literal(automata::Alphabet::BYTE, &[97, 98]);
            *table = Words::of(&whole);
        }
    };
    assert!(!believed(body, lie));
}

#[test]
fn false_slices_are_refused() {
    let body = "s: str := input(); t: str := input(); n: int := 1; assert(t != \"a\" || s in /a.*/);";
    let lie = |facts: &mut Facts| facts.slices = vec![SliceFact { part: T, whole: S, from: 0, to: Some(1) }];
    assert!(!believed(body, lie));
}

#[test]
fn false_definitions_are_refused() {
    let body = "s: str := input(); b: bool; havoc b; n: int := 1; assert(!b || s == \"a\");";
    let lie = |facts: &mut Facts| {
        let test = Test::Equal(StrTerm::Var(S), StrTerm::Word([97].into()));
        facts.definitions = vec![(BoolVar(0), Literal { test, holds: true })];
    };
    assert!(!believed(body, lie));
}

#[test]
fn false_equalities_are_refused() {
    let body = "s: str := input(); t: str := input(); n: int := 1; assert(t != \"a\" || s == \"a\");";
    assert!(!believed(body, |facts| facts.equal = vec![(S, T)]));
}

#[test]
fn false_booleans_are_refused() {
    let body = "b: bool; havoc b; n: int := 1; assert(b);";
    assert!(!believed(body, |facts| facts.booleans = vec![Some(true)]));
}

#[test]
fn a_false_beginning_is_refused() {
    let one = Tuples::linear(&[1], Relation::Equal, 1, &mut Budget::steps(1_000)).expect("one constraint");
    let fact = NumberFact { quantities: vec![Quantity::Var(IntVar(0))], set: Numbers::of(&one) };
    assert!(!believed("n: int; assert(n == 1);", |facts| facts.numbers = vec![fact.clone()]));
}

#[test]
fn false_definitions_of_integers_are_refused() {
    let body =
        "s: str := input(); m: int := input_int(); n: int := 1; if (m >= 0) { assert(contains(s, \"a\")); }";
    let lie = |facts: &mut Facts| {
        let (of, what) = (StrTerm::Var(S), StrTerm::Word([97].into()));
        facts.integers = vec![(M, IntExpr::LastIndexOf { of, what })];
    };
    assert!(!believed(body, lie));
}

#[test]
fn false_parts_are_refused() {
    let body = "s: str := input(); t: str := input(); m: int := input_int(); n: int := 1;
        if (t == \"a\" && m == 0) { assert(contains(s, \"a\")); }";
    let lie = |facts: &mut Facts| {
        let (of, from) = (StrTerm::Var(S), Linear::var(M));
        let to = from.plus(&Linear::constant(1));
        facts.parts = vec![(T, StrExpr::Slice { of, from, to })];
    };
    assert!(!believed(body, lie));
}

/// Both sides of the first string are empty, or the first one is.
fn empty_at(place: Place) -> SplitFact {
    let after = matches!(place, Place::At(_)).then(nothing);
    SplitFact { whole: S, place, before: Some(nothing()), after }
}

#[test]
fn false_splits_are_refused() {
    let body = "s: str := input(); m: int := input_int(); n: int := 1; assert(s == \"\");";
    assert!(!believed(body, |facts| facts.splits = vec![empty_at(Place::At(Linear::var(M)))]));
}

#[test]
fn false_pieces_are_refused() {
    // The texts are as long, and the lie is that the one is the other.
    let body = "s: str := input(/[ab]/); t: str := input(/[ab]/); m: int := 1; assume(len(s) == len(t)); assert(s == t);";
    let (start, one) = (Linear::constant(0), Linear::constant(1));
    let lie = |facts: &mut Facts| {
        facts.same = vec![SameFact {
            left: S,
            left_from: start.clone(),
            right: T,
            right_from: start.clone(),
            count: one.clone(),
        }];
    };
    assert!(!believed(body, lie));
}

#[test]
fn false_rests_are_refused() {
    let body = "s: str := input(); t: str := input(); n: int := 1; if (t == \"a\") { assert(s == \"a\"); }";
    assert!(!believed(body, |facts| facts.splits = vec![empty_at(Place::Rest(T))]));
}

fn sides(most: u64) -> SideLengths {
    let (before, after) = (LengthSet::exactly(0), LengthSet::between(0, most));
    SideLengths { whole: S, at: Linear::var(M), before, after }
}

#[test]
fn false_lengths_of_sides_are_refused() {
    let body = "s: str := input(); m: int := index_of(s, \"a\"); if (m >= 0) { assert(s in /a.*/); }";
    let lie = |facts: &mut Facts| facts.hints.iter_mut().for_each(|hints| hints.sides = vec![sides(9)]);
    assert!(!believed(body, lie));
}

#[test]
fn false_lengths_of_moved_sides_are_refused() {
    let body = "n: int := 1; s: str := input(); m: int := input_int(); assert(s == \"\");";
    let lie = |facts: &mut Facts| {
        facts.hints.iter_mut().for_each(|hints| hints.moved = vec![side_at(IntVar(1))]);
        if facts.languages[S.index()].is_none() {
            facts.splits = vec![empty_at(Place::At(Linear::var(IntVar(1))))];
        }
    };
    assert!(!believed(body, lie));
}

fn side_at(var: IntVar) -> SideLengths {
    SideLengths { at: Linear::var(var), ..sides(0) }
}

#[test]
fn false_values_are_refused() {
    let body = "s: str := input(); k: int := input_int(); q: int := code(s, k);
        if (q >= 0 && k >= 0) { assert(contains(s, \"A\")); }";
    let lie = |facts: &mut Facts| {
        facts.hints.iter_mut().for_each(|hints| hints.values = vec![(IntVar(1), LengthSet::exactly(65))]);
    };
    assert!(!believed(body, lie));
}
