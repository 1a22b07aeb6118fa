//! Searches in a text: `contains`, `startsWith`, `indexOf` and their like, for strings and builders.
//!
//! Positions may be any ints: Java clips some and refuses none. A character that is searched for is a code point, so
//! one beyond 2^16 is a pair of code units.

use automata::Symbol;
use ir::{Condition, IntExpr, Linear, StrTerm, Test};

use super::call::{Call, NULL_POINTER, at_most, below, length, negative, number, plus, same_text, truth};
use super::characters;
use super::strings::{between, folded};
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Exact, ExactForMost};

pub(super) static ROWS: &[Row] = &[
    row("contains(Ljava/lang/CharSequence;)", Exact, |call| occurs(call, Test::Contains, has_part)),
    row("startsWith(Ljava/lang/String;)", Exact, |call| {
        occurs(call, Test::StartsWith, <[Symbol]>::starts_with)
    }),
    row("endsWith(Ljava/lang/String;)", Exact, |call| occurs(call, Test::EndsWith, <[Symbol]>::ends_with)),
    row("startsWith(Ljava/lang/String;I)", Exact, starts_with_at),
    row("regionMatches(ILjava/lang/String;II)", Exact, region_matches),
    row("regionMatches(ZILjava/lang/String;II)", ExactForMost, region_matches_with_case),
    row("indexOf(I)", ExactForMost, index_of_character),
    row("indexOf(II)", ExactForMost, index_of_character),
    row("lastIndexOf(I)", ExactForMost, last_index_of_character),
    row("lastIndexOf(II)", ExactForMost, last_index_of_character),
];

/// Searches that builders have, too.
pub(super) static SHARED: &[Row] = &[
    row("indexOf(Ljava/lang/String;)", Exact, index_of),
    row("indexOf(Ljava/lang/String;I)", Exact, index_of),
    row("lastIndexOf(Ljava/lang/String;)", Exact, last_index_of),
    row("lastIndexOf(Ljava/lang/String;I)", Exact, last_index_of),
];

/// A test of two texts, computed at once for constants.
pub(super) fn test(
    test: fn(StrTerm, StrTerm) -> Test,
    whole: &StrTerm,
    part: &StrTerm,
    now: fn(&[Symbol], &[Symbol]) -> bool,
) -> Condition {
    match (whole, part) {
        (StrTerm::Word(whole), StrTerm::Word(part)) => truth(now(whole, part)),
        (_, StrTerm::Word(part)) if part.is_empty() => Condition::TRUE,
        _ => Condition::test(test(whole.clone(), part.clone())),
    }
}

/// Whether a text contains another.
pub(super) fn contains(whole: &StrTerm, part: &StrTerm) -> Condition {
    test(Test::Contains, whole, part, has_part)
}

fn has_part(whole: &[Symbol], part: &[Symbol]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|window| window == part)
}

fn occurs(
    call: &mut Call<'_>,
    how: fn(StrTerm, StrTerm) -> Test,
    now: fn(&[Symbol], &[Symbol]) -> bool,
) -> Option<Value> {
    let (this, part) = (call.this()?, call.text(0)?);
    Some(Value::Bool(test(how, &this, &part, now)))
}

/// A position below 0 is looked at before the text.
fn starts_with_at(call: &mut Call<'_>) -> Option<Value> {
    let (this, (null, part), at) = (call.this()?, call.nullable(0)?, call.int(1)?);
    call.throw_if(null.and(negative(&at).negated()), NULL_POINTER);
    let fits = fits(&this, &at, &length(&part));
    let rest = call.slice(&this, &at, None);
    Some(Value::Bool(fits.and(test(Test::StartsWith, &rest, &part, <[Symbol]>::starts_with))))
}

/// Whether a region of a text, given by a position and a count, lies within it.
fn fits(of: &StrTerm, at: &Linear, count: &Linear) -> Condition {
    negative(at).negated().and(at_most(&plus(at, count), &length(of)))
}

/// Two regions that are compared.
struct Regions {
    /// Whether they lie within their texts.
    fit: Condition,
    left: StrTerm,
    right: StrTerm,
}

fn region_matches(call: &mut Call<'_>) -> Option<Value> {
    let Regions { fit, left, right } = regions(call, 0, &Condition::FALSE)?;
    Some(Value::Bool(fit.and(same_text(&left, &right))))
}

/// Exact but where a region cuts a pair of surrogates: there Java looks beyond it, and the answer is any.
fn region_matches_with_case(call: &mut Call<'_>) -> Option<Value> {
    let ignores = call.truth(0)?;
    let Regions { fit, left, right } = regions(call, 1, &ignores)?;
    let exactly = ignores.clone().negated().and(same_text(&left, &right));
    let ends = |call: &mut Call<'_>, text| characters::has_surrogate_at_end(call, text);
    let cut = ends(call, &left).or(ends(call, &right));
    let unknown = call.case_bool(ignores.clone().and(cut.clone()), |call| call.emit.any_bool("same"));
    let (left, right) = (folded(call, &left), folded(call, &right));
    let alike = same_text(&left, &right).and(cut.clone().negated()).or(cut.and(unknown));
    Some(Value::Bool(fit.and(exactly.or(ignores.and(alike)))))
}

