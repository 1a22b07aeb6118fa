//! The machine itself, how it is built and how it runs on one word.
//!
//! Invariant: every state lies on a way from the start to an end, so a run that has got somewhere can be
//! finished by some word. An edge copies at most one character, which is what keeps images exact: the
//! characters of an interval move together.

use std::collections::HashSet;
use std::sync::Arc;

use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// A finite-state function on words, or a relation when it was built as one.
///
/// Cloning shares the machine.
///
/// ```
/// use automata::regex::{Dialect, Flags, Regex};
/// use automata::{Alphabet, Automaton, Budget, Occurrences, Pattern, Template, Transducer};
///
/// // preg_replace('/<[^>]*>/', '', $text): what can be left of any text?
/// let mut budget = Budget::steps(100_000);
/// let tag = Regex::parse("<[^>]*>", Dialect::Pcre, Flags::NONE)?;
/// let tag = Pattern::of_regex(&tag, Alphabet::BYTE, &mut budget)?;
/// let nothing = Template::word(&[]);
/// let strip = Transducer::replacing(&tag, &nothing, Occurrences::all(Dialect::Pcre), &mut budget)?;
/// let left = strip.image(&Automaton::any(Alphabet::BYTE), &mut budget)?;
/// let word = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
/// assert_eq!(strip.apply(&word("a<b>c<d")), Some(word("ac<d")));
/// assert!(left.contains(&word("1 > 0 <script")) && !left.contains(&word("<b>")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transducer {
    alphabet: Alphabet,
    states: Arc<[State]>,
}

/// What an edge writes: a word, the character just read moved by a number, and another word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    pub(super) before: Vec<Symbol>,
    pub(super) copy: Option<i32>,
    pub(super) after: Vec<Symbol>,
}

/// A move of a [`Transducer`] from one state to another.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The character read is one of these; nothing is read when there is no set.
    pub reads: Option<&'a SymbolSet>,
    /// What is written.
    pub writes: &'a Output,
    /// Where it leads.
    pub target: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) edges: Vec<Edge>,
    /// What is written when the word ends here, if it may.
    pub(super) end: Option<Vec<Symbol>>,
}

#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The character read is one of these; nothing is read when there is no set.
    pub(super) reads: Option<SymbolSet>,
    pub(super) writes: Output,
    pub(super) target: u32,
    /// Whether the characters read so far and the next ones are treated as one, as in a match.
    pub(super) unit: Unit,
}

/// Whether an edge ends a part of the word that is treated as a whole. Only marks ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Ends,
    GoesOn,
}

/// Builds a [`Transducer`] state by state. States are numbered from 0, which is the start.
#[derive(Clone, Debug)]
pub struct TransducerBuilder {
    alphabet: Alphabet,
    /// All characters of the alphabet.
    all: SymbolSet,
    states: Vec<State>,
}

impl Output {
    /// Nothing.
    pub fn nothing() -> Self {
        Output::default()
    }

    /// A word, whatever was read.
    pub fn word(word: &[Symbol]) -> Self {
        Output { before: word.to_vec(), ..Output::default() }
    }

    /// The character just read.
    pub fn copy() -> Self {
        Output::shifted(0)
    }

    /// The character whose number is that of the one just read plus `by`.
    pub fn shifted(by: i32) -> Self {
        Output { copy: Some(by), ..Output::default() }
    }

    /// The same after `before`.
    #[must_use]
    pub fn after(mut self, before: &[Symbol]) -> Self {
        self.before.splice(0..0, before.iter().copied());
        self
    }

    /// The same and then `after`.
    #[must_use]
    pub fn then(mut self, after: &[Symbol]) -> Self {
        let tail = if self.copy.is_some() { &mut self.after } else { &mut self.before };
        tail.extend_from_slice(after);
        self
    }

    /// The word written first, how far the character just read is moved if it is written next, and the word
    /// written last.
    pub fn parts(&self) -> (&[Symbol], Option<i32>, &[Symbol]) {
        (&self.before, self.copy, &self.after)
    }

    /// What is written when `symbol` was read.
    fn write(&self, symbol: Option<Symbol>, word: &mut Vec<Symbol>) {
        word.extend_from_slice(&self.before);
        if let Some(by) = self.copy {
            let symbol = symbol.expect("only an edge that reads copies");
            word.push(shift(symbol, by));
        }
        word.extend_from_slice(&self.after);
    }
}

