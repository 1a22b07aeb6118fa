//! Reads and writes of single bytes and of wider values.
//!
//! A read before the first NUL gives the character there, at it NUL, and behind it any byte, since nothing is known
//! there. A write changes the text accordingly; where it removes the only NUL that is known, what follows
//! is any text up to the capacity.

use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, Linear, StrExpr, StrTerm, StrVar, Test, Variable, Width};

use super::byte::{self, Byte};
use super::cases::Cases;
use super::claims::Rule;
use super::object::{Buffer, Content, Life, Memory};
use super::pointer::{Pointer, Spot};
use super::terms;

/// What is done with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// They are looked at.
    Read,
    /// They are changed.
    Write,
}

impl Memory {
    /// Reads the byte that a pointer leads to; `name` is how reports call the pointer.
    pub fn read_byte(&mut self, emit: &mut Emit, pointer: &Pointer, name: &str) -> Byte {
        let into = emit.new_str("byte");
        self.each(emit, pointer, name, |memory, emit, spot| {
            memory.claim(emit, spot, &Linear::constant(1), Access::Read);
            memory.names.read(spot.object);
            memory.read_into(emit, spot, into);
        });
        Byte { text: StrTerm::Var(into) }
    }

    /// Writes a byte where a pointer leads to.
    pub fn write_byte(&mut self, emit: &mut Emit, pointer: &Pointer, byte: &Byte, name: &str) {
        self.each(emit, pointer, name, |memory, emit, spot| {
            memory.claim(emit, spot, &Linear::constant(1), Access::Write);
            // A NUL in one place, as the last byte gets for safety, cuts nothing into pieces and overwrites no NUL.
            if byte.as_constant() != Some(0) || spot.offset.as_constant().is_none() {
                memory.names.store(spot.object);
            }
            memory.put_byte(emit, spot, byte);
        });
    }

    /// Claims that a value of some bytes can be read where a pointer leads to. What it is, is not known.
    pub fn read_wide(&mut self, emit: &mut Emit, pointer: &Pointer, size: &Linear, name: &str) {
        self.each(emit, pointer, name, |memory, emit, spot| memory.claim(emit, spot, size, Access::Read));
    }

    /// Writes a value of some bytes, not known which, where a pointer leads to.
    pub fn write_wide(&mut self, emit: &mut Emit, pointer: &Pointer, size: &Linear, name: &str) {
        self.each(emit, pointer, name, |memory, emit, spot| {
            memory.claim(emit, spot, size, Access::Write);
            memory.forget_from(emit, spot);
        });
    }

    /// Claims that some bytes of an object may be read or written.
    pub fn claim(&mut self, emit: &mut Emit, spot: &Spot, size: &Linear, access: Access) {
        let Some(buffer) = self.buffer(spot.object).cloned() else {
            self.claims.gap(emit, "the bytes of a variable that holds no array are not modelled");
            return;
        };
        let (before, past) = match access {
            Access::Read => (Rule::ReadBefore, Rule::ReadPast),
            Access::Write => (Rule::WriteBefore, Rule::WritePast),
        };
        self.blur(emit, spot.object);
        self.claim_alive(emit, spot);
        if access == Access::Write && matches!(buffer.content, Content::Literal(_)) {
            self.require(emit, spot.object, (Rule::WriteLiteral, Condition::FALSE));
        }
        if !self.is_natural(&spot.offset) {
            let inside = terms::at_most(&Linear::constant(0), &spot.offset);
            self.require(emit, spot.object, (before, inside));
        }
        let end = terms::plus(&spot.offset, size);
        self.require(emit, spot.object, (past, terms::at_most(&end, &buffer.cap)));
    }

    /// Claims that an object was not given back.
    pub fn claim_alive(&mut self, emit: &mut Emit, spot: &Spot) {
        let Some(buffer) = self.buffer(spot.object) else { return };
        let Some(gone) = buffer.gone else { return };
        let alive = Condition::test(Test::Bool(gone)).negated();
        let rule = match buffer.life {
            Life::Declared | Life::Stacked => Rule::AfterScope,
            Life::Allocated => Rule::UseAfterFree,
        };
        self.require(emit, spot.object, (rule, alive));
    }

    /// Sets a variable to the byte at a place that may be read.
    fn read_into(&self, emit: &mut Emit, spot: &Spot, into: StrVar) {
        let Some(buffer) = self.buffer(spot.object) else { return };
        let Some(text) = buffer.text() else {
            lose_byte(emit, into);
            return;
        };
        if let Some(whole) = self.whole(spot.object) {
            whole.read(emit, &spot.offset, into);
            return;
        }
        let (at, length) = (&spot.offset, terms::length(&text));
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(at, &length)) {
            let to = Some(terms::add(at, 1));
            emit.push(Action::SetStr(into, StrExpr::Slice { of: text, from: at.clone(), to }));
        }
        for nul in [terms::at_most(at, &length), buffer.has_nul_at(at)] {
            if cases.when(emit, nul) {
                emit.push(Action::SetStr(into, StrExpr::Term(terms::word(&[]))));
            }
        }
        if cases.otherwise(emit) {
            lose_byte(emit, into);
        }
        cases.end(emit);
    }

    /// Writes a byte at a place that may be written.
    pub fn put_byte(&mut self, emit: &mut Emit, spot: &Spot, byte: &Byte) {
        let mut cases = Cases::default();
        if cases.when(emit, byte.is_nul()) {
            self.put_nul(emit, spot);
        }
        if cases.otherwise(emit) {
            self.put_bytes(emit, spot, &byte.text);
        }
        cases.end(emit);
    }

    /// Writes NUL at a place that may be written.
    pub fn put_nul(&mut self, emit: &mut Emit, spot: &Spot) {
        if let Some(whole) = self.whole(spot.object) {
            whole.write(emit, &spot.offset, &terms::word(&[0]));
            return;
        }
        let Some(var) = self.buffer(spot.object).and_then(Buffer::text_var) else { return };
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&spot.offset, &Linear::length(var))) {
            emit.push(Action::SetStr(var, terms::prefix(&StrTerm::Var(var), &spot.offset)));
        }
        cases.end(emit);
        self.note_nul(emit, spot);
        self.cut_met(emit, spot);
    }

    /// Writes a number of NULs at a place where they fit, at least one.
    pub fn put_nuls(&mut self, emit: &mut Emit, spot: &Spot, count: &Linear) {
        if let Some(whole) = self.whole(spot.object) {
            whole.write_nuls(emit, &spot.offset, count);
            return;
        }
        self.put_nul(emit, spot);
        let end = terms::plus(&spot.offset, count);
        self.note_nul(emit, &Spot { object: spot.object, offset: terms::add(&end, -1) });
        self.forget_met(emit, spot.object, &end);
        let Some(zeros) = self.buffer(spot.object).and_then(|buffer| buffer.zeros) else { return };
        let joins =
            terms::less(&spot.offset, &Linear::var(zeros)).and(terms::at_most(&Linear::var(zeros), &end));
        let mut cases = Cases::default();
        if cases.when(emit, joins) {
            emit.push(Action::SetInt(zeros, IntExpr::Linear(spot.offset.clone()), Width::Unbounded));
        }
        cases.end(emit);
    }
}

/// Sets a variable to any byte.
fn lose_byte(emit: &mut Emit, into: StrVar) {
    let language = byte::any_byte(emit);
    emit.push(Action::Havoc(Variable::Str(into)));
    emit.push(Action::Assume(Condition::test(Test::In(StrTerm::Var(into), language))));
}
