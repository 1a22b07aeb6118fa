//! An [`Nfa`] as the algorithms read it: on classes of characters, without epsilons, without useless states.
//!
//! Kept are the states that matter to a subset: those that accept or can move, and from which an accepting
//! state can be reached. So a non-empty set of kept states is never dead. Epsilons disappear into the
//! *landing* of a state: the kept states that its epsilons lead to.

use super::classes::{ClassRange, Classes, Labels, Move};
use super::nfa::Nfa;
use super::partition::Grouped;
use super::table::StateId;
use crate::budget::{Budget, Exhausted};

/// A state of the [`Nfa`] that is not kept.
const DROPPED: u32 = u32::MAX;

/// A nondeterministic automaton on classes. Its states are numbered `0..state_count()`.
pub(super) struct View {
    /// The spans of state `q` are `spans[first[q]..first[q + 1]]`.
    first: Vec<u32>,
    spans: Vec<Span>,
    /// The length of a shortest word accepted from each state.
    distances: Vec<u32>,
    starts: Vec<u32>,
    landings: Landings,
}

/// Moves on a range of classes into every state of a landing.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) lo: u32,
    pub(super) end: u32,
    landing: u32,
}

/// Where moves lead.
enum Landings {
    /// There are no epsilons: landing `q` is state `q` alone.
    Single(Vec<u32>),
    /// Landing `i` is `states[ranges[i].0..ranges[i].1]`.
    Sets { ranges: Vec<(u32, u32)>, states: Vec<u32> },
}

impl View {
    /// Views of several automata on common classes.
    pub(super) fn of<const N: usize>(
        nfas: [&Nfa; N],
        budget: &mut Budget,
    ) -> Result<(Classes, [View; N]), Exhausted> {
        let mut labels = Labels::new();
        let mut moves = nfas.map(|_| Moves::empty());
        for (nfa, moves) in nfas.iter().zip(&mut moves) {
            budget.spend((nfa.state_count() + nfa.transition_count()) as u64)?;
            *moves = Moves::of(nfa, &mut labels);
        }
        let classes = labels.into_classes(budget)?;
        let mut views = nfas.map(|_| View::empty());
        for ((nfa, moves), view) in nfas.iter().zip(&moves).zip(&mut views) {
            *view = View::build(nfa, moves, &classes, budget)?;
        }
        Ok((classes, views))
    }

    fn empty() -> View {
        let landings = Landings::Single(Vec::new());
        View { first: vec![0], spans: Vec::new(), distances: Vec::new(), starts: Vec::new(), landings }
    }

    pub(super) fn state_count(&self) -> usize {
        self.distances.len()
    }

    pub(super) fn spans(&self, state: u32) -> &[Span] {
        &self.spans[self.first[state as usize] as usize..self.first[state as usize + 1] as usize]
    }

    /// The states that a span leads to, ascending.
    pub(super) fn landing(&self, span: Span) -> &[u32] {
        match &self.landings {
            Landings::Single(states) => &states[span.landing as usize..=span.landing as usize],
            Landings::Sets { ranges, states } => {
                let (from, to) = ranges[span.landing as usize];
                &states[from as usize..to as usize]
            }
        }
    }

    /// The length of a shortest word accepted from `state`.
    pub(super) fn distance(&self, state: u32) -> u32 {
        self.distances[state as usize]
    }

