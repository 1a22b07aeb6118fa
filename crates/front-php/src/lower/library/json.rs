//! `json_encode`.
//!
//! A text that is printable is encoded exactly, with the flags that change characters; numbers, truth values and arrays whose
//! elements are known are put together from that. Of everything else the language is known: quotes and brackets are the
//! page's, what stands in strings is of the outside.

use automata::{Automaton, Budget, Output, Symbol, SymbolSet, Transducer, TransducerBuilder};
use ir::{Condition, StrTerm};

use super::{Call, Model, Row, STEPS, row_of};
use crate::lower::Lower;
use crate::text::{PLAIN, language, literal, word};
use crate::value::{Array, ArrayKey, Value, simplify};

pub(super) static ROWS: &[Row] = &[row_of("json_encode", 1, Model::Code(json_encode))];

const HEX_TAG: i64 = 1;
const HEX_AMP: i64 = 2;
const HEX_APOS: i64 = 4;
const HEX_QUOT: i64 = 8;
const UNESCAPED_SLASHES: i64 = 64;
const UNESCAPED_UNICODE: i64 = 256;
/// Flags that change nothing of what is modelled: what fails, and how that is told, and zeros after a point.
const HARMLESS: i64 = 512 | 1024 | 1_048_576 | 2_097_152 | 4_194_304;
const KNOWN: i64 = HEX_TAG | HEX_AMP | HEX_APOS | HEX_QUOT | UNESCAPED_SLASHES | UNESCAPED_UNICODE | HARMLESS;
/// How deep arrays are encoded one element after the other.
const DEPTH: usize = 6;

fn json_encode(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Some(flags) = call.flag(1, 0).filter(|flags| flags & !KNOWN == 0) else {
        return lower.not_modelled(call, "with flags that are not modelled");
    };
    let mut plain = Condition::TRUE;
    let exact = encoded(lower, &call.value(0), (flags, DEPTH), &mut plain);
    let plain = simplify(plain);
    if plain == Condition::TRUE {
        return exact;
    }
    let other = if matches!(call.value(0), Value::Str(_)) {
        some_text(lower, flags)
    } else {
        some_json(lower, flags)
    };
    let failed = lower.emit.any_bool("fails");
    let other = Value::choice(failed, Value::bool(false), other);
    Value::choice(plain, exact, other)
}

/// Exact where all texts are printable, which is what the condition says afterwards.
fn encoded(
    lower: &mut Lower<'_>,
    value: &Value,
    (flags, depth): (i64, usize),
    plain: &mut Condition,
) -> Value {
    match value {
        Value::Null => Value::text(b"null"),
        Value::Bool(condition) => {
            Value::choice(condition.clone(), Value::text(b"true"), Value::text(b"false"))
        }
        Value::Int(_) => Value::Str(lower.text(value)),
        Value::Str(term) => encoded_text(lower, term, flags, plain),
        Value::Maybe(present, term) => {
            let text = encoded_text(lower, term, flags, plain);
            Value::choice(present.clone(), text, Value::text(b"null"))
        }
        Value::Choice(parts) => {
            let (condition, yes, no) = &**parts;
            let yes = encoded(lower, yes, (flags, depth), plain);
            let no = encoded(lower, no, (flags, depth), plain);
            Value::choice(condition.clone(), yes, no)
        }
        Value::Array(array) if array.rest.is_none() && depth > 0 => {
            encoded_array(lower, array, (flags, depth), plain)
        }
        Value::Float(_) | Value::Array(_) | Value::Object(_) | Value::Closure(_) | Value::Any(_) => {
            some_json(lower, flags)
        }
    }
}

fn encoded_text(lower: &mut Lower<'_>, text: &StrTerm, flags: i64, plain: &mut Condition) -> Value {
    let is_plain = lower.within(text, "[\\t\\n\\r -~]*");
    *plain = plain.clone().and(is_plain);
    Value::Str(lower.apply(&format!("json_encode {flags}"), || json_text(flags), text))
}

/// Contains what is written for any text.
fn some_text(lower: &mut Lower<'_>, flags: i64) -> Value {
    let language = lower.emit.language(&format!("json text {flags}"), || quoted(flags));
    Value::Str(lower.emit.any_of("json_encode", language))
}

