//! Functions as values.
//!
//! A pointer to a function leads to an object without bytes, so that nothing can be read or written there. A call through a pointer has a case
//! for each function that it may lead to, and each is inlined.

use crate::memory::{ObjectId, Pointer, Value};
use crate::tree::{Expr, Type};

use super::state::Lowering;

/// What the names of objects that stand for functions begin with.
const FUNCTION: &str = "function ";

impl Lowering<'_> {
    /// The pointer to a function.
    pub(crate) fn function_pointer(&mut self, name: &str) -> Value {
        Value::Pointer(Pointer::to(self.memory.names.id(&format!("{FUNCTION}{name}"))))
    }

    /// The function that an object stands for.
    pub(crate) fn function_of(&self, object: ObjectId) -> Option<String> {
        self.memory.names.name(object)?.strip_prefix(FUNCTION).map(str::to_owned)
    }

    /// Calls what a pointer leads to.
    pub(crate) fn call_through(&mut self, (callee, arguments): (&Expr, &[Expr]), ty: &Type) -> Value {
        let Value::Pointer(pointer) = self.value(callee) else {
            arguments.iter().for_each(|argument| drop(self.value(argument)));
            return self.not_followed("a call through a pointer", ty);
        };
        let targets = self.memory.follow(&mut self.emit, &pointer, "what is called");
        match targets[..] {
            [] => self.not_followed("a call through a pointer", ty),
            [only] => self.call_object(only, arguments, ty),
            [..] => {
                let met = self.temporary("met", ty);
                self.each_target(&pointer, &targets, |lowering, object| {
                    let value = lowering.call_object(object, arguments, ty);
                    if !matches!(ty, Type::Void | Type::Record(_)) {
                        lowering.store_slot(&met.slot, &value);
                    }
                });
                if matches!(ty, Type::Void | Type::Record(_)) {
                    Value::None
                } else {
                    self.load_slot(&met.slot, ty)
                }
            }
        }
    }

    fn call_object(&mut self, object: ObjectId, arguments: &[Expr], ty: &Type) -> Value {
        let Some(name) = self.function_of(object) else {
            return self.not_followed("a call of what is no function", ty);
        };
        let taken = self.unit.function(&name).map(|function| function.parameters.len());
        if taken.is_some_and(|taken| taken != arguments.len()) {
            return self.not_followed("a call with other arguments than the function takes", ty);
        }
        self.call_named((&name, arguments), ty, None)
    }
}
