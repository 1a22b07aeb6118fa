//! Regular expressions: `preg_*` and the old `ereg*`.
//!
//! A constant pattern that is regular is matched and replaced exactly. Anything else may match or not, and its
//! replacement is anything.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Automaton, Budget, Occurrences, Pattern, Template, Transducer};
use ir::{Condition, StrTerm};

use super::{Call, Model, Row, STEPS, row_of};
use crate::lower::Lower;
use crate::text::{PLAIN, word};
use crate::value::{Array, Rest, Value, pick};

pub(super) static ROWS: &[Row] = &[
    row_of("preg_match", 2, Model::Code(preg_match)),
    row_of("preg_match_all", 2, Model::Code(preg_match)),
    row_of("preg_replace", 3, Model::Code(preg_replace)),
    row_of("preg_split", 2, Model::Code(split)),
    row_of("preg_quote", 1, Model::Map(preg_quote)),
    row_of("ereg", 2, Model::Code(ereg)),
    row_of("eregi", 2, Model::Code(ereg)),
    row_of("ereg_replace", 3, Model::Code(ereg_replace)),
    row_of("eregi_replace", 3, Model::Code(ereg_replace)),
];

/// A PCRE pattern with its delimiters.
fn pcre(bytes: &[u8]) -> Option<Regex> {
    Regex::parse_delimited(std::str::from_utf8(bytes).ok()?).ok()
}

fn posix(bytes: &[u8], ignores_case: bool) -> Option<Regex> {
    let flags = if ignores_case { Flags::from_letters("i", Dialect::Posix).ok()? } else { Flags::NONE };
    Regex::parse_symbols(&word(bytes), Dialect::Posix, flags).ok()
}

fn searched(regex: &Regex) -> Option<Automaton> {
    regex.search(PLAIN, &mut Budget::steps(STEPS)).ok()
}

/// Exact for a regular pattern: 1 or 0. Groups lie in the text.
fn preg_match(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let condition = match call.value(0).constant() {
        Some(pattern) => value_matches(lower, &call.value(1), &pattern),
        None => None,
    };
    let text = lower.text_argument(call, 1);
    groups(lower, call, &text);
    if call.values.len() > 4 {
        // Matching begins at an offset.
        return Value::Int(lower.emit.any_int("matches"));
    }
    let condition = condition.unwrap_or_else(|| {
        lower.approximate("a regular expression that is not regular may match or not".to_owned());
        lower.emit.any_bool("match")
    });
    if call.row.name == "preg_match" {
        return Value::choice(condition, Value::int(1), Value::int(0));
    }
    let count = lower.emit.any_int("matches");
    Value::choice(condition, Value::Int(count), Value::int(0))
}

/// Whether a pattern matches the text of a value, each of the values that it may be by itself.
fn value_matches(lower: &mut Lower<'_>, value: &Value, pattern: &[u8]) -> Option<Condition> {
    if let Value::Choice(parts) = value {
        let (condition, yes, no) = &**parts;
        let yes = value_matches(lower, yes, pattern)?;
        return Some(pick(condition, yes, value_matches(lower, no, pattern)?));
    }
    let text = lower.text(value);
    matches(lower, &text, &format!("preg {pattern:?}"), || searched(&pcre(pattern)?))
}

/// Whether a text is in a language that can be had.
fn matches(
    lower: &mut Lower<'_>,
    text: &StrTerm,
    name: &str,
    build: impl FnOnce() -> Option<Automaton>,
) -> Option<Condition> {
    if let Some(id) = lower.emit.known_language(name) {
        return Some(lower.within_language(text, id));
    }
    let automaton = build()?;
    let id = lower.emit.language(name, || automaton);
    Some(lower.within_language(text, id))
}

/// The third argument gets parts of the text.
fn groups(lower: &mut Lower<'_>, call: &Call<'_>, text: &StrTerm) {
    if let Some(place) = call.places.get(2) {
        // All matches, and matches with their positions, are arrays of arrays.
        let nested = call.row.name == "preg_match_all" || call.values.len() > 3;
        let rest = if nested { Rest::Unknown } else { Rest::PieceOf(text.clone()) };
        let array = Array { known: Vec::new(), rest: Some(rest), next: None };
        lower.assign_place(place, Value::Array(array.into()));
    }
}

