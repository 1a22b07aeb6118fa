//! `filter_var`: validation gives the value or false, sanitising changes it.
//!
//! A validation accepts everything in a *sure* language and nothing outside of a *wide* one; between the two it may
//! do either, which contains every result.

use automata::{Output, Symbol, SymbolSet, Transducer, TransducerBuilder};
use ir::{Condition, StrTerm};

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::text::{PLAIN, word};
use crate::value::{Value, simplify};

pub(super) static ROWS: &[Row] = &[row_of("filter_var", 1, Model::Code(filter_var))];

/// What is trimmed before a number is read.
macro_rules! blanks {
    () => {
        "[ \\t\\n\\r\\x0b\\x00]*"
    };
}

const INT_SURE: &str = "[+\\-]?(0|[1-9][0-9]{0,17})";
const INT_WIDE: &str = concat!(blanks!(), "[+\\-]?(0|[1-9][0-9]{0,18})", blanks!());
const FLOAT_SURE: &str = "[+\\-]?[0-9]{1,15}(\\.[0-9]{1,15})?";
const FLOAT_WIDE: &str =
    concat!(blanks!(), "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?", blanks!());
/// Short addresses: they keep every limit of length, and a small language is searched faster.
const EMAIL_SURE: &str = "[A-Za-z0-9!#-'*+\\-/=?^_`{|}~]{1,24}@[A-Za-z0-9]{1,8}\\.[A-Za-z]{2,3}";
const EMAIL_WIDE: &str = concat!(
    "([A-Za-z0-9!#-'*+\\-/=?^-~]+|\"([^\"\\\\]|\\\\(.|\\n))*\")(\\.([A-Za-z0-9!#-'*+\\-/=?^-~]+|\"([^\"\\\\]|\\\\(.|\\n))*\"))*@",
    "([A-Za-z0-9.\\-]+|\\[[0-9A-Fa-fIPv:.]+\\])"
);
const IP_SURE: &str = "[1-9][0-9]?\\.[1-9][0-9]?\\.[1-9][0-9]?\\.[1-9][0-9]?";
const IP_WIDE: &str = "[0-9A-Fa-f:.]+";
const URL_SURE: &str = "https?://[a-z]{1,20}\\.[a-z]{2,3}(/[A-Za-z0-9/]{0,60})?";
const URL_WIDE: &str = "[A-Za-z0-9+.\\-]+:(.|\\n)*";

const ALLOW_OCTAL: i128 = 1;
const ALLOW_HEX: i128 = 2;
const REQUIRE_ARRAY: i128 = 1 << 24;
const FORCE_ARRAY: i128 = 1 << 26;
const NULL_ON_FAILURE: i128 = 1 << 27;

fn filter_var(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let Some(filter) = call.flag(1, 516) else {
        return lower.not_modelled(call, "with a filter that is not constant");
    };
    let flags = match call.value(2) {
        Value::Null => 0,
        Value::Int(linear) if linear.as_constant().is_some() => linear.as_constant().unwrap_or(0),
        _ => return lower.not_modelled(call, "with options"),
    };
    // What fails is null, or an array is asked for; integers have other notations.
    let other = NULL_ON_FAILURE | REQUIRE_ARRAY | FORCE_ARRAY;
    if flags & other != 0 || filter == 257 && flags & (ALLOW_OCTAL | ALLOW_HEX) != 0 {
        return lower.not_modelled(call, "with these flags");
    }
    let text = match call.value(0) {
        Value::Array(_) => return Value::bool(false),
        value => lower.text(&value),
    };
    let text_or_false = |condition, text| Value::choice(condition, Value::Str(text), Value::bool(false));
    match filter {
        257 => {
            let sure = between(lower, &text, (INT_SURE, INT_WIDE));
            let integer = Value::Int(lower.integer(&Value::Str(text)));
            Value::choice(sure, integer, Value::bool(false))
        }
        259 if flags == 0 => {
            let sure = between(lower, &text, (FLOAT_SURE, FLOAT_WIDE));
            let float = lower.float(&Value::Str(text));
            Value::choice(sure, float, Value::bool(false))
        }
        258 => Value::Bool(between(
            lower,
            &text,
            ("1|true|on|yes", concat!(blanks!(), "[01A-Za-z]*", blanks!())),
        )),
        273 => text_or_false(between(lower, &text, (URL_SURE, URL_WIDE)), text),
        274 => text_or_false(between(lower, &text, (EMAIL_SURE, EMAIL_WIDE)), text),
        275 => text_or_false(between(lower, &text, (IP_SURE, IP_WIDE)), text),
        _ => sanitised(lower, call, &text, (filter, flags)),
    }
}

