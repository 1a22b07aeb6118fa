//! `Character`: tests and maps of one character.
//!
//! A method of a `char` is exact. One of an `int` is, too, below 2^16 and for a constant; beyond that a variable code
//! point has any outcome. Where a char comes without its text, a set of few ranges is asked of its number and one of
//! many of its text.

use automata::regex::characters::{category, lower, upper};
use automata::{Automaton, Symbol, SymbolSet};
use ir::{Condition, IntExpr, Linear, StrTerm};

use super::call::{
    Call, ILLEGAL_ARGUMENT, UTF16, at_most, below, is_true, minus, negative, number, plus, truth, unit,
};
use super::cases;
use super::characters as sets;
use super::search::code_point;
use super::strings::between;
use super::value::{Grade, Value};
use super::{Row, row};
use Grade::{Contains, Exact, ExactForMost};

pub(super) static ROWS: &[Row] = &[
    row("isDigit(C)", Exact, |call| classify(call, "isDigit", || category("Nd"))),
    row("isDigit(I)", ExactForMost, |call| classify(call, "isDigit", || category("Nd"))),
    row("isLetter(C)", Exact, |call| classify(call, "isLetter", || category("L"))),
    row("isLetter(I)", ExactForMost, |call| classify(call, "isLetter", || category("L"))),
    row("isLetterOrDigit(C)", Exact, |call| classify(call, "isLetterOrDigit", letters_or_digits)),
    row("isLetterOrDigit(I)", ExactForMost, |call| classify(call, "isLetterOrDigit", letters_or_digits)),
    row("isUpperCase(C)", Exact, |call| classify(call, "isUpperCase", sets::uppers)),
    row("isUpperCase(I)", ExactForMost, |call| classify(call, "isUpperCase", sets::uppers)),
    row("isLowerCase(C)", Exact, |call| classify(call, "isLowerCase", sets::lowers)),
    row("isLowerCase(I)", ExactForMost, |call| classify(call, "isLowerCase", sets::lowers)),
    row("isTitleCase(C)", Exact, |call| classify(call, "isTitleCase", || category("Lt"))),
    row("isWhitespace(C)", Exact, |call| classify(call, "isWhitespace", sets::whitespace)),
    row("isWhitespace(I)", ExactForMost, |call| classify(call, "isWhitespace", sets::whitespace)),
    row("isSpaceChar(C)", Exact, |call| classify(call, "isSpaceChar", || category("Z"))),
    row("isISOControl(C)", Exact, |call| classify(call, "isISOControl", || category("Cc"))),
    row("isDefined(C)", Exact, |call| classify(call, "isDefined", defined)),
    row("isJavaIdentifierStart(C)", Exact, |call| classify(call, "isJavaIdentifierStart", identifier_starts)),
    row("isJavaIdentifierPart(C)", Exact, |call| classify(call, "isJavaIdentifierPart", identifier_parts)),
    row("isIdentifierIgnorable(C)", Exact, |call| classify(call, "isIdentifierIgnorable", sets::ignorable)),
    row("isAlphabetic(I)", ExactForMost, is_alphabetic),
    row("isSurrogate(C)", Exact, |call| classify(call, "isSurrogate", sets::surrogates)),
    row("isHighSurrogate(C)", Exact, |call| classify(call, "isHighSurrogate", sets::highs)),
    row("isLowSurrogate(C)", Exact, |call| classify(call, "isLowSurrogate", sets::lows)),
    row("isSurrogatePair(CC)", Exact, is_surrogate_pair),
    row("isBmpCodePoint(I)", Exact, |call| Some(Value::Bool(between(&call.int(0)?, 0, 0xFFFF)))),
    row("isValidCodePoint(I)", Exact, |call| Some(Value::Bool(between(&call.int(0)?, 0, 0x10_FFFF)))),
    row("isSupplementaryCodePoint(I)", Exact, |call| {
        Some(Value::Bool(between(&call.int(0)?, 0x1_0000, 0x10_FFFF)))
    }),
    row("charCount(I)", Exact, |call| {
        let wide = at_most(&number(0x1_0000), &call.int(0)?);
        Some(Value::Int(call.choose_int(wide, &number(2), &number(1))))
    }),
    row("toCodePoint(CC)", Exact, to_code_point),
    row("toChars(I)", ExactForMost, |call| Some(Value::Str(characters(call)?))),
    row("toUpperCase(C)", Exact, |call| map(call, "toUpperCase of one", upper)),
    row("toUpperCase(I)", ExactForMost, |call| map(call, "toUpperCase of one", upper)),
    row("toLowerCase(C)", Exact, |call| map(call, "toLowerCase of one", lower)),
    row("toLowerCase(I)", ExactForMost, |call| map(call, "toLowerCase of one", lower)),
    row("digit(CI)", Exact, digit),
    row("digit(II)", ExactForMost, digit),
    row("forDigit(II)", Exact, for_digit),
    row("getNumericValue(C)", ExactForMost, numeric_value),
    row("getNumericValue(I)", ExactForMost, numeric_value),
    row("getType(C)", Contains, |call| Some(Value::Int(call.any_between("type", 0, 30)))),
    row("toString(C)", Exact, |call| Some(Value::Str(call.char_text(0)?))),
    row("toString(I)", ExactForMost, |call| Some(Value::Str(characters(call)?))),
    row("toString()", Exact, |call| Some(Value::Str(boxed(call)?.1))),
    row("<init>(C)", Exact, |call| {
        let (code, text) = (call.int(0)?, call.char_text(0)?);
        call.parts = Some(vec![Value::Char { code, text }]);
        Some(Value::Void)
    }),
    row("valueOf(C)", Exact, |call| {
        let (code, text) = (call.int(0)?, call.char_text(0)?);
        Some(Value::Char { code, text })
    }),
    row("charValue()", Exact, |call| Some(call.receiver.first()?.clone())),
    row("hashCode()", Exact, |call| Some(Value::Int(boxed(call)?.0))),
    row("hashCode(C)", Exact, |call| Some(Value::Int(call.int(0)?))),
    row("compare(CC)", Exact, |call| Some(Value::Int(minus(&call.int(0)?, &call.int(1)?)))),
    row("compareTo(Ljava/lang/Character;)", Exact, |call| {
        let (code, _) = boxed(call)?;
        Some(Value::Int(minus(&code, &call.int(0)?)))
    }),
];

