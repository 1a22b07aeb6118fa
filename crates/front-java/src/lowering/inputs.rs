//! What a run gets from the outside: the `Verifier` of SV-COMP, and the arguments of the entry.
//!
//! Exact: any value of the type, and nothing is lost. `nondetString` never gives null, and floating-point numbers are
//! those that the class says, of which nothing is followed.

use ir::{Action, Condition, InputSet, IntExpr, IntVar, Linear, StrExpr, StrTerm, Test, Width};

use super::step::truth;
use super::{Done, Lowering, Stop, fold, gap};
use crate::class::Member;
use crate::class::types::Type;
use crate::state::State;
use crate::value::{Real, Value};

/// What an instruction asks of the outside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// The result of a method of the `Verifier`, by its name.
    Call(String),
    /// An argument of the entry, by its number.
    Argument(usize),
    /// Whether an argument is there: 0 when it is null.
    IsThere(usize),
    /// How many elements an argument has that is an array.
    Count(usize),
    /// An element of an argument that is an array.
    Element(usize, usize),
}

/// Whether a class gives inputs.
pub(super) fn is_verifier(class: &str) -> bool {
    class == "org/sosy_lab/sv_benchmarks/Verifier"
}

impl Lowering<'_> {
    /// An integer from the outside.
    pub(super) fn input(&mut self, width: Width, asked: Asked) -> IntVar {
        let var = self.emit.new_int("input");
        let number = self.emit.push(Action::SetInt(var, IntExpr::Input, width));
        self.asked.insert(number, asked);
        var
    }

    /// A text from the outside.
    pub(super) fn input_text(&mut self, set: InputSet, asked: Asked) -> StrTerm {
        let var = self.emit.new_str("input");
        let number = self.emit.push(Action::SetStr(var, StrExpr::Input(set)));
        self.asked.insert(number, asked);
        StrTerm::Var(var)
    }

    /// Any value of a type that is no reference.
    pub(super) fn input_of(&mut self, ty: &Type, asked: Asked) -> Result<Value, Stop> {
        Ok(match ty {
            Type::Boolean => {
                let bit = Linear::var(self.input(Width::Unsigned(1), asked));
                Value::Bool(Condition::test(Test::IsZero(bit)).negated())
            }
            Type::Byte => Value::Int(Linear::var(self.input(Width::Signed(8), asked))),
            Type::Short => Value::Int(Linear::var(self.input(Width::Signed(16), asked))),
            Type::Int => Value::Int(Linear::var(self.input(Width::Signed(32), asked))),
            Type::Long => Value::Long(Linear::var(self.input(Width::Signed(64), asked))),
            Type::Char => {
                let text = self.input_text(InputSet::UpTo(Linear::constant(1)), asked);
                self.char_of(text)
            }
            Type::Float => Value::Float(Real::Any),
            Type::Double => Value::Double(Real::Any),
            Type::Class(class) if class == "java/lang/String" => {
                Value::string(self.input_text(InputSet::Any, asked))
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
        let value = self.input_of(&ty, Asked::Call(member.name.clone()))?;
        state.stack.push(value);
        Ok(())
    }
}
