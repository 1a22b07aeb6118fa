//! Functions that change a text by its words or its markup: `ucwords`, `strtr`, `strip_tags` and encoders.
//!
//! What is finite-state is exact. `strip_tags` counts how deep tags lie in each other, which no finite machine does: its
//! result is any text of the outside without the beginning of a tag.

use automata::{Output, Symbol, SymbolSet, Transducer, TransducerBuilder};
use ir::StrTerm;

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::text::{PLAIN, bytes_of, language, word};
use crate::value::{Array, ArrayKey, Value};

pub(super) static ROWS: &[Row] = &[
    row_of("ucwords", 1, Model::Code(ucwords)),
    row_of("strtr", 2, Model::Code(strtr)),
    row_of("strip_tags", 1, Model::Code(strip_tags)),
    row_of("base64_encode", 1, Model::Outside(Some("[A-Za-z0-9+/]*={0,2}"))),
];

/// What stays of a text without tags: a `<` only before a blank.
const WITHOUT_TAGS: &str = "([^<\\x00]|<[ \\t\\n\\r\\x0b\\x0c])*";

/// Exact for the blanks that are the default.
fn ucwords(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    if call.values.len() > 1 {
        return lower.not_modelled(call, "with a list of blanks");
    }
    Value::Str(lower.apply("ucwords", capitals, &text))
}

fn capitals() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, within) = (builder.add_state(), builder.add_state());
    let letters = SymbolSet::range(u32::from(b'a'), u32::from(b'z'));
    let blanks = b" \t\r\n\x0b\x0c".iter().map(|&byte| (Symbol::from(byte), Symbol::from(byte)));
    let blanks = SymbolSet::from_ranges(blanks);
    let others = PLAIN.all().difference(&blanks);
    for state in [start, within] {
        builder.read(state, &blanks, Output::copy(), start);
        builder.end(state, &[]);
    }
    builder.read(start, &letters, Output::shifted(-32), within);
    builder.read(start, &others.difference(&letters), Output::copy(), within);
    builder.read(within, &others, Output::copy(), within);
    builder.finish()
}

/// Exact for two constant lists of characters.
fn strtr(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    if let (Value::Array(pairs), 2) = (call.value(1), call.values.len()) {
        return match pairs_of(&pairs) {
            Some(pairs) => replaced_pairs(lower, call, &text, &pairs),
            None => lower.not_modelled(call, "with words that are not constant"),
        };
    }
    let (Some(from), Some(to), 3) = (call.value(1).constant(), call.value(2).constant(), call.values.len())
    else {
        return lower.not_modelled(call, "without two constant lists");
    };
    let build = || {
        let mut builder = TransducerBuilder::new(PLAIN);
        let state = builder.add_state();
        for byte in 0..=255_u8 {
            // Of two pairs for one character the last counts.
            let pair = from.iter().zip(&to).rev().find(|(known, _)| **known == byte);
            let output = pair.map_or(byte, |(_, by)| *by);
            builder.read(
                state,
                &SymbolSet::single(Symbol::from(byte)),
                Output::word(&word(&[output])),
                state,
            );
        }
        builder.end(state, &[]);
        builder.finish()
    };
    Value::Str(lower.apply(&format!("strtr {from:?} {to:?}"), build, &text))
}

/// The words of an array that are replaced, with what stands for them; none when not all words are known.
fn pairs_of(array: &Array) -> Option<Vec<(Vec<u8>, Value)>> {
    let pair = |(key, value): &(ArrayKey, Value)| Some((key.value().constant()?, value.clone()));
    let pairs: Option<Vec<_>> = array.known.iter().map(pair).collect();
    pairs.filter(|pairs| array.rest.is_none() && pairs.iter().all(|(word, _)| !word.is_empty()))
}

