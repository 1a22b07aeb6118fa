//! Functions of which is followed which bytes they touch, and no more.
//!
//! A row names the strings that a function needs, the bytes that it reads and writes, and what it gives. What it writes is lost. Where the
//! size that it is given is only a bound of what it writes, a size that does not fit is a gap: the run may do no harm.

use ir::{IntExpr, Linear, Width};

use super::call::{Call, Outcome};
use super::numbers::in_range;
use super::streams::text_of;
use crate::memory::access::Access;
use crate::memory::{Cases, Elements, Fill, Life, Pointer, Shape, Spot, Value, terms};

/// A function: its name, what it needs of its arguments, and what it gives.
struct Row(&'static str, &'static [Need], Gives);

/// What a function needs of an argument.
#[derive(Clone, Copy)]
enum Need {
    /// It is a string.
    Text(usize),
    /// So many bytes are read.
    Read(usize, Size),
    /// So many bytes are written.
    Write(usize, Size),
    /// So many bytes may be written.
    Room(usize, Size),
}

/// A number of bytes.
#[derive(Clone, Copy)]
enum Size {
    /// A constant.
    Bytes(i128),
    /// An argument, in units of some bytes.
    Of(usize, i128),
}

/// What a function gives.
#[derive(Clone, Copy)]
enum Gives {
    Nothing,
    /// Any `int`, that of the surroundings.
    Status,
    /// A descriptor, or -1.
    Handle,
    /// How much was read or written of what an argument says, or -1.
    Count(usize),
    /// A number that follows from the arguments, and is not followed.
    Lost,
    /// This argument.
    Argument(usize),
    /// This argument, or null.
    Maybe(usize),
    /// A text of the library.
    Message,
    /// A text of the library, or null.
    MaybeMessage,
    /// A record of the library of some bytes, or null.
    Record(i128),
    /// The same, and never null.
    Static(i128),
}

use Gives::{Argument, Count, Handle, Lost, Maybe, MaybeMessage, Message, Nothing, Record, Static, Status};
use Need::{Read, Room, Text, Write};
use Size::{Bytes, Of};

/// The bytes of a `struct tm`, of a `struct stat` and of a `time_t`.
const TM: Size = Bytes(56);
const STAT: Size = Bytes(144);
const TIME: Size = Bytes(8);

const ROWS: &[Row] = &[
    Row("write", &[Read(1, Of(2, 1))], Count(2)),
    Row("pwrite", &[Read(1, Of(2, 1))], Count(2)),
    Row("pwrite64", &[Read(1, Of(2, 1))], Count(2)),
    Row("send", &[Read(1, Of(2, 1))], Count(2)),
    Row("pread", &[Write(1, Of(2, 1))], Count(2)),
    Row("pread64", &[Write(1, Of(2, 1))], Count(2)),
    Row("readlink", &[Text(0), Write(1, Of(2, 1))], Count(2)),
    Row("readlinkat", &[Text(1), Write(2, Of(3, 1))], Count(3)),
    Row("getrandom", &[Write(0, Of(1, 1))], Count(1)),
    Row("getentropy", &[Write(0, Of(1, 1))], Status),
    Row("arc4random_buf", &[Write(0, Of(1, 1))], Nothing),
    Row("gethostname", &[Room(0, Of(1, 1))], Status),
    Row("getdomainname", &[Room(0, Of(1, 1))], Status),
    Row("wmemset", &[Write(0, Of(2, 4))], Argument(0)),
    Row("wmemcpy", &[Read(1, Of(2, 4)), Write(0, Of(2, 4))], Argument(0)),
    Row("wmemmove", &[Read(1, Of(2, 4)), Write(0, Of(2, 4))], Argument(0)),
    Row("strcoll", &[Text(0), Text(1)], Lost),
    Row("strverscmp", &[Text(0), Text(1)], Lost),
    Row("atof", &[Text(0)], Nothing),
    Row("a64l", &[Text(0)], Lost),
    Row("l64a", &[], Message),
    Row("strsignal", &[], Message),
    Row("open", &[Text(0)], Handle),
    Row("open64", &[Text(0)], Handle),
    Row("creat", &[Text(0)], Handle),
    Row("openat", &[Text(1)], Handle),
    Row("shm_open", &[Text(0)], Handle),
    Row("chmod", &[Text(0)], Status),
    Row("chown", &[Text(0)], Status),
    Row("link", &[Text(0), Text(1)], Status),
    Row("symlink", &[Text(0), Text(1)], Status),
    Row("mkfifo", &[Text(0)], Status),
    Row("truncate", &[Text(0)], Status),
    Row("stat", &[Text(0), Write(1, STAT)], Status),
    Row("lstat", &[Text(0), Write(1, STAT)], Status),
    Row("fstat", &[Write(1, STAT)], Status),
    Row("pipe", &[Write(0, Bytes(8))], Status),
    Row("pipe2", &[Write(0, Bytes(8))], Status),
    Row("inet_addr", &[Text(0)], Lost),
    Row("inet_aton", &[Text(0), Write(1, Bytes(4))], Lost),
    Row("ctime", &[Read(0, TIME)], MaybeMessage),
    Row("asctime", &[Read(0, TM)], MaybeMessage),
    Row("ctime_r", &[Read(0, TIME), Write(1, Bytes(26))], Maybe(1)),
    Row("asctime_r", &[Read(0, TM), Write(1, Bytes(26))], Maybe(1)),
    Row("gmtime", &[Read(0, TIME)], Record(56)),
    Row("localtime", &[Read(0, TIME)], Record(56)),
    Row("gmtime_r", &[Read(0, TIME), Write(1, TM)], Maybe(1)),
    Row("localtime_r", &[Read(0, TIME), Write(1, TM)], Maybe(1)),
    Row("mktime", &[Write(0, TM)], Lost),
    Row("timegm", &[Write(0, TM)], Lost),
    Row("__errno_location", &[], Static(4)),
    Row("ttyname", &[], MaybeMessage),
    Row("getlogin", &[], MaybeMessage),
    Row("gai_strerror", &[], Message),
    Row("clock_gettime", &[Write(1, Bytes(16))], Status),
    Row("ffs", &[], Lost),
    Row("ffsl", &[], Lost),
    Row("ffsll", &[], Lost),
];

