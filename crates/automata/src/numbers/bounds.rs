//! The least and the greatest value of a track, exactly.
//!
//! [YBI09 §3] bounds a track by powers of two, from the lengths of words, and forgets that zero may be
//! accepted (T4 among the repairs). The value of a word is `b + 2·v`, with `b` its first bit and `v` the
//! value of the rest, and both grow together; so the greatest value from a state is the greatest
//! over its two successors. There is none when a value above zero can be made longer at will.

use super::bdd::{Graph, Ref};
use super::{Domain, Tuples};
use crate::budget::{Budget, Exhausted};

/// Where the values of a track end on one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Nowhere.
    Unbounded,
    /// At this value, which occurs.
    At(i128),
}

impl Tuples {
    /// Exact: the greatest value of `track`; `None` when the set is empty.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent, or when the bound does not fit `i128`.
    ///
    /// # Panics
    /// If there is no such track, or the set is not over the integers.
    pub fn maximum(&self, track: usize, budget: &mut Budget) -> Result<Option<Bound>, Exhausted> {
        self.bound(track, Bits::Plain, budget)
    }

    /// Exact: the least value of `track`; `None` when the set is empty.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent, or when the bound does not fit `i128`.
    ///
    /// # Panics
    /// If there is no such track, or the set is not over the integers.
    pub fn minimum(&self, track: usize, budget: &mut Budget) -> Result<Option<Bound>, Exhausted> {
        Ok(self.bound(track, Bits::Inverted, budget)?.map(|bound| match bound {
            Bound::Unbounded => Bound::Unbounded,
            Bound::At(value) => Bound::At(-1 - value),
        }))
    }

    fn bound(&self, track: usize, bits: Bits, budget: &mut Budget) -> Result<Option<Bound>, Exhausted> {
        assert_eq!(self.domain(), Domain::Integers, "bounds are for sets of integers");
        let values = self.extract(track, budget)?;
        if values.is_empty() {
            return Ok(None);
        }
        budget.spend(values.states() as u64)?;
        let line = Line::new(&values.graph, bits);
        match line.greatest(budget)? {
            Some(bound) => Ok(Some(bound)),
            None => Err(super::exhaust(budget)),
        }
    }
}

/// Whether bits are read as they are. With every bit inverted the value x becomes -1 - x.
#[derive(Clone, Copy)]
enum Bits {
    Plain,
    Inverted,
}

/// An automaton with one track, as arrays.
struct Line {
    /// By state, the successors on 0 and 1.
    next: Vec<[usize; 2]>,
    /// By state, whether the signs 0 and 1 are accepted.
    last: Vec<[bool; 2]>,
}

impl Line {
    fn new(graph: &Graph, bits: Bits) -> Line {
        let in_order = |pair: [Ref; 2]| match bits {
            Bits::Plain => pair,
            Bits::Inverted => [pair[1], pair[0]],
        };
        let both = |at: Ref| in_order([graph.leaf(at, |_| false), graph.leaf(at, |_| true)]);
        let state = |at: Ref| at.as_state().expect("a letter leads to a state");
        Line {
            next: graph.states.iter().map(|s| both(s.next).map(state)).collect(),
            last: graph.states.iter().map(|s| both(s.last).map(|at| at == Ref::YES)).collect(),
        }
    }

    /// The greatest value from the start, `None` when it does not fit. Some value is accepted.
    fn greatest(&self, budget: &mut Budget) -> Result<Option<Bound>, Exhausted> {
        let natural = self.backwards(|state| self.last[state][0]);
        if !natural[0] {
            return Ok(self.best(1, -1, budget)?.map(Bound::At));
        }
        let positive = self.backwards(|state| natural[self.next[state][1]]);
        if self.has_cycle(&positive) {
            return Ok(Some(Bound::Unbounded));
        }
        Ok(self.best(0, 0, budget)?.map(Bound::At))
    }

    /// The least set of states with the `given` ones and each state one of whose successors is in it.
    fn backwards(&self, given: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.next.len()];
        for (state, next) in self.next.iter().enumerate() {
            before[next[0]].push(state);
            before[next[1]].push(state);
        }
        let mut inside: Vec<bool> = (0..self.next.len()).map(given).collect();
        let mut work: Vec<usize> = (0..self.next.len()).filter(|&state| inside[state]).collect();
        while let Some(state) = work.pop() {
            for &earlier in &before[state] {
                if !inside[earlier] {
                    inside[earlier] = true;
                    work.push(earlier);
                }
            }
        }
        inside
    }

    /// Whether a cycle runs through the states of `within`, all of which the start reaches.
    fn has_cycle(&self, within: &[bool]) -> bool {
        let mut incoming = vec![0; self.next.len()];
        let edges = |state: usize| self.next[state].into_iter().filter(|&after| within[after]);
        let states = || (0..self.next.len()).filter(|&state| within[state]);
        for state in states() {
            edges(state).for_each(|after| incoming[after] += 1);
        }
        let mut work: Vec<usize> = states().filter(|&state| incoming[state] == 0).collect();
        let mut removed = work.len();
        while let Some(state) = work.pop() {
            for after in edges(state) {
                incoming[after] -= 1;
                if incoming[after] == 0 {
                    work.push(after);
                    removed += 1;
                }
            }
        }
        removed < states().count()
    }

    /// The greatest value from the start with the given sign, by words of up to 127 letters before it.
    /// `None` when it is not known to be reached within them.
    fn best(&self, sign: usize, ending: i128, budget: &mut Budget) -> Result<Option<i128>, Exhausted> {
        let accepted = |state: usize| self.last[state][sign].then_some(ending);
        let mut best: Vec<Option<i128>> = (0..self.next.len()).map(accepted).collect();
        for _ in 0..127 {
            budget.spend(best.len() as u64)?;
            let after = |state: usize, bit: usize| {
                best[self.next[state][bit]].map(|value| 2 * value + i128::from(bit == 1))
            };
            let longer: Vec<Option<i128>> = (0..best.len())
                .map(|state| accepted(state).max(after(state, 0)).max(after(state, 1)))
                .collect();
            if longer == best {
                return Ok(best[0]);
            }
            best = longer;
        }
        // Longer negative words have smaller values; longer naturals would have larger ones.
        Ok(if sign == 1 { best[0] } else { None })
    }
}
