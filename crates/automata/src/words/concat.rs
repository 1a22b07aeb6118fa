//! Concatenation, repetition and reversal, through the workshop.
//!
//! Each operation is a few epsilon moves between copies of its operands, made canonical at the end. That last step may
//! be exponential, so all of them take a budget.

use super::automaton::Automaton;
use super::nfa::Nfa;
use super::table::StateId;
use crate::budget::{Budget, Exhausted};

impl Automaton {
    /// Exact: a word of this language followed by a word of `other`.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn concat(&self, other: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        self.expect_alphabet_of(other);
        let mut nfa = Nfa::new(self.alphabet());
        let left = nfa.add_table(self.table());
        let right = nfa.add_table(other.table());
        nfa.add_start(left);
        self.accepting_states().for_each(|state| nfa.add_epsilon(left.plus(state), right));
        other.accepting_states().for_each(|state| nfa.set_accepting(right.plus(state)));
        nfa.determinize(budget)
    }

    /// Exact: any number of words of the language, one after the other; none gives the empty word.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn star(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.alphabet());
        let start = nfa.add_state();
        let body = nfa.add_table(self.table());
        nfa.add_start(start);
        nfa.set_accepting(start);
        nfa.add_epsilon(start, body);
        self.accepting_states().for_each(|state| nfa.add_epsilon(body.plus(state), start));
        nfa.determinize(budget)
    }

    /// Exact: `least` to `most` words of the language one after the other, or more when `most` is `None`.
    /// Empty when `least > most`.
    ///
    /// # Errors
    /// [`Exhausted`] when the copies or the subset construction outgrow the budget.
    pub fn repeat(&self, least: u32, most: Option<u32>, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let Some(most) = most else {
            return self.repeat(least, Some(least), budget)?.concat(&self.star(budget)?, budget);
        };
        if least > most {
            return Ok(Automaton::empty(self.alphabet()));
        }
        let mut nfa = Nfa::new(self.alphabet());
        let end = nfa.add_state();
        nfa.set_accepting(end);
        let mut start = nfa.add_state();
        nfa.add_start(start);
        for copy in 0..most {
            budget.spend((self.edge_count() + self.state_count()) as u64)?;
            // An optional copy may be left at once for the end, so that closures stay small.
            if copy >= least {
                nfa.add_epsilon(start, end);
            }
            let body = nfa.add_table(self.table());
            nfa.add_epsilon(start, body);
            start = nfa.add_state();
            self.accepting_states().for_each(|state| nfa.add_epsilon(body.plus(state), start));
        }
        nfa.add_epsilon(start, end);
        nfa.determinize(budget)
    }

    /// Exact: the words of the language read backwards.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn reverse(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(self.alphabet());
        nfa.add_states(self.state_count());
        for state in self.states() {
            for edge in self.edges(state) {
                nfa.add_transition(edge.target, edge.lo, edge.hi, state);
            }
        }
        self.accepting_states().for_each(|state| nfa.add_start(state));
        nfa.set_accepting(StateId::START);
        nfa.determinize(budget)
    }

    /// The accepting states, ascending.
    pub fn accepting_states(&self) -> impl Iterator<Item = StateId> + Clone + '_ {
        self.states().filter(|&state| self.accepts_at(state))
    }
}
