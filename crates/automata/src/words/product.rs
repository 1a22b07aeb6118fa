//! A lazy search of the product of several [`Nfa`]s for a word that all accept.
//!
//! A node is a tuple of states, one of each automaton. Moves of a state are grouped by target and named by
//! their label when the state is first visited, and the meet of two labels is computed once, so that a
//! search that ends early never looks at the rest of the automata. With [`Lengths`] at hand, tuples whose
//! members cannot end together are dropped and those nearest to acceptance come first.

use super::both_ends::{Progress, Search};
use super::classes::{Labels, Move};
use super::distances::Lengths;
use super::interned::{Interned, PairIndex};
use super::nfa::{BySource, Nfa};
use super::partition::Grouped;
use super::table::StateId;
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

/// The label of a step along an epsilon.
const EPSILON: u32 = u32::MAX;

/// A search of the product.
pub(super) struct Product<'a> {
    sides: Vec<Side<'a>>,
    meets: Meets,
    tuples: Interned,
    /// The tuple that each came from, and the label of the step.
    origins: Vec<(u32, u32)>,
    queue: Queue,
    /// The tuple being expanded.
    current: Vec<u32>,
}

impl<'a> Product<'a> {
    /// A search of the product of `nfas`; `lengths` are those of their states, or nothing.
    pub(super) fn new(
        nfas: &[&'a Nfa],
        lengths: Option<Vec<Vec<Lengths>>>,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let lengths = lengths.unwrap_or_else(|| vec![Vec::new(); nfas.len()]);
        let sides = nfas.iter().zip(lengths).map(|(nfa, lengths)| Side::new(nfa, lengths)).collect();
        let mut search = Product {
            sides,
            meets: Meets::new(),
            tuples: Interned::new(),
            origins: Vec::new(),
            queue: Queue::default(),
            current: Vec::new(),
        };
        search.add_starts(budget)?;
        Ok(search)
    }

    fn add_starts(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut tuple = vec![0; self.sides.len()];
        let mut at = vec![0; self.sides.len()];
        if self.sides.iter().any(|side| side.nfa.starts().is_empty()) {
            return Ok(());
        }
        loop {
            budget.spend(self.sides.len() as u64)?;
            for (side, (state, &at)) in self.sides.iter().zip(tuple.iter_mut().zip(&at)) {
                *state = side.nfa.starts()[at].0;
            }
            self.reach(&tuple, (0, EPSILON));
            // The next combination, as an odometer counts.
            let Some(turn) = (0..at.len()).find(|&i| at[i] + 1 < self.sides[i].nfa.starts().len()) else {
                return Ok(());
            };
            at[..turn].fill(0);
            at[turn] += 1;
        }
    }

    fn expand_epsilons(&mut self, from: u32) {
        let mut tuple = self.current.clone();
        for side in 0..self.sides.len() {
            let state = self.current[side];
            let Some(epsilons) = &self.sides[side].epsilons else { continue };
            for target in epsilons.group(state).to_vec() {
                tuple[side] = target;
                self.reach(&tuple, (from, EPSILON));
            }
            tuple[side] = state;
        }
    }

    /// Runs through the combinations of moves, one side after the other, giving up on a combination as soon
    /// as its labels or its lengths do not meet. Returns the work done.
    fn expand_characters(&mut self, from: u32) -> usize {
        let last = self.sides.len() - 1;
        let mut work = 1;
        let ranges: Vec<(u32, u32)> = self
            .sides
            .iter_mut()
            .zip(&self.current)
            .map(|(side, &state)| {
                let fresh = side.visit(state, &mut self.meets.labels);
                work += fresh;
                side.ranges[state as usize]
            })
            .collect();
        let mut tuple = self.current.clone();
        let mut at: Vec<u32> = ranges.iter().map(|range| range.0).collect();
        let mut met = vec![(EPSILON, Lengths::ANY); last + 2];
        let mut level = 0;
        loop {
            if at[level] == ranges[level].1 {
                at[level] = ranges[level].0;
                if level == 0 {
                    return work;
                }
                level -= 1;
                continue;
            }
            let step = self.sides[level].moves[at[level] as usize];
            at[level] += 1;
            work += 1;
            let (label, lengths) = met[level];
            let Some(lengths) = lengths.meet(self.sides[level].lengths(step.target)) else { continue };
            let Some(label) = self.meets.meet(label, step.label) else { continue };
            tuple[level] = step.target.0;
            met[level + 1] = (label, lengths);
            if level == last {
                self.reach_at(&tuple, (from, label), lengths.least);
            } else {
                level += 1;
            }
        }
    }

    /// Notes that `tuple` can be reached, unless its lengths do not meet.
    fn reach(&mut self, tuple: &[u32], origin: (u32, u32)) {
        let each = self.sides.iter().zip(tuple).map(|(side, &state)| side.lengths(StateId(state)));
        let lengths = each.into_iter().try_fold(Lengths::ANY, Lengths::meet);
        if let Some(lengths) = lengths {
            self.reach_at(tuple, origin, lengths.least);
        }
    }

    fn reach_at(&mut self, tuple: &[u32], origin: (u32, u32), distance: u32) {
        let number = self.tuples.intern(tuple);
        if number as usize == self.origins.len() {
            self.origins.push(origin);
            self.queue.push(number, distance);
        }
    }

    /// The least characters on the way to `tuple`.
    fn word_to(&self, tuple: u32) -> Vec<Symbol> {
        let mut word = Vec::new();
        let mut at = tuple;
        // A start tuple is its own origin, or comes from the first one without a character.
        while at != 0 {
            let (from, label) = self.origins[at as usize];
            if label != EPSILON {
                word.push(self.meets.labels.least(label));
            }
            at = from;
        }
        word.reverse();
        word
    }
}

impl Search for Product<'_> {
    fn run(&mut self, tuples: usize, budget: &mut Budget) -> Result<Progress, Exhausted> {
        for _ in 0..tuples {
            let Some(tuple) = self.queue.pop() else { return Ok(Progress::Done(None)) };
            self.current.clear();
            self.current.extend_from_slice(self.tuples.get(tuple));
            let mut states = self.sides.iter().zip(&self.current);
            if states.all(|(side, &state)| side.nfa.accepts_at(StateId(state))) {
                return Ok(Progress::Done(Some(self.word_to(tuple))));
            }
            self.expand_epsilons(tuple);
            let work = self.expand_characters(tuple);
            budget.spend((work + self.sides.len()) as u64)?;
        }
        Ok(Progress::Paused)
    }
}

