//! What a string expression can yield, as a nondeterministic graph, and walks over it.
//!
//! A graph stands on the left of an inclusion; on the right is a deterministic table or a set of lengths. So
//! every question is answered by a walk over pairs, and nothing is ever determinised.

use std::collections::HashSet;

use automata::{Budget, Exhausted, LengthSet, MARK, Symbol};

use crate::counter::Counter;
use crate::plain::Words;

/// A nondeterministic automaton. The first state is the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) states: Vec<State>,
}

/// A state of a [`Graph`].
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) accepts: bool,
    /// First character, last character, target; they may overlap.
    pub(crate) edges: Vec<(Symbol, Symbol, usize)>,
    pub(crate) epsilons: Vec<usize>,
}

impl Graph {
    /// The one word.
    pub(crate) fn word(word: &[Symbol]) -> Graph {
        let edge = |(at, &symbol): (usize, &Symbol)| State {
            edges: vec![(symbol, symbol, at + 1)],
            ..State::default()
        };
        let mut states: Vec<State> = word.iter().enumerate().map(edge).collect();
        states.push(State { accepts: true, ..State::default() });
        Graph { states }
    }

    /// The words of one character that lies in a range.
    pub(crate) fn class(ranges: &[(Symbol, Symbol)]) -> Graph {
        let start = State { edges: ranges.iter().map(|&(lo, hi)| (lo, hi, 1)).collect(), ..State::default() };
        Graph { states: vec![start, State { accepts: true, ..State::default() }] }
    }

    /// The words of a table.
    pub(crate) fn of(table: &Words) -> Graph {
        let edge = |&(lo, hi, target): &(Symbol, Symbol, u32)| (lo, hi, target as usize);
        let state = |state: &crate::plain::WordState| State {
            accepts: state.accepts,
            edges: state.edges.iter().map(edge).collect(),
            epsilons: Vec::new(),
        };
        Graph { states: table.states().iter().map(state).collect() }
    }

    /// The words that do not begin with a character, which no edge from the start shares with others and no edge
    /// leads back to.
    pub(crate) fn without_first(mut self, symbol: Symbol) -> Graph {
        self.states[0].edges.retain(|&(lo, hi, _)| (lo, hi) != (symbol, symbol));
        self
    }

    /// A word of each, one after the other.
    pub(crate) fn concat(parts: Vec<Graph>) -> Graph {
        let mut whole = Graph::word(&[]);
        for part in parts {
            let base = whole.states.len();
            for state in whole.states.iter_mut().filter(|state| state.accepts) {
                state.accepts = false;
                state.epsilons.push(base);
            }
            whole.states.extend(part.states.into_iter().map(|state| state.moved(base)));
        }
        whole
    }

    /// The words of any of the graphs.
    pub(crate) fn union(parts: Vec<Graph>) -> Graph {
        let mut whole = Graph { states: vec![State::default()] };
        for part in parts {
            let base = whole.states.len();
            whole.states[0].epsilons.push(base);
            whole.states.extend(part.states.into_iter().map(|state| state.moved(base)));
        }
        whole
    }

    /// The words read backwards.
    pub(crate) fn reversed(&self) -> Graph {
        let mut states = vec![State::default(); self.states.len() + 1];
        states[1].accepts = true;
        for (at, state) in self.states.iter().enumerate() {
            if state.accepts {
                states[0].epsilons.push(at + 1);
            }
            for &(lo, hi, target) in &state.edges {
                states[target + 1].edges.push((lo, hi, at + 1));
            }
            for &target in &state.epsilons {
                states[target + 1].epsilons.push(at + 1);
            }
        }
        Graph { states }
    }

    /// The words that differ from one of these at most in marks.
    pub(crate) fn through_marks(mut self) -> Graph {
        for state in &mut self.states {
            let plain = state.edges.iter().filter(|edge| edge.0 < MARK);
            let plain = plain.map(|&(lo, hi, target)| (lo, hi.min(MARK - 1), target));
            let marked = state.edges.iter().filter(|edge| edge.1 >= MARK);
            let marked = marked.map(|&(lo, hi, target)| (lo.max(MARK) - MARK, hi - MARK, target));
            let all: Vec<_> = plain.chain(marked).collect();
            state.edges =
                all.iter().flat_map(|&(lo, hi, to)| [(lo, hi, to), (lo | MARK, hi | MARK, to)]).collect();
        }
        self
    }

    /// Forgets the edges that no word of the graph goes along.
    pub(crate) fn trimmed(mut self) -> Graph {
        let backwards = self.reversed();
        let mut walk = Walk::from(0usize);
        while let Some(at) = walk.next() {
            let state = &backwards.states[at];
            state.edges.iter().for_each(|&(_, _, target)| walk.visit(target));
            state.epsilons.iter().for_each(|&target| walk.visit(target));
        }
        // A state stands one place later in the reversed graph.
        for state in &mut self.states {
            state.edges.retain(|&(_, _, target)| walk.seen.contains(&(target + 1)));
            state.epsilons.retain(|&target| walk.seen.contains(&(target + 1)));
        }
        self
    }

