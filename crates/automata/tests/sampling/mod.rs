//! Random automata, random words and all short words, the same in every run.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod definition;
pub(crate) mod functions;

use automata::{Alphabet, Automaton, Budget, Nfa, StateId, Symbol};

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

    /// Heads in one of `n` throws.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

/// Enough for anything small.
pub(crate) fn plenty() -> Budget {
    Budget::steps(50_000_000)
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

/// A random language over the characters below `letters`, from an automaton of up to `most` states.
pub(crate) fn random_language(dice: &mut Dice, alphabet: Alphabet, letters: u32, most: u32) -> Automaton {
    let count = 1 + dice.below(most);
    let mut nfa = Nfa::new(alphabet);
    let states: Vec<StateId> = (0..count).map(|_| nfa.add_state()).collect();
    nfa.add_start(states[0]);
    for &source in &states {
        if dice.one_in(3) {
            nfa.set_accepting(source);
        }
        for _ in 0..=dice.below(3) {
            let lo = dice.below(letters);
            let hi = (lo + dice.below(2)).min(letters - 1);
            nfa.add_transition(source, lo, hi, states[dice.below(count) as usize]);
        }
    }
    nfa.determinize(&mut plenty()).expect("the automaton is small")
}
