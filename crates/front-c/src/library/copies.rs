//! Copies: `strcpy`, `memcpy`, `memset` and what is made of them.
//!
//! The text of the source is taken before anything is written, so that a copy within one object is exact as well. What
//! of a source stands behind its first NUL is not known, so it is not known after a copy either.

use ir::{Linear, StrExpr, StrTerm};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::access::Access;
use crate::memory::{Buffer, Byte, Cases, Pointer, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("stpncpy", stpncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strlcpy", strlcpy),
    ("strlcat", strlcat),
    ("memcpy", memcpy),
    ("mempcpy", mempcpy),
    ("memmove", memmove),
    ("bcopy", bcopy),
    ("memset", memset),
    ("bzero", bzero),
    ("explicit_bzero", bzero),
];

fn strcpy(call: &mut Call) -> Option<Outcome> {
    copy_string(call)?;
    call.give_back(0)
}

fn stpcpy(call: &mut Call) -> Option<Outcome> {
    let count = copy_string(call)?;
    Some(moved(&call.pointer(0)?, &count))
}

/// Copies the second argument into the first, and gives its length.
fn copy_string(call: &mut Call) -> Option<Linear> {
    let to = call.pointer(0)?;
    call.each_string(1, |call, from, text| {
        let length = terms::length(text);
        call.each(0, &to, |call, to| {
            let size = terms::add(&length, 1);
            call.memory.claim(call.emit, to, &size, Access::Write);
            call.claim_apart((to, &size), (from, &size));
            call.memory.put_string(call.emit, to, text);
            length.clone()
        })
    })
}

fn strncpy(call: &mut Call) -> Option<Outcome> {
    copy_padded(call)?;
    call.give_back(0)
}

fn stpncpy(call: &mut Call) -> Option<Outcome> {
    let count = copy_padded(call)?;
    Some(moved(&call.pointer(0)?, &count))
}

/// Copies up to as many bytes as the third argument says, and fills up with NUL; gives the number before the NULs.
fn copy_padded(call: &mut Call) -> Option<Linear> {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let copied = call.emit.new_int("copied");
    call.set(copied, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
        let count = call.each(1, &from, |call, from| {
            let text = call.bounded(from, &most);
            call.each(0, &to, |call, to| {
                call.memory.claim(call.emit, to, &most, Access::Write);
                if to.object == from.object {
                    let read = at_most_of(call, &terms::add(&terms::length(&text), 1), &most);
                    call.claim_apart((to, &most), (from, &read));
                }
                put_padded(call, to, &text, &most);
                let read = call.first(&text, &most);
                terms::length(&read)
            })
        });
        call.set(copied, count);
    }
    if cases.otherwise(call.emit) {
        call.claim_places(&[(0, &to), (1, &from)]);
    }
    cases.end(call.emit);
    call.memory.is_natural_from_now(copied);
    Some(Linear::var(copied))
}

fn strcat(call: &mut Call) -> Option<Outcome> {
    call.pointer(1)?;
    call.each_string(0, |call, to, before| {
        append(call, 1, to, before, None);
        Linear::constant(0)
    })?;
    call.give_back(0)
}

fn strncat(call: &mut Call) -> Option<Outcome> {
    let (from, most) = (call.pointer(1)?, call.size(2)?);
    call.each_string(0, |call, to, before| {
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
            append(call, 1, to, before, Some(&most));
        }
        if cases.otherwise(call.emit) {
            call.claim_places(&[(1, &from)]);
        }
        cases.end(call.emit);
        Linear::constant(0)
    })?;
    call.give_back(0)
}

/// Appends the string that an argument is, or no more of it than a number of bytes, behind what is there.
fn append(call: &mut Call, index: usize, to: &Spot, before: &StrTerm, most: Option<&Linear>) {
    let Some(from) = call.pointer(index) else { return };
    call.each(index, &from, |call, from| {
        let text = match most {
            None => call.memory.string(call.emit, from),
            Some(most) => {
                let text = call.bounded(from, most);
                call.first(&text, most)
            }
        };
        let end = Spot { object: to.object, offset: terms::plus(&to.offset, &terms::length(before)) };
        let size = terms::add(&terms::length(&text), 1);
        call.memory.claim(call.emit, &end, &size, Access::Write);
        call.claim_apart((&end, &size), (from, &size));
        call.memory.put_string(call.emit, &end, &text);
        Linear::constant(0)
    });
}

fn strlcpy(call: &mut Call) -> Option<Outcome> {
    let (to, most) = (call.pointer(0)?, call.size(2)?);
    let length = call.each_string(1, |call, from, text| {
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
            call.each(0, &to, |call, to| {
                let part = call.first(text, &terms::add(&most, -1));
                let size = terms::add(&terms::length(&part), 1);
                call.memory.claim(call.emit, to, &size, Access::Write);
                call.claim_apart((to, &size), (from, &terms::add(&terms::length(text), 1)));
                call.memory.put_string(call.emit, to, &part);
                Linear::constant(0)
            });
        }
        cases.end(call.emit);
        terms::length(text)
    })?;
    Some(Outcome::Returns(Value::Int(length)))
}

fn strlcat(call: &mut Call) -> Option<Outcome> {
    let (to, most) = (call.pointer(0)?, call.size(2)?);
    let there = call.emit.new_int("there");
    let length = call.each_string(1, |call, from, text| {
        call.set(there, Linear::constant(0));
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
            let before = call.each(0, &to, |call, to| append_limited(call, to, (from, text), &most));
            call.set(there, before);
        }
        cases.end(call.emit);
        terms::length(text)
    })?;
    Some(Outcome::Returns(Value::Int(terms::plus(&Linear::var(there), &length))))
}

