//! Replacement of the first match or of all, for a pattern with a known order of matches.
//!
//! At each place of the word the machine guesses what a matcher would find there: that no match starts, or
//! which thread of the pattern will get to the end, and when. A guess comes with *obligations*: a set of
//! threads none of which may ever get to an end. These are the threads of a match that was guessed not to
//! start, and the threads that are preferred to the one guessed to win. A run that breaks an obligation dies.
//! So exactly one run survives for each word, the one that a matcher makes.
//!
//! Subsets of threads make the machine exponential in the pattern at worst; in most patterns few are met. A
//! literal of *n* characters costs about *n* steps a character of the alphabet that it tells apart, but up to
//! the cube of *n* when it consists of one short word repeated. The usual automaton for literals needs no
//! guesses, but it writes from memory what it has read, and so would lose the marks of these characters.

use super::machine::{Edge, Output, Transducer, TransducerBuilder, Unit};
use super::pattern::Pattern;
use crate::budget::{Budget, Exhausted};
use crate::symbols::{Symbol, SymbolSet};
use crate::words::Places;

/// What takes the place of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    before: Vec<Symbol>,
    /// Whether the match itself stands between the two words.
    keeps_match: bool,
    after: Vec<Symbol>,
}

/// Which matches are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurrences {
    /// The first one.
    First,
    /// Every one, from left to right; the next is searched where the last ended.
    All(AfterEmpty),
}

/// Where the search goes on after an empty match. It makes a difference only when matches other than the
/// longest are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterEmpty {
    /// After the next character, which is copied. So do `java.util.regex` and `ereg`.
    StepOver,
    /// At the same place, for a match that is not empty; only if there is none, after the next character.
    /// So does PCRE as PHP calls it.
    TryLonger,
}

impl Template {
    /// A fixed word.
    pub fn word(word: &[Symbol]) -> Self {
        Template { before: word.to_vec(), keeps_match: false, after: Vec::new() }
    }

    /// The match between two fixed words.
    pub fn around_match(before: &[Symbol], after: &[Symbol]) -> Self {
        Template { before: before.to_vec(), keeps_match: true, after: after.to_vec() }
    }
}

impl Transducer {
    /// Exact: the function that replaces matches of `pattern`.
    ///
    /// # Errors
    /// [`Exhausted`] when the sets of threads outgrow the budget.
    ///
    /// # Panics
    /// When a character of the template is not in the alphabet.
    pub fn replacing(
        pattern: &Pattern,
        with: &Template,
        which: Occurrences,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let builder = TransducerBuilder::new(pattern.alphabet());
        let mut search = Search { pattern, with, which, builder, places: Places::new() };
        search.number(Place::Start);
        let mut at = 0;
        while let Some(place) = search.places.get(at).cloned() {
            match place {
                Place::Start => search.begin(at),
                Place::At { mode, context, obliged } => {
                    budget.spend(obliged.len() as u64 + 1)?;
                    search.explore(at, (mode, context), &obliged, budget)?;
                }
            }
            at += 1;
        }
        Ok(search.builder.finish())
    }
}

/// A state of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// Before the context of the start is guessed.
    Start,
    /// Between two characters of the word.
    At { mode: Mode, context: u32, obliged: Obliged },
}

/// What the matcher is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    /// About to search at this place.
    Seeking,
    /// About to go on after an empty match at this place.
    Emptied,
    /// In a match that this thread will bring to its end.
    Inside(u32),
    /// After the only match.
    Done,
}

/// Threads that must never get to an end: sorted, without repetitions.
type Obliged = Vec<u32>;

struct Search<'a> {
    pattern: &'a Pattern,
    with: &'a Template,
    which: Occurrences,
    builder: TransducerBuilder,
    places: Places<Place>,
}

