//! Streams: handles of which only is known whether they are open, and what else the surroundings are asked for.
//!
//! `fopen` gives null or a handle. Whoever uses one must have one that is open; what is read through it is any input. Texts that the library
//! gives, as of `strerror`, are one object a function, with another content each time.

use ir::{Action, Condition, IntExpr, Linear, Test, Width};

use super::Table;
use super::allocations::product;
use super::call::{Call, Outcome};
use super::numbers::in_range;
use crate::memory::access::Access;
use crate::memory::{Cases, Elements, Fill, Life, ObjectId, Pointer, Rule, Shape, Vague, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("fopen", open_named),
    ("popen", open_named),
    ("fdopen", open_number),
    ("tmpfile", open),
    ("fclose", close),
    ("pclose", close),
    ("fflush", flush),
    ("feof", ask),
    ("ferror", ask),
    ("fileno", ask),
    ("ftell", ask_long),
    ("ftello", ask_long),
    ("fseek", ask),
    ("fseeko", ask),
    ("rewind", touch),
    ("clearerr", touch),
    ("ungetc", unread),
    ("fwrite", write_out),
    ("fwrite_unlocked", write_out),
    ("feof_unlocked", ask),
    ("ferror_unlocked", ask),
    ("remove", ask_named),
    ("unlink", ask_named),
    ("rmdir", ask_named),
    ("access", ask_named),
    ("chdir", ask_named),
    ("mkdir", ask_named),
    ("system", ask_named),
    ("unsetenv", ask_named),
    ("rename", ask_both),
    ("setenv", ask_both),
    ("strerror", told),
    ("setlocale", maybe_told),
    ("close", number),
    ("isatty", number),
    ("sleep", number),
    ("usleep", number),
    ("getpid", number),
    ("clock", number),
];

/// How many bytes a handle is said to have; nobody looks into it.
const HANDLE: i128 = 216;

impl Call<'_> {
    /// Claims that an argument is a stream that is open. One of which nothing is known is a gap.
    pub fn stream(&mut self, index: usize) {
        let Some(pointer) = self.pointer(index) else { return };
        self.each(index, &pointer, |call, spot| {
            if call.memory.buffer(spot.object).is_none_or(|buffer| buffer.vague == Some(Vague::Unknown)) {
                call.memory.claims.gap(call.emit, "a stream of which nothing is known is not modelled");
            }
            call.memory.claim_alive(call.emit, spot);
            Linear::constant(0)
        });
    }
}

/// The stream that a variable of the library is, as `stdin`; it is always open.
pub fn standard(
    emit: &mut ir::emit::Emit,
    memory: &mut crate::memory::Memory,
    name: &str,
) -> Option<ObjectId> {
    let key = format!("stream {name}");
    if !matches!(name, "stdin" | "stdout" | "stderr") {
        return None;
    }
    let known = memory.names.id(&key);
    if memory.buffer(known).is_some() {
        return Some(known);
    }
    let shape = Shape {
        name: name.to_owned(),
        cap: Linear::constant(HANDLE),
        elements: Elements::Wider,
        fill: Fill::Lost,
        life: Life::Declared,
    };
    Some(memory.begin(emit, &key, shape))
}

fn open_named(call: &mut Call) -> Option<Outcome> {
    for index in 0..2 {
        call.each_string(index, |_, _, _| Linear::constant(0))?;
    }
    open(call)
}

fn open_number(call: &mut Call) -> Option<Outcome> {
    call.each_string(1, |_, _, _| Linear::constant(0))?;
    open(call)
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn open(call: &mut Call) -> Option<Outcome> {
    let shape = Shape {
        name: "the stream".to_owned(),
        cap: Linear::constant(HANDLE),
        elements: Elements::Wider,
        fill: Fill::Lost,
        life: Life::Allocated,
    };
    let there = Pointer::to(call.memory.begin(call.emit, call.site, shape));
    Some(maybe(call, &there))
}

/// A pointer, or null.
fn maybe(call: &mut Call, there: &Pointer) -> Outcome {
    let success = call.emit.fate("success");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(-1));
    let mut cases = Cases::default();
    if cases.when(call.emit, success) {
        call.set(index, Linear::constant(0));
    }
    cases.end(call.emit);
    let result = call.found(there, &Linear::var(index));
    Outcome::Returns(Value::Pointer(result))
}

