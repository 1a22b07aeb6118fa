//! The languages that tests and operations stand for, over the program's alphabet.
//!
//! Tests look through marks, so a language of plain words stands for all ways to mark them.

use automata::{Alphabet, Automaton, Budget, Exhausted, LengthSet, MARK, Symbol, SymbolSet};
use ir::{LanguageId, Program};

/// Languages over the alphabet of a program.
#[derive(Clone, Copy)]
pub(crate) struct Languages<'p> {
    pub(crate) program: &'p Program,
}

/// A language, or no steps left to build it.
type Built = Result<Automaton, Exhausted>;

impl Languages<'_> {
    fn plain(self) -> Alphabet {
        Alphabet::up_to(self.program.alphabet.last())
    }

    /// The language as it is asked of strings of the program.
    fn lift(self, language: Automaton) -> Automaton {
        let marked = self.program.alphabet.is_marked() && !language.alphabet().is_marked();
        if marked { language.through_marks() } else { language }
    }

    pub(crate) fn any(self) -> Automaton {
        Automaton::any(self.program.alphabet)
    }

    /// A language of the program's table.
    pub(crate) fn named(self, id: LanguageId) -> Automaton {
        self.lift(self.program.languages[id.index()].automaton.clone())
    }

    /// One word as it is.
    pub(crate) fn exactly(self, word: &[Symbol]) -> Automaton {
        Automaton::literal(self.program.alphabet, word)
    }

    /// One word, with any marks.
    pub(crate) fn word(self, word: &[Symbol]) -> Automaton {
        let word: Vec<Symbol> = word.iter().map(|symbol| symbol & !MARK).collect();
        self.lift(Automaton::literal(self.plain(), &word))
    }

    /// One character out of the plain ones from `lo` to `hi`, with any mark.
    pub(crate) fn character(self, lo: Symbol, hi: Symbol) -> Automaton {
        let class = SymbolSet::range(lo, hi).intersection(&self.plain().all());
        self.lift(Automaton::class(self.plain(), &class))
    }

    /// All words of the lengths.
    pub(crate) fn long(self, lengths: &LengthSet, budget: &mut Budget) -> Built {
        Automaton::of_lengths(self.program.alphabet, lengths, budget)
    }

    pub(crate) fn containing(self, part: &[Symbol], budget: &mut Budget) -> Built {
        self.any().concat(&self.starting(part, budget)?, budget)
    }

    pub(crate) fn starting(self, part: &[Symbol], budget: &mut Budget) -> Built {
        self.word(part).concat(&self.any(), budget)
    }

    pub(crate) fn ending(self, part: &[Symbol], budget: &mut Budget) -> Built {
        self.any().concat(&self.word(part), budget)
    }

    /// The parts of a word: all of them, the first ones or the last ones.
    pub(crate) fn parts(self, whole: &[Symbol], which: Parts, budget: &mut Budget) -> Built {
        let word = self.word(whole);
        let starts = word.prefix_closure(budget)?;
        match which {
            Parts::Starts => Ok(starts),
            Parts::Ends => word.left_quotient(&self.any(), budget),
            Parts::All => starts.left_quotient(&self.any(), budget),
        }
    }

    /// The words in which `part` is found first at `at`, or nowhere, when it is searched for from `from` on.
    pub(crate) fn found_at(self, part: &[Symbol], from: u64, at: Option<u64>, budget: &mut Budget) -> Built {
        let skipped = self.long(&LengthSet::exactly(from), budget)?;
        let Some(at) = at else {
            let without = self.containing(part, budget)?.complement(budget)?;
            let short = match from.checked_sub(1) {
                Some(most) => self.long(&LengthSet::between(0, most), budget)?,
                None => Automaton::empty(self.program.alphabet),
            };
            return skipped.concat(&without, budget)?.union(&short, budget);
        };
        let Some(between) = at.checked_sub(from) else { return Ok(Automaton::empty(self.program.alphabet)) };
        let one = self.long(&LengthSet::at_least(1), budget)?;
        let sooner = self.containing(part, budget)?.concat(&one, budget)?;
        let here = self.long(&LengthSet::exactly(between), budget)?.concat(&self.word(part), budget)?;
        let first = here.difference(&sooner, budget)?;
        skipped.concat(&first, budget)?.concat(&self.any(), budget)
    }

    /// The words in which `part` is found last at `at`, or nowhere.
    pub(crate) fn found_last_at(self, part: &[Symbol], at: Option<u64>, budget: &mut Budget) -> Built {
        let Some(at) = at else { return self.found_at(part, 0, None, budget) };
        let later = self.long(&LengthSet::at_least(at + 1), budget)?;
        let later = later.concat(&self.starting(part, budget)?, budget)?;
        let here =
            self.long(&LengthSet::exactly(at), budget)?.concat(&self.starting(part, budget)?, budget)?;
        here.difference(&later, budget)
    }

    /// The words whose slice from `from` to `to`, clipped, is in the language.
    pub(crate) fn sliced(
        self,
        language: &Automaton,
        (from, to): (u64, Option<u64>),
        budget: &mut Budget,
    ) -> Built {
        let before = self.long(&LengthSet::exactly(from), budget)?;
        let inside = match to {
            None => language.clone(),
            Some(to) => {
                let width = to.saturating_sub(from);
                let full = language.restrict(&LengthSet::exactly(width), budget)?;
                let full = full.concat(&self.any(), budget)?;
                let less = match width.checked_sub(1) {
                    Some(most) => language.restrict(&LengthSet::between(0, most), budget)?,
                    None => Automaton::empty(self.program.alphabet),
                };
                full.union(&less, budget)?
            }
        };
        let whole = before.concat(&inside, budget)?;
        match from.checked_sub(1) {
            Some(most) if language.contains(&[]) => {
                whole.union(&self.long(&LengthSet::between(0, most), budget)?, budget)
            }
            Some(_) | None => Ok(whole),
        }
    }

    /// What is written for an integer: no leading zeros, no plus sign, small letters, no marks.
    pub(crate) fn numeral(self, radix: u32, budget: &mut Budget) -> Built {
        let digits = |least: u32| {
            let decimal = (48 + least, 47 + radix.min(10));
            let letters = (97, 86 + radix.max(10));
            let class = SymbolSet::from_ranges([decimal, letters]).intersection(&self.plain().all());
            Automaton::class(self.program.alphabet, &class)
        };
        let sign = Automaton::literal(self.program.alphabet, &[Symbol::from('-')]);
        let sign = sign.union(&Automaton::epsilon(self.program.alphabet), budget)?;
        let positive = digits(1).concat(&digits(0).star(budget)?, budget)?;
        let zero = Automaton::literal(self.program.alphabet, &[Symbol::from('0')]);
        sign.concat(&positive, budget)?.union(&zero, budget)
    }

    /// The numerals of an integer: with or without leading zeros, and a plus sign where it is not negative.
    pub(crate) fn numerals(self, digits: &[Symbol], is_negative: bool, budget: &mut Budget) -> Built {
        let zeros = self.word(&[Symbol::from('0')]).star(budget)?;
        let number = zeros.concat(&self.word(digits), budget)?;
        if is_negative {
            return self.word(&[Symbol::from('-')]).concat(&number, budget);
        }
        number.union(&self.word(&[Symbol::from('+')]).concat(&number, budget)?, budget)
    }
}

