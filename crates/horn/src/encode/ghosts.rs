//! Choice 5, the ghosts: which automata are tracked, and how state maps are written as terms.
//!
//! The *profile* of a word under an automaton maps each state to the one after reading the word. A profile is one
//! integer term a state. The profile of the empty word is the identity, that of a concatenation the composition; a
//! character more at either end is a choice by classes of characters. Where a move is missing, a state of failure is
//! added, the last one, so that every profile is total.

use automata::{Alphabet, Automaton, Budget, Exhausted, Nfa, StateId, SymbolSet};

use super::chars::Chars;
use super::order::End;
use crate::op::{LanguageId, Op};
use crate::terms::{Term, TermId, Terms};

/// An automaton whose profiles are kept.
#[derive(Clone, Debug)]
pub(super) struct Tracked {
    /// The language of the system that it tests.
    pub(super) language: LanguageId,
    /// For each state its moves: the characters, and where they lead. Together they are all characters.
    pub(super) moves: Vec<Vec<(SymbolSet, usize)>>,
    /// Which states accept.
    pub(super) accepting: Vec<bool>,
}

impl Tracked {
    /// The automaton of a language, made total.
    pub(super) fn new(language: LanguageId, automaton: &Automaton) -> Tracked {
        let failure = automaton.state_count();
        let mut moves = Vec::new();
        for state in automaton.states() {
            let mut to: Vec<(SymbolSet, usize)> = Vec::new();
            let mut rest = automaton.alphabet().all();
            for edge in automaton.edges(state) {
                let set = SymbolSet::range(edge.lo, edge.hi);
                rest = rest.difference(&set);
                join(&mut to, &set, edge.target.index());
            }
            if !rest.is_empty() {
                join(&mut to, &rest, failure);
            }
            moves.push(to);
        }
        let mut accepting: Vec<bool> = automaton.states().map(|state| automaton.accepts_at(state)).collect();
        if moves.iter().flatten().any(|(_, target)| *target == failure) {
            moves.push(vec![(automaton.alphabet().all(), failure)]);
            accepting.push(false);
        }
        Tracked { language, moves, accepting }
    }

    /// How many states there are, which is how many terms a profile has.
    pub(super) fn states(&self) -> usize {
        self.moves.len()
    }

    /// Exact: the words that lead from a state to another.
    ///
    /// # Errors
    /// [`Exhausted`] when the language outgrows the budget.
    pub(super) fn words(
        &self,
        alphabet: Alphabet,
        [from, to]: [usize; 2],
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let mut nfa = Nfa::new(alphabet);
        let states: Vec<StateId> = self.moves.iter().map(|_| nfa.add_state()).collect();
        for (moves, &state) in self.moves.iter().zip(&states) {
            moves.iter().for_each(|(set, target)| nfa.add_symbols(state, set, states[*target]));
        }
        nfa.add_start(states[from]);
        nfa.set_accepting(states[to]);
        nfa.determinize(budget)
    }

    /// The profile of the empty word.
    pub(super) fn identity(&self, terms: &mut Terms) -> Vec<TermId> {
        (0..self.states()).map(|state| terms.int(state as i128)).collect()
    }

    /// The profile of a word with a character more at an end.
    pub(super) fn extended(
        &self,
        terms: &mut Terms,
        (chars, end): (Chars, End),
        (character, profile): (TermId, &[TermId]),
    ) -> Vec<TermId> {
        let states = 0..self.states();
        match end {
            End::First => states
                .map(|state| self.choose(terms, chars, (state, character), |_, target| profile[target]))
                .collect(),
            End::Last => {
                let after: Vec<TermId> = states
                    .map(|state| {
                        self.choose(terms, chars, (state, character), |terms, target| {
                            terms.int(target as i128)
                        })
                    })
                    .collect();
                composed(terms, profile, &after)
            }
        }
    }

    /// A term by where a character leads from a state.
    fn choose(
        &self,
        terms: &mut Terms,
        chars: Chars,
        (state, character): (usize, TermId),
        term: impl Fn(&mut Terms, usize) -> TermId,
    ) -> TermId {
        let (last, others) = self.moves[state].split_last().expect("an alphabet has a character");
        let mut chosen = term(terms, last.1);
        for (set, target) in others {
            let (inside, there) = (chars.inside(terms, character, set), term(terms, *target));
            chosen = terms.app(Op::Ite, &[inside, there, chosen]);
        }
        chosen
    }

    /// Whether a word with the profile is in the language.
    pub(super) fn accepted(&self, terms: &mut Terms, profile: &[TermId]) -> TermId {
        let verdicts: Vec<TermId> = self.accepting.iter().map(|&accepts| terms.truth(accepts)).collect();
        selected(terms, profile[0], &verdicts)
    }
}

/// The profile of a word followed by another.
pub(super) fn composed(terms: &mut Terms, one: &[TermId], other: &[TermId]) -> Vec<TermId> {
    one.iter().map(|&state| selected(terms, state, other)).collect()
}

/// The value at the place that a term says.
fn selected(terms: &mut Terms, place: TermId, values: &[TermId]) -> TermId {
    if let Term::Int(place) = terms.get(place) {
        return values[usize::try_from(*place).expect("a state is a natural")];
    }
    let (last, others) = values.split_last().expect("there is a state");
    let mut chosen = *last;
    for (at, &value) in others.iter().enumerate() {
        let at = terms.int(at as i128);
        let here = terms.app(Op::Equal, &[place, at]);
        chosen = terms.app(Op::Ite, &[here, value, chosen]);
    }
    chosen
}

fn join(moves: &mut Vec<(SymbolSet, usize)>, set: &SymbolSet, target: usize) {
    match moves.iter_mut().find(|(_, known)| *known == target) {
        Some((symbols, _)) => *symbols = symbols.union(set),
        None => moves.push((set.clone(), target)),
    }
}
