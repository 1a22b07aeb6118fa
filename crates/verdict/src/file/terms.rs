//! The words of the file for what programs and facts have in common: variables, terms, tests, sets of lengths.
//!
//! Each is written and read beside each other. A word never contains white space. Reading gives `None` for anything that
//! writing would not have written, up to the order and the zeros of numbers.

use std::fmt::Write as _;

use automata::{LengthSet, Symbol};
use ir::{
    BitOp, BoolVar, IntExpr, IntVar, LanguageId, Linear, Literal, Quantity, StrExpr, StrTerm, StrVar, Test,
    Variable,
};

use super::reader::{FileError, Line};

pub(super) fn variable(variable: Variable) -> String {
    match variable {
        Variable::Str(var) => format!("s{}", var.0),
        Variable::Int(var) => format!("i{}", var.0),
        Variable::Bool(var) => format!("b{}", var.0),
    }
}

/// A number after a letter, as in `s0`.
pub(super) fn read_index(letter: char, word: &str) -> Option<u32> {
    number(word.strip_prefix(letter)?)
}

/// Digits, without a sign.
pub(super) fn number<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.starts_with(|first: char| first.is_ascii_digit()).then(|| word.parse().ok())?
}

pub(super) fn read_string(word: &str) -> Option<StrVar> {
    read_index('s', word).map(StrVar)
}

pub(super) fn read_boolean(word: &str) -> Option<BoolVar> {
    read_index('b', word).map(BoolVar)
}

pub(super) fn quantity(quantity: Quantity) -> String {
    match quantity {
        Quantity::Var(var) => format!("i{}", var.0),
        Quantity::Length(var) => format!("l{}", var.0),
    }
}

pub(super) fn read_quantity(word: &str) -> Option<Quantity> {
    let variable = read_index('i', word).map(|index| Quantity::Var(IntVar(index)));
    variable.or(read_index('l', word).map(|index| Quantity::Length(StrVar(index))))
}

/// `w` and the numbers of the characters with dots between them.
pub(super) fn word(symbols: &[Symbol]) -> String {
    let numbers: Vec<String> = symbols.iter().map(Symbol::to_string).collect();
    format!("w{}", numbers.join("."))
}

pub(super) fn read_word(word: &str) -> Option<Vec<Symbol>> {
    let numbers = word.strip_prefix('w')?;
    if numbers.is_empty() { Some(Vec::new()) } else { numbers.split('.').map(number).collect() }
}

pub(super) fn term(term: &StrTerm) -> String {
    match term {
        StrTerm::Var(var) => variable(Variable::Str(*var)),
        StrTerm::Word(symbols) => word(symbols),
    }
}

pub(super) fn read_term(text: &str) -> Option<StrTerm> {
    let constant = read_word(text).map(|symbols| StrTerm::Word(symbols.into()));
    constant.or(read_string(text).map(StrTerm::Var))
}

/// Each quantity with its factor, and the constant, with commas between them: `i0*1,l2*-3,7`.
pub(super) fn linear(linear: &Linear) -> String {
    let mut text = String::new();
    for &(of, factor) in linear.terms() {
        let _ = write!(text, "{}*{factor},", quantity(of));
    }
    text + &linear.constant_part().to_string()
}

pub(super) fn read_linear(word: &str) -> Option<Linear> {
    let (terms, constant) = word.rsplit_once(',').map_or((None, word), |(terms, last)| (Some(terms), last));
    let part = |text: &str| {
        let (of, factor) = text.split_once('*')?;
        Some((read_quantity(of)?, signed(factor)?))
    };
    let parts: Option<Vec<_>> = terms.iter().flat_map(|terms| terms.split(',')).map(part).collect();
    Linear::sum(parts?, signed(constant)?)
}

fn signed(word: &str) -> Option<i128> {
    number::<i128>(word.strip_prefix('-').unwrap_or(word))?;
    word.parse().ok()
}

/// `is` or `not`, the name of the test, and what it tests.
pub(super) fn literal(literal: &Literal) -> String {
    let two = |name: &str, a: &StrTerm, b: &StrTerm| format!("{name} {} {}", term(a), term(b));
    let test = match &literal.test {
        Test::Bool(var) => format!("true b{}", var.0),
        Test::In(subject, language) => format!("in {} r{}", term(subject), language.0),
        Test::Equal(a, b) => two("equal", a, b),
        Test::Contains(a, b) => two("contains", a, b),
        Test::StartsWith(a, b) => two("starts", a, b),
        Test::EndsWith(a, b) => two("ends", a, b),
        Test::IsZero(sum) => format!("zero {}", linear(sum)),
        Test::AtMostZero(sum) => format!("most {}", linear(sum)),
    };
    format!("{} {test}", if literal.holds { "is" } else { "not" })
}

