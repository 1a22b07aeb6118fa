//! Numbers in strings, and simple arithmetic.
//!
//! A numeral of a few digits and nothing else is converted exactly; of every other text the result is lost.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Alphabet, Automaton, Budget};
use ir::{Action, Condition, IntExpr, Linear, StrTerm, Test, Variable, Width};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::{Cases, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("atoi", atoi),
    ("atol", atol),
    ("atoll", atol),
    ("strtol", strtol),
    ("strtoll", strtol),
    ("strtoul", strtoul),
    ("strtoull", strtoul),
    ("abs", abs),
    ("labs", abs),
    ("llabs", abs),
];

/// Numerals that every type holds.
const NUMERAL: &str = "[-+]?[0-9]{1,9}";
/// Those that are not negative.
const NATURAL: &str = "[+]?[0-9]{1,9}";

fn atoi(call: &mut Call) -> Option<Outcome> {
    let (value, _) = convert(call, Width::Signed(32), Radix::Ten)?;
    Some(Outcome::Returns(Value::Int(value)))
}

fn atol(call: &mut Call) -> Option<Outcome> {
    let (value, _) = convert(call, Width::Signed(64), Radix::Ten)?;
    Some(Outcome::Returns(Value::Int(value)))
}

fn strtol(call: &mut Call) -> Option<Outcome> {
    ending(call, Width::Signed(64))
}

fn strtoul(call: &mut Call) -> Option<Outcome> {
    ending(call, Width::Unsigned(64))
}

/// A conversion in the radix that the third argument says, which leaves where the numeral ends.
fn ending(call: &mut Call, width: Width) -> Option<Outcome> {
    let radix = if call.integer(2)?.as_constant() == Some(10) { Radix::Ten } else { Radix::Other };
    let from = call.pointer(0)?;
    let (value, end) = convert(call, width, radix)?;
    Some(Outcome::Leaves { value: Value::Int(value), left: Value::Pointer(from.moved(&end)) })
}

/// The radix of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Radix {
    Ten,
    Other,
}

/// The number that the first argument begins with, and how many of its characters belong to it.
fn convert(call: &mut Call, width: Width, radix: Radix) -> Option<(Linear, Linear)> {
    let end = call.emit.new_int("end");
    let value = call.each_string(0, |call, _, text| {
        let value = call.emit.new_int("value");
        let numerals = match width {
            Width::Unsigned(_) => NATURAL,
            Width::Signed(_) | Width::Unbounded => NUMERAL,
        };
        let numerals = call.emit.language(numerals, || language(numerals));
        let exact = if radix == Radix::Ten { is_in(text, numerals) } else { Condition::FALSE };
        let mut cases = Cases::default();
        if cases.when(call.emit, exact) {
            let parsed = IntExpr::Parse { of: text.clone(), radix: 10 };
            call.emit.push(Action::SetInt(value, parsed, Width::Unbounded));
            call.set(end, terms::length(text));
        }
        if cases.otherwise(call.emit) {
            call.emit.push(Action::Havoc(Variable::Int(value)));
            call.assume(in_range(&Linear::var(value), width));
            call.emit.push(Action::Havoc(Variable::Int(end)));
            let inside = terms::at_most(&Linear::var(end), &terms::length(text));
            call.assume(terms::at_most(&Linear::constant(0), &Linear::var(end)).and(inside));
        }
        cases.end(call.emit);
        Linear::var(value)
    })?;
    Some((value, Linear::var(end)))
}

fn is_in(text: &StrTerm, language: ir::LanguageId) -> Condition {
    Condition::test(Test::In(text.clone(), language))
}

/// That a value is one of a width.
pub(super) fn in_range(value: &Linear, width: Width) -> Condition {
    let (least, most) = match width {
        Width::Unbounded => return Condition::TRUE,
        Width::Signed(bits) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        Width::Unsigned(bits) => (0, (1_i128 << bits) - 1),
    };
    let above = terms::at_most(&Linear::constant(least), value);
    above.and(terms::at_most(value, &Linear::constant(most)))
}

/// The language of an expression of the small language's own dialect.
pub(super) fn language(expression: &str) -> Automaton {
    let mut budget = Budget::steps(1_000_000);
    let regex = Regex::parse(expression, Dialect::Own, Flags::NONE).expect("the expression is a constant");
    regex.full_match(Alphabet::BYTE, &mut budget).expect("the expression is small")
}

fn abs(call: &mut Call) -> Option<Outcome> {
    let value = call.integer(0)?;
    let result = call.emit.new_int("magnitude");
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&value, &Linear::constant(0))) {
        call.set(result, terms::minus(&Linear::constant(0), &value));
    }
    if cases.otherwise(call.emit) {
        call.set(result, value);
    }
    cases.end(call.emit);
    Some(Outcome::Returns(Value::Int(Linear::var(result))))
}
