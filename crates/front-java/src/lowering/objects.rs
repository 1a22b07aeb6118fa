//! New objects, and questions about the class of an object.
//!
//! A string or a box is a value, so `new` makes an object that the constructor replaces by its value wherever it stands.
//! Exact where the class of the object is known; else any answer is possible.

use ir::{Condition, Linear, Test};

use super::{At, Done, Lowering, Stop, gap, large, pop_ref};
use crate::class::types::Type;
use crate::library;
use crate::state::{Body, State, base};
use crate::value::{ObjectId, Ref, Value, Way};

impl<'p> Lowering<'p> {
    pub(super) fn new_object(&mut self, at: &mut At<'_, 'p>, state: &mut State, class: &str) -> Done {
        let body = if self.classes.get(class).is_some() {
            if self.classes.find(class, "finalize", "()V").is_some() {
                return gap(format!("{class} has a finalizer, which may run at any time"));
            }
            self.initialise(at, state, class)?;
            Body::Fields(self.first_fields(class))
        } else if self.classes.is_a(class, "java/lang/Throwable") == Some(true) || class == "java/lang/Object"
        {
            Body::Fields([].into())
        } else if super::collections::is_made(class) {
            super::collections::new_body(class)
        } else if library::parts(class).is_some() {
            Body::Parts(Vec::new())
        } else {
            return gap(format!("objects of {class} are not modelled"));
        };
        let id = self.make(state, class, body);
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// Puts a value wherever an object stands that its constructor has just made a value.
    pub(super) fn replace(&mut self, state: &mut State, id: ObjectId, value: &Value) {
        for (slot, known) in state.slots() {
            if known.as_object() == Some(id) {
                state.put(&slot, value.clone());
            }
        }
    }

    /// The class of what a reference is.
    pub(super) fn class_of(&self, state: &State, way: &Way) -> Option<String> {
        match way {
            Way::Object(id) => Some(base(&state.object(*id).class).to_owned()),
            Way::Str(_) => Some("java/lang/String".to_owned()),
            Way::Box(class, _) | Way::OneOf(class) => Some(base(class).to_owned()),
            Way::Class(_) => Some("java/lang/Class".to_owned()),
            Way::Null | Way::Unknown(_) => None,
        }
    }

    /// Whether something is of a type; none when that is not known.
    fn is_of(&self, state: &State, way: &Way, ty: &Type) -> Option<bool> {
        let Some(class) = self.class_of(state, way) else {
            return match way {
                Way::Unknown(known) => match self.subtype(&known.name(), ty) {
                    Some(true) => Some(true),
                    Some(false) | None => None,
                },
                _ => Some(false),
            };
        };
        self.subtype(&class, ty)
    }

    fn subtype(&self, class: &str, ty: &Type) -> Option<bool> {
        match (class.strip_prefix('['), ty) {
            (None, Type::Class(name)) => self.classes.is_a(class, name),
            (Some(_), Type::Class(name)) => Some(matches!(
                name.as_str(),
                "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable"
            )),
            (Some(element), Type::Array(wanted)) => match (Type::parse(element), Type::parse(wanted)) {
                (Some(element), Some(wanted)) if element == wanted => Some(true),
                (Some(element), Some(wanted)) if element.is_reference() && wanted.is_reference() => {
                    self.subtype(&element.name(), &wanted)
                }
                _ => Some(false),
            },
            _ => Some(false),
        }
    }

    /// Whether a reference can only be what an array of a type may hold.
    pub(super) fn all_of(&self, state: &State, reference: &Ref, array: &str) -> bool {
        let Some(element) = crate::state::element_type(array) else { return false };
        let fits = |way: &Way| *way == Way::Null || self.is_of(state, way, &element) == Some(true);
        reference.ways.iter().all(fits)
    }

    /// The condition that a reference, when it is not null, is of a type.
    fn of_type(&mut self, state: &State, reference: &Ref, ty: &Type) -> Condition {
        let mut condition = Condition::FALSE;
        for (number, way) in reference.ways.iter().enumerate() {
            let is = match self.is_of(state, way, ty) {
                Some(true) => reference.is(number),
                Some(false) => continue,
                None => {
                    self.approximate("the class of an object is not known");
                    let open = self.emit.any_bool("class");
                    reference.is(number).and(open)
                }
            };
            condition = condition.or(is);
        }
        condition
    }

    pub(super) fn instance_of(&mut self, _: &mut At<'_, 'p>, state: &mut State, ty: &Type) -> Done {
        let reference = pop_ref(state)?;
        let condition = self.of_type(state, &reference, ty);
        let value = match super::fold(&self.emit, &condition) {
            Some(known) => Value::int(i128::from(known)),
            None => Value::Bool(condition),
        };
        state.stack.push(value);
        Ok(())
    }

    pub(super) fn cast(&mut self, at: &mut At<'_, 'p>, state: &mut State, ty: &Type) -> Done {
        let reference = pop_ref(state)?;
        let fine = self.of_type(state, &reference, ty).or(reference.is_null());
        self.throw_if(at, state, fine.negated(), "java/lang/ClassCastException")?;
        // What is not known is now known to be of the type.
        let ways = reference.ways.iter().map(|way| match way {
            Way::Unknown(known) if self.subtype(&known.name(), ty) != Some(true) => self.any_object(ty),
            other => other.clone(),
        });
        let ways: Vec<Way> = ways.collect::<Vec<_>>();
        state.stack.push(Value::Ref(Ref { ways, which: reference.which }));
        Ok(())
    }

    /// Whether something that the library is given may be an object of the program, or an array with one: then the library may run
    /// code of the program.
    pub(super) fn may_be_own(&self, state: &State, value: &Value) -> bool {
        value.as_ref().is_some_and(|reference| reference.ways.iter().any(|way| self.is_own(state, way, true)))
    }

    fn is_own(&self, state: &State, way: &Way, looks_inside: bool) -> bool {
        let class = match way {
            Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => return false,
            Way::Unknown(ty) => return self.classes.all().any(|own| self.may_be(&own.name, &ty.name())),
            Way::Object(id) => match &state.object(*id).body {
                Body::Lambda(..) => return true,
                Body::Array(length, known) if length.as_constant() == Some(known.len() as i128) => {
                    let ways = known.iter().filter_map(Value::as_ref).flat_map(|element| &element.ways);
                    return looks_inside && ways.into_iter().any(|way| self.is_own(state, way, false));
                }
                Body::Fields(_)
                | Body::Parts(_)
                | Body::Array(..)
                | Body::Items(_)
                | Body::Many(_)
                | Body::Lost => base(&state.object(*id).class),
            },
            Way::OneOf(class) => base(class),
        };
        match crate::state::element_type(class) {
            Some(element) if element.is_reference() => {
                looks_inside && self.classes.all().any(|own| self.may_be(&own.name, &element.name()))
            }
            Some(_) => false,
            None => self.classes.get(class).is_some(),
        }
    }

    /// Whether objects of a class may be of another, and have a method that the library calls.
    fn may_be(&self, own: &str, of: &str) -> bool {
        const CALLED: [(&str, &str); 4] = [
            ("toString", "()Ljava/lang/String;"),
            ("length", "()I"),
            ("equals", "(Ljava/lang/Object;)Z"),
            ("hashCode", "()I"),
        ];
        self.classes.is_a(own, of) != Some(false)
            && CALLED.iter().any(|(name, types)| self.classes.find(own, name, types).is_some())
    }

    /// The length of the text that an array of characters or bytes is.
    pub(super) fn text_of(&self, state: &State, id: ObjectId) -> Option<ir::StrTerm> {
        match &state.object(id).body {
            Body::Parts(parts) => match parts.first() {
                Some(Value::Text(text)) => Some(text.clone()),
                _ => None,
            },
            Body::Fields(_)
            | Body::Array(..)
            | Body::Items(_)
            | Body::Many(_)
            | Body::Lambda(..)
            | Body::Lost => None,
        }
    }

    /// The condition that a number is outside of a range from 0.
    pub(super) fn outside(&self, index: &Linear, length: &Linear) -> Result<Condition, Stop> {
        let below = index.plus(&Linear::constant(1)).ok_or_else(large)?;
        let above = length.minus(index).ok_or_else(large)?;
        let at_most = |linear| Condition::test(Test::AtMostZero(linear));
        Ok(at_most(below).or(at_most(above)))
    }
}
