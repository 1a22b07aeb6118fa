//! The text that was last met at a place within a buffer.
//!
//! Behind the first NUL a text is not known, but it is the same when it is met again: a routine that asks for the length of a field and then
//! copies the field rests on that. So a buffer that is written byte by byte, and in which strings begin elsewhere than at its start, has a
//! place and a text: where the place is not -1, the bytes from there to the next NUL, or to the end, are the text. A write
//! that may change them forgets the place; a NUL within them cuts the text.

use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, IntVar, Linear, StrExpr, StrTerm, StrVar, Width};

use super::cases::Cases;
use super::object::{Memory, ObjectId};
use super::pointer::Spot;
use super::terms;

/// Where a text was met, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// Where, or -1.
    pub place: IntVar,
    /// The text.
    pub text: StrVar,
}

impl Behind {
    /// One for a buffer with a name.
    pub(super) fn new(emit: &mut Emit, name: &str) -> Behind {
        Behind { place: emit.new_int(&format!("{name}$met")), text: emit.new_str(&format!("{name}$behind")) }
    }
}

impl Memory {
    /// Whether a text was last met at a place.
    pub(super) fn is_met(&self, spot: &Spot) -> Option<(Condition, StrTerm)> {
        let Behind { place, text } = self.behind(spot.object)?;
        Some((terms::equal(&Linear::var(place), &spot.offset), StrTerm::Var(text)))
    }

    /// Remembers a text that was met at a place.
    pub(super) fn meet(&mut self, emit: &mut Emit, spot: &Spot, met: &StrTerm) {
        let Some(Behind { place, text }) = self.behind(spot.object) else { return };
        set(emit, place, spot.offset.clone());
        emit.push(Action::SetStr(text, StrExpr::Term(met.clone())));
    }

    /// Cuts the text where a NUL is written into it.
    pub(super) fn cut_met(&mut self, emit: &mut Emit, spot: &Spot) {
        let Some(Behind { place, text }) = self.behind(spot.object) else { return };
        let at = terms::minus(&spot.offset, &Linear::var(place));
        let within = terms::at_most(&Linear::constant(0), &at).and(terms::less(&at, &Linear::length(text)));
        let mut cases = Cases::default();
        if cases.when(emit, within) {
            emit.push(Action::SetStr(text, terms::prefix(&StrTerm::Var(text), &at)));
        }
        cases.end(emit);
    }

    /// Forgets the text unless it begins at the end of what is written, or behind it.
    pub(super) fn forget_met(&mut self, emit: &mut Emit, object: ObjectId, end: &Linear) {
        let Some(Behind { place, .. }) = self.behind(object) else { return };
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&Linear::var(place), end)) {
            set(emit, place, Linear::constant(-1));
        }
        cases.end(emit);
    }

    /// No text was met in an object that begins.
    pub(super) fn forget_all_met(&mut self, emit: &mut Emit, object: ObjectId) {
        if let Some(Behind { place, .. }) = self.behind(object) {
            set(emit, place, Linear::constant(-1));
        }
    }

    fn behind(&self, object: ObjectId) -> Option<Behind> {
        self.buffer(object)?.behind
    }
}

fn set(emit: &mut Emit, var: IntVar, value: Linear) {
    emit.push(Action::SetInt(var, IntExpr::Linear(value), Width::Unbounded));
}
