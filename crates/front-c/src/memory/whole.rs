//! Buffers of which every byte is followed, those behind the first NUL too.
//!
//! A proof needs the text before the first NUL and little else; a failing run must not rest on bytes that are any. So a
//! program may be written a second time with all bytes of each buffer in one string beside its text, for the
//! search for failing runs. Nothing is lost then, and the claims are the same, in the same order.

use ir::emit::Emit;
use ir::{Action, Condition, InputSet, IntExpr, Linear, StrExpr, StrTerm, StrVar, Test, Variable, Width};

use super::cases::Cases;
use super::object::{Buffer, Content, Fill, Memory, ObjectId};
use super::pointer::Spot;
use super::terms;

/// The variables of a buffer of which every byte is followed.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    /// The text before the first NUL.
    text: StrVar,
    /// All bytes.
    bytes: StrVar,
    cap: Linear,
}

impl Memory {
    /// The variables of a buffer, when every byte of it is followed.
    pub(super) fn whole(&self, object: ObjectId) -> Option<Whole> {
        let buffer = self.buffer(object)?;
        Some(Whole { text: buffer.text_var()?, bytes: buffer.whole?, cap: buffer.cap.clone() })
    }

    /// Copies the content of a buffer to another of the same size.
    pub fn copy_content(&mut self, emit: &mut Emit, to: ObjectId, from: ObjectId) -> bool {
        let text = |object| self.buffer(object).and_then(Buffer::text_var);
        let (Some(into), Some(text)) = (text(to), text(from)) else { return false };
        emit.push(Action::SetStr(into, StrExpr::Term(StrTerm::Var(text))));
        let zeros = |object| self.buffer(object).and_then(|buffer| buffer.zeros);
        if let (Some(into), Some(buffer)) = (zeros(to), self.buffer(from)) {
            let known = zeros(from).map_or(buffer.cap.clone(), Linear::var);
            emit.push(Action::SetInt(into, IntExpr::Linear(known), Width::Unbounded));
        }
        self.reset_stop(emit, to);
        self.forget_all_met(emit, to);
        if let (Some(to), Some(from)) = (self.whole(to), self.whole(from)) {
            emit.push(Action::SetStr(to.bytes, StrExpr::Term(StrTerm::Var(from.bytes))));
        }
        true
    }
}

impl Memory {
    /// Copies a number of bytes from a place to another, where both are there and every byte is followed. False, and
    /// nothing is done, where only texts are.
    pub fn copy_range(&mut self, emit: &mut Emit, to: &Spot, from: &Spot, size: &Linear) -> bool {
        let Some(target) = self.whole(to.object) else { return false };
        let end = Some(terms::plus(&from.offset, size));
        let bytes = emit.new_str("copied");
        let source = match (self.whole(from.object), self.buffer(from.object).map(|buffer| &buffer.content)) {
            (Some(whole), _) => Some(StrTerm::Var(whole.bytes)),
            (None, Some(Content::Literal(word))) => {
                Some(StrTerm::Word(word.iter().copied().chain([0]).collect()))
            }
            (None, _) => None,
        };
        match source {
            Some(of) => {
                let slice = StrExpr::Slice { of, from: from.offset.clone(), to: end };
                emit.push(Action::SetStr(bytes, slice));
            }
            None => {
                emit.push(Action::Havoc(Variable::Str(bytes)));
            }
        }
        // Of what stands in a literal behind a NUL nothing is kept; a run that would copy it is left out.
        emit.push(Action::Assume(terms::equal(&Linear::length(bytes), size)));
        target.write(emit, &to.offset, &StrTerm::Var(bytes));
        true
    }
}

