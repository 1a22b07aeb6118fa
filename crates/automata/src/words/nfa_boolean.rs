//! Membership, intersection, complement and difference of [`Nfa`]s.
//!
//! An intersection stays an [`Nfa`], whose size is at most the product of the two. Complement and difference
//! determinise and so are canonical automata.

use super::automaton::Automaton;
use super::interned::PairIndex;
use super::nfa::{BySource, Nfa};
use super::partition::Grouped;
use super::table::{Edge, StateId};
use crate::budget::{Budget, Exhausted};
use crate::symbols::Symbol;

impl Nfa {
    /// Exact: whether `word` is in the language.
    pub fn contains(&self, word: &[Symbol]) -> bool {
        let by_source = self.by_source();
        let epsilons = self.epsilons_by_source();
        let mut states = closure(self.starts().to_vec(), &epsilons, self.state_count());
        for &symbol in word {
            let edges = states.iter().flat_map(|&state| by_source.edges(state));
            let next = edges.filter(|edge| edge.lo <= symbol && symbol <= edge.hi).map(|edge| edge.target);
            states = closure(next.collect(), &epsilons, self.state_count());
        }
        states.iter().any(|&state| self.accepts_at(state))
    }

    /// Exact: the words of both languages, as the product of the two automata.
    ///
    /// # Errors
    /// [`Exhausted`] when the product outgrows the budget.
    ///
    /// # Panics
    /// When the alphabets differ.
    pub fn intersection(&self, other: &Nfa, budget: &mut Budget) -> Result<Nfa, Exhausted> {
        self.expect_alphabet_of(other);
        let mut pairs =
            Pairs { product: Nfa::new(self.alphabet()), index: PairIndex::new(), order: Vec::new() };
        for &left in self.starts() {
            for &right in other.starts() {
                budget.spend(1)?;
                let start = pairs.state(left, right);
                pairs.product.add_start(start);
            }
        }
        let (left_edges, right_edges) = (self.by_source(), other.by_source());
        let (left_epsilons, right_epsilons) = (self.epsilons_by_source(), other.epsilons_by_source());
        let mut at = 0;
        while let Some(&(left, right)) = pairs.order.get(at) {
            let source = pairs.state(left, right);
            if self.accepts_at(left) && other.accepts_at(right) {
                pairs.product.set_accepting(source);
            }
            for &to in left_epsilons.group(left.0) {
                let target = pairs.state(StateId(to), right);
                pairs.product.add_epsilon(source, target);
            }
            for &to in right_epsilons.group(right.0) {
                let target = pairs.state(left, StateId(to));
                pairs.product.add_epsilon(source, target);
            }
            let work = pairs.add_edges(source, [&left_edges, &right_edges], [left, right]);
            budget.spend(work as u64)?;
            at += 1;
        }
        Ok(pairs.product)
    }

    /// Exact: the canonical automaton of the words over the alphabet that are not in the language.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn complement(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        self.determinize(budget)?.complement(budget)
    }

    /// Exact: the canonical automaton of the words of this language that are not in `other`.
    ///
    /// Inclusion is asked first, because it is often decided where a subset construction explodes.
    ///
    /// # Errors
    /// [`Exhausted`] when a subset construction outgrows the budget.
    pub fn difference(&self, other: &Nfa, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        if self.included_in(other, budget)? {
            return Ok(Automaton::empty(self.alphabet()));
        }
        self.determinize(budget)?.difference(&other.determinize(budget)?, budget)
    }

    /// Exact: whether every word of this language is in each of `others`.
    ///
    /// # Errors
    /// [`Exhausted`] when a search outgrows the budget.
    pub fn included_in_all(&self, others: &[&Nfa], budget: &mut Budget) -> Result<bool, Exhausted> {
        for other in others {
            if !self.included_in(other, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn epsilons_by_source(&self) -> Grouped {
        let pairs = self.epsilons().iter().map(|&(source, target)| (source.0, target.0));
        Grouped::by(self.state_count(), pairs)
    }
}

/// `states` and all that their epsilons lead to, each once.
fn closure(states: Vec<StateId>, epsilons: &Grouped, count: usize) -> Vec<StateId> {
    let mut seen = vec![false; count];
    let mut open = states;
    let mut all = Vec::new();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state.index()], true) {
            all.push(state);
            open.extend(epsilons.group(state.0).iter().map(|&target| StateId(target)));
        }
    }
    all
}

/// A product under construction: its states are pairs in the order of their discovery.
struct Pairs {
    product: Nfa,
    index: PairIndex,
    order: Vec<(StateId, StateId)>,
}

impl Pairs {
    fn state(&mut self, left: StateId, right: StateId) -> StateId {
        let number = self.index.number(PairIndex::name(left.0, right.0));
        if number as usize == self.order.len() {
            self.order.push((left, right));
            self.product.add_state();
        }
        StateId(number)
    }

    /// Adds the common edges of two states; returns the work done.
    fn add_edges(&mut self, source: StateId, edges: [&BySource<'_>; 2], states: [StateId; 2]) -> usize {
        let [from_left, from_right] = [edges[0].edges(states[0]), edges[1].edges(states[1])];
        for left in from_left {
            for right in from_right {
                let (lo, hi) = (left.lo.max(right.lo), left.hi.min(right.hi));
                if lo <= hi {
                    let target = self.state(left.target, right.target);
                    self.product.push_edge(source, Edge { lo, hi, target });
                }
            }
        }
        from_left.len() * from_right.len() + 1
    }
}
