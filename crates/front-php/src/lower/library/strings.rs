//! Functions on strings: case, trimming, slices, searches, replacement of fixed words.
//!
//! Exact but where a comment says otherwise; then the result contains every result of PHP.

use std::fmt::Write as _;
use std::rc::Rc;

use automata::{
    AfterEmpty, Budget, Occurrences, Output, Pattern, SymbolSet, Template, Transducer, TransducerBuilder,
};
use ir::{Action, Condition, IntExpr, Linear, Needle, StrExpr, StrTerm, Test, Which};

use super::{Call, Model, Row, STEPS, row_of};
use crate::lower::Lower;
use crate::lower::convert::length;
use crate::text::{PLAIN, bytes_of, word};
use crate::value::{Array, Rest, Value, at_most, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("strtolower", 1, Model::Map(|| Transducer::ascii_lowercase(PLAIN))),
    row_of("strtoupper", 1, Model::Map(|| Transducer::ascii_uppercase(PLAIN))),
    row_of("ucfirst", 1, Model::Map(|| first_letter((b'a', b'z'), -32))),
    row_of("lcfirst", 1, Model::Map(|| first_letter((b'A', b'Z'), 32))),
    row_of("trim", 1, Model::Code(trim)),
    row_of("ltrim", 1, Model::Code(trim)),
    row_of("rtrim", 1, Model::Code(trim)),
    row_of("chop", 1, Model::Code(trim)),
    row_of("strrev", 1, Model::Code(strrev)),
    row_of("strlen", 1, Model::Code(strlen)),
    row_of("strval", 1, Model::Code(|lower, call| Value::Str(lower.text_argument(call, 0)))),
    row_of("substr", 2, Model::Code(substr)),
    row_of("str_repeat", 2, Model::Code(str_repeat)),
    row_of("str_pad", 2, Model::Code(str_pad)),
    row_of("escapeshellcmd", 1, Model::Code(escapeshellcmd)),
    row_of("strpos", 2, Model::Code(strpos)),
    row_of("stripos", 2, Model::Code(some_position)),
    row_of("strrpos", 2, Model::Code(strrpos)),
    row_of("strripos", 2, Model::Code(some_position)),
    row_of("strstr", 2, Model::Code(strstr)),
    row_of("strchr", 2, Model::Code(strstr)),
    row_of("str_contains", 2, Model::Code(|lower, call| occurs(lower, call, Test::Contains))),
    row_of("str_starts_with", 2, Model::Code(|lower, call| occurs(lower, call, Test::StartsWith))),
    row_of("str_ends_with", 2, Model::Code(|lower, call| occurs(lower, call, Test::EndsWith))),
    row_of("strcmp", 2, Model::Code(strcmp)),
    row_of("strcasecmp", 2, Model::Code(strcasecmp)),
    row_of("strncmp", 3, Model::Code(|lower, _| Value::Int(lower.emit.any_int("order")))),
    row_of("strncasecmp", 3, Model::Code(|lower, _| Value::Int(lower.emit.any_int("order")))),
    row_of("str_replace", 3, Model::Code(str_replace)),
    row_of("str_ireplace", 3, Model::Code(str_replace)),
    row_of("explode", 2, Model::Code(explode)),
    row_of("split", 2, Model::Code(explode)),
    row_of("str_split", 1, Model::Code(|lower, call| pieces(lower, call, 0))),
    row_of("chr", 1, Model::Code(chr)),
    row_of("ord", 1, Model::Code(ord)),
    row_of("basename", 1, Model::Code(basename)),
    row_of("substr_count", 2, Model::Code(|lower, _| Value::Int(lower.emit.any_int("count")))),
    row_of("md5", 1, Model::Code(|lower, call| digest(lower, call, "[0-9a-f]{32}"))),
    row_of("sha1", 1, Model::Code(|lower, call| digest(lower, call, "[0-9a-f]{40}"))),
    row_of("crc32", 1, Model::Code(|lower, _| Value::Int(lower.emit.any_int("checksum")))),
    row_of("uniqid", 0, Model::Code(uniqid)),
    row_of("phpversion", 0, Model::Text("8\\.[0-9]+\\.[0-9]+")),
];

