//! What is kept behind pointers: bytes in buffers, and slots in other objects.
//!
//! Each object that a pointer may lead to is one case. The bounds and the life of every object are claimed by the memory;
//! the content of an object that has slots is in these. An access that meets no slot exactly reads any value, and
//! a write forgets the whole object.

use ir::{Action, Condition, Linear, Variable};

use crate::memory::access::Access;
use crate::memory::{Byte, Cases, ObjectId, Pointer, Spot, Value, terms};
use crate::tree::Type;

use super::places::{Through, sign_of};
use super::slots::{Leaf, Named, Slot, leaves};
use super::state::Lowering;

/// How many leaves of an object are told apart when the place within it is not known.
const LEAVES: usize = 32;

impl Lowering<'_> {
    /// The value where a pointer leads to.
    pub(crate) fn load_through(&mut self, through: &Through) -> Value {
        let Through { pointer, ty, name } = through;
        if matches!(ty, Type::Array(..) | Type::Record(_) | Type::Void | Type::Function(_)) {
            return Value::None;
        }
        if let Some(sign) = sign_of(ty).filter(|_| self.all_bytes(pointer)) {
            return Value::Byte(self.memory.read_byte(&mut self.emit, pointer, name), sign);
        }
        let targets = self.memory.follow(&mut self.emit, pointer, name);
        if let [only] = targets[..] {
            return self.load_at(only, &pointer.offset, through);
        }
        let met = self.temporary("met", ty);
        self.each_target(pointer, &targets, |lowering, object| {
            let value = lowering.load_at(object, &pointer.offset, through);
            lowering.store_slot(&met.slot, &value);
        });
        self.load_slot(&met.slot, ty)
    }

    /// Puts a value where a pointer leads to.
    pub(crate) fn store_through(&mut self, through: &Through, value: &Value) {
        let Through { pointer, ty, name } = through;
        if sign_of(ty).is_some() && self.all_bytes(pointer) {
            if let Some(byte) = value.byte(&mut self.emit) {
                self.memory.write_byte(&mut self.emit, pointer, &byte, name);
            }
            return;
        }
        let targets = self.memory.follow(&mut self.emit, pointer, name);
        self.each_target(pointer, &targets, |lowering, object| {
            lowering.store_at((object, &pointer.offset), through, value);
        });
    }

    /// Whether everything that a pointer may lead to is a buffer of bytes.
    fn all_bytes(&self, pointer: &Pointer) -> bool {
        pointer.targets.iter().all(|object| {
            !self.cells.contains_key(object)
                && self.memory.buffer(*object).is_some_and(|buffer| buffer.text().is_some())
        })
    }

    /// Does something for each object that a pointer may lead to, when it is that.
    pub(crate) fn each_target(
        &mut self,
        pointer: &Pointer,
        targets: &[ObjectId],
        mut act: impl FnMut(&mut Self, ObjectId),
    ) {
        let mut cases = Cases::default();
        for (index, object) in targets.iter().enumerate() {
            let is_last = index + 1 == targets.len();
            let here = if is_last { Condition::TRUE } else { terms::equal(&pointer.tag, &object.tag()) };
            if cases.when(&mut self.emit, here) {
                act(self, *object);
            }
        }
        cases.end(&mut self.emit);
    }

    /// The value at an offset of one object.
    fn load_at(&mut self, object: ObjectId, offset: &Linear, through: &Through) -> Value {
        let ty = &through.ty;
        let narrow = narrowed(object, offset);
        let Some(cell) = self.cells.get(&object).cloned() else {
            if let (Some(sign), true) = (sign_of(ty), self.all_bytes(&narrow)) {
                return Value::Byte(self.memory.read_byte(&mut self.emit, &narrow, &through.name), sign);
            }
            let size = self.term_size(ty);
            self.memory.read_wide(&mut self.emit, &narrow, &size, &through.name);
            return self.lost(ty);
        };
        if let Some((inner, at)) = self.inner_bytes(&cell, offset)
            && let Some(sign) = sign_of(ty)
        {
            self.memory.claim_alive(&mut self.emit, &Spot { object, offset: offset.clone() });
            return Value::Byte(
                self.memory.read_byte(&mut self.emit, &narrowed(inner, &at), &through.name),
                sign,
            );
        }
        let size = self.term_size(ty);
        self.memory.claim(&mut self.emit, &Spot { object, offset: offset.clone() }, &size, Access::Read);
        if self.memory.is_others(object) {
            self.blur(&cell);
        }
        let leaves = self.matching(&cell, ty);
        let is_followed =
            offset.as_constant().is_some_and(|at| leaves.iter().any(|leaf| i128::from(leaf.offset) == at));
        if let Some(list) = self.list.clone().filter(|list| list.object == object && !is_followed) {
            return self.load_argument(&list, &cell, (offset, ty));
        }
        if let Some(known) = offset.as_constant() {
            return match leaves.iter().find(|leaf| i128::from(leaf.offset) == known) {
                Some(leaf) => self.load_slot(&leaf.slot, ty),
                None => self.lost(ty),
            };
        }
        let met = self.temporary("met", ty);
        let mut cases = Cases::default();
        let complete = self.is_tiled(&cell, &leaves, offset);
        for leaf in leaves.iter().take(LEAVES) {
            if cases.when(&mut self.emit, terms::equal(offset, &Linear::constant(i128::from(leaf.offset)))) {
                let value = self.load_slot(&leaf.slot, ty);
                self.store_slot(&met.slot, &value);
            }
        }
        if !complete && cases.otherwise(&mut self.emit) {
            let value = self.lost(ty);
            self.store_slot(&met.slot, &value);
        }
        cases.end(&mut self.emit);
        self.load_slot(&met.slot, ty)
    }

    /// Puts a value at an offset of one object.
    fn store_at(&mut self, (object, offset): (ObjectId, &Linear), through: &Through, value: &Value) {
        let ty = &through.ty;
        let narrow = narrowed(object, offset);
        let Some(cell) = self.cells.get(&object).cloned() else {
            if sign_of(ty).is_some() && self.all_bytes(&narrow) {
                if let Some(byte) = value.byte(&mut self.emit) {
                    self.memory.write_byte(&mut self.emit, &narrow, &byte, &through.name);
                }
                return;
            }
            let size = self.term_size(ty);
            self.memory.write_wide(&mut self.emit, &narrow, &size, &through.name);
            self.escape(value);
            return;
        };
        // The byte of a value is guessed, so it is asked for only where one is stored.
        if sign_of(ty).is_some()
            && let Some((inner, at)) = self.inner_bytes(&cell, offset)
            && let Some(byte) = value.byte(&mut self.emit)
        {
            self.memory.claim_alive(&mut self.emit, &Spot { object, offset: offset.clone() });
            self.memory.write_byte(&mut self.emit, &narrowed(inner, &at), &byte, &through.name);
            return;
        }
        let size = self.term_size(ty);
        self.memory.claim(&mut self.emit, &Spot { object, offset: offset.clone() }, &size, Access::Write);
        self.store_leaf(&cell, offset, (ty, value));
    }

    fn store_leaf(&mut self, cell: &Named, offset: &Linear, (ty, value): (&Type, &Value)) {
        if self
            .list
            .as_ref()
            .is_some_and(|list| self.cells.get(&list.object).is_some_and(|of| of.key == cell.key))
        {
            self.gap("an argument of main that is replaced");
            return;
        }
        let leaves = self.matching(cell, ty);
        if let Some(known) = offset.as_constant() {
            if let Some(leaf) = leaves.iter().find(|leaf| i128::from(leaf.offset) == known) {
                self.store_slot(&leaf.slot, value);
            } else {
                self.escape(value);
                self.lose(cell);
            }
            return;
        }
        let mut cases = Cases::default();
        for leaf in leaves.iter().take(LEAVES) {
            if cases.when(&mut self.emit, terms::equal(offset, &Linear::constant(i128::from(leaf.offset)))) {
                self.store_slot(&leaf.slot, value);
            }
        }
        if !self.is_tiled(cell, &leaves, offset) && cases.otherwise(&mut self.emit) {
            self.escape(value);
            self.lose(cell);
        }
        cases.end(&mut self.emit);
    }

    /// The pointer to the first element of an array where a pointer leads to: a member array is an object of its own.
    pub(crate) fn decayed(&mut self, through: &Through) -> Pointer {
        let pointer = &through.pointer;
        let inner: Vec<(ObjectId, Option<(ObjectId, Linear)>)> = pointer
            .targets
            .iter()
            .map(|object| {
                let cell = self.cells.get(object).cloned();
                (*object, cell.and_then(|cell| self.inner_bytes(&cell, &pointer.offset)))
            })
            .collect();
        if inner.iter().all(|(_, inner)| inner.is_none()) {
            return pointer.clone();
        }
        let targets = self.memory.follow(&mut self.emit, pointer, &through.name);
        let to = |object: ObjectId| match inner.iter().find(|(of, _)| *of == object) {
            Some((_, Some((inner, at)))) => narrowed(*inner, at),
            _ => narrowed(object, &pointer.offset),
        };
        if let [only] = targets[..] {
            return to(only);
        }
        let met = self.temporary("met", &Type::Void.pointer());
        self.each_target(pointer, &targets, |lowering, object| {
            lowering.store_slot(&met.slot, &Value::Pointer(to(object)));
        });
        let value = self.load_slot(&met.slot, &met.ty);
        self.pointer_of(&value)
    }

    /// The buffer within a cell that a constant offset lies in, and where within it.
    fn inner_bytes(&self, cell: &Named, offset: &Linear) -> Option<(ObjectId, Linear)> {
        let at = offset.as_constant()?;
        leaves(&cell.slot, &cell.ty, &self.unit.records).into_iter().find_map(|leaf| {
            let Slot::Bytes(object) = leaf.slot else { return None };
            let start = i128::from(leaf.offset);
            let size = i128::from(leaf.ty.size(&self.unit.records)?);
            (start <= at && at < start + size.max(1)).then(|| (object, Linear::constant(at - start)))
        })
    }

    /// The leaves of a cell that hold values of a type.
    fn matching(&self, cell: &Named, ty: &Type) -> Vec<Leaf> {
        let alike = |leaf: &Leaf| match (&leaf.ty, ty) {
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (left, right) => left == right,
        };
        leaves(&cell.slot, &cell.ty, &self.unit.records).into_iter().filter(alike).collect()
    }

    /// Whether every place within a cell that an offset can name is one of some leaves: they fill it one after the
    /// other, and the offset is a number of them by its shape.
    fn is_tiled(&self, cell: &Named, leaves: &[Leaf], offset: &Linear) -> bool {
        let records = &self.unit.records;
        let (Some(first), Some(whole)) = (leaves.first(), cell.ty.size(records)) else { return false };
        let Some(size) = first.ty.size(records).filter(|size| *size > 0) else { return false };
        let stride = i128::from(size);
        let fill = leaves.iter().zip(0..).all(|(leaf, index)| leaf.offset == index * size);
        let steps = offset.constant_part() % stride == 0
            && offset.terms().iter().all(|(_, factor)| factor % stride == 0);
        leaves.len() <= LEAVES && fill && leaves.len() as u64 * size == whole && steps
    }

    fn term_size(&mut self, ty: &Type) -> Linear {
        Linear::constant(i128::from(self.size(ty)))
    }

    /// Forgets everything that a cell holds.
    pub(crate) fn lose(&mut self, cell: &Named) {
        for leaf in leaves(&cell.slot, &cell.ty, &self.unit.records) {
            if let Slot::Bytes(object) = leaf.slot {
                self.memory.forget_from(&mut self.emit, &Spot { object, offset: Linear::constant(0) });
            } else {
                self.lose_slot(&leaf.slot);
            }
        }
    }

    /// Forgets what a slot holds.
    pub(crate) fn lose_slot(&mut self, slot: &Slot) {
        match slot {
            Slot::Int(var, ty) => {
                self.emit.push(Action::Havoc(Variable::Int(*var)));
                self.emit.push(Action::Assume(super::numbers::in_range(&Linear::var(*var), *ty)));
            }
            Slot::Byte(var, _) => {
                let byte = Byte::lost(&mut self.emit, "lost");
                self.emit.push(Action::SetStr(*var, ir::StrExpr::Term(byte.text)));
            }
            Slot::Pointer(slot) => self.lose_pointer(slot),
            Slot::Record(slots) | Slot::Array(slots) => slots.iter().for_each(|slot| self.lose_slot(slot)),
            Slot::Bytes(_) | Slot::Opaque => {}
        }
    }
}

/// The pointer to a place of one object.
fn narrowed(object: ObjectId, offset: &Linear) -> Pointer {
    Pointer { offset: offset.clone(), ..Pointer::to(object) }
}
