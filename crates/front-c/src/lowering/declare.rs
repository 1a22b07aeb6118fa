//! Variables that come to life: what they hold at first.
//!
//! A variable without an initialiser holds what was there before, which what surrounds the run decides; one that lives
//! always begins as 0. An array begins as a buffer each time its declaration is reached.

use ir::Linear;

use crate::lowered::Asked;
use crate::memory::{Byte, Elements, Fill, Life, Pointer, Shape, Spot, Value, terms};
use crate::tree::{Expr, ExprKind, Extent, Initial, Lives, Part, Stmt, Type, VarId};

use super::definite::skippable;
use super::slots::{Named, Slot};
use super::state::Lowering;

/// What a variable holds where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// What was there before.
    Any,
    /// 0.
    Zero,
    /// Nothing is written: it is assigned before it is read.
    Unset,
}

impl Lowering<'_> {
    /// Begins the variables that live always and are mentioned.
    pub(crate) fn begin_globals(&mut self, mentioned: Option<&std::collections::BTreeSet<VarId>>) {
        for (index, variable) in self.unit.variables.iter().enumerate() {
            let id = VarId(index);
            if variable.lives == Lives::Block
                || self.is_stream(id)
                || mentioned.is_some_and(|mentioned| !mentioned.contains(&id))
            {
                continue;
            }
            self.emit.span = variable.span;
            let first = if variable.lives == Lives::Elsewhere { First::Any } else { First::Zero };
            self.declare(id, first);
            if variable.lives == Lives::Elsewhere && variable.ty.is_pointer() {
                self.begin_elsewhere(id);
            }
        }
        if mentioned.is_none() {
            self.mentioned.clear();
        }
    }

    /// Begins the variables of a function whose declarations a jump may pass: they hold what was there before.
    pub(crate) fn begin_skippable(&mut self, body: &Stmt) {
        let ids = skippable(self.unit, body);
        self.frame().skippable.clone_from(&ids);
        for id in ids {
            let is_known = !matches!(self.unit.variables[id.0].ty, Type::Array(_, Extent::Computed(_)));
            if is_known {
                let named = self.variable(id);
                self.begin(&named, First::Any, None);
            }
        }
    }

    /// Begins a variable.
    pub(crate) fn declare(&mut self, id: VarId, first: First) {
        let variable = &self.unit.variables[id.0];
        let initials = variable.initial.iter().flatten();
        initials.for_each(|initial| self.check_order(&initial.value));
        if self.is_fixed(id) {
            return;
        }
        let named = self.variable(id);
        if variable.lives == Lives::Block {
            self.enter_scope(id, &named);
        }
        let extent = self.extent(&named.ty);
        match &variable.initial {
            None => self.begin(&named, first, extent),
            Some(initials) => {
                let whole = initials.iter().find(|initial| initial.path.is_empty());
                if let Some(Initial { value, .. }) = whole {
                    self.begin_with(&named, value, extent);
                } else if let Some(bytes) = constant_bytes(&named.ty, initials) {
                    self.begin_bytes(&named, constant_fill(&bytes), extent);
                } else {
                    self.begin(&named, First::Zero, extent);
                    initials.iter().for_each(|initial| self.set_part(&named, initial));
                }
            }
        }
    }

    /// Begins a variable that nothing changes with a constant, which then stands for it; false when it is not so.
    fn is_fixed(&mut self, id: VarId) -> bool {
        let variable = &self.unit.variables[id.0];
        let is_scalar = matches!(variable.ty, Type::Integer(_) | Type::Pointer(_));
        let is_skippable = self.frames.last().is_some_and(|frame| frame.skippable.contains(&id));
        if variable.lives != Lives::Block || !is_scalar || self.uses.changed.contains(&id) || is_skippable {
            return false;
        }
        let Some([Initial { path, value }]) = variable.initial.as_deref() else { return false };
        if !path.is_empty() {
            return false;
        }
        let value = self.value_as(value, &variable.ty);
        let is_constant = match &value {
            Value::Int(term) => term.as_constant().is_some(),
            Value::Byte(byte, _) => byte.as_constant().is_some(),
            Value::Pointer(Pointer { tag, offset, .. }) => {
                tag.as_constant().is_some() && offset.as_constant().is_some()
            }
            Value::None => false,
        };
        if is_constant {
            self.frame().fixed.insert(id, value);
        } else {
            let named = self.variable(id);
            self.frame().fixed.remove(&id);
            self.store_slot(&named.slot, &value);
        }
        true
    }

    /// The number of elements of an array where it is computed, which is kept for `sizeof`.
    fn extent(&mut self, ty: &Type) -> Option<Linear> {
        let Type::Array(_, Extent::Computed(id)) = ty else { return None };
        let count = self.integer(&self.unit.extents[id.0]);
        let var = self.emit.new_int("count");
        self.set(var, count);
        let context = self.context().to_owned();
        self.extents.insert((context, *id), Linear::var(var));
        Some(Linear::var(var))
    }

    /// Begins everything that a slot has.
    pub(crate) fn begin(&mut self, named: &Named, first: First, extent: Option<Linear>) {
        match &named.slot {
            Slot::Bytes(_) => {
                let fill = if first == First::Zero { Fill::Zero } else { Fill::Uninitialised };
                self.begin_bytes(named, fill, extent);
            }
            Slot::Record(slots) | Slot::Array(slots) => {
                let parts: Vec<Slot> = slots.clone();
                for (index, slot) in parts.into_iter().enumerate() {
                    let part = self.part(named, index, slot);
                    self.begin(&part, first, None);
                }
            }
            Slot::Opaque => {
                if let (Some(count), Type::Array(of, _)) = (extent, &named.ty) {
                    let size = self.size(&of.clone());
                    let cap = self.scaled(&count, size);
                    self.begin_object(named, cap, Life::Declared);
                    let object = self.memory.names.id(&named.key);
                    self.cells.insert(object, named.clone());
                }
            }
            Slot::Int(..) | Slot::Byte(..) | Slot::Pointer(_) => self.begin_scalar(named, first),
        }
    }

    fn begin_scalar(&mut self, named: &Named, first: First) {
        let value = match first {
            First::Unset => return,
            First::Zero if named.ty.is_pointer() => Value::Pointer(Pointer::null()),
            First::Zero => Value::constant(0),
            First::Any => {
                let from = self.emit.size();
                let value = self.input(&named.ty);
                self.note_asked(from, &Asked::Variable(named.name.clone()));
                value
            }
        };
        self.store_slot(&named.slot, &value);
    }

    /// A member or element of a slot.
    fn part(&mut self, named: &Named, index: usize, slot: Slot) -> Named {
        let (ty, key, name) = match &named.ty {
            Type::Record(id) => {
                let member = self.unit.records[id.0].members.as_ref().map(|members| members[index].clone());
                let (ty, name) =
                    member.map_or((Type::Void, String::new()), |member| (member.ty, member.name));
                (ty, format!("{}.{index}", named.key), format!("{}.{name}", named.name))
            }
            Type::Array(of, _) => {
                ((**of).clone(), format!("{}[{index}]", named.key), format!("{}[{index}]", named.name))
            }
            Type::Void | Type::Integer(_) | Type::Real(_) | Type::Pointer(_) | Type::Function(_) => {
                (Type::Void, named.key.clone(), named.name.clone())
            }
        };
        Named { slot, ty, key, name }
    }

    fn begin_bytes(&mut self, named: &Named, fill: Fill, extent: Option<Linear>) {
        let cap = match (&named.ty, extent) {
            (Type::Array(of, _), Some(count)) => {
                let size = self.size(&of.clone());
                self.scaled(&count, size)
            }
            _ => Linear::constant(i128::from(self.size(&named.ty.clone()))),
        };
        let shape =
            Shape { name: named.name.clone(), cap, elements: Elements::Bytes, fill, life: Life::Declared };
        let from = self.emit.size();
        let object = self.memory.begin(&mut self.emit, &named.key, shape);
        self.note_asked(from, &Asked::Variable(named.name.clone()));
        let context = self.context();
        if !context.is_empty() && named.key.starts_with(context) {
            self.frame().declared.insert(object);
        }
    }

    /// Begins a variable with a value.
    fn begin_with(&mut self, named: &Named, value: &Expr, extent: Option<Linear>) {
        match (&named.slot, &value.kind) {
            (Slot::Bytes(_), ExprKind::Text(bytes)) => {
                let most = named.ty.size(&self.unit.records).map_or(usize::MAX, |size| size as usize);
                let bytes = &bytes[..bytes.len().min(most)];
                self.begin_bytes(named, constant_fill(bytes), extent);
            }
            (Slot::Record(_), _) => {
                self.begin(named, First::Zero, None);
                let from = self.record_value(value);
                self.copy(named, &from);
            }
            (Slot::Bytes(_) | Slot::Array(_) | Slot::Opaque, _) => {
                self.begin(named, First::Any, extent);
                self.value(value);
            }
            (Slot::Int(..) | Slot::Byte(..) | Slot::Pointer(_), _) => {
                let value = self.value_as(value, &named.ty);
                self.store_slot(&named.slot, &value);
            }
        }
    }

    /// Sets the part of a variable that an initialiser names.
    fn set_part(&mut self, named: &Named, initial: &Initial) {
        self.emit.span = initial.value.span;
        let mut part = named.clone();
        for (depth, step) in initial.path.iter().enumerate() {
            let index = match step {
                Part::Member(index) => *index,
                Part::Element(index) => *index as usize,
            };
            let inner = match &part.slot {
                Slot::Record(slots) | Slot::Array(slots) => slots.get(index).cloned(),
                Slot::Bytes(_) => return self.set_byte(&part, &initial.path[depth..], &initial.value),
                Slot::Int(..) | Slot::Byte(..) | Slot::Pointer(_) | Slot::Opaque => None,
            };
            let Some(inner) = inner else {
                self.value(&initial.value);
                return;
            };
            part = self.part(&part, index, inner);
        }
        self.begin_with(&part, &initial.value, None);
    }

    /// Sets bytes within an array of them.
    fn set_byte(&mut self, named: &Named, path: &[Part], value: &Expr) {
        let Slot::Bytes(object) = named.slot else { return };
        let mut ty = named.ty.clone();
        let mut offset = 0;
        for step in path {
            let (Part::Element(index), Type::Array(of, _)) = (step, &ty) else { return };
            offset += index * of.size(&self.unit.records).unwrap_or(1);
            ty = (**of).clone();
        }
        let bytes = if let ExprKind::Text(bytes) = &value.kind {
            bytes.iter().map(|byte| Byte::constant(*byte)).collect()
        } else {
            vec![self.byte(value)]
        };
        for (byte, at) in bytes.iter().zip(offset..) {
            let spot = Spot { object, offset: Linear::constant(i128::from(at)) };
            self.memory.put_byte(&mut self.emit, &spot, byte);
        }
    }
}

/// How an array begins whose first bytes are known; those behind are NUL.
fn constant_fill(bytes: &[u8]) -> Fill {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let bytes = &bytes[..end];
    if bytes.contains(&0) {
        return Fill::Table(bytes.iter().map(|byte| u32::from(*byte)).collect());
    }
    Fill::Text(terms::word(bytes))
}

/// The bytes of an array whose initialiser is a list of constants.
fn constant_bytes(ty: &Type, initials: &[Initial]) -> Option<Vec<u8>> {
    let Type::Array(of, Extent::Known(count)) = ty else { return None };
    if !of.is_byte() || *count > 1 << 20 {
        return None;
    }
    let mut bytes = vec![0; *count as usize];
    for initial in initials {
        let [Part::Element(index)] = initial.path[..] else { return None };
        let value = initial.value.constant()?;
        *bytes.get_mut(index as usize)? = value.rem_euclid(256) as u8;
    }
    Some(bytes)
}
