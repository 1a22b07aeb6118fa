//! The workshop: nondeterministic automata with epsilon transitions.
//!
//! An [`Nfa`] is built by adding states and transitions and is then made into a canonical
//! [`Automaton`](super::Automaton). It has no notion of equality: two may describe the same language.

use super::table::{StateId, Table};
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// A nondeterministic automaton under construction.
#[derive(Clone, Debug)]
pub struct Nfa {
    alphabet: Alphabet,
    pub(super) accepting: Vec<bool>,
    pub(super) starts: Vec<StateId>,
    pub(super) transitions: Vec<Transition>,
    pub(super) epsilons: Vec<(StateId, StateId)>,
}

/// A transition of an [`Nfa`] on every character of `lo..=hi`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub(super) source: StateId,
    pub(super) lo: Symbol,
    pub(super) hi: Symbol,
    pub(super) target: StateId,
}

impl Nfa {
    /// An automaton without states: the empty language.
    pub fn new(alphabet: Alphabet) -> Self {
        Nfa {
            alphabet,
            accepting: Vec::new(),
            starts: Vec::new(),
            transitions: Vec::new(),
            epsilons: Vec::new(),
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
        self.transitions.len() + self.epsilons.len()
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

    /// Adds a transition on every character of `lo..=hi`; none when `lo > hi`.
    ///
    /// # Panics
    /// When a state does not exist.
    pub fn add_transition(&mut self, source: StateId, lo: Symbol, hi: Symbol, target: StateId) {
        let count = self.accepting.len();
        assert!(source.index() < count && target.index() < count, "the ends of a transition exist");
        if lo <= hi {
            self.transitions.push(Transition { source, lo, hi, target });
        }
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
                self.transitions.push(Transition {
                    source: base.plus(state),
                    lo: edge.lo,
                    hi: edge.hi,
                    target: base.plus(edge.target),
                });
            }
        }
        base
    }
}
