//! Methods of the library that touch objects, classes or the run itself.
//!
//! Each row says what it does; what is not here is asked of the models over values. Output has no effect on a run.

use ir::{Condition, Linear};

use super::calls::Outer;
use super::{At, Done, Lowering, Stop, gap, pop};
use crate::class::types::{Signature, Type};
use crate::state::{Body, State};
use crate::value::{Name, Ref, Value, Way, word};

/// Whether objects of a class are builders of strings.
pub(super) fn is_builder(class: &str) -> bool {
    matches!(class, "java/lang/StringBuilder" | "java/lang/StringBuffer")
}

fn is_real(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Float(_) | Value::Double(_)))
}

impl<'p> Lowering<'p> {
    /// What a method does, when it has a row here.
    pub(super) fn intrinsic(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Option<Done> {
        let throwable = self.classes.is_a(call.class, "java/lang/Throwable") == Some(true);
        match (call.class, call.name) {
            ("java/lang/Object" | "java/lang/Record", "<init>") => Some(Ok(())),
            ("java/lang/Enum", _) => self.of_enum(at, state, call),
            (class, "clone") if class.starts_with('[') => {
                let id = call.receiver.as_ref()?.as_object()?;
                let body = state.object(id).body.clone();
                if !matches!(body, Body::Array(..) | Body::Parts(_)) {
                    return None;
                }
                // What is not known of the elements is what the same place holds.
                let class = state.object(id).class.clone();
                let copy = self.make(state, &class, body);
                state.stack.push(Value::object(copy));
                Some(Ok(()))
            }
            (_, "<init>") if throwable => Some(self.new_throwable(at, state, call)),
            _ if throwable && call.receiver.is_some() => Some(self.of_throwable(at, state, call)),
            ("java/lang/System", _) => self.of_system(at, state, call),
            ("java/lang/Runtime", "halt" | "exit") => Some(self.end(at)),
            ("java/lang/Class", _) if call.receiver.is_some() => Some(self.of_class(state, call)),
            ("java/io/PrintStream" | "java/io/PrintWriter", name) => self.print(at, state, (call, name)),
            (_, "getClass") if call.descriptor == "()Ljava/lang/Class;" => {
                let way = call.receiver.as_ref()?.as_ref()?.only()?.clone();
                let class = self.class_of(state, &way)?;
                if self.classes.has_lambdas_of(&class) {
                    return Some(gap("the class of a lambda is not modelled"));
                }
                state.stack.push(Value::Ref(Ref::one(Way::Class(class.as_str().into()))));
                Some(Ok(()))
            }
            (class, _) if super::any::boxed(class).is_some() => self.of_box(state, call),
            ("java/lang/Object", _) if call.receiver.is_some() => self.of_object(state, call),
            _ => self.with_objects(at, state, call),
        }
    }

    /// What every constant of an enumeration has: its name and its number.
    fn of_enum(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let receiver = call.receiver.as_ref()?;
        let (name, number): (Name, Name) = ("java/lang/Enum.name".into(), "java/lang/Enum.ordinal".into());
        if let ("<init>", [own, place]) = (call.name, &call.arguments[..]) {
            let Body::Fields(fields) = state.body(receiver.as_object()?) else { return None };
            fields.extend([(name, own.clone()), (number, place.clone())]);
            return Some(Ok(()));
        }
        let (key, ty) = match (call.name, call.arguments.len()) {
            ("name" | "toString", 0) => (name, Type::Class("java/lang/String".to_owned())),
            ("ordinal", 0) => (number, Type::Int),
            ("equals", 1) => {
                let other = call.arguments.first()?.as_ref()?;
                let same = self.same(state, receiver.as_ref()?, other);
                state.stack.push(Value::Bool(same));
                return Some(Ok(()));
            }
            ("hashCode", 0) => {
                self.approximate("the hash code of an object is unconstrained");
                let any = self.any(&Type::Int);
                state.stack.push(any);
                return Some(Ok(()));
            }
            _ => return None,
        };
        Some(self.each_way(at, state, receiver.as_ref()?, &mut |lowering, _, state, way| {
            let known = match way {
                Way::Object(id) => match &state.object(*id).body {
                    Body::Fields(fields) => fields.get(&key).cloned(),
                    _ => None,
                },
                _ => None,
            };
            let value = match known {
                Some(value) => value,
                None => lowering.pull(&key, &ty, "the name of a constant is unconstrained")?,
            };
            state.stack.push(value);
            Ok(())
        }))
    }

    /// Ends the run.
    fn end(&mut self, at: &mut At<'_, 'p>) -> Done {
        let site = self.emit.jump();
        at.exits.ends.push(site);
        Err(Stop::Ended)
    }

    fn of_system(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        match call.name {
            "exit" => Some(self.end(at)),
            "currentTimeMillis" | "nanoTime" => {
                self.approximate("the time is unconstrained");
                let value = self.any(&Type::Long);
                state.stack.push(value);
                Some(Ok(()))
            }
            "identityHashCode" => {
                self.approximate("the hash code of an object is unconstrained");
                let value = self.any(&Type::Int);
                state.stack.push(value);
                Some(Ok(()))
            }
            "lineSeparator" => {
                state.stack.push(Value::string(word("\n")));
                Some(Ok(()))
            }
            "gc" => Some(Ok(())),
            _ => None,
        }
    }

    fn of_class(&mut self, state: &mut State, call: &Outer<'_>) -> Done {
        let Some(Way::Class(class)) = call.receiver.as_ref().and_then(Value::as_ref).and_then(Ref::only)
        else {
            return gap(format!("Class.{} is not modelled", call.name));
        };
        let value = match call.name {
            "desiredAssertionStatus" => Value::int(1),
            "getName" | "getTypeName" if !class.starts_with('[') => {
                Value::string(word(&class.replace('/', ".")))
            }
            _ => return gap(format!("Class.{} is not modelled", call.name)),
        };
        state.stack.push(value);
        Ok(())
    }

    /// Output: the text of an object is computed, since that is code of the program.
    fn print(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, name): (&Outer<'_>, &str),
    ) -> Option<Done> {
        let receiver = call.receiver.as_ref()?;
        if self.has_own_output(state, receiver) {
            return None;
        }
        match (name, call.descriptor) {
            (
                "<init>",
                "(Ljava/io/OutputStream;)V" | "(Ljava/io/Writer;)V" | "(Ljava/io/OutputStream;Z)V",
            ) => {
                let target = call.arguments.first()?.as_ref()?.clone();
                Some(self.not_null(at, state, &target))
            }
            ("print" | "println", "(Ljava/lang/Object;)V") => {
                let object = Type::Class("java/lang/Object".to_owned());
                let done = self.stringify(at, state, (call.arguments[0].clone(), &object));
                Some(done.and_then(|()| pop(state).map(drop)))
            }
            ("printf" | "format", _)
                if call.descriptor.starts_with("(Ljava/lang/String;[Ljava/lang/Object;)") =>
            {
                let format = Outer {
                    class: "java/lang/String",
                    name: "format",
                    descriptor: "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
                    receiver: None,
                    arguments: call.arguments.clone(),
                };
                let done = self.library(at, state, &format).and_then(|()| pop(state));
                Some(done.map(|_| state.stack.push(receiver.clone())))
            }
            ("print" | "println", "([C)V") => None,
            ("print" | "println" | "flush" | "close", _) => Some(Ok(())),
            _ => None,
        }
    }

    /// Whether the program's own class writes by a method that other methods of the library call.
    fn has_own_output(&self, state: &State, receiver: &Value) -> bool {
        let class = receiver.as_ref().and_then(Ref::only).and_then(|way| self.class_of(state, way));
        class.is_some_and(|class| {
            let own = self.classes.line(&class).flat_map(|class| &class.methods);
            own.into_iter().any(|method| {
                matches!(method.name.as_str(), "print" | "write" | "flush" | "close")
                    || (method.name == "println" && method.descriptor == "()V")
            })
        })
    }

    /// Boxing and unboxing between a class and its own type; conversions are asked of the models.
    fn of_box(&mut self, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let signature = Signature::parse(call.descriptor)?;
        let content = super::any::boxed(call.class)?;
        match call.name {
            "valueOf" if signature.parameters == [content.clone()] => {
                let value = call.arguments[0].clone();
                state.stack.push(Value::Ref(Ref::one(Way::Box(call.class.into(), Box::new(value)))));
                Some(Ok(()))
            }
            name if name.ends_with("Value") && signature.result.as_ref() == Some(&content) => {
                let Way::Box(_, value) = call.receiver.as_ref()?.as_ref()?.only()? else { return None };
                state.stack.push((**value).clone());
                Some(Ok(()))
            }
            "equals" => {
                let equal = self.equal(state, call.receiver.as_ref()?, call.arguments.first()?)?;
                state.stack.push(Value::Bool(equal));
                Some(Ok(()))
            }
            _ => None,
        }
    }

    /// What every object has.
    fn of_object(&mut self, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let receiver = call.receiver.as_ref()?.as_ref()?;
        if !matches!(receiver.only()?, Way::Object(_) | Way::OneOf(_) | Way::Unknown(_)) {
            return None;
        }
        let value = match call.name {
            "equals" => {
                let other = call.arguments.first()?.as_ref()?;
                Value::Bool(self.same(state, receiver, other))
            }
            "hashCode" => {
                self.approximate("the hash code of an object is unconstrained");
                self.any(&Type::Int)
            }
            "toString" => {
                self.approximate("the text of an object is unconstrained");
                Value::Ref(Ref::one(self.any_object(&Type::Class("java/lang/String".to_owned()))))
            }
            "notify" | "notifyAll" => return Some(gap("whether a lock is held is not modelled")),
            _ => return None,
        };
        state.stack.push(value);
        Some(Ok(()))
    }

    /// Methods of strings and builders that are given objects.
    fn with_objects(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let takes_objects = |parameters: &str| call.descriptor.starts_with(parameters);
        match (call.class, call.name) {
            ("java/lang/String", "valueOf") if takes_objects("(Ljava/lang/Object;)") => {
                let object = Type::Class("java/lang/Object".to_owned());
                Some(self.stringify(at, state, (call.arguments[0].clone(), &object)))
            }
            ("java/lang/String", "valueOf") if takes_objects("(F)") || takes_objects("(D)") => {
                let ty = if takes_objects("(F)") { Type::Float } else { Type::Double };
                Some(self.stringify(at, state, (call.arguments[0].clone(), &ty)))
            }
            (class, "append" | "insert") if is_builder(class) && is_real(call.arguments.last()) => {
                self.with_real(at, state, call)
            }
            (class, "equals") if is_builder(class) => {
                let (one, two) = (call.receiver.as_ref()?.as_ref()?, call.arguments.first()?.as_ref()?);
                let same = self.same(state, one, two);
                state.stack.push(Value::Bool(same));
                Some(Ok(()))
            }
            ("java/util/Objects", name) => self.of_objects(at, state, (call, name)),
            ("java/lang/String", "equals") => self.string_equals(at, state, call),
            ("java/lang/String", "split") if call.arguments.len() == 1 => self.split_walked(at, state, call),
            ("java/lang/String", "join") => self.join(at, state, call),
            (class, "append") if is_builder(class) && takes_objects("(Ljava/lang/Object;)") => {
                let result = call.descriptor.split(')').nth(1)?;
                let descriptor = format!("(Ljava/lang/String;){result}");
                Some(self.with_text(at, state, (call, 0, &descriptor)))
            }
            (class, "insert") if is_builder(class) && takes_objects("(ILjava/lang/Object;)") => {
                let result = call.descriptor.split(')').nth(1)?;
                let descriptor = format!("(ILjava/lang/String;){result}");
                Some(self.with_text(at, state, (call, 1, &descriptor)))
            }
            _ => None,
        }
    }

    /// Methods of `Objects` that call methods of what they are given, which may be code of the program.
    fn of_objects(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, name): (&Outer<'_>, &str),
    ) -> Option<Done> {
        match (name, &call.arguments[..]) {
            ("equals", [one, two]) => {
                let Some(equal) = self.equal(state, one, two) else {
                    return Some(gap("objects are compared in a way that is not modelled"));
                };
                state.stack.push(Value::Bool(equal));
                Some(Ok(()))
            }
            ("toString", [object]) => {
                let ty = Type::Class("java/lang/Object".to_owned());
                Some(self.stringify(at, state, (object.clone(), &ty)))
            }
            ("isNull" | "nonNull" | "requireNonNull", _) => None,
            _ => Some(gap(format!("the call of java.util.Objects.{name} is not modelled"))),
        }
    }

    /// The same call of a builder with the text of a floating-point number in place of the number.
    fn with_real(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let (real, single) = match call.arguments.last()? {
            Value::Float(real) => (*real, true),
            Value::Double(real) => (*real, false),
            _ => return None,
        };
        let text = super::reals::text(real, single)?;
        let mut arguments = call.arguments.clone();
        *arguments.last_mut()? = Value::string(word(&text));
        let letter = if single { "F)" } else { "D)" };
        let descriptor = call.descriptor.replacen(letter, "Ljava/lang/String;)", 1);
        let receiver = call.receiver.clone();
        Some(self.library(at, state, &Outer { descriptor: &descriptor, arguments, receiver, ..*call }))
    }

    /// The same call with the text of an object in place of the object.
    fn with_text(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, number, descriptor): (&Outer<'_>, usize, &str),
    ) -> Done {
        let object = Type::Class("java/lang/Object".to_owned());
        self.stringify(at, state, (call.arguments[number].clone(), &object))?;
        let mut arguments = call.arguments.clone();
        arguments[number] = pop(state)?;
        let receiver = call.receiver.clone();
        self.library(at, state, &Outer { descriptor, receiver, arguments, ..*call })
    }

    /// A string is equal only to strings.
    fn string_equals(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Option<Done> {
        let other = call.arguments.first()?.as_ref()?.clone();
        if other.ways.iter().all(|way| matches!(way, Way::Null | Way::Str(_))) {
            return None;
        }
        Some(self.each_way(at, state, &other, &mut |lowering, at, state, way| {
            match way {
                Way::Str(_) => {
                    let arguments = vec![Value::Ref(Ref::one(way.clone()))];
                    let receiver = call.receiver.clone();
                    return lowering.library(at, state, &Outer { receiver, arguments, ..*call });
                }
                Way::Null | Way::Object(_) | Way::OneOf(_) | Way::Box(..) | Way::Class(_) => {
                    state.stack.push(Value::int(0));
                }
                Way::Unknown(_) => {
                    let open = lowering.any(&Type::Boolean);
                    state.stack.push(open);
                }
            }
            Ok(())
        }))
    }

    /// The condition that two values are equal, as `equals` of the library says; none when code of the program decides.
    pub(super) fn equal(&mut self, state: &State, one: &Value, two: &Value) -> Option<Condition> {
        let (one, two) = (one.as_ref()?, two.as_ref()?);
        let mut equal = Condition::FALSE;
        for (left, way) in one.ways.iter().enumerate() {
            for (right, other) in two.ways.iter().enumerate() {
                let case = self.equal_ways(state, way, other)?;
                if super::fold(&self.emit, &case) != Some(false) {
                    equal = equal.or(one.is(left).and(two.is(right)).and(case));
                }
            }
        }
        Some(equal)
    }

    fn equal_ways(&mut self, state: &State, one: &Way, two: &Way) -> Option<Condition> {
        let own_equals = |way: &Way| {
            let class = self.class_of(state, way);
            let equals = class.and_then(|class| self.classes.find(&class, "equals", "(Ljava/lang/Object;)Z"));
            equals.is_some()
        };
        if own_equals(one) || own_equals(two) {
            return None;
        }
        Some(match (one, two) {
            (Way::Str(one), Way::Str(two)) => Condition::test(ir::Test::Equal(one.clone(), two.clone())),
            (Way::Box(one, left), Way::Box(two, right)) if one == two => match (&**left, &**right) {
                (
                    Value::Int(left) | Value::Long(left) | Value::Char(left, _),
                    Value::Int(right) | Value::Long(right) | Value::Char(right, _),
                ) => {
                    let difference: Linear = left.minus(right)?;
                    Condition::test(ir::Test::IsZero(difference))
                }
                _ => return None,
            },
            (Way::Null, Way::Null) => Condition::TRUE,
            (Way::Object(one), Way::Object(two)) if one == two => Condition::TRUE,
            (Way::Object(_), Way::Object(_)) => {
                // Collections and other objects of the library compare what they hold.
                let is_own = |way: &Way| {
                    self.class_of(state, way).is_some_and(|class| self.classes.get(&class).is_some())
                };
                if !is_own(one) && !is_own(two) {
                    return None;
                }
                Condition::FALSE
            }
            (Way::Unknown(_), _)
            | (_, Way::Unknown(_))
            | (Way::OneOf(_), Way::OneOf(_) | Way::Object(_))
            | (Way::Object(_), Way::OneOf(_)) => return None,
            _ => Condition::FALSE,
        })
    }
}
