//! Where a regular expression matches in a word.
//!
//! This is the definition of a match, kept apart from the transducers that engines use: the ordered program of
//! the expression is run on the one word, preferred ways first, as a backtracking matcher does. A place of
//! the program that failed at a place of the word fails there every time, so it is tried once.

use std::collections::HashSet;

use automata::regex::{Dialect, Flags, Instruction, Label, Program as Matcher, Regex, Side};
use automata::{Alphabet, Budget, Symbol};

use super::{Outcome, text};
use crate::ids::PatternId;
use crate::operation::Which;
use crate::program::Program;

/// The regular expressions of a program, made ready when they are first searched for.
pub(super) struct Matchers {
    ready: Vec<Option<Matcher>>,
    /// What all searches of a run may cost together.
    budget: Budget,
}

impl Matchers {
    pub(super) fn new(program: &Program, budget: Budget) -> Self {
        Matchers { ready: program.patterns.iter().map(|_| None).collect(), budget }
    }

    /// The places at which matches are replaced, from left to right; an empty match is an empty place.
    pub(super) fn places(
        &mut self,
        program: &Program,
        pattern: PatternId,
        word: &[Symbol],
        which: Which,
    ) -> Result<Vec<(usize, usize)>, Outcome> {
        let regex = &program.patterns[pattern.index()].regex;
        let ready = &mut self.ready[pattern.index()];
        let matcher = match ready {
            Some(matcher) => matcher,
            None => ready.insert(make_ready(regex, program.alphabet, &mut self.budget)?),
        };
        let word: Vec<Symbol> = word.iter().map(|&symbol| text::plain(symbol)).collect();
        Search::new(matcher, regex.dialect(), &word, &mut self.budget)?.places(which)
    }
}

/// The program of an expression over the plain characters of an alphabet.
fn make_ready(regex: &Regex, alphabet: Alphabet, budget: &mut Budget) -> Result<Matcher, Outcome> {
    let alphabet = Alphabet::up_to(alphabet.last());
    let fits = regex.dialect() == Dialect::Own || regex.alphabet() == alphabet;
    // Such a pattern is tried at one place only, which transducers do not do either.
    let fits = fits && !regex.flags().contains(Flags::ANCHORED);
    let matcher = fits.then(|| regex.program(alphabet, budget));
    matcher.and_then(Result::ok).ok_or(Outcome::Unsupported)
}

/// Places of the program at places of the word from which no match ends, or which are being tried.
type Failed = HashSet<(Label, usize)>;

/// A matcher on a word.
struct Search<'a> {
    matcher: &'a Matcher,
    dialect: Dialect,
    word: &'a [Symbol],
    /// Which zero-width tests hold: for each test and place of the word.
    holds: Vec<Vec<bool>>,
    budget: &'a mut Budget,
}

/// Which matches count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Any,
    NotEmpty,
}

impl<'a> Search<'a> {
    fn new(
        matcher: &'a Matcher,
        dialect: Dialect,
        word: &'a [Symbol],
        budget: &'a mut Budget,
    ) -> Result<Self, Outcome> {
        let mut search = Search { matcher, dialect, word, holds: Vec::new(), budget };
        // A test refers only to tests before it.
        for assertion in matcher.assertions() {
            let holds = match assertion.side {
                Side::Behind => search.ends_of(assertion.start)?,
                Side::Ahead => search.starts_of(assertion.start)?,
            };
            search.holds.push(holds);
        }
        Ok(search)
    }

    fn places(mut self, which: Which) -> Result<Vec<(usize, usize)>, Outcome> {
        let mut places = Vec::new();
        let mut at = 0;
        let mut want = Want::Any;
        // A search for a match that is not empty rejects ends at its start only, where nothing is searched later.
        let mut failed = Failed::new();
        while at <= self.word.len() {
            let found = self.match_at(at, want, &mut failed)?;
            if let Some(end) = found {
                places.push((at, end));
                // What was tried on the way to a match did not all fail.
                failed.clear();
                if which == Which::First {
                    break;
                }
            }
            (at, want) = match found {
                Some(end) if end > at => (end, Want::Any),
                Some(_) if self.tries_longer() => (at, Want::NotEmpty),
                Some(_) | None => (at + 1, Want::Any),
            };
        }
        Ok(places)
    }

