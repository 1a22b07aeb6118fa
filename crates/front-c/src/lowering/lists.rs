//! Functions that take any number of arguments: their lists, read one by one or handed on, as to `vsnprintf`.
//!
//! A list of arguments is that of the nearest call around that takes any number. Such a call has one list, in one variable, and how far it
//! was read is a number; a list that is copied, or begun in another variable too, is a gap.

use ir::Linear;

use crate::memory::{Cases, Value, terms};
use crate::tree::{Expr, ExprKind, Type, VarId};

use super::calls::Given;
use super::state::Lowering;

impl Lowering<'_> {
    /// The value of an argument, which stays the same throughout the call.
    pub(crate) fn lasting(&mut self, argument: &Given) -> (Value, Type) {
        let (value, ty) = match argument {
            Given::Written(argument) => (self.value(argument), argument.ty.clone()),
            Given::Known(value, ty) => (value.clone(), ty.clone()),
        };
        if value == Value::None || self.is_stable(&value) {
            return (value, ty);
        }
        let kept = self.temporary("given", &ty);
        self.store_slot(&kept.slot, &value);
        (self.load_slot(&kept.slot, &ty), ty)
    }

    /// Begins or ends the list of arguments of the call that is walked.
    pub(crate) fn set_list(&mut self, given: Option<&Expr>, is_begun: bool) {
        let Some(listed) = self.frame().listed else {
            if is_begun {
                self.gap("a list of arguments");
            }
            return;
        };
        if is_begun {
            let variable = given.and_then(list_variable);
            let known = *self.frame().list.get_or_insert(variable.unwrap_or(VarId(usize::MAX)));
            if variable != Some(known) {
                self.gap("a second list of arguments");
            }
        }
        self.set(listed, Linear::constant(if is_begun { 0 } else { -1 }));
    }

    /// The next of a list of arguments, in the type that it is asked for.
    pub(crate) fn next_argument(&mut self, list: &Expr, ty: &Type) -> Value {
        let frame = self.list_of(list).map(|at| &self.frames[at]);
        let Some((extra, listed)) = frame.and_then(|frame| Some((frame.extra.clone()?, frame.listed?)))
        else {
            return self.not_followed("a list of arguments", ty);
        };
        if matches!(ty, Type::Void | Type::Array(..) | Type::Function(_) | Type::Record(_)) {
            return self.not_followed("a record in a list of arguments", ty);
        }
        let next = Linear::var(listed);
        let met = self.temporary("argument", ty);
        let mut cases = Cases::default();
        for ((value, of), index) in extra.iter().zip(0..) {
            if !is_read_as(of, ty) {
                continue;
            }
            if cases.when(&mut self.emit, terms::equal(&next, &Linear::constant(index))) {
                let value = self.converted_value(value.clone(), of, ty);
                if !matches!(ty, Type::Real(_)) {
                    self.store_slot(&met.slot, &value);
                }
            }
        }
        if cases.otherwise(&mut self.emit) {
            self.gap("an argument that is not there, or of another type, in a list of arguments");
        }
        cases.end(&mut self.emit);
        self.set(listed, terms::add(&next, 1));
        self.load_slot(&met.slot, ty)
    }

    /// The call whose arguments a list is: the present one for a variable of its own, else the only one around that takes any number.
    fn list_of(&self, given: &Expr) -> Option<usize> {
        let present = self.frames.len() - 1;
        let takes: Vec<usize> = (0..=present).filter(|at| self.frames[*at].extra.is_some()).collect();
        if let ExprKind::Decay(of) = &given.kind {
            let is_own = matches!(of.kind, ExprKind::Variable(_)) && takes.contains(&present);
            return is_own.then_some(present);
        }
        let is_handed_on = matches!(given.kind, ExprKind::Variable(_)) && takes.len() == 1;
        takes.first().copied().filter(|_| is_handed_on)
    }

    /// Calls a function that prints a list of arguments as the one that prints its own; none when it is not one. A list that was read is
    /// not read again.
    pub(crate) fn call_with_list(
        &mut self,
        (name, site): (&str, &str),
        (arguments, values): (&[Expr], &[Value]),
        ty: &Type,
    ) -> Option<Value> {
        let plain = match name.strip_prefix("__builtin_").unwrap_or(name) {
            "vprintf" => "printf",
            "vfprintf" => "fprintf",
            "vdprintf" => "dprintf",
            "vsprintf" => "sprintf",
            "vsnprintf" => "snprintf",
            _ => return None,
        };
        let frame = &self.frames[self.list_of(arguments.last()?)?];
        let (extra, listed) = (frame.extra.clone()?, frame.listed?);
        let is_fresh = terms::equal(&Linear::var(listed), &Linear::constant(0));
        let why = "a list of arguments that was read before, or not begun, is not modelled";
        self.memory.claims.gap_unless(&mut self.emit, is_fresh, why);
        self.set(listed, Linear::constant(-1));
        let (_, before) = values.split_last()?;
        let all: Vec<Value> =
            before.iter().cloned().chain(extra.into_iter().map(|(value, _)| value)).collect();
        Some(self.library((plain, site), &all, (ty, None)))
    }
}

/// The variable that a list of arguments is.
fn list_variable(list: &Expr) -> Option<VarId> {
    let mut list = list;
    while let ExprKind::Decay(of) | ExprKind::Address(of) | ExprKind::Convert(of) = &list.kind {
        list = of;
    }
    if let ExprKind::Variable(id) = list.kind { Some(id) } else { None }
}

/// Whether an argument may be read in a type: what it is promoted to has the same size and kind.
fn is_read_as(given: &Type, ty: &Type) -> bool {
    match (given, ty) {
        (Type::Integer(given), Type::Integer(ty)) => given.promoted().bits == ty.bits,
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (Type::Real(given), Type::Real(ty)) => given == ty || (*given < 8 && *ty == 8),
        _ => false,
    }
}