    /// The start states, ascending.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    pub(super) fn accepts_at(&self, state: u32) -> bool {
        self.distances[state as usize] == 0
    }

    fn build(nfa: &Nfa, moves: &Moves, classes: &Classes, budget: &mut Budget) -> Result<View, Exhausted> {
        let distances = distances(nfa, moves);
        let number = number_kept(nfa, moves, &distances);
        let kept = || nfa.states().filter(|state| number[state.index()] != DROPPED);
        let mut view = View::empty();
        let landing_of = if nfa.epsilons().is_empty() {
            let count = kept().count() as u32;
            view.starts = nfa.starts().iter().map(|s| number[s.index()]).filter(|&s| s != DROPPED).collect();
            view.landings = Landings::Single((0..count).collect());
            number.clone()
        } else {
            view.land_after_epsilons(nfa, moves, &number, budget)?
        };
        view.starts.sort_unstable();
        view.starts.dedup();
        for state in kept() {
            for step in moves.of_state(state) {
                let landing = landing_of[step.target.index()];
                if landing != DROPPED {
                    let ranges = classes.ranges(step.label).iter();
                    view.spans.extend(ranges.map(|&ClassRange { lo, end }| Span { lo, end, landing }));
                }
            }
            view.first.push(view.spans.len() as u32);
            view.distances.push(distances[state.index()]);
        }
        if !nfa.epsilons().is_empty() {
            let accepts = kept().map(|state| nfa.accepts_at(state));
            view.distances = view.distances_by_spans(accepts);
        }
        Ok(view)
    }

    /// Distances along spans alone. Those along epsilons are shorter where a state does not accept itself but
    /// one that it lands beside does.
    fn distances_by_spans(&self, accepts: impl Iterator<Item = bool>) -> Vec<u32> {
        let count = self.state_count();
        let mut distances: Vec<u32> = accepts.map(|accepts| if accepts { 0 } else { u32::MAX }).collect();
        let steps = (0..count as u32).flat_map(|state| {
            let spans = self.spans(state).iter();
            spans.flat_map(move |&span| self.landing(span).iter().map(move |&target| (target, state)))
        });
        let before = Grouped::by(count, steps);
        let mut order: Vec<u32> = (0..count as u32).filter(|&state| distances[state as usize] == 0).collect();
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            for &source in before.group(state) {
                if distances[source as usize] == u32::MAX {
                    distances[source as usize] = distances[state as usize] + 1;
                    order.push(source);
                }
            }
        }
        distances
    }

    /// Computes the landings of all targets and the start states. Returns the landing of each state of
    /// `nfa`, or `DROPPED` when nothing kept is there.
    fn land_after_epsilons(
        &mut self,
        nfa: &Nfa,
        moves: &Moves,
        number: &[u32],
        budget: &mut Budget,
    ) -> Result<Vec<u32>, Exhausted> {
        let mut closures = Closures::new(nfa, number);
        let mut starts = Vec::new();
        closures.reach(nfa.starts(), &mut starts, budget)?;
        self.starts = starts;
        let (mut ranges, mut states) = (Vec::new(), Vec::new());
        let mut landing_of = vec![DROPPED; nfa.state_count()];
        let mut done = vec![false; nfa.state_count()];
        for target in moves.all.iter().map(|step| step.target) {
            let end = closures.follow(target);
            if !std::mem::replace(&mut done[end.index()], true) {
                let from = states.len();
                closures.reach(&[end], &mut states, budget)?;
                if states.len() > from {
                    landing_of[end.index()] = ranges.len() as u32;
                    ranges.push((from as u32, states.len() as u32));
                }
            }
            landing_of[target.index()] = landing_of[end.index()];
        }
        self.landings = Landings::Sets { ranges, states };
        Ok(landing_of)
    }
}

/// The moves of an automaton by source.
struct Moves {
    first: Vec<u32>,
    all: Vec<Move>,
    /// The source of each move.
    sources: Vec<u32>,
}

impl Moves {
    fn empty() -> Self {
        Moves { first: vec![0], all: Vec::new(), sources: Vec::new() }
    }

    fn of(nfa: &Nfa, labels: &mut Labels) -> Self {
        let by_source = nfa.by_source();
        let mut moves = Moves::empty();
        for state in nfa.states() {
            labels.moves_of(by_source.edges(state), &mut moves.all);
            moves.sources.resize(moves.all.len(), state.0);
            moves.first.push(moves.all.len() as u32);
        }
        moves
    }

