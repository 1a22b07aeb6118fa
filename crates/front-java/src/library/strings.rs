//! `String`: what it holds, how it compares, and how one is made.
//!
//! Lengths have no bound here, where Java's are below 2^31.

use ir::{Action, Condition, Linear, StrExpr, StrTerm, Variable};

use super::call::{
    BOUNDS, Call, ILLEGAL_ARGUMENT, STRING_BOUNDS, at_most, below, length, minus, negative, number, plus,
    same_number, same_text, word,
};
use super::cases;
use super::characters;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, Exact, ExactForConstants, ExactForMost};

pub(super) static ROWS: &[Row] = &[
    row("length()", Exact, |call| Some(Value::Int(length(&call.this()?)))),
    row("isEmpty()", Exact, |call| Some(Value::Bool(same_number(&length(&call.this()?), &number(0))))),
    row("isBlank()", Exact, is_blank),
    row("charAt(I)", Exact, char_at),
    row("codePointAt(I)", Exact, code_point_at),
    row("codePointCount(II)", ExactForMost, code_point_count),
    row("equals(Ljava/lang/Object;)", Exact, equals),
    row("contentEquals(Ljava/lang/CharSequence;)", Exact, content_equals),
    row("contentEquals(Ljava/lang/StringBuffer;)", Exact, content_equals),
    row("equalsIgnoreCase(Ljava/lang/String;)", Exact, equals_ignore_case),
    row("compareTo(Ljava/lang/String;)", Exact, compare_to),
    row("compareTo(Ljava/lang/Object;)", Exact, compare_to),
    row("compareToIgnoreCase(Ljava/lang/String;)", ExactForMost, compare_to_ignore_case),
    row("hashCode()", ExactForConstants, hash_code),
    row("toString()", Exact, |call| Some(Value::Str(call.this()?))),
    row("intern()", Exact, |call| Some(Value::Str(call.this()?))),
    row("toCharArray()", Exact, |call| Some(Value::Str(call.this()?))),
    row("concat(Ljava/lang/String;)", Exact, concat),
    row("repeat(I)", Exact, repeat),
    row("<init>()", Exact, |call| Some(make(call, word("")))),
    row("<init>(Ljava/lang/String;)", Exact, copy),
    row("<init>([C)", Exact, copy),
    row("<init>(Ljava/lang/StringBuilder;)", Exact, copy),
    row("<init>(Ljava/lang/StringBuffer;)", Exact, copy),
    row("<init>([CII)", Exact, |call| {
        let text = counted(call)?;
        Some(make(call, text))
    }),
    row("valueOf(Ljava/lang/Object;)", ExactForMost, value_of),
    row("valueOf([C)", Exact, |call| Some(Value::Str(call.text(0)?))),
    row("valueOf([CII)", Exact, |call| Some(Value::Str(counted(call)?))),
    row("copyValueOf([C)", Exact, |call| Some(Value::Str(call.text(0)?))),
    row("copyValueOf([CII)", Exact, |call| Some(Value::Str(counted(call)?))),
    row("valueOf(Z)", Exact, value_of),
    row("valueOf(C)", Exact, value_of),
    row("valueOf(I)", Exact, value_of),
    row("valueOf(J)", Exact, value_of),
    row("valueOf(F)", Contains, value_of),
    row("valueOf(D)", Contains, value_of),
];

/// The receiver of a constructor gets a text.
pub(super) fn make(call: &mut Call<'_>, text: StrTerm) -> Value {
    call.parts = Some(vec![Value::Str(text)]);
    Value::Void
}

fn copy(call: &mut Call<'_>) -> Option<Value> {
    let text = call.text(0)?;
    Some(make(call, text))
}

fn value_of(call: &mut Call<'_>) -> Option<Value> {
    Some(Value::Str(call.text_of_argument(0)?))
}

