//! What is searched for, and which of several matches is taken.
//!
//! A matcher that prefers some ways over others is a set of *threads*, each of which waits for a character.
//! When it has read one, a [`List`] of threads goes on in its place, in the order of preference; somewhere in
//! the order it may be that the match ends. A match is the way of the most preferred thread that gets to an
//! end. Leftmost-longest is a special case: the threads are the states of an automaton, and going on is
//! always preferred to ending.
//!
//! What a thread may do can depend on the place: an anchor, a word boundary, lookaround. So each place of a
//! word has a [`Context`], and each word has exactly one run through the contexts. A [`Letter`] is a
//! character together with the context after it.

use crate::budget::{Budget, Exhausted};
use crate::symbols::{Alphabet, Symbol, SymbolSet};
use crate::words::{Automaton, StateId};

/// A pattern with its order of matches.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(super) alphabet: Alphabet,
    pub(super) letters: Vec<Letter>,
    pub(super) contexts: Vec<Context>,
    /// The contexts in which a word may start.
    pub(super) starts: Vec<u32>,
    pub(super) lists: Vec<List>,
    /// The list that follows thread `t` on letter `l` is at `t * letters.len() + l`.
    pub(super) next: Vec<Option<u32>>,
}

/// Characters that no thread tells apart, and the context after them.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) symbols: SymbolSet,
    pub(super) context: u32,
}

/// What is known of a place in a word.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// The letters that may follow. Their characters may overlap: a context may know what is to come.
    pub(super) letters: Vec<u32>,
    /// Whether a word may end here.
    pub(super) is_final: bool,
    /// The list that a match begins with here.
    pub(super) start: u32,
}

/// Threads in the order of preference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct List {
    /// Those before the end of the match, or all of them when the match does not end here.
    pub(super) preferred: Vec<u32>,
    /// Whether the match may end here.
    pub(super) ends: bool,
    /// Those that come after the end.
    pub(super) others: Vec<u32>,
}

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
        let sets: Vec<SymbolSet> = language
            .states()
            .flat_map(|state| language.edges(state))
            .map(|edge| SymbolSet::range(edge.lo, edge.hi))
            .collect();
        let classes = classes(language.alphabet(), &sets, budget)?;
        let list = |state: StateId| List {
            preferred: vec![state.index() as u32],
            ends: language.accepts_at(state),
            others: Vec::new(),
        };
        budget.spend((language.state_count() * (classes.len() + 1)) as u64)?;
        let step = |state, class: &SymbolSet| {
            class
                .ranges()
                .first()
                .and_then(|&(first, _)| language.step(state, first))
                .map(|to| to.index() as u32)
        };
        let next = language.states().flat_map(|state| classes.iter().map(move |class| step(state, class)));
        Ok(Pattern {
            alphabet: language.alphabet(),
            contexts: vec![Context {
                letters: (0..classes.len() as u32).collect(),
                is_final: true,
                start: 0,
            }],
            starts: vec![0],
            lists: language.states().map(list).collect(),
            next: next.collect(),
            letters: classes.into_iter().map(|symbols| Letter { symbols, context: 0 }).collect(),
        })
    }

    /// The alphabet.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// The threads that a match begins with where the context is `context`.
    pub(super) fn start(&self, context: u32) -> &List {
        &self.lists[self.contexts[context as usize].start as usize]
    }

    pub(super) fn letter(&self, letter: u32) -> &Letter {
        &self.letters[letter as usize]
    }

    pub(super) fn context(&self, context: u32) -> &Context {
        &self.contexts[context as usize]
    }

    /// The threads that go on after `thread` has read `letter`.
    pub(super) fn next(&self, thread: u32, letter: u32) -> Option<&List> {
        self.next[thread as usize * self.letters.len() + letter as usize]
            .map(|list| &self.lists[list as usize])
    }
}

/// The coarsest partition of the alphabet in which each of `sets` is a union of parts.
fn classes(alphabet: Alphabet, sets: &[SymbolSet], budget: &mut Budget) -> Result<Vec<SymbolSet>, Exhausted> {
    let mut different: Vec<&SymbolSet> = sets.iter().collect();
    different.sort_unstable();
    different.dedup();
    let mut parts = vec![alphabet.all()];
    for set in different {
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
