//! Union, intersection, difference, complement: products of two canonical automata.
//!
//! Only pairs of states that are reached are made. A pair is kept in a table by its 64-bit name, never in
//! a matrix. A side that has no edge left is *gone*; what may be gone depends on the operation.

use super::automaton::Automaton;
use super::interned::PairIndex;
use super::minimize;
use super::table::{Edge, StateId, Table, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// The set operations that a product computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
}

impl Automaton {
    /// Exact: words of either language.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub fn union(&self, other: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        combine(self, other, Operation::Union, budget)
    }

    /// Exact: words of both languages.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub fn intersection(&self, other: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        combine(self, other, Operation::Intersection, budget)
    }

    /// Exact: words of this language that are not in `other`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub fn difference(&self, other: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        combine(self, other, Operation::Difference, budget)
    }

    /// Exact: words of exactly one of the languages.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    pub fn symmetric_difference(
        &self,
        other: &Automaton,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        combine(self, other, Operation::SymmetricDifference, budget)
    }

    /// Exact: words over the alphabet that are not in the language.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the automaton once.
    pub fn complement(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        budget.spend((self.state_count() + self.edge_count()) as u64)?;
        if self.is_empty() {
            return Ok(Automaton::any(self.alphabet()));
        }
        // The sink, once there is one, and the states of a minimal automaton are pairwise different, and
        // remain so when acceptance is turned round. One state may die: the one that accepts everything.
        let sink = StateId(self.state_count() as u32);
        let all = self.alphabet().all();
        let dead = self.states().find(|&state| accepts_everything_at(self, state, &all));
        if dead == Some(StateId::START) {
            return Ok(Automaton::empty(self.alphabet()));
        }
        let edges = |state: u32, edges: &mut Vec<Edge>| {
            let own = if state == sink.0 { &[] } else { self.edges(StateId(state)) };
            complete(own, all.ranges(), sink, edges);
            edges.retain(|edge| Some(edge.target) != dead);
        };
        let accepts = |state: u32| state == sink.0 || !self.accepts_at(StateId(state));
        let block_of: Vec<u32> = (0..=sink.0).collect();
        Ok(minimize::number_blocks(self.alphabet(), &block_of, edges, accepts))
    }

    /// Exact: words of any of the languages; the empty language when there are none.
    ///
    /// # Errors
    /// [`Exhausted`] when a product outgrows the budget.
    pub fn union_all<'a>(
        alphabet: Alphabet,
        languages: impl IntoIterator<Item = &'a Automaton>,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        // Merging neighbours in rounds keeps the operands of about equal size.
        let mut round: Vec<Automaton> = languages.into_iter().cloned().collect();
        while round.len() > 1 {
            let mut next = Vec::with_capacity(round.len().div_ceil(2));
            for pair in round.chunks(2) {
                next.push(match pair {
                    [a, b] => a.union(b, budget)?,
                    rest => rest[0].clone(),
                });
            }
            round = next;
        }
        Ok(round.pop().unwrap_or_else(|| Automaton::empty(alphabet)))
    }
}

impl Operation {
    fn accepts(self, left: bool, right: bool) -> bool {
        match self {
            Operation::Union => left || right,
            Operation::Intersection => left && right,
            Operation::Difference => left && !right,
            Operation::SymmetricDifference => left != right,
        }
    }

    /// Whether a pair with such sides can still accept something.
    fn is_alive(self, left: Option<StateId>, right: Option<StateId>) -> bool {
        match self {
            Operation::Union | Operation::SymmetricDifference => left.is_some() || right.is_some(),
            Operation::Intersection => left.is_some() && right.is_some(),
            Operation::Difference => left.is_some(),
        }
    }
}

fn combine(
    left: &Automaton,
    right: &Automaton,
    operation: Operation,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    left.expect_alphabet_of(right);
    let table = product(left.table(), right.table(), operation, budget)?;
    minimize::canonical(&table, budget)
}

