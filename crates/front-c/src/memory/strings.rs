//! Whole strings and ranges of bytes: what the functions of the library are made of.
//!
//! The text from a place on is exact before the first NUL and lost behind it. What is written without a NUL joins what stood
//! behind it.

use ir::emit::Emit;
use ir::{Action, IntExpr, Linear, StrExpr, StrTerm, StrVar, Width};

use super::access::Access;
use super::allocate::assume_text;
use super::cases::Cases;
use super::claims::Rule;
use super::object::{Buffer, Memory};
use super::pointer::Spot;
use super::terms;

impl Memory {
    /// The string at a place, after claiming that it is one: that there is a NUL before the end.
    pub fn string(&mut self, emit: &mut Emit, spot: &Spot) -> StrTerm {
        self.claim(emit, spot, &Linear::constant(1), Access::Read);
        let text = self.text_at(emit, spot);
        let Some(buffer) = self.buffer(spot.object).cloned() else { return text };
        let end = terms::plus(&spot.offset, &terms::length(&text));
        self.require(emit, spot.object, (Rule::Unterminated, terms::less(&end, &buffer.cap)));
        text
    }

    /// The bytes from a place within the object, its end included, to the first NUL or to the end.
    pub fn text_at(&mut self, emit: &mut Emit, spot: &Spot) -> StrTerm {
        self.names.read(spot.object);
        if let Some(whole) = self.whole(spot.object) {
            return whole.text_at(emit, &spot.offset);
        }
        let text = self.buffer(spot.object).and_then(Buffer::text);
        if let (Some(text), Some(0)) = (&text, spot.offset.as_constant()) {
            return named(emit, text);
        }
        self.names.enter(spot.object);
        let into = emit.new_str("rest");
        let rest = StrTerm::Var(into);
        let mut cases = Cases::default();
        if let Some((is_met, met)) = self.is_met(spot)
            && cases.when(emit, is_met)
        {
            emit.push(Action::SetStr(into, StrExpr::Term(met)));
        }
        if cases.otherwise(emit) {
            self.rest_into(emit, spot, into);
            self.meet(emit, spot, &rest);
        }
        cases.end(emit);
        rest
    }

    /// Sets a variable to the bytes from a place to the first NUL or to the end.
    fn rest_into(&mut self, emit: &mut Emit, spot: &Spot, into: StrVar) {
        let buffer = self.buffer(spot.object).cloned();
        let text = buffer.as_ref().and_then(Buffer::text);
        let mut cases = Cases::default();
        if let Some(text) = text
            && cases.when(emit, terms::at_most(&spot.offset, &terms::length(&text)))
        {
            emit.push(Action::SetStr(into, terms::suffix(&text, &spot.offset)));
        }
        if let Some(buffer) = &buffer
            && cases.when(emit, buffer.is_zero_from(&spot.offset))
        {
            emit.push(Action::SetStr(into, StrExpr::Term(terms::word(&[]))));
        }
        if cases.otherwise(emit) {
            emit.push(Action::Havoc(ir::Variable::Str(into)));
            assume_text(emit, &StrTerm::Var(into));
            if let Some(buffer) = buffer {
                let end = terms::plus(&spot.offset, &Linear::length(into));
                emit.push(Action::Assume(buffer.ends_in_time(&spot.offset, &end)));
            }
        }
        cases.end(emit);
    }

    /// Writes a text and a NUL behind it, at a place where both fit.
    pub fn put_string(&mut self, emit: &mut Emit, spot: &Spot, text: &StrTerm) {
        if let Some(whole) = self.whole(spot.object) {
            whole.write_string(emit, &spot.offset, text);
            return;
        }
        let Some(var) = self.buffer(spot.object).and_then(Buffer::text_var) else { return };
        let mut cases = Cases::default();
        if cases.when(emit, terms::at_most(&spot.offset, &Linear::length(var))) {
            let mut parts = before(emit, var, &spot.offset);
            parts.push(text.clone());
            emit.push(Action::SetStr(var, StrExpr::Concat(parts)));
        }
        cases.end(emit);
        let length = terms::length(text);
        self.soil_zeros(emit, spot, &length);
        let nul = terms::plus(&spot.offset, &length);
        self.forget_met(emit, spot.object, &terms::add(&nul, 1));
        self.note_nul(emit, &Spot { object: spot.object, offset: nul });
    }

