//! The learner measured: the time to the smallest automaton as the target grows, with symmetry broken and not.
//!
//! `cargo bench -p learn --bench states [-- MOST [MOST_KEPT]]` draws random automata of 4 to `MOST` (12) states over
//! two classes, labels random words, and learns a smallest separating automaton, the proof that no smaller one exists
//! included. Up to `MOST_KEPT` (8) states the search is repeated with symmetry kept. Seeds are fixed; times are wall
//! times of one run, three instances a size.

use std::time::{Duration, Instant};

use automata::{Alphabet, Automaton, Budget, Nfa, StateId, Symbol};
use learn::{Atom, Classes, Learner, Limits, Proposal, Sample, Symmetry, Unknown};

const ALPHABET: Alphabet = Alphabet::up_to(1);
const INSTANCES: u64 = 3;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let most: usize = numbers.next().unwrap_or(12);
    let most_kept = numbers.next().unwrap_or(8);
    println!("states samples prefixes   found   seconds      steps   symmetry kept   ratio");
    for states in 4..=most {
        for seed in 0..INSTANCES {
            report(states, seed, states <= most_kept);
        }
    }
}

fn report(states: usize, seed: u64, both: bool) {
    let samples = samples(states, seed);
    let broken = learn(&samples, Symmetry::Broken);
    print!("{states:6} {:7} {:8} ", samples.len(), prefixes(&samples));
    print!("{:7} {:9.3} {:10}", broken.states, broken.time.as_secs_f64(), broken.steps);
    if both {
        let kept = learn(&samples, Symmetry::Kept);
        assert_eq!(kept.states, broken.states, "symmetry does not change a size");
        let ratio = kept.time.as_secs_f64() / broken.time.as_secs_f64();
        print!("   {:11.3} s {ratio:7.1}", kept.time.as_secs_f64());
    }
    println!();
}

struct Learned {
    states: usize,
    time: Duration,
    steps: u64,
}

fn learn(samples: &[Sample], symmetry: Symmetry) -> Learned {
    let start = Instant::now();
    let mut learner = Learner::new(1, Classes::apart(ALPHABET), Limits { states: 20, symmetry });
    samples.iter().for_each(|sample| {
        learner.add(sample.clone());
    });
    let mut budget = Budget::steps(u64::MAX);
    let proposal = learner.propose(&mut budget).expect("no one spends so many steps");
    let time = start.elapsed();
    let Proposal::Candidates(automata) = proposal else { panic!("the target itself agrees: {proposal:?}") };
    Learned { states: automata[0].state_count(), time, steps: budget.spent() }
}

/// About 4.4 states² words, labelled by a random automaton of as many states: 400 for 10 states, 640 for 12.
fn samples(states: usize, seed: u64) -> Vec<Sample> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(1 + 100 * states as u64 + seed) | 1);
    let target = target(states, &mut dice);
    let count = if states == 10 { 400 } else { states * states * 40 / 9 };
    let mut words: Vec<Vec<Symbol>> = Vec::new();
    while words.len() < count {
        let longest = 2 * states as u32 - 2;
        let length = dice.below(longest + 1);
        let word: Vec<Symbol> = (0..length).map(|_| dice.below(2)).collect();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let label = |word: Vec<Symbol>| {
        let sample = if target.contains(&word) { Sample::positive } else { Sample::negative };
        sample(Atom::new(Unknown(0), word))
    };
    words.into_iter().map(label).collect()
}

/// A random automaton that has exactly as many states, no move missing.
fn target(states: usize, dice: &mut Dice) -> Automaton {
    loop {
        let mut nfa = Nfa::new(ALPHABET);
        let all: Vec<StateId> = (0..states).map(|_| nfa.add_state()).collect();
        nfa.add_start(all[0]);
        for &state in &all {
            for letter in 0..2 {
                nfa.add_transition(state, letter, letter, all[dice.below(states as u32) as usize]);
            }
            if dice.below(2) == 0 {
                nfa.set_accepting(state);
            }
        }
        let automaton = nfa.determinize(&mut Budget::steps(1_000_000)).expect("a small automaton is cheap");
        if automaton.state_count() == states {
            return automaton;
        }
    }
}

fn prefixes(samples: &[Sample]) -> usize {
    let words = samples.iter().flat_map(Sample::atoms).map(|atom| &atom.word);
    let all: std::collections::BTreeSet<&[Symbol]> =
        words.flat_map(|word| (0..=word.len()).map(move |end| &word[..end])).collect();
    all.len()
}

/// A generator of pseudo-random numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}
