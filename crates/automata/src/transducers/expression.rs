//! From a regular expression of some dialect to a [`Pattern`].
//!
//! The instructions of a program that wait for a character are the threads. In a leftmost-first dialect each
//! is a thread by itself, ranked by the order in which a backtracking engine comes to it. In a
//! leftmost-longest dialect all that are reached together are one thread, which is the subset construction.

use std::collections::{HashMap, HashSet};

use super::pattern::{Context, Letter, List, Pattern};
use super::search::{AfterEmpty, Occurrences};
use crate::budget::{Budget, Exhausted};
use crate::regex::{Contexts, Dialect, Flags, Instruction, Label, Program, Regex, Unavailable};
use crate::symbols::Alphabet;
use crate::words::Places;

/// Which of several matches at a place is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    First,
    Longest,
}

impl Pattern {
    /// Exact: the matches of `regex`, in the order of its engine: leftmost-longest for POSIX, leftmost-first
    /// for the others.
    ///
    /// # Errors
    /// [`Unavailable`] when a construct is not supported, the budget is spent or the alphabet does not fit: a
    /// PCRE pattern with `u` steps by code points, so it is not to be had over bytes here.
    pub fn of_regex(regex: &Regex, alphabet: Alphabet, budget: &mut Budget) -> Result<Self, Unavailable> {
        if regex.flags().contains(Flags::ANCHORED) {
            return Err(Unavailable::by_name("modifier A in a replacement"));
        }
        if alphabet.last() != regex.alphabet().last() && regex.dialect() != Dialect::Own {
            return Err(Unavailable::wrong_alphabet());
        }
        let order = match regex.dialect() {
            Dialect::Posix => Order::Longest,
            Dialect::Pcre | Dialect::Java | Dialect::Own => Order::First,
        };
        let program = regex.program(alphabet, budget)?;
        Ok(Reading::of(&program, order, budget)?.read(budget)?)
    }
}

impl Occurrences {
    /// All matches, with the rule of the dialect for what follows an empty one.
    pub fn all(dialect: Dialect) -> Self {
        Occurrences::All(match dialect {
            Dialect::Pcre => AfterEmpty::TryLonger,
            Dialect::Posix | Dialect::Java | Dialect::Own => AfterEmpty::StepOver,
        })
    }
}

/// A program on its way to a pattern.
struct Reading<'p> {
    program: &'p Program,
    order: Order,
    contexts: Contexts,
    letters: Vec<Letter>,
    /// A thread waits at one or more instructions that read a character.
    threads: Places<Vec<Label>>,
    lists: Places<List>,
    /// The list for labels that are reached at once in a context.
    known: HashMap<(Vec<Label>, u32), u32>,
}

impl<'p> Reading<'p> {
    fn of(program: &'p Program, order: Order, budget: &mut Budget) -> Result<Self, Exhausted> {
        let contexts = Contexts::of(program, budget)?;
        Ok(Reading {
            program,
            order,
            contexts,
            letters: Vec::new(),
            threads: Places::new(),
            lists: Places::new(),
            known: HashMap::new(),
        })
    }

    fn read(mut self, budget: &mut Budget) -> Result<Pattern, Exhausted> {
        let mut contexts = Vec::new();
        for context in 0..self.contexts.state_count() as u32 {
            contexts.push(self.context(context, budget)?);
        }
        let mut next = Vec::new();
        let mut thread = 0;
        while let Some(labels) = self.threads.get(thread).cloned() {
            for letter in 0..self.letters.len() {
                budget.spend(labels.len() as u64 + 1)?;
                next.push(self.step(&labels, letter, budget)?);
            }
            thread += 1;
        }
        Ok(Pattern {
            alphabet: self.program.alphabet(),
            letters: self.letters,
            contexts,
            starts: self.contexts.starts().to_vec(),
            lists: self.lists.into_order(),
            next,
        })
    }

    /// Adds the letters that leave a context.
    fn context(&mut self, context: u32, budget: &mut Budget) -> Result<Context, Exhausted> {
        let from = self.letters.len() as u32;
        for (symbols, target) in self.contexts.steps(context) {
            budget.spend(symbols.ranges().len() as u64 + 1)?;
            self.letters.push(Letter { symbols: symbols.clone(), context: target });
        }
        let start = self.list(vec![self.program.start()], context, budget)?;
        let letters = (from..self.letters.len() as u32).collect();
        Ok(Context { letters, is_final: self.contexts.is_final(context), start })
    }

