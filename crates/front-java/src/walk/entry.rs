//! The entry: its arguments come from the outside.
//!
//! The array of `main` has any length and any strings; an entry with other arguments gets any values of their types. One
//! that needs a receiver gets a new object of its class, made by the constructor without parameters.

use ir::{Action, IntExpr, Linear, Width};

use super::{At, Done, Exits, Stop, Walker, gap};
use crate::class::types::{Signature, Type};
use crate::class::{Class, Method};
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way};

/// Where a run begins.
pub(crate) struct Entry<'p> {
    pub(crate) class: &'p Class,
    pub(crate) method: &'p Method,
    /// Whether arguments that are strings may be null.
    pub(crate) null_inputs: bool,
}

impl<'p> Walker<'p> {
    /// Walks the whole program.
    pub(crate) fn start(&mut self, entry: &Entry<'p>) -> Exits {
        let mut exits = Exits::default();
        let mut state = State::default();
        let done = self.start_in(entry, &mut state, &mut exits);
        match done {
            Ok(()) => {
                let site = self.emit.jump();
                exits.ends.push(site);
            }
            Err(Stop::Ended) => {}
            Err(Stop::Gap(text)) => self.leave_by_gap(&mut exits, text),
        }
        exits
    }

    fn start_in(&mut self, entry: &Entry<'p>, state: &mut State, exits: &mut Exits) -> Done {
        self.emit.span = self.places.span(entry.class, 0);
        let method = self.active(entry.class, entry.method)?;
        let mut at = At { method: &method, op: usize::MAX, exits };
        self.initialise(&mut at, state, &entry.class.name)?;
        let mut arguments = Vec::new();
        if !entry.method.is_static {
            self.new_object(&mut at, state, &entry.class.name)?;
            let this = super::pop(state)?;
            let Some(constructor) = entry.class.method("<init>", "()V") else {
                return gap("the class of the entry has no constructor without parameters");
            };
            self.call(&mut at, state, (entry.class, constructor), vec![this.clone()])?;
            arguments.push(this);
        }
        let Some(signature) = Signature::parse(&entry.method.descriptor) else {
            return gap("the entry is not well written");
        };
        for ty in &signature.parameters {
            arguments.push(self.argument(state, ty, entry)?);
        }
        self.call(&mut at, state, (entry.class, entry.method), arguments)
    }

    fn argument(&mut self, state: &mut State, ty: &Type, entry: &Entry<'p>) -> Result<Value, Stop> {
        let strings = Type::Array("Ljava/lang/String;".to_owned());
        if *ty == strings {
            let count = self.emit.new_int("arguments");
            self.emit.push(Action::SetInt(count, IntExpr::Input, Width::Unsigned(31)));
            let body = Body::Array(Linear::var(count), Vec::new());
            return Ok(Value::object(self.make(state, &ty.descriptor(), body)));
        }
        if ty.is_reference() && *ty != Type::Class("java/lang/String".to_owned()) {
            return gap(format!("an argument of type {} is not made up", ty.name()));
        }
        let value = self.input_of(ty)?;
        match value.as_ref().and_then(Ref::only) {
            Some(way @ Way::Str(_)) if entry.null_inputs => {
                let which = self.emit.new_int("which");
                self.emit.push(Action::SetInt(which, IntExpr::Input, Width::Unsigned(1)));
                Ok(Value::Ref(Ref { ways: vec![Way::Null, way.clone()], which: Some(which) }))
            }
            _ => Ok(value),
        }
    }
}
