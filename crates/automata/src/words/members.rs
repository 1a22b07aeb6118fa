//! Members of a language: shortest, in order, by number, and how many there are of a length.
//!
//! The order of words is by length, then character by character.

use std::collections::HashSet;

use super::automaton::Automaton;
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

impl Automaton {
    /// The first word in order.
    pub fn shortest(&self) -> Option<Vec<Symbol>> {
        let mut budget = Budget::steps(u64::MAX);
        let word = Automaton::any(self.alphabet()).common_word(self, &mut budget);
        word.expect("a walk over one automaton is shorter than 2^64 steps")
    }

    /// Exact: the first `limit` words in order, fewer when the language has fewer.
    ///
    /// # Errors
    /// [`Exhausted`] when the search outgrows the budget.
    pub fn members(&self, limit: usize, budget: &mut Budget) -> Result<Vec<Vec<Symbol>>, Exhausted> {
        let mut words = Vec::new();
        if limit == 0 {
            return Ok(words);
        }
        for length in self.lengths(budget)?.iter() {
            self.members_of_length(length, limit, &mut words, budget)?;
            if words.len() == limit {
                break;
            }
        }
        Ok(words)
    }

    /// Adds the words of length `length` in order, until there are `limit` words.
    fn members_of_length(
        &self,
        length: u64,
        limit: usize,
        words: &mut Vec<Vec<Symbol>>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        // Pairs of a state and a number of characters from which no word can be finished.
        let mut dead: HashSet<(StateId, u64)> = HashSet::new();
        let mut word: Vec<Symbol> = Vec::new();
        let mut path = vec![Frame::new(StateId::START, words.len())];
        while let Some(frame) = path.last_mut() {
            budget.spend(1)?;
            let left = length - word.len() as u64;
            let next = frame.next(self.edges(frame.state));
            let finished = left == 0 && self.accepts_at(frame.state);
            if finished {
                words.push(word.clone());
                if words.len() == limit {
                    return Ok(());
                }
            }
            if let Some((symbol, target)) = next.filter(|_| left > 0) {
                if dead.contains(&(target, left - 1)) {
                    frame.skip_edge();
                } else {
                    word.push(symbol);
                    path.push(Frame::new(target, words.len()));
                }
            } else {
                if words.len() == frame.found {
                    dead.insert((frame.state, left));
                }
                path.pop();
                word.pop();
            }
        }
        Ok(())
    }

    /// Exact: how many words of length `length` there are; `None` when 128 bits do not hold it.
    ///
    /// # Errors
    /// [`Exhausted`] when `length` times the number of edges is beyond the budget.
    pub fn count(&self, length: u64, budget: &mut Budget) -> Result<Option<u128>, Exhausted> {
        let mut ways: Vec<Option<u128>> =
            self.states().map(|q| Some(u128::from(self.accepts_at(q)))).collect();
        for _ in 0..length {
            budget.spend(self.edge_count() as u64 + 1)?;
            ways = self.ways_before(&ways);
        }
        Ok(ways[0])
    }

    /// Exact: the word that has `number` words before it in order; `None` when there are not so many.
    ///
    /// # Errors
    /// [`Exhausted`] when the length of the word times the number of edges is beyond the budget.
    pub fn nth(&self, number: u128, budget: &mut Budget) -> Result<Option<Vec<Symbol>>, Exhausted> {
        let mut rows = vec![self.states().map(|q| Some(u128::from(self.accepts_at(q)))).collect::<Vec<_>>()];
        let mut number = number;
        for length in self.lengths(budget)?.iter() {
            while rows.len() as u64 <= length {
                budget.spend((self.edge_count() + self.state_count()) as u64 + 1)?;
                rows.push(self.ways_before(&rows[rows.len() - 1]));
            }
            match rows[length as usize][0] {
                Some(count) if count <= number => number -= count,
                Some(_) | None => return Ok(Some(self.descend(&rows, length as usize, number))),
            }
        }
        Ok(None)
    }

    /// For each state the number of words that are one character longer than those counted in `ways`.
    fn ways_before(&self, ways: &[Option<u128>]) -> Vec<Option<u128>> {
        let of_edge = |edge: &Edge| ways[edge.target.index()]?.checked_mul(u128::from(edge.hi - edge.lo) + 1);
        let of_state = |state| {
            let mut edges = self.edges(state).iter();
            edges.try_fold(0u128, |sum, edge| sum.checked_add(of_edge(edge)?))
        };
        self.states().map(of_state).collect()
    }

    /// The word of length `length` with `number` words of that length before it. There are more than that.
    fn descend(&self, rows: &[Vec<Option<u128>>], length: usize, number: u128) -> Vec<Symbol> {
        let mut number = number;
        let mut state = StateId::START;
        let mut word = Vec::with_capacity(length);
        for left in (0..length).rev() {
            for edge in self.edges(state) {
                // `None` is a count beyond 128 bits: more than any number asked for.
                let each = rows[left][edge.target.index()];
                let width = u128::from(edge.hi - edge.lo) + 1;
                let skip = each.map_or(0, |each| number.checked_div(each).unwrap_or(width).min(width));
                number -= skip * each.unwrap_or(0);
                if skip < width {
                    word.push(edge.lo + skip as Symbol);
                    state = edge.target;
                    break;
                }
            }
        }
        word
    }
}

/// A state on the way, with the edge and character to try next.
struct Frame {
    state: StateId,
    edge: usize,
    symbol: Symbol,
    /// How many words there were when the state was entered.
    found: usize,
}

impl Frame {
    fn new(state: StateId, found: usize) -> Self {
        Frame { state, edge: 0, symbol: 0, found }
    }

    /// The next character and where it leads.
    fn next(&mut self, edges: &[Edge]) -> Option<(Symbol, StateId)> {
        let mut edge = edges.get(self.edge)?;
        if self.symbol > edge.hi {
            self.edge += 1;
            edge = edges.get(self.edge)?;
        }
        let symbol = self.symbol.max(edge.lo);
        self.symbol = symbol + 1;
        Some((symbol, edge.target))
    }

    /// Leaves out the other characters of the edge taken last.
    fn skip_edge(&mut self) {
        self.edge += 1;
    }
}
