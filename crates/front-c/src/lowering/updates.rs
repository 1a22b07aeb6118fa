//! Assignments that read their place first, and copies of records.
//!
//! The old value of an integer is copied before it changes; that of a pointer is its new one, less the move. A record
//! is copied leaf by leaf.

use ir::Linear;

use crate::memory::access::Access;
use crate::memory::{Pointer, Spot, Value, terms};
use crate::tree::{Binary, Expr, ExprKind, Gives, Integer, Type, Update, UpdateBy};

use super::conditions::Truth;
use super::declare::First;
use super::places::Place;
use super::slots::{Named, Slot};
use super::state::Lowering;
use super::visit::root;

impl Lowering<'_> {
    /// An update: the old or the new value of its place.
    pub(crate) fn update(&mut self, update: &Update) -> Value {
        let place = self.place(&update.place);
        let old = self.load(&place);
        match update.by {
            UpdateBy::Forward | UpdateBy::Back => self.move_pointer(update, &place, &old),
            UpdateBy::Operation(operation, ty) => {
                let kept = match update.gives {
                    Gives::Old => Some(self.copied(&old, &update.place.ty)),
                    Gives::New => None,
                };
                let new = self.updated((operation, ty), (&old, update), &update.place.ty);
                let new = self.beside(&place, new, &update.place.ty);
                self.store(&place, &new);
                match kept {
                    Some(old) => old,
                    None => self.after(&place, new),
                }
            }
        }
    }

    /// The value of a place after it got one.
    fn after(&mut self, place: &Place, value: Value) -> Value {
        if let Place::Slot(named) = place { self.load_slot(&named.slot, &named.ty) } else { value }
    }

    /// A value that is about to be stored, as one that stays the same when the place that it was computed from changes.
    pub(crate) fn beside(&mut self, place: &Place, value: Value, ty: &Type) -> Value {
        if matches!(place, Place::Slot(_)) || value == Value::None {
            return value;
        }
        let kept = self.temporary("new", ty);
        self.store_slot(&kept.slot, &value);
        self.load_slot(&kept.slot, ty)
    }

    /// The new value of a place, in its type.
    pub(crate) fn updated(
        &mut self,
        (operation, ty): (Binary, Integer),
        (old, update): (&Value, &Update),
        place: &Type,
    ) -> Value {
        let Some(own) = place.integer() else { return self.lost(place) };
        let old = self.integer_of(old, place);
        let left = self.converted(old, own, ty);
        let right = self.integer(&update.operand);
        let result = self.arithmetic(operation, (left, right), ty);
        // Out of the range of a signed type the result has no meaning in C.
        if own == ty && own.signed {
            return Value::Int(result);
        }
        self.converted_value(Value::Int(result), &Type::Integer(ty), place)
    }

    /// A value that does not change when its place does.
    fn copied(&mut self, value: &Value, ty: &Type) -> Value {
        let kept = self.temporary("old", ty);
        match (&kept.slot, value) {
            (Slot::Int(var, _), Value::Int(term)) => self.set(*var, term.clone()),
            _ => self.store_slot(&kept.slot, value),
        }
        self.load_slot(&kept.slot, ty)
    }

    /// Moves a pointer. What it was is what it is now, less the move, so that no copy is needed.
    fn move_pointer(&mut self, update: &Update, place: &Place, old: &Value) -> Value {
        let size = self.element_size(&update.place.ty);
        let by = self.integer(&update.operand);
        let by = self.scaled(&by, size);
        let by = match update.by {
            UpdateBy::Back => terms::minus(&Linear::constant(0), &by),
            UpdateBy::Forward | UpdateBy::Operation(..) => by,
        };
        let old = self.pointer_of(old);
        let old = self.moved_from_null(old, Some(&by));
        let moved = self.beside(place, Value::Pointer(old.moved(&by)), &update.place.ty);
        self.store(place, &moved);
        let new = self.after(place, moved);
        let Value::Pointer(new) = new else { return Value::Pointer(old) };
        match update.gives {
            Gives::New => Value::Pointer(new),
            Gives::Old => {
                let back = terms::minus(&Linear::constant(0), &by);
                Value::Pointer(Pointer { offset: terms::plus(&new.offset, &back), ..new })
            }
        }
    }

    /// Assigns a record between objects of which only the bounds are known; false when one of them is followed.
    pub(crate) fn assign_unfollowed(&mut self, to: &Expr, from: &Expr) -> bool {
        if !matches!(to.kind, ExprKind::Deref(_)) || !is_plain(from) {
            return false;
        }
        let (from, to) = (self.place(from), self.place(to));
        let Place::Through(to) = to else { return false };
        let size = Linear::constant(i128::from(self.size(&to.ty)));
        if let Place::Through(from) = &from {
            self.memory.read_wide(&mut self.emit, &from.pointer, &size, &from.name);
        }
        for object in to.pointer.targets.clone() {
            if let Some(cell) = self.cells.get(&object).cloned() {
                self.lose(&cell);
            }
        }
        self.memory.write_wide(&mut self.emit, &to.pointer, &size, &to.name);
        true
    }

    /// The place of a record that an expression gives.
    pub(crate) fn record_value(&mut self, expr: &Expr) -> Named {
        match &expr.kind {
            ExprKind::Call(callee, arguments) => self.call_record((callee, arguments), &expr.ty),
            ExprKind::Conditional(test, left, right) => self.chosen_record(test, (left, right), &expr.ty),
            ExprKind::Sequence(parts) if !parts.is_empty() => {
                let (last, before) = parts.split_last().expect("there is a part");
                before.iter().for_each(|part| drop(self.value(part)));
                self.record_value(last)
            }
            ExprKind::Assign(place, _) if root(place).is_some() => {
                self.value(expr);
                self.record_value(place)
            }
            ExprKind::Convert(of) if of.ty == expr.ty => self.record_value(of),
            ExprKind::Variable(_) | ExprKind::Member(..) | ExprKind::Deref(_) => self.record_at(expr),
            ExprKind::Sequence(_)
            | ExprKind::Assign(..)
            | ExprKind::Convert(_)
            | ExprKind::Constant(_)
            | ExprKind::Real
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::Address(_)
            | ExprKind::Decay(_)
            | ExprKind::Minus(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Offset(..)
            | ExprKind::Distance(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Update(_)
            | ExprKind::Block(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Gap(_) => {
                self.gap("a record that such an expression gives");
                self.temporary("record", &expr.ty)
            }
        }
    }

    /// One of two records.
    fn chosen_record(&mut self, test: &Expr, (left, right): (&Expr, &Expr), ty: &Type) -> Named {
        let chosen = self.temporary("chosen", ty);
        self.begin(&chosen, First::Any, None);
        let other = self.jump(test, Truth::Fails);
        let from = self.record_value(left);
        self.copy(&chosen, &from);
        let end = self.emit.jump();
        self.land(other);
        let from = self.record_value(right);
        self.copy(&chosen, &from);
        self.land(vec![end]);
        chosen
    }

    /// The record at a place.
    fn record_at(&mut self, expr: &Expr) -> Named {
        match self.place(expr) {
            Place::Slot(named) => named,
            Place::Through(through) => {
                let targets = self.memory.follow(&mut self.emit, &through.pointer, &through.name);
                if let ([only], Some(0)) = (&targets[..], through.pointer.offset.as_constant())
                    && let Some(cell) = self.cells.get(only).cloned()
                    && cell.ty == expr.ty
                {
                    let spot = Spot { object: *only, offset: Linear::constant(0) };
                    let size = Linear::constant(i128::from(self.size(&expr.ty)));
                    self.memory.claim(&mut self.emit, &spot, &size, Access::Read);
                    return cell;
                }
                self.gap("a record that a pointer leads to, as a value");
                self.temporary("record", &expr.ty)
            }
            Place::Fixed(_) => {
                self.gap("a record that is no place");
                self.temporary("record", &expr.ty)
            }
        }
    }

    /// Copies everything that a slot holds.
    pub(crate) fn copy(&mut self, to: &Named, from: &Named) {
        let to_leaves = super::slots::leaves(&to.slot, &to.ty, &self.unit.records);
        let from_leaves = super::slots::leaves(&from.slot, &from.ty, &self.unit.records);
        for (to, from) in to_leaves.iter().zip(&from_leaves) {
            match (&to.slot, &from.slot) {
                (Slot::Bytes(to), Slot::Bytes(from)) => self.copy_bytes(*to, *from),
                (Slot::Opaque, _) | (_, Slot::Opaque) => {}
                _ => {
                    let value = self.load_slot(&from.slot, &from.ty);
                    self.store_slot(&to.slot, &value);
                }
            }
        }
    }

    fn copy_bytes(&mut self, to: crate::memory::ObjectId, from: crate::memory::ObjectId) {
        if !self.memory.copy_content(&mut self.emit, to, from) {
            self.gap("the copy of an array that is not there yet");
        }
    }
}

/// Whether a place is met without doing anything but following pointers.
fn is_plain(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Deref(_) | ExprKind::Variable(_))
}
