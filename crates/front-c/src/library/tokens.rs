//! Strings that are cut into pieces: `strtok`, `strtok_r`, `strsep`.
//!
//! The end of a piece is overwritten with NUL, and the next one begins behind it: what is known of it then is that the string
//! ends where it did. Where the next piece begins is kept by the library, or where an argument leads to; the caller
//! hands that pointer over in place of the argument and stores the one that is left.

use ir::{Condition, IntVar, Linear, StrTerm};

use super::Table;
use super::call::{Call, Outcome};
use super::searches::{Members, span_of};
use crate::memory::access::Access;
use crate::memory::{Cases, Pointer, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[("strtok", strtok), ("strtok_r", strtok_r), ("strsep", strsep)];

/// Where a piece begins and where the next one does, from the place at which the string was met; -1 for nowhere.
struct Piece {
    begin: IntVar,
    next: IntVar,
}

fn strtok(call: &mut Call) -> Option<Outcome> {
    let given = call.pointer(0)?;
    let kept = call.memory.kept_token(call.emit, &given);
    let from = chosen(call, &given, &kept);
    let piece = Piece::new(call);
    cut(call, &from, &piece, token)?;
    let left = moved(call, &from, piece.next);
    call.memory.keep_token(call.emit, &left);
    Some(Outcome::Returns(Value::Pointer(moved(call, &from, piece.begin))))
}

fn strtok_r(call: &mut Call) -> Option<Outcome> {
    let (given, kept) = (call.pointer(0)?, call.pointer(2)?);
    let from = chosen(call, &given, &kept);
    let piece = Piece::new(call);
    cut(call, &from, &piece, token)?;
    let left = moved(call, &from, piece.next);
    Some(Outcome::Leaves {
        value: Value::Pointer(moved(call, &from, piece.begin)),
        left: Value::Pointer(left),
    })
}

/// Cuts a piece off the string that the first argument leads to; there is none when that is null.
fn strsep(call: &mut Call) -> Option<Outcome> {
    let given = call.pointer(0)?;
    let from = chosen(call, &given, &Pointer::null());
    let piece = Piece::new(call);
    let mut cases = Cases::default();
    if cases.when(call.emit, from.is_null().negated()) {
        cut(call, &from, &piece, field)?;
    }
    cases.end(call.emit);
    let left = moved(call, &from, piece.next);
    Some(Outcome::Leaves {
        value: Value::Pointer(moved(call, &from, piece.begin)),
        left: Value::Pointer(left),
    })
}

impl Piece {
    fn new(call: &mut Call) -> Piece {
        let piece = Piece { begin: call.emit.new_int("begin"), next: call.emit.new_int("next") };
        call.set(piece.begin, Linear::constant(-1));
        call.set(piece.next, Linear::constant(-1));
        piece
    }
}

/// How a piece is found in a text with the characters that end pieces.
type Find = fn(&mut Call, &Spot, (&StrTerm, &StrTerm), &Piece);

fn cut(call: &mut Call, from: &Pointer, piece: &Piece, find: Find) -> Option<()> {
    call.each_string(1, |call, _, set| {
        call.each(0, from, |call, spot| {
            let text = call.memory.string(call.emit, spot);
            find(call, spot, (&text, set), piece);
            Linear::constant(0)
        })
    })?;
    Some(())
}

/// A piece that is not empty: what ends pieces is passed over first.
fn token(call: &mut Call, spot: &Spot, (text, set): (&StrTerm, &StrTerm), piece: &Piece) {
    let skipped = span_of(call, text, set, Members::Inside);
    let length = terms::length(text);
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&skipped, &length)) {
        let rest = call.emit.set_str("rest", terms::suffix(text, &skipped));
        let count = span_of(call, &rest, set, Members::Outside);
        let end = terms::plus(&skipped, &count);
        call.set(piece.begin, skipped);
        call.set(piece.next, length.clone());
        end_piece(call, spot, (&end, &length), piece);
    }
    if cases.otherwise(call.emit) {
        call.set(piece.next, length);
    }
    cases.end(call.emit);
}

/// A piece that may be empty.
fn field(call: &mut Call, spot: &Spot, (text, set): (&StrTerm, &StrTerm), piece: &Piece) {
    let end = span_of(call, text, set, Members::Outside);
    call.set(piece.begin, Linear::constant(0));
    end_piece(call, spot, (&end, &terms::length(text)), piece);
}

/// Writes the NUL behind a piece, unless the string ends there.
fn end_piece(call: &mut Call, spot: &Spot, (end, length): (&Linear, &Linear), piece: &Piece) {
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(end, length)) {
        let at = Spot { object: spot.object, offset: terms::plus(&spot.offset, end) };
        call.memory.claim(call.emit, &at, &Linear::constant(1), Access::Write);
        call.memory.names.store(at.object);
        call.memory.put_nul(call.emit, &at);
        call.set(piece.next, terms::add(end, 1));
    }
    cases.end(call.emit);
}

/// The first pointer, or the second when that is null, in variables that do not change when those of the pointers do.
fn chosen(call: &mut Call, first: &Pointer, second: &Pointer) -> Pointer {
    let (tag, offset) = (call.emit.new_int("string$tag"), call.emit.new_int("string$offset"));
    let null = first.is_null();
    let mut cases = Cases::default();
    if cases.when(call.emit, null.clone().negated()) {
        call.set(tag, first.tag.clone());
        call.set(offset, first.offset.clone());
    }
    if cases.otherwise(call.emit) {
        call.set(tag, second.tag.clone());
        call.set(offset, second.offset.clone());
    }
    cases.end(call.emit);
    let targets = if null == Condition::FALSE {
        first.targets.clone()
    } else {
        first.targets.union(&second.targets).copied().collect()
    };
    let odd = first.odd.or(second.odd);
    Pointer { targets, tag: Linear::var(tag), offset: Linear::var(offset), odd }
}

/// A pointer moved on, or null for -1, in variables of its own.
fn moved(call: &mut Call, from: &Pointer, by: IntVar) -> Pointer {
    call.found(from, &Linear::var(by))
}