    /// Writes bytes that are not NUL, at a place where they fit.
    pub fn put_bytes(&mut self, emit: &mut Emit, spot: &Spot, bytes: &StrTerm) {
        if let Some(whole) = self.whole(spot.object) {
            whole.write(emit, &spot.offset, bytes);
            return;
        }
        let Some(buffer) = self.buffer(spot.object).cloned() else { return };
        let Some(var) = buffer.text_var() else { return };
        let (at, length) = (&spot.offset, Linear::length(var));
        let end = terms::plus(at, &terms::length(bytes));
        self.forget_met(emit, spot.object, &end);
        let mut cases = Cases::default();
        if cases.when(emit, terms::at_most(&end, &length)) {
            let after = emit.set_str("after", terms::suffix(&StrTerm::Var(var), &end));
            let mut parts = before(emit, var, at);
            parts.extend([bytes.clone(), after]);
            emit.push(Action::SetStr(var, StrExpr::Concat(parts)));
        }
        if cases.when(emit, terms::less(&length, at)) {
            self.soil(emit, spot, &terms::length(bytes));
        }
        if cases.when(emit, buffer.is_zero_from(&end)) {
            let mut parts = before(emit, var, at);
            parts.push(bytes.clone());
            emit.push(Action::SetStr(var, StrExpr::Concat(parts)));
            self.soil(emit, spot, &terms::length(bytes));
        }
        if cases.otherwise(emit) {
            let latest = self.bound_text(emit, spot.object, &end);
            let mut parts = before(emit, var, at);
            parts.extend([bytes.clone(), tail(emit)]);
            emit.push(Action::SetStr(var, StrExpr::Concat(parts)));
            let bounded = terms::at_most(&Linear::length(var), &latest);
            let zeros = buffer.zeros.map(|zeros| terms::at_most(&Linear::length(var), &Linear::var(zeros)));
            emit.push(Action::Assume(zeros.map_or(bounded.clone(), |zeros| zeros.and(bounded))));
        }
        cases.end(emit);
    }

    /// Remembers that bytes at a place, behind the first NUL, are no longer known to be NUL.
    pub fn soil(&mut self, emit: &mut Emit, spot: &Spot, count: &Linear) {
        let end = terms::plus(&spot.offset, count);
        self.soil_zeros(emit, spot, count);
        self.unstop_before(emit, spot.object, &end);
        self.forget_met(emit, spot.object, &end);
    }

    /// Remembers that from a place on, behind the first NUL, nothing is known to be NUL.
    pub fn soil_from(&mut self, emit: &mut Emit, spot: &Spot) {
        let Some(cap) = self.buffer(spot.object).map(|buffer| buffer.cap.clone()) else { return };
        self.soil(emit, spot, &terms::minus(&cap, &spot.offset));
    }

    fn soil_zeros(&mut self, emit: &mut Emit, spot: &Spot, count: &Linear) {
        let Some(zeros) = self.buffer(spot.object).and_then(|buffer| buffer.zeros) else { return };
        let end = terms::plus(&spot.offset, count);
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&Linear::var(zeros), &end)) {
            emit.push(Action::SetInt(zeros, IntExpr::Linear(end), Width::Unbounded));
        }
        cases.end(emit);
    }

    /// Forgets all bytes from a place on.
    pub fn forget_from(&mut self, emit: &mut Emit, spot: &Spot) {
        if let Some(whole) = self.whole(spot.object) {
            whole.forget(emit, &spot.offset);
            return;
        }
        let Some(buffer) = self.buffer(spot.object).cloned() else { return };
        let Some(var) = buffer.text_var() else { return };
        let mut cases = Cases::default();
        if cases.when(emit, terms::at_most(&spot.offset, &Linear::length(var))) {
            let mut parts = before(emit, var, &spot.offset);
            parts.push(tail(emit));
            emit.push(Action::SetStr(var, StrExpr::Concat(parts)));
            emit.push(Action::Assume(terms::at_most(&Linear::length(var), &buffer.cap)));
        }
        cases.end(emit);
        self.soil_from(emit, spot);
    }
}

/// Any text without NUL, lost.
fn tail(emit: &mut Emit) -> StrTerm {
    let language = super::byte::any_text(emit);
    emit.any_of("tail", language)
}

/// The part of a text before a position, as parts of a sum; none at position 0.
fn before(emit: &mut Emit, var: StrVar, at: &Linear) -> Vec<StrTerm> {
    if at.as_constant() == Some(0) {
        return Vec::new();
    }
    let text = StrTerm::Var(var);
    if *at == Linear::length(var) {
        return vec![text];
    }
    vec![emit.set_str("before", terms::prefix(&text, at))]
}

/// A copy of a text, which does not change when the buffer does.
fn named(emit: &mut Emit, text: &StrTerm) -> StrTerm {
    match text {
        StrTerm::Var(_) => emit.set_str("string", StrExpr::Term(text.clone())),
        StrTerm::Word(_) => text.clone(),
    }
}