/// Whether a function has a row.
pub(super) fn has(name: &str) -> bool {
    ROWS.iter().any(|row| row.0 == name)
}

/// Whether a function with a row writes nothing that its arguments lead to.
pub(super) fn only_reads(name: &str) -> bool {
    let writes = |need: &Need| match need {
        Text(_) | Read(..) => false,
        Write(..) | Room(..) => true,
    };
    ROWS.iter().any(|row| row.0 == name && !row.1.iter().any(writes))
}

/// Calls a function by its row.
pub(super) fn by_row(call: &mut Call) -> Option<Outcome> {
    let Row(_, needs, gives) = ROWS.iter().find(|row| row.0 == call.name)?;
    for need in *needs {
        match *need {
            Text(index) => {
                call.each_string(index, |_, _, _| Linear::constant(0))?;
            }
            Read(index, size) => touch(call, (index, size), |call, spot, size| {
                call.memory.claim(call.emit, spot, size, Access::Read);
            })?,
            Write(index, size) => touch(call, (index, size), |call, spot, size| {
                call.memory.claim(call.emit, spot, size, Access::Write);
                call.memory.forget_from(call.emit, spot);
            })?,
            Room(index, size) => touch(call, (index, size), |call, spot, size| {
                fits(call, spot, size);
                call.memory.claim(call.emit, spot, size, Access::Write);
                call.memory.forget_from(call.emit, spot);
            })?,
        }
    }
    given(call, *gives)
}

/// Does something for each place that an argument leads to, unless no byte is touched there.
fn touch(
    call: &mut Call,
    (index, size): (usize, Size),
    mut act: impl FnMut(&mut Call, &Spot, &Linear),
) -> Option<()> {
    let pointer = call.pointer(index)?;
    let size = match size {
        Bytes(bytes) => Linear::constant(bytes),
        Of(index, unit) => {
            let count = call.size(index)?;
            call.emit.set_int("bytes", IntExpr::Times(count, Linear::constant(unit)))
        }
    };
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &size)) {
        call.each(index, &pointer, |call, spot| {
            act(call, spot, &size);
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(())
}

/// Goes on where so many bytes fit; it is a gap where they do not.
pub(super) fn fits(call: &mut Call, spot: &Spot, size: &Linear) {
    let Some(cap) = call.memory.buffer(spot.object).map(|buffer| buffer.cap.clone()) else { return };
    let inside = terms::at_most(&terms::plus(&spot.offset, size), &cap);
    let why = format!("{} with a size that is larger than what it is given is not modelled", call.name);
    call.memory.claims.gap_unless(call.emit, inside, &why);
}

fn given(call: &mut Call, gives: Gives) -> Option<Outcome> {
    let value = match gives {
        Nothing | Lost => Value::None,
        Status => {
            let status = call.emit.set_int("status", IntExpr::Input);
            call.assume(in_range(&status, Width::Signed(32)));
            Value::Int(status)
        }
        Handle => {
            let most = Linear::constant(i128::from(i32::MAX));
            Value::Int(call.any_between("handle", &Linear::constant(-1), &most))
        }
        Count(index) => {
            let most = call.size(index)?;
            Value::Int(call.any_between("count", &Linear::constant(-1), &most))
        }
        Argument(index) => Value::Pointer(call.pointer(index)?),
        Maybe(index) => {
            let there = call.pointer(index)?;
            return Some(perhaps(call, &there));
        }
        Message => Value::Pointer(text_of(call)),
        MaybeMessage => {
            let there = text_of(call);
            return Some(perhaps(call, &there));
        }
        Static(bytes) => Value::Pointer(record_of(call, bytes)),
        Record(bytes) => {
            let there = record_of(call, bytes);
            return Some(perhaps(call, &there));
        }
    };
    Some(Outcome::Returns(value))
}

/// A pointer or null, and which of them is not followed: it follows from the arguments.
fn perhaps(call: &mut Call, there: &Pointer) -> Outcome {
    let is_there = call.emit.any_bool("there");
    let index = call.emit.new_int("index");
    call.set(index, Linear::constant(-1));
    let mut cases = Cases::default();
    if cases.when(call.emit, is_there) {
        call.set(index, Linear::constant(0));
    }
    cases.end(call.emit);
    let result = call.found(there, &Linear::var(index));
    Outcome::Returns(Value::Pointer(result))
}

/// A record of the library, of which only the size is known.
fn record_of(call: &mut Call, bytes: i128) -> Pointer {
    let shape = Shape {
        name: format!("what {} gives", call.name),
        cap: Linear::constant(bytes),
        elements: Elements::Wider,
        fill: Fill::Lost,
        life: Life::Declared,
    };
    let key = format!("record of {}", call.name);
    Pointer::to(call.memory.begin(call.emit, &key, shape))
}
