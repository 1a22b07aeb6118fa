//! What comes from outside: streams, descriptors, the environment, the clock and chance.
//!
//! Each is any value that the function may give, and so an input of a failing run.

use automata::{Alphabet, Automaton, Budget, SymbolSet};
use ir::{Assumption, Condition, InputSet, Linear, StrExpr, StrTerm};

use super::Table;
use super::allocations::product;
use super::call::{Call, Outcome};
use crate::memory::access::Access;
use crate::memory::allocate::MOST_BYTES;
use crate::memory::{Cases, Detail, Elements, Fill, Life, Pointer, Shape, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("fgets", fgets),
    ("fgets_unlocked", fgets),
    ("gets", gets),
    ("getline", getline),
    ("getdelim", getdelim),
    ("read", read),
    ("recv", read),
    ("fread", fread),
    ("fread_unlocked", fread),
    ("getchar_unlocked", character),
    ("getc_unlocked", streamed),
    ("fgetc_unlocked", streamed),
    ("getchar", character),
    ("getc", streamed),
    ("fgetc", streamed),
    ("getenv", getenv),
    ("getcwd", getcwd),
    ("rand", chance),
    ("random", chance),
    ("time", time),
    ("srand", seed),
    ("srandom", seed),
];

fn fgets(call: &mut Call) -> Option<Outcome> {
    let (to, size) = (call.pointer(0)?, call.integer(1)?);
    call.stream(2);
    let success = call.emit.fate("success");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(-1));
    call.each(0, &to, |call, spot| {
        call.memory.claim(call.emit, spot, &size, Access::Write);
        let mut cases = Cases::default();
        if cases.when(call.emit, success.clone().and(terms::less(&Linear::constant(0), &size))) {
            let line = line(call, Newline::Kept);
            call.assume(terms::less(&terms::length(&line), &size));
            call.memory.put_string(call.emit, spot, &line);
            call.memory.soil(call.emit, spot, &size);
            call.set(index, Linear::constant(0));
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
    let result = call.found(&to, &Linear::var(index));
    Some(Outcome::Returns(Value::Pointer(result)))
}

/// A line in an object of its own, in place of the one that the first argument leads to.
fn getline(call: &mut Call) -> Option<Outcome> {
    call.stream(2);
    whole_line(call, Newline::Kept)
}

/// The same up to any other character.
fn getdelim(call: &mut Call) -> Option<Outcome> {
    call.stream(3);
    whole_line(call, Newline::Any)
}

fn whole_line(call: &mut Call, newline: Newline) -> Option<Outcome> {
    let (old, size, name) = (call.pointer(0)?, call.pointer(1)?, call.label(1));
    call.memory.write_wide(call.emit, &size, &Linear::constant(8), &name);
    call.memory.free(call.emit, &old);
    let success = call.emit.fate("success");
    let line = line(call, newline);
    let length = terms::length(&line);
    // With a NUL in it the line goes on behind its text.
    let (count, cap) = match call.memory.detail {
        Detail::Texts => {
            let (least, most) = (Linear::constant(1), Linear::constant(MOST_BYTES - 1));
            let count = call.any_between("count", &least, &most);
            call.assume(terms::at_most(&length, &count));
            let cap = call.any_between("capacity", &terms::add(&count, 1), &Linear::constant(MOST_BYTES));
            (count, cap)
        }
        Detail::Bytes => {
            call.assume(terms::less(&Linear::constant(0), &length));
            (length.clone(), terms::add(&length, 1))
        }
    };
    let shape = Shape {
        name: format!("what {} gives", call.name),
        cap,
        elements: Elements::Bytes,
        fill: Fill::Lost,
        life: Life::Allocated,
    };
    call.memory.environment.insert(Assumption::AllocationSucceeds);
    let object = call.memory.begin(call.emit, call.site, shape);
    let result = call.emit.new_int("result");
    call.set(result, Linear::constant(-1));
    let mut cases = Cases::default();
    if cases.when(call.emit, success) {
        let spot = Spot { object, offset: Linear::constant(0) };
        call.memory.put_string(call.emit, &spot, &line);
        call.set(result, count);
    }
    cases.end(call.emit);
    Some(Outcome::Leaves {
        value: Value::Int(Linear::var(result)),
        left: Value::Pointer(Pointer::to(object)),
    })
}

fn gets(call: &mut Call) -> Option<Outcome> {
    let to = call.pointer(0)?;
    let success = call.emit.fate("success");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(-1));
    call.each(0, &to, |call, spot| {
        let mut cases = Cases::default();
        if cases.when(call.emit, success.clone()) {
            let line = line(call, Newline::Dropped);
            let size = terms::add(&terms::length(&line), 1);
            call.memory.claim(call.emit, spot, &size, Access::Write);
            call.memory.put_string(call.emit, spot, &line);
            call.memory.soil_from(call.emit, spot);
            call.set(index, Linear::constant(0));
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
    let result = call.found(&to, &Linear::var(index));
    Some(Outcome::Returns(Value::Pointer(result)))
}

/// What becomes of the end of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newline {
    Kept,
    Dropped,
    /// Another character ends it.
    Any,
}

/// A line of the input: with all NULs in it where every byte is followed, else up to the first; what comes then is written too.
fn line(call: &mut Call, newline: Newline) -> StrTerm {
    let least = match call.memory.detail {
        Detail::Texts => 1,
        Detail::Bytes => 0,
    };
    let others = || {
        let set = SymbolSet::from_ranges([(least, 9), (11, 255)]);
        let class = Automaton::class(Alphabet::BYTE, &set);
        class.star(&mut Budget::steps(1_000_000)).expect("a class has a small star")
    };
    let with_newline = || {
        let mut budget = Budget::steps(1_000_000);
        let end = Automaton::literal(Alphabet::BYTE, &[10]);
        let whole = others().concat(&end, &mut budget).expect("both are small");
        whole.union(&others(), &mut budget).expect("both are small")
    };
    if newline == Newline::Any {
        let language = crate::memory::byte::any_text(call.emit);
        return call.emit.set_str("line", StrExpr::Input(InputSet::Language(language)));
    }
    let language = match (newline, call.memory.detail) {
        (Newline::Kept, Detail::Texts) => call.emit.language(r"[^\x00\n]*\n?", with_newline),
        (Newline::Kept, Detail::Bytes) => call.emit.language(r"[^\n]*\n?", with_newline),
        (Newline::Any | Newline::Dropped, Detail::Texts) => call.emit.language(r"[^\x00\n]*", others),
        (Newline::Any | Newline::Dropped, Detail::Bytes) => call.emit.language(r"[^\n]*", others),
    };
    call.emit.set_str("line", StrExpr::Input(InputSet::Language(language)))
}

fn read(call: &mut Call) -> Option<Outcome> {
    let (to, size) = (call.pointer(1)?, call.size(2)?);
    let count = call.any_between("count", &Linear::constant(-1), &size);
    fill(call, (1, &to), &size, &count);
    Some(Outcome::Returns(Value::Int(count)))
}

fn fread(call: &mut Call) -> Option<Outcome> {
    let (to, size, members) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    call.stream(3);
    let most = product(call, &size, &members);
    let count = call.any_between("count", &Linear::constant(0), &members);
    let bytes = call.any_between("bytes", &Linear::constant(0), &most);
    fill(call, (0, &to), &most, &bytes);
    Some(Outcome::Returns(Value::Int(count)))
}

/// Writes a number of bytes from outside into an argument that must have room for more.
fn fill(call: &mut Call, (index, to): (usize, &Pointer), room: &Linear, count: &Linear) {
    call.each(index, to, |call, spot| {
        call.memory.claim(call.emit, spot, room, Access::Write);
        let mut cases = Cases::default();
        if cases.when(call.emit, terms::less(&Linear::constant(0), count)) {
            fill_spot(call, spot, count);
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
}

fn fill_spot(call: &mut Call, spot: &Spot, count: &Linear) {
    if call.memory.detail == Detail::Bytes {
        let bytes = call.emit.set_str("bytes", StrExpr::Input(InputSet::UpTo(count.clone())));
        call.assume(terms::equal(&terms::length(&bytes), count));
        call.memory.put_bytes(call.emit, spot, &bytes);
        return;
    }
    let bytes = call.any_text("bytes");
    call.assume(terms::at_most(&terms::length(&bytes), count));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&terms::length(&bytes), count)) {
        call.memory.put_string(call.emit, spot, &bytes);
    }
    if cases.otherwise(call.emit) {
        call.memory.put_bytes(call.emit, spot, &bytes);
    }
    cases.end(call.emit);
    call.memory.soil(call.emit, spot, count);
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn character(call: &mut Call) -> Option<Outcome> {
    let byte = call.any_between("character", &Linear::constant(-1), &Linear::constant(255));
    Some(Outcome::Returns(Value::Int(byte)))
}

fn streamed(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    character(call)
}

/// The working directory, where it is asked for in a buffer.
fn getcwd(call: &mut Call) -> Option<Outcome> {
    let (to, size) = (call.pointer(0)?, call.size(1)?);
    if to.is_null() != Condition::FALSE {
        return None;
    }
    let success = call.emit.fate("success");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(-1));
    call.each(0, &to, |call, spot| {
        call.memory.claim(call.emit, spot, &size, Access::Write);
        let mut cases = Cases::default();
        if cases.when(call.emit, success.clone().and(terms::less(&Linear::constant(1), &size))) {
            let paths = call.emit.language(PATH, || super::numbers::language(PATH));
            let path = call.emit.set_str("path", StrExpr::Input(InputSet::Language(paths)));
            call.assume(terms::less(&terms::length(&path), &size));
            call.memory.put_string(call.emit, spot, &path);
            call.set(index, Linear::constant(0));
        }
        if cases.otherwise(call.emit) {
            // What a failure leaves in the buffer is not told.
            call.memory.forget_from(call.emit, spot);
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
    let result = call.found(&to, &Linear::var(index));
    Some(Outcome::Returns(Value::Pointer(result)))
}

/// Absolute paths.
const PATH: &str = r"/[^\x00]*";

fn getenv(call: &mut Call) -> Option<Outcome> {
    call.each_string(0, |_, _, _| Linear::constant(0))?;
    let text = call.any_text("environment");
    let shape = Shape {
        name: "the environment".to_owned(),
        cap: terms::add(&terms::length(&text), 1),
        elements: Elements::Bytes,
        fill: Fill::Text(text),
        life: Life::Declared,
    };
    let there = Pointer::to(call.memory.begin(call.emit, call.site, shape));
    let exists = call.emit.fate("exists");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, exists.negated()) {
        call.set(index, Linear::constant(-1));
    }
    cases.end(call.emit);
    let result = call.found(&there, &Linear::var(index));
    Some(Outcome::Returns(Value::Pointer(result)))
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn chance(call: &mut Call) -> Option<Outcome> {
    let most = Linear::constant(i128::from(i32::MAX));
    let value = call.any_between("chance", &Linear::constant(0), &most);
    Some(Outcome::Returns(Value::Int(value)))
}

/// The time, which is also put where the argument leads to, unless that is null.
fn time(call: &mut Call) -> Option<Outcome> {
    let to = call.pointer(0)?;
    let mut cases = Cases::default();
    if cases.when(call.emit, to.is_null().negated()) {
        call.memory.write_wide(call.emit, &to, &Linear::constant(8), "the time");
    }
    cases.end(call.emit);
    let value = call.any_between("time", &Linear::constant(-1), &Linear::constant(i128::from(i64::MAX)));
    Some(Outcome::Returns(Value::Int(value)))
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn seed(_: &mut Call) -> Option<Outcome> {
    Some(super::nothing())
}