/// Appends as much of a text as leaves room for a NUL within a size; gives how much of the size was used before.
fn append_limited(call: &mut Call, to: &Spot, from: (&Spot, &StrTerm), most: &Linear) -> Linear {
    let text = call.bounded(to, most);
    let before = call.first(&text, most);
    let there = terms::length(&before);
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&there, most)) {
        let room = terms::add(&terms::minus(most, &there), -1);
        let part = call.first(from.1, &room);
        let end = Spot { object: to.object, offset: terms::plus(&to.offset, &there) };
        let size = terms::add(&terms::length(&part), 1);
        call.memory.claim(call.emit, &end, &size, Access::Write);
        call.claim_apart((&end, &size), (from.0, &terms::add(&terms::length(from.1), 1)));
        call.memory.put_string(call.emit, &end, &part);
    }
    cases.end(call.emit);
    there
}

/// Whether ranges may overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranges {
    Apart,
    Any,
}

fn memcpy(call: &mut Call) -> Option<Outcome> {
    copy_bytes(call, (0, 1), Ranges::Apart)?;
    call.give_back(0)
}

fn mempcpy(call: &mut Call) -> Option<Outcome> {
    copy_bytes(call, (0, 1), Ranges::Apart)?;
    let size = call.size(2)?;
    Some(moved(&call.pointer(0)?, &size))
}

fn memmove(call: &mut Call) -> Option<Outcome> {
    copy_bytes(call, (0, 1), Ranges::Any)?;
    call.give_back(0)
}

fn bcopy(call: &mut Call) -> Option<Outcome> {
    copy_bytes(call, (1, 0), Ranges::Any)?;
    Some(super::nothing())
}

/// Copies as many bytes as the third argument says between two others.
fn copy_bytes(call: &mut Call, (to, from): (usize, usize), ranges: Ranges) -> Option<()> {
    let (target, source, size) = (call.pointer(to)?, call.pointer(from)?, call.size(2)?);
    call.each(from, &source, |call, source| {
        call.memory.claim(call.emit, source, &size, Access::Read);
        call.each(to, &target, |call, target| {
            call.memory.claim(call.emit, target, &size, Access::Write);
            if ranges == Ranges::Apart {
                call.claim_apart((target, &size), (source, &size));
            }
            let is_followed = call.memory.buffer(target.object).and_then(Buffer::text_var).is_some();
            if is_followed && !call.memory.copy_range(call.emit, target, source, &size) {
                let text = call.memory.text_at(call.emit, source);
                put_range(call, target, &text, &size);
            }
            call.memory.soil(call.emit, target, &size);
            Linear::constant(0)
        })
    });
    Some(())
}

fn memset(call: &mut Call) -> Option<Outcome> {
    let (byte, size) = (call.byte(1)?, call.size(2)?);
    set_bytes(call, &byte, &size)?;
    call.give_back(0)
}

fn bzero(call: &mut Call) -> Option<Outcome> {
    let size = call.size(1)?;
    set_bytes(call, &Byte::constant(0), &size)?;
    Some(super::nothing())
}

fn set_bytes(call: &mut Call, byte: &Byte, size: &Linear) -> Option<()> {
    let to = call.pointer(0)?;
    call.each(0, &to, |call, to| {
        call.memory.claim(call.emit, to, size, Access::Write);
        let mut cases = Cases::default();
        let some = terms::less(&Linear::constant(0), size);
        if cases.when(call.emit, some.clone().and(byte.is_nul())) {
            call.memory.put_nuls(call.emit, to, size);
        }
        if cases.when(call.emit, some) {
            let run = StrExpr::Repeat { of: byte.text.clone(), times: size.clone() };
            let run = call.emit.set_str("run", run);
            call.assume(terms::equal(&terms::length(&run), size));
            call.memory.put_bytes(call.emit, to, &run);
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
    Some(())
}

/// The lesser of two numbers.
fn at_most_of(call: &mut Call, left: &Linear, right: &Linear) -> Linear {
    let least = call.emit.new_int("least");
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::at_most(left, right)) {
        call.set(least, left.clone());
    }
    if cases.otherwise(call.emit) {
        call.set(least, right.clone());
    }
    cases.end(call.emit);
    Linear::var(least)
}

/// Writes a number of bytes: those of a text, and NUL in the place of those that it lacks.
fn put_padded(call: &mut Call, to: &Spot, text: &StrTerm, size: &Linear) {
    let length = terms::length(text);
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&length, size)) {
        call.memory.put_string(call.emit, to, text);
        let end = Spot { object: to.object, offset: terms::plus(&to.offset, &length) };
        call.memory.put_nuls(call.emit, &end, &terms::minus(size, &length));
    }
    if cases.otherwise(call.emit) {
        let part = call.first(text, size);
        call.memory.put_bytes(call.emit, to, &part);
    }
    cases.end(call.emit);
}

/// Writes a number of bytes: those of a text, and when it is shorter a NUL and others that are not known.
fn put_range(call: &mut Call, to: &Spot, text: &StrTerm, size: &Linear) {
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&terms::length(text), size)) {
        call.memory.put_string(call.emit, to, text);
    }
    if cases.otherwise(call.emit) {
        let part = call.first(text, size);
        call.memory.put_bytes(call.emit, to, &part);
    }
    cases.end(call.emit);
}

fn moved(pointer: &Pointer, by: &Linear) -> Outcome {
    Outcome::Returns(Value::Pointer(pointer.moved(by)))
}
