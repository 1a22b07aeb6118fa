//! Deterministic automata as plain data: flat arrays, a sorted slice of edges a state.
//!
//! A table may have unreachable, dead or equivalent states. A missing edge leads nowhere: there is no sink
//! state. [`minimize`](super::minimize) turns a table into a canonical one.

use crate::symbols::{Alphabet, Symbol};

/// A state of an automaton. The start state of an [`Automaton`](super::Automaton) is [`StateId::START`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub(crate) u32);

impl StateId {
    /// The start state.
    pub const START: StateId = StateId(0);

    /// Its number, for tables indexed by state.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The state that stands for `state` of an automaton copied to begin at `self`.
    pub(super) const fn plus(self, state: StateId) -> StateId {
        StateId(self.0 + state.0)
    }
}

/// A transition on every character of `lo..=hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The first character.
    pub lo: Symbol,
    /// The last character.
    pub hi: Symbol,
    /// Where it leads.
    pub target: StateId,
}

/// A deterministic, partial automaton with start state 0.
///
/// The edges of a state are sorted by `lo` and disjoint; [`TableBuilder`] also merges neighbours that lead
/// to the same state, so equal successor functions have equal slices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    alphabet: Alphabet,
    /// Edges of state `q` are `edges[first[q]..first[q + 1]]`.
    first: Vec<u32>,
    edges: Vec<Edge>,
    accepting: Vec<bool>,
}

impl Table {
    pub(crate) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    pub(crate) fn state_count(&self) -> usize {
        self.accepting.len()
    }

    pub(crate) fn all_edges(&self) -> &[Edge] {
        &self.edges
    }

    pub(crate) fn edges(&self, state: StateId) -> &[Edge] {
        &self.edges[self.first[state.index()] as usize..self.first[state.index() + 1] as usize]
    }

    pub(crate) fn accepts_at(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    pub(crate) fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + Clone + use<> {
        (0..self.accepting.len() as u32).map(StateId)
    }

    /// The successor of `state` on `symbol`, if there is one.
    pub(crate) fn step(&self, state: StateId, symbol: Symbol) -> Option<StateId> {
        let edges = self.edges(state);
        let at = edges.partition_point(|edge| edge.hi < symbol);
        edges.get(at).filter(|edge| edge.lo <= symbol).map(|edge| edge.target)
    }
}

/// Writes a [`Table`] state by state, in the order of their numbers.
pub(crate) struct TableBuilder {
    table: Table,
}

impl TableBuilder {
    pub(crate) fn new(alphabet: Alphabet) -> Self {
        let table = Table { alphabet, first: vec![0], edges: Vec::new(), accepting: Vec::new() };
        TableBuilder { table }
    }

    /// Adds an edge to the state being written. Edges must come in ascending, disjoint order.
    pub(crate) fn edge(&mut self, lo: Symbol, hi: Symbol, target: StateId) {
        let table = &mut self.table;
        let start = table.first[table.first.len() - 1] as usize;
        if let Some(last) = table.edges[start..].last_mut() {
            debug_assert!(last.hi < lo, "edges come in ascending order");
            if last.target == target && last.hi + 1 == lo {
                last.hi = hi;
                return;
            }
        }
        table.edges.push(Edge { lo, hi, target });
    }

    /// Finishes the state being written.
    pub(crate) fn finish_state(&mut self, accepting: bool) {
        let end = u32::try_from(self.table.edges.len()).expect("a budget keeps edges below 2^32");
        self.table.first.push(end);
        self.table.accepting.push(accepting);
    }

    pub(crate) fn build(self) -> Table {
        self.table
    }
}
