//! Functions that escape, and those that undo it.
//!
//! All are finite-state functions over bytes. What they write in the place of a character of the outside is of the
//! outside; what they write of their own (a break, a quote around) is of the page.

use automata::{Output, Symbol, SymbolSet, Transducer, TransducerBuilder};

use super::{Call, Model, Row, row_of};
use crate::lower::Lower;
use crate::policy::RuleId;
use crate::text::{PLAIN, word};
use crate::value::{Value, simplify};

pub(super) static ROWS: &[Row] = &[
    row_of("htmlspecialchars", 1, Model::Code(html_special)),
    row_of("htmlentities", 1, Model::Code(html_entities)),
    row_of("addslashes", 1, Model::Map(addslashes)),
    row_of("stripslashes", 1, Model::Map(stripslashes)),
    row_of("mysql_escape_string", 1, Model::Map(mysql_escape)),
    row_of("mysql_real_escape_string", 1, Model::Map(mysql_escape)),
    row_of("mysqli_escape_string", 2, Model::Code(second_mysql_escape)),
    row_of("mysqli_real_escape_string", 2, Model::Code(second_mysql_escape)),
    row_of("->real_escape_string", 1, Model::Map(mysql_escape)),
    row_of("->escape_string", 1, Model::Map(mysql_escape)),
    row_of("sqlite_escape_string", 1, Model::Map(double_quotes)),
    row_of("pg_escape_string", 1, Model::Code(pg_escape)),
    row_of("pg_escape_literal", 1, Model::Code(pg_literal)),
    row_of("pg_escape_identifier", 1, Model::Code(pg_identifier)),
    row_of("ldap_escape", 1, Model::Code(ldap_escape)),
    row_of("urlencode", 1, Model::Map(urlencode)),
    row_of("rawurlencode", 1, Model::Map(rawurlencode)),
    row_of("urldecode", 1, Model::Map(urldecode)),
    row_of("rawurldecode", 1, Model::Map(rawurldecode)),
    row_of("quotemeta", 1, Model::Map(quotemeta)),
    row_of("escapeshellarg", 1, Model::Code(shell_argument)),
    row_of("nl2br", 1, Model::Map(nl2br)),
    row_of("bin2hex", 1, Model::Map(bin2hex)),
];

/// A way to make a value of the outside fit for a rule: what is written before and after it, and the function. Without
/// a function it becomes a number.
pub(crate) struct Escape {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    pub(crate) function: Option<fn() -> Transducer>,
    /// Whether the two texts can be written as they are; else they name a connection that the page must have.
    pub(crate) is_whole: bool,
}

const fn by(before: &'static str, after: &'static str, function: fn() -> Transducer) -> Escape {
    Escape { before, after, function: Some(function), is_whole: true }
}

const fn with_link(before: &'static str, function: fn() -> Transducer) -> Escape {
    Escape { before, after: ")", function: Some(function), is_whole: false }
}

const NUMBER: Escape = Escape { before: "(int) ", after: "", function: None, is_whole: true };

/// The ways that may fit a rule, the one that changes least first.
pub(crate) fn escapes(rule: RuleId) -> &'static [Escape] {
    const HTML: &[Escape] = &[
        by("htmlspecialchars(", ", ENT_QUOTES)", html_quotes),
        by("rawurlencode(", ")", rawurlencode),
        NUMBER,
    ];
    match rule {
        RuleId::Html | RuleId::Attack => HTML,
        RuleId::Sql => const { &[with_link("mysqli_real_escape_string($link, ", mysql_escape), NUMBER] },
        RuleId::SqlStandard => const { &[with_link("pg_escape_string($link, ", double_quotes), NUMBER] },
        RuleId::Shell => const { &[by("escapeshellarg(", ")", escapeshellarg), NUMBER] },
        RuleId::Ldap => const { &[by("ldap_escape(", ", '', LDAP_ESCAPE_FILTER)", ldap_filter), NUMBER] },
        RuleId::Header | RuleId::Redirect => const { &[by("rawurlencode(", ")", rawurlencode), NUMBER] },
        RuleId::XPath | RuleId::Code | RuleId::Include => const { &[NUMBER] },
    }
}

/// `htmlspecialchars` with `ENT_QUOTES`.
fn html_quotes() -> Transducer {
    escaping(&[(b'&', "&amp;"), (b'<', "&lt;"), (b'>', "&gt;"), (b'"', "&quot;"), (b'\'', "&#039;")])
}

/// `ldap_escape` for filters.
fn ldap_filter() -> Transducer {
    hex_escaping(|byte| b"\\*()\0".contains(&byte))
}