fn product(
    left: &Table,
    right: &Table,
    operation: Operation,
    budget: &mut Budget,
) -> Result<Table, Exhausted> {
    let mut pairs = Pairs { order: Vec::new(), index: PairIndex::new() };
    pairs.number(Some(StateId::START), Some(StateId::START));
    let mut builder = TableBuilder::new(left.alphabet());
    let mut at = 0;
    while let Some(&(p, q)) = pairs.order.get(at) {
        let (from_left, from_right) = (edges_of(left, p), edges_of(right, q));
        budget.spend((from_left.len() + from_right.len()) as u64 + 1)?;
        for (lo, hi, p, q) in Overlay::new(from_left, from_right) {
            if operation.is_alive(p, q) {
                builder.edge(lo, hi, pairs.number(p, q));
            }
        }
        let accepts = |table: &Table, state: Option<StateId>| state.is_some_and(|s| table.accepts_at(s));
        builder.finish_state(operation.accepts(accepts(left, p), accepts(right, q)));
        at += 1;
    }
    Ok(builder.build())
}

fn edges_of(table: &Table, state: Option<StateId>) -> &[Edge] {
    state.map_or(&[], |state| table.edges(state))
}

/// Whether `state` accepts and all characters lead back to it: in a minimal automaton the only way to
/// accept everything.
fn accepts_everything_at(automaton: &Automaton, state: StateId, all: &SymbolSet) -> bool {
    let edges = automaton.edges(state);
    automaton.accepts_at(state)
        && edges.iter().all(|edge| edge.target == state)
        && edges.iter().map(|edge| (edge.lo, edge.hi)).eq(all.ranges().iter().copied())
}

/// Writes `own`, ascending, into `edges` and fills the gaps in `ranges` with edges to `sink`.
fn complete(own: &[Edge], ranges: &[(Symbol, Symbol)], sink: StateId, edges: &mut Vec<Edge>) {
    edges.clear();
    let mut own = own.iter().peekable();
    for &(lo, hi) in ranges {
        let mut from = lo;
        while let Some(edge) = own.next_if(|edge| edge.lo <= hi) {
            if from < edge.lo {
                edges.push(Edge { lo: from, hi: edge.lo - 1, target: sink });
            }
            edges.push(*edge);
            from = edge.hi + 1;
        }
        if from <= hi {
            edges.push(Edge { lo: from, hi, target: sink });
        }
    }
}

/// Pairs of states in the order of their discovery.
struct Pairs {
    order: Vec<(Option<StateId>, Option<StateId>)>,
    index: PairIndex,
}

impl Pairs {
    fn number(&mut self, left: Option<StateId>, right: Option<StateId>) -> StateId {
        let number = self.index.number(pair_name(left, right));
        if number as usize == self.order.len() {
            self.order.push((left, right));
        }
        StateId(number)
    }
}

/// The name of a pair of which one side at most is gone.
pub(super) fn pair_name(left: Option<StateId>, right: Option<StateId>) -> u64 {
    let half = |state: Option<StateId>| state.map_or(u32::MAX, |state| state.0);
    PairIndex::name(half(left), half(right))
}

/// Two sorted lists of edges laid over each other: maximal intervals on which both sides are constant and
/// at least one has an edge, ascending.
pub(super) struct Overlay<'a> {
    left: &'a [Edge],
    right: &'a [Edge],
    /// The first character that has not been covered yet.
    from: Symbol,
}

impl<'a> Overlay<'a> {
    pub(super) fn new(left: &'a [Edge], right: &'a [Edge]) -> Self {
        Overlay { left, right, from: 0 }
    }
}

impl Iterator for Overlay<'_> {
    type Item = (Symbol, Symbol, Option<StateId>, Option<StateId>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = |edges: &[Edge], from: Symbol| edges.first().map_or(Symbol::MAX, |e| e.lo.max(from));
        let (l, r) = (start(self.left, self.from), start(self.right, self.from));
        let lo = l.min(r);
        if lo == Symbol::MAX {
            return None;
        }
        // Up to the end of an edge that covers `lo`, or to the character before one that does not yet.
        let until = |edges: &[Edge], start: Symbol| match edges.first() {
            Some(edge) if start == lo => edge.hi,
            Some(_) => start - 1,
            None => Symbol::MAX,
        };
        let hi = until(self.left, l).min(until(self.right, r));
        let target = |edges: &[Edge], start: Symbol| edges.first().filter(|_| start == lo).map(|e| e.target);
        let item = (lo, hi, target(self.left, l), target(self.right, r));
        for edges in [&mut self.left, &mut self.right] {
            if edges.first().is_some_and(|edge| edge.hi == hi) {
                *edges = &edges[1..];
            }
        }
        self.from = hi + 1;
        Some(item)
    }
}