impl Search<'_> {
    fn number(&mut self, place: Place) -> u32 {
        let state = self.places.number(place);
        if state as usize == self.builder.state_count() {
            self.builder.add_state();
        }
        state
    }

    fn state(&mut self, mode: Mode, context: u32, obliged: Obliged) -> u32 {
        self.number(Place::At { mode, context, obliged })
    }

    fn begin(&mut self, at: u32) {
        for &context in &self.pattern.starts {
            let target = self.state(Mode::Seeking, context, Vec::new());
            self.builder.skip(at, &[], target);
        }
    }

    /// Adds the edges of a place.
    fn explore(
        &mut self,
        at: u32,
        (mode, context): (Mode, u32),
        obliged: &[u32],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let pattern = self.pattern;
        let start = pattern.start(context);
        match mode {
            Mode::Seeking if start.ends => {
                self.open(at, context, obliged, &start.preferred);
                self.match_nothing(at, context, with(obliged, &start.preferred));
                Ok(())
            }
            Mode::Seeking => {
                self.open(at, context, obliged, &start.preferred);
                self.copy(at, (Mode::Seeking, context), &with(obliged, &start.preferred), budget)
            }
            Mode::Emptied => {
                let longer: &[u32] = match self.which {
                    Occurrences::All(AfterEmpty::TryLonger) => &start.others,
                    Occurrences::All(AfterEmpty::StepOver) | Occurrences::First => &[],
                };
                self.open(at, context, obliged, longer);
                self.copy(at, (Mode::Seeking, context), &with(obliged, longer), budget)
            }
            Mode::Inside(thread) => self.go_on(at, (thread, context), obliged, budget),
            Mode::Done => self.copy(at, (Mode::Done, context), obliged, budget),
        }
    }

    /// Guesses that a match starts here and which of `threads` will bring it to its end.
    fn open(&mut self, at: u32, context: u32, obliged: &[u32], threads: &[u32]) {
        for (rank, &thread) in threads.iter().enumerate() {
            let obliged = with(obliged, &threads[..rank]);
            // A thread obliged to fail cannot win.
            if obliged.binary_search(&thread).is_err() {
                let target = self.state(Mode::Inside(thread), context, obliged);
                let writes = Output::word(&self.with.before);
                self.builder.edge(at, Edge { reads: None, writes, target, unit: Unit::GoesOn });
            }
        }
    }

    /// Takes the empty match.
    fn match_nothing(&mut self, at: u32, context: u32, obliged: Obliged) {
        let mode = match self.which {
            Occurrences::First => Mode::Done,
            Occurrences::All(_) => Mode::Emptied,
        };
        let target = self.state(mode, context, obliged);
        let word = [&self.with.before[..], &self.with.after].concat();
        self.builder.skip(at, &word, target);
    }

    /// Lets the word end if it may, or copies a character and goes on in `mode`.
    fn copy(
        &mut self,
        at: u32,
        (mode, context): (Mode, u32),
        obliged: &[u32],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let context = self.pattern.context(context);
        if context.is_final {
            self.builder.end(at, &[]);
        }
        let mut edges = Vec::new();
        for &letter in &context.letters {
            budget.spend(obliged.len() as u64 + 1)?;
            if let Some(obliged) = self.keep_obligations(obliged, letter) {
                let next = self.pattern.letter(letter).context;
                edges.push((self.state(mode, next, obliged), Unit::Ends, letter));
            }
        }
        self.add_edges(at, edges, &Output::copy(), &[]);
        Ok(())
    }

    /// Reads a character of the match, and guesses which thread wins now.
    fn go_on(
        &mut self,
        at: u32,
        (thread, context): (u32, u32),
        obliged: &[u32],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let after = match self.which {
            Occurrences::First => Mode::Done,
            Occurrences::All(_) => Mode::Seeking,
        };
        let pattern = self.pattern;
        let mut edges = Vec::new();
        for &letter in &pattern.context(context).letters {
            budget.spend(obliged.len() as u64 + 1)?;
            let Some(list) = pattern.next(thread, letter) else { continue };
            let Some(obliged) = self.keep_obligations(obliged, letter) else { continue };
            let next = pattern.letter(letter).context;
            for (rank, &winner) in list.preferred.iter().enumerate() {
                let obliged = with(&obliged, &list.preferred[..rank]);
                budget.spend(obliged.len() as u64 + 1)?;
                if obliged.binary_search(&winner).is_err() {
                    edges.push((self.state(Mode::Inside(winner), next, obliged), Unit::GoesOn, letter));
                }
            }
            if list.ends {
                edges.push((self.state(after, next, with(&obliged, &list.preferred)), Unit::Ends, letter));
            }
        }
        let kept = if self.with.keeps_match { Output::copy() } else { Output::nothing() };
        let written = self.with.after.clone();
        self.add_edges(at, edges, &kept, &written);
        Ok(())
    }

    /// The obligations after `letter`; `None` when it breaks one.
    fn keep_obligations(&self, obliged: &[u32], letter: u32) -> Option<Obliged> {
        let mut after = Vec::new();
        for list in obliged.iter().filter_map(|&thread| self.pattern.next(thread, letter)) {
            if list.ends {
                return None;
            }
            after.extend_from_slice(&list.preferred);
        }
        Some(with(&after, &[]))
    }

    /// Adds edges given by target and letter, those to one target as one; `after` is written where a unit
    /// ends.
    fn add_edges(&mut self, at: u32, mut edges: Vec<(u32, Unit, u32)>, output: &Output, after: &[Symbol]) {
        edges.sort_unstable_by_key(|&(target, unit, letter)| (target, unit == Unit::Ends, letter));
        for group in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (target, unit, _) = group[0];
            let ranges =
                group.iter().flat_map(|&(_, _, letter)| self.pattern.letter(letter).symbols.ranges());
            let reads = Some(SymbolSet::from_ranges(ranges.copied()));
            let writes = match unit {
                Unit::Ends => output.clone().then(after),
                Unit::GoesOn => output.clone(),
            };
            self.builder.edge(at, Edge { reads, writes, target, unit });
        }
    }
}

/// The union of two sets of threads.
fn with(obliged: &[u32], more: &[u32]) -> Obliged {
    let mut all = [obliged, more].concat();
    all.sort_unstable();
    all.dedup();
    all
}
