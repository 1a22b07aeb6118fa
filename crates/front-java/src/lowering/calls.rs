//! Calls of methods of the program, which are inlined.
//!
//! A virtual call runs the method of the class of each object that the receiver may be. A call of the library goes to
//! `library_calls`. Calls that are nested too deeply are gaps, so recursion is followed as far as constants lead it.

use super::{Active, At, Done, Exits, Lowering, MOST_CALLS, Stop, gap, pop};
use crate::class::types::{Signature, Type};
use crate::class::{Call, Class, Constant, Member, Method};
use crate::merge::merge;
use crate::state::{Body, State};
use crate::stubs::{self, is_stub};
use crate::value::{ObjectId, Ref, Value, Way};

/// A call of the library: what is called, on what, with what.
pub(super) struct Outer<'a> {
    pub(super) class: &'a str,
    pub(super) name: &'a str,
    pub(super) descriptor: &'a str,
    pub(super) receiver: Option<Value>,
    pub(super) arguments: Vec<Value>,
}

impl<'p> Lowering<'p> {
    pub(super) fn invoke(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: Call,
        member: &'p Member,
    ) -> Done {
        let Some(signature) = Signature::parse(&member.descriptor) else {
            return gap("a call is not well written");
        };
        let mut arguments = Vec::new();
        for _ in &signature.parameters {
            arguments.insert(0, pop(state)?);
        }
        match call {
            Call::Static => self.invoke_static(at, state, member, arguments),
            Call::Special | Call::Construct => {
                let receiver = pop(state)?;
                let Value::Ref(reference) = &receiver else { return gap("a call is not well written") };
                self.not_null(at, state, reference)?;
                self.invoke_on(at, state, (member, &member.class), (receiver, arguments))
            }
            Call::Virtual => {
                let Value::Ref(receiver) = pop(state)? else { return gap("a call is not well written") };
                self.invoke_virtual(at, state, member, (&receiver, arguments))
            }
        }
    }

    pub(super) fn invoke_static(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        member: &Member,
        arguments: Vec<Value>,
    ) -> Done {
        if super::inputs::is_verifier(&member.class) {
            return self.verifier(state, member, &arguments);
        }
        match self.classes.find(&member.class, &member.name, &member.descriptor) {
            Some((class, method)) => {
                self.initialise(at, state, &class.name)?;
                self.call(at, state, (class, method), arguments)
            }
            None if super::collections::is_maker(&member.class) => {
                let (class, name, descriptor) = (&*member.class, &*member.name, &*member.descriptor);
                let call = Outer { class, name, descriptor, receiver: None, arguments };
                self.make_collection(at, state, &call)
            }
            None => {
                let (class, name, descriptor) = (&*member.class, &*member.name, &*member.descriptor);
                self.library(at, state, &Outer { class, name, descriptor, receiver: None, arguments })
            }
        }
    }

    /// The stub that stands for a method.
    pub(super) fn stub(&self, state: &State, call: &Outer<'_>) -> Option<(&'static Class, &'static Method)> {
        let Some(receiver) = &call.receiver else {
            return stubs::of((stubs::Kind::Static, call.class), call.name, call.descriptor);
        };
        let class = self.class_of(state, receiver.as_ref()?.only()?)?;
        let kind = super::collections::kind(&class)?;
        stubs::of((kind, &class), call.name, call.descriptor)
    }

    /// A call of the method that a class of the receiver has.
    pub(super) fn invoke_virtual(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        member: &Member,
        (receiver, arguments): (&Ref, Vec<Value>),
    ) -> Done {
        let receiver = self.checked(at, state, receiver)?;
        let is_given = is_stub(&at.method.class.name) && member.class.starts_with(GIVEN);
        let worked_on = if is_given { Some(worked_on(state)?) } else { None };
        self.run_virtual(at, state, member, (&receiver, arguments))?;
        match worked_on {
            Some(before) if is_changed(&before, state) => {
                gap("code that is given to a collection changes it")
            }
            Some(_) | None => Ok(()),
        }
    }

