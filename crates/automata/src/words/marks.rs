//! Languages over an alphabet with marked characters, and back.
//!
//! A marked character was written by the outside. A regular expression or a comparison looks through the
//! marks; an input has them everywhere; a program that asks for the text alone has them taken away.

use super::automaton::Automaton;
use super::nfa::Nfa;
use super::table::{Edge, StateId, TableBuilder};
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, MARK};

/// Which copies of a character an edge has in the marked alphabet.
#[derive(Clone, Copy)]
enum Copies {
    Marked,
    Both,
}

impl Automaton {
    /// Exact: the words over the marked alphabet that are in the language when marks are looked through.
    ///
    /// # Panics
    /// When the alphabet has marks already.
    #[must_use]
    pub fn through_marks(&self) -> Automaton {
        self.with_copies(Copies::Both)
    }

    /// Exact: the words of the language with every character marked.
    ///
    /// # Panics
    /// When the alphabet has marks already.
    #[must_use]
    pub fn all_marked(&self) -> Automaton {
        self.with_copies(Copies::Marked)
    }

    /// Exact: the words of the language with all marks taken away.
    ///
    /// # Errors
    /// [`Exhausted`] when the subset construction outgrows the budget.
    pub fn without_marks(&self, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let last = self.alphabet().last();
        let mut nfa = Nfa::new(Alphabet::up_to(last));
        nfa.add_states(self.state_count());
        nfa.add_start(StateId::START);
        self.accepting_states().for_each(|state| nfa.set_accepting(state));
        for state in self.states() {
            for edge in self.edges(state) {
                // An edge may reach from the unmarked into the marked characters.
                nfa.add_transition(state, edge.lo, edge.hi.min(last), edge.target);
                if edge.hi >= MARK {
                    nfa.add_transition(state, edge.lo.max(MARK) - MARK, edge.hi - MARK, edge.target);
                }
            }
        }
        nfa.determinize(budget)
    }

    /// The same states, each edge on the copies asked for. What is minimal and numbered stays so, since all
    /// states are changed alike and the copies of an edge lead to the same state.
    fn with_copies(&self, copies: Copies) -> Automaton {
        assert!(!self.alphabet().is_marked(), "the alphabet has no marks yet");
        let mut builder = TableBuilder::new(self.alphabet().with_marks());
        for state in self.states() {
            let plain: &[Edge] = match copies {
                Copies::Both => self.edges(state),
                Copies::Marked => &[],
            };
            for edge in plain {
                builder.edge(edge.lo, edge.hi, edge.target);
            }
            for edge in self.edges(state) {
                builder.edge(edge.lo | MARK, edge.hi | MARK, edge.target);
            }
            builder.finish_state(self.accepts_at(state));
        }
        Automaton::from_canonical(builder.build())
    }
}