    /// Whether no word leads to an accepting state.
    pub(crate) fn is_empty(&self) -> bool {
        let mut seen = vec![false; self.states.len()];
        seen[0] = true;
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            let state = &self.states[at];
            if state.accepts {
                return false;
            }
            let targets = state.edges.iter().map(|edge| edge.2).chain(state.epsilons.iter().copied());
            stack.extend(targets.filter(|&target| !std::mem::replace(&mut seen[target], true)));
        }
        true
    }

    /// Whether every word is in the table.
    pub(crate) fn included_in(&self, table: &Words, budget: &mut Budget) -> Result<bool, Exhausted> {
        self.included_in_union(&[table], budget)
    }

    /// Whether every word is in at least one of the tables. All of them are followed at once; each is
    /// deterministic, so a pair of a state and their places is all there is to remember.
    pub(crate) fn included_in_union(
        &self,
        tables: &[&Words],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let step = |places: &[Option<u32>], symbol| -> Vec<Option<u32>> {
            let pairs = tables.iter().zip(places);
            pairs.map(|(table, place)| table.step((*place)?, symbol)).collect()
        };
        let mut walk = Walk::from((0usize, vec![Some(0u32); tables.len()]));
        while let Some((at, places)) = walk.next() {
            let state = &self.states[at];
            let mut ends = tables.iter().zip(&places);
            let inside = ends.any(|(table, place)| place.is_some_and(|state| table.accepts(state)));
            if state.accepts && !inside {
                return Ok(false);
            }
            state.epsilons.iter().for_each(|&target| walk.visit((target, places.clone())));
            for &(lo, hi, target) in &state.edges {
                for (symbol, _) in split_by_all((lo, hi), tables, &places) {
                    budget.spend(tables.len() as u64)?;
                    walk.visit((target, step(&places, symbol)));
                }
            }
        }
        Ok(true)
    }

    /// Whether the length of every word is in the set.
    pub(crate) fn lengths_in(&self, lengths: &LengthSet, budget: &mut Budget) -> Result<bool, Exhausted> {
        let counter = Counter::new(lengths, budget)?;
        let mut walk = Walk::from((0usize, 0u64));
        while let Some((at, position)) = walk.next() {
            let state = &self.states[at];
            if state.accepts && !lengths.contains(position) {
                return Ok(false);
            }
            budget.spend((state.edges.len() + state.epsilons.len()) as u64 + 1)?;
            state.epsilons.iter().for_each(|&target| walk.visit((target, position)));
            state.edges.iter().for_each(|&(_, _, target)| walk.visit((target, counter.next(position))));
        }
        Ok(true)
    }
}

impl State {
    /// The same state when the states of its graph come after `base` others.
    fn moved(mut self, base: usize) -> State {
        self.edges.iter_mut().for_each(|edge| edge.2 += base);
        self.epsilons.iter_mut().for_each(|target| *target += base);
        self
    }
}

/// `lo..=hi` cut so that each piece lies on one edge of a table or on none.
pub(crate) fn split(lo: Symbol, hi: Symbol, edges: &[(Symbol, Symbol, u32)]) -> Vec<(Symbol, Symbol)> {
    let starts = edges.iter().flat_map(|&(from, to, _)| [from, to.saturating_add(1)]);
    let mut starts: Vec<Symbol> = starts.filter(|&start| lo < start && start <= hi).collect();
    starts.insert(0, lo);
    starts.dedup();
    let ends = starts[1..].iter().map(|&start| start - 1).chain([hi]).collect::<Vec<_>>();
    starts.into_iter().zip(ends).collect()
}

/// A range cut so that each piece lies on one edge, or on none, of each table at its place.
fn split_by_all(
    (lo, hi): (Symbol, Symbol),
    tables: &[&Words],
    places: &[Option<u32>],
) -> Vec<(Symbol, Symbol)> {
    let mut pieces = vec![(lo, hi)];
    for (table, place) in tables.iter().zip(places) {
        let Some(state) = place else { continue };
        let edges = &table.states()[*state as usize].edges;
        pieces = pieces.into_iter().flat_map(|(lo, hi)| split(lo, hi, edges)).collect();
    }
    pieces
}

/// A set of pairs to be visited once each.
struct Walk<P> {
    seen: HashSet<P>,
    stack: Vec<P>,
}

impl<P: Clone + Eq + std::hash::Hash> Walk<P> {
    fn from(start: P) -> Self {
        Walk { seen: HashSet::from([start.clone()]), stack: vec![start] }
    }

    fn visit(&mut self, pair: P) {
        if self.seen.insert(pair.clone()) {
            self.stack.push(pair);
        }
    }

    fn next(&mut self) -> Option<P> {
        self.stack.pop()
    }
}