    fn run_virtual(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        member: &Member,
        (receiver, arguments): (&Ref, Vec<Value>),
    ) -> Done {
        let is_private = self.classes.is_private(&member.class, &member.name, &member.descriptor);
        self.each_way(at, state, receiver, &mut |lowering, at, state, way| {
            let this = Value::Ref(Ref::one(way.clone()));
            if is_private && *way != Way::Null {
                return lowering.invoke_on(at, state, (member, &member.class), (this, arguments.clone()));
            }
            if let Way::Object(id) = way
                && let Body::Lambda(lambda, captured) = state.object(*id).body.clone()
                && (&lambda.name, &lambda.erased) == (&member.name, &member.descriptor)
            {
                return lowering.run_lambda(at, state, (&lambda, &captured), arguments.clone());
            }
            let class = match way {
                Way::Null => return Err(Stop::Ended),
                Way::Unknown(ty) => match ty {
                    // An object of the program may be behind it, and its own method is run then.
                    Type::Class(class)
                        if lowering.classes.get(class).is_none()
                            && !lowering.classes.overrides(class, &member.name, &member.descriptor) =>
                    {
                        class.clone()
                    }
                    _ => {
                        return gap(format!(
                            "{}.{} is called on an object that is not modelled",
                            ty.name(),
                            member.name
                        ));
                    }
                },
                _ => lowering.class_of(state, way).unwrap_or_default(),
            };
            if !matches!(way, Way::OneOf(_)) {
                return lowering.invoke_on(at, state, (member, &class), (this, arguments.clone()));
            }
            // One of the same class may be behind a field, so only constants could end a recursion.
            let walked = (class, member.name.clone(), member.descriptor.clone());
            if lowering.within.contains(&walked) {
                return gap(format!(
                    "{}.{} is called by itself on an object that is not modelled",
                    walked.0, walked.1
                ));
            }
            lowering.within.push(walked.clone());
            let done = lowering.invoke_on(at, state, (member, &walked.0), (this, arguments.clone()));
            lowering.within.pop();
            done
        })
    }

    /// A call of the method that a class has or inherits.
    pub(super) fn invoke_on(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (member, class): (&Member, &str),
        (receiver, arguments): (Value, Vec<Value>),
    ) -> Done {
        if let Some((class, method)) = self.classes.find(class, &member.name, &member.descriptor) {
            let arguments = [receiver].into_iter().chain(arguments).collect();
            return self.call(at, state, (class, method), arguments);
        }
        let (name, descriptor) = (&*member.name, &*member.descriptor);
        // What the program's own class does not have, a class of the library above it has.
        let top = self.classes.line(class).last();
        let class = top.and_then(|top| top.superclass.as_deref()).unwrap_or(class).to_owned();
        let receiver = Some(receiver);
        self.library(at, state, &Outer { class: &class, name, descriptor, receiver, arguments })
    }

    /// Runs a method of the program in place; its result is then on the stack.
    pub(super) fn call(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        method: (&'p Class, &'p Method),
        arguments: Vec<Value>,
    ) -> Done {
        let place = (self.outer, self.inner.clone());
        let exits = self.enter(state, method, arguments)?;
        (self.outer, self.inner) = place;
        self.come_back(at, state, exits)
    }

    /// Walks a method. Heap and static fields go with it; what is left of the state is the frame of the caller.
    pub(super) fn enter(
        &mut self,
        state: &mut State,
        (class, method): (&'p Class, &'p Method),
        arguments: Vec<Value>,
    ) -> Result<Exits, Stop> {
        if self.depth >= MOST_CALLS {
            return gap(format!("{}.{} is called too deeply", class.name, method.name));
        }
        let active: Active<'p> = self.active(class, method)?;
        let mut locals = Vec::new();
        for argument in arguments {
            let wide = argument.is_wide();
            locals.push(Some(argument));
            locals.extend(wide.then_some(None));
        }
        if locals.len() > active.code.locals {
            return gap("a method has fewer variables than parameters");
        }
        locals.resize(active.code.locals, None);
        let inner = State {
            locals,
            stack: Vec::new(),
            heap: std::mem::take(&mut state.heap),
            statics: std::mem::take(&mut state.statics),
            facts: std::mem::take(&mut state.facts),
        };
        let span = self.emit.span;
        self.depth += 1;
        let exits = self.run(&active, inner);
        self.depth -= 1;
        self.emit.span = span;
        Ok(exits)
    }