    /// Whether a match that is not empty is searched where an empty one was found.
    fn tries_longer(&self) -> bool {
        match self.dialect {
            Dialect::Pcre => true,
            Dialect::Posix | Dialect::Java | Dialect::Own => false,
        }
    }

    /// The end of the match that the engine takes at a place: the longest for POSIX, the first for the others.
    fn match_at(&mut self, at: usize, want: Want, failed: &mut Failed) -> Result<Option<usize>, Outcome> {
        let mut longest = None;
        let mut ways = vec![(self.matcher.start(), at)];
        while let Some((label, place)) = ways.pop() {
            self.spend(1)?;
            if !failed.insert((label, place)) {
                continue;
            }
            match self.matcher.instruction(label) {
                Instruction::Char { set, next } => {
                    let symbol = self.word.get(place);
                    if symbol.is_some_and(|&symbol| self.matcher.set(set).contains(symbol)) {
                        ways.push((next, place + 1));
                    }
                }
                Instruction::Split { prefer, other } => ways.extend([(other, place), (prefer, place)]),
                Instruction::Assert { assertion, holds, next } => {
                    if self.holds[assertion.index()][place] == holds {
                        ways.push((next, place));
                    }
                }
                Instruction::Save { next, .. } => ways.push((next, place)),
                Instruction::Fail => {}
                Instruction::Match if want == Want::NotEmpty && place == at => {}
                Instruction::Match if self.dialect == Dialect::Posix => longest = longest.max(Some(place)),
                Instruction::Match => return Ok(Some(place)),
            }
        }
        Ok(longest)
    }

    /// For each place of the word whether a body matches a part that ends there.
    fn ends_of(&mut self, start: Label) -> Result<Vec<bool>, Outcome> {
        let mut ends = Vec::with_capacity(self.word.len() + 1);
        let mut labels = Vec::new();
        for place in 0..=self.word.len() {
            labels.push(start);
            let reached = self.reached(&labels, place)?;
            ends.push(reached.iter().any(|&label| self.matcher.instruction(label) == Instruction::Match));
            let symbol = self.word.get(place);
            labels = reached.into_iter().filter_map(|label| self.after(label, symbol)).collect();
        }
        Ok(ends)
    }

    /// For each place of the word whether a body matches a part that starts there.
    fn starts_of(&mut self, start: Label) -> Result<Vec<bool>, Outcome> {
        let mut starts = Vec::with_capacity(self.word.len() + 1);
        for place in 0..=self.word.len() {
            let mut labels = vec![start];
            let mut at = place;
            let found = loop {
                let reached = self.reached(&labels, at)?;
                if reached.iter().any(|&label| self.matcher.instruction(label) == Instruction::Match) {
                    break true;
                }
                let symbol = self.word.get(at);
                labels = reached.into_iter().filter_map(|label| self.after(label, symbol)).collect();
                if labels.is_empty() {
                    break false;
                }
                at += 1;
            };
            starts.push(found);
        }
        Ok(starts)
    }

    /// The label after an instruction that reads `symbol`.
    fn after(&self, label: Label, symbol: Option<&Symbol>) -> Option<Label> {
        let Instruction::Char { set, next } = self.matcher.instruction(label) else { return None };
        symbol.is_some_and(|&symbol| self.matcher.set(set).contains(symbol)).then_some(next)
    }

    /// The labels that are reached from these at a place without reading.
    fn reached(&mut self, labels: &[Label], place: usize) -> Result<Vec<Label>, Outcome> {
        let mut seen = vec![false; self.matcher.len()];
        let mut open = labels.to_vec();
        let mut reached = Vec::new();
        self.spend(self.matcher.len() as u64)?;
        while let Some(label) = open.pop() {
            if std::mem::replace(&mut seen[label.index()], true) {
                continue;
            }
            reached.push(label);
            match self.matcher.instruction(label) {
                Instruction::Split { prefer, other } => open.extend([prefer, other]),
                Instruction::Assert { assertion, holds, next } => {
                    if self.holds[assertion.index()][place] == holds {
                        open.push(next);
                    }
                }
                Instruction::Save { next, .. } => open.push(next),
                Instruction::Char { .. } | Instruction::Fail | Instruction::Match => {}
            }
        }
        Ok(reached)
    }

    fn spend(&mut self, steps: u64) -> Result<(), Outcome> {
        self.budget.spend(steps).map_err(|_| Outcome::StepLimit)
    }
}