impl Whole {
    /// Sets all bytes.
    pub(super) fn fill(&self, emit: &mut Emit, fill: Fill) {
        let given = match fill {
            Fill::Zero => terms::word(&[]),
            Fill::Text(text) => text,
            Fill::Table(bytes) => StrTerm::Word(bytes),
            Fill::Uninitialised => emit.set_str("given", StrExpr::Input(InputSet::UpTo(self.cap.clone()))),
            Fill::Lost => {
                emit.push(Action::Havoc(Variable::Str(self.bytes)));
                let same = terms::equal(&Linear::length(self.bytes), &self.cap);
                emit.push(Action::Assume(same));
                self.refresh(emit);
                return;
            }
        };
        let rest = terms::minus(&self.cap, &terms::length(&given));
        let nuls = nuls(emit, &rest);
        emit.push(Action::SetStr(self.bytes, StrExpr::Concat(vec![given, nuls])));
        self.refresh(emit);
    }

    /// Sets a variable to the byte at a place.
    pub(super) fn read(&self, emit: &mut Emit, at: &Linear, into: StrVar) {
        let to = Some(terms::add(at, 1));
        let of = StrTerm::Var(self.bytes);
        emit.push(Action::SetStr(into, StrExpr::Slice { of, from: at.clone(), to }));
        let nul = Condition::test(Test::Equal(StrTerm::Var(into), terms::word(&[0])));
        let mut cases = Cases::default();
        if cases.when(emit, nul) {
            emit.push(Action::SetStr(into, StrExpr::Term(terms::word(&[]))));
        }
        cases.end(emit);
    }

    /// Writes bytes, NUL among them or not, at a place where they fit.
    pub(super) fn write(&self, emit: &mut Emit, at: &Linear, bytes: &StrTerm) {
        let all = StrTerm::Var(self.bytes);
        let end = terms::plus(at, &terms::length(bytes));
        let before = emit.set_str("before", terms::prefix(&all, at));
        let after = emit.set_str("after", terms::suffix(&all, &end));
        emit.push(Action::SetStr(self.bytes, StrExpr::Concat(vec![before, bytes.clone(), after])));
        self.refresh(emit);
    }

    /// Writes a text and a NUL behind it.
    pub(super) fn write_string(&self, emit: &mut Emit, at: &Linear, text: &StrTerm) {
        let ended = emit.set_str("ended", StrExpr::Concat(vec![text.clone(), terms::word(&[0])]));
        self.write(emit, at, &ended);
    }

    /// Writes a number of NULs.
    pub(super) fn write_nuls(&self, emit: &mut Emit, at: &Linear, count: &Linear) {
        let nuls = nuls(emit, count);
        self.write(emit, at, &nuls);
    }

    /// Forgets all bytes from a place on.
    pub(super) fn forget(&self, emit: &mut Emit, at: &Linear) {
        let before = emit.set_str("before", terms::prefix(&StrTerm::Var(self.bytes), at));
        let rest = emit.any_str("lost");
        emit.push(Action::SetStr(self.bytes, StrExpr::Concat(vec![before, rest])));
        emit.push(Action::Assume(terms::equal(&Linear::length(self.bytes), &self.cap)));
        self.refresh(emit);
    }

    /// The bytes from a place to the first NUL or to the end.
    pub(super) fn text_at(&self, emit: &mut Emit, at: &Linear) -> StrTerm {
        let into = emit.new_str("rest");
        self.cut(emit, at, into);
        StrTerm::Var(into)
    }

    /// The text is what stands before the first NUL.
    fn refresh(&self, emit: &mut Emit) {
        self.cut(emit, &Linear::constant(0), self.text);
    }

    fn cut(&self, emit: &mut Emit, from: &Linear, into: StrVar) {
        let of = StrTerm::Var(self.bytes);
        let search = IntExpr::IndexOf { of: of.clone(), what: terms::word(&[0]), from: from.clone() };
        let nul = emit.set_int("nul", search);
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&nul, &Linear::constant(0))) {
            emit.push(Action::SetStr(into, terms::suffix(&of, from)));
        }
        if cases.otherwise(emit) {
            emit.push(Action::SetStr(into, StrExpr::Slice { of, from: from.clone(), to: Some(nul) }));
        }
        cases.end(emit);
    }
}

/// A number of NULs.
fn nuls(emit: &mut Emit, count: &Linear) -> StrTerm {
    emit.set_str("nuls", StrExpr::Repeat { of: terms::word(&[0]), times: count.clone() })
}
