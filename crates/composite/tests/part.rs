//! The largest inductive part of a claim: one weak fact costs what depends on it and nothing else.
//!
//! Certificates of programs with true and false assertions are tampered with. What is left of them proves no false
//! assertion, is accepted as it stands, and still proves what did not depend on the change.

use std::collections::BTreeSet;

use automata::numbers::Relation;
use automata::{Alphabet, Automaton, Budget, LengthSet, Tuples};
use composite::Settings;
use ir::dice::Dice;
use ir::{AssertId, Program, StrVar};
use verdict::check::{Accepted, Proof, accept, check};
use verdict::facts::{Certificate, Facts};
use verdict::plain::{Numbers, Words};

const STEPS: u64 = 20_000_000;

/// Tampered certificates of each program.
const FORGERIES: u64 = 200;

/// Each has the numbers of the assertions that some run violates. The others hold.
const PROGRAMS: [(&str, &[u32]); 3] = [
    (
        "s: str := input(/[a-c]*/); t: str := input(/[0-9]+/); u: str := s ++ t; n: int := 0;
         while (n < 5) { n := n + 1; u := u ++ \"x\"; }
         assert(s in /[a-c]*/); assert(t != \"\"); assert(n == 5); assert(len(u) >= 1); assert(u in /[a-c]*x+/);
         assert(n == 4);",
        &[4, 5],
    ),
    (
        "s: str := input(); t: str := \"\"; ok: bool := s in /[a-z]+/;
         while (s != \"\") { t := t ++ prefix(s, 1); s := suffix(s, 1); }
         if (ok) { assert(s == \"\"); } else { t := \"<\"; } assert(s in /.*/); assert(len(s) == 0); assert(t == \"<\");",
        &[3],
    ),
    (
        "s: str := input(); n: int := index_of(s, \"a\"); m: int := len(s);
         if (n >= 0) { assert(contains(s, \"a\")); assert(n < m); assert(n < 5); } assert(m >= 0); assert(s != \"a\");",
        &[2, 4],
    ),
];

fn parse(body: &str) -> Program {
    let text = format!("alphabet byte proc main() {{ {body} }}");
    ir::sil::parse(&text, "part.sil").expect("the program parses")
}

fn certificate(program: &Program) -> Certificate {
    let (mut budget, settings) = (Budget::steps(STEPS), Settings::default());
    let fixpoint = composite::analyse(program, &settings, &mut budget).expect("the program is small");
    composite::certificate(program, &fixpoint, &settings, &mut budget)
}

fn part(program: &Program, certificate: &Certificate, steps: u64) -> Accepted {
    accept(program, certificate, &mut Budget::steps(steps)).expect("it fits the program")
}

fn proved(proofs: &[(AssertId, Proof)]) -> BTreeSet<u32> {
    proofs.iter().filter(|(_, proof)| *proof != Proof::Open).map(|(id, _)| id.0).collect()
}

fn word(text: &str) -> Words {
    let word: Vec<u32> = text.bytes().map(u32::from).collect();
    Words::of(&Automaton::literal(Alphabet::BYTE, &word))
}

#[test]
fn a_fact_that_is_not_preserved_leaves_the_other_proofs() {
    let program = parse(
        "s: str := input(/[a-c]*/); t: str := input(/[0-9]/); u: str := s ++ \"!\"; n: int := len(t);
         assert(u in /[a-c]*!/); assert(t in /[0-9]/); assert(n == 1);",
    );
    let honest = certificate(&program);
    assert_eq!(proved(&part(&program, &honest, STEPS).proofs), BTreeSet::from([0, 1, 2]));
    // The language of the first string is wrong from the second instruction on.
    let mut forged = honest.clone();
    forged.labels.iter_mut().skip(1).flatten().for_each(|facts| facts.languages[0] = Some(word("b")));
    assert!(check(&program, &forged, &mut Budget::steps(STEPS)).is_err());
    let left = part(&program, &forged, STEPS);
    assert_eq!(proved(&left.proofs), BTreeSet::from([1, 2]));
    assert!(left.dropped.contains_key(&ir::Label(1)));
    assert_eq!(check(&program, &left.certificate, &mut Budget::steps(STEPS)), Ok(left.proofs));
}

#[test]
fn what_depends_on_a_dropped_fact_is_dropped() {
    let program = parse("s: str := input(); t: str := s; u: str := t ++ t; assert(u == \"\");");
    let mut forged = certificate(&program);
    // Each of these follows from the one before; the first is false.
    forged.labels.iter_mut().skip(1).flatten().for_each(|facts| facts.languages.fill(Some(word(""))));
    let left = part(&program, &forged, STEPS);
    assert_eq!(proved(&left.proofs), BTreeSet::new());
    let last = left.certificate.labels.last().expect("a program has code");
    assert!(last.iter().all(|facts| facts.languages.iter().all(Option::is_none)), "{last:?}");
}

#[test]
fn a_label_that_was_claimed_unreachable_keeps_what_is_shown() {
    let program = parse("s: str := input(/[a-c]*/); t: str := input(); assert(s in /[a-c]*/);");
    let mut forged = certificate(&program);
    forged.labels[2].clear();
    let left = part(&program, &forged, STEPS);
    assert_eq!(left.proofs, [(AssertId(0), Proof::Holds)]);
}

#[test]
fn no_part_of_a_forgery_proves_what_a_run_violates() {
    let (mut dropped, mut kept) = (0, 0);
    for (number, (body, violated)) in (0..).zip(PROGRAMS) {
        let program = parse(body);
        let honest = certificate(&program);
        let truth = proved(&part(&program, &honest, STEPS).proofs);
        assert!(!truth.is_empty() && violated.iter().all(|id| !truth.contains(id)), "{truth:?}");
        for forgery in 0..FORGERIES {
            let mut dice = Dice::new(number * FORGERIES + forgery);
            let mut forged = honest.clone();
            for _ in 0..=dice.below(3) {
                tamper(&mut forged, &mut dice);
            }
            let left = part(&program, &forged, STEPS);
            let found = proved(&left.proofs);
            assert!(violated.iter().all(|id| !found.contains(id)), "{body} {forgery}: {forged:?}");
            let again = check(&program, &left.certificate, &mut Budget::steps(STEPS));
            assert_eq!(again.as_ref(), Ok(&left.proofs), "{body} {forgery}");
            dropped += u32::from(!left.dropped.is_empty());
            kept += u32::from(!left.dropped.is_empty() && !found.is_empty());
        }
    }
    println!("facts were dropped of {dropped} forgeries, of which {kept} still prove something");
    assert!(dropped > 150 && kept > dropped / 2, "{dropped} {kept}");
}

#[test]
fn a_spent_budget_costs_proofs_and_never_truth() {
    for (body, violated) in PROGRAMS {
        let program = parse(body);
        let honest = certificate(&program);
        let truth = proved(&part(&program, &honest, STEPS).proofs);
        let mut most = 0;
        for steps in [0, 10, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000] {
            let left = part(&program, &honest, steps);
            let found = proved(&left.proofs);
            assert!(found.is_subset(&truth), "{body} in {steps} steps: {found:?}");
            assert!(violated.iter().all(|id| !found.contains(id)));
            let whole = check(&program, &left.certificate, &mut Budget::steps(STEPS));
            assert!(whole.is_ok(), "{body} in {steps} steps: {whole:?}");
            most = most.max(found.len());
        }
        assert!(most > 0, "{body}");
    }
}

/// Changes one thing in the facts of a label, or of all labels from it on.
fn tamper(certificate: &mut Certificate, dice: &mut Dice) {
    let label = dice.below(certificate.labels.len() as u32) as usize;
    if dice.below(10) == 0 {
        certificate.labels[label].clear();
        return;
    }
    let labels = if dice.below(2) == 0 { 1 } else { certificate.labels.len() };
    let (kind, number) = (dice.below(7), dice.below(8));
    for facts in certificate.labels.iter_mut().skip(label).take(labels).flatten() {
        change(facts, kind, number);
    }
}

fn change(facts: &mut Facts, kind: u32, number: u32) {
    let var = number as usize % facts.languages.len();
    match kind {
        0 => facts.languages[var] = Some(word("a")),
        1 => facts.languages[var] = None,
        2 => facts.numbers.truncate(number as usize % 2),
        3 => facts.numbers.iter_mut().for_each(|fact| {
            let mut coefficients = vec![0; fact.quantities.len()];
            coefficients[number as usize % fact.quantities.len()] = 1;
            let set =
                Tuples::linear(&coefficients, Relation::AtMost, number.into(), &mut Budget::steps(100_000));
            fact.set = Numbers::of(&set.expect("one constraint"));
        }),
        4 => facts.equal.push((StrVar(0), StrVar(var as u32))),
        5 => facts.booleans.fill(Some(number.is_multiple_of(2))),
        6 => facts.hints.iter_mut().for_each(|hints| {
            hints.bounds = vec![(StrVar(var as u32), LengthSet::exactly(number.into()))];
            hints.lengths = vec![(StrVar(var as u32), LengthSet::exactly(number.into()))];
        }),
        _ => unreachable!("there are seven kinds"),
    }
}
