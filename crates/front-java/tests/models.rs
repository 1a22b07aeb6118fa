//! Models of the library against the real JVM: for every call, what the JVM does is among what the model does, and a
//! run of the model that lost nothing does exactly that.
//!
//! Each method is modelled once; its program is then run for every call. Ordinary runs make
//! fewer calls; with `STRINGENT_CALLS` set, as in CI, that many a method.

mod jvm;
mod program;

use std::thread;

use front_java::library::{Grade, parts, rows};
use jvm::dice::Dice;
use jvm::{Call, Datum, Jvm, Method};
use program::{Model, Shape, Way};

/// Calls a method when nothing else is said.
const CALLS: usize = 600;

/// Each has a JVM of its own.
const THREADS: usize = 2;

/// Calls with constants only. Each has a program of its own.
const CONSTANT_CALLS: usize = 40;

/// Calls whose exactness depends on constants: the method, then constant arguments, or `_` where any is given.
const FIXED: &[Case<'_>] = &[
    (STRING, REPLACE, &["_", "a", "bc"]),
    (STRING, REPLACE, &["_", "", "-"]),
    (STRING, REPLACE, &["_", "aa", "_"]),
    (STRING, "equalsIgnoreCase(Ljava/lang/String;)", &["_", "aK1"]),
    (STRING, "equalsIgnoreCase(Ljava/lang/String;)", &["AaBb", "_"]),
    (STRING, "equalsIgnoreCase(Ljava/lang/String;)", &["_", "ſ"]),
    (STRING, "equalsIgnoreCase(Ljava/lang/String;)", &["_", "𐐨"]),
    (STRING, "matches(Ljava/lang/String;)", &["_", "a+b?"]),
    (STRING, "matches(Ljava/lang/String;)", &["_", "(?i)[ab]*.?"]),
    (STRING, "matches(Ljava/lang/String;)", &["_", "[-+]?\\d+"]),
    (STRING, "matches(Ljava/lang/String;)", &["_", "(.)\\1*"]),
    (STRING, "matches(Ljava/lang/String;)", &["_", "(a"]),
    (STRING, REPLACE_ALL, &["_", "a+", "<$0>"]),
    (STRING, REPLACE_ALL, &["_", "[^a-c]", ""]),
    (STRING, REPLACE_ALL, &["_", "b*", "x"]),
    (STRING, REPLACE_ALL, &["_", "a|ab", "\\$"]),
    (STRING, REPLACE_ALL, &["_", "a", "$1"]),
    (STRING, REPLACE_ALL, &["_", "(a)(b)?", "$2$1"]),
    (STRING, REPLACE_ALL, &["_", "a", "x$"]),
    (STRING, REPLACE_ALL, &["_", "\\s", "x\\"]),
    (STRING, REPLACE_ALL, &["_", "a", "_"]),
    (STRING, REPLACE_FIRST, &["_", "[ab]+?", "-$0"]),
    (STRING, REPLACE_FIRST, &["_", "", "^"]),
    (STRING, REPLACE_FIRST, &["_", "\\d", "_"]),
    (STRING, "split(Ljava/lang/String;)", &["_", ","]),
    (STRING, "split(Ljava/lang/String;)", &["_", "a"]),
    (STRING, "split(Ljava/lang/String;)", &["_", "[ab]"]),
    (STRING, "split(Ljava/lang/String;)", &["_", "a+"]),
    (STRING, "split(Ljava/lang/String;)", &["_", "\\s+"]),
    (STRING, "split(Ljava/lang/String;)", &["_", "ab"]),
    (STRING, "split(Ljava/lang/String;)", &["_", "\\ba"]),
    (STRING, "split(Ljava/lang/String;I)", &["_", "a", "#-1"]),
    (STRING, "split(Ljava/lang/String;I)", &["_", "a", "#2"]),
    (STRING, "split(Ljava/lang/String;I)", &["_", "[ab]", "#3"]),
    (STRING, "getBytes(Ljava/lang/String;)", &["_", "UTF-8"]),
    (STRING, "getBytes(Ljava/lang/String;)", &["_", "UTF-16"]),
    ("java/net/URLDecoder", DECODE, &["_", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["x+%41+", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%4", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["a%", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%zz", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%+f", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%-1", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%-0", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["%%41", "UTF-8"]),
    ("java/net/URLDecoder", DECODE, &["é%c3%A9", "UTF-8"]),
    ("java/net/URLEncoder", "encode(Ljava/lang/String;Ljava/lang/String;)", &["_", "UTF-8"]),
    ("java/net/URLEncoder", "encode(Ljava/lang/String;Ljava/lang/String;)", &["a b-c*", "UTF-8"]),
    ("java/net/URLEncoder", "encode(Ljava/lang/String;Ljava/lang/String;)", &["é/ü", "UTF-8"]),
    (STRING, FORMAT, &["%s=%d%%%n", "@sd"]),
    (STRING, FORMAT, &["%d-%s", "@sd"]),
    (STRING, FORMAT, &["%s%s%s", "@ss"]),
    (STRING, FORMAT, &["%b%b%c", "@sdd"]),
    (STRING, FORMAT, &["%c%s", "@sd"]),
    (STRING, FORMAT, &["nothing", "@s"]),
    ("java/lang/Integer", "parseInt(Ljava/lang/String;I)", &["_", "#16"]),
    ("java/lang/Integer", "parseInt(Ljava/lang/String;I)", &["_", "#2"]),
    ("java/lang/Integer", "parseInt(Ljava/lang/String;I)", &["_", "#37"]),
    ("java/lang/Integer", "toString(II)", &["_", "#36"]),
    ("java/lang/Long", "parseLong(Ljava/lang/String;I)", &["_", "#36"]),
    ("java/lang/Long", "toString(JI)", &["_", "#1"]),
    ("java/lang/Short", "parseShort(Ljava/lang/String;I)", &["_", "#8"]),
    ("java/lang/Byte", "parseByte(Ljava/lang/String;I)", &["_", "#16"]),
    ("java/util/regex/Pattern", "matches(Ljava/lang/String;Ljava/lang/CharSequence;)", &["a*.", "_"]),
    ("java/util/regex/Pattern", "compile(Ljava/lang/String;I)", &["a*.", "#2"]),
    ("java/util/regex/Pattern", "matcher(Ljava/lang/CharSequence;)", &["a*.", "#0", "_"]),
    ("java/util/regex/Matcher", "matches()", &["[a-c]+", "#2", "_", "#1"]),
    ("java/util/regex/Matcher", "find()", &["^a|b", "#8", "_", "#1"]),
    ("java/util/regex/Matcher", "find()", &["ab?", "#0", "_", "#0"]),
    ("java/util/regex/Matcher", "replaceAll(Ljava/lang/String;)", &["a", "#2", "_", "#1", "bb"]),
    ("java/util/regex/Matcher", "replaceFirst(Ljava/lang/String;)", &["a", "#0", "_", "#0", "$0b"]),
    (TOKENIZER, "<init>(Ljava/lang/String;Ljava/lang/String;)", &["_", ",a"]),
    (TOKENIZER, "hasMoreTokens()", &["_", "a "]),
    (TOKENIZER, "nextToken()", &["_", "a "]),
    (TOKENIZER, "nextToken()", &["_", ""]),
    (TOKENIZER, "countTokens()", &["_", "a "]),
];
const STRING: &str = "java/lang/String";
const TOKENIZER: &str = "java/util/StringTokenizer";
const REPLACE: &str = "replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)";
const REPLACE_ALL: &str = "replaceAll(Ljava/lang/String;Ljava/lang/String;)";
const REPLACE_FIRST: &str = "replaceFirst(Ljava/lang/String;Ljava/lang/String;)";
const DECODE: &str = "decode(Ljava/lang/String;Ljava/lang/String;)";
const FORMAT: &str = "format(Ljava/lang/String;[Ljava/lang/Object;)";

#[test]
fn models_do_what_the_jvm_does() {
    let calls = std::env::var("STRINGENT_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(CALLS);
    let only = std::env::var("STRINGENT_METHOD").unwrap_or_default();
    let all = rows().map(|(class, method, _)| (class, method, &[][..])).chain(FIXED.iter().copied());
    let cases: Vec<Case<'_>> =
        all.filter(|(class, method, _)| format!("{class}.{method}").contains(&only)).collect();
    let told: Vec<String> = thread::scope(|scope| {
        let cases = &cases;
        let share = |first: usize| cases.iter().skip(first).step_by(THREADS).copied();
        let threads: Vec<_> =
            (0..THREADS).map(|first| scope.spawn(move || compare_all(share(first), calls))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a comparison does not panic")).collect()
    });
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// What treats one character is compared for each of them, or for some where calls are to be few.
#[test]
fn every_code_unit_is_treated_as_by_the_jvm() {
    let step = if std::env::var_os("STRINGENT_CALLS").is_some() { 1 } else { 13 };
    let Some(mut jvm) = Jvm::start() else { return };
    let of_texts = ["toUpperCase()", "toLowerCase()", "trim()", "strip()", "isBlank()"];
    let mut told = Vec::new();
    for (class, row, _) in rows() {
        let is_string = class == STRING && of_texts.contains(&row);
        let is_character = class == "java/lang/Character" && row.ends_with("(C)");
        if !is_string && !is_character {
            continue;
        }
        let (name, parameters) = row.split_at(row.find('(').expect("a row has parameters"));
        let method = Method { class, name, parameters };
        let receiver = is_string.then(|| parts_of(class));
        let mut shape = Shape { method, receiver, types: types(parameters), fixed: vec![None] };
        let one = |unit: u32| {
            let receiver = is_string.then(|| vec![Datum::Text(vec![unit])]);
            let argument = is_character.then(|| Datum::Int(i128::from(unit)));
            Call { receiver, arguments: argument.into_iter().collect() }
        };
        let calls: Vec<Call> = (0..=0xFFFF).step_by(step).map(one).collect();
        let wrong = compare_calls(&mut jvm, &mut shape, Way::Texts, &calls);
        told.extend(wrong.first().map(|first| format!("{class}.{row}: {} wrong, {first}", wrong.len())));
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// A class, a method, and what is fixed of its arguments.
type Case<'a> = (&'a str, &'a str, &'a [&'a str]);

/// What is wrong with the models of some methods.
fn compare_all<'a>(cases: impl Iterator<Item = Case<'a>>, calls: usize) -> Vec<String> {
    let Some(mut jvm) = Jvm::start() else { return Vec::new() };
    cases.filter_map(|case| compare(&mut jvm, case, calls)).collect()
}

/// What is wrong with the model of a method.
fn compare(jvm: &mut Jvm, (class, method, fixed): Case<'_>, calls: usize) -> Option<String> {
    let (name, parameters) = method.split_at(method.find('(').expect("a row has parameters"));
    let method = Method { class, name, parameters };
    let receiver = (jvm.kind(method) == 'V').then(|| parts_of(class));
    let mut types = types(parameters);
    let count = receiver.as_ref().map_or(0, Vec::len) + types.len();
    let parts = count - types.len();
    for (index, elements) in
        fixed.iter().enumerate().filter_map(|(index, text)| Some((index, text.strip_prefix('@')?)))
    {
        types[index - parts] = format!("{}:{elements}", types[index - parts]);
    }
    let fixed: Vec<Option<Datum>> = (0..count)
        .map(|index| {
            fixed.get(index).filter(|text| **text != "_" && !text.starts_with('@')).map(|text| constant(text))
        })
        .collect();
    let mut shape = Shape { method, receiver, types, fixed };
    let mut wrong = Vec::new();
    for (way, calls) in
        [(Way::Numbers, calls / 2), (Way::Texts, calls - calls / 2), (Way::Constants, CONSTANT_CALLS)]
    {
        let mut dice = Dice(7 + way as u64);
        let calls: Vec<Call> = (0..calls).map(|_| random_call(&shape, &mut dice)).collect();
        wrong.extend(compare_calls(jvm, &mut shape, way, &calls));
    }
    let first = wrong.first()?;
    Some(format!("{class}.{name}{parameters}: {} wrong, {first}", wrong.len()))
}

fn compare_calls(jvm: &mut Jvm, shape: &mut Shape<'_>, way: Way, calls: &[Call]) -> Vec<String> {
    let done = jvm.call(shape.method, calls);
    let model = Model::of(shape, way);
    let mut wrong = Vec::new();
    let may_lack_one = rows().any(|row| is_for_constants(row, shape.method));
    if model.is_none() && way != Way::Constants && !may_lack_one {
        wrong.push("there is no model".to_owned());
    }
    for (call, done) in calls.iter().zip(&done) {
        // Memory is no part of the models, and some patterns make no receiver.
        let skipped = ["java/lang/OutOfMemoryError", "receiver"];
        if skipped.iter().any(|class| done[0] == Datum::Thrown((*class).to_owned())) {
            continue;
        }
        let why = if way == Way::Constants {
            let all = call.receiver.iter().flatten().chain(&call.arguments);
            let fixed = all.map(|datum| Some(datum.clone())).collect();
            let kept = std::mem::replace(&mut shape.fixed, fixed);
            let model = Model::of(shape, way);
            shape.fixed = kept;
            model.and_then(|model| model.judge(call, done))
        } else {
            model.as_ref().and_then(|model| model.judge(call, done))
        };
        wrong.extend(why.map(|why| format!("{way:?}: {} does {}: {why}", show(call), show_all(done))));
    }
    wrong
}

/// Whether a row is that of a method which is exact only for constants: for others it may have no model at all.
fn is_for_constants((class, row, grade): (&str, &str, Grade), method: Method<'_>) -> bool {
    class == method.class
        && *row == format!("{}{}", method.name, method.parameters)
        && grade == Grade::ExactForConstants
}

fn random_call(shape: &Shape<'_>, dice: &mut Dice) -> Call {
    let mut fixed = shape.fixed.iter();
    let mut pick = |dice: &mut Dice, ty: &str, whole: &[u32], is_part: bool| {
        if let Some(Some(datum)) = fixed.next() {
            return datum.clone();
        }
        let datum = dice.datum(ty, whole.len(), (!is_part).then_some(whole));
        // Longer results would only use up memory.
        let is_count = matches!(shape.method.name, "repeat" | "setLength" | "ensureCapacity" | "<init>");
        match datum.number() {
            Some(value) if is_count => Datum::Int(value.min(40)),
            _ if is_part && datum == Datum::Null => Datum::Text(Vec::new()),
            _ => datum,
        }
    };
    let receiver: Option<Vec<Datum>> =
        shape.receiver.as_ref().map(|types| types.iter().map(|ty| pick(dice, ty, &[], true)).collect());
    let mut whole = match receiver.as_deref() {
        Some([Datum::Text(text), ..]) => text.clone(),
        _ => Vec::new(),
    };
    let arguments = shape.types.iter().map(|ty| {
        let datum = pick(dice, ty, &whole, false);
        if let (Datum::Text(text), true) = (&datum, whole.is_empty()) {
            whole.clone_from(text);
        }
        datum
    });
    let arguments = arguments.collect();
    Call { receiver, arguments }
}

/// The types of the parts of a receiver; a box is its own.
fn parts_of(class: &str) -> Vec<String> {
    let parts = parts(class).expect("a receiver is an object of the library");
    let is_box = parts.len() == 1 && parts[0].len() == 1;
    if is_box { vec![format!("L{class};")] } else { parts.iter().map(|&part| part.to_owned()).collect() }
}

/// A number after `#`, else a text.
fn constant(text: &str) -> Datum {
    if let Some(number) = text.strip_prefix('#').and_then(|number| number.parse().ok()) {
        return Datum::Int(number);
    }
    Datum::Text(text.encode_utf16().map(u32::from).collect())
}

/// The types in `(..)`.
fn types(parameters: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut rest = &parameters[1..parameters.len() - 1];
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let arrays = rest.len() - element.len();
        let end =
            arrays + if element.starts_with('L') { element.find(';').expect("a name ends") + 1 } else { 1 };
        types.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    types
}

fn show(call: &Call) -> String {
    let receiver = call.receiver.as_deref().map(|parts| format!("{}.", show_all(parts))).unwrap_or_default();
    format!("{receiver}({})", show_all(&call.arguments))
}

fn show_all(data: &[Datum]) -> String {
    let one = |datum: &Datum| match datum.text() {
        Some(text) => {
            let units: Vec<u16> = text.iter().map(|&unit| unit as u16).collect();
            format!("{:?} {text:x?}", String::from_utf16_lossy(&units))
        }
        None => format!("{datum:?}"),
    };
    data.iter().map(one).collect::<Vec<_>>().join(", ")
}
