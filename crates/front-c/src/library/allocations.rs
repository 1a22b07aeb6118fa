//! Objects that are allocated and given back.
//!
//! An allocation succeeds; that it may not is an assumption of the report. `realloc` ends the old object and begins one
//! with the bytes that fit.

use ir::{Action, Assumption, IntExpr, Linear, StrTerm};

use super::Table;
use super::call::{Call, Outcome};
use crate::memory::access::Access;
use crate::memory::{Cases, Fill, Life, Pointer, Shape, Spot, Value, terms};

/// The contracts.
pub(super) const TABLE: Table = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocf", realloc),
    ("alloca", alloca),
    ("free", free),
    ("strdup", strdup),
    ("strndup", strndup),
];

fn malloc(call: &mut Call) -> Option<Outcome> {
    let size = call.size(0)?;
    Some(gives(begin(call, size, Fill::Uninitialised, Life::Allocated)))
}

fn alloca(call: &mut Call) -> Option<Outcome> {
    let size = call.size(0)?;
    Some(gives(begin(call, size, Fill::Uninitialised, Life::Stacked)))
}

fn calloc(call: &mut Call) -> Option<Outcome> {
    let (count, size) = (call.size(0)?, call.size(1)?);
    let product = product(call, &count, &size);
    Some(gives(begin(call, product, Fill::Zero, Life::Allocated)))
}

/// The product of two sizes.
pub(super) fn product(call: &mut Call, left: &Linear, right: &Linear) -> Linear {
    let exact = match (left.as_constant(), right.as_constant()) {
        (Some(factor), _) => right.times(factor),
        (_, Some(factor)) => left.times(factor),
        (None, None) => None,
    };
    exact.unwrap_or_else(|| {
        let times = IntExpr::Times(left.clone(), right.clone());
        call.emit.set_int("product", times)
    })
}

fn realloc(call: &mut Call) -> Option<Outcome> {
    let (old, size) = (call.pointer(0)?, call.size(1)?);
    let null = old.is_null();
    if null == ir::Condition::TRUE {
        return Some(gives(begin(call, size, Fill::Uninitialised, Life::Allocated)));
    }
    // What is kept is taken before the old object ends; with a null pointer nothing is.
    let kept = call.emit.new_str("kept");
    let ends = call.emit.new_int("kept$ends");
    call.emit.push(Action::SetStr(kept, ir::StrExpr::Term(terms::word(&[]))));
    call.set(ends, Linear::constant(0));
    let mut cases = Cases::default();
    if cases.when(call.emit, null.negated()) {
        keep(call, &old, (kept, ends));
        call.memory.free(call.emit, &old);
    }
    cases.end(call.emit);
    // What stood behind the first NUL of the old object is not kept.
    let new = begin(call, size.clone(), Fill::Lost, Life::Allocated);
    let spot = Spot { object: *new.targets.first()?, offset: Linear::constant(0) };
    let text = StrTerm::Var(kept);
    let is_whole =
        terms::equal(&Linear::var(ends), &Linear::constant(1)).and(terms::less(&terms::length(&text), &size));
    let mut cases = Cases::default();
    if cases.when(call.emit, is_whole) {
        call.memory.put_string(call.emit, &spot, &text);
    }
    if cases.otherwise(call.emit) {
        let part = call.first(&text, &size);
        call.memory.put_bytes(call.emit, &spot, &part);
    }
    cases.end(call.emit);
    Some(gives(new))
}

/// Keeps the text of an object, and 1 when a NUL follows it.
fn keep(call: &mut Call, old: &Pointer, (kept, ends): (ir::StrVar, ir::IntVar)) {
    call.each(0, old, |call, spot| {
        call.memory.claim(call.emit, spot, &Linear::constant(0), Access::Read);
        let text = call.memory.text_at(call.emit, spot);
        call.emit.push(Action::SetStr(kept, ir::StrExpr::Term(text.clone())));
        let cap = call.memory.buffer(spot.object).map(|buffer| buffer.cap.clone());
        let end = terms::plus(&spot.offset, &terms::length(&text));
        let mut cases = Cases::default();
        if cases.when(call.emit, cap.map_or(ir::Condition::FALSE, |cap| terms::less(&end, &cap))) {
            call.set(ends, Linear::constant(1));
        }
        cases.end(call.emit);
        Linear::constant(0)
    });
}

fn free(call: &mut Call) -> Option<Outcome> {
    let pointer = call.pointer(0)?;
    call.memory.free(call.emit, &pointer);
    Some(super::nothing())
}

fn strdup(call: &mut Call) -> Option<Outcome> {
    let copy = call.emit.new_str("copy");
    call.each_string(0, |call, _, text| {
        call.emit.push(Action::SetStr(copy, ir::StrExpr::Term(text.clone())));
        Linear::constant(0)
    })?;
    Some(gives(begin_string(call, &StrTerm::Var(copy))))
}

fn strndup(call: &mut Call) -> Option<Outcome> {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    let copy = call.emit.new_str("copy");
    call.emit.push(Action::SetStr(copy, ir::StrExpr::Term(terms::word(&[]))));
    let mut cases = Cases::default();
    if cases.when(call.emit, terms::less(&Linear::constant(0), &most)) {
        call.each(0, &from, |call, spot| {
            let text = call.bounded(spot, &most);
            call.emit.push(Action::SetStr(copy, terms::prefix(&text, &most)));
            Linear::constant(0)
        });
    }
    cases.end(call.emit);
    Some(gives(begin_string(call, &StrTerm::Var(copy))))
}

fn begin_string(call: &mut Call, text: &StrTerm) -> Pointer {
    let size = terms::add(&terms::length(text), 1);
    begin(call, size, Fill::Text(text.clone()), Life::Allocated)
}

fn begin(call: &mut Call, cap: Linear, fill: Fill, life: Life) -> Pointer {
    let name = format!("what {} gives", call.name);
    let shape = Shape { name, cap, elements: call.elements, fill, life };
    if life == Life::Allocated {
        call.memory.environment.insert(Assumption::AllocationSucceeds);
    }
    Pointer::to(call.memory.begin(call.emit, call.site, shape))
}

fn gives(pointer: Pointer) -> Outcome {
    Outcome::Returns(Value::Pointer(pointer))
}
