//! Calls that allocate in a place that is met again: pointers to what was the latest object there are told what it is now.
//!
//! What becomes of the objects stands in `memory::again`. All pointers that may lead to them are kept in slots, by keys that are known
//! from the writing before, so none is forgotten.

use ir::{Action, BoolVar, Condition, IntVar, Linear, Test};

use crate::memory::{Cases, Generations, ObjectId, Pointer, Value, terms};
use crate::tree::{Record, StmtKind, Type};

use super::slots::{Named, Slot, leaves};
use super::state::Lowering;
use super::visit::count;

impl Lowering<'_> {
    /// Whether what is walked now may be met more than once in a run.
    pub(crate) fn is_repeated(&self) -> bool {
        let is_label = |kind: &StmtKind| matches!(kind, StmtKind::Label(..));
        self.frames.iter().any(|frame| {
            let function = self.unit.function(&frame.function);
            !frame.continues.is_empty()
                || function.is_some_and(|function| count(self.unit, &function.body, &is_label) > 0)
        })
    }

    /// Prepares a place that is met again for another object. Gives the arguments of the call as they are before.
    pub(crate) fn succeed(&mut self, site: &str, values: &[Value]) -> Vec<Value> {
        let all = self.memory.generations(site);
        let before = values.iter().map(|value| self.as_it_is(value, all.latest)).collect();
        let chosen = self.emit.new_bool("chosen");
        let fate = self.emit.fate("choice");
        let made = self.memory.was_made(all.latest).unwrap_or(Condition::FALSE);
        self.emit.push(Action::SetBool(chosen, fate.and(made)));
        for key in self.points.leading_to(all.latest) {
            let (tag, _) = self.pointer_variables(&key, "kept");
            for object in [all.one, all.others] {
                self.points.add(&key, &Pointer::to(object));
            }
            self.tell_generation(tag, all, &Condition::test(Test::Bool(chosen)));
        }
        if let Some(tag) = self.memory.token_tag(&mut self.emit, all) {
            self.tell_generation(tag, all, &Condition::test(Test::Bool(chosen)));
        }
        self.memory.chosen = Some(chosen);
        before
    }

    /// Gives an object slots for what it holds.
    pub(crate) fn begin_cell(&mut self, object: ObjectId, name: &str, ty: &Type) -> Named {
        if let Some(known) = self.cells.get(&object) {
            return known.clone();
        }
        let key = format!("cell {}", object.0);
        let slot = self.new_slot(&key, name, ty);
        let named = Named { slot, ty: ty.clone(), key, name: name.to_owned() };
        self.cells.insert(object, named.clone());
        named
    }

    /// The same, with the buffers of its members, before the walk comes to where it is made.
    pub(crate) fn prepare_cell(&mut self, object: ObjectId, name: &str, ty: &Type) {
        let cell = self.begin_cell(object, name, ty);
        for leaf in leaves(&cell.slot, &cell.ty, &self.unit.records) {
            let Slot::Bytes(member) = leaf.slot else { continue };
            let size = leaf.ty.size(&self.unit.records).unwrap_or_default();
            let Some(key) = self.memory.names.name(member).map(str::to_owned) else { continue };
            self.memory.prepare_member(&mut self.emit, &key, (name, i128::from(size)), object);
        }
    }

    /// A record that was allocated, in a place that is met again: the one before it is handed over first.
    pub(crate) fn succeed_record(&mut self, latest: ObjectId, (name, ty): (&str, &Type), chosen: BoolVar) {
        let Some(site) = self.memory.names.name(latest).map(str::to_owned) else { return };
        let all = self.memory.generations(&site);
        for object in [all.latest, all.one, all.others] {
            self.early.insert(object, (name.to_owned(), ty.clone()));
        }
        let cell = |lowering: &Self, object| lowering.cells.get(&object).cloned();
        let (Some(from), Some(one), Some(others)) =
            (cell(self, all.latest), cell(self, all.one), cell(self, all.others))
        else {
            return;
        };
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, Condition::test(Test::Bool(chosen))) {
            self.copy(&one, &from);
        }
        cases.end(&mut self.emit);
        for kept in [&from, &one] {
            for key in
                pointer_keys(kept, &self.unit.records).iter().zip(pointer_keys(&others, &self.unit.records))
            {
                self.points.absorb(&key.1, key.0);
            }
        }
    }

    /// What the others hold is any of what was put there, each time that it is met.
    pub(crate) fn blur(&mut self, cell: &Named) {
        for leaf in leaves(&cell.slot, &cell.ty, &self.unit.records) {
            match &leaf.slot {
                Slot::Pointer(slot) => {
                    let points = self.points.of(&slot.key);
                    self.set_any(slot, &points);
                    if points.odd.wild {
                        self.approximate("a pointer in a record that is allocated is set before it is read");
                    }
                }
                Slot::Int(..) | Slot::Byte(..) => self.lose_slot(&leaf.slot),
                Slot::Bytes(_) | Slot::Record(_) | Slot::Array(_) | Slot::Opaque => {}
            }
        }
    }

    /// A pointer in variables of its own, where it may lead to an object that will be another.
    fn as_it_is(&mut self, value: &Value, latest: ObjectId) -> Value {
        let Value::Pointer(pointer) = value else { return value.clone() };
        if !pointer.targets.contains(&latest) || pointer.tag.as_constant().is_some() {
            return value.clone();
        }
        let tag = self.emit.new_int("before$tag");
        self.set(tag, pointer.tag.clone());
        Value::Pointer(Pointer { tag: Linear::var(tag), ..pointer.clone() })
    }

    /// A pointer to the latest object leads to the one that is followed or to another; one to that to another, when it is another.
    fn tell_generation(&mut self, tag: IntVar, all: Generations, chosen: &Condition) {
        let leads_to = |object: ObjectId| terms::equal(&Linear::var(tag), &object.tag());
        let to = |object: ObjectId| object.tag();
        let mut cases = Cases::default();
        if cases.when(&mut self.emit, leads_to(all.latest).and(chosen.clone())) {
            self.set(tag, to(all.one));
        }
        if cases.when(&mut self.emit, leads_to(all.latest).or(leads_to(all.one).and(chosen.clone()))) {
            self.set(tag, to(all.others));
        }
        cases.end(&mut self.emit);
    }
}

/// The keys of the pointers of a slot, in order.
fn pointer_keys(named: &Named, records: &[Record]) -> Vec<String> {
    let key = |slot| if let Slot::Pointer(pointer) = slot { Some(pointer.key) } else { None };
    leaves(&named.slot, &named.ty, records).into_iter().filter_map(|leaf| key(leaf.slot)).collect()
}