fn first_letter((from, to): (u8, u8), by: i32) -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, rest) = (builder.add_state(), builder.add_state());
    let letters = SymbolSet::range(u32::from(from), u32::from(to));
    builder.read(start, &letters, Output::shifted(by), rest);
    builder.read(start, &PLAIN.all().difference(&letters), Output::copy(), rest);
    builder.read(rest, &PLAIN.all(), Output::copy(), rest);
    builder.end(start, &[]);
    builder.end(rest, &[]);
    builder.finish()
}

/// Exact for a constant list of characters, ranges included.
fn trim(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let list = match call.values.get(1) {
        None => Some(b" \t\n\r\0\x0B".to_vec()),
        Some(list) => list.constant(),
    };
    let Some(list) = list else { return Value::Str(part_of(lower, &text)) };
    let symbols = characters(&list);
    let build = |start: bool, end: bool| match (start, end) {
        (true, true) => Transducer::trimming(PLAIN, &symbols),
        (true, false) => Transducer::trimming_start(PLAIN, &symbols),
        (false, _) => Transducer::trimming_end(PLAIN, &symbols),
    };
    let (start, end) = match call.row.name {
        "trim" => (true, true),
        "ltrim" => (true, false),
        _ => (false, true),
    };
    let name = format!("{} {list:?}", call.row.name);
    Value::Str(lower.apply(&name, || build(start, end), &text))
}

/// A list of characters with ranges `a..z`.
pub(super) fn characters(list: &[u8]) -> SymbolSet {
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < list.len() {
        match list[at..] {
            [from, b'.', b'.', to, ..] if to >= from => {
                ranges.push((u32::from(from), u32::from(to)));
                at += 4;
            }
            _ => {
                ranges.push((u32::from(list[at]), u32::from(list[at])));
                at += 1;
            }
        }
    }
    SymbolSet::from_ranges(ranges)
}

/// Any part of a text.
fn part_of(lower: &mut Lower<'_>, text: &StrTerm) -> StrTerm {
    let (from, to) = (lower.emit.any_int("from"), lower.emit.any_int("to"));
    lower.emit.set_str("part", StrExpr::Slice { of: text.clone(), from, to: Some(to) })
}

fn strrev(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    Value::Str(lower.emit.set_str("strrev", StrExpr::Reverse(text)))
}

fn strlen(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    Value::Int(length(&text))
}

/// Exact for positions of known sign.
fn substr(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let length = length(&text);
    let start = lower.integer(&call.value(1));
    let from = match start.as_constant() {
        Some(value) if value < 0 => length.plus(&start),
        Some(_) => Some(start.clone()),
        None => None,
    };
    let count = match call.value(2) {
        Value::Null => None,
        value => Some(lower.integer(&value)),
    };
    let to = match (&count, &from) {
        (None, _) => Some(None),
        (Some(count), Some(from)) => match count.as_constant() {
            Some(value) if value < 0 => length.plus(count).map(Some),
            // From before the start, the count begins at the start.
            Some(_) if start.as_constant().is_some_and(|start| start >= 0) => from.plus(count).map(Some),
            _ => None,
        },
        (Some(_), None) => None,
    };
    match (from, to) {
        (Some(from), Some(to)) => {
            Value::Str(lower.emit.set_str("substr", StrExpr::Slice { of: text, from, to }))
        }
        _ => limited(lower, &text, count.as_ref()),
    }
}

/// Any part of a text that is not longer than a count of at least 0.
fn limited(lower: &mut Lower<'_>, text: &StrTerm, count: Option<&Linear>) -> Value {
    let part = part_of(lower, text);
    if let Some(count) = count {
        let length = length(&part);
        let negative = at_most(count, &Linear::constant(-1));
        if let (Some(short), Some(negative)) = (at_most(&length, count), negative) {
            lower.emit.push(Action::Assume(simplify(short.or(negative))));
        }
    }
    Value::Str(part)
}

