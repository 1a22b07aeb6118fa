//! Parts and changes of a text: `substring`, `trim`, case, replacement of fixed words.
//!
//! Changes that treat each character alike are finite-state functions. Positions out of range throw, and the classes of
//! these exceptions are those of JDK 17.

use automata::{Output, SymbolSet, Transducer, TransducerBuilder};
use ir::{Condition, Linear, Needle, StrExpr, StrTerm, Which};

use super::call::{
    Call, NULL_POINTER, STRING_BOUNDS, UTF16, below, length, minus, negative, number, plus, same_number,
    same_text, word,
};
use super::cases;
use super::characters::{self, whitespace};
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Exact, ExactForConstants, ExactForMost};

pub(super) static ROWS: &[Row] = &[
    row("trim()", Exact, |call| {
        map(call, "trim", || Transducer::trimming(UTF16, &SymbolSet::range(0, 0x20)))
    }),
    row("strip()", Exact, |call| map(call, "strip", || Transducer::trimming(UTF16, &whitespace()))),
    row("stripLeading()", Exact, |call| {
        map(call, "stripLeading", || Transducer::trimming_start(UTF16, &whitespace()))
    }),
    row("stripTrailing()", Exact, |call| {
        map(call, "stripTrailing", || Transducer::trimming_end(UTF16, &whitespace()))
    }),
    row("toUpperCase()", Exact, |call| map(call, "toUpperCase", cases::uppercase)),
    row("toLowerCase()", ExactForMost, to_lower_case),
    row("replace(CC)", Exact, replace_character),
    row("replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)", ExactForConstants, replace),
    row("getChars(II[CI)", Exact, |call| get_chars(call, STRING_BOUNDS)),
];

/// Parts that builders give, too.
pub(super) static SHARED: &[Row] = &[
    row("substring(I)", Exact, substring),
    row("substring(II)", Exact, substring),
    row("subSequence(II)", Exact, substring),
];

/// A finite-state function of the receiver.
fn map(call: &mut Call<'_>, name: &str, build: fn() -> Transducer) -> Option<Value> {
    let this = call.this()?;
    Some(Value::Str(call.apply(name, build, &this)))
}

fn substring(call: &mut Call<'_>) -> Option<Value> {
    let (this, from) = (call.this()?, call.int(0)?);
    let to = if call.arguments.len() > 1 { Some(call.int(1)?) } else { None };
    let end = length(&this);
    let outside = match &to {
        None => negative(&from).or(below(&end, &from)),
        Some(to) => negative(&from).or(below(to, &from)).or(below(&end, to)),
    };
    call.throw_if(outside, STRING_BOUNDS);
    Some(Value::Str(call.slice(&this, &from, to.as_ref())))
}

/// Exact for texts without a capital sigma, whose small form depends on its place in a word. Over-approximates for others:
/// each may have either form.
fn to_lower_case(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    let plain = characters::all().difference(&SymbolSet::single(0x3A3));
    let plain = call.all_in(&this, "without sigma", &plain);
    let lower = call.apply("toLowerCase", cases::lowercase, &this);
    let unified = || Transducer::shifting(UTF16, &[(SymbolSet::single(0x3C2), 1)]);
    Some(Value::Str(call.choose_text(
        plain,
        |_| lower.clone(),
        |call| {
            let result = call.emit.any_str("toLowerCase");
            // The first two follow from the third, and say more to an analysis.
            let small = call.all_in(&result, "small", &cases::small());
            call.assume(small.and(same_number(&length(&result), &length(&lower))));
            let (left, right) = (call.apply("sigma", unified, &result), call.apply("sigma", unified, &lower));
            call.assume(same_text(&left, &right));
            result
        },
    )))
}

fn replace_character(call: &mut Call<'_>) -> Option<Value> {
    let (this, what, with) = (call.this()?, call.char_text(0)?, call.char_text(1)?);
    Some(Value::Str(replaced(call, &this, what, with)))
}

/// Every occurrence of a word that is not empty.
pub(super) fn replaced(call: &mut Call<'_>, of: &StrTerm, what: StrTerm, with: StrTerm) -> StrTerm {
    if let (StrTerm::Word(of), StrTerm::Word(what), StrTerm::Word(with)) = (of, &what, &with) {
        let mut result = Vec::new();
        let mut at = 0;
        while at < of.len() {
            let found = of[at..].starts_with(what);
            result.extend_from_slice(if found { with } else { &of[at..=at] });
            at += if found { what.len() } else { 1 };
        }
        return StrTerm::Word(result.into());
    }
    let replace = StrExpr::Replace { of: of.clone(), what: Needle::Term(what), with, which: Which::All };
    call.emit.set_str("replaced", replace)
}

/// Exact but for an empty word that is not known to be empty, with anything but a constant in its place: any text then.
fn replace(call: &mut Call<'_>) -> Option<Value> {
    let (this, (no_what, what), (no_with, with)) = (call.this()?, call.nullable(0)?, call.nullable(1)?);
    call.throw_if(no_what.or(no_with), NULL_POINTER);
    let empty = same_text(&what, &word(""));
    Some(Value::Str(call.choose_text(
        empty,
        |call| between_all(call, &this, &with),
        |call| replaced(call, &this, what.clone(), with.clone()),
    )))
}

/// A text before, between and after all characters.
fn between_all(call: &mut Call<'_>, of: &StrTerm, with: &StrTerm) -> StrTerm {
    let StrTerm::Word(word) = with else { return call.emit.any_str("replaced") };
    let build = || {
        let mut builder = TransducerBuilder::new(UTF16);
        let state = builder.add_state();
        builder.read(state, &UTF16.all(), Output::copy().after(word), state);
        builder.end(state, word);
        builder.finish()
    };
    call.apply(&format!("between {word:?}"), build, of)
}

/// Copies a part into an array; an exception of the class when there is no room in it.
pub(super) fn get_chars(call: &mut Call<'_>, no_room: &'static str) -> Option<Value> {
    let (this, from, to) = (call.this()?, call.int(0)?, call.int(1)?);
    let ((null, array), at) = (call.nullable(2)?, call.int(3)?);
    call.throw_if(negative(&from).or(below(&to, &from)).or(below(&length(&this), &to)), STRING_BOUNDS);
    call.throw_if(null, NULL_POINTER);
    let after = plus(&at, &minus(&to, &from));
    call.throw_if(negative(&at).or(below(&length(&array), &after)), no_room);
    let part = call.slice(&this, &from, Some(&to));
    let changed = splice(call, &array, (&at, &after), &part);
    call.changed.push((2, changed));
    Some(Value::Void)
}

/// A text with another in the place of a part.
pub(super) fn splice(
    call: &mut Call<'_>,
    of: &StrTerm,
    (from, to): (&Linear, &Linear),
    with: &StrTerm,
) -> StrTerm {
    let start = call.slice(of, &number(0), Some(from));
    let end = call.slice(of, to, None);
    call.concat(&[start, with.clone(), end])
}

/// Whether every character is below 128.
pub(super) fn is_ascii(call: &mut Call<'_>, text: &StrTerm) -> Condition {
    call.all_in(text, "ascii", &SymbolSet::range(0, 0x7F))
}
