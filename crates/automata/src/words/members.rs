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
        let mut lengths = Lengths::of(self);
        while let Some(length) = lengths.next(budget)? {
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
        let mut lengths = Lengths::of(self);
        while let Some(length) = lengths.next(budget)? {
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

/// The lengths of words in order, found one by one: who asks for few words needs few of them.
struct Lengths<'a> {
    automaton: &'a Automaton,
    /// The states that words of length `length` lead to.
    states: Vec<StateId>,
    length: u64,
    /// For each state the length after which it was met last.
    met: Vec<u64>,
    /// How many lengths in a row no word has.
    missed: usize,
}

impl<'a> Lengths<'a> {
    fn of(automaton: &'a Automaton) -> Self {
        let met = vec![0; automaton.state_count()];
        Lengths { automaton, states: vec![StateId::START], length: 0, met, missed: 0 }
    }

    /// Exact: the next length.
    ///
    /// A word that is as long as there are states has one in the language that is shorter by at most so many characters. So
    /// when that many lengths in a row have no word, no greater length has one.
    fn next(&mut self, budget: &mut Budget) -> Result<Option<u64>, Exhausted> {
        while !self.states.is_empty() && self.missed < self.automaton.state_count() {
            let length = self.length;
            let found = self.states.iter().any(|&state| self.automaton.accepts_at(state));
            self.missed = if found { 0 } else { self.missed + 1 };
            self.length += 1;
            let mut next = Vec::new();
            for edge in self.states.iter().flat_map(|&state| self.automaton.edges(state)) {
                budget.spend(1)?;
                if std::mem::replace(&mut self.met[edge.target.index()], self.length) != self.length {
                    next.push(edge.target);
                }
            }
            self.states = next;
            if found {
                return Ok(Some(length));
            }
        }
        Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::{Dialect, Flags, Regex};
    use crate::symbols::Alphabet;

    #[test]
    fn lengths_come_one_by_one() {
        let mut budget = Budget::steps(1_000_000);
        for text in
            ["", "a{5}", "(a{7})*|b{3}|b{9}", "(a{3})*(b{5})*c", "a{2,4}|[ab]{9}c*", "[^a]*a{30}|(bb)*"]
        {
            let regex = Regex::parse(text, Dialect::Own, Flags::NONE).expect("it parses");
            let language = regex.full_match(Alphabet::BYTE, &mut budget).expect("it is small");
            for language in [language.complement(&mut budget).expect("it is small"), language] {
                let all = language.lengths(&mut budget).expect("it is small");
                let mut lengths = Lengths::of(&language);
                for expected in all.iter().take(50) {
                    assert_eq!(lengths.next(&mut budget), Ok(Some(expected)), "{text}");
                }
                if all.iter().take(50).count() < 50 {
                    assert_eq!(lengths.next(&mut budget), Ok(None), "{text}");
                }
            }
        }
        assert_eq!(Lengths::of(&Automaton::empty(Alphabet::BYTE)).next(&mut budget), Ok(None));
    }
}
