//! Values of which only the type is known.
//!
//! Over-approximates: the variables are havoc and no fate of a run, so a run that comes here has lost something.

use ir::{Action, Condition, IntExpr, IntVar, Linear, StrTerm, Test, Width};

use super::Lowering;
use crate::class::types::Type;
pub(super) use crate::state::boxed;
use crate::value::{Real, Ref, Value, Way};

/// The least and the greatest value of an integer type.
pub(super) fn range(ty: &Type) -> (i128, i128) {
    match ty {
        Type::Boolean => (0, 1),
        Type::Byte => (-128, 127),
        Type::Short => (-32_768, 32_767),
        Type::Char => (0, 65_535),
        Type::Long => (i128::from(i64::MIN), i128::from(i64::MAX)),
        _ => (i128::from(i32::MIN), i128::from(i32::MAX)),
    }
}

impl Lowering<'_> {
    /// Any value of a type, null included for references.
    pub(super) fn any(&mut self, ty: &Type) -> Value {
        match ty {
            Type::Boolean => Value::Bool(self.emit.any_bool("any")),
            Type::Char => {
                let text = self.emit.any_str("any");
                self.char_of(text)
            }
            Type::Byte | Type::Short | Type::Int => {
                let any = self.emit.any_int("any");
                let (least, most) = range(ty);
                self.bound(&any, least, most);
                Value::Int(any)
            }
            Type::Long => {
                let any = self.emit.any_int("any");
                let (least, most) = range(ty);
                self.bound(&any, least, most);
                Value::Long(any)
            }
            Type::Float => Value::Float(Real::Any),
            Type::Double => Value::Double(Real::Any),
            Type::Class(_) | Type::Array(_) => {
                let way = self.any_object(ty);
                let which = self.emit.any_int("which");
                self.bound(&which, 0, 1);
                let which = self.own(which);
                Value::Ref(Ref { ways: vec![Way::Null, way], which: Some(which) })
            }
        }
    }

    /// Any value of a type but null.
    pub(super) fn any_object(&mut self, ty: &Type) -> Way {
        match ty {
            Type::Class(class) if class == "java/lang/String" => Way::Str(self.emit.any_str("any")),
            Type::Class(class) => match boxed(class) {
                Some(content) => Way::Box(class.as_str().into(), Box::new(self.any(&content))),
                None => Way::Unknown(ty.clone()),
            },
            _ => Way::Unknown(ty.clone()),
        }
    }

    /// The variable that a term is.
    pub(super) fn own(&mut self, linear: Linear) -> IntVar {
        let var = self.emit.new_int("which");
        self.emit.push(Action::SetInt(var, IntExpr::Linear(linear), Width::Unbounded));
        var
    }

    /// A character, given as a text that is assumed to have length one.
    pub(super) fn char_of(&mut self, text: StrTerm) -> Value {
        let length = crate::value::length(&text).plus(&Linear::constant(-1)).expect("a length is small");
        self.emit.push(Action::Assume(Condition::test(Test::IsZero(length))));
        let code = IntExpr::Code { of: text.clone(), at: Linear::constant(0) };
        Value::Char(self.emit.set_int("code", code), text)
    }

    /// Only runs in which a number is in a range go on.
    pub(super) fn bound(&mut self, number: &Linear, least: i128, most: i128) {
        let below = Linear::constant(least).minus(number).expect("bounds are small");
        let above = number.minus(&Linear::constant(most)).expect("bounds are small");
        let within = |linear| Condition::test(Test::AtMostZero(linear));
        self.emit.push(Action::Assume(within(below).and(within(above))));
    }
}
