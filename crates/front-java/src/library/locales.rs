//! What depends on a locale or an encoding: case by a locale, bytes of a text and texts of bytes.
//!
//! The locale and the encoding that a call names are objects of which nothing is known. Exact for the characters that all
//! of them treat alike; over-approximates for texts with others.

use automata::{SymbolSet, Transducer};
use ir::StrTerm;

use super::call::{Call, ILLEGAL_ARGUMENT, NULL_POINTER, at_most, length};
use super::cases;
use super::characters;
use super::shapes::is_ascii;
use super::strings::{counted, make};
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, ExactForMost};

const UNSUPPORTED: &str = "java/io/UnsupportedEncodingException";

/// What some locale makes small in its own way: I and J with and without marks, and the Greek sigma everywhere.
const UNLIKE_LOWER: [(u32, u32); 7] = [
    (0x49, 0x4A),
    (0xCC, 0xCD),
    (0x128, 0x128),
    (0x12E, 0x12E),
    (0x130, 0x130),
    (0x307, 0x307),
    (0x3A3, 0x3A3),
];

/// What some locale makes great in its own way.
const UNLIKE_UPPER: [(u32, u32); 2] = [(0x69, 0x69), (0x307, 0x307)];

pub(super) static ROWS: &[Row] = &[
    row("toLowerCase(Ljava/util/Locale;)", ExactForMost, |call| {
        by_locale(call, "toLowerCase", cases::lowercase, &SymbolSet::from_ranges(UNLIKE_LOWER))
    }),
    row("toUpperCase(Ljava/util/Locale;)", ExactForMost, |call| {
        by_locale(call, "toUpperCase", cases::uppercase, &SymbolSet::from_ranges(UNLIKE_UPPER))
    }),
    row("getBytes()", ExactForMost, |call| {
        let this = call.this()?;
        Some(Value::Str(encoded(call, &this)))
    }),
    row("getBytes(Ljava/lang/String;)", Contains, |call| {
        named_encoding(call, 0);
        Some(Value::Str(any_bytes(call)))
    }),
    row("getBytes(Ljava/nio/charset/Charset;)", Contains, |call| {
        let (null, _) = call.argument(0).apart();
        call.throw_if(null, NULL_POINTER);
        Some(Value::Str(any_bytes(call)))
    }),
    row("<init>([B)", ExactForMost, |call| {
        let bytes = call.text(0)?;
        let text = decoded(call, &bytes);
        Some(make(call, text))
    }),
    row("<init>([BII)", ExactForMost, |call| {
        let bytes = counted(call)?;
        let text = decoded(call, &bytes);
        Some(make(call, text))
    }),
];

/// `URLEncoder`. What it writes consists of few characters; which ones is left open.
pub(super) static ENCODER: &[Row] =
    &[row("encode(Ljava/lang/String;Ljava/lang/String;)", Contains, |call| {
        let (null, _) = call.nullable(0)?;
        named_encoding(call, 1);
        call.throw_if(null, NULL_POINTER);
        let encoded = call.emit.any_str("encoded");
        let low = call.all_in(&encoded, "encoded for an address", &SymbolSet::from_ranges(ENCODED));
        call.assume(low);
        Some(Value::Str(encoded))
    })];

/// `URLDecoder`. It may give any text, and refuses what is no code.
pub(super) static DECODER: &[Row] =
    &[row("decode(Ljava/lang/String;Ljava/lang/String;)", Contains, |call| {
        let (null, _) = call.nullable(0)?;
        named_encoding(call, 1);
        call.throw_if(null, NULL_POINTER);
        let refused = call.emit.any_bool("refused");
        call.throw_if(refused, ILLEGAL_ARGUMENT);
        Some(Value::Str(call.emit.any_str("decoded")))
    })];

/// What stands in an encoded text: `%*+-.0-9A-Z_a-z`.
const ENCODED: [(u32, u32); 7] =
    [(0x25, 0x25), (0x2A, 0x2B), (0x2D, 0x2E), (0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];

/// A map of characters, where all locales agree on those of the text; else any text.
fn by_locale(
    call: &mut Call<'_>,
    name: &str,
    build: fn() -> Transducer,
    unlike: &SymbolSet,
) -> Option<Value> {
    let (this, (null, _)) = (call.this()?, call.argument(0).apart());
    call.throw_if(null, NULL_POINTER);
    let alike = characters::all().difference(unlike);
    let alike = call.all_in(&this, &format!("{name} in every locale"), &alike);
    Some(Value::Str(call.choose_text(
        alike,
        |call| call.apply(name, build, &this),
        |call| call.emit.any_str(name),
    )))
}

/// Bytes in the encoding of the surroundings, which all have ASCII.
fn encoded(call: &mut Call<'_>, text: &StrTerm) -> StrTerm {
    let ascii = is_ascii(call, text);
    call.choose_text(
        ascii,
        |_| text.clone(),
        |call| {
            let bytes = any_bytes(call);
            let twice = length(&bytes).times(2).expect("a small factor");
            call.assume(at_most(&length(text), &twice));
            bytes
        },
    )
}

/// The text of bytes in the encoding of the surroundings.
fn decoded(call: &mut Call<'_>, bytes: &StrTerm) -> StrTerm {
    let ascii = is_ascii(call, bytes);
    call.choose_text(ascii, |_| bytes.clone(), |call| call.emit.any_str("decoded"))
}

fn any_bytes(call: &mut Call<'_>) -> StrTerm {
    let bytes = call.emit.any_str("bytes");
    let low = call.all_in(&bytes, "bytes", &SymbolSet::range(0, 0xFF));
    call.assume(low);
    bytes
}

/// Throws when an encoding is not given, or may not exist.
fn named_encoding(call: &mut Call<'_>, index: usize) {
    let (null, _) = call.argument(index).apart();
    call.throw_if(null, NULL_POINTER);
    let unknown = call.emit.any_bool("unknown");
    call.throw_if(unknown, UNSUPPORTED);
}
