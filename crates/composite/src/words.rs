//! The string half of actions and conditions: posts of expressions and restrictions by literals.
//!
//! Follows [YBI09 §3.2] with its repairs: prefixes and suffixes are cut to the word (T5, T6, T8), an input is
//! *up to* a length (T7), and the else branch of a test uses the complement of an exact language only (T11).

use automata::{Alphabet, Automaton, Budget, Exhausted, LengthSet, Symbol, SymbolSet};
use ir::{InputSet, Linear, Literal, Needle, Program, StrExpr, StrTerm, StrVar, Test, Which, Word};
use verdict::measures::digits_of_naturals;

use crate::state::AbstractState;

/// What the posts of strings need to know besides the state.
pub(crate) struct Words<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a AbstractState,
    /// The counts and positions of the expression, in the order in which it names them.
    pub(crate) counts: &'a [LengthSet],
    /// Whether the integer of a numeral is known not to be negative.
    pub(crate) natural: bool,
}

impl Words<'_> {
    /// The values of a term.
    pub(crate) fn term(&self, term: &StrTerm) -> Automaton {
        match term {
            StrTerm::Var(var) => self.state.strings[var.index()].clone(),
            StrTerm::Word(word) => Automaton::literal(self.program.alphabet, word),
        }
    }

    /// Over-approximates: the values of an expression.
    ///
    /// # Errors
    /// [`Exhausted`] when an operation outgrows the budget.
    pub(crate) fn value(&self, value: &StrExpr, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let alphabet = self.program.alphabet;
        match value {
            StrExpr::Term(term) => Ok(self.term(term)),
            StrExpr::Concat(terms) => {
                let empty = Automaton::epsilon(alphabet);
                terms.iter().try_fold(empty, |whole, term| whole.concat(&self.term(term), budget))
            }
            StrExpr::Slice { of, from, to } => self.slice(&self.term(of), (from, to.as_ref()), budget),
            StrExpr::Replace { of, what, with, which } => self.replace(of, (what, with, *which), budget),
            StrExpr::Apply { function, to } => {
                self.program.functions[function.index()].transducer.image(&self.term(to), budget)
            }
            StrExpr::Repeat { of, .. } => self.repeat(&self.term(of), budget),
            StrExpr::Reverse(of) => self.term(of).reverse(budget),
            StrExpr::Numeral { radix, .. } => self.numerals(*radix, budget),
            StrExpr::Input(InputSet::Language(language)) => {
                Ok(self.program.languages[language.index()].automaton.clone())
            }
            StrExpr::Input(InputSet::Any | InputSet::UpTo(_)) => Ok(Automaton::any(alphabet)),
        }
    }

    fn count(&self, at: usize) -> LengthSet {
        self.counts.get(at).cloned().unwrap_or_else(LengthSet::any)
    }

    fn slice(
        &self,
        whole: &Automaton,
        (from, to): (&Linear, Option<&Linear>),
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let starts = self.count(0);
        let Some(to) = to else { return whole.suffix(&starts, budget) };
        let width = to.minus(from).and_then(|width| width.as_constant());
        match width.and_then(|width| u64::try_from(width).ok()) {
            // A window of constant width is the beginning of a rest, and shorter when it begins before 0.
            Some(width) => {
                let constant = from.as_constant().is_some_and(|from| from >= 0);
                let widths = if constant { LengthSet::exactly(width) } else { LengthSet::between(0, width) };
                whole.suffix(&starts, budget)?.prefix(&widths, budget)
            }
            None => whole.slice(&starts, &self.count(1), budget),
        }
    }

    fn repeat(&self, of: &Automaton, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let times = self.count(0);
        let least = times.min().map_or(0, |least| u32::try_from(least).unwrap_or(u32::MAX));
        let most = times.max().map(u32::try_from).and_then(Result::ok);
        of.repeat(least, most, budget)
    }

    /// An optional minus sign and digits without leading zeros.
    fn numerals(&self, radix: u32, budget: &mut Budget) -> Result<Automaton, Exhausted> {
        let alphabet = self.program.alphabet;
        let digit = |value: u32| char::from_digit(value, radix).map_or(0, Symbol::from);
        let class = |values: std::ops::Range<u32>| {
            let digits = SymbolSet::from_ranges(values.map(|value| (digit(value), digit(value))));
            Automaton::class(alphabet, &digits)
        };
        let minus = Automaton::literal(alphabet, &[Symbol::from('-')]);
        let minus = minus.repeat(0, Some(u32::from(!self.natural)), budget)?;
        let rest = class(0..radix).star(budget)?;
        let positive = minus.concat(&class(1..radix), budget)?.concat(&rest, budget)?;
        let naturals = self.count(0);
        if !self.natural {
            return positive.union(&class(0..1), budget);
        }
        let all = if naturals.contains(0) { positive.union(&class(0..1), budget)? } else { positive };
        all.restrict(&digits_of_naturals(&naturals, radix), budget)
    }

    fn replace(
        &self,
        of: &StrTerm,
        (what, with, which): (&Needle, &StrTerm, Which),
        budget: &mut Budget,
    ) -> Result<Automaton, Exhausted> {
        let (subject, with_words) = (self.term(of), self.term(with));
        if let Some(exact) = ir::replacement::replacement(self.program, (what, with, which), budget)? {
            return exact.image(&subject, budget);
        }
        match what {
            Needle::Term(term) => {
                // The empty word occurs nowhere.
                let empty = Automaton::epsilon(self.program.alphabet);
                let needles = self.term(term).difference(&empty, budget)?;
                // Occurrences are found whatever is marked.
                let marked = self.program.alphabet.is_marked();
                let needles = if marked { needles.without_marks(budget)?.through_marks() } else { needles };
                subject.replace_some(&needles, &with_words, budget)
            }
            Needle::Pattern(_) => Ok(Automaton::any(self.program.alphabet)),
        }
    }
}

