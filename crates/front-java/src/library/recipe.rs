//! `+` of strings, as `invokedynamic` calls it, and what is put together from an array: `join`, `format`.
//!
//! Exact but for texts of floating point numbers and of unknown objects. A format must be a constant with plain
//! conversions; with others it has no model.

use automata::Symbol;
use ir::emit::Emit;
use ir::{Condition, StrTerm};

use super::call::{Call, NULL_POINTER, symbols, truth, word};
use super::units::characters_of;
use super::value::{Grade, Thrower, Value};
use super::{Row, row, types};
use Grade::{ExactForConstants, ExactForMost};

const MISSING: &str = "java/util/MissingFormatArgumentException";
const CONVERSION: &str = "java/util/IllegalFormatConversionException";

pub(super) static ROWS: &[Row] = &[
    row("join(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)", ExactForMost, join),
    row("format(Ljava/lang/String;[Ljava/lang/Object;)", ExactForConstants, |call| {
        let (null, format) = call.nullable(0)?;
        format_with(call, (null, format), 1)
    }),
    row("formatted([Ljava/lang/Object;)", ExactForConstants, |call| {
        let format = call.this()?;
        format_with(call, (Condition::FALSE, format), 0)
    }),
];

/// Nothing is thrown where texts are put together.
struct Calm;

impl Thrower for Calm {
    fn throw_if(&mut self, _: &mut Emit, _: Condition, class: &'static str) {
        unreachable!("the text of a value does not throw {class}");
    }
}

/// Exact but for floating point numbers and unknown objects: what `makeConcatWithConstants` gives.
///
/// In the recipe U+0001 stands for the next argument and U+0002 for the next constant. The descriptor is that of the
/// call site. `None` when an argument is missing or has no text.
pub fn concat(
    emit: &mut Emit,
    recipe: &[Symbol],
    constants: &[StrTerm],
    (descriptor, arguments): (&str, &[Value]),
) -> Option<StrTerm> {
    let parameters = &descriptor[..=descriptor.find(')')?];
    let mut thrower = Calm;
    let mut call = Call {
        emit,
        thrower: &mut thrower,
        receiver: &[],
        arguments,
        types: types(parameters),
        parts: None,
        changed: Vec::new(),
    };
    let (mut next, mut constants) = (0, constants.iter());
    let mut terms = Vec::new();
    for &symbol in recipe {
        terms.push(match symbol {
            1 => {
                next += 1;
                call.text_of_argument(next - 1)?
            }
            2 => constants.next()?.clone(),
            _ => StrTerm::Word([symbol].into()),
        });
    }
    Some(call.concat(&terms))
}

/// Elements that are null are written as such.
fn join(call: &mut Call<'_>) -> Option<Value> {
    let (no_between, between) = call.nullable(0)?;
    let (no_array, array) = call.argument(1).apart();
    let elements = match array {
        None => Vec::new(),
        Some(array) => array.elements()?,
    };
    call.throw_if(no_between.or(no_array), NULL_POINTER);
    let mut terms = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            terms.push(between.clone());
        }
        terms.push(call.text_of('L', element)?);
    }
    Some(Value::Str(call.concat(&terms)))
}

/// A piece of a format.
enum Piece {
    Text(Vec<Symbol>),
    /// A conversion of the next argument.
    Next(char),
}

/// The pieces of a format with the plain conversions `%s %d %c %b %x %n %%`.
fn pieces(format: &[Symbol]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&symbol| symbol == 0x25) {
        pieces.push(Piece::Text(rest[..at].to_vec()));
        let letter = char::from_u32(*rest.get(at + 1)?)?;
        pieces.push(match letter {
            '%' => Piece::Text(symbols("%")),
            'n' => Piece::Text(symbols("\n")),
            's' | 'd' | 'c' | 'b' => Piece::Next(letter),
            _ => return None,
        });
        rest = &rest[at + 2..];
    }
    pieces.push(Piece::Text(rest.to_vec()));
    Some(pieces)
}