    fn of_state(&self, state: StateId) -> &[Move] {
        &self.all[self.first[state.index()] as usize..self.first[state.index() + 1] as usize]
    }
}

/// The length of a shortest word accepted from each state, `u32::MAX` when there is none.
fn distances(nfa: &Nfa, moves: &Moves) -> Vec<u32> {
    let steps = moves.all.iter().zip(&moves.sources).map(|(step, &source)| (step.target.0, source));
    let by_character = Grouped::by(nfa.state_count(), steps);
    let epsilons = nfa.epsilons().iter().map(|&(source, target)| (target.0, source.0));
    let by_epsilon = (!nfa.epsilons().is_empty()).then(|| Grouped::by(nfa.state_count(), epsilons));
    let mut distances = vec![u32::MAX; nfa.state_count()];
    let mut level: Vec<u32> = nfa.states().filter(|&q| nfa.accepts_at(q)).map(|q| q.0).collect();
    let mut next = Vec::new();
    let mut length = 0;
    while !level.is_empty() {
        while let Some(state) = level.pop() {
            if distances[state as usize] <= length {
                continue;
            }
            distances[state as usize] = length;
            let farther = |&&source: &&u32| distances[source as usize] == u32::MAX;
            next.extend(by_character.group(state).iter().filter(farther));
            if let Some(by_epsilon) = &by_epsilon {
                level.extend_from_slice(by_epsilon.group(state));
            }
        }
        std::mem::swap(&mut level, &mut next);
        length += 1;
    }
    distances
}

/// Numbers the kept states in their order.
fn number_kept(nfa: &Nfa, moves: &Moves, distances: &[u32]) -> Vec<u32> {
    let mut count = 0;
    let number = |state: StateId| {
        // Without epsilons a state that reaches acceptance accepts or moves.
        let useful = |state: StateId| distances[state.index()] != u32::MAX;
        let matters = nfa.epsilons().is_empty()
            || nfa.accepts_at(state)
            || moves.of_state(state).iter().any(|step| useful(step.target));
        if useful(state) && matters {
            count += 1;
            count - 1
        } else {
            DROPPED
        }
    };
    nfa.states().map(number).collect()
}

/// Walks along epsilons.
struct Closures<'a> {
    number: &'a [u32],
    after: Grouped,
    /// The walk that last saw each state.
    seen: Vec<u32>,
    walk: u32,
    stack: Vec<u32>,
}

impl<'a> Closures<'a> {
    fn new(nfa: &Nfa, number: &'a [u32]) -> Self {
        let pairs = nfa.epsilons().iter().map(|&(source, target)| (source.0, target.0));
        let after = Grouped::by(nfa.state_count(), pairs);
        Closures { number, after, seen: vec![0; nfa.state_count()], walk: 0, stack: Vec::new() }
    }

    /// The state at the end of a chain of dropped states with one epsilon each: it lands where `state` does.
    fn follow(&self, mut state: StateId) -> StateId {
        // Only a short cut, so a few steps are enough; on a cycle all states land alike.
        for _ in 0..8 {
            match self.after.group(state.0) {
                &[next] if self.number[state.index()] == DROPPED => state = StateId(next),
                _ => break,
            }
        }
        state
    }

    /// Appends the kept states that `from` leads to, ascending.
    fn reach(
        &mut self,
        from: &[StateId],
        states: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        self.walk += 1;
        let begin = states.len();
        for state in from {
            self.visit(state.0);
        }
        while let Some(state) = self.stack.pop() {
            let after = self.after.group(state).len();
            budget.spend(after as u64 + 1)?;
            if self.number[state as usize] != DROPPED {
                states.push(self.number[state as usize]);
            }
            for at in 0..after {
                self.visit(self.after.group(state)[at]);
            }
        }
        states[begin..].sort_unstable();
        Ok(())
    }

    fn visit(&mut self, state: u32) {
        if std::mem::replace(&mut self.seen[state as usize], self.walk) != self.walk {
            self.stack.push(state);
        }
    }
}