fn encoded_array(
    lower: &mut Lower<'_>,
    array: &Array,
    (flags, depth): (i64, usize),
    plain: &mut Condition,
) -> Value {
    let is_list = array.known.iter().enumerate().all(|(index, (key, _))| *key == ArrayKey::at(index));
    let mut parts = vec![Value::text(if is_list { b"[" } else { b"{" })];
    for (index, (key, value)) in array.known.iter().enumerate() {
        if index > 0 {
            parts.push(Value::text(b","));
        }
        if !is_list {
            parts.push(encoded_text(lower, &literal(&key_text(key)), flags, plain));
            parts.push(Value::text(b":"));
        }
        parts.push(encoded(lower, value, (flags, depth - 1), plain));
    }
    parts.push(Value::text(if is_list { b"]" } else { b"}" }));
    lower.concat(&parts)
}

fn key_text(key: &ArrayKey) -> Vec<u8> {
    match key {
        ArrayKey::Int(number) => number.to_string().into_bytes(),
        ArrayKey::Str(text) => text.clone(),
    }
}

/// Contains every result.
fn some_json(lower: &mut Lower<'_>, flags: i64) -> Value {
    let language = lower.emit.language(&format!("json {flags}"), || {
        let mut budget = Budget::steps(STEPS);
        let signs = crate::lower::convert::unmarked(&language("[\\[\\]{},:0-9.eE+\\-a-z]"));
        let parts = signs.union(&quoted(flags), &mut budget).and_then(|part| part.star(&mut budget));
        parts.expect("a small language fits the budget")
    });
    Value::Str(lower.emit.any_of("json_encode", language))
}

/// A string of JSON: the quotes are the page's, what is in it is of the outside.
fn quoted(flags: i64) -> Automaton {
    let plain = |byte: &u8| (0x20..0x80).contains(byte) && escape(*byte, flags).is_none();
    let mut classes: Vec<String> = (0..=0x7f_u8).filter(plain).map(|byte| format!("\\x{byte:02x}")).collect();
    if flags & UNESCAPED_UNICODE != 0 {
        classes.push("\\x80-\\xff".to_owned());
    }
    let text = format!("([{}]|\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{{4}}))*", classes.concat());
    let quote = crate::lower::convert::unmarked(&language("\""));
    let mut budget = Budget::steps(STEPS);
    let whole = quote
        .concat(&language(&text).all_marked(), &mut budget)
        .and_then(|begun| begun.concat(&quote, &mut budget));
    whole.expect("a small language fits the budget")
}

/// What is written for a byte, when it is not the byte itself.
fn escape(byte: u8, flags: i64) -> Option<String> {
    let hex = |flag: i64| (flags & flag != 0).then(|| format!("\\u{byte:04X}"));
    match byte {
        b'<' | b'>' => hex(HEX_TAG),
        b'&' => hex(HEX_AMP),
        b'\'' => hex(HEX_APOS),
        b'"' => hex(HEX_QUOT).or_else(|| Some("\\\"".to_owned())),
        b'/' if flags & UNESCAPED_SLASHES != 0 => None,
        b'\\' | b'/' => Some(format!("\\{}", char::from(byte))),
        0x08 => Some("\\b".to_owned()),
        0x0c => Some("\\f".to_owned()),
        b'\n' => Some("\\n".to_owned()),
        b'\r' => Some("\\r".to_owned()),
        b'\t' => Some("\\t".to_owned()),
        0..=0x1f => Some(format!("\\u{byte:04x}")),
        _ => None,
    }
}

/// What is exact. To undo the escapes of the others costs much and helps little.
fn is_printable(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

/// The quotes around are the page's.
fn json_text(flags: i64) -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, inside) = (builder.add_state(), builder.add_state());
    builder.skip(start, &word(b"\""), inside);
    let mut copied = PLAIN.all();
    for byte in 0..=255_u8 {
        if let Some(text) = escape(byte, flags).filter(|_| is_printable(byte)) {
            let symbol = SymbolSet::single(Symbol::from(byte));
            copied = copied.difference(&symbol);
            builder.read(inside, &symbol, Output::word(&word(text.as_bytes())), inside);
        }
    }
    builder.read(inside, &copied, Output::copy(), inside);
    builder.end(inside, &word(b"\""));
    builder.finish()
}
