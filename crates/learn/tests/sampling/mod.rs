//! Random samples, the same in every run, and all short words.

#![allow(dead_code, reason = "each test program uses a part of it")]

use automata::{Alphabet, Automaton, Budget, Symbol};
use learn::{Atom, Learner, Limits, Proposal, Sample, Symmetry, Unknown};

/// The characters of the tests.
pub(crate) const ALPHABET: Alphabet = Alphabet::up_to(9);

/// Both ways to search, with the same limit.
pub(crate) fn both(states: usize) -> [Limits; 2] {
    [Symmetry::Broken, Symmetry::Kept].map(|symmetry| Limits { states, symmetry })
}

/// Enough for anything small.
pub(crate) fn plenty() -> Budget {
    Budget::steps(2_000_000_000)
}

/// The answer of a learner that is given enough steps.
pub(crate) fn propose(learner: &mut Learner) -> Proposal {
    learner.propose(&mut plenty()).expect("the budget is plenty")
}

/// Whether the automata agree with a sample, by its definition.
pub(crate) fn agrees(automata: &[Automaton], sample: &Sample) -> bool {
    let holds = |atom: &Atom| automata[atom.unknown.0 as usize].contains(&atom.word);
    sample.head.as_ref().is_some_and(holds) || !sample.body.iter().all(holds)
}

/// A generator of pseudo-random numbers (xorshift), seeded by the test.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    pub(crate) fn word(&mut self, letters: u32, longest: u32) -> Vec<Symbol> {
        (0..self.below(longest + 1)).map(|_| self.below(letters)).collect()
    }

    pub(crate) fn atom(&mut self, unknowns: u32, letters: u32, longest: u32) -> Atom {
        Atom::new(Unknown(self.below(unknowns)), self.word(letters, longest))
    }

    /// A sample of any kind: positive and negative as often as all others together.
    pub(crate) fn sample(&mut self, unknowns: u32, letters: u32, longest: u32) -> Sample {
        let mut atom = || self.atom(unknowns, letters, longest);
        let (first, second, third) = (atom(), atom(), atom());
        match self.below(6) {
            0 | 1 => Sample::positive(first),
            2 => Sample::negative(first),
            3 => Sample::implication([first], second),
            4 => Sample::implication([first, second], third),
            _ => Sample::conflict([first, second]),
        }
    }
}

/// Every word of at most `longest` characters below `letters`, short ones first.
pub(crate) fn words(letters: u32, longest: usize) -> Vec<Vec<Symbol>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let end = all.len();
        for at in from..end {
            for letter in 0..letters {
                let mut word = all[at].clone();
                word.push(letter);
                all.push(word);
            }
        }
        from = end;
    }
    all
}