/// Some characters of an array, by a position and a count.
pub(super) fn counted(call: &mut Call<'_>) -> Option<StrTerm> {
    let text = call.text(0)?;
    let (from, count) = (call.int(1)?, call.int(2)?);
    let to = plus(&from, &count);
    let outside = negative(&from).or(negative(&count)).or(below(&length(&text), &to));
    call.throw_if(outside, STRING_BOUNDS);
    Some(call.slice(&text, &from, Some(&to)))
}

fn is_blank(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    Some(Value::Bool(call.all_in(&this, "blank", &characters::whitespace())))
}

/// Throws when a position is not one of a character.
pub(super) fn check_index(call: &mut Call<'_>, of: &StrTerm, at: &Linear) {
    call.throw_if(negative(at).or(at_most(&length(of), at)), STRING_BOUNDS);
}

pub(super) fn char_at(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_index(call, &this, &at);
    Some(call.char_at(&this, &at))
}

pub(super) fn code_point_at(call: &mut Call<'_>) -> Option<Value> {
    let (this, at) = (call.this()?, call.int(0)?);
    check_index(call, &this, &at);
    let high = call.code(&this, &at);
    let low = call.code(&this, &plus(&at, &number(1)));
    let is_pair = between(&high, 0xD800, 0xDBFF).and(between(&low, 0xDC00, 0xDFFF));
    let pair = minus(&high, &number(0xD800)).times(0x400).and_then(|high| high.plus(&low));
    let pair = plus(&pair?, &number(0x1_0000 - 0xDC00));
    Some(Value::Int(call.choose_int(is_pair, &pair, &high)))
}

/// Exact without surrogates. Over-approximates with them: from half as many on.
fn code_point_count(call: &mut Call<'_>) -> Option<Value> {
    let (this, from, to) = (call.this()?, call.int(0)?, call.int(1)?);
    call.throw_if(negative(&from).or(below(&to, &from)).or(below(&length(&this), &to)), BOUNDS);
    let plain = without_surrogates(call, &this);
    let units = minus(&to, &from);
    Some(Value::Int(call.case_int(
        plain,
        |_| units.clone(),
        |call| {
            let count = call.emit.any_int("points");
            let twice = count.times(2).expect("a small factor");
            call.assume(at_most(&count, &units).and(at_most(&units, &twice)));
            count
        },
    )))
}

/// Whether no half of a pair occurs in a text.
fn without_surrogates(call: &mut Call<'_>, text: &StrTerm) -> Condition {
    let plain = characters::all().difference(&characters::surrogates());
    call.all_in(text, "without surrogates", &plain)
}

/// Whether a number is in a range.
pub(super) fn between(value: &Linear, least: i128, most: i128) -> Condition {
    at_most(&number(least), value).and(at_most(value, &number(most)))
}

/// An object that is no string is not equal to one.
fn equals(call: &mut Call<'_>) -> Option<Value> {
    let (this, (null, value)) = (call.this()?, call.argument(0).apart());
    let text = value.and_then(|value| value.text());
    let same = text.map_or(Condition::FALSE, |text| same_text(&this, &text));
    Some(Value::Bool(null.negated().and(same)))
}

fn content_equals(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    Some(Value::Bool(same_text(&this, &text)))
}

fn equals_ignore_case(call: &mut Call<'_>) -> Option<Value> {
    let (this, (null, text)) = (call.this()?, call.nullable(0)?);
    Some(Value::Bool(null.negated().and(same_but_for_case(call, &this, &text))))
}

/// Whether two texts are equal but for case. A constant has a language of such texts.
fn same_but_for_case(call: &mut Call<'_>, left: &StrTerm, right: &StrTerm) -> Condition {
    let known = match (left, right) {
        (StrTerm::Word(word), var @ StrTerm::Var(_)) | (var @ StrTerm::Var(_), StrTerm::Word(word)) => {
            cases::alike(word).map(|language| (var, word, language))
        }
        _ => None,
    };
    if let Some((var, word, language)) = known {
        return call.within(var, &format!("alike {word:?}"), || language);
    }
    let (left, right) = (folded(call, left), folded(call, right));
    same_text(&left, &right)
}