/// More ranges than this are not asked one by one.
const RANGES: usize = 8;

fn letters_or_digits() -> SymbolSet {
    sets::categories(&["L", "Nd"])
}

fn defined() -> SymbolSet {
    SymbolSet::range(0, 0x10_FFFF).difference(&category("Cn"))
}

fn identifier_starts() -> SymbolSet {
    sets::categories(&["L", "Nl", "Sc", "Pc"])
}

fn identifier_parts() -> SymbolSet {
    sets::categories(&["L", "Nl", "Sc", "Pc", "Nd", "Mc", "Mn"]).union(&sets::ignorable())
}

/// The character in a box.
fn boxed(call: &Call<'_>) -> Option<(Linear, StrTerm)> {
    if let Value::Char { code, text } = call.receiver.first()? {
        Some((code.clone(), text.clone()))
    } else {
        None
    }
}

/// Whether the first argument is in a set of code points, whose name determines it.
fn classify(call: &mut Call<'_>, name: &str, set: fn() -> SymbolSet) -> Option<Value> {
    let code = call.int(0)?;
    if let Value::Char { text, .. } = call.argument(0) {
        return Some(Value::Bool(in_class(call, &text, name, set)));
    }
    let set = &set();
    if let Some(code) = code.as_constant() {
        return Some(Value::Bool(truth(Symbol::try_from(code).is_ok_and(|code| set.contains(code)))));
    }
    let narrow = set.intersection(&UTF16.all());
    if narrow.ranges().len() <= RANGES {
        let ranges = if call.types[0] == 'C' { narrow.ranges() } else { set.ranges() };
        let tests = ranges.iter().map(|&(lo, hi)| between(&code, lo.into(), hi.into()));
        return Some(Value::Bool(Condition::Any(tests.collect())));
    }
    let unit = between(&code, 0, 0xFFFF);
    if call.types[0] == 'C' {
        let text = call.chr(&code);
        return Some(Value::Bool(in_class(call, &text, name, || narrow)));
    }
    let low = call.case_bool(unit, |call| {
        let text = call.chr(&code);
        in_class(call, &text, name, || narrow)
    });
    let wide = between(&code, 0x1_0000, 0x10_FFFF);
    let high = call.case_bool(wide, |call| call.emit.any_bool("wide"));
    Some(Value::Bool(low.or(high)))
}

