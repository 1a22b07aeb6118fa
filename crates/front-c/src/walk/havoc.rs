//! Calls of functions of which nothing is known, and what a contract may have written behind pointers.
//!
//! A function without a body and without a contract may change everything that its arguments lead to and every variable
//! that lives always; its result is any. The report says so.

use std::collections::BTreeSet;

use ir::Linear;

use crate::memory::{Buffer, ObjectId, Spot, Value};
use crate::tree::{Lives, Type, VarId};

use super::slots::{Slot, leaves};
use super::walker::Walker;

impl Walker<'_> {
    /// A call of a function of which nothing is known.
    pub(crate) fn unknown_call(&mut self, name: &str, values: &[Value], ty: &Type) -> Value {
        self.assume_said(&format!(
            "{name} is not known: it stays within what it is given, may change that, and gives any value"
        ));
        // Without a number beside it only a NUL can tell such a function where its argument ends.
        if values.iter().all(|value| matches!(value, Value::Pointer(_))) {
            let why = format!("bytes without NUL that are given to {name} are not followed");
            for value in values {
                if let Value::Pointer(pointer) = value {
                    self.memory.follow_strings_only(&mut self.emit, pointer, &why);
                }
            }
        }
        let mut reached = self.reached(values);
        if reached.iter().any(|object| self.function_of(*object).is_some()) {
            self.gap("a function that is given to one of which nothing is known");
        }
        for (index, variable) in self.unit.variables.iter().enumerate() {
            let id = VarId(index);
            if variable.lives != Lives::Block && !self.is_stream(id) && self.mentioned.contains(&id) {
                let named = self.variable(id);
                if let Slot::Bytes(object) = named.slot {
                    reached.insert(object);
                } else {
                    self.lose(&named);
                }
            }
        }
        let given = self.reached(values);
        for object in reached {
            self.forget(object);
        }
        if ty.is_pointer() { Value::Pointer(self.unknown_pointer(&given)) } else { self.lost(ty) }
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

    /// All objects that values lead to, through pointers that are kept in objects too.
    fn reached(&self, values: &[Value]) -> BTreeSet<ObjectId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<ObjectId> = Vec::new();
        for value in values {
            if let Value::Pointer(pointer) = value {
                open.extend(pointer.targets.iter().copied());
            }
        }
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
