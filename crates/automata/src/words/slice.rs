//! Parts of words: prefixes, suffixes and slices whose ends are given as sets of positions.
//!
//! The count is a [`LengthSet`], so a constant, a range and a congruence are one case. A count past the end
//! of a word is cut to its length, as `ir` defines (the printed rules of [YBI09 §3.2] cut such runs away).
//! `charat(s, i)` is the prefix of length 1 of the suffix from `i`: exact even when `i` is a set.

use std::collections::{BTreeSet, HashMap};

use super::automaton::Automaton;
use super::minimize;
use super::nfa::Nfa;
use super::table::{StateId, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::lengths::LengthSet;

impl Automaton {
    /// Exact: every prefix of every word.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the automaton once.
    pub fn prefix_closure(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        if self.is_empty() {
            return Ok(self.clone());
        }
        let mut builder = TableBuilder::new(self.alphabet());
        for state in self.states() {
            self.edges(state).iter().for_each(|edge| builder.edge(edge.lo, edge.hi, edge.target));
            builder.finish_state(true);
        }
        minimize::canonical(&builder.build(), budget)
    }

    /// Exact: the first min(n, |w|) characters of a word w, for n in `counts`.
    ///
    /// # Errors
    /// [`Exhausted`] when a product outgrows the budget.
    pub fn prefix(&self, counts: &LengthSet, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let cut = self.prefix_closure(budget)?.restrict(counts, budget)?;
        let whole = match counts.max() {
            Some(most) => self.restrict(&LengthSet::between(0, most), budget)?,
            None if counts.is_empty() => Automaton::empty(self.alphabet()),
            None => self.clone(),
        };
        cut.union(&whole, budget)
    }

    /// Exact: what is left of a word w without its first min(n, |w|) characters, for n in `counts`.
    ///
    /// # Errors
    /// [`Exhausted`] when the walk or the subset construction outgrows the budget.
    pub fn suffix(&self, counts: &LengthSet, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let starts = self.states_after(&self.loosened(counts), budget)?;
        let mut nfa = Nfa::new(self.alphabet());
        let copy = nfa.add_table(self.table());
        starts.into_iter().for_each(|state| nfa.add_start(copy.plus(state)));
        self.accepting_states().for_each(|state| nfa.set_accepting(copy.plus(state)));
        // A word that is no longer than the count leaves nothing. Forgetting this loses the empty word.
        if self.shortest_length().is_some_and(|least| counts.has_member_from(least)) {
            let nothing = nfa.add_state();
            nfa.add_start(nothing);
            nfa.set_accepting(nothing);
        }
        nfa.determinize(budget)
    }

    /// Exact: the characters of a word from position f to before position t, for f in `from`, t in `to`
    /// chosen independently. Positions past the end are cut to it; t before f gives the empty word.
    ///
    /// # Errors
    /// [`Exhausted`] when the product with the counters outgrows the budget.
    pub fn slice(
        &self,
        from: &LengthSet,
        to: &LengthSet,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let (Some(least_end), false) = (to.min(), from.is_empty() || self.is_empty()) else {
            return Ok(Automaton::empty(self.alphabet()));
        };
        if from.position_count().is_none() || to.position_count().is_none() {
            return Err(budget.refuse());
        }
        let skipped = self.skip(from, to, budget)?;
        let mut taken = self.take(&skipped.reached, to, budget)?;
        if skipped.past_end || skipped.reached.iter().any(|&(_, position)| position >= least_end) {
            taken = taken.union(&Automaton::epsilon(self.alphabet()), budget)?;
        }
        Ok(taken)
    }

    /// The length of a shortest word.
    pub fn shortest_length(&self) -> Option<u64> {
        let mut depth = vec![None; self.state_count()];
        depth[0] = Some(0u64);
        // Breadth-first numbering visits states by their distance from the start.
        for state in self.states() {
            let here = depth[state.index()].expect("every state of a canonical automaton is reachable");
            if self.accepts_at(state) {
                return Some(here);
            }
            for edge in self.edges(state) {
                depth[edge.target.index()].get_or_insert(here + 1);
            }
        }
        None
    }

    /// `counts`, or a simpler set that leads to the same states: within a run as long as there are states
    /// every state is met that is met later.
    fn loosened(&self, counts: &LengthSet) -> LengthSet {
        match counts.finite_ranges() {
            [(lo, hi)] if counts.is_finite() && hi - lo >= self.state_count() as u64 => {
                LengthSet::at_least(*lo)
            }
            _ => counts.clone(),
        }
    }

    /// The states that some word leads to whose length is in `counts`.
    fn states_after(&self, counts: &LengthSet, budget: &mut Budget) -> Result<BTreeSet<StateId>, Exhausted> {
        if counts.position_count().is_none() {
            return Err(budget.refuse());
        }
        let mut seen = BTreeSet::from([(StateId::START, 0u64)]);
        let mut stack = vec![(StateId::START, 0u64)];
        let mut found = BTreeSet::new();
        while let Some((state, position)) = stack.pop() {
            budget.spend(self.edges(state).len() as u64 + 1)?;
            if counts.contains(position) {
                found.insert(state);
            }
            if !counts.has_member_from(position + 1) {
                continue;
            }
            for edge in self.edges(state) {
                let next = (edge.target, counts.next_position(position));
                if seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        Ok(found)
    }

    /// The first phase of a slice: where its beginning may be.
    fn skip(&self, from: &LengthSet, to: &LengthSet, budget: &mut Budget) -> Result<Skipped, Exhausted> {
        let mut skipped = Skipped { reached: BTreeSet::new(), past_end: false };
        let start = (StateId::START, 0u64, 0u64);
        let mut seen = BTreeSet::from([start]);
        let mut stack = vec![start];
        while let Some((state, in_from, in_to)) = stack.pop() {
            budget.spend(self.edges(state).len() as u64 + 1)?;
            if from.contains(in_from) {
                skipped.reached.insert((state, in_to));
            }
            skipped.past_end |= self.accepts_at(state) && from.has_member_from(in_from);
            if !from.has_member_from(in_from + 1) {
                continue;
            }
            for edge in self.edges(state) {
                let next = (edge.target, from.next_position(in_from), to.next_position(in_to));
                if seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        Ok(skipped)
    }

    /// The second phase: the characters from one of `starts` up to a position of `to` or the end.
    fn take(
        &self,
        starts: &BTreeSet<(StateId, u64)>,
        to: &LengthSet,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.alphabet());
        let mut order: Vec<(StateId, u64)> = starts.iter().copied().collect();
        let mut index: HashMap<(StateId, u64), StateId> = HashMap::new();
        for &place in &order {
            let state = nfa.add_state();
            nfa.add_start(state);
            index.insert(place, state);
        }
        let mut at = 0;
        while let Some(&(state, position)) = order.get(at) {
            budget.spend(self.edges(state).len() as u64 + 1)?;
            let source = index[&(state, position)];
            let ends_here = self.accepts_at(state) && to.has_member_from(position);
            if to.contains(position) || ends_here {
                nfa.set_accepting(source);
            }
            let edges = if to.has_member_from(position + 1) { self.edges(state) } else { &[] };
            for edge in edges {
                let place = (edge.target, to.next_position(position));
                let target = *index.entry(place).or_insert_with(|| {
                    order.push(place);
                    nfa.add_state()
                });
                nfa.add_transition(source, edge.lo, edge.hi, target);
            }
            at += 1;
        }
        nfa.determinize(budget)
    }
}

/// What the first phase of a slice found.
struct Skipped {
    /// States at a possible beginning, each with the position in the counter of the end.
    reached: BTreeSet<(StateId, u64)>,
    /// Whether a beginning may lie at or past the end of a word.
    past_end: bool,
}