/// Certain in the first language, impossible outside of the second.
fn between(lower: &mut Lower<'_>, text: &StrTerm, (sure, wide): (&str, &str)) -> Condition {
    let (sure, wide) = (lower.within(text, sure), lower.within(text, wide));
    if sure == Condition::TRUE || wide == Condition::FALSE {
        return simplify(sure);
    }
    let either = lower.emit.any_bool("valid");
    simplify(sure.or(wide.and(either)))
}

fn sanitised(lower: &mut Lower<'_>, call: &Call<'_>, text: &StrTerm, (filter, flags): (i64, i128)) -> Value {
    let plain = flags == 0;
    let name = format!("filter_var {filter} {flags}");
    let build: Box<dyn FnOnce() -> Transducer> = match filter {
        516 if plain => return Value::Str(text.clone()),
        517 => Box::new(|| keeping(b"!#$%&'*+-=?^_`{|}~@.[]")),
        518 => Box::new(|| keeping(b"$-_.+!*'(),{}|\\^~[]`<>#%\";/?:@&=")),
        519 => Box::new(|| keeping_only(b"0123456789+-")),
        520 => {
            let mut kept = b"0123456789+-".to_vec();
            for (bit, byte) in [(4096, b'.'), (8192, b','), (16384, b'e')] {
                if flags & bit != 0 {
                    kept.push(byte);
                }
            }
            if flags & 16384 != 0 {
                kept.push(b'E');
            }
            Box::new(move || keeping_only(&kept))
        }
        515 if plain => Box::new(special_chars),
        514 if plain => Box::new(|| {
            escaped(|byte| {
                let is_kept = byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
                (!is_kept).then(|| format!("%{byte:02X}"))
            })
        }),
        522 if plain => Box::new(full_special_chars),
        521 | 523 => Box::new(|| {
            escaped(|byte| match byte {
                0 => Some("\\0".to_owned()),
                b'\'' | b'"' | b'\\' => Some(format!("\\{}", char::from(byte))),
                _ => None,
            })
        }),
        _ => return lower.not_modelled(call, "with this filter"),
    };
    Value::Str(lower.apply(&name, build, text))
}

/// Deletes all but letters, digits and these.
fn keeping(others: &[u8]) -> Transducer {
    let mut kept: Vec<u8> = (0..=255_u8).filter(u8::is_ascii_alphanumeric).collect();
    kept.extend(others);
    keeping_only(&kept)
}

fn keeping_only(kept: &[u8]) -> Transducer {
    let kept = SymbolSet::from_ranges(kept.iter().map(|&byte| (Symbol::from(byte), Symbol::from(byte))));
    Transducer::deleting(PLAIN, &PLAIN.all().difference(&kept))
}

/// A word for some bytes.
fn escaped(escape: impl Fn(u8) -> Option<String>) -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let state = builder.add_state();
    let mut copied = PLAIN.all();
    for byte in 0..=255_u8 {
        if let Some(text) = escape(byte) {
            let symbol = SymbolSet::single(Symbol::from(byte));
            copied = copied.difference(&symbol);
            builder.read(state, &symbol, Output::word(&word(text.as_bytes())), state);
        }
    }
    builder.read(state, &copied, Output::copy(), state);
    builder.end(state, &[]);
    builder.finish()
}

fn special_chars() -> Transducer {
    escaped(|byte| (byte < 32 || b"'\"<>&".contains(&byte)).then(|| format!("&#{byte};")))
}

fn full_special_chars() -> Transducer {
    escaped(|byte| {
        let text = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#039;",
            _ => return None,
        };
        Some(text.to_owned())
    })
}
