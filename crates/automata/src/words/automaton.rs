//! The canonical automaton of a regular language.
//!
//! Invariant: minimal, without dead states (but for the start of the empty language), numbered breadth
//! first along ascending edges, neighbouring edges to one state merged. Hence two equal automata are the
//! same language, and the derived `Hash` agrees. Cloning shares the table.

use std::fmt;
use std::sync::Arc;

use super::table::{Edge, StateId, Table, TableBuilder};
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// A regular set of words over an [`Alphabet`]; `==` is equality of languages.
///
/// An operation on two automata panics when their alphabets differ: a caller converts first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Automaton {
    table: Arc<Table>,
}

impl Automaton {
    /// Wraps a table that is canonical already.
    pub(super) fn from_canonical(table: Table) -> Self {
        Automaton { table: Arc::new(table) }
    }

    /// Every operation on two automata begins with this.
    #[track_caller]
    pub(crate) fn expect_alphabet_of(&self, other: &Automaton) {
        assert_eq!(self.alphabet(), other.alphabet(), "the operands share one alphabet");
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The language without words.
    pub fn empty(alphabet: Alphabet) -> Self {
        let mut builder = TableBuilder::new(alphabet);
        builder.finish_state(false);
        Automaton::from_canonical(builder.build())
    }

    /// The language of the empty word alone.
    pub fn epsilon(alphabet: Alphabet) -> Self {
        Automaton::literal(alphabet, &[])
    }

    /// All words.
    pub fn any(alphabet: Alphabet) -> Self {
        let mut builder = TableBuilder::new(alphabet);
        for &(lo, hi) in alphabet.all().ranges() {
            builder.edge(lo, hi, StateId::START);
        }
        builder.finish_state(true);
        Automaton::from_canonical(builder.build())
    }

    /// The one word `word`.
    ///
    /// # Panics
    /// When a character is not in the alphabet.
    pub fn literal(alphabet: Alphabet, word: &[Symbol]) -> Self {
        let mut builder = TableBuilder::new(alphabet);
        for (at, &symbol) in word.iter().enumerate() {
            assert!(alphabet.contains(symbol), "the characters of a literal are in the alphabet");
            builder.edge(symbol, symbol, StateId(at as u32 + 1));
            builder.finish_state(false);
        }
        builder.finish_state(true);
        Automaton::from_canonical(builder.build())
    }

    /// The words of one character, taken from `symbols`; characters outside the alphabet are left out.
    pub fn class(alphabet: Alphabet, symbols: &SymbolSet) -> Self {
        let symbols = symbols.intersection(&alphabet.all());
        if symbols.is_empty() {
            return Automaton::empty(alphabet);
        }
        let mut builder = TableBuilder::new(alphabet);
        for &(lo, hi) in symbols.ranges() {
            builder.edge(lo, hi, StateId(1));
        }
        builder.finish_state(false);
        builder.finish_state(true);
        Automaton::from_canonical(builder.build())
    }

    /// The alphabet.
    pub fn alphabet(&self) -> Alphabet {
        self.table.alphabet()
    }

    /// The number of states. There is no sink: a missing edge rejects.
    pub fn state_count(&self) -> usize {
        self.table.state_count()
    }

    /// The number of interval edges.
    pub fn edge_count(&self) -> usize {
        self.table.all_edges().len()
    }

    /// The states in order, from the start state.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + Clone + use<> {
        self.table.states()
    }

    /// The edges of `state`, ascending and disjoint.
    pub fn edges(&self, state: StateId) -> &[Edge] {
        self.table.edges(state)
    }

    /// Whether words that end in `state` are in the language.
    pub fn accepts_at(&self, state: StateId) -> bool {
        self.table.accepts_at(state)
    }

    /// The successor of `state` on `symbol`, if a word of the language can go on that way.
    pub fn step(&self, state: StateId, symbol: Symbol) -> Option<StateId> {
        self.table.step(state, symbol)
    }

    /// Whether `word` is in the language.
    pub fn contains(&self, word: &[Symbol]) -> bool {
        let end = word.iter().try_fold(StateId::START, |state, &symbol| self.step(state, symbol));
        end.is_some_and(|state| self.accepts_at(state))
    }

    /// Whether the language has no word.
    pub fn is_empty(&self) -> bool {
        self.state_count() == 1 && !self.accepts_at(StateId::START)
    }

    /// Whether every word over the alphabet is in the language.
    pub fn is_any(&self) -> bool {
        *self == Automaton::any(self.alphabet())
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Automaton over {:?}", self.alphabet())?;
        for state in self.states() {
            write!(f, "  {}{}", state.0, if self.accepts_at(state) { " accepts" } else { "" })?;
            for edge in self.edges(state) {
                write!(f, "  {:#x}..={:#x} -> {}", edge.lo, edge.hi, edge.target.0)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
