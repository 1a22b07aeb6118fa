//! Calls of functions of which nothing is known, and what a contract may have written behind pointers.
//!
//! A function without a body and without a contract that is given a pointer is a gap. One that is given none may change every variable
//! that lives always and whatever these lead to; its result is any.

use std::collections::BTreeSet;

use ir::Linear;

use crate::library;
use crate::memory::{Buffer, Life, ObjectId, Spot, Value};
use crate::tree::Type;

use super::declare::First;
use super::slots::{Named, Slot, leaves};
use super::state::Lowering;

impl Lowering<'_> {
    /// A call of a function of which nothing is known. Given a pointer it may read, write and free whatever that leads to, so
    /// that is a gap; without one it may change everything that lives always and everything that is led to from there.
    pub(crate) fn unknown_call(&mut self, name: &str, values: &[Value], ty: &Type) -> Value {
        let leads = |value: &Value| matches!(value, Value::Pointer(pointer) if pointer.is_null() != ir::Condition::TRUE);
        if library::is_listed(name) || values.iter().any(leads) {
            return self.not_followed(&format!("{name} with these arguments"), ty);
        }
        self.approximate(&format!("{name} may change every variable that lives always, and gives any value"));
        let roots: Vec<_> = self.begun().into_iter().map(|id| self.variable(id)).collect();
        let mut seeds = self.escaped();
        for named in &roots {
            for leaf in leaves(&named.slot, &named.ty, &self.unit.records) {
                match leaf.slot {
                    Slot::Pointer(pointer) => seeds.extend(self.points.of(&pointer.key).targets),
                    Slot::Bytes(object) => seeds.push(object),
                    Slot::Int(..) | Slot::Byte(..) | Slot::Record(_) | Slot::Array(_) | Slot::Opaque => {}
                }
            }
        }
        let reached = self.reached(seeds);
        let is_free = |object: &ObjectId| {
            let life = self.memory.buffer(*object).map(|buffer| buffer.life);
            self.function_of(*object).is_some() || life.is_some_and(|life| life != Life::Declared)
        };
        if reached.iter().any(is_free) {
            return self.not_followed(&format!("{name}, which may call or free what it knows of,"), ty);
        }
        roots.iter().for_each(|named| self.lose(named));
        reached.into_iter().for_each(|object| self.forget(object));
        self.lost(ty)
    }

    /// What a contract may have written where slots are kept: it knows of none.
    pub(crate) fn after_library(&mut self, values: &[Value]) {
        for value in values {
            let Value::Pointer(pointer) = value else { continue };
            for object in pointer.targets.clone() {
                if let Some(cell) = self.cells.get(&object).cloned() {
                    self.lose(&cell);
                }
            }
        }
    }

    /// What a contract has written where slots are kept.
    pub(crate) fn after_contract(&mut self, name: &str, values: &[Value]) {
        if self.set_whole(name, values) {
            return;
        }
        // What %n stores may be anywhere.
        let is_first = library::writes_first(name) && !library::writes_count(&self.memory, values);
        let written = if is_first { values.get(..1).unwrap_or_default() } else { values };
        self.after_library(written);
    }

    /// Sets a record that a function sets as a whole, to zeros or to what another record of its type holds; false when it does not.
    fn set_whole(&mut self, name: &str, values: &[Value]) -> bool {
        let [to, from, size] = values else { return false };
        let Some(size) = size.integer(&mut self.emit).and_then(|size| size.as_constant()) else {
            return false;
        };
        let Some(to) = self.whole_cell(to, size) else { return false };
        match library::plain(name) {
            "memset" if from.integer(&mut self.emit).and_then(|byte| byte.as_constant()) == Some(0) => {
                self.begin(&to, First::Zero, None);
                true
            }
            "memcpy" | "memmove" => {
                let from = self.whole_cell(from, size).filter(|from| from.ty == to.ty);
                from.inspect(|from| self.copy(&to, from)).is_some()
            }
            _ => false,
        }
    }

    /// The record that a pointer leads to the start of, when it leads nowhere else and the record has so many bytes.
    fn whole_cell(&self, value: &Value, size: i128) -> Option<Named> {
        let Value::Pointer(pointer) = value else { return None };
        let only = pointer.targets.first().filter(|_| pointer.targets.len() == 1)?;
        let cell = self.cells.get(only).filter(|_| !self.memory.is_others(*only))?;
        let is_list = self.list.as_ref().is_some_and(|list| list.object == *only);
        let is_whole = cell.ty.size(&self.unit.records).map(i128::from) == Some(size);
        (is_whole && !is_list && pointer.offset.as_constant() == Some(0)).then(|| cell.clone())
    }

    /// Forgets what an object holds.
    fn forget(&mut self, object: ObjectId) {
        if self.list.as_ref().is_some_and(|list| list.object == object) {
            self.gap("a list of arguments that is given to a function of which nothing is known");
        }
        if let Some(cell) = self.cells.get(&object).cloned() {
            self.lose(&cell);
        } else if self.memory.buffer(object).and_then(Buffer::text_var).is_some() {
            self.memory.forget_from(&mut self.emit, &Spot { object, offset: Linear::constant(0) });
        }
    }

    /// All objects that some lead to, through pointers that are kept in objects too; these included.
    fn reached(&self, seeds: Vec<ObjectId>) -> BTreeSet<ObjectId> {
        let mut found = BTreeSet::new();
        let mut open = seeds;
        while let Some(object) = open.pop() {
            if !found.insert(object) {
                continue;
            }
            let Some(cell) = self.cells.get(&object) else { continue };
            for leaf in leaves(&cell.slot, &cell.ty, &self.unit.records) {
                match leaf.slot {
                    Slot::Pointer(pointer) => open.extend(self.points.of(&pointer.key).targets),
                    Slot::Bytes(object) => open.push(object),
                    Slot::Int(..) | Slot::Byte(..) | Slot::Record(_) | Slot::Array(_) | Slot::Opaque => {}
                }
            }
        }
        found
    }
}
