//! Places: what an expression on the left of an assignment stands for, and how values get out of and into it.
//!
//! A place is a slot, or what a pointer leads to. The address of a slot makes it an object.

use std::collections::BTreeSet;

use ir::{Action, Condition, Linear, StrExpr, StrTerm};

use crate::library;
use crate::memory::{Byte, Elements, Fill, Life, ObjectId, Pointer, Rule, Shape, Sign, Value, terms};
use crate::tree::{Expr, ExprKind, Extent, Lives, Type, VarId};

use super::slots::{Named, Offsets, PointerSlot, Slot};
use super::state::Lowering;
use super::visit::root;

/// Where a value is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// In a slot.
    Slot(Named),
    /// A value that does not change, of a parameter.
    Fixed(Value),
    /// Where a pointer leads to.
    Through(Through),
}

/// What a pointer leads to.
#[derive(Clone, Debug)]
pub(crate) struct Through {
    pub(crate) pointer: Pointer,
    pub(crate) ty: Type,
    /// How reports call the pointer.
    pub(crate) name: String,
}

impl Lowering<'_> {
    /// The place that an expression stands for.
    pub(crate) fn place(&mut self, expr: &Expr) -> Place {
        self.emit.span = expr.span;
        if let ExprKind::Variable(id) = &expr.kind {
            if let Some(value) = self.frame().fixed.get(id) {
                return Place::Fixed(value.clone());
            }
            if let Some(stream) = self.stream(*id) {
                return Place::Fixed(Value::Pointer(Pointer::to(stream)));
            }
            return Place::Slot(self.variable(*id));
        }
        if let ExprKind::Member(whole, index) = &expr.kind {
            return self.member(whole, *index);
        }
        if let ExprKind::Deref(pointer) = &expr.kind {
            if let Some((array, by, count)) = self.inner_element(pointer) {
                return self.element((array, by), count, expr);
            }
            let pointer = if let ExprKind::Offset(base, by) = &pointer.kind {
                // Who follows it claims that it is not null.
                self.offset(base, by).0
            } else {
                let value = self.value(pointer);
                self.pointer_of(&value)
            };
            return through(pointer, expr);
        }
        if let ExprKind::Text(bytes) = &expr.kind {
            return through(Pointer::to(self.memory.literal(bytes)), expr);
        }
        Place::Slot(self.kept(expr))
    }

    /// The array, the number and the count of elements, where an expression leads to an element of an array that is a part of a larger object:
    /// the bounds of that do not tell when it is left. The last member of a record may have more elements than it says when it
    /// says one: records with a tail of any length were written so before C99 had a word for them.
    fn inner_element<'e>(&self, pointer: &'e Expr) -> Option<(&'e Expr, &'e Expr, u64)> {
        let ExprKind::Offset(base, by) = &pointer.kind else { return None };
        let ExprKind::Decay(array) = &base.kind else { return None };
        let Type::Array(_, Extent::Known(count)) = array.ty else { return None };
        let is_inner = if let ExprKind::Member(whole, index) = &array.kind {
            let Type::Record(id) = whole.ty else { return None };
            let record = &self.unit.records[id.0];
            // Members of variables themselves are objects of their own, unless they share their bytes.
            if root(array).is_some() {
                self.is_shared(whole)
            } else {
                !record.is_union && (count > 1 || index + 1 < record.members.as_ref()?.len())
            }
        } else {
            matches!(array.kind, ExprKind::Deref(_))
        };
        (is_inner && count > 0).then_some((&**base, &**by, count))
    }

    /// Whether a record is a union, or lies within one.
    fn is_shared(&self, record: &Expr) -> bool {
        let is_union = matches!(record.ty, Type::Record(id) if self.unit.records[id.0].is_union);
        is_union || matches!(&record.kind, ExprKind::Member(whole, _) if self.is_shared(whole))
    }

    /// The place of an element of an array that is a part of a larger object.
    fn element(&mut self, (base, by): (&Expr, &Expr), count: u64, expr: &Expr) -> Place {
        let size = self.element_size(&base.ty);
        let value = self.value(base);
        let pointer = self.pointer_of(&value);
        let by = self.integer(by);
        self.emit.span = expr.span;
        let (first, last) = (Linear::constant(0), Linear::constant(i128::from(count) - 1));
        for (rule, inside) in
            [(Rule::ReadBefore, terms::at_most(&first, &by)), (Rule::ReadPast, terms::at_most(&by, &last))]
        {
            if inside != Condition::TRUE {
                self.memory.claims.require(&mut self.emit, rule, inside, "the inner array");
            }
        }
        let by = self.scaled(&by, size);
        through(pointer.moved(&by), expr)
    }

    /// Whether a variable is a stream of the library, as `stdin`.
    pub(crate) fn is_stream(&self, id: VarId) -> bool {
        let variable = &self.unit.variables[id.0];
        let is_named = matches!(variable.name.as_str(), "stdin" | "stdout" | "stderr");
        is_named && variable.lives == Lives::Elsewhere && variable.ty.is_pointer()
    }

    fn stream(&mut self, id: VarId) -> Option<ObjectId> {
        if !self.is_stream(id) {
            return None;
        }
        library::standard(&mut self.emit, &mut self.memory, &self.unit.variables[id.0].name)
    }

    /// A value that is no place, kept in one, as the record that a call gives back.
    fn kept(&mut self, expr: &Expr) -> Named {
        let kept = self.temporary("kept", &expr.ty);
        if matches!(expr.ty, Type::Record(_)) {
            let from = self.record_value(expr);
            self.copy(&kept, &from);
        } else {
            let value = self.value(expr);
            self.store_slot(&kept.slot, &value);
        }
        kept
    }

    fn member(&mut self, whole: &Expr, index: usize) -> Place {
        let Type::Record(id) = whole.ty else {
            self.gap("a member of what is no record");
            return Place::Fixed(Value::None);
        };
        let members = self.unit.records[id.0].members.as_ref();
        let Some(member) = members.and_then(|members| members.get(index)).cloned() else {
            self.gap("a member of an incomplete record");
            return Place::Fixed(Value::None);
        };
        let place = self.place(whole);
        let is_kept = matches!(&place, Place::Slot(Named { slot: Slot::Record(_), .. }));
        if member.is_bits && !is_kept {
            self.gap("a bit field that a pointer leads to");
        }
        match place {
            Place::Slot(Named { slot: Slot::Record(slots), key, name, .. }) => Place::Slot(Named {
                slot: slots[index].clone(),
                ty: member.ty,
                key: format!("{key}.{index}"),
                name: format!("{name}.{}", member.name),
            }),
            Place::Slot(named) => {
                let pointer =
                    Pointer::to(self.object(&named)).moved(&Linear::constant(i128::from(member.offset)));
                Place::Through(Through { pointer, ty: member.ty, name: named.name })
            }
            Place::Through(Through { pointer, name, .. }) => {
                let pointer = pointer.moved(&Linear::constant(i128::from(member.offset)));
                Place::Through(Through { pointer, ty: member.ty, name })
            }
            Place::Fixed(_) => {
                self.gap("a member of a value");
                Place::Fixed(Value::None)
            }
        }
    }

    /// The object that a slot is.
    pub(crate) fn object(&mut self, named: &Named) -> ObjectId {
        if self.memory.names.is_outlived_under(&named.key) && self.may_skip_declarations() {
            // Whose address is taken is there.
            self.revive(named);
        }
        if let Slot::Bytes(object) = named.slot {
            return object;
        }
        let object = self.memory.names.id(&named.key);
        if self.memory.buffer(object).is_none() {
            let cap = Linear::constant(i128::from(self.size(&named.ty)));
            self.begin_object(named, cap, Life::Declared);
        }
        let context = self.context();
        if !context.is_empty() && named.key.starts_with(context) {
            self.frame().declared.insert(object);
        }
        self.cells.entry(object).or_insert_with(|| named.clone());
        object
    }

    /// Begins an object of which only the bounds are known to the memory.
    pub(crate) fn begin_object(&mut self, named: &Named, cap: Linear, life: Life) -> ObjectId {
        let shape =
            Shape { name: named.name.clone(), cap, elements: Elements::Wider, fill: Fill::Lost, life };
        self.memory.begin(&mut self.emit, &named.key, shape)
    }

    /// The address of a place.
    pub(crate) fn address(&mut self, place: &Place) -> Pointer {
        match place {
            Place::Slot(named) => Pointer::to(self.object(named)),
            Place::Through(through) if matches!(through.ty, Type::Array(..)) => self.decayed(through),
            Place::Through(through) => through.pointer.clone(),
            Place::Fixed(_) => {
                self.gap("the address of a value");
                Pointer::wild()
            }
        }
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place) -> Value {
        match place {
            Place::Slot(named) => self.load_slot(&named.slot, &named.ty),
            Place::Fixed(value) => value.clone(),
            Place::Through(through) => self.load_through(through),
        }
    }

    /// Puts a value of the type of the place there.
    pub(crate) fn store(&mut self, place: &Place, value: &Value) {
        match place {
            Place::Slot(named) => self.store_slot(&named.slot, value),
            Place::Through(through) => {
                // The value is the result of the assignment too, so it keeps its own variable.
                self.wrapped = None;
                self.store_through(through, value);
            }
            Place::Fixed(_) => self.gap("an assignment to a value"),
        }
    }

    /// The value that a slot holds.
    pub(crate) fn load_slot(&mut self, slot: &Slot, ty: &Type) -> Value {
        match slot {
            Slot::Int(var, _) => Value::Int(Linear::var(*var)),
            Slot::Byte(var, sign) => Value::Byte(Byte { text: StrTerm::Var(*var) }, *sign),
            Slot::Pointer(pointer) => Value::Pointer(self.load_pointer(pointer)),
            Slot::Bytes(_) | Slot::Record(_) | Slot::Array(_) | Slot::Opaque => self.lost(ty),
        }
    }

    /// The pointer in a slot.
    pub(crate) fn load_pointer(&mut self, slot: &PointerSlot) -> Pointer {
        let tag = match self.points.only(&slot.key) {
            Some(object) => object.tag(),
            None => Linear::var(slot.tag),
        };
        let points = self.points.of(&slot.key);
        let offset = match points.offset {
            Offsets::Unset => Linear::constant(0),
            Offsets::Same(known) => Linear::constant(known),
            Offsets::Many => Linear::var(slot.offset),
        };
        Pointer { targets: points.targets, tag, offset, odd: points.odd }
    }

    /// Puts a value into a slot.
    pub(crate) fn store_slot(&mut self, slot: &Slot, value: &Value) {
        match slot {
            Slot::Int(var, ty) => match value.integer(&mut self.emit) {
                Some(term) => self.keep_int(*var, *ty, term),
                None => self.lose_slot(slot),
            },
            Slot::Byte(var, _) => match value.byte(&mut self.emit) {
                Some(byte) => {
                    self.emit.push(Action::SetStr(*var, StrExpr::Term(byte.text)));
                }
                None => self.lose_slot(slot),
            },
            Slot::Pointer(place) => {
                let pointer = self.pointer_of(value);
                self.store_pointer(place, &pointer);
            }
            Slot::Bytes(_) | Slot::Record(_) | Slot::Array(_) | Slot::Opaque => self.escape(value),
        }
    }

    pub(crate) fn store_pointer(&mut self, slot: &PointerSlot, pointer: &Pointer) {
        self.points.add(&slot.key, pointer);
        if self.points.only(&slot.key).is_none() {
            self.set(slot.tag, pointer.tag.clone());
        }
        if self.points.of(&slot.key).offset == Offsets::Many {
            self.set(slot.offset, pointer.offset.clone());
        }
    }

    /// Sets a variable, unless it has the value by its shape.
    pub(crate) fn set(&mut self, var: ir::IntVar, term: Linear) {
        if term != Linear::var(var) {
            self.emit.push(Action::SetInt(var, ir::IntExpr::Linear(term), ir::Width::Unbounded));
        }
    }

    /// The pointer that a value is. One that comes from a number is followed only when the number is 0.
    pub(crate) fn pointer_of(&mut self, value: &Value) -> Pointer {
        if let Some(pointer) = value.pointer() {
            return pointer;
        }
        let constant = match value {
            Value::Int(term) => term.as_constant(),
            Value::Byte(byte, _) => byte.as_constant().map(i128::from),
            Value::Pointer(_) | Value::None => None,
        };
        match constant {
            Some(0) => Pointer::null(),
            Some(_) => Pointer::wild(),
            None => {
                self.gap("a number as a pointer");
                Pointer::wild()
            }
        }
    }

    /// A value of a type of which nothing is known.
    pub(crate) fn lost(&mut self, ty: &Type) -> Value {
        match ty {
            Type::Integer(integer) if integer.bits == 8 => {
                let sign = super::slots::sign(*integer);
                Value::Byte(Byte::lost(&mut self.emit, "lost"), sign)
            }
            Type::Integer(integer) => {
                let term = self.emit.any_int("lost");
                self.emit.push(Action::Assume(super::numbers::in_range(&term, *integer)));
                if let [(ir::Quantity::Var(var), _)] = term.terms() {
                    self.ranges.insert(*var, integer.range());
                }
                Value::Int(term)
            }
            Type::Pointer(_) => Value::Pointer(self.unknown_pointer(&BTreeSet::new())),
            Type::Void | Type::Real(_) | Type::Array(..) | Type::Function(_) | Type::Record(_) => Value::None,
        }
    }

    /// A value of a type that what surrounds the run decides.
    pub(crate) fn input(&mut self, ty: &Type) -> Value {
        match ty {
            Type::Integer(integer) if integer.bits == 8 => {
                Value::Byte(Byte::guessed(&mut self.emit, "input"), super::slots::sign(*integer))
            }
            Type::Integer(integer) => Value::Int(self.wrapped(ir::IntExpr::Input, *integer)),
            Type::Pointer(_) => Value::Pointer(Pointer::wild()),
            Type::Void | Type::Real(_) | Type::Array(..) | Type::Function(_) | Type::Record(_) => Value::None,
        }
    }
}

/// The place that a pointer leads to.
fn through(pointer: Pointer, expr: &Expr) -> Place {
    Place::Through(Through { pointer, ty: expr.ty.clone(), name: "the pointer".to_owned() })
}

/// The sign under which a byte of a type is read.
pub(crate) fn sign_of(ty: &Type) -> Option<Sign> {
    ty.integer().filter(|integer| integer.bits == 8).map(super::slots::sign)
}