fn close(call: &mut Call) -> Option<Outcome> {
    let pointer = call.pointer(0)?;
    call.each(0, &pointer, |call, spot| {
        call.memory.names.end(spot.object);
        let life = call.memory.buffer(spot.object).map(|buffer| buffer.life);
        if life != Some(Life::Allocated) {
            call.memory
                .claims
                .gap(call.emit, "a stream that the source did not open is closed, which is not modelled");
        }
        if let Some(gone) = call.memory.buffer(spot.object).and_then(|buffer| buffer.gone) {
            let alive = Condition::test(Test::Bool(gone)).negated();
            call.memory.require(call.emit, spot.object, (Rule::DoubleFree, alive));
            call.emit.push(Action::SetBool(gone, Condition::TRUE));
        }
        Linear::constant(0)
    });
    number(call)
}

/// All streams, when it is null.
fn flush(call: &mut Call) -> Option<Outcome> {
    let pointer = call.pointer(0)?;
    let mut cases = Cases::default();
    if cases.when(call.emit, pointer.is_null().negated()) {
        call.stream(0);
    }
    cases.end(call.emit);
    number(call)
}

fn ask(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    number(call)
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn ask_long(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    let place = call.any_between("place", &Linear::constant(-1), &Linear::constant(i128::from(i64::MAX)));
    Some(Outcome::Returns(Value::Int(place)))
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn touch(call: &mut Call) -> Option<Outcome> {
    call.stream(0);
    Some(super::nothing())
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn unread(call: &mut Call) -> Option<Outcome> {
    call.stream(1);
    let byte = call.any_between("character", &Linear::constant(-1), &Linear::constant(255));
    Some(Outcome::Returns(Value::Int(byte)))
}

fn write_out(call: &mut Call) -> Option<Outcome> {
    let (from, size, members) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    let bytes = product(call, &size, &members);
    call.stream(3);
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &bytes)) {
        call.each(0, &from, |call, spot| {
            call.memory.claim(call.emit, spot, &bytes, Access::Read);
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    let count = call.any_between("count", &Linear::constant(0), &members);
    Some(Outcome::Returns(Value::Int(count)))
}

fn ask_named(call: &mut Call) -> Option<Outcome> {
    let is_system = call.name == "system" && call.pointer(0)?.is_null() != Condition::FALSE;
    if is_system {
        return None;
    }
    call.each_string(0, |_, _, _| Linear::constant(0))?;
    if matches!(call.name, "setenv" | "unsetenv") && call.memory.names.has_site("getenv") {
        call.memory.claims.gap(call.emit, "the environment that changes while it is read is not modelled");
    }
    number(call)
}

fn ask_both(call: &mut Call) -> Option<Outcome> {
    call.each_string(1, |_, _, _| Linear::constant(0))?;
    ask_named(call)
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn number(call: &mut Call) -> Option<Outcome> {
    let number = call.emit.set_int("number", IntExpr::Input);
    call.assume(in_range(&number, Width::Signed(32)));
    Some(Outcome::Returns(Value::Int(number)))
}

/// A text of the library. It may not be written, but that it is not is not claimed.
pub(super) fn text_of(call: &mut Call) -> Pointer {
    let text = call.any_text("message");
    let shape = Shape {
        name: format!("what {} gives", call.name),
        cap: terms::add(&terms::length(&text), 1),
        elements: Elements::Bytes,
        fill: Fill::Text(text),
        life: Life::Declared,
    };
    // It is the same place each time, so that what was given before is another text now.
    let key = format!("text of {}", call.name);
    Pointer::to(call.memory.begin(call.emit, &key, shape))
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn told(call: &mut Call) -> Option<Outcome> {
    let text = text_of(call);
    Some(Outcome::Returns(Value::Pointer(text)))
}

#[expect(clippy::unnecessary_wraps, reason = "a contract may be without a result")]
fn maybe_told(call: &mut Call) -> Option<Outcome> {
    let text = text_of(call);
    Some(maybe(call, &text))
}