fn hex_escaping(escapes: fn(u8) -> bool) -> Transducer {
    let words: Vec<(u8, String)> =
        (0..=255).filter(|&byte| escapes(byte)).map(|byte| (byte, format!("\\{byte:02x}"))).collect();
    escaping(&words.iter().map(|(byte, text)| (*byte, text.as_str())).collect::<Vec<_>>())
}

/// Bits of the second argument of `htmlspecialchars`.
const SINGLE: i64 = 1;
const DOUBLE: i64 = 2;
const HTML5: i64 = 32 | 16;

fn escaping(escapes: &[(u8, &str)]) -> Transducer {
    let words: Vec<(Symbol, Vec<Symbol>)> =
        escapes.iter().map(|(byte, text)| (Symbol::from(*byte), word(text.as_bytes()))).collect();
    let escapes: Vec<(Symbol, &[Symbol])> =
        words.iter().map(|(symbol, word)| (*symbol, word.as_slice())).collect();
    Transducer::escaping(PLAIN, &escapes)
}

/// Exact for valid UTF-8, and for what takes the place of invalid bytes, which acts as they do. Without such a place the
/// result is empty. With flags that are not constant, without double encoding or where bytes are left out, any text that
/// such a call may give.
fn html_special(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    const IGNORE: i64 = 4;
    const SUBSTITUTE: i64 = 8;
    let text = lower.text_argument(call, 0);
    let charset = call.value(2).constant().map(|name| name.to_ascii_lowercase());
    let is_known = charset.is_some_and(|name| matches!(&name[..], b"" | b"utf-8" | b"utf8" | b"iso-8859-1"));
    if !is_known {
        return lower.not_modelled(call, "with this charset");
    }
    let flags = call.flag(1, SINGLE | DOUBLE | SUBSTITUTE);
    let doubles = lower.truth(&call.values.get(3).cloned().unwrap_or(Value::bool(true)));
    let Some(flags) = flags.filter(|flags| flags & IGNORE == 0 && doubles == ir::Condition::TRUE) else {
        return some_escaped(lower, flags.unwrap_or(0));
    };
    let single = match flags & (SINGLE | DOUBLE) {
        3 if flags & HTML5 == 0 => Some("&#039;"),
        3 => Some("&apos;"),
        _ => None,
    };
    let double = flags & DOUBLE != 0;
    let name = format!("htmlspecialchars{}{}", single.unwrap_or(""), u8::from(double));
    let build = || {
        let mut escapes = vec![(b'&', "&amp;"), (b'<', "&lt;"), (b'>', "&gt;")];
        escapes.extend(double.then_some((b'"', "&quot;")));
        escapes.extend(single.map(|single| (b'\'', single)));
        escaping(&escapes)
    };
    let escaped = lower.apply(&name, build, &text);
    if flags & SUBSTITUTE != 0 || matches!(text, ir::StrTerm::Word(_)) {
        return Value::Str(escaped);
    }
    // Bytes beyond ASCII may be invalid.
    let ascii = lower.within(&text, "[\\x00-\\x7f]*");
    let valid = lower.emit.any_bool("is valid UTF-8");
    lower.either_value(simplify(ascii.or(valid)), Value::Str(escaped), Value::empty())
}

/// Any text without markup, and without quotes as the flags say.
fn some_escaped(lower: &mut Lower<'_>, flags: i64) -> Value {
    let quotes = match flags & (SINGLE | DOUBLE) {
        3 => "\"'",
        2 => "\"",
        _ => "",
    };
    let regex = format!("([^<>&{quotes}]|&#?[0-9A-Za-z]+;)*");
    Value::Str(lower.outside("htmlspecialchars", Some(&regex)))
}

/// As `htmlspecialchars` on ASCII; other characters become entities, which act as text everywhere.
fn html_entities(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    html_special(lower, call)
}

fn addslashes() -> Transducer {
    escaping(&[(0, "\\0"), (b'\'', "\\'"), (b'"', "\\\""), (b'\\', "\\\\")])
}

fn mysql_escape() -> Transducer {
    escaping(&[
        (0, "\\0"),
        (b'\n', "\\n"),
        (b'\r', "\\r"),
        (b'\\', "\\\\"),
        (b'\'', "\\'"),
        (b'"', "\\\""),
        (0x1a, "\\Z"),
    ])
}

fn second_mysql_escape(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 1);
    Value::Str(lower.apply("mysql_real_escape_string", mysql_escape, &text))
}

