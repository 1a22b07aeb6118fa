//! Certificates that were tampered with prove nothing false.
//!
//! The programs violate their assertion, as a run shows. Whatever is done to their certificates, the checker must
//! never say that the assertion holds.

mod violated;

use automata::numbers::Relation;
use automata::{Budget, LengthSet, Tuples};
use ir::dice::Dice;
use verdict::check::{Proof, accept, check};
use verdict::facts::{Certificate, Facts};
use verdict::plain::{Numbers, WordState, Words};

use violated::{PROGRAMS, honest};

/// Tampered certificates a program.
const FORGERIES: u64 = 2_000;

/// Changes one thing in the facts of one label.
fn tamper(certificate: &mut Certificate, dice: &mut Dice) {
    let label = dice.below(certificate.labels.len() as u32) as usize;
    if dice.below(12) == 0 {
        certificate.labels[label].clear();
        return;
    }
    let other = certificate.labels[dice.below(certificate.labels.len() as u32) as usize].clone();
    let other = other.into_iter().next();
    let Some(facts) = certificate.labels[label].first_mut() else { return };
    match (dice.below(8), other) {
        (0, Some(other)) => *facts = other,
        (1, Some(other)) => facts.numbers = other.numbers,
        (2, _) => facts.hints.iter_mut().for_each(|hints| hints.bounds.clear()),
        (3, _) => tamper_lengths(facts, dice),
        (4, _) => tamper_numbers(facts, dice),
        (5, _) => {
            facts.equal = (1..facts.languages.len() as u32).map(|v| (ir::StrVar(0), ir::StrVar(v))).collect();
        }
        (_, _) => tamper_words(facts, dice),
    }
}

fn tamper_lengths(facts: &mut Facts, dice: &mut Dice) {
    let wrong = LengthSet::between(dice.below(5).into(), dice.below(40).into());
    facts.counts.iter_mut().for_each(|counts| *counts = wrong.clone());
    for hints in &mut facts.hints {
        hints.lengths.iter_mut().chain(&mut hints.bounds).for_each(|(_, lengths)| *lengths = wrong.clone());
        if dice.below(2) == 0 && !facts.languages.is_empty() {
            hints.bounds.push((ir::StrVar(0), wrong.clone()));
            hints.lengths.push((ir::StrVar(0), wrong.clone()));
        }
    }
}

fn tamper_numbers(facts: &mut Facts, dice: &mut Dice) {
    for fact in &mut facts.numbers {
        let mut coefficients = vec![0; fact.quantities.len()];
        coefficients[dice.below(fact.quantities.len() as u32) as usize] = 1;
        let bound = i64::from(dice.below(40));
        let set = Tuples::linear(&coefficients, Relation::AtMost, bound, &mut Budget::steps(100_000));
        fact.set = Numbers::of(&set.expect("one constraint"));
    }
}

fn tamper_words(facts: &mut Facts, dice: &mut Dice) {
    let Some(table) = facts.languages.iter_mut().flatten().next() else {
        let empty = WordState { accepts: true, edges: Vec::new() };
        facts.languages.fill(Words::new(vec![empty]));
        return;
    };
    let mut states = table.states().to_vec();
    let at = dice.below(states.len() as u32) as usize;
    match dice.below(3) {
        0 => states[at].accepts = !states[at].accepts,
        1 => drop(states[at].edges.pop()),
        _ => {
            let count = states.len() as u32;
            states[at].edges.iter_mut().for_each(|edge| edge.2 = dice.below(count));
        }
    }
    *table = Words::new(states).expect("targets are states and edges are as they were");
}

#[test]
fn no_forgery_proves_what_a_run_violates() {
    let mut accepted = 0;
    for (number, text) in (0..).zip(PROGRAMS) {
        let (program, certificate) = honest(text);
        let honest = check(&program, &certificate, &mut Budget::steps(50_000_000));
        assert!(
            honest.expect("an honest certificate is accepted").iter().any(|(_, proof)| *proof == Proof::Open)
        );
        for forgery in 0..FORGERIES {
            let mut dice = Dice::new(number * FORGERIES + forgery);
            let mut forged = certificate.clone();
            for _ in 0..=dice.below(3) {
                tamper(&mut forged, &mut dice);
            }
            let part = accept(&program, &forged, &mut Budget::steps(2_000_000)).expect("it fits the program");
            accepted += u64::from(part.dropped.is_empty());
            let open = part.proofs.iter().all(|(_, proof)| *proof == Proof::Open);
            assert!(open, "{text} {forgery}: {forged:?}");
            if forgery.is_multiple_of(16) {
                let again = check(&program, &part.certificate, &mut Budget::steps(2_000_000));
                assert_eq!(again.as_ref(), Ok(&part.proofs), "what is left is inductive: {text} {forgery}");
            }
        }
    }
    println!(
        "{accepted} of {} forgeries say nothing false and are accepted",
        FORGERIES * PROGRAMS.len() as u64
    );
}