/// Over-approximates: the strings of a state after a literal has been found to hold.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn restrict(
    program: &Program,
    state: &mut AbstractState,
    literal: &Literal,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let mut meet = |term: &StrTerm, language: &Automaton, budget: &mut Budget| match term {
        StrTerm::Var(var) => keep(state, *var, language, literal.holds, budget),
        StrTerm::Word(_) => Ok(()),
    };
    let any = Automaton::any(program.alphabet);
    match &literal.test {
        Test::In(term, language) => meet(term, &program.languages[language.index()].automaton, budget),
        Test::Equal(term, StrTerm::Word(word)) | Test::Equal(StrTerm::Word(word), term) => {
            meet(term, &equal_to(program.alphabet, word), budget)
        }
        Test::Equal(StrTerm::Var(left), StrTerm::Var(right)) if literal.holds => {
            equate(state, *left, *right, budget)
        }
        Test::Contains(term, StrTerm::Word(word)) => {
            meet(term, &containing(program.alphabet, word, budget)?, budget)
        }
        Test::StartsWith(term, StrTerm::Word(word)) => {
            meet(term, &starting_with(program.alphabet, word, budget)?, budget)
        }
        Test::EndsWith(term, StrTerm::Word(word)) => {
            meet(term, &any.concat(&equal_to(program.alphabet, word), budget)?, budget)
        }
        Test::Equal(..)
        | Test::Contains(..)
        | Test::StartsWith(..)
        | Test::EndsWith(..)
        | Test::Bool(_)
        | Test::IsZero(_)
        | Test::AtMostZero(_) => Ok(()),
    }
}

/// Exact: the texts that a word occurs in, whatever the marks.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn containing(
    alphabet: Alphabet,
    word: &Word,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    Automaton::any(alphabet).concat(&starting_with(alphabet, word, budget)?, budget)
}

/// Exact: the texts that begin with a word, whatever the marks.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn starting_with(
    alphabet: Alphabet,
    word: &Word,
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    equal_to(alphabet, word).concat(&Automaton::any(alphabet), budget)
}

/// Exact: the word, whatever the marks.
fn equal_to(alphabet: Alphabet, word: &Word) -> Automaton {
    if alphabet.is_marked() {
        Automaton::literal(Alphabet::up_to(alphabet.last()), word).through_marks()
    } else {
        Automaton::literal(alphabet, word)
    }
}

/// Restricts a string, and those that are equal to it, to a language or to its complement.
fn keep(
    state: &mut AbstractState,
    var: StrVar,
    language: &Automaton,
    holds: bool,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    for var in state.class_of(var) {
        let words = &state.strings[var.index()];
        state.strings[var.index()] =
            if holds { words.intersection(language, budget)? } else { words.difference(language, budget)? };
    }
    Ok(())
}

/// Two strings have been found equal.
fn equate(
    state: &mut AbstractState,
    left: StrVar,
    right: StrVar,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let common = state.strings[left.index()].intersection(&state.strings[right.index()], budget)?;
    keep(state, left, &common, true, budget)?;
    keep(state, right, &common, true, budget)?;
    if left != right {
        state.equal.insert((left.min(right), left.max(right)));
    }
    Ok(())
}

/// Over-approximates: the strings of a state after slices of them have been restricted since `before`.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn restrict_wholes(
    before: &AbstractState,
    state: &mut AbstractState,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    for fact in state.slices.clone() {
        let part = &state.strings[fact.part.index()];
        if *part != before.strings[fact.part.index()] {
            let wholes = wholes(part, (fact.from, fact.to), budget)?;
            let words = state.strings[fact.whole.index()].intersection(&wholes, budget)?;
            state.strings[fact.whole.index()] = words;
        }
    }
    Ok(())
}

/// Exact: the words whose slice is in the language: long enough, or ending within it, or before it.
///
/// # Errors
/// [`Exhausted`] when an operation outgrows the budget.
pub(crate) fn wholes(
    part: &Automaton,
    (from, to): (u64, Option<u64>),
    budget: &mut Budget,
) -> Result<Automaton, Exhausted> {
    let any = Automaton::any(part.alphabet());
    let before = any.restrict(&LengthSet::exactly(from), budget)?;
    let mut wholes = match to.map(|to| to.saturating_sub(from)) {
        None => before.concat(part, budget)?,
        Some(width) => {
            let full = part.restrict(&LengthSet::exactly(width), budget)?.concat(&any, budget)?;
            let cut = match width.checked_sub(1) {
                Some(most) => part.restrict(&LengthSet::between(0, most), budget)?,
                None => Automaton::empty(part.alphabet()),
            };
            before.concat(&full.union(&cut, budget)?, budget)?
        }
    };
    if from > 0 && part.contains(&[]) {
        let short = any.restrict(&LengthSet::between(0, from - 1), budget)?;
        wholes = wholes.union(&short, budget)?;
    }
    Ok(wholes)
}
