//! What is searched for, and which of several matches is taken.
//!
//! A matcher that prefers some ways over others is a set of *threads*, each of which waits for a character.
//! When it has read one, a [`List`] of threads goes on in its place, in the order of preference; somewhere in
//! the order it may be that the match ends. A match is the way of the most preferred thread that gets to an
//! end. Leftmost-longest is a special case: the threads are the states of an automaton, and going on is
//! always preferred to ending.

use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, Symbol, SymbolSet};
use crate::words::{Automaton, StateId};

/// A pattern with its order of matches.
#[derive(Clone, Debug)]
pub struct Pattern {
    alphabet: Alphabet,
    lists: Vec<List>,
    start: u32,
    /// Sets of characters that no thread tells apart; together the alphabet.
    classes: Vec<SymbolSet>,
    /// The list that follows thread `t` on class `c` is at `t * classes.len() + c`.
    next: Vec<Option<u32>>,
}

/// Threads in the order of preference.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Those before the end of the match, or all of them when the match does not end here.
    pub(super) preferred: Vec<u32>,
    /// Whether the match may end here.
    pub(super) ends: bool,
    /// Those that come after the end.
    pub(super) others: Vec<u32>,
}

/// For each thread, the characters it reads and the list that follows. The sets of a thread are disjoint.
pub(super) type Threads = Vec<Vec<(SymbolSet, u32)>>;

impl Pattern {
    /// Exact: the word `word` alone; `None` for the empty word, on whose occurrences languages do not agree.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the word times its different characters.
    ///
    /// # Panics
    /// When a character is not in the alphabet.
    pub fn literal(
        alphabet: Alphabet,
        word: &[Symbol],
        budget: &mut Budget,
    ) -> Result<Option<Self>, Exhausted> {
        if word.is_empty() {
            return Ok(None);
        }
        Pattern::longest(&Automaton::literal(alphabet, word), budget).map(Some)
    }

    /// Exact: the words of `language`, the longest one that starts at the leftmost place: the order of POSIX.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not cover the states times the classes of characters.
    pub fn longest(language: &Automaton, budget: &mut Budget) -> Result<Self, Exhausted> {
        let list = |state: StateId| List {
            preferred: vec![state.index() as u32],
            ends: language.accepts_at(state),
            others: Vec::new(),
        };
        let moves = |state: StateId| {
            let edges = language.edges(state).iter();
            edges.map(|edge| (SymbolSet::range(edge.lo, edge.hi), edge.target.index() as u32)).collect()
        };
        let lists = language.states().map(list).collect();
        let threads = language.states().map(moves).collect();
        Pattern::from_threads(language.alphabet(), lists, &threads, budget)
    }

    /// A pattern that begins with list 0.
    pub(super) fn from_threads(
        alphabet: Alphabet,
        lists: Vec<List>,
        threads: &Threads,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let sets = threads.iter().flatten().map(|(set, _)| set);
        let classes = classes(alphabet, sets, budget)?;
        budget.spend((threads.len() * classes.len()) as u64)?;
        let mut next = vec![None; threads.len() * classes.len()];
        for (thread, moves) in threads.iter().enumerate() {
            for (set, list) in moves {
                for (class, symbols) in classes.iter().enumerate() {
                    let first = symbols.ranges()[0].0;
                    if set.contains(first) {
                        next[thread * classes.len() + class] = Some(*list);
                    }
                }
                budget.spend(classes.len() as u64)?;
            }
        }
        Ok(Pattern { alphabet, lists, start: 0, classes, next })
    }

    /// The alphabet.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Whether the empty word matches.
    pub fn matches_empty(&self) -> bool {
        self.start().ends
    }

    pub(super) fn start(&self) -> &List {
        &self.lists[self.start as usize]
    }

    pub(super) fn classes(&self) -> &[SymbolSet] {
        &self.classes
    }

    /// The threads that go on after `thread` has read a character of class `class`.
    pub(super) fn next(&self, thread: u32, class: usize) -> Option<&List> {
        self.next[thread as usize * self.classes.len() + class].map(|list| &self.lists[list as usize])
    }
}

/// The coarsest partition of the alphabet in which each of `sets` is a union of parts.
fn classes<'a>(
    alphabet: Alphabet,
    sets: impl Iterator<Item = &'a SymbolSet>,
    budget: &mut Budget,
) -> Result<Vec<SymbolSet>, Exhausted> {
    let mut parts = vec![alphabet.all()];
    let mut seen: Vec<&SymbolSet> = sets.collect();
    seen.sort_unstable();
    seen.dedup();
    for set in seen {
        let mut finer = Vec::with_capacity(parts.len() + 1);
        for part in parts {
            budget.spend((part.ranges().len() + set.ranges().len()) as u64)?;
            let (inside, outside) = (part.intersection(set), part.difference(set));
            finer.extend([inside, outside].into_iter().filter(|half| !half.is_empty()));
        }
        parts = finer;
    }
    Ok(parts)
}
