//! Functions with a meaning of their own: assertions, assumptions, values from the outside.
//!
//! These are the conventions of verification tasks and what `assert` becomes after the preprocessor.

use ir::{Action, Condition};

use crate::lowered::Asked;
use crate::memory::{Rule, Value};
use crate::tree::{Expr, NEXT_ARGUMENT, Type};

use super::conditions::Truth;
use super::state::Lowering;

impl Lowering<'_> {
    /// Calls a function that has a meaning of its own; none when it has not.
    pub(crate) fn special(&mut self, name: &str, arguments: &[Expr], ty: &Type) -> Option<Value> {
        match name {
            "__VERIFIER_error" | "reach_error" | "__assert_fail" | "__assert" | "__assert_rtn" => self.fail(),
            "assert" | "__VERIFIER_assert" => self.assertion(arguments.first()?),
            "__VERIFIER_assume" | "assume" | "__CPROVER_assume" => {
                let fails = self.jump(arguments.first()?, Truth::Fails);
                let past = self.emit.jump();
                self.land(fails);
                self.emit.push(Action::Halt);
                self.land(vec![past]);
            }
            "__builtin_expect" => return Some(self.value(arguments.first()?)),
            "__builtin_unreachable" => self.gap("what is said to be unreachable"),
            "__builtin_object_size" | "__builtin_dynamic_object_size" => {
                return Some(self.lost(ty));
            }
            "__builtin_constant_p" => return Some(self.lost(ty)),
            "__builtin_va_end" => self.set_list(arguments.first(), false),
            "__builtin_va_start" => self.set_list(arguments.first(), true),
            NEXT_ARGUMENT => return Some(self.next_argument(arguments.first()?, ty)),
            "__builtin_va_copy" => self.gap("a list of arguments"),
            "__builtin_trap" => {
                self.emit.push(Action::Halt);
            }
            _ if name.contains("nondet") && !ty.is_pointer() => {
                let from = self.emit.size();
                let value = self.input(ty);
                self.note_asked(from, &Asked::Number(name.to_owned()));
                return Some(value);
            }
            _ => return self.built_in(name, arguments),
        }
        Some(Value::None)
    }

    /// A place that no run may come to.
    fn fail(&mut self) {
        self.memory.claims.require(&mut self.emit, Rule::Assertion, Condition::FALSE, "the assertion");
        self.emit.push(Action::Halt);
    }

    /// An expression that must hold. Where assertions are not verified it stops nothing, as in a program built without them.
    fn assertion(&mut self, expr: &Expr) {
        let holds = self.jump(expr, Truth::Holds);
        self.emit.span = expr.span;
        if self.memory.claims.checks().assertions {
            self.fail();
        }
        self.land(holds);
    }
}
