//! `StringBuilder` and `StringBuffer`: texts that change in place.
//!
//! The content is one text; every change makes another. Capacity is not followed. Only what the text of a float or of an
//! unknown object is, is left open.

use automata::{Automaton, Budget, Transducer};
use ir::{Condition, Linear, StrExpr, StrTerm};

use super::call::{
    BOUNDS, Call, NEGATIVE_SIZE, NULL_POINTER, STEPS, STRING_BOUNDS, UTF16, at_most, below, length, minus,
    negative, number, plus, same_number, same_text, unit, word,
};
use super::cases::pair;
use super::characters::surrogates;
use super::shapes::{get_chars, splice};
use super::strings::{char_at, check_index, code_point_at, compare_to, make, repeated};
use super::units;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, Exact, ExactForMost};

pub(super) static ROWS: &[Row] = &[
    row("<init>()", Exact, |call| Some(make(call, word("")))),
    row("<init>(I)", Exact, with_capacity),
    row("<init>(Ljava/lang/String;)", Exact, copy),
    row("<init>(Ljava/lang/CharSequence;)", Exact, copy),
    row("length()", Exact, |call| Some(Value::Int(length(&call.this()?)))),
    row("isEmpty()", Exact, |call| Some(Value::Bool(at_most(&length(&call.this()?), &number(0))))),
    row("capacity()", Contains, capacity),
    row("ensureCapacity(I)", Exact, |_| Some(Value::Void)),
    row("trimToSize()", Exact, |_| Some(Value::Void)),
    row("charAt(I)", Exact, char_at),
    row("codePointAt(I)", Exact, code_point_at),
    row("toString()", Exact, |call| Some(Value::Str(call.this()?))),
    row("getChars(II[CI)", Exact, |call| get_chars(call, BOUNDS)),
    row("append(Z)", Exact, append),
    row("append(C)", Exact, append),
    row("append(I)", Exact, append),
    row("append(J)", Exact, append),
    row("append(F)", Contains, append),
    row("append(D)", Contains, append),
    row("append(Ljava/lang/Object;)", ExactForMost, append),
    row("append(Ljava/lang/String;)", Exact, append),
    row("append(Ljava/lang/CharSequence;)", ExactForMost, append),
    row("append(Ljava/lang/StringBuffer;)", Exact, append),
    row("append([C)", Exact, append_array),
    row("append([CII)", Exact, append_counted),
    row("append(Ljava/lang/CharSequence;II)", Exact, append_part),
    row("appendCodePoint(I)", ExactForMost, append_code_point),
    row("insert(IZ)", Exact, insert),
    row("insert(IC)", Exact, insert),
    row("insert(II)", Exact, insert),
    row("insert(IJ)", Exact, insert),
    row("insert(IF)", Contains, insert),
    row("insert(ID)", Contains, insert),
    row("insert(ILjava/lang/Object;)", ExactForMost, insert),
    row("insert(ILjava/lang/String;)", Exact, insert),
    row("insert(ILjava/lang/CharSequence;)", ExactForMost, insert),
    row("insert(I[C)", Exact, insert_array),
    row("insert(I[CII)", Exact, insert_counted),
    row("insert(ILjava/lang/CharSequence;II)", Exact, insert_part),
    row("delete(II)", Exact, delete),
    row("deleteCharAt(I)", Exact, delete_char_at),
    row("replace(IILjava/lang/String;)", Exact, replace),
    row("reverse()", ExactForMost, reverse),
    row("setCharAt(IC)", Exact, set_char_at),
    row("setLength(I)", Exact, set_length),
];

/// Comparisons, which each class has with its own kind.
pub(super) static BUILDER: &[Row] = &[row("compareTo(Ljava/lang/StringBuilder;)", Exact, compare_to)];
pub(super) static BUFFER: &[Row] = &[row("compareTo(Ljava/lang/StringBuffer;)", Exact, compare_to)];

/// The receiver gets another content, and is the result.
fn becomes(call: &mut Call<'_>, text: StrTerm) -> Value {
    call.parts = Some(vec![Value::Str(text)]);
    Value::This
}

fn with_capacity(call: &mut Call<'_>) -> Option<Value> {
    let size = call.int(0)?;
    call.throw_if(negative(&size), NEGATIVE_SIZE);
    Some(make(call, word("")))
}

fn copy(call: &mut Call<'_>) -> Option<Value> {
    let text = call.text(0)?;
    Some(make(call, text))
}

/// Any number from the length on.
fn capacity(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    let capacity = call.any_between("capacity", 0, i128::from(i32::MAX));
    call.assume(at_most(&length(&this), &capacity));
    Some(Value::Int(capacity))
}

fn append(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text_of_argument(0)?);
    let text = call.concat(&[this, text]);
    Some(becomes(call, text))
}

fn append_array(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    let text = call.concat(&[this, text]);
    Some(becomes(call, text))
}

fn append_counted(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    let (from, count) = (call.int(1)?, call.int(2)?);
    let part = part(call, &text, (&from, &plus(&from, &count)), BOUNDS);
    let text = call.concat(&[this, part]);
    Some(becomes(call, text))
}

/// Where nothing is given, the text is `null`.
fn append_part(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, text_or_null(call, 0)?);
    let (from, to) = (call.int(1)?, call.int(2)?);
    let part = part(call, &text, (&from, &to), BOUNDS);
    let text = call.concat(&[this, part]);
    Some(becomes(call, text))
}

fn text_or_null(call: &mut Call<'_>, index: usize) -> Option<StrTerm> {
    let (null, text) = call.nullable(index)?;
    Some(call.choose_text(null, |_| word("null"), |_| text))
}

