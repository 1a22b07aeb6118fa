//! Searches and copies that end where a byte or a string is, of which the place is not followed exactly.
//!
//! The bytes that are touched are claimed; where only a bound of them is known, a bound that does not fit is a gap. What is written is lost.

use ir::{Action, IntExpr, Linear, Variable};

use super::Table;
use super::call::{Call, Outcome};
use super::regions::fits;
use super::searches::position;
use crate::memory::access::Access;
use crate::memory::{Cases, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("memrchr", memrchr),
    ("memmem", memmem),
    ("strcasestr", strcasestr),
    ("memccpy", memccpy),
    ("swab", swab),
    ("strxfrm", strxfrm),
    ("strftime", strftime),
];

/// Reads a number of bytes where an argument leads to, if there are any.
fn read_all(call: &mut Call, index: usize, size: &Linear) -> Option<()> {
    let pointer = call.pointer(index)?;
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), size)) {
        call.each(index, &pointer, |call, spot| {
            call.memory.claim(call.emit, spot, size, Access::Read);
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(())
}

/// Over-approximates: a place from 0 up to a bound, or -1.
fn somewhere(call: &mut Call, most: &Linear) -> Linear {
    let index = call.emit.any_int("index");
    let nowhere = terms::equal(&index, &Linear::constant(-1));
    let place = terms::at_most(&Linear::constant(0), &index).and(terms::at_most(&index, most));
    call.assume(nowhere.or(place));
    index
}

fn found(call: &mut Call, index: &Linear) -> Option<Outcome> {
    let pointer = call.pointer(0)?;
    Some(Outcome::Returns(Value::Pointer(call.found(&pointer, index))))
}

fn memrchr(call: &mut Call) -> Option<Outcome> {
    let size = call.size(2)?;
    read_all(call, 0, &size)?;
    let index = somewhere(call, &terms::add(&size, -1));
    found(call, &index)
}

fn memmem(call: &mut Call) -> Option<Outcome> {
    let (size, what) = (call.size(1)?, call.size(3)?);
    read_all(call, 0, &size)?;
    read_all(call, 2, &what)?;
    let index = somewhere(call, &terms::minus(&size, &what));
    found(call, &index)
}

fn strcasestr(call: &mut Call) -> Option<Outcome> {
    call.pointer(0)?;
    let index = call.each_string(1, |call, _, what| {
        let index = call.each_string(0, |call, _, text| {
            somewhere(call, &terms::minus(&terms::length(text), &terms::length(what)))
        });
        index.unwrap_or(Linear::constant(-1))
    })?;
    found(call, &index)
}

/// Copies up to a byte, that included, or a number of bytes; gives where the copy ends, or null when the byte was not met.
fn memccpy(call: &mut Call) -> Option<Outcome> {
    let (to, from, byte, most) = (call.pointer(0)?, call.pointer(1)?, call.byte(2)?, call.size(3)?);
    let (size, end) = (call.emit.new_int("size"), call.emit.new_int("end"));
    call.set(end, Linear::constant(-1));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
        call.each(1, &from, |call, from| {
            call.memory.claim(call.emit, from, &Linear::constant(1), Access::Read);
            let text = call.memory.text_at(call.emit, from);
            let first = position(call, &text, &byte);
            copied(call, from, (&first, &terms::length(&text), &most), (size, end));
            let size = Linear::var(size);
            call.memory.claim(call.emit, from, &size, Access::Read);
            call.each(0, &to, |call, to| {
                call.memory.claim(call.emit, to, &size, Access::Write);
                call.claim_apart((to, &size), (from, &size));
                if !call.memory.copy_range(call.emit, to, from, &size) {
                    call.memory.forget_from(call.emit, to);
                }
                Linear::constant(0)
            })
        });
    }
    cases.end(call.emit);
    found(call, &Linear::var(end))
}

/// How many bytes are copied, and where the copy ends when the byte was met. Behind a NUL it may be met anywhere or nowhere.
fn copied(
    call: &mut Call,
    from: &Spot,
    (first, length, most): (&Linear, &Linear, &Linear),
    (size, end): (ir::IntVar, ir::IntVar),
) {
    let is_there = terms::at_most(&Linear::constant(0), first).and(terms::less(first, most));
    let mut cases = Cases::default();
    if cases.when(call.emit, is_there) {
        call.set(size, terms::add(first, 1));
        call.set(end, terms::add(first, 1));
    }
    if cases.when(call.emit, terms::at_most(most, length)) {
        call.set(size, most.clone());
    }
    if cases.otherwise(call.emit) {
        fits(call, from, most);
        call.emit.push(Action::Havoc(Variable::Int(size)));
        let size = Linear::var(size);
        call.assume(terms::less(length, &size).and(terms::at_most(&size, most)));
        let is_met = call.emit.any_bool("met");
        let mut met = Cases::default();
        if met.when(call.emit, is_met) {
            call.set(end, size.clone());
        }
        if met.otherwise(call.emit) {
            call.assume(terms::equal(&size, most));
        }
        met.end(call.emit);
    }
    cases.end(call.emit);
}

/// Exchanges the bytes of pairs; an odd one at the end is left out.
fn swab(call: &mut Call) -> Option<Outcome> {
    let (from, to, size) = (call.pointer(0)?, call.pointer(1)?, call.integer(2)?);
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(1), &size)) {
        let pairs = call.emit.set_int("pairs", IntExpr::Div(size, Linear::constant(2)));
        let size = terms::plus(&pairs, &pairs);
        call.each(0, &from, |call, from| {
            call.memory.claim(call.emit, from, &size, Access::Read);
            call.each(1, &to, |call, to| {
                call.memory.claim(call.emit, to, &size, Access::Write);
                call.memory.forget_from(call.emit, to);
                Linear::constant(0)
            })
        });
    }
    cases.end(call.emit);
    Some(super::nothing())
}

