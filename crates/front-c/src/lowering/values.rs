//! Values of expressions.
//!
//! What an expression does to the memory is written in the order of the text. The value that comes out names variables
//! of the program; where C fixes no order nothing else does.

use ir::{Action, Condition, IntExpr, Linear, Width};

use crate::memory::{Byte, Pointer, Rule, Sign, Value, terms};
use crate::tree::{Binary, Expr, ExprKind, Extent, Integer, Type};

use super::conditions::Truth;
use super::places::Place;
use super::state::Lowering;

impl Lowering<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expr: &Expr) -> Value {
        self.emit.span = expr.span;
        match &expr.kind {
            ExprKind::Constant(known) => Value::constant(*known),
            ExprKind::Real => Value::None,
            ExprKind::Function(name) => self.function_pointer(name),
            ExprKind::Text(_) | ExprKind::Variable(_) | ExprKind::Member(..) | ExprKind::Deref(_) => {
                let place = self.place(expr);
                self.emit.span = expr.span;
                self.load(&place)
            }
            ExprKind::Address(of) if matches!(of.ty, Type::Function(_)) => self.value(of),
            ExprKind::Address(of) | ExprKind::Decay(of) => self.address_of(of),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, &expr.ty),
            ExprKind::Minus(of) => self.opposite(of, &expr.ty),
            ExprKind::Complement(of) => self.complement(of, &expr.ty),
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                self.truth_value(expr)
            }
            ExprKind::Binary(operation, left, right) => self.operation(*operation, (left, right), &expr.ty),
            ExprKind::Offset(pointer, by) => {
                let (moved, by) = self.offset(pointer, by);
                Value::Pointer(self.moved_from_null(moved, Some(&by)))
            }
            ExprKind::Distance(left, right) => self.distance(left, right),
            ExprKind::Assign(place, value) => self.assign(place, value, true),
            ExprKind::Update(update) => self.update(update),
            ExprKind::Convert(of) => self.convert(of, &expr.ty),
            ExprKind::Conditional(test, left, right) => self.choice(test, (left, right), &expr.ty),
            ExprKind::Sequence(parts) => {
                parts.iter().map(|part| self.value(part)).last().unwrap_or(Value::None)
            }
            ExprKind::Block(block) => self.block_value(block),
            ExprKind::SizeOf(ty) => self.size_of(ty),
            ExprKind::Gap(construct) => self.not_followed(construct, &expr.ty),
        }
    }

    /// A gap, and a value for what is written behind it.
    pub(crate) fn not_followed(&mut self, construct: &str, ty: &Type) -> Value {
        self.gap(construct);
        if ty.is_pointer() { Value::Pointer(Pointer::wild()) } else { self.lost(ty) }
    }

    /// The integer that an expression gives; any when it gives none.
    pub(crate) fn integer(&mut self, expr: &Expr) -> Linear {
        let value = self.value(expr);
        self.integer_of(&value, &expr.ty)
    }

    /// The integer that a value is; any of the type when it is none.
    pub(crate) fn integer_of(&mut self, value: &Value, ty: &Type) -> Linear {
        if let Some(term) = value.integer(&mut self.emit) {
            self.note_code(&term, value);
            return term;
        }
        let integer = ty.integer().unwrap_or(Integer::DIFFERENCE);
        let lost = self.lost(&Type::Integer(if integer.bits == 8 { Integer::INT } else { integer }));
        lost.integer(&mut self.emit).unwrap_or(Linear::constant(0))
    }

    /// Notes the range of a number that was a byte.
    fn note_code(&mut self, term: &Linear, value: &Value) {
        if let (Value::Byte(_, sign), [(ir::Quantity::Var(var), 1)]) = (value, term.terms()) {
            let range = match sign {
                Sign::Signed => (-128, 127),
                Sign::Unsigned => (0, 255),
            };
            self.ranges.insert(*var, range);
        }
    }

    /// The address of a place, or of the first element of an array.
    fn address_of(&mut self, of: &Expr) -> Value {
        let place = self.place(of);
        let pointer = self.address(&place);
        Value::Pointer(if self.is_within(of) { self.moved_from_null(pointer, None) } else { pointer })
    }

    /// Whether the address of a place is not the one that the pointer to the whole has.
    fn is_within(&self, place: &Expr) -> bool {
        if let ExprKind::Member(whole, index) = &place.kind {
            let Type::Record(id) = whole.ty else { return false };
            let members = self.unit.records[id.0].members.as_ref();
            let member = members.and_then(|members| members.get(*index));
            return member.is_some_and(|member| member.offset > 0) || self.is_within(whole);
        }
        matches!(&place.kind, ExprKind::Deref(pointer) if matches!(pointer.kind, ExprKind::Offset(..)))
    }

    /// A pointer that was moved by a number of bytes that may be 0, or by another. A null pointer must not be moved: what it
    /// becomes is no null pointer, and leads nowhere.
    pub(crate) fn moved_from_null(&mut self, pointer: Pointer, by: Option<&Linear>) -> Pointer {
        let stays = by.map_or(Condition::FALSE, |by| terms::equal(by, &Linear::constant(0)));
        let is_moved = pointer.is_null().negated().or(stays.clone());
        if is_moved == Condition::TRUE || stays == Condition::TRUE {
            return pointer;
        }
        if is_moved == Condition::FALSE {
            return Pointer::wild();
        }
        self.memory.claims.require(&mut self.emit, Rule::Null, is_moved, "the pointer that is moved");
        pointer
    }

    fn opposite(&mut self, of: &Expr, ty: &Type) -> Value {
        let term = self.integer(of);
        let Some(integer) = ty.integer() else { return Value::None };
        Value::Int(self.arithmetic(Binary::Minus, (Linear::constant(0), term), integer))
    }

    /// All bits turned: one less than the opposite.
    fn complement(&mut self, of: &Expr, ty: &Type) -> Value {
        let term = self.integer(of);
        let Some(integer) = ty.integer() else { return Value::None };
        Value::Int(self.arithmetic(Binary::Minus, (Linear::constant(-1), term), integer))
    }

    fn operation(&mut self, operation: Binary, (left, right): (&Expr, &Expr), ty: &Type) -> Value {
        let Some(integer) = ty.integer() else {
            self.value(left);
            self.value(right);
            return Value::None;
        };
        let value = self.value(left);
        if let (Value::Byte(byte, _), Binary::BitAnd, Some(0xff)) = (&value, operation, right.constant()) {
            return Value::Byte(byte.clone(), Sign::Unsigned);
        }
        let left = self.integer_of(&value, &left.ty);
        let right = self.integer(right);
        Value::Int(self.arithmetic(operation, (left, right), integer))
    }

    /// A pointer moved by a number of elements, and by how many bytes.
    pub(crate) fn offset(&mut self, pointer: &Expr, by: &Expr) -> (Pointer, Linear) {
        let size = self.element_size(&pointer.ty);
        let value = self.value(pointer);
        let pointer = self.pointer_of(&value);
        let by = self.integer(by);
        let by = self.scaled(&by, size);
        (pointer.moved(&by), by)
    }

    /// The bytes of what a pointer type points to.
    pub(crate) fn element_size(&mut self, ty: &Type) -> u64 {
        match ty.element() {
            Some(element) => self.size(&element.clone()),
            None => 1,
        }
    }

    /// A number of elements in bytes.
    pub(crate) fn scaled(&mut self, by: &Linear, size: u64) -> Linear {
        match by.times(i128::from(size)) {
            Some(term) => term,
            None => self
                .wrapped(IntExpr::Times(by.clone(), Linear::constant(i128::from(size))), Integer::DIFFERENCE),
        }
    }

    fn distance(&mut self, left: &Expr, right: &Expr) -> Value {
        let size = self.element_size(&left.ty);
        let (left, right) = (self.value(left), self.value(right));
        let (left, right) = (self.pointer_of(&left), self.pointer_of(&right));
        let bytes = terms::minus(&left.offset, &right.offset);
        let count = if size == 1 {
            bytes
        } else {
            let size = Linear::constant(i128::from(size.max(1)));
            self.wrapped(IntExpr::Div(bytes, size), Integer::DIFFERENCE)
        };
        // How far two objects lie apart is any number.
        let one = self.one_object(&left, &right);
        Value::Int(self.unless(one, (count, Integer::DIFFERENCE)))
    }

    /// An assignment, whose value is wanted or not.
    pub(crate) fn assign(&mut self, place: &Expr, value: &Expr, is_wanted: bool) -> Value {
        if matches!(place.ty, Type::Record(_)) {
            if self.assign_unfollowed(place, value) {
                return Value::None;
            }
            let from = self.record_value(value);
            let Place::Slot(to) = self.place(place) else {
                return self.not_followed("an assignment of a record through a pointer", &place.ty);
            };
            self.copy(&to, &from);
            return Value::None;
        }
        let value = self.value_as(value, &place.ty);
        let to = self.place(place);
        self.emit.span = place.span;
        let value = if is_wanted { self.beside(&to, value, &place.ty) } else { value };
        self.store(&to, &value);
        if let Place::Slot(named) = to { self.load_slot(&named.slot, &named.ty) } else { value }
    }

    /// The value of an expression that becomes one of a type: what is allocated is used as that type says.
    pub(crate) fn value_as(&mut self, expr: &Expr, ty: &Type) -> Value {
        if let (ExprKind::Call(callee, arguments), Type::Pointer(element)) = (&expr.kind, ty)
            && **element != Type::Void
        {
            self.emit.span = expr.span;
            return self.call_as((callee, arguments), &expr.ty, Some(element));
        }
        self.value(expr)
    }

    /// A conversion.
    fn convert(&mut self, of: &Expr, ty: &Type) -> Value {
        if let (ExprKind::Call(..), Type::Pointer(_)) = (&of.kind, ty) {
            return self.value_as(of, ty);
        }
        let value = self.value(of);
        self.converted_value(value, &of.ty, ty)
    }

    /// A value in another type.
    pub(crate) fn converted_value(&mut self, value: Value, from: &Type, to: &Type) -> Value {
        match (from, to) {
            (_, Type::Void) => Value::None,
            (Type::Integer(from), Type::Integer(to)) => self.convert_integer(value, *from, *to),
            (Type::Pointer(_), Type::Integer(to)) if to.bits == 1 => match value {
                Value::Pointer(pointer) => {
                    let var = self.emit.new_int("truth");
                    self.set_truth(var, pointer.is_null().negated());
                    Value::Int(Linear::var(var))
                }
                Value::Int(_) | Value::Byte(..) | Value::None => self.lost(&Type::Integer(*to)),
            },
            (Type::Pointer(_) | Type::Integer(_), Type::Pointer(_)) => {
                if value == Value::None {
                    Value::None
                } else {
                    Value::Pointer(self.pointer_of(&value))
                }
            }
            (_, Type::Integer(_)) => self.lost(to),
            _ => value,
        }
    }

    fn convert_integer(&mut self, value: Value, from: Integer, to: Integer) -> Value {
        if to.bits == 8 {
            let sign = super::slots::sign(to);
            return match value.byte(&mut self.emit) {
                Some(byte) => Value::Byte(byte, sign),
                None => value,
            };
        }
        if let Value::Byte(_, sign) = &value {
            let read = Integer { bits: 8, signed: *sign == Sign::Signed };
            if to.includes(read) && to.bits > 1 {
                return value;
            }
        }
        let term = self.integer_of(&value, &Type::Integer(from));
        Value::Int(self.converted(term, from, to))
    }

    fn choice(&mut self, test: &Expr, (left, right): (&Expr, &Expr), ty: &Type) -> Value {
        let chosen = self.temporary("chosen", ty);
        let other = self.jump(test, Truth::Fails);
        let value = self.value(left);
        self.store_slot(&chosen.slot, &value);
        let end = self.emit.jump();
        self.land(other);
        let value = self.value(right);
        self.store_slot(&chosen.slot, &value);
        self.land(vec![end]);
        if matches!(ty, Type::Void | Type::Record(_)) {
            Value::None
        } else {
            self.load_slot(&chosen.slot, ty)
        }
    }

    /// Whether an expression holds, as 1 or 0.
    fn truth_value(&mut self, expr: &Expr) -> Value {
        let var = self.emit.new_int("truth");
        self.ranges.insert(var, (0, 1));
        let set = |value| Action::SetInt(var, IntExpr::Linear(Linear::constant(value)), Width::Unbounded);
        let no = self.jump(expr, Truth::Fails);
        self.emit.push(set(1));
        let end = self.emit.jump();
        self.land(no);
        self.emit.push(set(0));
        self.land(vec![end]);
        Value::Int(Linear::var(var))
    }

    /// The bytes of a type whose size was computed where it was declared.
    fn size_of(&mut self, ty: &Type) -> Value {
        let Type::Array(of, extent) = ty else {
            return self.not_followed("the size of an incomplete type", &Type::INT);
        };
        let count = match extent {
            Extent::Known(count) => Some(Linear::constant(i128::from(*count))),
            Extent::Computed(id) => self.extents.get(&(self.context().to_owned(), *id)).cloned(),
            Extent::Open => None,
        };
        match (count, of.size(&self.unit.records)) {
            (Some(count), Some(size)) => Value::Int(self.scaled(&count, size)),
            _ => self.not_followed("the size of an array", &Type::Integer(Integer::SIZE)),
        }
    }

    /// A byte that an expression gives.
    pub(crate) fn byte(&mut self, expr: &Expr) -> Byte {
        let value = self.value(expr);
        match value.byte(&mut self.emit) {
            Some(byte) => byte,
            None => Byte::lost(&mut self.emit, "lost"),
        }
    }
}
