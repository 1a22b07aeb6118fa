//! NULs that are known to stand behind the first one.
//!
//! The text of a buffer says where its first NUL is and nothing of what follows. A routine that cuts a string into pieces writes NULs
//! into it and reads on behind them, and one that appends overwrites the first NUL before it writes another; both rest on a
//! NUL further on. So a buffer that is read, and written byte by byte, has a *stop*: `len(text) <= stop <= cap`, and where
//! `stop < cap` the byte at the stop is NUL. The length of the text is always a stop. Of several the last is kept,
//! since it is overwritten last.
//!
//! A text that grows over its NUL ends at the stop, and so does one that begins before it.

use ir::emit::Emit;
use ir::{Action, Condition, IntExpr, IntVar, Linear, Width};

use super::cases::Cases;
use super::object::{Buffer, Memory, ObjectId};
use super::pointer::Spot;
use super::terms;

impl Buffer {
    /// Whether the byte at a place within the buffer is known to be NUL, though it may not be the first.
    pub(super) fn has_nul_at(&self, at: &Linear) -> Condition {
        let stops = self.stop.map_or(Condition::FALSE, |stop| terms::equal(&Linear::var(stop), at));
        stops.or(self.is_zero_from(at))
    }

    /// What is known of where a text ends that begins at a place behind the first NUL.
    pub(super) fn ends_in_time(&self, from: &Linear, end: &Linear) -> Condition {
        let bound = self.zeros.map_or(self.cap.clone(), Linear::var);
        let within = terms::at_most(end, &bound);
        let Some(stop) = self.stop.map(Linear::var) else { return within };
        within.and(terms::less(&stop, from).or(terms::at_most(end, &stop)))
    }
}

impl Memory {
    /// Remembers a NUL that was written at a place.
    pub(super) fn note_nul(&mut self, emit: &mut Emit, spot: &Spot) {
        let Some((stop, cap)) = self.stop(spot.object) else { return };
        let known = Linear::var(stop);
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&known, &spot.offset).or(terms::at_most(&cap, &known))) {
            set(emit, stop, spot.offset.clone());
        }
        cases.end(emit);
    }

    /// Forgets a stop before the end of what is written over the first NUL, and bounds the text that then is there.
    pub(super) fn bound_text(&mut self, emit: &mut Emit, object: ObjectId, end: &Linear) -> Linear {
        let Some((stop, cap)) = self.stop(object) else {
            return self.buffer(object).map_or(Linear::constant(0), |buffer| buffer.cap.clone());
        };
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&Linear::var(stop), end)) {
            set(emit, stop, cap);
        }
        cases.end(emit);
        Linear::var(stop)
    }

    /// Makes the first NUL the stop where another one lies before the end of what was written.
    pub(super) fn unstop_before(&mut self, emit: &mut Emit, object: ObjectId, end: &Linear) {
        let Some((stop, _)) = self.stop(object) else { return };
        let mut cases = Cases::default();
        if cases.when(emit, terms::less(&Linear::var(stop), end)) {
            self.reset_stop(emit, object);
        }
        cases.end(emit);
    }

    /// Makes the first NUL the stop, which it always may be.
    pub(super) fn reset_stop(&mut self, emit: &mut Emit, object: ObjectId) {
        let Some((stop, _)) = self.stop(object) else { return };
        let length = self.buffer(object).and_then(Buffer::len).expect("a buffer with a stop has a text");
        set(emit, stop, length);
    }

    fn stop(&self, object: ObjectId) -> Option<(IntVar, Linear)> {
        let buffer = self.buffer(object)?;
        Some((buffer.stop?, buffer.cap.clone()))
    }
}

fn set(emit: &mut Emit, var: IntVar, value: Linear) {
    emit.push(Action::SetInt(var, IntExpr::Linear(value), Width::Unbounded));
}
