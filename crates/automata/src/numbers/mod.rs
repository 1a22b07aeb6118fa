//! Sets of integer tuples: canonical arithmetic automata over decision diagrams.
//!
//! [`Tuples`] is a set of tuples of integers, negative ones too, that linear constraints, congruences,
//! boolean operations and projection can describe (a Presburger set). A tuple is read as a word whose
//! letters hold one bit a track, the least significant bits first; the last letter holds the signs and
//! may be repeated (two's complement). A set has exactly one automaton here, so `==` is set equality.
//!
//! ```
//! use automata::numbers::{Relation, Tuples};
//! use automata::Budget;
//!
//! let mut budget = Budget::steps(100_000);
//! // x = 2y and 3 <= y: then x is even and at least 6.
//! let double = Tuples::linear(&[1, -2], Relation::Equal, 0, &mut budget)?;
//! let large = Tuples::linear(&[0, 1], Relation::AtLeast, 3, &mut budget)?;
//! let both = double.intersection(&large, &mut budget)?;
//! assert!(both.contains(&[6, 3]) && !both.contains(&[4, 2]));
//! let x = both.extract(0, &mut budget)?;
//! let even = Tuples::congruent(&[1], 0, 2, &mut budget)?;
//! let at_least_six = Tuples::linear(&[1], Relation::AtLeast, 6, &mut budget)?;
//! assert_eq!(x, even.intersection(&at_least_six, &mut budget)?);
//! # Ok::<(), automata::Exhausted>(())
//! ```
//!
//! Inside, every state has two diagrams over the tracks: where a letter leads, and whether it is
//! accepted as the last one. So the automata of a set over the integers and over the naturals have
//! about the same states, and one kernel serves both ([`Domain`]).

mod bdd;
mod minimize;
mod boolean;
mod linear;
mod congruence;
mod subsume;
mod subset;
mod saturate;
mod project;
mod tracks;
mod explore;
mod assign;
mod bounds;
mod widen;
mod length;
mod facts;
mod view;

pub use bdd::MAX_TRACKS;
pub use bounds::Bound;
pub use facts::{Fact, FactKind};
pub use length::binary_states;
pub use view::Leaf;

use crate::budget::{Budget, Exhausted};
use bdd::{Graph, Ref};
use boolean::Operation;
use std::fmt;
use std::sync::Arc;

/// What the tracks range over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// All integers: what every constructor means unless it says otherwise.
    Integers,
    /// The integers from 0 on. Complement and projection are relative to them, and words are plain
    /// binary numbers that zeros may follow. It is here to compare with tools that know only naturals;
    /// bounds, facts and the way back to lengths are for integers.
    Naturals,
}

/// How a linear term is compared with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

/// A set of integer tuples, immutable and canonical: equal values are equal sets.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tuples {
    domain: Domain,
    tracks: usize,
    graph: Arc<Graph>,
}