/// Which parts of a word.
#[derive(Clone, Copy)]
pub(crate) enum Parts {
    Starts,
    Ends,
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words over `a` and `b` up to a length.
    fn words(longest: usize) -> Vec<Vec<Symbol>> {
        let mut words = vec![Vec::new()];
        let mut at = 0;
        while words[at].len() < longest {
            for letter in [97, 98] {
                words.push([&words[at][..], &[letter]].concat());
            }
            at += 1;
        }
        words
    }

    fn position(whole: &[Symbol], part: &[Symbol], from: usize) -> Option<usize> {
        (from..=whole.len()).find(|&at| whole[at..].starts_with(part))
    }

    /// Compares a language with its definition on all short words, with and without marks.
    fn agrees(make: impl Fn(Languages<'_>, &mut Budget) -> Built, is: impl Fn(&[Symbol]) -> bool) {
        for alphabet in ["byte", "byte marked"] {
            let source = "alphabet byte\nproc main() { halt; }";
            let mut program = ir::sil::parse(source, "test.sil").expect("a program");
            if alphabet.ends_with("marked") {
                program.alphabet = program.alphabet.with_marks();
            }
            let budget = &mut Budget::steps(1_000_000);
            let language = make(Languages { program: &program }, budget).expect("small");
            for word in words(6) {
                assert_eq!(language.contains(&word), is(&word), "{word:?}");
            }
        }
    }

    #[test]
    fn positions_are_where_they_are_found() {
        for part in words(2) {
            for at in [None, Some(0), Some(1), Some(3)] {
                for from in 0..3 {
                    agrees(
                        |languages, budget| languages.found_at(&part, from as u64, at, budget),
                        |word| position(word, &part, from).map(|at| at as u64) == at,
                    );
                }
                let last = |word: &[Symbol]| (0..=word.len()).rev().find(|&at| word[at..].starts_with(&part));
                agrees(
                    |languages, budget| languages.found_last_at(&part, at, budget),
                    |word| last(word).map(|at| at as u64) == at,
                );
            }
        }
    }

    #[test]
    fn slices_are_undone() {
        for (from, to) in [(0, None), (2, None), (0, Some(2)), (1, Some(3)), (3, Some(1)), (2, Some(2))] {
            for part in words(2) {
                agrees(
                    |languages, budget| {
                        let language = languages.word(&part);
                        languages.sliced(&language, (from as u64, to.map(|to| to as u64)), budget)
                    },
                    |word| {
                        let end = to.unwrap_or(word.len()).min(word.len());
                        word[from.min(end)..end] == part[..]
                    },
                );
            }
        }
    }

    #[test]
    fn parts_are_parts() {
        let whole = [97, 98, 97];
        agrees(
            |languages, budget| languages.parts(&whole, Parts::Starts, budget),
            |word| whole.starts_with(word),
        );
        agrees(
            |languages, budget| languages.parts(&whole, Parts::Ends, budget),
            |word| whole.ends_with(word),
        );
        agrees(
            |languages, budget| languages.parts(&whole, Parts::All, budget),
            |word| position(&whole, word, 0).is_some(),
        );
        agrees(
            |languages, budget| languages.containing(&whole, budget),
            |word| position(word, &whole, 0).is_some(),
        );
    }
}
