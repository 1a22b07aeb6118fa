//! Words that no word of a language contains, though it uses their characters.
//!
//! A language is often said best by what it leaves out: `.*, not containing <script`. The words to name are
//! the least ones: every other word that is never contained contains one of them.

use crate::budget::{Budget, Exhausted};
use crate::words::{Automaton, Nfa, StateId};

/// Exact: the shortest reasons why words are left out. A word is here when no word of the language
/// contains it, but some word contains it without its first character and some without its last. Single
/// characters are left out: a class says that better.
///
/// # Errors
/// [`Exhausted`] when an automaton on the way outgrows the budget.
pub(super) fn forbidden(automaton: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let alphabet = automaton.alphabet();
    let letter = Automaton::class(alphabet, &alphabet.all());
    let absent = factors(automaton, budget)?.complement(budget)?;
    let longer = letter.concat(&absent, budget)?.union(&absent.concat(&letter, budget)?, budget)?;
    absent.difference(&longer, budget)?.difference(&letter, budget)
}

/// Exact: the words that contain no word of `inside`.
///
/// # Errors
/// [`Exhausted`] when an automaton on the way outgrows the budget.
pub(super) fn containing_none(inside: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let any = Automaton::any(inside.alphabet());
    any.concat(inside, budget)?.concat(&any, budget)?.complement(budget)
}

/// Exact: everything that a word of the language contains.
fn factors(automaton: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
    let mut nfa = Nfa::new(automaton.alphabet());
    if automaton.is_empty() {
        return nfa.determinize(budget);
    }
    let first = nfa.add_states(automaton.state_count());
    let place = |state: StateId| StateId(first.0 + state.0);
    for state in automaton.states() {
        budget.spend(automaton.edges(state).len() as u64 + 1)?;
        nfa.add_start(place(state));
        nfa.set_accepting(place(state));
        for edge in automaton.edges(state) {
            nfa.add_transition(place(state), edge.lo, edge.hi, place(edge.target));
        }
    }
    nfa.determinize(budget)
}
