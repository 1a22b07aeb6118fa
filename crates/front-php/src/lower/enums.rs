//! Methods of enumerations that PHP itself defines: `cases`, `from` and `tryFrom`.
//!
//! Which case a value stands for is any of those whose text equals it; exact for cases with texts.

use ir::Condition;

use super::Lower;
use crate::tree::{Argument, Mode, Name};
use crate::value::{Array, Value, simplify};

impl Lower<'_> {
    /// A call of such a method; none when the class is no enumeration or has no such method.
    pub(super) fn enum_method(&mut self, class: &Name, name: &str, arguments: &[Argument]) -> Option<Value> {
        let declared = self.classes.get(class).filter(|class| !class.cases.is_empty())?.clone();
        let names: Vec<Name> = declared.cases.iter().map(|(name, _)| name.clone()).collect();
        match (name, arguments) {
            ("cases", []) => {
                let mut list = Array::empty();
                for name in names {
                    list.push(self.enum_case(class, &name)?);
                }
                Some(Value::Array(list.into()))
            }
            ("from" | "tryfrom", [argument]) if argument.mode == Mode::Value && argument.name.is_none() => {
                let value = self.expr(&argument.value);
                self.may_throw(|lower| lower.emit.any_bool("of another type"));
                let mut found = Condition::FALSE;
                let mut chosen = Value::Null;
                let text = self.text(&value);
                for (name, backing) in declared.cases.iter().rev() {
                    let backing = backing.as_ref().map(|backing| self.expr(backing))?;
                    let is_one = match &backing {
                        Value::Str(_) => self.equals(&text, &backing.constant()?),
                        _ => self.emit.any_bool("is the case"),
                    };
                    let case = self.enum_case(class, name)?;
                    chosen = Value::choice(is_one.clone(), case, chosen);
                    found = simplify(found.or(is_one));
                }
                if name == "from" {
                    self.throw_when(simplify(found.negated()));
                }
                Some(chosen)
            }
            _ => None,
        }
    }
}
