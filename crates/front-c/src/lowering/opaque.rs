//! Pointers of which nothing is known, and pointers in memory that is not followed.
//!
//! What is put where nothing is followed is remembered in one set for all such places. A pointer that comes from there is null, leads to one of
//! these, or to an object of which nothing is known; what is claimed of that one stays open, and nothing else does.

use std::collections::BTreeSet;

use ir::{Action, Condition, Linear, Quantity, Variable};

use crate::memory::{ObjectId, Odd, Pointer, Vague, Value, terms};

use crate::tree::VarId;

use super::slots::{Offsets, PointerSlot, Points};
use super::state::Lowering;

/// The key of what is put where nothing is followed.
const OPAQUE: &str = "$opaque";

impl Lowering<'_> {
    /// Remembers that a pointer is put where nothing is followed.
    pub(crate) fn escape(&mut self, value: &Value) {
        if let Value::Pointer(pointer) = value {
            self.points.add(OPAQUE, pointer);
        }
    }

    /// The objects that pointers lead to which are put where nothing is followed.
    pub(crate) fn escaped(&self) -> Vec<ObjectId> {
        self.points.of(OPAQUE).targets.into_iter().collect()
    }

    /// Over-approximates: a pointer that comes from where nothing is followed, and that may lead into some objects too.
    pub(crate) fn unknown_pointer(&mut self, within: &BTreeSet<ObjectId>) -> Pointer {
        let key = format!("{}unknown@{}", self.context(), self.emit.span.start);
        let named = (key.as_str(), "an object of which nothing is known");
        let unknown = self.memory.vague(&mut self.emit, named, Vague::Unknown);
        let mut targets = self.points.of(OPAQUE).targets;
        targets.extend(within.iter().copied().filter(|object| self.function_of(*object).is_none()));
        targets.insert(unknown);
        let tag = self.emit.any_int("unknown$tag");
        let offset = self.emit.any_int("unknown$offset");
        // One to a variable of a block may lead to an earlier life of it.
        let wild = targets.iter().any(|object| self.memory.names.is_outlived(*object));
        let odd = Odd { null: true, wild };
        let pointer = Pointer { targets, tag, offset, odd };
        self.emit.push(Action::Assume(leads(&pointer.tag, &pointer.targets, odd)));
        pointer
    }

    /// Begins a pointer that another source sets: what surrounds the run decides where it leads to, so nothing is lost yet.
    pub(crate) fn begin_elsewhere(&mut self, id: VarId) {
        let pointer = self.unknown_pointer(&BTreeSet::new());
        for term in [&pointer.tag, &pointer.offset] {
            if let [(Quantity::Var(var), _)] = term.terms() {
                self.emit.fates.insert(Variable::Int(*var));
            }
        }
        let named = self.variable(id);
        self.store_slot(&named.slot, &Value::Pointer(pointer));
    }

    /// Sets a slot to any pointer of a set, but not to what was never set.
    pub(crate) fn set_any(&mut self, slot: &PointerSlot, points: &Points) {
        if self.points.only(&slot.key).is_none() {
            self.emit.push(Action::Havoc(Variable::Int(slot.tag)));
            let odd = Odd { null: points.odd.null || points.targets.is_empty(), wild: false };
            self.emit.push(Action::Assume(leads(&Linear::var(slot.tag), &points.targets, odd)));
        }
        if points.offset == Offsets::Many {
            self.emit.push(Action::Havoc(Variable::Int(slot.offset)));
        }
    }

    /// Forgets where a pointer leads to.
    pub(crate) fn lose_pointer(&mut self, slot: &PointerSlot) {
        let key = slot.key.clone();
        self.points.absorb(OPAQUE, &key);
        let pointer = self.unknown_pointer(&BTreeSet::new());
        self.store_pointer(slot, &pointer);
    }
}

/// Whether a tag is that of one of some objects, or null where that may be.
fn leads(tag: &Linear, targets: &BTreeSet<ObjectId>, odd: Odd) -> Condition {
    let is = |may: bool, number| {
        if may { terms::equal(tag, &Linear::constant(number)) } else { Condition::FALSE }
    };
    let none = is(odd.null, 0).or(is(odd.wild, -1));
    targets.iter().fold(none, |either, target| either.or(terms::equal(tag, &target.tag())))
}
