//! Samples that contradict each other: when it is said so, and that the derivation can be replayed.

mod sampling;

use std::collections::BTreeSet;

use automata::SymbolSet;
use learn::{Atom, Classes, Derivation, Learner, Limits, Proposal, Sample, Unknown};
use sampling::{ALPHABET, Dice, propose};

/// Whether any languages agree with the samples: close the set of what must hold until nothing is added.
fn consistent(samples: &[&Sample]) -> bool {
    let mut holds: BTreeSet<&Atom> = BTreeSet::new();
    loop {
        let before = holds.len();
        for sample in samples {
            if sample.body.iter().all(|atom| holds.contains(atom)) {
                let Some(head) = &sample.head else { return false };
                holds.insert(head);
            }
        }
        if holds.len() == before {
            return true;
        }
    }
}

/// Replays a derivation by the samples alone.
fn replay(derivation: &Derivation, samples: &[Sample]) {
    let mut derived: Vec<&Atom> = Vec::new();
    for (at, step) in derivation.steps().iter().enumerate() {
        let sample = &samples[step.sample.0 as usize];
        let premises: Vec<&Atom> = step.premises.iter().map(|&before| derived[before]).collect();
        assert_eq!(premises, sample.body.iter().collect::<Vec<_>>(), "step {at} has its body derived");
        match &sample.head {
            Some(head) => derived.push(head),
            None => assert_eq!(at + 1, derivation.steps().len(), "a sample without a head ends it"),
        }
    }
    assert_eq!(derived.len() + 1, derivation.steps().len(), "it ends with a sample without a head");
}

/// Without any one of its samples there is no contradiction.
fn is_minimal(derivation: &Derivation, samples: &[Sample]) -> bool {
    let used: Vec<&Sample> = derivation.samples().map(|id| &samples[id.0 as usize]).collect();
    (0..used.len()).all(|left_out| {
        let others: Vec<&Sample> = (0..used.len()).filter(|&at| at != left_out).map(|at| used[at]).collect();
        consistent(&others)
    })
}

#[test]
fn contradictions_are_found_exactly_and_replay() {
    let (mut found, mut longest) = (0, 0);
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let unknowns = 1 + dice.below(3);
        let mut learner = Learner::new(unknowns as usize, Classes::apart(ALPHABET), Limits::states(1));
        for _ in 0..8 + dice.below(25) {
            learner.add(dice.sample(unknowns, 2, 2));
        }
        let samples = learner.samples().to_vec();
        let expected = consistent(&samples.iter().collect::<Vec<_>>());
        match propose(&mut learner) {
            Proposal::Contradiction(derivation) => {
                assert!(!expected, "{samples:?}");
                replay(&derivation, &samples);
                assert!(is_minimal(&derivation, &samples), "{derivation:?} of {samples:?}");
                found += 1;
                longest = longest.max(derivation.steps().len());
            }
            Proposal::Candidates(_) | Proposal::NoneUpTo(_) => assert!(expected, "{samples:?}"),
        }
    }
    assert!((100..500).contains(&found) && longest >= 5, "{found} found, the longest of {longest} steps");
}

/// Ten characters in two groups; random samples over all of them.
#[test]
fn groups_are_cut_where_samples_ask_for_it() {
    let groups = [SymbolSet::range(0, 4), SymbolSet::range(5, 9)];
    let (mut cut, mut whole) = (0, 0);
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut learner = Learner::new(2, Classes::new(ALPHABET, &groups), Limits::states(9));
        let count = 1 + dice.below(20);
        for _ in 0..count {
            learner.add(dice.sample(2, 10, 2));
            let samples: Vec<&Sample> = learner.samples().iter().collect();
            let expected = consistent(&samples);
            let is_contradiction = matches!(propose(&mut learner), Proposal::Contradiction(_));
            assert_eq!(is_contradiction, !expected);
        }
        match learner.classes().sets().len() {
            2 => whole += 1,
            _ => cut += 1,
        }
    }
    assert!(cut > 30 && whole > 30, "{cut} cut, {whole} whole");
}

fn word(word: &[u32]) -> Atom {
    Atom::new(Unknown(0), word)
}

#[test]
fn only_the_character_that_differs_leaves_its_group() {
    let groups = [SymbolSet::range(0, 4), SymbolSet::range(5, 9)];
    let mut learner = Learner::new(1, Classes::new(ALPHABET, &groups), Limits::states(4));
    learner.add(Sample::positive(word(&[0, 6, 1])));
    learner.add(Sample::negative(word(&[0, 7, 1])));
    let Proposal::Candidates(found) = propose(&mut learner) else { panic!("the words differ") };
    assert_eq!(learner.classes().sets().len(), 3);
    assert_eq!(learner.classes().sets()[2], SymbolSet::single(7));
    assert!(found[0].contains(&[3, 9, 3]), "the others still behave alike");
}

#[test]
fn characters_that_no_sample_mentions_are_rejected() {
    let mut learner = Learner::new(1, Classes::apart(ALPHABET), Limits::states(4));
    learner.add(Sample::positive(word(&[])));
    learner.add(Sample::positive(word(&[3])));
    learner.add(Sample::positive(word(&[3, 3])));
    let Proposal::Candidates(found) = propose(&mut learner) else { panic!("3* agrees") };
    assert_eq!(found[0].state_count(), 1);
    assert!(found[0].contains(&[3, 3, 3]) && !found[0].contains(&[4]) && !found[0].contains(&[3, 4]));
}

#[test]
fn a_class_that_no_sample_mentions_changes_nothing() {
    let groups = [SymbolSet::single(0), SymbolSet::range(1, 8)];
    let mut learner = Learner::new(1, Classes::new(ALPHABET, &groups), Limits::states(4));
    learner.add(Sample::negative(word(&[])));
    learner.add(Sample::positive(word(&[0])));
    let Proposal::Candidates(found) = propose(&mut learner) else { panic!("0 agrees") };
    assert_eq!(found[0].state_count(), 2);
    assert!(found[0].contains(&[5, 0]) && found[0].contains(&[0, 5]) && !found[0].contains(&[9, 0]));
}

#[test]
fn a_limit_that_is_too_small_is_told() {
    for limits in sampling::both(2) {
        let mut learner = Learner::new(1, Classes::apart(ALPHABET), limits);
        learner.add(Sample::positive(word(&[0, 0])));
        learner.add(Sample::negative(word(&[0])));
        assert!(matches!(propose(&mut learner), Proposal::Candidates(_)));
        learner.add(Sample::negative(word(&[])));
        assert_eq!(propose(&mut learner), Proposal::NoneUpTo(2));
        learner.add(Sample::negative(word(&[0, 0])));
        assert!(matches!(propose(&mut learner), Proposal::Contradiction(_)));
    }
}

#[test]
fn a_sample_that_says_nothing_holds_contradicts_itself() {
    let mut learner = Learner::new(1, Classes::apart(ALPHABET), Limits::states(2));
    let false_itself = learner.add(Sample::conflict([]));
    let Proposal::Contradiction(derivation) = propose(&mut learner) else { panic!("false is not true") };
    assert_eq!(derivation.samples().collect::<Vec<_>>(), [false_itself]);
}
