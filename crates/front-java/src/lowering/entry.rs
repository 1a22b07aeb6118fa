//! The entry: its arguments come from the outside.
//!
//! The array of `main` has any length and any strings, of which the first ones are inputs by themselves; an entry with
//! other arguments gets any values of their types. One that needs a receiver gets a new object of its class, made by the
//! constructor without parameters.

use ir::{InputSet, Linear, Width};

use super::inputs::Asked;
use super::{At, Done, Exits, Lowering, Stop, gap};
use crate::class::types::{Signature, Type};
use crate::class::{Class, Method, Op};
use crate::shape::places;
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way};

/// How many elements of an array from the outside are inputs by themselves. Any other may be anything.
const ELEMENTS: usize = 4;

/// Where a run begins.
pub(crate) struct Entry<'p> {
    pub(crate) class: &'p Class,
    pub(crate) method: &'p Method,
    /// Whether arguments that are strings may be null.
    pub(crate) null_inputs: bool,
}

impl Entry<'_> {
    /// Whether the method looks at a parameter at all.
    fn reads(&self, number: usize) -> bool {
        let Some(signature) = Signature::parse(&self.method.descriptor) else { return true };
        let before = &signature.parameters[..number];
        let wide = before.iter().filter(|ty| ty.is_wide()).count();
        let place = usize::from(!self.method.is_static) + before.len() + wide;
        self.method
            .body
            .as_ref()
            .is_ok_and(|code| code.ops.iter().any(|op| matches!(op, Op::Load(at) if *at == place)))
    }
}

impl<'p> Lowering<'p> {
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
        self.open_streams(state);
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
        for (number, ty) in signature.parameters.iter().enumerate() {
            arguments.push(self.argument(state, (ty, number), entry)?);
        }
        self.call(&mut at, state, (entry.class, entry.method), arguments)
    }

    fn argument(
        &mut self,
        state: &mut State,
        (ty, number): (&Type, usize),
        entry: &Entry<'p>,
    ) -> Result<Value, Stop> {
        if *ty == Type::Array("Ljava/lang/String;".to_owned()) {
            return Ok(self.strings(state, (ty, number), entry));
        }
        if ty.is_reference() && *ty != Type::Class("java/lang/String".to_owned()) {
            return gap(format!("an argument of type {} is not made up", ty.name()));
        }
        let value = self.input_of(ty, Asked::Argument(number))?;
        match value.as_ref().and_then(Ref::only) {
            Some(way @ Way::Str(_)) if entry.null_inputs => {
                let which = self.input(Width::Unsigned(1), Asked::IsThere(number));
                Ok(Value::Ref(Ref { ways: vec![Way::Null, way.clone()], which: Some(which) }))
            }
            _ => Ok(value),
        }
    }

    /// An array of strings; an empty one for an entry that never looks at it.
    fn strings(&mut self, state: &mut State, (ty, number): (&Type, usize), entry: &Entry<'p>) -> Value {
        let body = if entry.reads(number) {
            let count = self.input(Width::Unsigned(31), Asked::Count(number));
            let element = |at| Value::string(self.input_text(InputSet::Any, Asked::Element(number, at)));
            let known = (0..ELEMENTS).map(element).collect();
            self.push_any_text(state, &places::elements(&self.sited(&ty.descriptor())));
            Body::Array(Linear::var(count), known)
        } else {
            Body::Array(Linear::constant(0), Vec::new())
        };
        Value::object(self.make(state, &ty.descriptor(), body))
    }

    /// The streams that every run begins with: those of Java itself, since what would change them is a gap.
    fn open_streams(&mut self, state: &mut State) {
        for name in super::fields::STREAMS {
            let stream = self.make(state, "java/io/PrintStream", Body::Fields([].into()));
            state.statics.insert(name.into(), Value::object(stream));
        }
    }
}
