//! Functions that take any number of arguments and hand them on, as to `vsnprintf`.
//!
//! A list of arguments is that of the nearest call around that takes any number: a list can be copied or read one by one only by what is not
//! followed.

use ir::{Action, Condition, Test};

use crate::memory::Value;
use crate::tree::{Expr, ExprKind, Type};

use super::walker::Walker;

impl Walker<'_> {
    /// The value of an argument, which stays the same throughout the call.
    pub(crate) fn lasting(&mut self, argument: &Expr) -> Value {
        let value = self.value(argument);
        if value == Value::None || self.is_stable(&value) {
            return value;
        }
        let kept = self.temporary("given", &argument.ty);
        self.store_slot(&kept.slot, &value);
        self.load_slot(&kept.slot, &argument.ty)
    }

    /// Begins or ends the list of arguments of the call that is walked.
    pub(crate) fn set_list(&mut self, is_begun: bool) {
        match self.frame().is_listed {
            Some(list) => {
                let begun = if is_begun { Condition::TRUE } else { Condition::FALSE };
                self.emit.push(Action::SetBool(list, begun));
            }
            None if is_begun => self.gap("a list of arguments"),
            None => {}
        }
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
        let (extra, is_listed) = (frame.extra.clone()?, frame.is_listed?);
        let is_fresh = Condition::test(Test::Bool(is_listed));
        let why = "a list of arguments that was read before, or not begun, is not followed";
        self.memory.claims.gap_unless(&mut self.emit, is_fresh, why);
        self.emit.push(Action::SetBool(is_listed, Condition::FALSE));
        let (_, before) = values.split_last()?;
        let all: Vec<Value> = before.iter().cloned().chain(extra).collect();
        Some(self.library((plain, site), &all, (ty, None)))
    }
}