/// One automaton of the product.
struct Side<'a> {
    nfa: &'a Nfa,
    by_source: BySource<'a>,
    epsilons: Option<Grouped>,
    lengths: Vec<Lengths>,
    /// The moves of the visited states; those of state `q` are `moves[ranges[q].0..ranges[q].1]`.
    moves: Vec<Move>,
    ranges: Vec<(u32, u32)>,
}

/// A state that was not visited yet.
const UNSEEN: (u32, u32) = (u32::MAX, u32::MAX);

impl<'a> Side<'a> {
    fn new(nfa: &'a Nfa, lengths: Vec<Lengths>) -> Self {
        let pairs = || nfa.epsilons().iter().map(|&(source, target)| (source.0, target.0));
        Side {
            nfa,
            by_source: nfa.by_source(),
            epsilons: (!nfa.epsilons().is_empty()).then(|| Grouped::by(nfa.state_count(), pairs())),
            lengths,
            moves: Vec::new(),
            ranges: vec![UNSEEN; nfa.state_count()],
        }
    }

    /// Makes the moves of `state`; returns the work done.
    fn visit(&mut self, state: u32, labels: &mut Labels) -> usize {
        if self.ranges[state as usize] != UNSEEN {
            return 0;
        }
        let from = self.moves.len() as u32;
        let edges = self.by_source.edges(StateId(state));
        labels.moves_of(edges, &mut self.moves);
        self.ranges[state as usize] = (from, self.moves.len() as u32);
        edges.len()
    }

    fn lengths(&self, state: StateId) -> Lengths {
        self.lengths.get(state.index()).copied().unwrap_or(Lengths::ANY)
    }
}

/// Labels and their meets, each computed once.
struct Meets {
    labels: Labels,
    index: PairIndex,
    results: Vec<Option<u32>>,
}

impl Meets {
    fn new() -> Self {
        Meets { labels: Labels::new(), index: PairIndex::new(), results: Vec::new() }
    }

    /// The label of the characters on both; `EPSILON` stands for all characters.
    fn meet(&mut self, left: u32, right: u32) -> Option<u32> {
        if left == right || left == EPSILON {
            return Some(right);
        }
        let number = self.index.number(PairIndex::name(left.min(right), left.max(right)));
        if number as usize == self.results.len() {
            self.results.push(self.labels.meet(left, right));
        }
        self.results[number as usize]
    }
}

/// Tuples to be looked at, the nearest to acceptance first, among them the last one found.
#[derive(Default)]
struct Queue {
    by_distance: Vec<Vec<u32>>,
    /// No tuple is nearer than this.
    nearest: usize,
}

impl Queue {
    fn push(&mut self, tuple: u32, distance: u32) {
        let distance = distance as usize;
        if self.by_distance.len() <= distance {
            self.by_distance.resize_with(distance + 1, Vec::new);
        }
        self.by_distance[distance].push(tuple);
        self.nearest = self.nearest.min(distance);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(tuples) = self.by_distance.get_mut(self.nearest) {
            if let Some(tuple) = tuples.pop() {
                return Some(tuple);
            }
            self.nearest += 1;
        }
        self.nearest = 0;
        None
    }
}
