//! Graphs of what operations make of words: meets of premises, slices, powers, images.
//!
//! Each is a walk over places that are numbered as they are found. Dead ends are cut off at the end, so that
//! a later operation does not go on from where no word comes.

use std::collections::HashMap;
use std::hash::Hash;

use automata::{Alphabet, Budget, Exhausted, LengthSet, Symbol};

use crate::counter::Counter;
use crate::graph::{Graph, State, split};
use crate::plain::Words;
use crate::reach::Reach;

/// A premise on a word: it is in the table, or it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership<'a> {
    pub(crate) table: &'a Words,
    pub(crate) holds: bool,
}

/// How far a graph is grown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Until every place was seen.
    Done,
    /// Until a word may end, if one may.
    Accepting,
}

/// Numbers for places in the order of their discovery, and a graph with a state for each.
pub(crate) struct Growing<P> {
    pub(crate) graph: Graph,
    pub(crate) order: Vec<P>,
    numbers: HashMap<P, usize>,
}

impl<P: Clone + Eq + Hash> Growing<P> {
    pub(crate) fn from(start: P) -> Self {
        let mut growing = Growing { graph: Graph::default(), order: Vec::new(), numbers: HashMap::new() };
        growing.state(start);
        growing
    }

    fn state(&mut self, place: P) -> usize {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        self.order.push(place.clone());
        self.graph.states.push(State::default());
        self.numbers.insert(place, self.order.len() - 1);
        self.order.len() - 1
    }

    /// Adds what leads on from the state with the number `at`.
    pub(crate) fn connect(&mut self, at: usize, jumps: Vec<P>, edges: Vec<(Symbol, Symbol, P)>) {
        for place in jumps {
            let target = self.state(place);
            self.graph.states[at].epsilons.push(target);
        }
        for (lo, hi, place) in edges {
            let target = self.state(place);
            self.graph.states[at].edges.push((lo, hi, target));
        }
    }
}

/// How far the states of each premise that must hold are from the end of a word. A single one prunes nothing.
fn reaches(premises: &[Membership<'_>], budget: &mut Budget) -> Result<Vec<Option<Reach>>, Exhausted> {
    let several = premises.iter().filter(|premise| premise.holds).count() > 1;
    let mut reach = |premise: &Membership<'_>| {
        if premise.holds && several { Reach::of(premise.table, budget).map(Some) } else { Ok(None) }
    };
    premises.iter().map(&mut reach).collect()
}

/// Whether a word may end after these states, as far as the number of its characters goes.
fn can_end(reaches: &[Option<Reach>], states: &[Option<u32>]) -> bool {
    let (mut needed, mut allowed) = (0, u32::MAX);
    for (reach, state) in reaches.iter().zip(states) {
        let Some((reach, state)) = reach.as_ref().zip(*state) else { continue };
        let Some(fewest) = reach.fewest(state) else { return false };
        needed = needed.max(fewest);
        allowed = allowed.min(reach.most(state).unwrap_or(u32::MAX));
    }
    needed <= allowed
}

