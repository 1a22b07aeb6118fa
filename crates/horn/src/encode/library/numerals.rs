//! Numbers as strings and strings as numbers.
//!
//! Reading gives a kind and a number. The kinds are those of the part read so far, from the first character on; with the
//! last character outermost the recursion comes to the first one first.

use automata::SymbolSet;

use crate::encode::chars::{read, symbols, written};
use crate::encode::define::{Definition, Signs, Writer};
use crate::encode::order::End;
use crate::op::Op;
use crate::terms::TermId;

/// Nothing was read.
pub(in crate::encode) const NOTHING: i128 = 0;
/// Digits, after no minus.
pub(in crate::encode) const NATURAL: i128 = 1;
/// No numeral.
const BAD: i128 = 2;
/// A plus.
const PLUS: i128 = 3;
/// A minus.
const MINUS: i128 = 4;
/// Digits after a minus.
pub(in crate::encode) const NEGATIVE: i128 = 5;

/// What a character does to a numeral.
enum Reading {
    Digit,
    Sign(char, i128),
    Other,
}

pub(super) fn number(mut page: Writer<'_>, end: End, (radix, signs): (u32, Signs)) -> Definition {
    let (nil, zero, nothing) = (page.nil(end), page.terms.int(0), page.terms.int(NOTHING));
    match end {
        End::First => {
            let state = [page.int("kind"), page.int("n")];
            page.gives(&[&nil.terms(), &state], &[&state]);
        }
        End::Last => page.gives(&[&nil.terms()], &[&[nothing, zero]]),
    }
    let (plus, minus) = match signs {
        Signs::None => (BAD, BAD),
        Signs::Either => (PLUS, MINUS),
    };
    for reading in [Reading::Digit, Reading::Sign('+', plus), Reading::Sign('-', minus), Reading::Other] {
        let (c, x, whole) = page.opened("x", end);
        let (state, result) = ([page.int("kind"), page.int("n")], [page.int("kind"), page.int("n")]);
        let next = after(&mut page, radix, &reading, (c, state));
        match end {
            End::First => {
                page.again(&[&x.terms(), &next], &[&result]);
                page.gives(&[&whole.terms(), &state], &[&result]);
            }
            End::Last => {
                page.again(&[&x.terms()], &[&state]);
                page.gives(&[&whole.terms()], &[&next]);
            }
        }
    }
    page.finish("number", &[0])
}

/// The kind and the number after one character more, which the case is restricted to.
fn after(
    page: &mut Writer<'_>,
    radix: u32,
    reading: &Reading,
    (c, [kind, n]): (TermId, [TermId; 2]),
) -> [TermId; 2] {
    let digits = read(radix);
    let (zero, bad) = (page.terms.int(0), page.terms.int(BAD));
    match reading {
        Reading::Digit => {
            let (d, radix) = (page.int("d"), page.terms.int(i128::from(radix)));
            let is_digit = page.strings.chars.digit(page.terms, [c, d], &digits);
            page.when(is_digit);
            let (moved, is_bad) = (page.app(Op::Times, &[radix, n]), page.app(Op::Equal, &[kind, bad]));
            let (more, minus) = (page.app(Op::Add, &[moved, d]), page.terms.int(MINUS));
            let [natural, negative] = [NATURAL, NEGATIVE].map(|kind| page.terms.int(kind));
            let is_negative = page.app(Op::AtMost, &[minus, kind]);
            let good = page.app(Op::Ite, &[is_negative, negative, natural]);
            [page.app(Op::Ite, &[is_bad, bad, good]), page.app(Op::Ite, &[is_bad, zero, more])]
        }
        Reading::Sign(sign, becomes) => {
            let is_sign = page.strings.chars.inside(page.terms, c, &SymbolSet::single((*sign).into()));
            page.when(is_sign);
            let (nothing, becomes) = (page.terms.int(NOTHING), page.terms.int(*becomes));
            let begins = page.app(Op::Equal, &[kind, nothing]);
            [page.app(Op::Ite, &[begins, becomes, bad]), zero]
        }
        Reading::Other => {
            let known =
                symbols(&digits).union(&SymbolSet::from_ranges(['+', '-'].map(|c| (c.into(), c.into()))));
            let is_known = page.strings.chars.inside(page.terms, c, &known);
            page.unless(is_known);
            [bad, zero]
        }
    }
}

/// The digits of a natural; none for a negative number. With the first digit outermost they are put around an accumulator.
pub(super) fn digits(mut page: Writer<'_>, end: End, radix: u32) -> Definition {
    let (zero, base) = (page.terms.int(0), page.terms.int(i128::from(radix)));
    let before = |page: &mut Writer<'_>| match end {
        End::First => page.string("y", end),
        End::Last => page.nil(end),
    };
    let (n, y) = (page.int("n"), before(&mut page));
    let negative = page.app(Op::Less, &[n, zero]);
    page.when(negative);
    let inputs = |n: TermId, y: &[TermId]| match end {
        End::First => [&[n], y].concat(),
        End::Last => vec![n],
    };
    page.gives(&[&inputs(n, &y.terms())], &[&y.terms()]);

    let (n, c, y) = (page.int("n"), page.character(), before(&mut page));
    let is_digit = page.strings.chars.digit(page.terms, [c, n], &written(radix));
    page.when(is_digit);
    let one = page.cons(end, c, &y);
    page.gives(&[&inputs(n, &y.terms())], &[&one.terms()]);

    let (n, c, y, z) = (page.int("n"), page.character(), before(&mut page), page.string("z", end));
    let (rest, digit, more) =
        (page.app(Op::Div, &[n, base]), page.app(Op::Mod, &[n, base]), page.app(Op::AtMost, &[base, n]));
    let is_digit = page.strings.chars.digit(page.terms, [c, digit], &written(radix));
    page.when(more);
    page.when(is_digit);
    let around = page.cons(end, c, &y);
    page.again(&[&inputs(rest, &around.terms())], &[&z.terms()]);
    let result = match end {
        End::First => z,
        End::Last => page.cons(end, c, &z),
    };
    page.gives(&[&inputs(n, &y.terms())], &[&result.terms()]);
    page.finish("digits", &[0])
}