fn str_repeat(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let times = lower.integer(&call.value(1));
    Value::Str(lower.emit.set_str("str_repeat", StrExpr::Repeat { of: text, times }))
}

/// Exact for one character on one side.
fn str_pad(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let pad = call.values.get(2).map_or(Some(b" ".to_vec()), Value::constant);
    let width = lower.integer(&call.value(1));
    let times = width.minus(&length(&text));
    let (Some([pad]), Some(times), Some(side @ (0 | 1))) = (pad.as_deref(), times, call.flag(3, 1)) else {
        return lower.not_modelled(call, "with this padding");
    };
    let of = StrTerm::Word(word(&[*pad]).into());
    let added = Value::Str(lower.emit.set_str("padding", StrExpr::Repeat { of, times }));
    let parts = if side == 0 { [added, Value::Str(text)] } else { [Value::Str(text), added] };
    lower.concat(&parts)
}

/// Exact for a constant without quotes, of which only those that have no other are escaped.
fn escapeshellcmd(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let plain = |byte: &u8| !matches!(byte, b'"' | b'\'' | 0 | 0x80..);
    let Some(bytes) = Value::Str(text).constant().filter(|bytes| bytes.iter().all(plain)) else {
        return lower.not_modelled(call, "of what is not constant");
    };
    let special = |byte: u8| b"#&;`|*?~<>^()[]{}$\\\n".contains(&byte).then_some(b'\\');
    let escaped: Vec<u8> = bytes.iter().flat_map(|byte| special(*byte).into_iter().chain([*byte])).collect();
    Value::text(&escaped)
}

/// A position, or false below 0.
fn found(position: Linear) -> Value {
    let below = at_most(&position, &Linear::constant(-1)).unwrap_or(Condition::FALSE);
    Value::choice(below, Value::bool(false), Value::Int(position))
}

fn strpos(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (of, what) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    let from = match call.value(2) {
        Value::Null => Linear::constant(0),
        value => lower.integer(&value),
    };
    if from.as_constant().is_none_or(|from| from < 0) {
        return some_position(lower, call);
    }
    // Whether it occurs at all is what programs ask for: that is said by a test of the string itself.
    if from.as_constant() == Some(0)
        && let StrTerm::Word(word) = &what
        && let Some(bytes) = bytes_of(word)
    {
        let occurs = contains_constant(lower, &of, &bytes);
        let position = lower.emit.set_int("strpos", IntExpr::IndexOf { of, what, from });
        return Value::choice(occurs, Value::Int(position), Value::bool(false));
    }
    let position = lower.emit.set_int("strpos", IntExpr::IndexOf { of, what, from });
    found(position)
}

fn contains_constant(lower: &mut Lower<'_>, of: &StrTerm, bytes: &[u8]) -> Condition {
    let mut regex = String::from("(.|\\n)*");
    for byte in bytes {
        let _ = write!(regex, "\\x{byte:02x}");
    }
    lower.within(of, &(regex + "(.|\\n)*"))
}

fn some_position(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let position = lower.emit.any_int(call.row.name);
    let length = length(&text);
    if let Some(within) = at_most(&position, &length) {
        lower.emit.push(Action::Assume(within));
    }
    found(position)
}

fn strrpos(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if call.values.len() > 2 {
        return some_position(lower, call);
    }
    let (of, what) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    let position = lower.emit.set_int("strrpos", IntExpr::LastIndexOf { of, what });
    found(position)
}

fn strstr(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (of, what) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    let from = Linear::constant(0);
    let position = lower.emit.set_int("strstr", IntExpr::IndexOf { of: of.clone(), what, from });
    let part = match call.value(2).constant().as_deref() {
        None if call.values.len() > 2 => part_of(lower, &of),
        Some(b"1") => {
            let slice = StrExpr::Slice { of, from: Linear::constant(0), to: Some(position.clone()) };
            lower.emit.set_str("strstr", slice)
        }
        _ => {
            let slice = StrExpr::Slice { of, from: position.clone(), to: None };
            lower.emit.set_str("strstr", slice)
        }
    };
    let below = at_most(&position, &Linear::constant(-1)).unwrap_or(Condition::FALSE);
    Value::choice(below, Value::bool(false), Value::Str(part))
}

