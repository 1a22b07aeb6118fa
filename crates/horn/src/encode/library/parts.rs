//! Putting lists together and taking them apart.
//!
//! Counts below zero act as zero, and nothing is taken beyond the inner end.

use crate::encode::define::{Aux, Definition, Writer};
use crate::encode::order::End;
use crate::op::Op;

/// The second inside of the first [HRS19 Table 1].
pub(super) fn append(mut page: Writer<'_>, end: End) -> Definition {
    let (nil, y) = (page.nil(end), page.string("y", end));
    page.gives(&[&nil.terms(), &y.terms()], &[&y.terms()]);

    let (c, x, whole) = page.opened("x", end);
    let (y, z) = (page.string("y", end), page.string("z", end));
    page.again(&[&x.terms(), &y.terms()], &[&z.terms()]);
    let result = page.cons(end, c, &z);
    page.gives(&[&whole.terms(), &y.terms()], &[&result.terms()]);
    page.finish("append", &[0])
}

pub(super) fn reverse(page: Writer<'_>, end: End) -> Definition {
    moved(page, "reverse", [end, end])
}

pub(super) fn turn(page: Writer<'_>, end: End) -> Definition {
    moved(page, "turn", [end, end.other()])
}

/// Characters moved one by one from the outside of one list to the outside of another.
fn moved(mut page: Writer<'_>, name: &'static str, [from, to]: [End; 2]) -> Definition {
    let (nil, y) = (page.nil(from), page.string("y", to));
    page.gives(&[&nil.terms(), &y.terms()], &[&y.terms()]);

    let (c, x, whole) = page.opened("x", from);
    let (y, z) = (page.string("y", to), page.string("z", to));
    let more = page.cons(to, c, &y);
    page.again(&[&x.terms(), &more.terms()], &[&z.terms()]);
    page.gives(&[&whole.terms(), &y.terms()], &[&z.terms()]);
    page.finish(name, &[0])
}

pub(super) fn length(mut page: Writer<'_>, end: End) -> Definition {
    let (nil, zero) = (page.nil(end), page.terms.int(0));
    page.gives(&[&nil.terms()], &[&[zero]]);

    let (_, x, whole) = page.opened("x", end);
    let n = page.int("n");
    page.again(&[&x.terms()], &[&[n]]);
    let more = page.plus(n, 1);
    page.gives(&[&whole.terms()], &[&[more]]);
    page.finish("length", &[0])
}

pub(super) fn drop(mut page: Writer<'_>, end: End) -> Definition {
    let (x, n) = (page.string("x", end), page.int("n"));
    let zero = page.terms.int(0);
    let none = page.app(Op::AtMost, &[n, zero]);
    page.when(none);
    page.gives(&[&x.terms(), &[n]], &[&x.terms()]);

    let (nil, n) = (page.nil(end), page.int("n"));
    let some = page.app(Op::Less, &[zero, n]);
    page.when(some);
    page.gives(&[&nil.terms(), &[n]], &[&nil.terms()]);

    let (_, x, whole) = page.opened("x", end);
    let (n, y) = (page.int("n"), page.string("y", end));
    let some = page.app(Op::Less, &[zero, n]);
    page.when(some);
    let fewer = page.plus(n, -1);
    page.again(&[&x.terms(), &[fewer]], &[&y.terms()]);
    page.gives(&[&whole.terms(), &[n]], &[&y.terms()]);
    let number = page.strings.sorts(end).len();
    page.finish("drop", &[0, number])
}

pub(super) fn take(mut page: Writer<'_>, end: End) -> Definition {
    let (x, n, nil) = (page.string("x", end), page.int("n"), page.nil(end));
    let zero = page.terms.int(0);
    let none = page.app(Op::AtMost, &[n, zero]);
    page.when(none);
    page.gives(&[&x.terms(), &[n]], &[&nil.terms()]);

    let n = page.int("n");
    let some = page.app(Op::Less, &[zero, n]);
    page.when(some);
    page.gives(&[&nil.terms(), &[n]], &[&nil.terms()]);

    let (c, x, whole) = page.opened("x", end);
    let (n, y) = (page.int("n"), page.string("y", end));
    let some = page.app(Op::Less, &[zero, n]);
    page.when(some);
    let fewer = page.plus(n, -1);
    page.again(&[&x.terms(), &[fewer]], &[&y.terms()]);
    let more = page.cons(end, c, &y);
    page.gives(&[&whole.terms(), &[n]], &[&more.terms()]);
    let number = page.strings.sorts(end).len();
    page.finish("take", &[0, number])
}

/// Copies around an accumulator. On which side a copy is put makes no difference.
pub(super) fn repeat(mut page: Writer<'_>, end: End) -> Definition {
    let (x, n, y) = (page.string("x", end), page.int("n"), page.string("y", end));
    let zero = page.terms.int(0);
    let none = page.app(Op::AtMost, &[n, zero]);
    page.when(none);
    page.gives(&[&x.terms(), &[n], &y.terms()], &[&y.terms()]);

    let (x, n, y) = (page.string("x", end), page.int("n"), page.string("y", end));
    let (more, z) = (page.string("more", end), page.string("z", end));
    let some = page.app(Op::Less, &[zero, n]);
    page.when(some);
    page.call(Aux::Append(end), &[&x.terms(), &y.terms()], &[&more.terms()]);
    let fewer = page.plus(n, -1);
    page.again(&[&x.terms(), &[fewer], &more.terms()], &[&z.terms()]);
    page.gives(&[&x.terms(), &[n], &y.terms()], &[&z.terms()]);
    let number = page.strings.sorts(end).len();
    page.finish("repeat", &[number])
}
