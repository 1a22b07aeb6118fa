//! Regular expressions: `matches`, `replaceAll`, `replaceFirst`, `Pattern` and `Matcher`.
//!
//! A constant pattern that is regular is matched and replaced exactly, with the order of matches of `java.util.regex`.
//! Any other may be refused, may match or not, and its replacement is any text. A `Pattern` is its text and its flags, a
//! `Matcher` these, what is searched, and 1 until the first search.

use automata::regex::{Dialect, Flags, Regex};
use automata::{Budget, Occurrences, Pattern, Symbol, Template, Transducer};
use ir::{Condition, StrTerm};

use super::call::{
    BOUNDS, Call, ILLEGAL_ARGUMENT, NULL_POINTER, STEPS, UTF16, number, same_number, symbols, word,
};
use super::search;
use super::strings::between;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{ExactForConstants, ExactForMost};

const SYNTAX: &str = "java/util/regex/PatternSyntaxException";
pub(super) const PATTERN: &str = "java/util/regex/Pattern";
pub(super) const MATCHER: &str = "java/util/regex/Matcher";

/// The flags that `Pattern.compile` knows.
const ALL_FLAGS: i128 = 0x1FF;

/// What `String` offers.
pub(super) static STRING: &[Row] = &[
    row("matches(Ljava/lang/String;)", ExactForConstants, |call| {
        let (this, pattern) = (call.this()?, call.text(0)?);
        Some(Value::Bool(matches(call, &Sought::plain(pattern), &this)))
    }),
    row("replaceAll(Ljava/lang/String;Ljava/lang/String;)", ExactForConstants, |call| {
        let (this, pattern) = (call.this()?, call.text(0)?);
        replace(call, &Sought::plain(pattern), &this, 1)
    }),
    row("replaceFirst(Ljava/lang/String;Ljava/lang/String;)", ExactForConstants, |call| {
        let (this, pattern) = (call.this()?, call.text(0)?);
        replace_first(call, &Sought::plain(pattern), &this, 1)
    }),
];

pub(super) static OF_PATTERN: &[Row] = &[
    row("matches(Ljava/lang/String;Ljava/lang/CharSequence;)", ExactForConstants, |call| {
        let (pattern, (null, text)) = (call.text(0)?, call.nullable(1)?);
        let sought = Sought::plain(pattern);
        compile(call, &sought);
        call.throw_if(null, NULL_POINTER);
        Some(Value::Bool(matches(call, &sought, &text)))
    }),
    row("compile(Ljava/lang/String;)", ExactForConstants, |call| {
        let sought = Sought::plain(call.text(0)?);
        Some(made(call, &sought))
    }),
    row("compile(Ljava/lang/String;I)", ExactForConstants, |call| {
        let ((null, pattern), flags) = (call.nullable(0)?, call.int(1)?);
        call.throw_if(between(&flags, 0, ALL_FLAGS).negated(), ILLEGAL_ARGUMENT);
        call.throw_if(null, NULL_POINTER);
        Some(made(call, &Sought { pattern, flags: Value::Int(flags) }))
    }),
    row("matcher(Ljava/lang/CharSequence;)", Grade::Exact, |call| {
        let (sought, text) = (Sought::of(call)?, call.text(0)?);
        let parts = vec![Value::Str(sought.pattern), sought.flags, Value::Str(text), Value::Int(number(1))];
        Some(Value::Made(MATCHER, parts))
    }),
    row("pattern()", Grade::Exact, |call| Some(Value::Str(Sought::of(call)?.pattern))),
    row("quote(Ljava/lang/String;)", ExactForMost, quote),
];

pub(super) static OF_MATCHER: &[Row] = &[
    row("matches()", ExactForConstants, |call| {
        let (sought, text, _) = matcher(call)?;
        searched(call);
        Some(Value::Bool(matches(call, &sought, &text)))
    }),
    row("find()", ExactForConstants, find),
    row("group()", Grade::Contains, |call| {
        let unmatched = call.emit.any_bool("unmatched");
        call.throw_if(unmatched, "java/lang/IllegalStateException");
        Some(Value::Str(call.emit.any_str("group")))
    }),
    row("replaceAll(Ljava/lang/String;)", ExactForConstants, |call| {
        let (sought, text, _) = matcher(call)?;
        searched(call);
        replace(call, &sought, &text, 0)
    }),
    row("replaceFirst(Ljava/lang/String;)", ExactForConstants, |call| {
        let (sought, text, _) = matcher(call)?;
        searched(call);
        replace_first(call, &sought, &text, 0)
    }),
];