fn occurs(lower: &mut Lower<'_>, call: &Call<'_>, test: fn(StrTerm, StrTerm) -> Test) -> Value {
    let (of, what) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    Value::Bool(Condition::test(test(of, what)))
}

/// How two texts are ordered: 0 exactly when they are equal, and otherwise any number below or above it.
fn order(lower: &mut Lower<'_>, equal: Condition) -> Value {
    let mut far = |sign: i128| {
        let number = lower.emit.any_int("order");
        let short = number.times(-sign).and_then(|number| number.plus(&Linear::constant(1)));
        if let Some(short) = short {
            lower.emit.push(Action::Assume(Condition::test(Test::AtMostZero(short))));
        }
        Value::Int(number)
    };
    let (below, above) = (far(-1), far(1));
    let is_below = lower.emit.any_bool("below");
    Value::choice(equal, Value::int(0), Value::choice(is_below, below, above))
}

/// 0 exactly when the texts are equal.
fn strcmp(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (left, right) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    let equal = lower.identical(&Value::Str(left), &Value::Str(right));
    order(lower, equal)
}

fn strcasecmp(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let (left, right) = (lower.text_argument(call, 0), lower.text_argument(call, 1));
    let left = lower.apply("strtolower", || Transducer::ascii_lowercase(PLAIN), &left);
    let right = lower.apply("strtolower", || Transducer::ascii_lowercase(PLAIN), &right);
    let equal = lower.identical(&Value::Str(left), &Value::Str(right));
    order(lower, equal)
}

/// Exact for constant words; arrays are applied one after the other.
fn str_replace(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    if let Some(count) = call.places.get(3) {
        let value = Value::Int(lower.emit.any_int("count"));
        lower.assign_place(count, value);
    }
    let ignores_case = call.row.name == "str_ireplace";
    let Some(pairs) = replacements(&call.value(0), &call.value(1)) else {
        return lower.not_modelled(call, "of words that are not known one by one");
    };
    let is_constant = |(what, with): &(Value, Value)| what.constant().is_some() && with.constant().is_some();
    if ignores_case && !pairs.iter().all(is_constant) {
        return lower.not_modelled(call, "of words that are not constant");
    }
    if matches!(call.value(2), Value::Array(_)) {
        return lower.not_modelled(call, "on an array");
    }
    let pairs: Vec<(StrTerm, StrTerm)> =
        pairs.iter().map(|(what, with)| (lower.text(what), lower.text(with))).collect();
    let mut text = lower.text_argument(call, 2);
    for (what, with) in pairs {
        text = match (Value::Str(what.clone()).constant(), Value::Str(with.clone()).constant()) {
            (Some(what), _) if what.is_empty() => continue,
            (Some(what), Some(with)) => {
                let name = format!("{} {what:?} {with:?}", call.row.name);
                lower.apply(&name, || replacing(&what, &with, ignores_case), &text)
            }
            _ => {
                let what = Needle::Term(what);
                lower
                    .emit
                    .set_str("str_replace", StrExpr::Replace { of: text, what, with, which: Which::All })
            }
        };
    }
    Value::Str(text)
}

/// What is replaced by what, one after the other; none when that is not known.
fn replacements(what: &Value, with: &Value) -> Option<Vec<(Value, Value)>> {
    let list = |array: &Rc<Array>| -> Option<Vec<Value>> {
        let values = array.known.iter().map(|(_, value)| value.clone());
        array
            .rest
            .is_none()
            .then(|| values.filter(is_text).collect())
            .filter(|all: &Vec<Value>| all.len() == array.known.len())
    };
    match (what, with) {
        (Value::Array(what), Value::Array(with)) => {
            let (what, with) = (list(what)?, list(with)?);
            let with = with.into_iter().chain(std::iter::repeat(Value::empty()));
            Some(what.into_iter().zip(with).collect())
        }
        (Value::Array(what), with) if is_plain(with) => {
            Some(list(what)?.into_iter().map(|what| (what, with.clone())).collect())
        }
        // An array in the place of a text throws.
        (what, with) if is_text(what) && is_text(with) => Some(vec![(what.clone(), with.clone())]),
        _ => None,
    }
}

