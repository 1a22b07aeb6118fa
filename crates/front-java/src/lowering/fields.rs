//! Fields, static ones with the initialisation of their classes, and those of objects.
//!
//! A class is initialised at its first use, as the language says: whether it was is itself a value, kept as a static field
//! of the class, so ways on which it was and ways on which it was not may meet. Exact for objects that are followed;
//! the fields of others hold what their class holds.

use std::collections::BTreeMap;

use ir::Linear;

use super::step::constant_value;
use super::{At, Done, Lowering, MOST_CALLS, gap, pop, pop_ref};
use crate::class::Member;
use crate::class::types::Type;
use crate::state::{Body, State};
use crate::value::{Name, Ref, Value, Way};

/// The static fields of the library that hold streams, by their keys.
pub(super) const STREAMS: [&str; 2] = ["java/lang/System.out", "java/lang/System.err"];

/// What is told of fields of which nothing is known.
const ANY_FIELD: &str = "a field of an object that is not modelled is unconstrained";

/// The key of a field.
fn key(class: &str, field: &str) -> Name {
    format!("{class}.{field}").into()
}

impl<'p> Lowering<'p> {
    /// Initialises a class of the program, unless it was or is being initialised.
    pub(super) fn initialise(&mut self, at: &mut At<'_, 'p>, state: &mut State, class: &str) -> Done {
        let Some(class) = self.classes.get(class) else { return Ok(()) };
        let begun = state.statics.get(&key(&class.name, "<clinit>")).cloned().unwrap_or(Value::int(0));
        let Value::Int(begun) = begun else { return gap("a class is initialised in an unknown way") };
        match begun.as_constant() {
            Some(1) => Ok(()),
            Some(_) => self.initialise_now(at, state, class),
            None => {
                let begun = ir::Condition::test(ir::Test::IsZero(begun)).negated();
                self.cases(at, state, begun, &mut |lowering, at, state, begun| {
                    if begun { Ok(()) } else { lowering.initialise_now(at, state, class) }
                })
            }
        }
    }

    /// A class counts as begun before what it extends is initialised, so code of a superclass sees the first values of its fields.
    fn initialise_now(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        class: &'p crate::class::Class,
    ) -> Done {
        state.statics.insert(key(&class.name, "<clinit>"), Value::int(1));
        for field in class.fields.iter().filter(|field| field.is_static) {
            let value = match &field.constant {
                Some(constant) => constant_value(constant)?,
                None => Value::default(&field.ty),
            };
            state.statics.insert(key(&class.name, &field.name), value);
        }
        if self.depth >= MOST_CALLS {
            return gap(format!("the initialisation of {} is nested too deeply", class.name));
        }
        self.depth += 1;
        let before = self.classes.initialised_before(class);
        let above = before.iter().try_for_each(|above| self.initialise(at, state, above));
        self.depth -= 1;
        above?;
        self.run_initialiser(at, state, class)
    }

    fn run_initialiser(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        class: &'p crate::class::Class,
    ) -> Done {
        let Some(method) = class.method("<clinit>", "()V") else { return Ok(()) };
        let mut exits = self.enter(state, (class, method), Vec::new())?;
        for thrown in std::mem::take(&mut exits.throws) {
            let here = self.emit.here();
            self.emit.patch(thrown.edge.site, here);
            let text = format!("the initialisation of {} throws", class.name);
            self.leave_by_gap(&mut exits, text);
        }
        self.come_back(at, state, exits)
    }

    pub(super) fn get_static(&mut self, at: &mut At<'_, 'p>, state: &mut State, member: &'p Member) -> Done {
        let Some((class, field)) = self.classes.field(&member.class, &member.name) else {
            let known = state.statics.get(&key(&member.class, &member.name)).cloned();
            let value = known.map_or_else(|| self.library_static(member), Ok)?;
            state.stack.push(value);
            return Ok(());
        };
        self.initialise(at, state, &class.name)?;
        let value = state.statics.get(&key(&class.name, &field.name)).cloned();
        state.stack.push(value.unwrap_or_else(|| Value::default(&field.ty)));
        Ok(())
    }

    /// A static field of the library.
    fn library_static(&mut self, member: &Member) -> Result<Value, super::Stop> {
        let truth =
            |value| Value::Ref(Ref::one(Way::Box("java/lang/Boolean".into(), Box::new(Value::int(value)))));
        Ok(match (member.class.as_str(), member.name.as_str()) {
            ("java/lang/Integer", "MAX_VALUE") => Value::int(i128::from(i32::MAX)),
            ("java/lang/Integer", "MIN_VALUE") => Value::int(i128::from(i32::MIN)),
            ("java/lang/Long", "MAX_VALUE") => Value::Long(Linear::constant(i128::from(i64::MAX))),
            ("java/lang/Long", "MIN_VALUE") => Value::Long(Linear::constant(i128::from(i64::MIN))),
            ("java/lang/Boolean", "TRUE") => truth(1),
            ("java/lang/Boolean", "FALSE") => truth(0),
            ("java/lang/System", "in") | ("java/util/Locale", _) => match Type::parse(&member.descriptor) {
                Some(ty) => Value::Ref(Ref::one(Way::Unknown(ty))),
                None => return gap("a field is not well written"),
            },
            _ => return gap(format!("the field {}.{} is not modelled", member.class, member.name)),
        })
    }