fn in_class(call: &mut Call<'_>, text: &StrTerm, name: &str, set: impl FnOnce() -> SymbolSet) -> Condition {
    call.within(text, name, || Automaton::class(UTF16, &set().intersection(&UTF16.all())))
}

/// Letters are, other characters of ASCII are not, and marks may be.
fn is_alphabetic(call: &mut Call<'_>) -> Option<Value> {
    let Value::Bool(letter) = classify(call, "alphabetic", || sets::categories(&["L", "Nl"]))? else {
        return None;
    };
    let wide = below(&number(0x7F), &call.int(0)?);
    let mark = call.case_bool(wide.and(letter.clone().negated()), |call| call.emit.any_bool("alphabetic"));
    Some(Value::Bool(letter.or(mark)))
}

fn is_surrogate_pair(call: &mut Call<'_>) -> Option<Value> {
    let (high, low) = (call.int(0)?, call.int(1)?);
    Some(Value::Bool(between(&high, 0xD800, 0xDBFF).and(between(&low, 0xDC00, 0xDFFF))))
}

fn to_code_point(call: &mut Call<'_>) -> Option<Value> {
    let (high, low) = (call.int(0)?, call.int(1)?);
    let sum = plus(&high.times(0x400)?, &low);
    Some(Value::Int(plus(&sum, &number(0x1_0000 - 0xDC00 - 0xD800 * 0x400))))
}

/// The code units of a code point. Exact below 2^16 and for a constant. Over-approximates beyond: any pair.
pub(super) fn characters(call: &mut Call<'_>) -> Option<StrTerm> {
    if let Value::Char { text, .. } = call.argument(0) {
        return Some(text);
    }
    let code = call.int(0)?;
    call.throw_if(negative(&code).or(below(&number(0x10_FFFF), &code)), ILLEGAL_ARGUMENT);
    Some(characters_of(call, &code))
}

/// The same for a code point that is one.
pub(super) fn characters_of(call: &mut Call<'_>, code: &Linear) -> StrTerm {
    if let Some(code) = code.as_constant() {
        return StrTerm::Word(code_point(code).unwrap_or_default().into());
    }
    call.choose_text(
        between(code, 0, 0xFFFF),
        |call| call.chr(code),
        |call| {
            let pairs = call.emit.language("a pair", cases::pair);
            call.emit.any_of("pair", pairs)
        },
    )
}