/// A part of a text; an exception of the class when it does not lie within it.
fn part(call: &mut Call<'_>, of: &StrTerm, (from, to): (&Linear, &Linear), class: &'static str) -> StrTerm {
    call.throw_if(negative(from).or(below(to, from)).or(below(&length(of), to)), class);
    call.slice(of, from, Some(to))
}

/// Exact below 2^16 and for a constant. Over-approximates beyond: any pair.
fn append_code_point(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, units::characters(call)?);
    let text = call.concat(&[this, text]);
    Some(becomes(call, text))
}

/// Throws when a text cannot be put at a position.
fn check_offset(call: &mut Call<'_>, of: &StrTerm, at: &Linear) {
    call.throw_if(negative(at).or(below(&length(of), at)), STRING_BOUNDS);
}

fn insert(call: &mut Call<'_>) -> Option<Value> {
    let (this, at, text) = (call.this()?, call.int(0)?, call.text_of_argument(1)?);
    check_offset(call, &this, &at);
    let text = splice(call, &this, (&at, &at), &text);
    Some(becomes(call, text))
}

fn insert_array(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_offset(call, &this, &at);
    let text = call.text(1)?;
    let text = splice(call, &this, (&at, &at), &text);
    Some(becomes(call, text))
}

fn insert_counted(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_offset(call, &this, &at);
    let (text, from, count) = (call.text(1)?, call.int(2)?, call.int(3)?);
    let part = part(call, &text, (&from, &plus(&from, &count)), STRING_BOUNDS);
    let text = splice(call, &this, (&at, &at), &part);
    Some(becomes(call, text))
}

fn insert_part(call: &mut Call<'_>) -> Option<Value> {
    let (this, at, text) = (call.this()?, call.int(0)?, text_or_null(call, 1)?);
    check_offset(call, &this, &at);
    let (from, to) = (call.int(2)?, call.int(3)?);
    let part = part(call, &text, (&from, &to), BOUNDS);
    let text = splice(call, &this, (&at, &at), &part);
    Some(becomes(call, text))
}

/// Throws when a part, whose end is clipped, does not begin within the text and before its end.
fn check_part(call: &mut Call<'_>, of: &StrTerm, (from, to): (&Linear, &Linear)) {
    call.throw_if(negative(from).or(below(&length(of), from)).or(below(to, from)), STRING_BOUNDS);
}

fn delete(call: &mut Call<'_>) -> Option<Value> {
    let (this, from, to) = (call.this()?, call.int(0)?, call.int(1)?);
    check_part(call, &this, (&from, &to));
    let text = splice(call, &this, (&from, &to), &word(""));
    Some(becomes(call, text))
}

fn delete_char_at(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_index(call, &this, &at);
    let text = splice(call, &this, (&at, &plus(&at, &number(1))), &word(""));
    Some(becomes(call, text))
}

fn replace(call: &mut Call<'_>) -> Option<Value> {
    let (this, from, to) = (call.this()?, call.int(0)?, call.int(1)?);
    let (null, text) = call.nullable(2)?;
    check_part(call, &this, (&from, &to));
    call.throw_if(null, NULL_POINTER);
    let text = splice(call, &this, (&from, &to), &text);
    Some(becomes(call, text))
}

fn set_char_at(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_index(call, &this, &at);
    let text = call.char_text(1)?;
    let text = splice(call, &this, (&at, &plus(&at, &number(1))), &text);
    becomes(call, text);
    Some(Value::Void)
}

fn set_length(call: &mut Call<'_>) -> Option<Value> {
    let (this, size) = (call.this()?, call.int(0)?);
    call.throw_if(negative(&size), STRING_BOUNDS);
    let kept = call.slice(&this, &number(0), Some(&size));
    let zeros = StrTerm::Word([unit(0)].into());
    let added = repeated(call, &zeros, &minus(&size, &length(&this)));
    let text = call.concat(&[kept, added]);
    becomes(call, text);
    Some(Value::Void)
}

/// Exact without pairs of surrogates. Over-approximates with them, since they keep their order: any text of the same
/// length, with the same other characters.
///
/// A machine that swaps the halves of pairs must remember the first, so it has a thousand states. That would be exact, and
/// is more than an analysis of any text can bear.
fn reverse(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    let whole = has_no_pair(call, &this);
    let reversed = reversed(call, &this);
    let others = || Transducer::deleting(UTF16, &surrogates());
    let text = call.choose_text(
        whole,
        |_| reversed.clone(),
        |call| {
            let text = call.emit.any_str("reversed");
            call.assume(same_number(&length(&text), &length(&reversed)));
            let (left, right) =
                (call.apply("others", others, &text), call.apply("others", others, &reversed));
            call.assume(same_text(&left, &right));
            text
        },
    );
    Some(becomes(call, text))
}

fn reversed(call: &mut Call<'_>, text: &StrTerm) -> StrTerm {
    match text {
        StrTerm::Word(word) => StrTerm::Word(word.iter().rev().copied().collect()),
        StrTerm::Var(_) => call.emit.set_str("reversed", StrExpr::Reverse(text.clone())),
    }
}

fn has_no_pair(call: &mut Call<'_>, text: &StrTerm) -> Condition {
    call.within(text, "without pairs", || {
        let (any, mut budget) = (Automaton::any(UTF16), Budget::steps(STEPS));
        let with = any.concat(&pair(), &mut budget).and_then(|start| start.concat(&any, &mut budget));
        with.and_then(|with| with.complement(&mut budget)).expect("three states fit the budget")
    })
}