/// Exact for a constant text, and for single characters and constants in their place.
fn replaced_pairs(
    lower: &mut Lower<'_>,
    call: &Call<'_>,
    text: &StrTerm,
    pairs: &[(Vec<u8>, Value)],
) -> Value {
    if let StrTerm::Word(whole) = text
        && let Some(bytes) = bytes_of(whole)
    {
        let mut parts: Vec<Value> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let here = pairs.iter().filter(|(word, _)| bytes[at..].starts_with(word));
            // The longest word counts.
            let longest = here.max_by_key(|(word, _)| word.len());
            parts.push(longest.map_or_else(|| Value::text(&bytes[at..=at]), |(_, with)| with.clone()));
            at += longest.map_or(1, |(word, _)| word.len());
        }
        return lower.concat(&parts);
    }
    let single = |(word, with): &(Vec<u8>, Value)| match word.as_slice() {
        [byte] => Some((*byte, with.constant()?)),
        _ => None,
    };
    let Some(pairs) = pairs.iter().map(single).collect::<Option<Vec<_>>>() else {
        return lower.not_modelled(call, "with words of several characters");
    };
    let build = || {
        let mut builder = TransducerBuilder::new(PLAIN);
        let state = builder.add_state();
        for byte in 0..=255_u8 {
            let symbols = SymbolSet::single(Symbol::from(byte));
            let output = match pairs.iter().find(|(known, _)| *known == byte) {
                Some((_, with)) => Output::word(&word(with)),
                None => Output::copy(),
            };
            builder.read(state, &symbols, output, state);
        }
        builder.end(state, &[]);
        builder.finish()
    };
    Value::Str(lower.apply(&format!("strtr {pairs:?}"), build, text))
}

/// Exact for a text without a `<`; elsewhere it contains every result.
fn strip_tags(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let allowed = match call.value(1) {
        Value::Null => Some(Vec::new()),
        Value::Array(array) if array.rest.is_none() => {
            array.known.iter().map(|(_, name)| plain_name(&name.constant()?)).collect()
        }
        value => value.constant().and_then(|text| tag_names(&text)),
    };
    let Some(allowed) = allowed else {
        return lower.not_modelled(call, "with tags that are not constant");
    };
    let regex = with_tags(&allowed);
    let language = lower.emit.language(&format!("strip_tags {regex}"), || language(&regex).all_marked());
    let other = Value::Str(lower.emit.any_of("strip_tags", language));
    // Without a `<` there is no tag, and all that is taken away is NUL.
    let same = lower.within(&text, "[^<\\x00]*");
    lower.either_value(same, Value::Str(text), other)
}

/// What stays of a text with some tags: a `<` only before a blank or at the beginning of one of them, whose attributes
/// stay as they are. Slashes before a name are looked over, and it ends at a blank, a slash or the end of the tag.
fn with_tags(names: &[String]) -> String {
    let any_case = |name: &String| {
        let letters = name.bytes().map(|byte| {
            format!("[{}{}]", char::from(byte.to_ascii_lowercase()), char::from(byte.to_ascii_uppercase()))
        });
        letters.collect::<Vec<_>>().concat()
    };
    let names = names.iter().map(any_case).collect::<Vec<_>>().join("|");
    if names.is_empty() {
        return WITHOUT_TAGS.to_owned();
    }
    let text = WITHOUT_TAGS;
    format!("({text}</*({names})([ \\t\\n\\r\\x0b\\x0c/]{text})?>)*{text}")
}

/// The names of `<a><b>`; none when there is another character in one.
fn tag_names(text: &[u8]) -> Option<Vec<String>> {
    let begun = text.split(|&byte| byte == b'<').skip(1);
    begun.map(|tag| plain_name(tag.split(|&byte| byte == b'>').next().unwrap_or_default())).collect()
}

fn plain_name(name: &[u8]) -> Option<String> {
    let name: Vec<u8> = name.iter().copied().filter(|&byte| byte != b'/').collect();
    let is_plain = !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric);
    is_plain.then(|| String::from_utf8_lossy(&name).into_owned())
}
