//! The tables of a certificate, each made once.
//!
//! From label to label most languages and number sets stay as they were. A table that is shared is compared by its
//! place in memory alone, so that the checker passes over what an action left as it was, and a certificate is as large
//! as what changes.

use automata::{Automaton, Tuples};
use verdict::plain::{Numbers, Words};

/// The tables made so far, for each variable and each pack.
#[derive(Default)]
pub(crate) struct Tables {
    words: Vec<Vec<(Automaton, Words)>>,
    numbers: Vec<Vec<(Tuples, Numbers)>>,
}

impl Tables {
    /// The table of a language of a string variable.
    pub(crate) fn words(&mut self, variable: usize, language: &Automaton) -> Words {
        shared(&mut self.words, variable, language, Words::of)
    }

    /// The table of a set of a pack.
    pub(crate) fn numbers(&mut self, pack: usize, set: &Tuples) -> Numbers {
        shared(&mut self.numbers, pack, set, Numbers::of)
    }
}

/// The table of a value in a slot; the last ones are the likeliest.
fn shared<V: Clone + PartialEq, T: Clone>(
    made: &mut Vec<Vec<(V, T)>>,
    slot: usize,
    value: &V,
    table: impl Fn(&V) -> T,
) -> T {
    if made.len() <= slot {
        made.resize_with(slot + 1, Vec::new);
    }
    if let Some((_, known)) = made[slot].iter().rev().find(|(known, _)| known == value) {
        return known.clone();
    }
    let fresh = table(value);
    made[slot].push((value.clone(), fresh.clone()));
    fresh
}