impl Graph {
    /// All words over the alphabet that satisfy the premises.
    pub(crate) fn meet(
        alphabet: Alphabet,
        premises: &[Membership<'_>],
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        Ok(Graph::grown(alphabet, premises, Until::Done, budget)?.trimmed())
    }

    /// Whether [`Graph::meet`] has a word. One that is there is mostly found soon.
    pub(crate) fn can_meet(
        alphabet: Alphabet,
        premises: &[Membership<'_>],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let grown = Graph::grown(alphabet, premises, Until::Accepting, budget)?;
        Ok(grown.states.iter().any(|state| state.accepts))
    }

    fn grown(
        alphabet: Alphabet,
        premises: &[Membership<'_>],
        until: Until,
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        let reaches = reaches(premises, budget)?;
        let mut growing = Growing::from(vec![Some(0u32); premises.len()]);
        let mut at = 0;
        while let Some(places) = growing.order.get(at).cloned() {
            let holds = |(premise, place): (&Membership<'_>, &Option<u32>)| {
                place.is_some_and(|state| premise.table.accepts(state)) == premise.holds
            };
            growing.graph.states[at].accepts = premises.iter().zip(&places).all(holds);
            if growing.graph.states[at].accepts && until == Until::Accepting {
                break;
            }
            for (lo, hi) in pieces(alphabet, premises, &places) {
                budget.spend(premises.len() as u64 + 1)?;
                let step = |(p, place): (&Membership<'_>, &Option<u32>)| p.table.step((*place)?, lo);
                let targets: Vec<Option<u32>> = premises.iter().zip(&places).map(step).collect();
                // Where a premise that must hold has no edge, no word goes on.
                let alive = premises.iter().zip(&targets).all(|(p, target)| target.is_some() || !p.holds);
                if alive && can_end(&reaches, &targets) {
                    let target = growing.state(targets);
                    growing.graph.states[at].edges.push((lo, hi, target));
                }
            }
            at += 1;
        }
        Ok(growing.graph)
    }

    /// Any number of words one after the other, as long as the number is in `times`.
    pub(crate) fn power(&self, times: &LengthSet, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let counter = Counter::new(times, budget)?;
        let mut growing = Growing::from((None, 0u64));
        let mut at = 0;
        while let Some((place, position)) = growing.order.get(at).copied() {
            budget.spend(1)?;
            let Some(place) = place else {
                growing.graph.states[at].accepts = times.contains(position);
                let target = growing.state((Some(0), counter.next(position)));
                growing.graph.states[at].epsilons.push(target);
                at += 1;
                continue;
            };
            let state: &State = &self.states[place];
            budget.spend((state.edges.len() + state.epsilons.len()) as u64)?;
            for &(lo, hi, target) in &state.edges {
                let target = growing.state((Some(target), position));
                growing.graph.states[at].edges.push((lo, hi, target));
            }
            let back = state.accepts.then_some((None, position));
            let onwards = state.epsilons.iter().map(|&target| (Some(target), position));
            for place in onwards.chain(back) {
                let target = growing.state(place);
                growing.graph.states[at].epsilons.push(target);
            }
            at += 1;
        }
        Ok(growing.graph.trimmed())
    }
}

/// The characters of the alphabet cut so that every premise is constant on a piece.
fn pieces(alphabet: Alphabet, premises: &[Membership<'_>], places: &[Option<u32>]) -> Vec<(Symbol, Symbol)> {
    let mut pieces = alphabet.all().ranges().to_vec();
    for (premise, place) in premises.iter().zip(places) {
        let Some(state) = place else { continue };
        let edges = &premise.table.states()[*state as usize].edges;
        pieces = pieces.into_iter().flat_map(|(lo, hi)| split(lo, hi, edges)).collect();
    }
    pieces
}

/// Where a slice stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Cut {
    /// Before its beginning: a state, and positions in the two counters.
    Before(usize, u64, u64),
    /// Within it: a state, and the position in the counter of the end.
    Within(usize, u64),
    /// Nothing is taken.
    Nothing,
}

impl Graph {
    /// The characters from a position of `from` to before one of `to`, chosen independently, or to the end when
    /// there is no `to`. Positions are cut to the end of the word.
    pub(crate) fn slice(
        &self,
        from: &LengthSet,
        to: Option<&LengthSet>,
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        // No word, or no place to cut it at, has no slice.
        if self.is_empty() || to.is_some_and(LengthSet::is_empty) {
            return Ok(Graph { states: vec![State::default()] });
        }
        let (starts, end) = (Counter::new(from, budget)?, End::new(to, budget)?);
        let mut growing = Growing::from(Cut::Before(0, 0, 0));
        let mut at = 0;
        while let Some(&cut) = growing.order.get(at) {
            let mut jumps = Vec::new();
            match cut {
                Cut::Nothing => growing.graph.states[at].accepts = true,
                Cut::Before(place, start, position) => {
                    let state = &self.states[place];
                    if from.contains(start) {
                        jumps.push(Cut::Within(place, position));
                    }
                    let past_end = state.accepts && starts.has_member_from(start);
                    if past_end || (from.contains(start) && end.may_lie_before(position)) {
                        jumps.push(Cut::Nothing);
                    }
                    jumps.extend(state.epsilons.iter().map(|&next| Cut::Before(next, start, position)));
                    let (start, position) = (starts.next(start), end.next(position));
                    jumps.extend(state.edges.iter().map(|&(_, _, next)| Cut::Before(next, start, position)));
                }
                Cut::Within(place, position) => {
                    let state = &self.states[place];
                    growing.graph.states[at].accepts = end.is_at(position, state.accepts);
                    jumps.extend(state.epsilons.iter().map(|&next| Cut::Within(next, position)));
                    for &(lo, hi, next) in &state.edges {
                        let target = growing.state(Cut::Within(next, end.next(position)));
                        growing.graph.states[at].edges.push((lo, hi, target));
                    }
                }
            }
            budget.spend(jumps.len() as u64 + 1)?;
            for cut in jumps {
                let target = growing.state(cut);
                growing.graph.states[at].epsilons.push(target);
            }
            at += 1;
        }
        Ok(growing.graph.trimmed())
    }

    /// The words whose length is in the set.
    pub(crate) fn restricted(&self, lengths: &LengthSet, budget: &mut Budget) -> Result<Graph, Exhausted> {
        let counter = Counter::new(lengths, budget)?;
        let mut growing = Growing::from((0usize, 0u64));
        let mut at = 0;
        while let Some(&(place, position)) = growing.order.get(at) {
            let state = &self.states[place];
            budget.spend((state.edges.len() + state.epsilons.len()) as u64 + 1)?;
            growing.graph.states[at].accepts = state.accepts && lengths.contains(position);
            for &next in &state.epsilons {
                let target = growing.state((next, position));
                growing.graph.states[at].epsilons.push(target);
            }
            for &(lo, hi, next) in state.edges.iter().filter(|_| counter.has_member_from(position + 1)) {
                let target = growing.state((next, counter.next(position)));
                growing.graph.states[at].edges.push((lo, hi, target));
            }
            at += 1;
        }
        Ok(growing.graph.trimmed())
    }
}

/// Where a slice may end.
enum End<'a> {
    /// Only where the word ends.
    OfWord,
    /// At a position of the set, or where the word ends before one.
    At(&'a LengthSet, Counter),
}

impl<'a> End<'a> {
    fn new(to: Option<&'a LengthSet>, budget: &mut Budget) -> Result<Self, Exhausted> {
        to.map_or(Ok(End::OfWord), |to| Ok(End::At(to, Counter::new(to, budget)?)))
    }

    fn next(&self, position: u64) -> u64 {
        match self {
            End::OfWord => 0,
            End::At(_, counter) => counter.next(position),
        }
    }

    fn is_at(&self, position: u64, word_ends: bool) -> bool {
        match self {
            End::OfWord => word_ends,
            End::At(to, counter) => to.contains(position) || (word_ends && counter.has_member_from(position)),
        }
    }

    /// Whether some end is at `position` or before it.
    fn may_lie_before(&self, position: u64) -> bool {
        match self {
            End::OfWord => false,
            End::At(to, _) => to.min().is_some_and(|least| least <= position),
        }
    }
}

/// Where a replacement of some occurrences stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Replacing {
    /// Between occurrences: a state of the whole.
    Between(usize),
    /// At the start of one: a state of the whole, and one of what is searched for. Nothing has been read, so it
    /// cannot end here: the empty word occurs nowhere.
    Entering(usize, usize),
    /// Within one: a state of the whole, and one of what is searched for.
    Within(usize, usize),
    /// Writing: a state of the whole, and one of what is put there.
    Writing(usize, usize),
}

impl Graph {
    /// The words with any number of occurrences of `what` replaced by `with`, each by a word of its own.
    pub(crate) fn replace_some(
        &self,
        what: &Graph,
        with: &Graph,
        budget: &mut Budget,
    ) -> Result<Graph, Exhausted> {
        let mut growing = Growing::from(Replacing::Between(0));
        let mut at = 0;
        while let Some(&place) = growing.order.get(at) {
            let (mut jumps, mut edges) = (Vec::new(), Vec::new());
            match place {
                Replacing::Between(state) => {
                    let whole = &self.states[state];
                    growing.graph.states[at].accepts = whole.accepts;
                    jumps.push(Replacing::Entering(state, 0));
                    jumps.extend(whole.epsilons.iter().map(|&next| Replacing::Between(next)));
                    edges.extend(whole.edges.iter().map(|&(lo, hi, to)| (lo, hi, Replacing::Between(to))));
                }
                Replacing::Entering(state, part) => {
                    jumps.extend(self.read_beside(what, (state, part), Replacing::Entering));
                }
                Replacing::Within(state, part) => {
                    if what.states[part].accepts {
                        jumps.push(Replacing::Writing(state, 0));
                    }
                    jumps.extend(self.read_beside(what, (state, part), Replacing::Within));
                }
                Replacing::Writing(state, text) => {
                    let written = &with.states[text];
                    if written.accepts {
                        jumps.push(Replacing::Between(state));
                    }
                    jumps.extend(written.epsilons.iter().map(|&next| Replacing::Writing(state, next)));
                    let onwards =
                        |&(lo, hi, to): &(Symbol, Symbol, usize)| (lo, hi, Replacing::Writing(state, to));
                    edges.extend(written.edges.iter().map(onwards));
                }
            }
            budget.spend((jumps.len() + edges.len()) as u64 + 1)?;
            growing.connect(at, jumps, edges);
            at += 1;
        }
        Ok(growing.graph.trimmed())
    }

    /// Where a common character of both graphs leads, and where `stay` says that nothing read leads.
    fn read_beside(
        &self,
        what: &Graph,
        (state, part): (usize, usize),
        stay: impl Fn(usize, usize) -> Replacing,
    ) -> Vec<Replacing> {
        let (whole, beside) = (&self.states[state], &what.states[part]);
        let mut places: Vec<Replacing> = whole.epsilons.iter().map(|&next| stay(next, part)).collect();
        places.extend(beside.epsilons.iter().map(|&next| stay(state, next)));
        for &(lo, hi, to) in &whole.edges {
            let read = beside.edges.iter().filter(|&&(from, till, _)| from <= hi && lo <= till);
            places.extend(read.map(|&(_, _, next)| Replacing::Within(to, next)));
        }
        places
    }
}

#[cfg(test)]
mod tests;
