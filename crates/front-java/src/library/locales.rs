//! What depends on a locale or an encoding: case by a locale, bytes of a text and texts of bytes.
//!
//! The locale and the encoding that a call names are objects of which nothing is known. Exact for the characters that all
//! of them treat alike; over-approximates for texts with others.

use automata::{SymbolSet, Transducer};
use ir::StrTerm;

use super::call::{Call, NULL_POINTER, at_most, length};
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

/// The encodings that every JVM has.
const ENCODINGS: [&str; 6] = ["us-ascii", "iso-8859-1", "utf-8", "utf-16be", "utf-16le", "utf-16"];

/// Throws when an encoding is not given, or may not exist.
pub(super) fn named_encoding(call: &mut Call<'_>, index: usize) {
    let (null, name) = call.argument(index).apart();
    call.throw_if(null, NULL_POINTER);
    if let Some(Value::Str(StrTerm::Word(name))) = &name
        && let Some(name) = name.iter().map(|unit| char::from_u32(*unit)).collect::<Option<String>>()
        && ENCODINGS.contains(&&*name.to_ascii_lowercase())
    {
        return;
    }
    let unknown = call.emit.any_bool("unknown");
    call.throw_if(unknown, UNSUPPORTED);
}
