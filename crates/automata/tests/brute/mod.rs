//! Brute force: a language as the list of its short words.
//!
//! A [`Universe`] is all words up to a length over a few letters, the edges of the alphabet among them. A
//! [`Words`] says for each of them whether it belongs to a language. The operations here follow their
//! definitions word by word and know no automata.

#![allow(dead_code, reason = "each test program uses a part of it")]

use automata::{Alphabet, Automaton, Budget, MARK, Nfa, StateId, Symbol};

/// A small deterministic generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// Enough for every test on small automata.
pub(crate) fn budget() -> Budget {
    Budget::steps(100_000_000)
}

/// All words over `letters` up to `longest`, by length and then by letters.
pub(crate) struct Universe {
    pub(crate) alphabet: Alphabet,
    pub(crate) letters: Vec<Symbol>,
    pub(crate) longest: usize,
    pub(crate) words: Vec<Vec<Symbol>>,
    /// Ends of intervals for random edges: letters and their neighbours.
    bounds: Vec<Symbol>,
}

/// For each word of a universe whether it belongs to a language.
pub(crate) type Words = Vec<bool>;

impl Universe {
    pub(crate) fn new(alphabet: Alphabet, letters: &[Symbol], longest: usize) -> Self {
        let mut words: Vec<Vec<Symbol>> = vec![Vec::new()];
        let mut at = 0;
        while at < words.len() && words[at].len() < longest {
            for &letter in letters {
                let mut longer = words[at].clone();
                longer.push(letter);
                words.push(longer);
            }
            at += 1;
        }
        let near = letters.iter().flat_map(|&l| [l.saturating_sub(1), l, l + 1]);
        let bounds = near.filter(|&symbol| alphabet.contains(symbol)).collect();
        Universe { alphabet, letters: letters.to_vec(), longest, words, bounds }
    }

    /// Which words of the universe `language` has, by running each.
    pub(crate) fn of(&self, language: &Automaton) -> Words {
        // The state of a word follows from that of the word without its last letter.
        let mut states: Vec<Option<StateId>> = Vec::with_capacity(self.words.len());
        states.push(Some(StateId::START));
        for at in 1..self.words.len() {
            let parent = (at - 1) / self.letters.len();
            let letter = self.letters[(at - 1) % self.letters.len()];
            states.push(states[parent].and_then(|state| language.step(state, letter)));
        }
        states.iter().map(|state| state.is_some_and(|state| language.accepts_at(state))).collect()
    }

    /// The place of a word; `None` when it is too long.
    pub(crate) fn place(&self, word: &[Symbol]) -> Option<usize> {
        (word.len() <= self.longest).then(|| {
            word.iter().fold(0, |at, symbol| {
                let digit = self.letters.iter().position(|letter| letter == symbol);
                at * self.letters.len() + digit.expect("a letter of the universe") + 1
            })
        })
    }

    /// The words for which `member` holds.
    pub(crate) fn filter(&self, member: impl Fn(&[Symbol]) -> bool) -> Words {
        self.words.iter().map(|word| member(word)).collect()
    }

    /// The words that `parts` makes of words of `language`.
    pub(crate) fn image(&self, language: &Words, parts: impl Fn(&[Symbol]) -> Vec<Vec<Symbol>>) -> Words {
        let mut image = vec![false; self.words.len()];
        for (word, _) in self.words.iter().zip(language).filter(|(_, member)| **member) {
            for part in parts(word) {
                if let Some(at) = self.place(&part) {
                    image[at] = true;
                }
            }
        }
        image
    }

    /// Whether a word belongs to `language`; it must be in the universe.
    pub(crate) fn has(&self, language: &Words, word: &[Symbol]) -> bool {
        language[self.place(word).expect("the word is short enough")]
    }

    /// A language given by a random nondeterministic automaton with a few states.
    pub(crate) fn random(&self, random: &mut Random) -> Automaton {
        self.random_nfa(random).determinize(&mut budget()).expect("a small automaton")
    }

    /// A random nondeterministic automaton, epsilons included, whose edges begin and end near the letters.
    pub(crate) fn random_nfa(&self, random: &mut Random) -> Nfa {
        let mut nfa = Nfa::new(self.alphabet);
        let count = 1 + random.below(5) as usize;
        let states: Vec<StateId> = (0..count).map(|_| nfa.add_state()).collect();
        nfa.add_start(states[0]);
        if random.below(4) == 0 {
            nfa.add_start(*random.pick(&states));
        }
        for _ in 0..=random.below(3 * count as u64) {
            let (source, target) = (*random.pick(&states), *random.pick(&states));
            if random.below(8) == 0 {
                nfa.add_epsilon(source, target);
            } else {
                let (lo, hi) = self.random_interval(random);
                nfa.add_transition(source, lo, hi, target);
            }
        }
        for &state in &states {
            if random.below(3) == 0 {
                nfa.set_accepting(state);
            }
        }
        nfa
    }

    fn random_interval(&self, random: &mut Random) -> (Symbol, Symbol) {
        loop {
            let (x, y) = (*random.pick(&self.bounds), *random.pick(&self.bounds));
            // An interval lies in one copy of a marked alphabet.
            if x & MARK == y & MARK {
                return (x.min(y), x.max(y));
            }
        }
    }
}