/// A pattern and its flags.
struct Sought {
    pattern: StrTerm,
    flags: Value,
}

/// What is known of a pattern.
enum Known {
    /// It is a regular expression, under a name.
    Regex(Box<Regex>, String),
    /// It may be anything, or nothing that Java takes.
    Nothing,
}

impl Sought {
    fn plain(pattern: StrTerm) -> Sought {
        Sought { pattern, flags: Value::Int(number(0)) }
    }

    /// That of a receiver.
    fn of(call: &Call<'_>) -> Option<Sought> {
        let [pattern, flags, ..] = call.receiver else { return None };
        Some(Sought { pattern: pattern.text()?, flags: flags.clone() })
    }

    fn known(&self) -> Known {
        let flags = self.flags.number().and_then(|flags| flags_of(flags.as_constant()?));
        if let (StrTerm::Word(word), Some(flags)) = (&self.pattern, flags)
            && let Ok(regex) = Regex::parse_symbols(word, Dialect::Java, flags)
        {
            return Known::Regex(regex.into(), format!("java {word:?} {flags:?}"));
        }
        Known::Nothing
    }
}

/// The flags of `Pattern.compile`.
fn flags_of(bits: i128) -> Option<Flags> {
    let letters = [(1, 'd'), (2, 'i'), (4, 'x'), (8, 'm'), (32, 's'), (64, 'u'), (256, 'U')];
    let known: i128 = letters.iter().map(|(bit, _)| bit).sum();
    let named: String = letters.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, letter)| letter).collect();
    (bits & !known == 0).then(|| Flags::from_letters(&named, Dialect::Java).ok())?
}

/// Throws when a pattern is not known and Java may refuse it.
fn compile(call: &mut Call<'_>, sought: &Sought) {
    if let Known::Nothing = sought.known() {
        let refused = call.emit.any_bool("refused");
        call.throw_if(refused, SYNTAX);
    }
}

fn made(call: &mut Call<'_>, sought: &Sought) -> Value {
    compile(call, sought);
    Value::Made(PATTERN, vec![Value::Str(sought.pattern.clone()), sought.flags.clone()])
}

/// Whether a text matches as a whole.
fn matches(call: &mut Call<'_>, sought: &Sought, text: &StrTerm) -> Condition {
    compile(call, sought);
    if let Known::Regex(regex, name) = sought.known()
        && let Ok(language) = regex.full_match(UTF16, &mut Budget::steps(STEPS))
    {
        return call.within(text, &name, || language);
    }
    call.emit.any_bool("matches")
}

/// Whether there is a match in a text.
fn found(call: &mut Call<'_>, sought: &Sought, text: &StrTerm) -> Condition {
    if let Known::Regex(regex, name) = sought.known()
        && let Ok(language) = regex.search(UTF16, &mut Budget::steps(STEPS))
    {
        return call.within(text, &format!("find {name}"), || language);
    }
    call.emit.any_bool("found")
}

/// The pattern of a matcher, its text, and 1 until the first search.
fn matcher(call: &Call<'_>) -> Option<(Sought, StrTerm, Value)> {
    let [_, _, text, fresh] = call.receiver else { return None };
    Some((Sought::of(call)?, text.text()?, fresh.clone()))
}

/// The next search of the receiver is not its first.
fn searched(call: &mut Call<'_>) {
    let mut parts = call.receiver.to_vec();
    parts[3] = Value::Int(number(0));
    call.parts = Some(parts);
}

/// Exact the first time; later it depends on what was found before.
fn find(call: &mut Call<'_>) -> Option<Value> {
    let (sought, text, fresh) = matcher(call)?;
    searched(call);
    let first = same_number(&fresh.number()?, &number(0)).negated();
    let there = found(call, &sought, &text);
    let again =
        call.case_bool(first.clone().negated().and(there.clone()), |call| call.emit.any_bool("again"));
    Some(Value::Bool(first.and(there).or(again)))
}

fn replace_first(call: &mut Call<'_>, sought: &Sought, text: &StrTerm, index: usize) -> Option<Value> {
    let (null, with) = call.nullable(index)?;
    compile(call, sought);
    call.throw_if(null, NULL_POINTER);
    Some(Value::Str(replaced(call, sought, (text, &with), Occurrences::First)))
}