/// A map of code points that gives a code unit for a code unit.
fn map(call: &mut Call<'_>, name: &str, image: fn(Symbol) -> Symbol) -> Option<Value> {
    let code = call.int(0)?;
    if let Some(code) = code.as_constant() {
        let to = Symbol::try_from(code).map_or(code, |code| i128::from(image(code)));
        return Some(if call.types[0] == 'C' {
            Value::Char { code: number(to), text: StrTerm::Word([unit(to)].into()) }
        } else {
            Value::Int(number(to))
        });
    }
    let given = if let Value::Char { text, .. } = call.argument(0) { Some(text) } else { None };
    let build = || cases::of_units(image);
    if given.is_some() || call.types[0] == 'C' {
        let text = given.unwrap_or_else(|| call.chr(&code));
        let text = call.apply(name, build, &text);
        return Some(Value::Char { code: call.code(&text, &number(0)), text });
    }
    let outside = between(&code, 0, 0x10_FFFF).negated();
    let inner = |call: &mut Call<'_>| {
        call.case_int(
            between(&code, 0, 0xFFFF),
            |call| {
                let text = call.chr(&code);
                let text = call.apply(name, build, &text);
                call.code(&text, &number(0))
            },
            |call| call.any_between("wide", 0x1_0000, 0x10_FFFF),
        )
    };
    Some(Value::Int(call.case_int(outside, |_| code.clone(), inner)))
}

/// What a digit or letter is worth, -1 when it is none of the radix.
fn digit(call: &mut Call<'_>) -> Option<Value> {
    let (code, radix) = (call.int(0)?, call.int(1)?);
    let valid = between(&radix, 2, 36);
    let value = worth(call, &code);
    let fits = valid.and(below(&value, &radix));
    Some(Value::Int(call.choose_int(fits, &value, &number(-1))))
}

/// What the first argument is worth as a digit of radix 36, or -1.
fn worth(call: &mut Call<'_>, code: &Linear) -> Linear {
    if let (Some(code), 'I') = (code.as_constant(), call.types[0])
        && code > 0xFFFF
    {
        return call.any_between("digit", -1, 9);
    }
    let given = if let Value::Char { text, .. } = call.argument(0) { Some(text) } else { None };
    let narrow =
        if call.types[0] == 'C' || given.is_some() { Condition::TRUE } else { between(code, 0, 0xFFFF) };
    call.case_int(
        narrow,
        |call| {
            let text = given.unwrap_or_else(|| call.chr(code));
            let is_digit = in_class(call, &text, "digit", sets::all_digits);
            call.case_int(
                is_digit,
                |call| {
                    let text = call.apply("plainDigits", sets::plain_digits, &text);
                    parsed(call, &text, 36)
                },
                |_| number(-1),
            )
        },
        |call| call.any_between("digit", -1, 9),
    )
}

/// The integer of a numeral of ASCII that is one of 128 bits.
pub(super) fn parsed(call: &mut Call<'_>, text: &StrTerm, radix: u32) -> Linear {
    if let StrTerm::Word(word) = text {
        let text: String = word.iter().filter_map(|&symbol| char::from_u32(symbol)).collect();
        if let Ok(value) = i128::from_str_radix(&text, radix) {
            return number(value);
        }
    }
    call.emit.set_int("parsed", IntExpr::Parse { of: text.clone(), radix })
}

fn for_digit(call: &mut Call<'_>) -> Option<Value> {
    let (digit, radix) = (call.int(0)?, call.int(1)?);
    let valid = between(&radix, 2, 36).and(negative(&digit).negated()).and(below(&digit, &radix));
    let small = below(&digit, &number(10));
    let shown = call.choose_int(small, &plus(&digit, &number(0x30)), &plus(&digit, &number(0x61 - 10)));
    Some(Value::Int(call.choose_int(valid, &shown, &number(0))))
}

/// Exact for digits and Latin letters, wide ones included, and for the rest of ASCII. Any value that occurs elsewhere.
fn numeric_value(call: &mut Call<'_>) -> Option<Value> {
    let code = call.int(0)?;
    let value = worth(call, &code);
    let known = negative(&value).negated().or(at_most(&code, &number(0x7F)));
    if is_true(&known) {
        return Some(Value::Int(value));
    }
    Some(Value::Int(call.case_int(known, |_| value, |call| call.any_between("numeric", -2, 216_000))))
}