fn double_quotes() -> Transducer {
    escaping(&[(b'\'', "''")])
}

/// With standard strings the server reads a backslash as itself.
fn pg_escape(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let index = call.values.len() - 1;
    let text = lower.text_argument(call, index.min(1));
    Value::Str(lower.apply("sqlite_escape_string", double_quotes, &text))
}

/// The quotes around are the page's. With a backslash the string is written as one that has escapes.
fn pg_literal(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, call.values.len().min(2) - 1);
    let plain = lower.within(&text, "[^\\\\]*");
    let standard = lower.apply("pg_escape_literal", || quoted("'", &[(b'\'', "''")]), &text);
    let escaped = lower.apply(
        "pg_escape_literal with escapes",
        || quoted(" E'", &[(b'\'', "''"), (b'\\', "\\\\")]),
        &text,
    );
    Value::choice(plain, Value::Str(standard), Value::Str(escaped))
}

fn pg_identifier(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, call.values.len().min(2) - 1);
    Value::Str(lower.apply("pg_escape_identifier", || quoted("\"", &[(b'"', "\"\"")]), &text))
}

/// A quote after the beginning, escapes, and the quote again.
fn quoted(before: &str, escapes: &[(u8, &str)]) -> Transducer {
    let quote = &before[before.len() - 1..];
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, inside) = (builder.add_state(), builder.add_state());
    builder.skip(start, &word(before.as_bytes()), inside);
    let mut copied = PLAIN.all();
    for (byte, text) in escapes {
        let symbol = SymbolSet::single(Symbol::from(*byte));
        copied = copied.difference(&symbol);
        builder.read(inside, &symbol, Output::word(&word(text.as_bytes())), inside);
    }
    builder.read(inside, &copied, Output::copy(), inside);
    builder.end(inside, &word(quote.as_bytes()));
    builder.finish()
}

/// Exact for the default, which escapes every byte but letters, and for filters.
fn ldap_escape(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    const FILTER: i64 = 1;
    let text = lower.text_argument(call, 0);
    if call.values.get(1).is_some_and(|ignored| ignored.constant().is_none_or(|bytes| !bytes.is_empty())) {
        return lower.not_modelled(call, "with characters that are left as they are");
    }
    let build: fn() -> Transducer = match call.flag(2, 0) {
        Some(0) => || hex_escaping(|_| true),
        Some(FILTER) => ldap_filter,
        Some(_) | None => return lower.not_modelled(call, "with flags that are not for filters"),
    };
    Value::Str(lower.apply(&format!("ldap_escape {:?}", call.flag(2, 0)), build, &text))
}

fn percent(keep: impl Fn(u8) -> Option<u8>) -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let state = builder.add_state();
    for byte in 0..=255_u8 {
        let output = match keep(byte) {
            Some(kept) => word(&[kept]),
            None => word(format!("%{byte:02X}").as_bytes()),
        };
        builder.read(state, &SymbolSet::single(Symbol::from(byte)), Output::word(&output), state);
    }
    builder.end(state, &[]);
    builder.finish()
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

fn urlencode() -> Transducer {
    percent(|byte| match byte {
        b' ' => Some(b'+'),
        _ => is_unreserved(byte).then_some(byte),
    })
}

fn rawurlencode() -> Transducer {
    percent(|byte| (is_unreserved(byte) || byte == b'~').then_some(byte))
}

/// Reads `%XX`; a percent sign without two digits stays. Guesses at the sign which it is.
fn percent_decoding(plus: u8) -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let start = builder.add_state();
    let single = |byte: u8| SymbolSet::single(Symbol::from(byte));
    let digits = |value: u8| {
        let upper = SymbolSet::single(u32::from(b"0123456789ABCDEF"[usize::from(value)]));
        upper.union(&SymbolSet::single(u32::from(b"0123456789abcdef"[usize::from(value)])))
    };
    let hex = (0..16).fold(SymbolSet::empty(), |all, value| all.union(&digits(value)));
    let others = PLAIN.all().difference(&single(b'%')).difference(&single(b'+'));
    builder.read(start, &others, Output::copy(), start);
    builder.read(start, &single(b'+'), Output::word(&word(&[plus])), start);
    let first = builder.add_state();
    builder.read(start, &single(b'%'), Output::nothing(), first);
    for high in 0..16_u8 {
        let second = builder.add_state();
        builder.read(first, &digits(high), Output::nothing(), second);
        for low in 0..16_u8 {
            builder.read(second, &digits(low), Output::word(&word(&[high * 16 + low])), start);
        }
    }
    // The sign stands for itself: no two digits follow.
    let (none, one) = (builder.add_state(), builder.add_state());
    builder.read(start, &single(b'%'), Output::copy(), none);
    let target = |builder: &mut TransducerBuilder, from: u32| {
        let others = others.difference(&hex);
        builder.read(from, &others, Output::copy(), start);
        builder.read(from, &single(b'+'), Output::word(&word(&[plus])), start);
        builder.read(from, &single(b'%'), Output::nothing(), first);
        builder.read(from, &single(b'%'), Output::copy(), none);
    };
    target(&mut builder, none);
    builder.read(none, &hex, Output::copy(), one);
    target(&mut builder, one);
    builder.end(start, &[]);
    builder.end(none, &[]);
    builder.end(one, &[]);
    builder.finish()
}

