//! The sizes that are found are the smallest: against all automata of up to three states over two letters.

mod sampling;

use std::collections::BTreeMap;

use learn::{Atom, Classes, Learner, Limits, Proposal, Sample, Unknown};
use sampling::{ALPHABET, Dice, agrees, both, propose, words};

const LETTERS: u32 = 2;
const LONGEST: usize = 4;

/// The words up to [`LONGEST`] that an automaton accepts, one bit each, and the fewest states that it takes.
type Languages = BTreeMap<u32, usize>;

/// What all automata of at most `most` states accept; a move may be missing.
fn languages(most: usize) -> Languages {
    let words = words(LETTERS, LONGEST);
    let mut languages = Languages::new();
    for states in 1..=most {
        let cells = states * LETTERS as usize;
        for number in 0..(states + 1).pow(cells as u32) << states {
            let (accepting, mut rest) = (number & ((1 << states) - 1), number >> states);
            let mut moves = Vec::with_capacity(cells);
            for _ in 0..cells {
                moves.push(rest % (states + 1));
                rest /= states + 1;
            }
            let accepts = |word: &Vec<u32>| {
                let step = |state: usize, &letter: &u32| {
                    let target = moves[state * LETTERS as usize + letter as usize];
                    (target < states).then_some(target)
                };
                word.iter().try_fold(0, step).is_some_and(|state| accepting >> state & 1 == 1)
            };
            let bits = words.iter().enumerate().map(|(at, word)| u32::from(accepts(word)) << at).sum();
            languages.entry(bits).or_insert(states);
        }
    }
    languages
}

/// Whether languages, given by their bits, respect a sample.
fn respects(bits: &[u32], sample: &Sample, numbers: &BTreeMap<Vec<u32>, usize>) -> bool {
    let holds = |atom: &Atom| bits[atom.unknown.0 as usize] >> numbers[&atom.word] & 1 == 1;
    sample.head.as_ref().is_some_and(holds) || !sample.body.iter().all(holds)
}

/// The key by which sizes are compared: the largest, then each in order.
fn key(sizes: Vec<usize>) -> (usize, Vec<usize>) {
    (sizes.iter().copied().max().unwrap_or(0), sizes)
}

/// The least key of all choices of languages that respect the samples.
fn least(choices: &[Vec<u32>], languages: &Languages, samples: &[Sample]) -> Option<(usize, Vec<usize>)> {
    let numbers = words(LETTERS, LONGEST).into_iter().enumerate().map(|(at, word)| (word, at)).collect();
    let fitting = choices.iter().filter(|bits| samples.iter().all(|sample| respects(bits, sample, &numbers)));
    fitting.map(|bits| key(bits.iter().map(|bits| languages[bits]).collect())).min()
}

fn found(learner: &mut Learner) -> Option<(usize, Vec<usize>)> {
    match propose(learner) {
        Proposal::Candidates(automata) => {
            let wrong = learner.samples().iter().find(|sample| !agrees(&automata, sample));
            assert_eq!(wrong, None);
            Some(key(automata.iter().map(automata::Automaton::state_count).collect()))
        }
        Proposal::Contradiction(_) | Proposal::NoneUpTo(_) => None,
    }
}

/// Compares on random samples, all at once and one after the other.
fn compare(unknowns: u32, most: usize, rounds: u64) {
    let languages = languages(most);
    let each: Vec<u32> = languages.keys().copied().collect();
    let choices: Vec<Vec<u32>> = match unknowns {
        1 => each.iter().map(|&bits| vec![bits]).collect(),
        _ => each.iter().flat_map(|&first| each.iter().map(move |&second| vec![first, second])).collect(),
    };
    let mut tally = BTreeMap::new();
    for seed in 0..rounds {
        let mut dice = Dice::new(seed);
        let count = 1 + dice.below(14);
        let samples: Vec<Sample> =
            (0..count).map(|_| dice.sample(unknowns, LETTERS, LONGEST as u32)).collect();
        let expected = least(&choices, &languages, &samples);
        for limits in both(most) {
            let (at_once, stepwise) = learn(unknowns as usize, limits, &samples);
            assert_eq!(at_once, expected, "{limits:?} {samples:?}");
            assert_eq!(stepwise, expected, "step by step, {limits:?} {samples:?}");
        }
        *tally.entry(expected.map(|(_, sizes)| sizes)).or_insert(0) += 1;
    }
    assert!(tally.len() > most * unknowns as usize, "the samples ask for different sizes: {tally:?}");
}

type Sizes = Option<(usize, Vec<usize>)>;

fn learn(unknowns: usize, limits: Limits, samples: &[Sample]) -> (Sizes, Sizes) {
    let mut at_once = Learner::new(unknowns, Classes::apart(ALPHABET), limits);
    let mut stepwise = Learner::new(unknowns, Classes::apart(ALPHABET), limits);
    let mut last = None;
    for sample in samples {
        at_once.add(sample.clone());
        stepwise.add(sample.clone());
        last = found(&mut stepwise);
    }
    (found(&mut at_once), last)
}

#[test]
fn one_language_is_as_small_as_can_be() {
    compare(1, 3, 400);
}

#[test]
fn two_languages_are_as_small_as_can_be() {
    compare(2, 2, 150);
}

/// The first language may lack the empty word or the second, which then needs three states instead of two.
#[test]
fn a_larger_second_language_lets_the_first_shrink() {
    for limits in both(4) {
        let mut learner = Learner::new(2, Classes::apart(ALPHABET), limits);
        let word = |unknown, length| Atom::new(Unknown(unknown), vec![0; length]);
        learner.add(Sample::positive(word(0, 1)));
        learner.add(Sample::conflict([word(0, 0), word(1, 0)]));
        learner.add(Sample::negative(word(1, 1)));
        learner.add(Sample::positive(word(1, 2)));
        assert_eq!(found(&mut learner), Some((2, vec![2, 2])));
        learner.add(Sample::negative(word(1, 4)));
        assert_eq!(found(&mut learner), Some((3, vec![1, 3])));
    }
}