/// The regions of the arguments from an index on. Where `late` holds, positions out of range are found before a text that
/// is null.
fn regions(call: &mut Call<'_>, first: usize, late: &Condition) -> Option<Regions> {
    let (this, at) = (call.this()?, call.int(first)?);
    let ((null, text), other, count) =
        (call.nullable(first + 1)?, call.int(first + 2)?, call.int(first + 3)?);
    let own = fits(&this, &at, &count);
    let seen = late.clone().negated().or(own.clone().and(negative(&other).negated()));
    call.throw_if(null.and(seen), NULL_POINTER);
    let left = call.slice(&this, &at, Some(&plus(&at, &count)));
    let right = call.slice(&text, &other, Some(&plus(&other, &count)));
    Some(Regions { fit: own.and(fits(&text, &other, &count)), left, right })
}

fn index_of(call: &mut Call<'_>) -> Option<Value> {
    let (this, part) = (call.this()?, call.text(0)?);
    let from = if call.arguments.len() > 1 { Some(call.int(1)?) } else { None };
    Some(Value::Int(first(call, &this, &part, from)))
}

fn last_index_of(call: &mut Call<'_>) -> Option<Value> {
    let (this, part) = (call.this()?, call.text(0)?);
    let from = if call.arguments.len() > 1 { Some(call.int(1)?) } else { None };
    Some(Value::Int(last(call, &this, &part, from)))
}

/// The first position at or after `from`, which is clipped.
fn first(call: &mut Call<'_>, of: &StrTerm, what: &StrTerm, from: Option<Linear>) -> Linear {
    let from = from.unwrap_or(number(0));
    if let (StrTerm::Word(of), StrTerm::Word(what), Some(from)) = (of, what, from.as_constant()) {
        let from = usize::try_from(from.max(0)).unwrap_or(usize::MAX).min(of.len());
        let found = (from..=of.len()).find(|&at| of[at..].starts_with(what));
        return number(found.map_or(-1, |at| at as i128));
    }
    let end = length(of);
    let from = if from.as_constant().is_some_and(|from| from <= 0) {
        number(0)
    } else {
        call.choose_int(below(&end, &from), &end, &from)
    };
    call.emit.set_int("indexOf", IntExpr::IndexOf { of: of.clone(), what: what.clone(), from })
}

/// The last position at or before `from`.
fn last(call: &mut Call<'_>, of: &StrTerm, what: &StrTerm, from: Option<Linear>) -> Linear {
    if let (StrTerm::Word(of), StrTerm::Word(what)) = (of, what)
        && from.as_ref().is_none_or(|from| from.as_constant().is_some())
    {
        let most = from.and_then(|from| from.as_constant()).unwrap_or(i128::MAX);
        let found = (0..=of.len()).rev().find(|&at| at as i128 <= most && of[at..].starts_with(what));
        return number(found.map_or(-1, |at| at as i128));
    }
    let Some(from) = from else {
        return call.emit.set_int("lastIndexOf", IntExpr::LastIndexOf { of: of.clone(), what: what.clone() });
    };
    call.case_int(
        negative(&from),
        |_| number(-1),
        |call| {
            let of = call.slice(of, &number(0), Some(&plus(&from, &length(what))));
            call.emit.set_int("lastIndexOf", IntExpr::LastIndexOf { of, what: what.clone() })
        },
    )
}

fn index_of_character(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    let from = if call.arguments.len() > 1 { Some(call.int(1)?) } else { None };
    with_character(call, |call, what| first(call, &this, what, from.clone()))
}

fn last_index_of_character(call: &mut Call<'_>) -> Option<Value> {
    let this = call.this()?;
    let from = if call.arguments.len() > 1 { Some(call.int(1)?) } else { None };
    with_character(call, |call, what| last(call, &this, what, from.clone()))
}

/// Searches for a code point. Exact for a constant and below 2^16. Over-approximates beyond: any position.
fn with_character(call: &mut Call<'_>, search: impl Fn(&mut Call<'_>, &StrTerm) -> Linear) -> Option<Value> {
    if let Value::Char { text, .. } = call.argument(0) {
        return Some(Value::Int(search(call, &text)));
    }
    let code = call.int(0)?;
    if let Some(code) = code.as_constant() {
        let units = code_point(code);
        return Some(Value::Int(match units {
            Some(units) => search(call, &StrTerm::Word(units.into())),
            None => number(-1),
        }));
    }
    let end = length(&call.this()?);
    let narrow = between(&code, 0, 0xFFFF);
    Some(Value::Int(call.case_int(
        narrow,
        |call| {
            let text = call.chr(&code);
            search(call, &text)
        },
        |call| {
            let position = call.emit.any_int("position");
            call.assume(at_most(&number(-1), &position).and(below(&position, &end).or(negative(&position))));
            position
        },
    )))
}

/// The code units of a code point; a surrogate is its own.
pub(super) fn code_point(code: i128) -> Option<Vec<Symbol>> {
    let code = u32::try_from(code).ok().filter(|&code| code <= 0x10_FFFF)?;
    Some(match code.checked_sub(0x1_0000) {
        None => vec![code],
        Some(above) => vec![0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF)],
    })
}
