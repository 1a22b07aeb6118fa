//! Random patterns and words, the same on every run.

use automata::{Automaton, StateId, Symbol};

/// A small generator of pseudo-random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % limit
    }

    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// The constructs of a dialect that random patterns are made of.
pub(crate) struct Grammar {
    pub(crate) atoms: &'static [&'static str],
    pub(crate) members: &'static [&'static str],
    pub(crate) quantifiers: &'static [&'static str],
    pub(crate) groups: &'static [&'static str],
}

impl Grammar {
    /// A random pattern; one in eight is damaged at one place.
    pub(crate) fn pattern(&self, random: &mut Random) -> String {
        let mut text = String::new();
        self.alternatives(random, 3, &mut text);
        if random.one_in(8) {
            let mut chars: Vec<char> = text.chars().collect();
            let at = random.below(chars.len() + 1);
            if random.one_in(2) && at < chars.len() {
                chars.remove(at);
            } else {
                let damage =
                    ['(', ')', '[', ']', '{', '}', '*', '+', '?', '\\', '|', '-', '^', ':', '1', ','];
                chars.insert(at, damage[random.below(damage.len())]);
            }
            text = chars.into_iter().collect();
        }
        text
    }

    fn alternatives(&self, random: &mut Random, depth: usize, text: &mut String) {
        loop {
            for _ in 0..random.below(4) {
                self.item(random, depth, text);
            }
            if !random.one_in(4) {
                return;
            }
            text.push('|');
        }
    }

    fn item(&self, random: &mut Random, depth: usize, text: &mut String) {
        match random.below(10) {
            0 | 1 if depth > 0 => {
                text.push_str(random.pick(self.groups));
                self.alternatives(random, depth - 1, text);
                text.push(')');
            }
            2 | 3 => {
                text.push_str(if random.one_in(3) { "[^" } else { "[" });
                for _ in 0..=random.below(3) {
                    text.push_str(random.pick(self.members));
                }
                text.push(']');
            }
            _ => text.push_str(random.pick(self.atoms)),
        }
        if random.one_in(3) {
            text.push_str(random.pick(self.quantifiers));
        }
    }
}

/// A random word over `symbols`, of at most `longest` of them.
pub(crate) fn word(random: &mut Random, symbols: &[Symbol], longest: usize) -> Vec<Symbol> {
    (0..random.below(longest + 1)).map(|_| symbols[random.below(symbols.len())]).collect()
}

/// A word of the language, by a random walk of at most `longest` steps; `None` when the walk ends elsewhere.
pub(crate) fn member(random: &mut Random, language: &Automaton, longest: usize) -> Option<Vec<Symbol>> {
    let mut state = StateId::START;
    let mut word = Vec::new();
    for _ in 0..longest {
        let edges = language.edges(state);
        if edges.is_empty() || (language.accepts_at(state) && random.one_in(3)) {
            break;
        }
        let edge = edges[random.below(edges.len())];
        word.push(if random.one_in(2) { edge.lo } else { edge.hi });
        state = edge.target;
    }
    language.accepts_at(state).then_some(word)
}