fn ereg(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 1);
    let ignores_case = call.row.name == "eregi";
    let condition = match call.value(0).constant() {
        Some(pattern) => {
            let name = format!("{} {pattern:?}", call.row.name);
            matches(lower, &text, &name, || searched(&posix(&pattern, ignores_case)?))
        }
        None => None,
    };
    groups(lower, call, &text);
    let condition = condition.unwrap_or_else(|| lower.emit.any_bool("match"));
    Value::choice(condition, Value::int(1), Value::bool(false))
}

/// Exact for a regular pattern and a replacement that has at most the whole match, once; arrays are applied one after
/// the other. With other groups the result is the text where nothing matches, and anything elsewhere.
fn preg_replace(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if call.values.len() > 3 || matches!(call.value(2), Value::Array(_)) {
        if let Some(count) = call.places.get(4) {
            let value = Value::Int(lower.emit.any_int("count"));
            lower.assign_place(count, value);
        }
        return lower.not_modelled(call, "with a limit or on an array");
    }
    let text = lower.text_argument(call, 2);
    let patterns = match call.value(0) {
        Value::Array(array) if array.rest.is_none() => {
            array.known.iter().map(|(_, value)| value.constant()).collect::<Option<Vec<_>>>()
        }
        value => value.constant().map(|pattern| vec![pattern]),
    };
    let (Some(patterns), Some(with)) = (patterns, call.value(1).constant()) else {
        return lower.not_modelled(call, "of a pattern that is not constant");
    };
    let mut text = text;
    for pattern in patterns {
        let Some(template) = perl_template(&with, is_one_group(&pattern)) else {
            return grouped(lower, call, &pattern, &text);
        };
        match replaced(lower, (&pattern, &template), pcre(&pattern), &text) {
            Some(result) => text = result,
            None => return lower.not_modelled(call, "of a pattern that is not regular"),
        }
    }
    Value::Str(text)
}

fn ereg_replace(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 2);
    let (Some(pattern), Some(with)) = (call.value(0).constant(), call.value(1).constant()) else {
        return lower.not_modelled(call, "of a pattern that is not constant");
    };
    let regex = posix(&pattern, call.row.name == "eregi_replace");
    let result = template(&with).and_then(|template| replaced(lower, (&pattern, &template), regex, &text));
    match result {
        Some(result) => Value::Str(result),
        None => lower.not_modelled(call, "of a pattern that is not regular"),
    }
}

/// Contains every result: where the pattern does not match the text stays, elsewhere it is anything.
fn grouped(lower: &mut Lower<'_>, call: &Call<'_>, pattern: &[u8], text: &StrTerm) -> Value {
    let anything = lower.not_modelled(call, "with groups in the replacement, where the pattern matches");
    let name = format!("preg {pattern:?}");
    match matches(lower, text, &name, || searched(&pcre(pattern)?)) {
        Some(matched) => Value::choice(matched, anything, Value::Str(text.clone())),
        None => anything,
    }
}

/// A replacement of `preg_replace` without groups, or with the whole match once; `\` before `\` or `$` takes its meaning
/// away. Whether the first group is the whole match is told.
fn perl_template(with: &[u8], one_group: OneGroup) -> Option<Template> {
    let (mut texts, mut text, mut escaped) = (Vec::new(), Vec::new(), false);
    let mut at = 0;
    while at < with.len() {
        let is_special = matches!(with[at], b'\\' | b'$');
        if is_special && escaped {
            text.pop();
            text.push(with[at]);
            (at, escaped) = (at + 1, false);
        } else if let Some((group, length)) = reference(&with[at..]).filter(|_| is_special) {
            match (group, one_group) {
                (0, _) | (1, OneGroup::Yes) => texts.push(std::mem::take(&mut text)),
                _ => return None,
            }
            at += length;
        } else {
            text.push(with[at]);
            (at, escaped) = (at + 1, with[at] == b'\\');
        }
    }
    match texts.as_slice() {
        [] => Some(Template::word(&word(&text))),
        [before] => Some(Template::around_match(&word(before), &word(&text))),
        _ => None,
    }
}

