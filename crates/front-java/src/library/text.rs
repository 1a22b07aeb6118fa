//! The text of a value, as `String.valueOf`, `append` and `+` make it.
//!
//! Exact but for floating point numbers, whose texts are any numeral of that kind, and for objects of which nothing is
//! known, whose texts are any.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Automaton, Budget};
use ir::{Linear, StrExpr, StrTerm};

use super::call::{Call, STEPS, UTF16, number, same_number, symbols, word};
use super::value::Value;

/// What the texts of floating point numbers look like.
const FLOATS: &str = "NaN|-?Infinity|-?[0-9]+\\.[0-9]+(E-?[0-9]+)?";

/// The language of a pattern of our own.
pub(super) fn language(pattern: &str) -> Automaton {
    let regex = Regex::parse(pattern, Dialect::Own, Flags::NONE).expect("the pattern is one of ours");
    regex.full_match(UTF16, &mut Budget::steps(STEPS)).expect("a small pattern fits the budget")
}

impl Call<'_> {
    /// The text of an argument of any type.
    pub(super) fn text_of_argument(&mut self, index: usize) -> Option<StrTerm> {
        let (ty, value) = (*self.types.get(index)?, self.argument(index));
        self.text_of(ty, &value)
    }

    /// The text of a value whose type begins with the character.
    pub(super) fn text_of(&mut self, ty: char, value: &Value) -> Option<StrTerm> {
        Some(match (ty, value) {
            ('F' | 'D', _) => {
                let floats = self.emit.language(FLOATS, || language(FLOATS));
                self.emit.any_of("float", floats)
            }
            ('C', Value::Int(code)) => self.chr(code),
            ('Z', Value::Int(value)) => {
                let holds = same_number(value, &number(0)).negated();
                self.choose_text(holds, |_| word("true"), |_| word("false"))
            }
            ('C' | 'B' | 'S' | 'I' | 'J', Value::Bool(holds)) => {
                let value = self.choose_int(holds.clone(), &number(1), &number(0));
                self.text_of(ty, &Value::Int(value))?
            }
            (_, Value::Bool(holds)) => self.choose_text(holds.clone(), |_| word("true"), |_| word("false")),
            ('B' | 'S' | 'I' | 'J', Value::Char { code, .. }) => self.numeral(code, 10),
            (_, Value::Int(value)) => self.numeral(value, 10),
            (_, Value::Str(text) | Value::Char { text, .. }) => text.clone(),
            (_, Value::Null) => word("null"),
            (_, Value::Maybe(null, value)) => {
                // What is emitted for the value has no effect, so it may come first.
                let text = self.text_of(ty, value)?;
                self.choose_text(null.clone(), |_| word("null"), |_| text)
            }
            (_, Value::Opaque | Value::Made(..) | Value::Array(_) | Value::Strings { .. }) => {
                self.emit.any_str("object")
            }
            (_, Value::This | Value::Argument(_) | Value::Void) => return None,
        })
    }

    /// The digits of an integer.
    pub(super) fn numeral(&mut self, value: &Linear, radix: u32) -> StrTerm {
        if let Some(value) = value.as_constant() {
            return StrTerm::Word(symbols(&digits(value, radix)).into());
        }
        self.emit.set_str("numeral", StrExpr::Numeral { of: value.clone(), radix })
    }
}

/// The digits of an integer, after a minus sign when it is negative.
fn digits(value: i128, radix: u32) -> String {
    let mut rest = value.unsigned_abs();
    let mut reversed = String::new();
    while rest > 0 || reversed.is_empty() {
        let digit = char::from_digit((rest % u128::from(radix)) as u32, radix);
        reversed.push(digit.expect("a remainder is below the radix, which is at most 36"));
        rest /= u128::from(radix);
    }
    if value < 0 {
        reversed.push('-');
    }
    reversed.chars().rev().collect()
}
