//! Choice 1, the characters: integers, an interval of them, or bits.
//!
//! A character is a term of one sort. Conditions on constants are decided here, so that literals leave nothing behind.

use automata::{Alphabet, Symbol, SymbolSet};

use super::choice::Characters;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, TermId, Terms};

/// How characters are written as terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chars {
    characters: Characters,
    last: Symbol,
}

impl Chars {
    pub(super) fn new(characters: Characters, alphabet: Alphabet) -> Chars {
        Chars { characters, last: alphabet.last() }
    }

    /// The sort of a character.
    pub(super) fn sort(self) -> Sort {
        match self.characters {
            Characters::Integers | Characters::Interval => Sort::Int,
            Characters::Bits => Sort::Bits(self.width()),
        }
    }

    fn width(self) -> u32 {
        (Symbol::BITS - self.last.leading_zeros()).max(1)
    }

    /// A character that is known.
    pub(super) fn constant(self, terms: &mut Terms, symbol: Symbol) -> TermId {
        match self.characters {
            Characters::Integers | Characters::Interval => terms.int(i128::from(symbol)),
            Characters::Bits => terms.add(Term::Bits { value: u64::from(symbol), width: self.width() }),
        }
    }

    /// The character of a constant term.
    fn known(terms: &Terms, character: TermId) -> Option<Symbol> {
        match terms.get(character) {
            Term::Int(value) => Symbol::try_from(*value).ok(),
            Term::Bits { value, .. } => Symbol::try_from(*value).ok(),
            Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::App(..) => None,
        }
    }

    /// What any character must satisfy, where its sort has more than the characters.
    pub(super) fn valid(self, terms: &mut Terms, character: TermId) -> TermId {
        let all = u64::from(self.last) + 1 == 1 << self.width();
        match self.characters {
            Characters::Integers => terms.truth(true),
            Characters::Bits if all => terms.truth(true),
            Characters::Interval | Characters::Bits => {
                self.inside(terms, character, &SymbolSet::range(0, self.last))
            }
        }
    }

    /// Whether strings of any characters need a condition at all.
    pub(super) fn is_free(self) -> bool {
        let mut terms = Terms::default();
        let any = terms.var(crate::terms::Var(0), self.sort());
        let valid = self.valid(&mut terms, any);
        terms.get(valid) == &Term::Bool(true)
    }

    /// Whether a character is one of a set.
    pub(super) fn inside(self, terms: &mut Terms, character: TermId, set: &SymbolSet) -> TermId {
        if let Some(symbol) = Chars::known(terms, character) {
            return terms.truth(set.contains(symbol));
        }
        let ranges: Vec<TermId> =
            set.ranges().iter().map(|&(lo, hi)| self.between(terms, character, (lo, hi))).collect();
        terms.app(Op::Or, &ranges)
    }

    fn between(self, terms: &mut Terms, character: TermId, (lo, hi): (Symbol, Symbol)) -> TermId {
        let low = self.constant(terms, lo);
        if lo == hi {
            return terms.app(Op::Equal, &[character, low]);
        }
        let high = self.constant(terms, hi);
        let (above, below) = (
            self.compare(terms, Op::AtMost, [low, character]),
            self.compare(terms, Op::AtMost, [character, high]),
        );
        terms.app(Op::And, &[above, below])
    }

    /// Whether one is less than the other.
    pub(super) fn less(self, terms: &mut Terms, sides: [TermId; 2]) -> TermId {
        self.compare(terms, Op::Less, sides)
    }

    fn compare(self, terms: &mut Terms, op: Op, sides: [TermId; 2]) -> TermId {
        let op = match (self.characters, op) {
            (Characters::Bits, Op::Less) => Op::BitsLess,
            (Characters::Bits, _) => Op::BitsAtMost,
            (Characters::Integers | Characters::Interval, op) => op,
        };
        terms.app(op, &sides)
    }

    /// Whether a number can be added to a character: bits have no sum here.
    pub(super) fn has_sums(self) -> bool {
        self.characters != Characters::Bits
    }

    /// The number of a character; `None` where bits have none.
    pub(super) fn code(self, character: TermId) -> Option<TermId> {
        (self.characters != Characters::Bits).then_some(character)
    }

    /// That a character is the digit of a number, in a radix up to 36, in lower case or, when read, in either.
    pub(super) fn digit(
        self,
        terms: &mut Terms,
        [character, number]: [TermId; 2],
        digits: &[Digit],
    ) -> TermId {
        let all: Vec<TermId> = digits
            .iter()
            .map(|digit| {
                let (symbol, value) =
                    (self.constant(terms, digit.symbol), terms.int(i128::from(digit.value)));
                let both =
                    [terms.app(Op::Equal, &[character, symbol]), terms.app(Op::Equal, &[number, value])];
                terms.app(Op::And, &both)
            })
            .collect();
        terms.app(Op::Or, &all)
    }
}

/// A digit and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) symbol: Symbol,
    pub(super) value: u32,
}

/// The digits of a radix as they are written.
pub(super) fn written(radix: u32) -> Vec<Digit> {
    let digit = |value| char::from_digit(value, radix).map(|digit| Digit { symbol: digit.into(), value });
    (0..radix).filter_map(digit).collect()
}

/// The digits of a radix as they are read: letters in either case.
pub(super) fn read(radix: u32) -> Vec<Digit> {
    let mut digits = written(radix);
    for digit in written(radix) {
        let upper = char::from_u32(digit.symbol).map(|lower| lower.to_ascii_uppercase().into());
        if let Some(symbol) = upper.filter(|upper| *upper != digit.symbol) {
            digits.push(Digit { symbol, value: digit.value });
        }
    }
    digits
}

/// The set of some digits' characters.
pub(super) fn symbols(digits: &[Digit]) -> SymbolSet {
    SymbolSet::from_ranges(digits.iter().map(|digit| (digit.symbol, digit.symbol)))
}
