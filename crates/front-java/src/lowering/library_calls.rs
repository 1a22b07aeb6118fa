//! Calls of the library: arguments as the models see them, and what the models answer.
//!
//! What has neither a row here nor a model is a gap.

use ir::emit::Emit;
use ir::{Condition, Linear, Quantity, StrExpr, StrTerm, Test};

use super::calls::Outer;
use super::constants::Computed;
use super::{At, Done, Lowering, Stop, fold, gap, pop};
use crate::class::types::{Signature, Type};
use crate::class::{Constant, Member};
use crate::library::{self, Invocation, Thrower};
use crate::shape::places;
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way, length, word};

/// Exceptions that a model throws.
#[derive(Default)]
pub(super) struct Throws {
    pub(super) sites: Vec<(usize, &'static str)>,
    always: bool,
}

impl Thrower for Throws {
    fn throw_if(&mut self, emit: &mut Emit, condition: Condition, class: &'static str) {
        let known = fold(emit, &condition);
        self.always |= known == Some(true);
        if known != Some(false) {
            self.sites.push((emit.branch(condition), class));
        }
    }
}

impl<'p> Lowering<'p> {
    /// A call of the library.
    pub(super) fn library(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Done {
        if let Some(stub) = self.stub(state, call) {
            let arguments = call.receiver.iter().chain(&call.arguments).cloned().collect();
            return self.call(at, state, stub, arguments);
        }
        if let Some(done) = self.intrinsic(at, state, call) {
            return done;
        }
        if super::collections::is_collection(call.class)
            && let Some(done) = self.collection(at, state, call)
        {
            return done;
        }
        // A model sees one kind of thing an argument, maybe null.
        let mixed = call.arguments.iter().position(|value| !self.is_plain(value));
        if let Some(number) = mixed
            && let Value::Ref(reference) = call.arguments[number].clone()
        {
            return self.each_way(at, state, &reference, &mut |lowering, at, state, way| {
                let mut arguments = call.arguments.clone();
                arguments[number] = Value::Ref(Ref::one(way.clone()));
                lowering.library(at, state, &Outer { arguments, receiver: call.receiver.clone(), ..*call })
            });
        }
        self.modelled(at, state, call)
    }

    /// Whether a value can be only one kind of thing, or that and null.
    fn is_plain(&self, value: &Value) -> bool {
        let Value::Ref(reference) = value else { return true };
        reference.ways.iter().filter(|way| **way != Way::Null).count() <= 1
    }

    fn modelled(&mut self, at: &mut At<'_, 'p>, state: &mut State, call: &Outer<'_>) -> Done {
        let Some(signature) = Signature::parse(call.descriptor) else {
            return gap("a call is not well written");
        };
        if call.class != "java/util/Objects"
            && call.arguments.iter().any(|given| self.may_be_own(state, given))
        {
            let class = call.class.replace('/', ".");
            return gap(format!("{class}.{} is given an object of the program", call.name));
        }
        let arguments: Vec<library::Value> =
            call.arguments.iter().map(|value| self.seen(state, value)).collect();
        let receiver = match &call.receiver {
            Some(receiver) if call.name != "<init>" => self.parts(state, receiver)?,
            _ => Vec::new(),
        };
        let invocation = Invocation {
            class: call.class,
            name: call.name,
            descriptor: call.descriptor,
            receiver: &receiver,
            arguments: &arguments,
        };
        let modelled = self.answer(at, state, &invocation)?;
        if let ("charAt", [library::Value::Str(of)], [library::Value::Int(place)]) =
            (call.name, &receiver[..], &arguments[..])
        {
            state.facts.learn_inside(place, &length(of));
        }
        for (number, text) in modelled.changed {
            if let Some(id) = call.arguments.get(number).and_then(Value::as_object)
                && state.object(id).body != Body::Lost
            {
                *state.body(id) = Body::Parts(vec![Value::Text(text)]);
            }
        }
        if let (Some(parts), Some(receiver)) = (modelled.parts, &call.receiver) {
            self.change(state, receiver, parts)?;
        }
        let Some(ty) = signature.result else { return Ok(()) };
        if let (library::Value::Int(place), Some((of, what))) =
            (&modelled.result, super::pieces::searched(&invocation))
        {
            if what != word("") && !matches!(what, StrTerm::Var(_)) {
                state.facts.learn_less(place, &length(&of));
            }
            if arguments.len() == 1 {
                self.learn_found(place, Condition::test(Test::Contains(of, what)));
            }
        }
        let result = self.known(state, modelled.result, (&ty, call))?;
        state.stack.push(result);
        Ok(())
    }

    /// Takes note that a search has a result that is not negative exactly when a condition holds.
    fn learn_found(&mut self, place: &Linear, found: Condition) {
        if let ([(Quantity::Var(variable), 1)], 0) = (place.terms(), place.constant_part()) {
            self.found.insert(*variable, found);
        }
    }

    /// What a call does when it does not throw; exceptions are delivered.
    fn answer(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &State,
        call: &Invocation<'_>,
    ) -> Result<library::Modelled, Stop> {
        match super::constants::compute(call) {
            Some(Computed::Done(modelled)) => return Ok(modelled),
            Some(Computed::Thrown(class)) => {
                self.throw_if(at, state, Condition::TRUE, class)?;
                return Err(Stop::Ended);
            }
            None => {}
        }
        let mut throws = Throws::default();
        let Some(modelled) = library::model(&mut self.emit, &mut throws, call) else {
            let class = call.class.replace('/', ".");
            return gap(format!("the call of {class}.{} is not modelled", call.name));
        };
        for (site, class) in throws.sites {
            self.throw_at(at, state.clone(), class, site);
        }
        if throws.always { Err(Stop::Ended) } else { Ok(modelled) }
    }

    /// The parts of a receiver, as models see them.
    fn parts(&mut self, state: &State, receiver: &Value) -> Result<Vec<library::Value>, Stop> {
        let Some(way) = receiver.as_ref().and_then(Ref::only) else { return gap("a receiver is not known") };
        match way {
            Way::Object(id) => match &state.object(*id).body {
                Body::Parts(parts) => Ok(parts.clone().iter().map(|part| self.seen(state, part)).collect()),
                Body::Lost if super::intrinsics::is_builder(&state.object(*id).class) => {
                    Ok(vec![library::Value::Str(self.pull_content(&state.object(*id).class.clone())?)])
                }
                Body::Fields(_)
                | Body::Array(..)
                | Body::Items(_)
                | Body::Many(_)
                | Body::Lambda(..)
                | Body::Lost => Ok(vec![library::Value::Opaque]),
            },
            Way::OneOf(class) if super::intrinsics::is_builder(class) => {
                Ok(vec![library::Value::Str(self.pull_content(class)?)])
            }
            Way::Unknown(ty) if super::intrinsics::is_builder(&ty.name()) => {
                self.approximate("the content of a builder that is not modelled is unconstrained");
                Ok(vec![library::Value::Str(self.emit.any_str("any"))])
            }
            _ => Ok(vec![self.seen(state, receiver)]),
        }
    }

    /// The receiver has other parts.
    fn change(&mut self, state: &mut State, receiver: &Value, parts: Vec<library::Value>) -> Done {
        let parts: Option<Vec<Value>> = parts.into_iter().map(part).collect();
        let Some(parts) = parts else { return gap("what an object holds cannot be followed") };
        let Some(id) = receiver.as_object() else {
            self.push_content(state, receiver, &parts);
            return Ok(());
        };
        let class = state.object(id).class.clone();
        let value = match (&*class, &parts[..]) {
            ("java/lang/String", [Value::Text(text)]) => Some(Value::string(text.clone())),
            (_, [content]) => super::any::boxed(&class).map(|ty| {
                Value::Ref(Ref::one(Way::Box(class.clone(), Box::new(content_of(content.clone(), &ty)))))
            }),
            _ => None,
        };
        match value {
            Some(value) => self.replace(state, id, &value),
            None => {
                if state.object(id).body == Body::Lost {
                    self.push_content(state, receiver, &parts);
                } else {
                    *state.body(id) = Body::Parts(parts);
                }
            }
        }
        Ok(())
    }

    /// A value as models see it.
    pub(super) fn seen(&mut self, state: &State, value: &Value) -> library::Value {
        use library::Value as Seen;
        match value {
            Value::Int(linear) | Value::Long(linear) => Seen::Int(linear.clone()),
            Value::Bool(condition) => Seen::Bool(condition.clone()),
            Value::Char(code, text) => Seen::Char { code: code.clone(), text: text.clone() },
            Value::Text(text) => Seen::Str(text.clone()),
            Value::Float(_) | Value::Double(_) => Seen::Opaque,
            Value::Ref(reference) => {
                let something = reference.ways.iter().find(|way| **way != Way::Null);
                let seen = something.map(|way| self.seen_way(state, way));
                match (seen, reference.ways.contains(&Way::Null)) {
                    (None, _) => Seen::Null,
                    (Some(seen), false) => seen,
                    (Some(seen), true) => Seen::Maybe(reference.is_null(), Box::new(seen)),
                }
            }
        }
    }

    fn seen_way(&mut self, state: &State, way: &Way) -> library::Value {
        use library::Value as Seen;
        match way {
            Way::Null => Seen::Null,
            Way::Str(text) => Seen::Str(text.clone()),
            Way::Box(_, content) => self.seen(state, content),
            Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => Seen::Opaque,
            Way::Object(id) => match &state.object(*id).body {
                Body::Parts(parts) if parts.len() == 1 => self.seen(state, &parts[0].clone()),
                Body::Array(length, known) if length.as_constant() == Some(known.len() as i128) => {
                    Seen::Array(known.clone().iter().map(|value| self.seen_element(state, value)).collect())
                }
                Body::Parts(_)
                | Body::Array(..)
                | Body::Fields(_)
                | Body::Items(_)
                | Body::Many(_)
                | Body::Lambda(..)
                | Body::Lost => Seen::Opaque,
            },
        }
    }

    /// An element of an array; one that is an array itself is not looked into.
    fn seen_element(&mut self, state: &State, value: &Value) -> library::Value {
        match value.as_object() {
            Some(id) if matches!(state.object(id).body, Body::Array(..)) => library::Value::Opaque,
            _ => self.seen(state, value),
        }
    }

    /// The value of a type that a model answers.
    fn known(
        &mut self,
        state: &mut State,
        answer: library::Value,
        (ty, call): (&Type, &Outer<'_>),
    ) -> Result<Value, Stop> {
        use library::Value as Seen;
        if let Type::Class(class) = ty
            && let Some(content) = super::any::boxed(class)
            && !matches!(answer, Seen::Null | Seen::Maybe(..) | Seen::Opaque | Seen::This | Seen::Argument(_))
        {
            let content = self.known(state, answer, (&content, call))?;
            return Ok(Value::Ref(Ref::one(Way::Box(class.as_str().into(), Box::new(content)))));
        }
        Ok(match answer {
            Seen::Int(linear) if *ty == Type::Long => Value::Long(linear),
            Seen::Int(linear) => Value::Int(linear),
            Seen::Bool(condition) => match fold(&self.emit, &condition) {
                Some(known) => Value::int(i128::from(known)),
                None => Value::Bool(condition),
            },
            Seen::Char { code, text } => match code.as_constant() {
                Some(_) => Value::Int(code),
                None => Value::Char(code, text),
            },
            Seen::Str(text) => match ty {
                Type::Array(_) => {
                    Value::object(self.make(state, &ty.descriptor(), Body::Parts(vec![Value::Text(text)])))
                }
                _ => Value::string(text),
            },
            Seen::Null => Value::null(),
            Seen::Maybe(null, value) => {
                let value = self.known(state, *value, (ty, call))?;
                let Some(way) = value.as_ref().and_then(Ref::only).cloned() else {
                    return gap("a result cannot be followed");
                };
                let which = self.emit.new_int("which");
                crate::join::truth(&mut self.emit, which, null.negated());
                Value::Ref(Ref { ways: vec![Way::Null, way], which: Some(which) })
            }
            Seen::This => match &call.receiver {
                Some(receiver) => receiver.clone(),
                None => return gap("a result cannot be followed"),
            },
            Seen::Argument(number) => call.arguments[number].clone(),
            Seen::Opaque => match ty {
                Type::Class(_) | Type::Array(_) => Value::Ref(Ref::one(self.any_object(ty))),
                _ => self.any(ty),
            },
            Seen::Array(_) | Seen::Strings { .. } => self.known_array(state, answer, (ty, call))?,
            Seen::Made(class, parts) => {
                let parts: Option<Vec<Value>> = parts.into_iter().map(part).collect();
                let Some(parts) = parts else { return gap("a result cannot be followed") };
                Value::object(self.make(state, class, Body::Parts(parts)))
            }
            Seen::Void => return gap("a result cannot be followed"),
        })
    }

    fn known_array(
        &mut self,
        state: &mut State,
        answer: library::Value,
        (ty, call): (&Type, &Outer<'_>),
    ) -> Result<Value, Stop> {
        let Type::Array(element) = ty else { return gap("a result cannot be followed") };
        let Some(element) = Type::parse(element) else { return gap("a result cannot be followed") };
        let (length, known) = match answer {
            library::Value::Array(values) => {
                let mut known = Vec::new();
                for value in values {
                    known.push(self.known(state, value, (&element, call))?);
                }
                (Linear::constant(known.len() as i128), known)
            }
            library::Value::Strings { length, first, others } => {
                let place = places::elements(&self.sited(&ty.descriptor()));
                match others {
                    Some(other) => {
                        let more = self.outside(&Linear::constant(first.len() as i128), &length)?.negated();
                        self.push_when(state, (&place, &Value::string(other)), &more);
                    }
                    // Of the others nothing is known but that they are strings.
                    None => self.push_any_text(state, &place),
                }
                (length, first.into_iter().map(Value::string).collect())
            }
            _ => return gap("a result cannot be followed"),
        };
        Ok(Value::object(self.make(state, &ty.descriptor(), Body::Array(length, known))))
    }

    /// Pushes the text that a value has in a concatenation.
    pub(super) fn stringify(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (value, ty): (Value, &Type),
    ) -> Done {
        if let Value::Float(real) | Value::Double(real) = &value
            && let Some(text) = super::reals::text(*real, *ty == Type::Float)
        {
            state.stack.push(Value::string(word(&text)));
            return Ok(());
        }
        let Value::Ref(reference) = &value else {
            let letter =
                if matches!(ty, Type::Byte | Type::Short) { "I".to_owned() } else { ty.descriptor() };
            let descriptor = format!("({letter})Ljava/lang/String;");
            let arguments = vec![value];
            let call = Outer {
                class: "java/lang/String",
                name: "valueOf",
                descriptor: &descriptor,
                receiver: None,
                arguments,
            };
            return self.modelled(at, state, &call);
        };
        self.each_way(at, state, reference, &mut |lowering, at, state, way| {
            let text = match way {
                Way::Null => word("null"),
                Way::Str(text) => text.clone(),
                Way::Box(class, content) => {
                    let Some(ty) = super::any::boxed(class) else { return gap("a box is not known") };
                    return lowering.stringify(at, state, ((**content).clone(), &ty));
                }
                Way::Object(_) | Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => {
                    let member = Member {
                        class: "java/lang/Object".to_owned(),
                        name: "toString".to_owned(),
                        descriptor: "()Ljava/lang/String;".to_owned(),
                    };
                    lowering.invoke_virtual(at, state, &member, (&Ref::one(way.clone()), Vec::new()))?;
                    let result = pop(state)?;
                    return lowering.or_null(at, state, &result);
                }
            };
            state.stack.push(Value::string(text));
            Ok(())
        })
    }

    /// Pushes a string, or the word for nothing.
    fn or_null(&mut self, at: &mut At<'_, 'p>, state: &mut State, value: &Value) -> Done {
        let Value::Ref(reference) = value else { return gap("a text is not known") };
        self.each_way(at, state, reference, &mut |_, _, state, way| {
            let text = match way {
                Way::Null => word("null"),
                Way::Str(text) => text.clone(),
                Way::Object(_) | Way::OneOf(_) | Way::Box(..) | Way::Unknown(_) | Way::Class(_) => {
                    return gap("a text is not known");
                }
            };
            state.stack.push(Value::string(text));
            Ok(())
        })
    }

    /// A concatenation by a recipe: 1 stands for the next argument and 2 for the next constant.
    pub(super) fn concatenate(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (recipe, constants): (&[u16], &[Option<Constant>]),
        arguments: Vec<(Value, Type)>,
    ) -> Done {
        let (mut arguments, mut constants) = (arguments.into_iter(), constants.iter());
        let mut terms: Vec<StrTerm> = Vec::new();
        for &unit in recipe {
            let term = match unit {
                1 => {
                    let Some((value, ty)) = arguments.next() else {
                        return gap("a concatenation is not well written");
                    };
                    self.stringify(at, state, (value, &ty))?;
                    match pop(state)?.as_ref().and_then(Ref::only) {
                        Some(Way::Str(text)) => text.clone(),
                        _ => return gap("a text is not known"),
                    }
                }
                2 => match constants.next() {
                    Some(Some(Constant::Str(units))) => {
                        StrTerm::Word(units.iter().map(|&unit| u32::from(unit)).collect())
                    }
                    _ => return gap("a constant of a concatenation is not known"),
                },
                unit => StrTerm::Word([u32::from(unit)].into()),
            };
            match (terms.last_mut(), term) {
                (Some(StrTerm::Word(last)), StrTerm::Word(more)) => {
                    *last = [&last[..], &more[..]].concat().into();
                }
                (_, term) => terms.push(term),
            }
        }
        let text = match terms.len() {
            0 => word(""),
            1 => terms.remove(0),
            _ => self.emit.set_str("text", StrExpr::Concat(terms)),
        };
        state.stack.push(Value::string(text));
        Ok(())
    }
}

/// A part of an object, as the walk keeps it.
fn part(value: library::Value) -> Option<Value> {
    use library::Value as Seen;
    match value {
        Seen::Int(linear) => Some(Value::Int(linear)),
        Seen::Bool(condition) => Some(Value::Bool(condition)),
        Seen::Char { code, text } => Some(Value::Char(code, text)),
        Seen::Str(text) => Some(Value::Text(text)),
        Seen::Null => Some(Value::null()),
        _ => None,
    }
}

/// The content of a box of a type.
fn content_of(value: Value, ty: &Type) -> Value {
    match (value, ty) {
        (Value::Int(linear), Type::Long) => Value::Long(linear),
        (value, _) => value,
    }
}