/// As much of a text as it becomes in the locale as fits; in the one that a run begins with, that is the text itself.
fn strxfrm(call: &mut Call) -> Option<Outcome> {
    let (to, most) = (call.pointer(0)?, call.size(2)?);
    call.each_string(1, |call, _, text| {
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
            let part = call.first(text, &terms::add(&most, -1));
            let least = terms::add(&terms::length(&part), 1);
            call.each(0, &to, |call, to| {
                call.memory.claim(call.emit, to, &least, Access::Write);
                fits(call, to, &most);
                call.memory.forget_from(call.emit, to);
                Linear::constant(0)
            });
        }
        cases.end(call.emit);
        Linear::constant(0)
    })?;
    let length = call.emit.any_int("length");
    call.assume(terms::at_most(&Linear::constant(0), &length));
    Some(Outcome::Returns(Value::Int(length)))
}

/// A text that is shorter than the size that is given, or nothing and 0. The record is that of a time.
fn strftime(call: &mut Call) -> Option<Outcome> {
    let (to, size) = (call.pointer(0)?, call.size(1)?);
    call.each_string(2, |_, _, _| Linear::constant(0))?;
    read_all(call, 3, &Linear::constant(56))?;
    let length = call.emit.new_int("length");
    call.set(length, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &size)) {
        let is_whole = call.emit.any_bool("whole");
        call.each(0, &to, |call, to| {
            fits(call, to, &size);
            call.memory.claim(call.emit, to, &size, Access::Write);
            let mut whole = Cases::default();
            if whole.when(call.emit, is_whole.clone()) {
                let language = crate::memory::byte::any_text(call.emit);
                let text = call.emit.any_of("lost", language);
                call.assume(terms::less(&terms::length(&text), &size));
                call.memory.put_string(call.emit, to, &text);
                call.set(length, terms::length(&text));
            }
            if whole.otherwise(call.emit) {
                call.memory.forget_from(call.emit, to);
            }
            whole.end(call.emit);
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(Outcome::Returns(Value::Int(Linear::var(length))))
}
