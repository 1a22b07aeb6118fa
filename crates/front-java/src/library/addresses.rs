//! Texts in addresses: `URLEncoder` and `URLDecoder`.
//!
//! Exact for texts without codes. Over-approximates what a code stands for, which depends on an encoding of bytes: any text from
//! the first one on. Which texts are refused is exact but for signs and digits that are not ASCII, which the JVM takes for
//! codes too.

use automata::{Output, SymbolSet, Transducer, TransducerBuilder};
use ir::StrTerm;

use super::call::{Call, ILLEGAL_ARGUMENT, NULL_POINTER, UTF16, length, word};
use super::locales::named_encoding;
use super::shapes::replaced;
use super::strings::starts_with;
use super::text::language;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::Contains;

/// What stays as it is, but for spaces.
const PLAIN: &str = "[ *\\-.0-9A-Z_a-z]*";
/// What stands in an encoded text.
const ENCODED: &str = "[%*+\\-.0-9A-Z_a-z]*";
/// Texts with codes that every JVM takes.
const TAKEN: &str = "([^%]|%[0-9A-Fa-f][0-9A-Fa-f])*";
/// Texts with a code that no JVM takes: one that is cut off, or one with a character of ASCII that is no digit; a sign may begin one.
const REFUSED: &str = ".*%(.?|[\\x00-*,./:-@G-`g-\\x7f]..*|[\\x00-\\x7f][\\x00-/:-@G-`g-\\x7f].*)";

pub(super) static ENCODER: &[Row] =
    &[row("encode(Ljava/lang/String;Ljava/lang/String;)", Contains, |call| {
        let (null, text) = call.nullable(0)?;
        named_encoding(call, 1);
        call.throw_if(null, NULL_POINTER);
        let plain = call.within(&text, PLAIN, || language(PLAIN));
        Some(Value::Str(call.choose_text(
            plain,
            |call| replaced(call, &text, word(" "), word("+")),
            |call| {
                let encoded = call.emit.language(ENCODED, || language(ENCODED));
                call.emit.any_of("encoded", encoded)
            },
        )))
    })];

pub(super) static DECODER: &[Row] =
    &[row("decode(Ljava/lang/String;Ljava/lang/String;)", Contains, |call| {
        let (null, text) = call.nullable(0)?;
        named_encoding(call, 1);
        call.throw_if(null, NULL_POINTER);
        let refused = call.within(&text, REFUSED, || language(REFUSED));
        call.throw_if(refused, ILLEGAL_ARGUMENT);
        let taken = call.within(&text, TAKEN, || language(TAKEN));
        let doubt = call.case_bool(taken.clone().negated(), |call| call.emit.any_bool("refused"));
        call.throw_if(taken.negated().and(doubt), ILLEGAL_ARGUMENT);
        let plain = call.within(&text, "[^%]*", || language("[^%]*"));
        Some(Value::Str(call.choose_text(
            plain,
            |call| replaced(call, &text, word("+"), word(" ")),
            |call| after_codes(call, &text),
        )))
    })];

/// What stands before the first code, and then anything.
fn after_codes(call: &mut Call<'_>, text: &StrTerm) -> StrTerm {
    let before = call.apply("before codes", before_codes, text);
    let decoded = call.emit.any_str("decoded");
    call.assume(starts_with(&decoded, &before));
    // This is the same text, written so that engines see how it begins.
    let rest = call.slice(&decoded, &length(&before), None);
    call.concat(&[before, rest])
}

/// The text before the first code, with its spaces.
fn before_codes() -> Transducer {
    let (code, space) = (SymbolSet::single(0x25), SymbolSet::single(0x2B));
    let other = UTF16.all().difference(&code).difference(&space);
    let mut builder = TransducerBuilder::new(UTF16);
    let (start, rest) = (builder.add_state(), builder.add_state());
    builder.read(start, &other, Output::copy(), start);
    builder.read(start, &space, Output::word(&[0x20]), start);
    builder.read(start, &code, Output::word(&[]), rest);
    builder.read(rest, &UTF16.all(), Output::word(&[]), rest);
    builder.end(start, &[]);
    builder.end(rest, &[]);
    builder.finish()
}