/// `symbol` moved by `by`; the builder has checked that this stays in the alphabet.
pub(super) fn shift(symbol: Symbol, by: i32) -> Symbol {
    symbol.checked_add_signed(by).expect("a shifted character is in the alphabet")
}

impl TransducerBuilder {
    /// A machine without states.
    pub fn new(alphabet: Alphabet) -> Self {
        TransducerBuilder { alphabet, all: alphabet.all(), states: Vec::new() }
    }

    /// The alphabet of what is read and written.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The number of states so far.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Adds a state and returns its number.
    ///
    /// # Panics
    /// When there would be more than 2^32 states.
    pub fn add_state(&mut self) -> u32 {
        let state = u32::try_from(self.states.len()).expect("fewer than 2^32 states");
        self.states.push(State::default());
        state
    }

    /// From `source`, reads a character of `symbols`, writes `output` and goes to `target`. Characters outside
    /// the alphabet are left out.
    ///
    /// # Panics
    /// When a state does not exist or a character that would be written is not in the alphabet.
    pub fn read(&mut self, source: u32, symbols: &SymbolSet, output: Output, target: u32) {
        let reads = symbols.intersection(&self.all);
        self.edge(source, Edge { reads: Some(reads), writes: output, target, unit: Unit::Ends });
    }

    /// From `source`, writes `word` without reading and goes to `target`. Such steps must not form a circle.
    ///
    /// # Panics
    /// When a state does not exist or a character that would be written is not in the alphabet.
    pub fn skip(&mut self, source: u32, word: &[Symbol], target: u32) {
        self.edge(source, Edge { reads: None, writes: Output::word(word), target, unit: Unit::Ends });
    }

    /// Lets words end at `state`; `word` is written then.
    ///
    /// # Panics
    /// When the state does not exist or a character is not in the alphabet.
    pub fn end(&mut self, state: u32, word: &[Symbol]) {
        assert!(word.iter().all(|&s| self.alphabet.contains(s)), "what is written is in the alphabet");
        self.states[state as usize].end = Some(word.to_vec());
    }

    pub(super) fn edge(&mut self, source: u32, edge: Edge) {
        assert!((edge.target as usize) < self.states.len(), "the target of an edge exists");
        let Output { before, copy, after } = &edge.writes;
        let constant = before.iter().chain(after).all(|&symbol| self.alphabet.contains(symbol));
        assert!(constant, "what is written is in the alphabet");
        if let Some(by) = *copy {
            let reads = edge.reads.as_ref().expect("only an edge that reads copies");
            let written = shifted(reads, by).expect("what is written is in the alphabet");
            let outside = written.difference(&self.all);
            assert!(outside.is_empty(), "what is written is in the alphabet");
        }
        if edge.reads.as_ref().is_none_or(|reads| !reads.is_empty()) {
            self.states[source as usize].edges.push(edge);
        }
    }

    /// The machine, without the states that no word needs.
    ///
    /// # Panics
    /// When there is no state.
    pub fn finish(self) -> Transducer {
        assert!(!self.states.is_empty(), "a machine has a start");
        Transducer { alphabet: self.alphabet, states: useful(self.states).into() }
    }
}

/// The characters of `symbols` moved by `by`, if all of them are numbers still.
pub(super) fn shifted(symbols: &SymbolSet, by: i32) -> Option<SymbolSet> {
    let moved = |&(lo, hi): &(Symbol, Symbol)| lo.checked_add_signed(by).zip(hi.checked_add_signed(by));
    let ranges: Option<Vec<_>> = symbols.ranges().iter().map(moved).collect();
    ranges.map(SymbolSet::from_ranges)
}