/// The number of a group at the beginning of a replacement, `\1`, `$1` or `${1}`, and how long that is.
fn reference(text: &[u8]) -> Option<(usize, usize)> {
    let braced = text.starts_with(b"${");
    let start = if braced { 2 } else { 1 };
    let digits =
        text[start.min(text.len())..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    let number = text[start.min(text.len())..][..digits]
        .iter()
        .fold(0, |sum, digit| 10 * sum + usize::from(digit - b'0'));
    let end = start + digits;
    match (digits, braced) {
        (0, _) => None,
        (_, false) => Some((number, end)),
        (_, true) => (text.get(end) == Some(&b'}')).then_some((number, end + 1)),
    }
}

/// Whether the first group of a pattern is all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OneGroup {
    No,
    Yes,
}

/// Looks at `/(…)/`: the group that begins first ends last.
fn is_one_group(pattern: &[u8]) -> OneGroup {
    let Some(end) = pattern.iter().rposition(|byte| !byte.is_ascii_alphabetic()) else { return OneGroup::No };
    let Some(body) = pattern.get(1..end) else { return OneGroup::No };
    let (mut depth, mut at) = (0_usize, 0);
    while at < body.len() {
        match body[at] {
            b'\\' => at += 1,
            // A class may hold brackets; patterns with one are left to the general case.
            b'[' => {
                let Some(length) = class_length(&body[at..]) else { return OneGroup::No };
                at += length - 1;
            }
            b'(' if at == 0 && body.get(1) == Some(&b'?') => return OneGroup::No,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 && at < body.len() {
            return OneGroup::No;
        }
    }
    if body.first() == Some(&b'(') && body.last() == Some(&b')') { OneGroup::Yes } else { OneGroup::No }
}

/// How long the class at the beginning is; none where it holds `[`, which may begin a name.
fn class_length(body: &[u8]) -> Option<usize> {
    let mut at = 1;
    if body.get(at) == Some(&b'^') {
        at += 1;
    }
    // A bracket that comes first is a character.
    if body.get(at) == Some(&b']') {
        at += 1;
    }
    loop {
        match body.get(at)? {
            b']' => return Some(at + 1),
            b'[' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A replacement of `ereg_replace` without groups, or with the whole match once.
fn template(with: &[u8]) -> Option<Template> {
    let mentions =
        |pair: &[u8]| matches!(pair[0], b'$' | b'\\') && (pair[1].is_ascii_digit() || pair[1] == b'{');
    if !with.windows(2).any(mentions) {
        let plain: Vec<u8> = with.to_vec();
        return (!with.windows(2).any(|pair| pair == b"\\\\")).then(|| Template::word(&word(&plain)));
    }
    let at = with.windows(2).position(mentions)?;
    let (before, after) = (&with[..at], &with[at + 2..]);
    let whole = with[at + 1] == b'0' && !after.first().is_some_and(u8::is_ascii_digit);
    let single = !after.windows(2).any(mentions) && !with.windows(2).any(|pair| pair == b"\\\\");
    (whole && single).then(|| Template::around_match(&word(before), &word(after)))
}

fn replaced(
    lower: &mut Lower<'_>,
    (pattern, template): (&[u8], &Template),
    regex: Option<Regex>,
    text: &StrTerm,
) -> Option<StrTerm> {
    let regex = regex?;
    let mut budget = Budget::steps(STEPS);
    let found = Pattern::of_regex(&regex, PLAIN, &mut budget).ok()?;
    let all = Occurrences::all(regex.dialect());
    let transducer = Transducer::replacing(&found, template, all, &mut budget).ok()?;
    let name = format!("replace {:?} {pattern:?} {template:?}", regex.dialect());
    Some(lower.apply(&name, || transducer, text))
}

fn split(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 1);
    if call.values.len() > 3 && call.flag(3, 0).is_none_or(|flags| flags & 4 != 0) {
        return Value::Array(Array::unknown().into());
    }
    Value::Array(Array { known: Vec::new(), rest: Some(Rest::PieceOf(text)), next: None }.into())
}

fn preg_quote() -> Transducer {
    let special = b".\\+*?[^]$(){}=!<>|:-#";
    let words = special.iter().map(|&byte| (u32::from(byte), word(&[b'\\', byte])));
    let words: Vec<_> = words.chain([(0, word(b"\\000"))]).collect();
    let escapes: Vec<_> = words.iter().map(|(symbol, word)| (*symbol, word.as_slice())).collect();
    Transducer::escaping(PLAIN, &escapes)
}