    /// Goes on in the caller with what a call came to.
    pub(super) fn come_back(&mut self, at: &mut At<'_, 'p>, state: &mut State, exits: Exits) -> Done {
        for mut thrown in exits.throws {
            thrown.edge.state.locals.clone_from(&state.locals);
            thrown.edge.state.stack.clear();
            self.deliver(at, thrown);
        }
        at.exits.gaps.extend(exits.gaps);
        at.exits.ends.extend(exits.ends);
        let back = merge((&mut self.emit, &mut self.keeper), exits.returns)?;
        state.heap = back.heap;
        state.statics = back.statics;
        state.facts = back.facts;
        state.stack.extend(back.stack);
        Ok(())
    }

    /// What Java writes for records: over-approximates, any text, hash code or answer. Parts whose own methods are code of the program
    /// are a gap.
    fn of_record(&mut self, state: &mut State, name: &str, signature: &Signature) -> Done {
        let class = signature.parameters.first().map(Type::name).unwrap_or_default();
        if !self.classes.compares_plainly(&class) {
            return gap(format!("{name} of the record {class} is not modelled"));
        }
        self.approximate(format!("{name} of a record may give anything"));
        let value = match &signature.result {
            Some(ty @ Type::Class(_)) => Value::Ref(Ref::one(self.any_object(ty))),
            Some(ty) => self.any(ty),
            None => return gap("a dynamic call is not well written"),
        };
        state.stack.push(value);
        Ok(())
    }

    /// A call site that a bootstrap method computes.
    pub(super) fn dynamic(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        number: usize,
        (name, descriptor): (&str, &str),
    ) -> Done {
        let Some(bootstrap) = at.method.class.bootstraps.get(number) else {
            return gap("a dynamic call is not well written");
        };
        let Some(signature) = Signature::parse(descriptor) else { return gap("a call is not well written") };
        let mut arguments = Vec::new();
        for ty in signature.parameters.iter().rev() {
            arguments.insert(0, (pop(state)?, ty.clone()));
        }
        let recipe = match (&bootstrap.method, name) {
            (Some((class, method)), _)
                if class == "java/lang/invoke/LambdaMetafactory" && method == "metafactory" =>
            {
                let captured = arguments.into_iter().map(|(value, _)| value).collect();
                return self.lambda(state, (name, &signature), bootstrap, captured);
            }
            (Some((class, _)), _) if class == "java/lang/runtime/ObjectMethods" => {
                return self.of_record(state, name, &signature);
            }
            (Some((class, method)), _) if class == "java/lang/invoke/StringConcatFactory" => {
                match (method.as_str(), bootstrap.arguments.first()) {
                    ("makeConcatWithConstants", Some(Some(Constant::Str(recipe)))) => recipe.clone(),
                    ("makeConcat", _) => vec![1; arguments.len()],
                    _ => return gap("a concatenation is not well written"),
                }
            }
            _ => return gap(format!("the dynamic call {name} is not modelled")),
        };
        let constants = bootstrap.arguments.get(1..).unwrap_or_default();
        self.concatenate(at, state, (&recipe, constants), arguments)
    }
}

/// Where the interfaces stand whose methods are code that is given to the library.
const GIVEN: &str = "java/util/function/";

fn is_changed(before: &[(ObjectId, Body)], state: &State) -> bool {
    before.iter().any(|(id, body)| state.heap.get(id).is_none_or(|object| object.body != *body))
}

/// The collections that a stub works on, directly or through an iterator or view, as they are now.
fn worked_on(state: &State) -> Result<Vec<(ObjectId, Body)>, Stop> {
    let mut known = Vec::new();
    let mut open: Vec<&Value> = state.locals.iter().flatten().chain(&state.stack).collect();
    while let Some(value) = open.pop() {
        let Value::Ref(reference) = value else { continue };
        for way in &reference.ways {
            match way {
                Way::Object(id) if known.iter().any(|(seen, _)| seen == id) => {}
                Way::Object(id) => match &state.object(*id).body {
                    body @ (Body::Items(_) | Body::Many(_)) => known.push((*id, body.clone())),
                    body @ Body::Parts(parts) => {
                        known.push((*id, body.clone()));
                        open.extend(parts);
                    }
                    Body::Fields(_) | Body::Array(..) | Body::Lambda(..) | Body::Lost => {}
                },
                Way::OneOf(class) if super::collections::is_collection(class) => {
                    return gap("code is given to a collection that is not modelled");
                }
                Way::Null | Way::Str(_) | Way::Box(..) | Way::OneOf(_) | Way::Unknown(_) | Way::Class(_) => {}
            }
        }
    }
    Ok(known)
}