/// A replacement that is null is found only with a match.
fn replace(call: &mut Call<'_>, sought: &Sought, text: &StrTerm, index: usize) -> Option<Value> {
    let (null, with) = call.nullable(index)?;
    compile(call, sought);
    if !super::call::is_false(&null) {
        let there = found(call, sought, text);
        call.throw_if(null.and(there), NULL_POINTER);
    }
    Some(Value::Str(replaced(call, sought, (text, &with), Occurrences::all(Dialect::Java))))
}

/// A text with matches replaced by what a template says.
fn replaced(
    call: &mut Call<'_>,
    sought: &Sought,
    (text, with): (&StrTerm, &StrTerm),
    which: Occurrences,
) -> StrTerm {
    let template = if let StrTerm::Word(with) = with { Some(template(with)) } else { None };
    match template {
        Some(Read::Fixed(template)) => {
            if let Some(result) = transduced(call, sought, (text, &template), which) {
                return result;
            }
        }
        Some(Read::Wrong) => {
            let there = found(call, sought, text);
            call.throw_if(there, ILLEGAL_ARGUMENT);
            return text.clone();
        }
        Some(Read::Groups) | None => {
            let there = found(call, sought, text);
            let odd = call.case_bool(there.clone(), |call| call.emit.any_bool("odd"));
            call.throw_if(odd, BOUNDS);
            let odd = call.case_bool(there, |call| call.emit.any_bool("odd"));
            call.throw_if(odd, ILLEGAL_ARGUMENT);
        }
    }
    let there = found(call, sought, text);
    call.choose_text(there, |call| call.emit.any_str("replaced"), |_| text.clone())
}

fn transduced(
    call: &mut Call<'_>,
    sought: &Sought,
    (text, template): (&StrTerm, &Template),
    which: Occurrences,
) -> Option<StrTerm> {
    let Known::Regex(regex, name) = sought.known() else { return None };
    let mut budget = Budget::steps(STEPS);
    let pattern = Pattern::of_regex(&regex, UTF16, &mut budget).ok()?;
    let transducer = Transducer::replacing(&pattern, template, which, &mut budget).ok()?;
    Some(call.apply(&format!("replace {name} {template:?} {which:?}"), || transducer, text))
}

/// What a replacement says.
enum Read {
    /// Fixed words, with the whole match once at most.
    Fixed(Template),
    /// Other groups, or the match more than once.
    Groups,
    /// It is refused when there is a match.
    Wrong,
}

/// Reads a replacement: `\x` is `x`, `$0` the match, `$n` and `${name}` groups.
fn template(with: &[Symbol]) -> Read {
    let (backslash, dollar) = (symbols("\\")[0], symbols("$")[0]);
    let is_digit = |symbol: Option<&Symbol>| symbol.is_some_and(|symbol| (0x30..0x3A).contains(symbol));
    let (mut before, mut after, mut has_match) = (Vec::new(), Vec::new(), false);
    let mut rest = with;
    while let Some((&symbol, tail)) = rest.split_first() {
        let part = if has_match { &mut after } else { &mut before };
        rest = tail;
        if symbol == dollar {
            let is_match = tail.first() == Some(&0x30) && !is_digit(tail.get(1));
            if has_match || !is_match {
                let is_group = is_digit(tail.first()) || tail.first() == Some(&0x7B);
                return if is_group { Read::Groups } else { Read::Wrong };
            }
            has_match = true;
            rest = &tail[1..];
        } else if symbol == backslash {
            let Some((&next, tail)) = tail.split_first() else { return Read::Wrong };
            part.push(next);
            rest = tail;
        } else {
            part.push(symbol);
        }
    }
    Read::Fixed(if has_match { Template::around_match(&before, &after) } else { Template::word(&before) })
}

/// Exact for a text without the end of a quotation in it. Over-approximates for others: any text.
fn quote(call: &mut Call<'_>) -> Option<Value> {
    let text = call.text(0)?;
    let ends = search::contains(&text, &word("\\E"));
    Some(Value::Str(call.choose_text(
        ends,
        |call| call.emit.any_str("quoted"),
        |call| call.concat(&[word("\\Q"), text.clone(), word("\\E")]),
    )))
}
