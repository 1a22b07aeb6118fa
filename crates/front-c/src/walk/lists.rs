//! Functions that take any number of arguments and hand them on, as to `vsnprintf`.
//!
//! A list of arguments is that of the nearest call around that takes any number: a list can be copied or read one by one only by what is not
//! followed.

use crate::memory::Value;
use crate::tree::{Expr, Type};

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

    /// Calls a function that prints a list of arguments as the one that prints its own; none when it is not one.
    pub(crate) fn call_with_list(
        &mut self,
        (name, site): (&str, &str),
        values: &[Value],
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
        let extra = self.frames.iter().rev().find_map(|frame| frame.extra.clone())?;
        let (_, before) = values.split_last()?;
        let all: Vec<Value> = before.iter().cloned().chain(extra).collect();
        Some(self.library((plain, site), &all, (ty, None)))
    }
}