/// The states on a way from the start to an end, in their order; the start is always kept.
fn useful(states: Vec<State>) -> Vec<State> {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    for (source, state) in states.iter().enumerate() {
        for edge in &state.edges {
            sources[edge.target as usize].push(source as u32);
        }
    }
    let ends = (0..states.len() as u32).filter(|&state| states[state as usize].end.is_some());
    let live = reach(states.len(), ends.collect(), |state| sources[state as usize].iter().copied());
    let targets = |state: u32| states[state as usize].edges.iter().map(|edge| edge.target);
    let reached = reach(states.len(), vec![0], |state| targets(state).filter(|&t| live[t as usize]));
    let mut fresh = 0..;
    let numbers: Vec<Option<u32>> = (0..states.len())
        .map(|state| (state == 0 || (live[state] && reached[state])).then(|| fresh.next()).flatten())
        .collect();
    let kept = states.into_iter().zip(&numbers).filter(|(_, number)| number.is_some());
    kept.map(|(mut state, _)| {
        state.edges.retain(|edge| live[edge.target as usize]);
        for edge in &mut state.edges {
            edge.target = numbers[edge.target as usize].expect("a live target of a kept state is kept");
        }
        state
    })
    .collect()
}

/// Which of `0..count` are reached from `from`.
fn reach<I: Iterator<Item = u32>>(count: usize, from: Vec<u32>, next: impl Fn(u32) -> I) -> Vec<bool> {
    let mut seen = vec![false; count];
    for &state in &from {
        seen[state as usize] = true;
    }
    let mut stack = from;
    while let Some(state) = stack.pop() {
        for target in next(state) {
            if !std::mem::replace(&mut seen[target as usize], true) {
                stack.push(target);
            }
        }
    }
    seen
}

/// A step of a run: the state reached, and by which edge of which earlier step.
struct Step {
    state: u32,
    from: Option<(usize, usize)>,
    read: Option<Symbol>,
}

impl Transducer {
    /// The alphabet of what is read and written.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The moves out of a state, for those who walk the machine themselves. The start is state 0.
    pub fn moves(&self, state: u32) -> impl Iterator<Item = Move<'_>> {
        let edges = self.state(state).edges.iter();
        edges.map(|edge| Move { reads: edge.reads.as_ref(), writes: &edge.writes, target: edge.target })
    }

    /// What is written when the word ends in a state, if it may.
    pub fn ending(&self, state: u32) -> Option<&[Symbol]> {
        self.state(state).end.as_deref()
    }

    pub(super) fn state(&self, state: u32) -> &State {
        &self.states[state as usize]
    }

    /// Exact: what the machine writes for `word`, `None` when it cannot read it. One of the results when
    /// the machine is a relation.
    pub fn apply(&self, word: &[Symbol]) -> Option<Vec<Symbol>> {
        let mut steps = vec![Step { state: 0, from: None, read: None }];
        let mut layer = 0;
        for &symbol in word {
            self.read_nothing(&mut steps, layer);
            let end = steps.len();
            let mut seen = HashSet::new();
            for at in layer..end {
                for (number, edge) in self.state(steps[at].state).edges.iter().enumerate() {
                    let reads = edge.reads.as_ref().is_some_and(|reads| reads.contains(symbol));
                    if reads && seen.insert(edge.target) {
                        let from = Some((at, number));
                        steps.push(Step { state: edge.target, from, read: Some(symbol) });
                    }
                }
            }
            layer = end;
        }
        self.read_nothing(&mut steps, layer);
        let last = (layer..steps.len()).find(|&at| self.state(steps[at].state).end.is_some())?;
        Some(self.written(&steps, last))
    }

    /// Adds the steps that read nothing to those from `layer` on.
    fn read_nothing(&self, steps: &mut Vec<Step>, layer: usize) {
        let mut seen: HashSet<u32> = steps[layer..].iter().map(|step| step.state).collect();
        let mut at = layer;
        while at < steps.len() {
            for (number, edge) in self.state(steps[at].state).edges.iter().enumerate() {
                if edge.reads.is_none() && seen.insert(edge.target) {
                    steps.push(Step { state: edge.target, from: Some((at, number)), read: None });
                }
            }
            at += 1;
        }
    }

    /// What is written on the way to step `last`, and at the end.
    fn written(&self, steps: &[Step], last: usize) -> Vec<Symbol> {
        let mut way = Vec::new();
        let mut at = last;
        while let Some((from, number)) = steps[at].from {
            way.push((&self.state(steps[from].state).edges[number], steps[at].read));
            at = from;
        }
        let mut word = Vec::new();
        for (edge, read) in way.into_iter().rev() {
            edge.writes.write(read, &mut word);
        }
        word.extend(self.state(steps[last].state).end.iter().flatten());
        word
    }
}