/// Whether a value is a text, or what a request or an unknown place gives in its place.
fn is_text(value: &Value) -> bool {
    is_plain(value) || matches!(value, Value::Maybe(..) | Value::Any(_))
}

/// Whether a value is a text, or a number whose text is taken.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Int(_) | Value::Null | Value::Bool(_) | Value::Float(_) => true,
        Value::Choice(_) => value.leaves().iter().all(|(_, leaf)| is_plain(leaf)),
        _ => false,
    }
}

fn replacing(what: &[u8], with: &[u8], ignores_case: bool) -> Transducer {
    let mut budget = Budget::steps(STEPS);
    let mut language = automata::Automaton::epsilon(PLAIN);
    for &byte in what {
        let mut symbols = SymbolSet::single(u32::from(byte));
        if ignores_case {
            symbols = symbols.union(&SymbolSet::single(u32::from(byte.to_ascii_lowercase())));
            symbols = symbols.union(&SymbolSet::single(u32::from(byte.to_ascii_uppercase())));
        }
        let class = automata::Automaton::class(PLAIN, &symbols);
        language = language.concat(&class, &mut budget).expect("a word fits the budget");
    }
    let pattern = Pattern::longest(&language, &mut budget).expect("a word fits the budget");
    let template = Template::word(&word(with));
    let all = Occurrences::All(AfterEmpty::StepOver);
    Transducer::replacing(&pattern, &template, all, &mut budget).expect("a word fits the budget")
}

/// The pieces lie in the text; which they are is not said.
fn explode(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    pieces(lower, call, 1)
}

fn pieces(lower: &mut Lower<'_>, call: &Call<'_>, index: usize) -> Value {
    let text = lower.text_argument(call, index);
    let array = Array { known: Vec::new(), rest: Some(Rest::PieceOf(text)), next: None };
    Value::Array(array.into())
}

/// A digest in digits; with the second argument it is any bytes, which whoever chooses the text may choose.
fn digest(lower: &mut Lower<'_>, call: &Call<'_>, regex: &str) -> Value {
    lower.text_argument(call, 0);
    let raw = lower.truth(&call.value(1));
    let digits = Value::Str(lower.page_text(call.row.name, regex));
    if raw == Condition::FALSE {
        return digits;
    }
    let bytes = Value::Str(lower.outside(call.row.name, None));
    Value::choice(raw, bytes, digits)
}

/// A prefix, digits, and a fraction when that is asked for.
fn uniqid(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let digits = Value::Str(lower.page_text("uniqid", "[0-9a-f]{13}(\\.[0-9]{8})?"));
    lower.concat(&[call.value(0), digits])
}

/// The byte of a number that is not constant is unknown.
fn chr(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let number = lower.integer(&call.value(0));
    if let Some(value) = number.as_constant() {
        return Value::text(&[value.rem_euclid(256) as u8]);
    }
    let byte = lower.any_text("chr");
    let one = lower.within(&byte, ".|\\n");
    lower.emit.push(Action::Assume(one));
    Value::Str(byte)
}

fn ord(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let of = lower.text_argument(call, 0);
    let empty = lower.equals(&of, b"");
    let code = lower.emit.set_int("ord", IntExpr::Code { of, at: Linear::constant(0) });
    Value::choice(empty, Value::int(0), Value::Int(code))
}

/// Contains every result: no slash is left. Exact for a constant.
fn basename(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    if let (StrTerm::Word(word), 1) = (&text, call.values.len())
        && let Some(bytes) = bytes_of(word)
    {
        let kept = bytes.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
        let first = bytes[..kept].iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
        return Value::text(&bytes[first..kept]);
    }
    let language = lower.emit.language("base names", || crate::text::language("[^/]*").all_marked());
    Value::Str(lower.emit.any_of("basename", language))
}