    pub(super) fn put_static(&mut self, at: &mut At<'_, 'p>, state: &mut State, member: &'p Member) -> Done {
        let Some((class, field)) = self.classes.field(&member.class, &member.name) else {
            return gap(format!("the field {}.{} is not modelled", member.class, member.name));
        };
        self.initialise(at, state, &class.name)?;
        let value = pop(state)?;
        let value = self.fit(value, &field.ty);
        state.statics.insert(key(&class.name, &field.name), value);
        Ok(())
    }

    pub(super) fn get_field(&mut self, at: &mut At<'_, 'p>, state: &mut State, member: &'p Member) -> Done {
        let reference = pop_ref(state)?;
        let reference = self.checked(at, state, &reference)?;
        let Some((class, field)) = self.classes.field(&member.class, &member.name) else {
            return gap(format!("the field {}.{} is not modelled", member.class, member.name));
        };
        let key = key(&class.name, &field.name);
        self.each_way(at, state, &reference, &mut |lowering, _, state, way| {
            let value = match way {
                Way::Object(id) => match &state.object(*id).body {
                    Body::Fields(fields) => {
                        fields.get(&key).cloned().unwrap_or_else(|| Value::default(&field.ty))
                    }
                    Body::Lost => lowering.pull(&key, &field.ty, ANY_FIELD)?,
                    Body::Parts(_) | Body::Array(..) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                        return gap("the code reads a field that does not exist");
                    }
                },
                Way::OneOf(_) => lowering.pull(&key, &field.ty, ANY_FIELD)?,
                Way::Unknown(_) => {
                    lowering.approximate(ANY_FIELD);
                    lowering.any(&field.ty)
                }
                Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => return Err(super::Stop::Ended),
            };
            state.stack.push(value);
            Ok(())
        })
    }

    pub(super) fn put_field(&mut self, at: &mut At<'_, 'p>, state: &mut State, member: &'p Member) -> Done {
        let (value, reference) = (pop(state)?, pop_ref(state)?);
        let reference = self.checked(at, state, &reference)?;
        let Some((class, field)) = self.classes.field(&member.class, &member.name) else {
            return gap(format!("the field {}.{} is not modelled", member.class, member.name));
        };
        let key = key(&class.name, &field.name);
        let value = self.fit(value, &field.ty);
        self.each_way(at, state, &reference, &mut |lowering, _, state, way| {
            match way {
                Way::Object(id) => match state.body(*id) {
                    Body::Fields(fields) => {
                        fields.insert(key.clone(), value.clone());
                    }
                    // What an object that is not followed holds is not followed either.
                    Body::Lost => lowering.push(state, &key, &value),
                    Body::Parts(_) | Body::Array(..) | Body::Items(_) | Body::Many(_) | Body::Lambda(..) => {
                        return gap("the code writes a field that does not exist");
                    }
                },
                Way::OneOf(_) | Way::Unknown(_) => lowering.push(state, &key, &value),
                Way::Null | Way::Str(_) | Way::Box(..) | Way::Class(_) => return Err(super::Stop::Ended),
            }
            Ok(())
        })
    }

    /// The fields of a new object, all with their first values.
    pub(super) fn first_fields(&self, class: &str) -> BTreeMap<Name, Value> {
        let mut fields = BTreeMap::new();
        for class in self.classes.line(class) {
            for field in class.fields.iter().filter(|field| !field.is_static) {
                fields.insert(key(&class.name, &field.name), Value::default(&field.ty));
            }
        }
        fields
    }

    /// A value as a variable of a type keeps it: the integer types keep what fits.
    pub(super) fn fit(&mut self, value: Value, ty: &Type) -> Value {
        // The compiler narrows before it stores; only hostile code does not, and Java itself narrows then.
        let width = match (ty, &value) {
            (Type::Byte, Value::Int(_)) => ir::Width::Signed(8),
            (Type::Short, Value::Int(_)) => ir::Width::Signed(16),
            (Type::Char, Value::Int(_)) => ir::Width::Unsigned(16),
            _ => return value,
        };
        match value {
            Value::Int(linear) if linear.as_constant().is_some() => {
                Value::Int(self.wrapped("number", ir::IntExpr::Linear(linear), width))
            }
            value => value,
        }
    }
}
