//! `sprintf` and its family.
//!
//! `%s`, `%d`, `%u`, `%x` and `%%` without width are exact but for large numbers; what else a number may print is any
//! text of digits and signs, written by the page. Other forms are not modelled.

use ir::StrExpr;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::lower::convert::length;
use crate::value::{Array, Value, at_most, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("sprintf", 1, Model::Code(sprintf)),
    row_of("vsprintf", 2, Model::Code(vsprintf)),
    row_of("printf", 1, Model::Code(printf)),
    row_of("vprintf", 2, Model::Code(vprintf)),
];

/// A piece of a format.
enum Piece {
    Text(Vec<u8>),
    /// A conversion: which argument, with what before the letter, and the letter.
    Value(usize, Vec<u8>, u8),
}

fn sprintf(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    formatted(lower, call, &call.values[1..])
}

fn vsprintf(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    match call.value(1) {
        Value::Array(array) if array.rest.is_none() => {
            let values: Vec<Value> = elements(&array);
            formatted(lower, call, &values)
        }
        _ => lower.not_modelled(call, "of an array that is not known"),
    }
}

fn elements(array: &Array) -> Vec<Value> {
    array.known.iter().map(|(_, value)| value.clone()).collect()
}

fn printf(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let value = sprintf(lower, call);
    printed(lower, &value)
}

fn vprintf(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let value = vsprintf(lower, call);
    printed(lower, &value)
}

fn printed(lower: &mut Lower<'_>, value: &Value) -> Value {
    lower.echo(value);
    let text = lower.text(value);
    Value::Int(length(&text))
}

fn formatted(lower: &mut Lower<'_>, call: &Call<'_>, values: &[Value]) -> Value {
    let Some(format) = call.value(0).constant() else {
        return lower.not_modelled(call, "with a format that is not constant");
    };
    let Some(pieces) = parse(&format) else { return lower.not_modelled(call, "with this format") };
    let mut parts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(bytes) => parts.push(Value::text(&bytes)),
            Piece::Value(index, options, letter) => {
                let Some(value) = values.get(index) else {
                    lower.throw_when(ir::Condition::TRUE);
                    return Value::Null;
                };
                match conversion(lower, value, &options, letter) {
                    Some(part) => parts.push(part),
                    None => return lower.not_modelled(call, "with this format"),
                }
            }
        }
    }
    lower.concat(&parts)
}

fn conversion(lower: &mut Lower<'_>, value: &Value, options: &[u8], letter: u8) -> Option<Value> {
    match (letter, options) {
        (b's', b"") => Some(Value::Str(lower.text(value))),
        (b'c', b"") => {
            let byte = lower.integer(value).as_constant()?;
            Some(Value::text(&[byte.rem_euclid(256) as u8]))
        }
        (b'd', b"") => {
            let integer = lower.integer(value);
            Some(Value::Str(lower.text(&Value::Int(integer))))
        }
        (b'u', b"") => {
            let integer = lower.integer(value);
            let wrapped = integer.plus(&ir::Linear::constant(1 << 64))?;
            let negative = simplify(at_most(&integer, &ir::Linear::constant(-1))?);
            Some(Value::choice(negative, Value::Int(wrapped), Value::Int(integer)))
        }
        (b'x', b"") => {
            let integer = lower.integer(value);
            let positive = at_most(&ir::Linear::constant(0), &integer)?;
            let exact = lower.emit.set_str("hexadecimal", StrExpr::Numeral { of: integer, radix: 16 });
            let other = lower.page_text("hexadecimal", "[0-9a-f]{16}");
            Some(Value::choice(positive, Value::Str(exact), Value::Str(other)))
        }
        (b'd' | b'u' | b'x' | b'X' | b'o' | b'b' | b'f' | b'F' | b'e' | b'E' | b'g' | b'G', _) => {
            let plain = options.iter().all(|byte| byte.is_ascii_digit() || b"+-. ".contains(byte));
            plain.then(|| Value::Str(lower.page_text("number", "[+\\-0-9a-zA-Z. ]*")))
        }
        _ => None,
    }
}

/// The pieces of a format; none when it has forms that are not known.
fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let (mut at, mut next) = (0, 0);
    while at < format.len() {
        if format[at] != b'%' {
            let end = format[at..].iter().position(|&byte| byte == b'%').map_or(format.len(), |end| at + end);
            pieces.push(Piece::Text(format[at..end].to_vec()));
            at = end;
            continue;
        }
        let rest = &format[at + 1..];
        // The character after an apostrophe is no letter of a conversion.
        let is_end = |(at, byte): (usize, &u8)| {
            let is_fill = at > 0 && rest[at - 1] == b'\'';
            !is_fill && (byte.is_ascii_alphabetic() || *byte == b'%')
        };
        let length = rest.iter().enumerate().position(is_end)?;
        let letter = rest[length];
        let mut options = rest[..length].to_vec();
        at += length + 2;
        if letter == b'%' {
            pieces.push(Piece::Text(b"%".to_vec()));
            continue;
        }
        let index = if let Some(end) = options.iter().position(|&byte| byte == b'$') {
            let number: usize = std::str::from_utf8(&options[..end]).ok()?.parse().ok()?;
            options.drain(..=end);
            number.checked_sub(1)?
        } else {
            next += 1;
            next - 1
        };
        pieces.push(Piece::Value(index, options, letter));
    }
    Some(pieces)
}