pub(super) fn read_literal(line: &mut Line<'_>) -> Result<Literal, FileError> {
    let holds = line.word("`is` or `not`", |word| match word {
        "is" => Some(true),
        "not" => Some(false),
        _ => None,
    })?;
    let name = line.word("the name of a test", Some)?;
    let mut two = |make: fn(StrTerm, StrTerm) -> Test| {
        let first = line.word("a string or a word", read_term)?;
        Ok(make(first, line.word("a string or a word", read_term)?))
    };
    let test = match name {
        "true" => Test::Bool(line.word("a boolean", read_boolean)?),
        "in" => {
            let subject = line.word("a string or a word", read_term)?;
            Test::In(subject, line.word("a language", |word| read_index('r', word).map(LanguageId))?)
        }
        "equal" => two(Test::Equal)?,
        "contains" => two(Test::Contains)?,
        "starts" => two(Test::StartsWith)?,
        "ends" => two(Test::EndsWith)?,
        "zero" => Test::IsZero(line.word("a sum", read_linear)?),
        "most" => Test::AtMostZero(line.word("a sum", read_linear)?),
        _ => return Err(line.error(format!("there is no test {name:?}"))),
    };
    Ok(Literal { test, holds })
}

pub(super) fn slice(of: &StrTerm, from: &Linear, to: Option<&Linear>) -> String {
    format!("slice {} {} {}", term(of), linear(from), to.map_or("end".to_owned(), linear))
}

pub(super) fn read_slice(line: &mut Line<'_>) -> Result<StrExpr, FileError> {
    line.word("`slice`", |word| (word == "slice").then_some(()))?;
    let of = line.word("a string or a word", read_term)?;
    let from = line.word("a sum", read_linear)?;
    let to =
        line.word(
            "a sum or `end`",
            |word| if word == "end" { Some(None) } else { read_linear(word).map(Some) },
        )?;
    Ok(StrExpr::Slice { of, from, to })
}

pub(super) fn integer(value: &IntExpr) -> String {
    let two = |name: &str, a: &Linear, b: &Linear| format!("{name} {} {}", linear(a), linear(b));
    match value {
        IntExpr::Linear(sum) => format!("sum {}", linear(sum)),
        IntExpr::Times(a, b) => two("times", a, b),
        IntExpr::Div(a, b) => two("div", a, b),
        IntExpr::Mod(a, b) => two("mod", a, b),
        IntExpr::Bits(BitOp::And, a, b) => two("bit-and", a, b),
        IntExpr::Bits(BitOp::Or, a, b) => two("bit-or", a, b),
        IntExpr::Bits(BitOp::Xor, a, b) => two("bit-xor", a, b),
        IntExpr::Bits(BitOp::Left, a, b) => two("shift-left", a, b),
        IntExpr::Bits(BitOp::Right, a, b) => two("shift-right", a, b),
        IntExpr::IndexOf { of, what, from } => format!("index {} {} {}", term(of), term(what), linear(from)),
        IntExpr::LastIndexOf { of, what } => format!("last-index {} {}", term(of), term(what)),
        IntExpr::Code { of, at } => format!("code {} {}", term(of), linear(at)),
        IntExpr::Parse { of, radix } => format!("parse {} {radix}", term(of)),
        IntExpr::Input => "input".to_owned(),
    }
}

/// Reads the numeral of a sum.
pub(super) fn read_numeral(line: &mut Line<'_>) -> Result<StrExpr, FileError> {
    let of = line.word("a sum", read_linear)?;
    Ok(StrExpr::Numeral { of, radix: read_radix(line)? })
}

fn read_radix(line: &mut Line<'_>) -> Result<u32, FileError> {
    line.word("a radix", |word| word.parse().ok().filter(|radix| (2..=36).contains(radix)))
}

/// Reads the expressions that integers may be defined by: searches, codes and what numerals stand for.
pub(super) fn read_search(line: &mut Line<'_>) -> Result<IntExpr, FileError> {
    let name = line.word("the name of a search", Some)?;
    let of = line.word("a string or a word", read_term)?;
    match name {
        "index" => {
            let what = line.word("a string or a word", read_term)?;
            Ok(IntExpr::IndexOf { of, what, from: line.word("a sum", read_linear)? })
        }
        "last-index" => Ok(IntExpr::LastIndexOf { of, what: line.word("a string or a word", read_term)? }),
        "code" => Ok(IntExpr::Code { of, at: line.word("a sum", read_linear)? }),
        "parse" => Ok(IntExpr::Parse { of, radix: read_radix(line)? }),
        _ => Err(line.error(format!("{name:?} is no search"))),
    }
}

fn ranges(ranges: &[(u64, u64)]) -> String {
    let all: Vec<String> = ranges.iter().map(|(lo, hi)| format!("{lo}-{hi}")).collect();
    all.join(",")
}

fn read_ranges(text: &str) -> Option<Vec<(u64, u64)>> {
    let range = |text: &str| {
        let (lo, hi) = text.split_once('-')?;
        Some((number(lo)?, number(hi)?))
    };
    if text.is_empty() { Some(Vec::new()) } else { text.split(',').map(range).collect() }
}

/// Ranges below a base, the base, the period, and the ranges of residues: `0-0,3-4|7+2|0-0`.
pub(super) fn lengths(set: &LengthSet) -> String {
    let (finite, residues) = (ranges(set.finite_ranges()), ranges(set.residue_ranges()));
    format!("{finite}|{}+{}|{residues}", set.base(), set.period())
}

pub(super) fn read_lengths(word: &str) -> Option<LengthSet> {
    let mut parts = word.split('|');
    let finite = read_ranges(parts.next()?)?;
    let (base, period) = parts.next()?.split_once('+')?;
    let residues = read_ranges(parts.next()?)?;
    let set = LengthSet::from_ranges(&finite, (number(base)?, number(period)?), &residues);
    set.filter(|_| parts.next().is_none())
}
