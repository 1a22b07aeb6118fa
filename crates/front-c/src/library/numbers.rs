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
    ("abs", abs),
    ("labs", abs),
];

/// Numerals that every type holds.
const NUMERAL: &str = "[-+]?[0-9]{1,9}";

fn atoi(call: &mut Call) -> Option<Outcome> {
    convert(call, Width::Signed(32))
}

fn atol(call: &mut Call) -> Option<Outcome> {
    convert(call, Width::Signed(64))
}

/// `strtol` in radix 10 that does not say where the numeral ends.
fn strtol(call: &mut Call) -> Option<Outcome> {
    let ends = call.pointer(1)?.is_null();
    if ends != Condition::TRUE || call.integer(2)?.as_constant() != Some(10) {
        return None;
    }
    convert(call, Width::Signed(64))
}

fn convert(call: &mut Call, width: Width) -> Option<Outcome> {
    let value = call.each_string(0, |call, _, text| {
        let value = call.emit.new_int("value");
        let numerals = call.emit.language(NUMERAL, || language(NUMERAL));
        let mut cases = Cases::default();
        if cases.when(call.emit, is_in(text, numerals)) {
            let parsed = IntExpr::Parse { of: text.clone(), radix: 10 };
            call.emit.push(Action::SetInt(value, parsed, Width::Unbounded));
        }
        if cases.otherwise(call.emit) {
            call.emit.push(Action::Havoc(Variable::Int(value)));
            call.assume(in_range(&Linear::var(value), width));
        }
        cases.end(call.emit);
        Linear::var(value)
    })?;
    Some(Outcome::Returns(Value::Int(value)))
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
