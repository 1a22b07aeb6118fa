//! Two outsides: a list of answers, and chance.
//!
//! [`Replay`] makes a run of a list, which is how a failing input is believed. [`Random`] answers what is
//! allowed, with a liking for the values at which programs differ: short words, small integers, bounds.

use std::collections::VecDeque;

use automata::{Alphabet, Automaton, StateId, Symbol};

use super::request::{Allowed, Oracle, Request, mark_of};
use super::state::Value;
use crate::dice::Dice;
use crate::operation::Width;

/// Answers from a list, in order; none when the list is used up.
#[derive(Clone, Debug)]
pub struct Replay {
    answers: VecDeque<Value>,
}

impl Replay {
    /// The list.
    pub fn new(answers: impl IntoIterator<Item = Value>) -> Self {
        Replay { answers: answers.into_iter().collect() }
    }

    /// How many answers nobody asked for.
    pub fn left(&self) -> usize {
        self.answers.len()
    }
}

impl Oracle for Replay {
    fn answer(&mut self, _: &Request<'_>) -> Option<Value> {
        self.answers.pop_front()
    }
}

/// Answers by chance, the same ones for the same seed and questions.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
    letters: Vec<Symbol>,
}

/// The characters that free words are mostly made of, unless others are given.
const LETTERS: &str = "ab01-+ <'/";

/// Words that are not bounded otherwise mostly have fewer characters than this.
const SHORT: u32 = 8;

impl Random {
    /// The outside that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Random { dice: Dice::new(seed), letters: LETTERS.chars().map(Symbol::from).collect() }
    }

    /// The same with a preference for these characters, such as those that the program speaks of.
    #[must_use]
    pub fn preferring(mut self, letters: impl IntoIterator<Item = Symbol>) -> Self {
        self.letters = letters.into_iter().collect();
        self
    }

    /// A word over the alphabet that is not longer than allowed.
    fn free_word(&mut self, alphabet: Alphabet, longest: Option<u64>) -> Vec<Symbol> {
        let usual = self.dice.below(SHORT);
        let length = match longest.map(|longest| u32::try_from(longest).unwrap_or(u32::MAX)) {
            Some(longest) if self.dice.one_in(4) => longest.min(1 << 10),
            Some(longest) => usual.min(longest),
            None => usual,
        };
        (0..length).map(|_| self.symbol(alphabet)).collect()
    }

    fn symbol(&mut self, alphabet: Alphabet) -> Symbol {
        if !self.letters.is_empty() && !self.dice.one_in(8) {
            let symbol = *self.dice.choose(&self.letters);
            if alphabet.contains(symbol) {
                return symbol;
            }
        }
        let ranges = alphabet.all();
        let &(lo, hi) = self.dice.choose(ranges.ranges());
        lo + self.dice.below(hi - lo + 1)
    }

    /// A word of the language that is not longer than allowed; `None` when there is none.
    fn word_of(&mut self, moves: &Moves, longest: Option<u64>) -> Option<Vec<Symbol>> {
        let longest = longest.unwrap_or(u64::MAX);
        let free = u64::from(self.dice.below(SHORT));
        let mut word = Vec::new();
        let mut state = StateId::START;
        // From here on a word of the language can always be finished in time.
        if moves.distance(state).is_none_or(|distance| distance > longest) {
            return None;
        }
        loop {
            let done = word.len() as u64;
            let near = moves.distance(state).unwrap_or_default();
            if near == 0 && (done >= free || self.dice.one_in(4)) {
                return Some(word);
            }
            let in_time = |target: StateId| {
                let distance = moves.distance(target).unwrap_or(u64::MAX);
                distance < longest - done && (done < free || distance < near)
            };
            let edges: Vec<_> =
                moves.edges[state.index()].iter().filter(|(.., target)| in_time(*target)).collect();
            if edges.is_empty() {
                return Some(word);
            }
            let &&(lo, hi, target) = self.dice.choose(&edges);
            word.push(lo + self.dice.below(hi - lo + 1));
            state = target;
        }
    }

    fn integer(&mut self, width: Width) -> i128 {
        let (least, most) = bounds(width);
        let wish = match self.dice.below(12) {
            0 => least,
            1 => most,
            2 => self.dice.between(least, most),
            3 => self.dice.between(-300, 300),
            4 => (1 << self.dice.below(64)) + self.dice.between(-1, 1),
            5 | 6 => self.dice.between(-4, 0),
            7.. => self.dice.between(0, 9),
        };
        wish.clamp(least, most)
    }
}

impl Oracle for Random {
    fn answer(&mut self, request: &Request<'_>) -> Option<Value> {
        match &request.allowed {
            Allowed::Word { alphabet, language: None, longest } => {
                Some(Value::Str(self.free_word(*alphabet, *longest)))
            }
            Allowed::Word { alphabet, language: Some(language), longest } => {
                self.word_of(&Moves::of(language, *alphabet), *longest).map(Value::Str)
            }
            Allowed::Integer(width) => Some(Value::Int(self.integer(*width))),
            Allowed::Truth => Some(Value::Bool(self.dice.one_in(2))),
        }
    }
}

/// The least and the greatest integer of a width that 128 bits hold.
fn bounds(width: Width) -> (i128, i128) {
    match width {
        Width::Signed(0) | Width::Unsigned(0) => (0, 0),
        Width::Signed(bits) if bits < 128 => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
        Width::Unsigned(bits) if bits < 127 => (0, (1 << bits) - 1),
        Width::Unsigned(_) => (0, i128::MAX),
        Width::Unbounded | Width::Signed(_) => (i128::MIN, i128::MAX),
    }
}

/// A language as words over an alphabet, which may lack the mark that the language has.
struct Moves {
    /// For each state the first and last character of an edge, and where it leads.
    edges: Vec<Vec<(Symbol, Symbol, StateId)>>,
    /// For each state the length of the shortest word from there into the language, if there is one.
    distances: Vec<Option<u64>>,
}

impl Moves {
    fn of(language: &Automaton, alphabet: Alphabet) -> Self {
        let mark = mark_of(alphabet, language);
        let symbols = alphabet.all();
        let mut edges = vec![Vec::new(); language.state_count()];
        for state in language.states() {
            for edge in language.edges(state) {
                for &(lo, hi) in symbols.ranges() {
                    let (lo, hi) = (edge.lo.max(lo | mark), edge.hi.min(hi | mark));
                    if lo <= hi {
                        edges[state.index()].push((lo & !mark, hi & !mark, edge.target));
                    }
                }
            }
        }
        Moves { distances: distances(language, &edges), edges }
    }

    fn distance(&self, state: StateId) -> Option<u64> {
        self.distances[state.index()]
    }
}

/// For each state the length of the shortest word of these edges into the language.
fn distances(language: &Automaton, edges: &[Vec<(Symbol, Symbol, StateId)>]) -> Vec<Option<u64>> {
    let mut sources = vec![Vec::new(); language.state_count()];
    for state in language.states() {
        edges[state.index()].iter().for_each(|(.., target)| sources[target.index()].push(state));
    }
    let mut distances: Vec<Option<u64>> =
        language.states().map(|state| language.accepts_at(state).then_some(0)).collect();
    let mut queue: VecDeque<StateId> = language.accepting_states().collect();
    while let Some(state) = queue.pop_front() {
        let next = distances[state.index()].map(|distance| distance + 1);
        for &source in &sources[state.index()] {
            if distances[source.index()].is_none() {
                distances[source.index()] = next;
                queue.push_back(source);
            }
        }
    }
    distances
}
