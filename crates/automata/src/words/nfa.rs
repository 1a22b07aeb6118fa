//! The workshop: nondeterministic automata with epsilon transitions.
//!
//! An [`Nfa`] is built by adding states and transitions and is then made into a canonical
//! [`Automaton`](super::Automaton). It has no notion of equality: two may describe the same language.

use std::borrow::Cow;

use super::partition::Grouped;
use super::table::{Edge, StateId, Table};
use crate::symbols::{Alphabet, MARK, Symbol, SymbolSet};

/// A nondeterministic automaton under construction.
#[derive(Clone, Debug)]
pub struct Nfa {
    alphabet: Alphabet,
    accepting: Vec<bool>,
    starts: Vec<StateId>,
    epsilons: Vec<(StateId, StateId)>,
    /// All edges, and the state that each belongs to.
    edges: Vec<Edge>,
    sources: Vec<StateId>,
    /// Where the edges of each state lie, as long as they lie together.
    runs: Vec<Run>,
    /// Whether the edges of some state do not lie together.
    scattered: bool,
}

/// A range of edges.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    first: u32,
    end: u32,
}

/// The edges of an [`Nfa`] by their source.
pub(super) struct BySource<'a> {
    edges: Cow<'a, [Edge]>,
    runs: Cow<'a, [Run]>,
}

impl BySource<'_> {
    pub(super) fn edges(&self, state: StateId) -> &[Edge] {
        let run = self.runs[state.index()];
        &self.edges[run.first as usize..run.end as usize]
    }
}

impl Nfa {
    /// An automaton without states: the empty language.
    pub fn new(alphabet: Alphabet) -> Self {
        Nfa {
            alphabet,
            accepting: Vec::new(),
            starts: Vec::new(),
            epsilons: Vec::new(),
            edges: Vec::new(),
            sources: Vec::new(),
            runs: Vec::new(),
            scattered: false,
        }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.accepting.len()
    }

    /// The number of transitions, epsilons included.
    pub fn transition_count(&self) -> usize {
        self.edges.len() + self.epsilons.len()
    }

    /// Adds a state that is neither start nor accepting.
    pub fn add_state(&mut self) -> StateId {
        self.add_states(1)
    }

    /// Adds `count` states and returns the first; the others follow it.
    ///
    /// # Panics
    /// When there would be more than 2^32 states.
    pub fn add_states(&mut self, count: usize) -> StateId {
        let first = StateId(u32::try_from(self.accepting.len()).expect("fewer than 2^32 states"));
        self.accepting.resize(self.accepting.len() + count, false);
        self.runs.resize(self.accepting.len(), Run::default());
        first
    }

    /// Makes `state` accepting.
    pub fn set_accepting(&mut self, state: StateId) {
        self.accepting[state.index()] = true;
    }

    /// Makes `state` a start state.
    pub fn add_start(&mut self, state: StateId) {
        self.starts.push(state);
    }

    /// Adds a transition on every character of the alphabet in `lo..=hi`; none when there is no such.
    ///
    /// # Panics
    /// When a state does not exist.
    pub fn add_transition(&mut self, source: StateId, lo: Symbol, hi: Symbol, target: StateId) {
        let count = self.accepting.len();
        assert!(source.index() < count && target.index() < count, "the ends of a transition exist");
        let last = self.alphabet.last();
        self.push_edge(source, Edge { lo, hi: hi.min(last), target });
        if self.alphabet.is_marked() {
            self.push_edge(source, Edge { lo: lo.max(MARK), hi: hi.min(MARK + last), target });
        }
    }

    /// Appends `edge`, which lies in the alphabet, unless it is empty.
    pub(super) fn push_edge(&mut self, source: StateId, edge: Edge) {
        if edge.lo > edge.hi {
            return;
        }
        let at = u32::try_from(self.edges.len()).expect("fewer than 2^32 transitions");
        let run = &mut self.runs[source.index()];
        if run.first == run.end {
            *run = Run { first: at, end: at };
        }
        if run.end == at {
            run.end = at + 1;
        } else {
            self.scattered = true;
        }
        self.edges.push(edge);
        self.sources.push(source);
    }

    /// Adds a transition on every character of `symbols`.
    pub fn add_symbols(&mut self, source: StateId, symbols: &SymbolSet, target: StateId) {
        for &(lo, hi) in symbols.ranges() {
            self.add_transition(source, lo, hi, target);
        }
    }

    /// Adds a transition on the empty word.
    ///
    /// # Panics
    /// When a state does not exist.
    pub fn add_epsilon(&mut self, source: StateId, target: StateId) {
        let count = self.accepting.len();
        assert!(source.index() < count && target.index() < count, "the ends of a transition exist");
        self.epsilons.push((source, target));
    }

    /// Copies the states and edges of `table`, without its start and accepting states.
    /// Returns the state that stands for its state 0; the others follow in order.
    pub(super) fn add_table(&mut self, table: &Table) -> StateId {
        let base = self.add_states(table.state_count());
        for state in table.states() {
            for edge in table.edges(state) {
                let target = base.plus(edge.target);
                self.push_edge(base.plus(state), Edge { target, ..*edge });
            }
        }
        base
    }

    /// Exact: the words of the language read backwards. Every transition is turned round.
    #[must_use]
    pub fn reversed(&self) -> Nfa {
        let mut nfa = Nfa::new(self.alphabet);
        nfa.add_states(self.state_count());
        let incoming =
            Grouped::by(self.state_count(), (0..).zip(&self.edges).map(|(at, edge)| (edge.target.0, at)));
        for state in self.states() {
            for &at in incoming.group(state.0) {
                let edge = Edge { target: self.sources[at as usize], ..self.edges[at as usize] };
                nfa.push_edge(state, edge);
            }
        }
        nfa.epsilons = self.epsilons.iter().map(|&(source, target)| (target, source)).collect();
        nfa.starts = self.states().filter(|&state| self.accepts_at(state)).collect();
        self.starts.iter().for_each(|&state| nfa.set_accepting(state));
        nfa
    }

    /// Every operation on two automata begins with this.
    #[track_caller]
    pub(super) fn expect_alphabet_of(&self, other: &Nfa) {
        assert_eq!(self.alphabet, other.alphabet, "the operands share one alphabet");
    }

    pub(super) fn starts(&self) -> &[StateId] {
        &self.starts
    }

    pub(super) fn epsilons(&self) -> &[(StateId, StateId)] {
        &self.epsilons
    }

    pub(super) fn accepts_at(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    pub(super) fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + Clone + use<> {
        (0..self.accepting.len() as u32).map(StateId)
    }

    /// The edges by their source; free of cost when those of each state were added one after the other.
    pub(super) fn by_source(&self) -> BySource<'_> {
        if !self.scattered {
            return BySource { edges: Cow::Borrowed(&self.edges), runs: Cow::Borrowed(&self.runs) };
        }
        let grouped =
            Grouped::by(self.state_count(), (0..).zip(&self.sources).map(|(at, source)| (source.0, at)));
        let mut edges = Vec::with_capacity(self.edges.len());
        let mut runs = Vec::with_capacity(self.state_count());
        for state in self.states() {
            let first = edges.len() as u32;
            edges.extend(grouped.group(state.0).iter().map(|&at| self.edges[at as usize]));
            runs.push(Run { first, end: edges.len() as u32 });
        }
        BySource { edges: Cow::Owned(edges), runs: Cow::Owned(runs) }
    }
}
