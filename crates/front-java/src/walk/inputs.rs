//! What a run gets from the outside: the `Verifier` of SV-COMP, and the arguments of the entry.
//!
//! Exact: any value of the type, and nothing is lost. `nondetString` never gives null, and floating-point numbers are
//! those that the class says, of which nothing is followed.

use ir::{Action, Condition, InputSet, IntExpr, Linear, StrExpr, StrTerm, Test, Width};

use super::step::truth;
use super::{Done, Stop, Walker, fold, gap};
use crate::class::Member;
use crate::class::types::Type;
use crate::state::State;
use crate::value::{Real, Value};

/// Whether a class gives inputs.
pub(super) fn is_verifier(class: &str) -> bool {
    class == "org/sosy_lab/sv_benchmarks/Verifier"
}

impl Walker<'_> {
    /// An integer from the outside.
    fn input(&mut self, width: Width) -> Linear {
        let var = self.emit.new_int("input");
        self.emit.push(Action::SetInt(var, IntExpr::Input, width));
        Linear::var(var)
    }

    /// Any value of a type that is no reference.
    pub(super) fn input_of(&mut self, ty: &Type) -> Result<Value, Stop> {
        Ok(match ty {
            Type::Boolean => {
                let bit = self.input(Width::Unsigned(1));
                Value::Bool(Condition::test(Test::IsZero(bit)).negated())
            }
            Type::Byte => Value::Int(self.input(Width::Signed(8))),
            Type::Short => Value::Int(self.input(Width::Signed(16))),
            Type::Int => Value::Int(self.input(Width::Signed(32))),
            Type::Long => Value::Long(self.input(Width::Signed(64))),
            Type::Char => {
                let var = self.emit.new_str("input");
                self.emit.push(Action::SetStr(var, StrExpr::Input(InputSet::UpTo(Linear::constant(1)))));
                self.char_of(StrTerm::Var(var))
            }
            Type::Float => Value::Float(Real::Any),
            Type::Double => Value::Double(Real::Any),
            Type::Class(class) if class == "java/lang/String" => {
                let var = self.emit.new_str("input");
                self.emit.push(Action::SetStr(var, StrExpr::Input(InputSet::Any)));
                Value::string(StrTerm::Var(var))
            }
            Type::Class(_) | Type::Array(_) => return gap("an input is an object"),
        })
    }

    /// A call of the class that gives inputs.
    pub(super) fn verifier(&mut self, state: &mut State, member: &Member, arguments: &[Value]) -> Done {
        let ty = match member.name.as_str() {
            "nondetBoolean" => Type::Boolean,
            "nondetByte" => Type::Byte,
            "nondetChar" => Type::Char,
            "nondetShort" => Type::Short,
            "nondetInt" => Type::Int,
            "nondetLong" => Type::Long,
            "nondetFloat" => Type::Float,
            "nondetDouble" => Type::Double,
            "nondetString" => Type::Class("java/lang/String".to_owned()),
            "assume" => {
                let Some(condition) = arguments.first().and_then(truth) else {
                    return gap("an assumption is not known");
                };
                if fold(&self.emit, &condition) == Some(false) {
                    self.emit.push(Action::Halt);
                    return Err(Stop::Ended);
                }
                self.emit.push(Action::Assume(condition));
                return Ok(());
            }
            other => return gap(format!("Verifier.{other} is not modelled")),
        };
        let value = self.input_of(&ty)?;
        state.stack.push(value);
        Ok(())
    }
}