fn format_with(call: &mut Call<'_>, (null, format): (Condition, StrTerm), array: usize) -> Option<Value> {
    let StrTerm::Word(format) = format else { return None };
    let (no_array, values) = call.argument(array).apart();
    let mut values = match values {
        None => Vec::new(),
        Some(values) => values.elements()?,
    }
    .into_iter();
    let pieces = pieces(&format)?;
    let simple = values.as_slice().iter().all(is_simple) && super::call::is_false(&no_array);
    if !simple {
        return None;
    }
    call.throw_if(null, NULL_POINTER);
    let mut terms = Vec::new();
    for piece in pieces {
        terms.push(match piece {
            Piece::Text(text) => StrTerm::Word(text.into()),
            Piece::Next(letter) => {
                let value = values.next();
                call.throw_if(truth(value.is_none()), MISSING);
                value.map_or(Some(word("")), |value| converted(call, letter, &value))?
            }
        });
    }
    Some(Value::Str(call.concat(&terms)))
}

/// Whether a value is one that every conversion knows.
fn is_simple(value: &Value) -> bool {
    let (_, value) = value.clone().apart();
    value.is_none_or(|value| {
        matches!(value, Value::Str(_) | Value::Int(_) | Value::Char { .. } | Value::Bool(_))
    })
}

/// A value in a conversion. What is null is written as such, and is false.
fn converted(call: &mut Call<'_>, letter: char, value: &Value) -> Option<StrTerm> {
    let (null, value) = value.clone().apart();
    let Some(value) = value else { return Some(word(if letter == 'b' { "false" } else { "null" })) };
    if let 'b' = letter {
        let truth = if let Value::Bool(truth) = &value { truth.clone() } else { Condition::TRUE };
        return Some(call.choose_text(null.negated().and(truth), |_| word("true"), |_| word("false")));
    }
    let is_number = matches!(value, Value::Int(_));
    let fits = match letter {
        'd' => is_number,
        'c' => is_number || matches!(value, Value::Char { .. }),
        _ => true,
    };
    if !fits {
        call.throw_if(null.clone().negated(), CONVERSION);
    }
    let text = match (letter, &value) {
        ('c', Value::Int(code)) => {
            let wrong = code_is_wrong(code);
            call.throw_if(null.clone().negated().and(wrong), "java/util/IllegalFormatCodePointException");
            characters_of(call, code)
        }
        _ => call.text_of('L', &value)?,
    };
    Some(call.choose_text(null, |_| word("null"), |_| text))
}

fn code_is_wrong(code: &ir::Linear) -> Condition {
    super::strings::between(code, 0, 0x10_FFFF).negated()
}

#[cfg(test)]
mod tests {
    use automata::Alphabet;
    use ir::Linear;

    use super::*;

    #[test]
    fn a_recipe_takes_arguments_and_constants_in_turn() {
        let mut emit = Emit::new(Alphabet::UTF16);
        let int = |value| Value::Int(Linear::constant(value));
        let arguments = [int(-7), int(1), int(0x41), Value::Null, Value::Str(word("t")), int(0)];
        let recipe = symbols("n=\u{1}\u{2}\u{1}\u{1}, \u{1}\u{1}\u{2}\u{1}");
        let descriptor = "(JZCLjava/lang/Object;Ljava/lang/String;Z)Ljava/lang/String;";
        let constants = [word("K\u{1}"), word("")];
        let text = concat(&mut emit, &recipe, &constants, (descriptor, &arguments));
        assert_eq!(text, Some(word("n=-7K\u{1}trueA, nulltfalse")));
        assert_eq!(concat(&mut emit, &[1, 1], &[], ("(I)Ljava/lang/String;", &[int(1)])), None);
        assert_eq!(concat(&mut emit, &[2], &[], ("()Ljava/lang/String;", &[])), None);
    }
}
