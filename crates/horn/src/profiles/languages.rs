//! From classes back to languages.
//!
//! The words of some classes are accepted by the machine that has all classes as states: reading a letter leads from
//! class to class. It is made once for some entries; which classes accept is said afterwards.

use std::collections::HashMap;

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, StateId};

use super::registry::Entry;
use super::space::Space;

/// All classes for some entries, and the letters between them.
#[derive(Debug)]
pub(super) struct Graph {
    nfa: Nfa,
    classes: Vec<(Vec<u32>, StateId)>,
}

impl Graph {
    /// Exact: the classes of all words.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more than the budget covers.
    pub(super) fn new(
        (alphabet, space): (Alphabet, &Space),
        entries: &[Entry],
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let mut nfa = Nfa::new(alphabet);
        let first: Vec<u32> = entries.iter().map(|&(_, state)| state).collect();
        let start = nfa.add_state();
        nfa.add_start(start);
        let mut numbers: HashMap<Vec<u32>, StateId> = HashMap::from([(first.clone(), start)]);
        let mut classes = vec![(first, start)];
        let mut at = 0;
        while let Some((class, source)) = classes.get(at).cloned() {
            for (letter, &(lo, hi)) in space.letters.iter().enumerate() {
                budget.spend(entries.len() as u64 + 1)?;
                let step = |(&(machine, _), &state): (&Entry, &u32)| space.step(machine, state, letter);
                let next: Vec<u32> = entries.iter().zip(&class).map(step).collect();
                let target = *numbers.entry(next.clone()).or_insert_with(|| {
                    let state = nfa.add_state();
                    classes.push((next, state));
                    state
                });
                nfa.add_transition(source, lo, hi, target);
            }
            at += 1;
        }
        Ok(Graph { nfa, classes })
    }

    /// Exact: the words whose class is wanted.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the classes.
    pub(super) fn language(
        &self,
        wanted: impl Fn(&[u32]) -> bool,
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = self.nfa.clone();
        for (_, state) in self.classes.iter().filter(|(class, _)| wanted(class)) {
            nfa.set_accepting(*state);
        }
        nfa.determinize(budget)
    }
}
