//! Comparing lists, searching in them, replacing.
//!
//! Positions count from the outermost character. The empty list occurs at every position, the one after the last included.

use crate::encode::define::{Aux, Definition, Writer};
use crate::encode::order::End;
use crate::encode::shape::Shape;
use crate::op::Op;
use crate::terms::TermId;

pub(super) fn strip(mut page: Writer<'_>, end: End) -> Definition {
    let (yes, no) = (page.terms.truth(true), page.terms.truth(false));
    let (nil, y) = (page.nil(end), page.string("y", end));
    page.gives(&[&nil.terms(), &y.terms()], &[&[yes], &y.terms()]);

    let (_, _, whole) = page.opened("x", end);
    page.gives(&[&whole.terms(), &nil.terms()], &[&[no], &nil.terms()]);

    let (first, _, whole) = page.opened("x", end);
    let (second, _, other) = page.opened("y", end);
    let same = page.app(Op::Equal, &[first, second]);
    page.unless(same);
    page.gives(&[&whole.terms(), &other.terms()], &[&[no], &nil.terms()]);

    let (first, x, whole) = page.opened("x", end);
    let (second, y, other) = page.opened("y", end);
    let same = page.app(Op::Equal, &[first, second]);
    page.when(same);
    let (holds, rest) = (page.truth("b"), page.string("rest", end));
    page.again(&[&x.terms(), &y.terms()], &[&[holds], &rest.terms()]);
    page.gives(&[&whole.terms(), &other.terms()], &[&[holds], &rest.terms()]);
    let other = page.strings.sorts(end).len();
    page.finish("strip", &[0, other])
}

/// Whether a word is the outer part of a list: the truth value, as a new variable.
fn begins(page: &mut Writer<'_>, end: End, [part, whole]: [&Shape; 2]) -> TermId {
    let (holds, rest) = (page.truth("b"), page.string("rest", end));
    page.call(Aux::Strip(end), &[&part.terms(), &whole.terms()], &[&[holds], &rest.terms()]);
    holds
}

pub(super) fn contains(mut page: Writer<'_>, end: End) -> Definition {
    let (yes, no) = (page.terms.truth(true), page.terms.truth(false));
    let (x, p) = (page.string("x", end), page.string("p", end));
    let holds = begins(&mut page, end, [&p, &x]);
    page.when(holds);
    page.gives(&[&x.terms(), &p.terms()], &[&[yes]]);

    let (nil, p) = (page.nil(end), page.string("p", end));
    let holds = begins(&mut page, end, [&p, &nil]);
    page.unless(holds);
    page.gives(&[&nil.terms(), &p.terms()], &[&[no]]);

    let (_, x, whole) = page.opened("x", end);
    let p = page.string("p", end);
    let holds = begins(&mut page, end, [&p, &whole]);
    page.unless(holds);
    let found = page.truth("found");
    page.again(&[&x.terms(), &p.terms()], &[&[found]]);
    page.gives(&[&whole.terms(), &p.terms()], &[&[found]]);
    page.finish("contains", &[0])
}

/// Of a list, a part, the position reached and the least one that counts.
pub(super) fn outermost(mut page: Writer<'_>, end: End) -> Definition {
    let none = page.terms.int(-1);
    let (x, p, i, least) = (page.string("x", end), page.string("p", end), page.int("i"), page.int("least"));
    let holds = begins(&mut page, end, [&p, &x]);
    let counts = page.app(Op::AtMost, &[least, i]);
    page.when(holds);
    page.when(counts);
    page.gives(&[&x.terms(), &p.terms(), &[i, least]], &[&[i]]);

    let (nil, p, i, least) = (page.nil(end), page.string("p", end), page.int("i"), page.int("least"));
    let holds = begins(&mut page, end, [&p, &nil]);
    let counts = page.app(Op::AtMost, &[least, i]);
    let here = page.app(Op::And, &[holds, counts]);
    page.unless(here);
    page.gives(&[&nil.terms(), &p.terms(), &[i, least]], &[&[none]]);

    let (_, x, whole) = page.opened("x", end);
    let (p, i, least, found) = (page.string("p", end), page.int("i"), page.int("least"), page.int("found"));
    let holds = begins(&mut page, end, [&p, &whole]);
    let counts = page.app(Op::AtMost, &[least, i]);
    let here = page.app(Op::And, &[holds, counts]);
    page.unless(here);
    let next = page.plus(i, 1);
    page.again(&[&x.terms(), &p.terms(), &[next, least]], &[&[found]]);
    page.gives(&[&whole.terms(), &p.terms(), &[i, least]], &[&[found]]);
    page.finish("outermost", &[0])
}