fn urldecode() -> Transducer {
    percent_decoding(b' ')
}

fn rawurldecode() -> Transducer {
    percent_decoding(b'+')
}

fn quotemeta() -> Transducer {
    let symbols = b".\\+*?[^]$()".iter().map(|&byte| (Symbol::from(byte), Symbol::from(byte)));
    Transducer::prefixing(PLAIN, &SymbolSet::from_ranges(symbols), &word(b"\\"))
}

/// A backslash is taken away and the next character kept, `\0` being NUL.
fn stripslashes() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, after) = (builder.add_state(), builder.add_state());
    let (slash, zero) = (SymbolSet::single(u32::from(b'\\')), SymbolSet::single(u32::from(b'0')));
    builder.read(start, &PLAIN.all().difference(&slash), Output::copy(), start);
    builder.read(start, &slash, Output::nothing(), after);
    builder.read(after, &PLAIN.all().difference(&zero), Output::copy(), start);
    builder.read(after, &zero, Output::word(&[0]), start);
    builder.end(start, &[]);
    builder.end(after, &[]);
    builder.finish()
}

/// Exact for ASCII. Of other texts the locale may leave out characters, so there any text stands between the quotes, of
/// which nothing is known; the quotes are the page's all the same. NUL throws.
fn shell_argument(lower: &mut Lower<'_>, call: &Call<'_>) -> Value {
    let text = lower.text_argument(call, 0);
    let nul = lower.within(&text, "(.|\\n)*\\x00(.|\\n)*");
    lower.throw_when(nul);
    let ascii = lower.within(&text, "[\\x00-\\x7f]*");
    let exact = lower.apply("escapeshellarg", escapeshellarg, &text);
    if ascii == ir::Condition::TRUE {
        return Value::Str(exact);
    }
    let kept = lower.emit.any_str("what escapeshellarg keeps");
    let other = lower.apply("escapeshellarg", escapeshellarg, &kept);
    Value::choice(ascii, Value::Str(exact), Value::Str(other))
}

/// The quotes around are the page's; a quote within becomes `'\''`.
fn escapeshellarg() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let (start, inside) = (builder.add_state(), builder.add_state());
    let quote = SymbolSet::single(u32::from(b'\''));
    builder.skip(start, &word(b"'"), inside);
    builder.read(inside, &PLAIN.all().difference(&quote), Output::copy(), inside);
    builder.read(inside, &quote, Output::word(&word(b"'\\''")), inside);
    builder.end(inside, &word(b"'"));
    builder.finish()
}

/// A break is written before each line end, and it is the page's.
fn nl2br() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let start = builder.add_state();
    let (n, r) = (SymbolSet::single(10), SymbolSet::single(13));
    let ends = n.union(&r);
    builder.read(start, &PLAIN.all().difference(&ends), Output::copy(), start);
    let before = builder.add_state();
    builder.skip(start, &word(b"<br />"), before);
    for (first, second) in [(&n, &r), (&r, &n)] {
        let after = builder.add_state();
        builder.read(before, first, Output::copy(), after);
        builder.read(after, second, Output::copy(), start);
        builder.read(after, &PLAIN.all().difference(&ends), Output::copy(), start);
        let again = builder.add_state();
        builder.skip(after, &word(b"<br />"), again);
        builder.read(again, first, Output::copy(), after);
        builder.end(after, &[]);
    }
    builder.end(start, &[]);
    builder.finish()
}

fn bin2hex() -> Transducer {
    let mut builder = TransducerBuilder::new(PLAIN);
    let state = builder.add_state();
    for byte in 0..=255_u8 {
        let output = word(format!("{byte:02x}").as_bytes());
        builder.read(state, &SymbolSet::single(Symbol::from(byte)), Output::word(&output), state);
    }
    builder.end(state, &[]);
    builder.finish()
}