impl Tuples {
    /// Exact: all tuples with this number of tracks.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn all(tracks: usize) -> Tuples {
        Tuples::new(Domain::Integers, tracks, Graph::constant(true))
    }

    /// Exact: no tuple.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn empty(tracks: usize) -> Tuples {
        Tuples::new(Domain::Integers, tracks, Graph::constant(false))
    }

    /// Exact: the tuples `x` with `coefficients · x (relation) constant`, one coefficient a track.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn linear(
        coefficients: &[i64],
        relation: Relation,
        constant: i64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        Tuples::linear_over(Domain::Integers, coefficients, relation, constant, budget)
    }

    /// Exact: as [`Tuples::linear`], over the given domain.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn linear_over(
        domain: Domain,
        coefficients: &[i64],
        relation: Relation,
        constant: i64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        assert!(coefficients.len() <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        let graph = linear::constraint(domain, coefficients, relation, i128::from(constant), budget)?;
        Ok(Tuples::new(domain, coefficients.len(), graph))
    }

    /// Exact: the tuples `x` with `coefficients · x = constant` modulo `modulus`; modulo 0 is equality.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn congruent(
        coefficients: &[i64],
        constant: i64,
        modulus: u64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        Tuples::congruent_over(Domain::Integers, coefficients, constant, modulus, budget)
    }

    /// Exact: as [`Tuples::congruent`], over the given domain.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there are more than [`MAX_TRACKS`] tracks.
    pub fn congruent_over(
        domain: Domain,
        coefficients: &[i64],
        constant: i64,
        modulus: u64,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        if modulus == 0 {
            return Tuples::linear_over(domain, coefficients, Relation::Equal, constant, budget);
        }
        assert!(coefficients.len() <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        let graph = congruence::congruence(domain, coefficients, i128::from(constant), modulus, budget)?;
        Ok(Tuples::new(domain, coefficients.len(), graph))
    }

    /// Exact: the tuples in both sets.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn intersection(&self, other: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        self.combine(other, Operation::And, budget)
    }

    /// Exact: the tuples in one set or the other.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn union(&self, other: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        self.combine(other, Operation::Or, budget)
    }

    /// Exact: the tuples in this set and not in the other.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If the sets differ in domain or number of tracks.
    pub fn difference(&self, other: &Tuples, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        self.combine(other, Operation::Minus, budget)
    }

    /// Exact: the tuples not in this set. As large as this set.
    #[must_use]
    pub fn complement(&self) -> Tuples {
        self.with_graph(self.tracks, boolean::complement(&self.graph))
    }

    /// Exact: the tuples that some value of `track` completes; the track is removed.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track.
    pub fn project(&self, track: usize, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        self.project_all(&[track], budget)
    }

    /// Exact: as [`Tuples::project`] for several tracks at once.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track.
    pub fn project_all(&self, tracks: &[usize], budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let mut removed = vec![false; self.tracks];
        for &track in tracks {
            removed[track] = true;
        }
        let graph = project::project(self.domain, &self.graph, &removed, budget)?;
        Ok(self.with_graph(removed.iter().filter(|&&gone| !gone).count(), graph))
    }

    /// Exact: the values of one track, as a set with that track alone.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If there is no such track.
    pub fn extract(&self, track: usize, budget: &mut Budget) -> Result<Tuples, Exhausted> {
        assert!(track < self.tracks, "track {track} of {}", self.tracks);
        let others: Vec<usize> = (0..self.tracks).filter(|&other| other != track).collect();
        self.project_all(&others, budget)
    }

    /// Exact: the tuples with any value inserted before `position` (at the end when it is the number of
    /// tracks).
    ///
    /// # Panics
    /// If the position lies beyond the end, or there are [`MAX_TRACKS`] tracks already.
    #[must_use]
    pub fn insert_track(&self, position: usize) -> Tuples {
        assert!(position <= self.tracks, "position {position} of {}", self.tracks);
        Tuples::new(self.domain, self.tracks + 1, tracks::insert(&self.graph, position))
    }

    /// Exact: the tuples with track `i` moved to the place `places[i]`.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    ///
    /// # Panics
    /// If `places` is not a permutation of the tracks.
    pub fn permute(&self, places: &[usize], budget: &mut Budget) -> Result<Tuples, Exhausted> {
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..self.tracks), "a permutation of the tracks");
        Ok(self.with_graph(self.tracks, tracks::permute(&self.graph, places, budget)?))
    }

    /// Whether no tuple is in the set.
    pub fn is_empty(&self) -> bool {
        self.graph.constant_state(0) == Some(false)
    }

    /// Whether every tuple is in the set.
    pub fn is_all(&self) -> bool {
        self.graph.constant_state(0) == Some(true)
    }

    /// Whether the set has this tuple.
    ///
    /// # Panics
    /// If the tuple has another number of tracks.
    pub fn contains(&self, tuple: &[i64]) -> bool {
        assert_eq!(tuple.len(), self.tracks, "one value a track");
        let wide: Vec<i128> = tuple.iter().map(|&value| i128::from(value)).collect();
        self.contains_wide(&wide)
    }

    fn contains_wide(&self, tuple: &[i128]) -> bool {
        match self.domain {
            Domain::Naturals if tuple.iter().any(|&value| value < 0) => return false,
            Domain::Naturals | Domain::Integers => {}
        }
        let signs = tuple.iter().map(|&value| bits(value)).max().unwrap_or(0);
        let letter = |place: u32| move |track: usize| tuple[track] >> place & 1 != 0;
        let mut state = self.graph.states[0];
        for place in 0..signs {
            let leaf = self.graph.leaf(state.next, letter(place));
            state = self.graph.states[leaf.as_state().expect("a letter leads to a state")];
        }
        self.graph.leaf(state.last, letter(signs)) == Ref::YES
    }

    /// The number of tracks.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// What the tracks range over.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The number of states of the minimal complete automaton, a sink included.
    pub fn states(&self) -> usize {
        self.graph.states.len()
    }

    /// The number of nodes of its decision diagrams, leaves not counted.
    pub fn nodes(&self) -> usize {
        self.graph.nodes.len()
    }

    fn new(domain: Domain, tracks: usize, graph: Graph) -> Tuples {
        assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        Tuples { domain, tracks, graph: Arc::new(graph) }
    }

    fn with_graph(&self, tracks: usize, graph: Graph) -> Tuples {
        Tuples::new(self.domain, tracks, graph)
    }

    fn same_kind(&self, other: &Tuples) {
        assert_eq!(self.domain, other.domain, "sets over one domain");
        assert_eq!(self.tracks, other.tracks, "sets with the same tracks");
    }

    fn combine(
        &self,
        other: &Tuples,
        operation: Operation,
        budget: &mut Budget,
    ) -> Result<Tuples, Exhausted> {
        self.same_kind(other);
        let graph = boolean::combine(&self.graph, &other.graph, operation, budget)?;
        Ok(self.with_graph(self.tracks, graph))
    }
}

/// Spends what is left: the answer exists but cannot be written down.
fn exhaust(budget: &mut Budget) -> Exhausted {
    loop {
        if let Err(exhausted) = budget.spend(u64::MAX) {
            return exhausted;
        }
    }
}

/// The place of the sign bit: all higher bits are equal to it.
fn bits(value: i128) -> u32 {
    128 - (if value < 0 { !value } else { value }).leading_zeros()
}

impl fmt::Debug for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuples { domain, tracks, graph } = self;
        write!(f, "Tuples({domain:?}, {tracks} tracks, {} states)", graph.states.len())
    }
}
