//! Where words meet lengths: the lengths of a language, and the words of given lengths.
//!
//! Lengths are read off the unary automaton of [YBI09 §2]. Words of given lengths are found by walking the
//! automaton beside a counter, which is never built: a bound far above every word costs nothing.

use std::collections::HashMap;

use super::automaton::Automaton;
use super::minimize;
use super::nfa::Nfa;
use super::table::{StateId, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::lengths::LengthSet;
use crate::symbols::Alphabet;

impl Automaton {
    /// Exact: the lengths of the words. [YBI09 §2]
    ///
    /// # Errors
    /// [`Exhausted`] when the unary automaton outgrows the budget.
    pub fn lengths(&self, budget: &mut Budget) -> Result<LengthSet, Exhausted> {
        let unary = self.unary(budget)?;
        // Breadth-first numbering makes the unary automaton a path that may turn back once.
        let turn = unary.edges(StateId(unary.state_count() as u32 - 1)).first().map(|edge| edge.target.0);
        let members = unary.accepting_states().map(|state| u64::from(state.0));
        let Some(turn) = turn else {
            return Ok(LengthSet::of(members));
        };
        let base = u64::from(turn);
        let period = unary.state_count() as u64 - base;
        let residues = members.clone().filter(|&length| length >= base).map(|length| length - base);
        Ok(LengthSet::from_parts(members, base, period, residues))
    }

    /// Exact: the unary length automaton of [YBI09 §2]: the language with every character replaced by the
    /// one character of a unary alphabet.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn unary(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(Alphabet::up_to(0));
        nfa.add_states(self.state_count());
        nfa.add_start(StateId::START);
        for state in self.states() {
            let mut targets: Vec<StateId> = self.edges(state).iter().map(|edge| edge.target).collect();
            targets.sort_unstable();
            targets.dedup();
            targets.into_iter().for_each(|target| nfa.add_transition(state, 0, 0, target));
        }
        self.accepting_states().for_each(|state| nfa.set_accepting(state));
        nfa.determinize(budget)
    }

    /// Exact: the words of the language whose length is in `lengths`.
    ///
    /// # Errors
    /// [`Exhausted`] when the product with the counter outgrows the budget.
    pub fn restrict(&self, lengths: &LengthSet, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        if lengths.position_count().is_none() {
            return Err(budget.refuse());
        }
        let mut order = vec![(StateId::START, 0u64)];
        let mut index = HashMap::from([((StateId::START, 0u64), StateId::START)]);
        let mut builder = TableBuilder::new(self.alphabet());
        let mut at = 0;
        while let Some(&(state, position)) = order.get(at) {
            budget.spend(self.edges(state).len() as u64 + 1)?;
            let next = lengths.next_position(position);
            // Past the last member of a finite set every word is too long.
            let edges = if lengths.has_member_from(position + 1) { self.edges(state) } else { &[] };
            for edge in edges {
                let target = *index.entry((edge.target, next)).or_insert_with(|| {
                    order.push((edge.target, next));
                    StateId(order.len() as u32 - 1)
                });
                builder.edge(edge.lo, edge.hi, target);
            }
            builder.finish_state(self.accepts_at(state) && lengths.contains(position));
            at += 1;
        }
        minimize::canonical(&builder.build(), budget)
    }

    /// Exact: all words whose length is in `lengths`.
    ///
    /// # Errors
    /// [`Exhausted`] when the set needs more states than the budget has steps.
    pub fn of_lengths(
        alphabet: Alphabet,
        lengths: &LengthSet,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        Automaton::any(alphabet).restrict(lengths, budget)
    }
}