/// A text in the form that is compared where case does not matter.
pub(super) fn folded(call: &mut Call<'_>, text: &StrTerm) -> StrTerm {
    call.apply("foldCase", cases::folding, text)
}

pub(super) fn compare_to(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    Some(Value::Int(compare(call, &this, &text)))
}

/// Exact: the difference of the first characters that differ, else that of the lengths. The place of the first
/// difference is the only number that fits.
pub(super) fn compare(call: &mut Call<'_>, left: &StrTerm, right: &StrTerm) -> Linear {
    if let (StrTerm::Word(left), StrTerm::Word(right)) = (left, right) {
        let differs = left.iter().zip(right.iter()).find(|(one, two)| one != two);
        let lengths = left.len() as i128 - right.len() as i128;
        return number(differs.map_or(lengths, |(one, two)| i128::from(*one) - i128::from(*two)));
    }
    let lengths = minus(&length(left), &length(right));
    let prefix = starts_with(left, right).or(starts_with(right, left));
    call.case_int(
        prefix,
        |_| lengths,
        |call| {
            let var = call.emit.new_int("differs");
            call.emit.fates.insert(Variable::Int(var));
            call.emit.push(Action::Havoc(Variable::Int(var)));
            let at = Linear::var(var);
            call.assume(
                negative(&at).negated().and(below(&at, &length(left))).and(below(&at, &length(right))),
            );
            let (start, other) =
                (call.slice(left, &number(0), Some(&at)), call.slice(right, &number(0), Some(&at)));
            call.assume(same_text(&start, &other));
            let (code, other) = (call.code(left, &at), call.code(right, &at));
            call.assume(same_number(&code, &other).negated());
            minus(&code, &other)
        },
    )
}

/// Whether a text begins with another.
pub(super) fn starts_with(whole: &StrTerm, part: &StrTerm) -> Condition {
    super::search::test(ir::Test::StartsWith, whole, part, <[u32]>::starts_with)
}

/// Exact where no surrogate occurs. Over-approximates elsewhere: any number.
fn compare_to_ignore_case(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    let both = without_surrogates(call, &this).and(without_surrogates(call, &text));
    Some(Value::Int(call.case_int(
        both,
        |call| {
            let (left, right) = (folded(call, &this), folded(call, &text));
            compare(call, &left, &right)
        },
        |call| call.emit.any_int("order"),
    )))
}

/// Exact for a constant, else any int.
fn hash_code(call: &mut Call<'_>) -> Option<Value> {
    Some(Value::Int(match call.this()? {
        StrTerm::Word(word) => {
            let hash =
                word.iter().fold(0_i32, |hash, &unit| hash.wrapping_mul(31).wrapping_add_unsigned(unit));
            number(i128::from(hash))
        }
        StrTerm::Var(_) => call.any_between("hash", i128::from(i32::MIN), i128::from(i32::MAX)),
    }))
}

fn concat(call: &mut Call<'_>) -> Option<Value> {
    let (this, text) = (call.this()?, call.text(0)?);
    Some(Value::Str(call.concat(&[this, text])))
}

fn repeat(call: &mut Call<'_>) -> Option<Value> {
    let (this, times) = (call.this()?, call.int(0)?);
    call.throw_if(negative(&times), ILLEGAL_ARGUMENT);
    Some(Value::Str(repeated(call, &this, &times)))
}

/// A number of copies of a text.
pub(super) fn repeated(call: &mut Call<'_>, text: &StrTerm, times: &Linear) -> StrTerm {
    /// Longer constants are not worth computing.
    const LONGEST: i128 = 10_000;
    if let (StrTerm::Word(word), Some(times)) = (text, times.as_constant())
        && times.max(0).saturating_mul(word.len() as i128) <= LONGEST
        && times <= LONGEST
    {
        return StrTerm::Word(word.repeat(usize::try_from(times).unwrap_or(0)).into());
    }
    call.emit.set_str("repeated", StrExpr::Repeat { of: text.clone(), times: times.clone() })
}