/// Of a list, a part, the position reached, the greatest one that counts and the best one so far.
pub(super) fn innermost(mut page: Writer<'_>, end: End) -> Definition {
    let (nil, p) = (page.nil(end), page.string("p", end));
    let (inputs, better) = position(&mut page, end, [&p, &nil]);
    page.gives(&[&nil.terms(), &p.terms(), &inputs], &[&[better]]);

    let (_, x, whole) = page.opened("x", end);
    let p = page.string("p", end);
    let (inputs, better) = position(&mut page, end, [&p, &whole]);
    let (next, found) = (page.plus(inputs[0], 1), page.int("found"));
    page.again(&[&x.terms(), &p.terms(), &[next, inputs[1], better]], &[&[found]]);
    page.gives(&[&whole.terms(), &p.terms(), &inputs], &[&[found]]);
    page.finish("innermost", &[0])
}

/// The position reached, the greatest that counts, the best so far; and the best one after the position reached.
fn position(page: &mut Writer<'_>, end: End, [part, whole]: [&Shape; 2]) -> ([TermId; 3], TermId) {
    let (i, most, best) = (page.int("i"), page.int("most"), page.int("best"));
    let holds = begins(page, end, [part, whole]);
    let counts = page.app(Op::AtMost, &[i, most]);
    let here = page.app(Op::And, &[holds, counts]);
    let better = page.app(Op::Ite, &[here, i, best]);
    ([i, most, best], better)
}

/// Characters are compared from the first on.
pub(super) fn less(mut page: Writer<'_>) -> Definition {
    let (end, yes, no) = (End::First, page.terms.truth(true), page.terms.truth(false));
    let (x, nil) = (page.string("x", end), page.nil(end));
    page.gives(&[&x.terms(), &nil.terms()], &[&[no]]);

    let (_, _, other) = page.opened("y", end);
    page.gives(&[&nil.terms(), &other.terms()], &[&[yes]]);

    for turned in [false, true] {
        let ((first, _, whole), (second, _, other)) = (page.opened("x", end), page.opened("y", end));
        let sides = if turned { [second, first] } else { [first, second] };
        let before = page.strings.chars.less(page.terms, sides);
        page.when(before);
        let verdict = if turned { no } else { yes };
        page.gives(&[&whole.terms(), &other.terms()], &[&[verdict]]);
    }

    let ((first, x, whole), (second, y, other)) = (page.opened("x", end), page.opened("y", end));
    let same = page.app(Op::Equal, &[first, second]);
    page.when(same);
    let holds = page.truth("b");
    page.again(&[&x.terms(), &y.terms()], &[&[holds]]);
    page.gives(&[&whole.terms(), &other.terms()], &[&[holds]]);
    let other = page.strings.sorts(end).len();
    page.finish("less", &[0, other])
}

/// Of a list, what is left to write of a replacement, a part and its replacement. From the first character on; the empty
/// part occurs nowhere.
pub(super) fn replace_all(mut page: Writer<'_>) -> Definition {
    let (end, nil) = (End::First, page.nil(End::First));
    let (first, rest, whole) = page.opened("left", end);
    let (x, p, r, z) =
        (page.string("x", end), page.string("p", end), page.string("r", end), page.string("z", end));
    page.again(&[&x.terms(), &rest.terms(), &p.terms(), &r.terms()], &[&z.terms()]);
    let more = page.cons(end, first, &z);
    page.gives(&[&x.terms(), &whole.terms(), &p.terms(), &r.terms()], &[&more.terms()]);

    let (x, r) = (page.string("x", end), page.string("r", end));
    page.gives(&[&x.terms(), &nil.terms(), &nil.terms(), &r.terms()], &[&x.terms()]);

    let (x, (_, _, p)) = (page.string("x", end), page.opened("p", end));
    let (r, z, holds, rest) =
        (page.string("r", end), page.string("z", end), page.truth("b"), page.string("rest", end));
    page.call(Aux::Strip(end), &[&p.terms(), &x.terms()], &[&[holds], &rest.terms()]);
    page.when(holds);
    page.again(&[&rest.terms(), &r.terms(), &p.terms(), &r.terms()], &[&z.terms()]);
    page.gives(&[&x.terms(), &nil.terms(), &p.terms(), &r.terms()], &[&z.terms()]);

    let ((first, x, whole), (_, _, p)) = (page.opened("x", end), page.opened("p", end));
    let (r, z) = (page.string("r", end), page.string("z", end));
    let holds = begins(&mut page, end, [&p, &whole]);
    page.unless(holds);
    page.again(&[&x.terms(), &nil.terms(), &p.terms(), &r.terms()], &[&z.terms()]);
    let more = page.cons(end, first, &z);
    page.gives(&[&whole.terms(), &nil.terms(), &p.terms(), &r.terms()], &[&more.terms()]);

    let ((_, _, p), r) = (page.opened("p", end), page.string("r", end));
    page.gives(&[&nil.terms(), &nil.terms(), &p.terms(), &r.terms()], &[&nil.terms()]);
    page.finish("replace", &[0])
}