    /// The list that follows a thread on a letter.
    fn step(
        &mut self,
        labels: &[Label],
        letter: usize,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Exhausted> {
        let Letter { symbols, context } = &self.letters[letter];
        let (symbol, context) = (symbols.ranges()[0].0, *context);
        let after = |&label: &Label| {
            let Instruction::Char { set, next } = self.program.instruction(label) else { return None };
            self.program.set(set).contains(symbol).then_some(next)
        };
        let reached: Vec<Label> = labels.iter().filter_map(after).collect();
        if reached.is_empty() { Ok(None) } else { self.list(reached, context, budget).map(Some) }
    }

    /// The number of the list of threads that go on from `labels`.
    fn list(&mut self, labels: Vec<Label>, context: u32, budget: &mut Budget) -> Result<u32, Exhausted> {
        if let Some(&list) = self.known.get(&(labels.clone(), context)) {
            return Ok(list);
        }
        let (mut before, ends, mut after) = self.reached(&labels, context, budget)?;
        let list = match self.order {
            Order::First => List {
                preferred: before.into_iter().map(|label| self.threads.number(vec![label])).collect(),
                ends,
                others: after.into_iter().map(|label| self.threads.number(vec![label])).collect(),
            },
            Order::Longest => {
                before.append(&mut after);
                before.sort_unstable();
                let thread = (!before.is_empty()).then(|| self.threads.number(before));
                List { preferred: thread.into_iter().collect(), ends, others: Vec::new() }
            }
        };
        let number = self.lists.number(list);
        self.known.insert((labels, context), number);
        Ok(number)
    }

    /// The instructions that read a character and are reached from `labels`, those preferred to an end of
    /// the match, whether there is one, and the rest.
    fn reached(
        &self,
        labels: &[Label],
        context: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<Label>, bool, Vec<Label>), Exhausted> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let (mut ends, mut seen) = (false, HashSet::new());
        let mut stack: Vec<Label> = labels.iter().rev().copied().collect();
        while let Some(label) = stack.pop() {
            budget.spend(1)?;
            if !seen.insert(label) {
                continue;
            }
            match self.program.instruction(label) {
                Instruction::Char { .. } if ends => after.push(label),
                Instruction::Char { .. } => before.push(label),
                Instruction::Split { prefer, other } => stack.extend([other, prefer]),
                Instruction::Assert { assertion, holds, next } => {
                    if self.contexts.holds(context, assertion) == holds {
                        stack.push(next);
                    }
                }
                Instruction::Save { next, .. } => stack.push(next),
                Instruction::Fail => {}
                Instruction::Match => ends = true,
            }
        }
        Ok((before, ends, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::Symbol;
    use crate::transducers::{Template, Transducer};

    fn longest(pattern: &str) -> (Regex, Transducer) {
        let mut budget = Budget::steps(1_000_000);
        let regex = Regex::parse(pattern, Dialect::Pcre, Flags::NONE).expect("well formed");
        let program = regex.program(Alphabet::BYTE, &mut budget).expect("supported");
        let reading = Reading::of(&program, Order::Longest, &mut budget).expect("small");
        let machine = replacing(&reading.read(&mut budget).expect("small"));
        (regex, machine)
    }

    fn replacing(pattern: &Pattern) -> Transducer {
        let template = Template::around_match(&word("<"), &word(">"));
        let all = Occurrences::All(AfterEmpty::StepOver);
        Transducer::replacing(pattern, &template, all, &mut Budget::steps(1_000_000)).expect("small")
    }

    fn word(text: &str) -> Vec<Symbol> {
        text.bytes().map(u32::from).collect()
    }

    #[test]
    fn the_longest_match_does_not_depend_on_how_the_pattern_is_written() {
        for pattern in ["a|ab|abc", "(a|ab)(c|bcd)", "(a??b*?)*", "|a|aa", "(a|b)*?b", "b(?:ab)*|bab?a"] {
            let (regex, machine) = longest(pattern);
            let mut budget = Budget::steps(1_000_000);
            let language = regex.full_match(Alphabet::BYTE, &mut budget).expect("supported");
            let other = replacing(&Pattern::longest(&language, &mut budget).expect("small"));
            for number in 0..4_u32.pow(6) {
                let letters = b"abcd".map(Symbol::from);
                let subject: Vec<Symbol> =
                    (0..6).map(|at| letters[(number >> (2 * at) & 3) as usize]).collect();
                assert_eq!(machine.apply(&subject), other.apply(&subject), "/{pattern}/ {subject:?}");
            }
        }
    }

    #[test]
    fn the_longest_match_with_anchors() {
        let rows = [
            ("^a|aa|ab$", "aaab", "<aa><ab>"),
            ("^a|aa|ab$", "baab", "b<aa>b"),
            ("^a|aa|ab$", "cab", "c<ab>"),
            ("^a*", "aab", "<aa>b"),
            ("a*$", "baa", "b<aa><>"),
        ];
        for (pattern, subject, result) in rows {
            assert_eq!(longest(pattern).1.apply(&word(subject)), Some(word(result)), "/{pattern}/ {subject}");
        }
    }
}
