//! Calls of functions and methods of the sources, in place, and of the library.
//!
//! Recursion and depth are limited: beyond, a call is a gap.

use std::rc::Rc;

use ir::{Condition, InputSet, StrExpr};

use super::env::{Key, Pending};
use super::{CALL_DEPTH, Frame, Lower, SIZE};
use crate::config::Sanitiser;
use crate::lower::library::{self, Call, Model};
use crate::tree::{Argument, Callee, Expr, ExprKind, Function, Mode, Name};
use crate::value::{Array, ObjectId, Value};

/// An exception that PHP itself throws.
pub(super) const BY_PHP: ObjectId = ObjectId(u32::MAX);

/// What a function belongs to when it is called.
#[derive(Clone, Debug, Default)]
pub(super) struct Receiver {
    /// The class that declares it.
    pub(super) class: Option<Name>,
    /// The object.
    pub(super) this: Option<ObjectId>,
    /// The class that it was called on, which `static` means.
    pub(super) called: Option<Name>,
}

impl Lower<'_> {
    /// A call.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[Argument]) -> Value {
        match callee {
            Callee::Function(name) => self.call_function(name, arguments),
            Callee::Method(object, name) => {
                let object = self.expr(object);
                self.call_method(&object, name, arguments)
            }
            Callee::Static(class, name) => self.call_static(class, name, arguments),
            Callee::Value(value) => {
                let value = self.expr(value);
                self.call_value(&value, arguments)
            }
        }
    }

    /// A method of a class.
    pub(super) fn call_static(&mut self, class: &Name, name: &Name, arguments: &[Argument]) -> Value {
        let forwards = matches!(&**class, "self" | "parent" | "static");
        let class = self.class_name(class);
        let frame = self.frames.last().expect("the main frame is never left");
        let (this, before) = (frame.this, frame.called.clone());
        let called = if forwards { before.or_else(|| Some(class.clone())) } else { Some(class.clone()) };
        match self.visible_method(&class, name) {
            Some((owner, method)) => {
                let this = this.filter(|_| !method.is_static);
                if !method.is_static && !self.may_be_this(&class) {
                    self.throw_when(Condition::TRUE);
                    return Value::Null;
                }
                self.invoke(&method, arguments, Receiver { class: Some(owner), this, called })
            }
            None if self.method(&class, name).is_some() && self.method(&class, "__callstatic").is_none() => {
                self.throw_when(Condition::TRUE);
                Value::Null
            }
            None if &**name == "__construct" && !self.classes.contains_key(&class) => {
                match this {
                    Some(this) => self.foreign_constructor(this, arguments),
                    None => self.throw_when(Condition::TRUE),
                }
                Value::Null
            }
            None => match self.method(&class, "__callstatic") {
                Some((owner, method)) => {
                    let receiver = Receiver { class: Some(owner), this: None, called };
                    self.call_magic(&method, name, (arguments, receiver))
                }
                None => match self.enum_method(&class, name, arguments) {
                    Some(value) => value,
                    None => self.library_method(&class, name, arguments),
                },
            },
        }
    }

    /// Whether the present object is one of a class, so that a method of it which is not static can be called by the class.
    fn may_be_this(&mut self, class: &str) -> bool {
        let this = self.frames.last().and_then(|frame| frame.this);
        let own = this.and_then(|this| self.classes_of.get(&this).cloned());
        let fits = own.map_or(Some(false), |own| self.is_kind_of(&own, class));
        if fits.is_none() {
            self.may_throw(|lower| lower.emit.any_bool("is no object of the class"));
        }
        fits != Some(false)
    }

    /// `__call(name, arguments)` and its like.
    pub(super) fn call_magic(
        &mut self,
        method: &Rc<Function>,
        name: &Name,
        (arguments, receiver): (&[Argument], Receiver),
    ) -> Value {
        // The name is known in lower case only.
        let mut list = Array::empty();
        for argument in arguments {
            let value = self.expr(&argument.value);
            list.push(value);
            if argument.mode != Mode::Value || argument.name.is_some() {
                list = Array::unknown();
            }
        }
        let name = if name.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            self.unknown_value("name of a method")
        } else {
            Value::text(name.as_bytes())
        };
        let made = self.made_arguments(vec![name, Value::Array(list.into())]);
        let result = self.invoke(method, &made.0, receiver);
        self.forget_places(&made.1);
        result
    }

    /// Places that held arguments are gone.
    pub(super) fn forget_places(&mut self, places: &[Key]) {
        for key in places {
            self.env.values.remove(key);
            self.env.aliases.remove(key);
        }
    }

    pub(super) fn call_function(&mut self, name: &Name, arguments: &[Argument]) -> Value {
        if let Some(bare) = name.strip_prefix('\\') {
            return match library::row(bare) {
                Some(row) => self.library_call(row, bare, arguments),
                None => self.call_function(&bare.into(), arguments),
            };
        }
        if let Some(value) = self.configured(name, arguments) {
            return value;
        }
        if let Some(function) = self.functions.get(name).cloned() {
            return self.invoke(&function, arguments, Receiver::default());
        }
        if let Some(value) = self.special_call(name, arguments) {
            return value;
        }
        match library::row(name) {
            Some(row) => self.library_call(row, name, arguments),
            None => self.unknown_call(name, arguments),
        }
    }

    /// A function that the project's configuration speaks of.
    pub(super) fn configured(&mut self, name: &str, arguments: &[Argument]) -> Option<Value> {
        let config = self.project.config;
        let is_source = config.sources.iter().any(|known| known == name);
        let sanitiser = config.sanitisers.iter().find(|known| known.function == name);
        let sinks: Vec<_> = config.sinks.iter().filter(|known| known.function == name).collect();
        if !is_source && sanitiser.is_none() && sinks.is_empty() {
            return None;
        }
        let values: Vec<Value> = arguments.iter().map(|argument| self.expr(&argument.value)).collect();
        for sink in sinks {
            if let Some(value) = values.get(sink.argument) {
                self.give(sink.rule, value);
            }
        }
        Some(match sanitiser {
            _ if is_source => Value::Str(self.outside(name, None)),
            None => self.unknown_value(name),
            Some(Sanitiser { language: None, .. }) => Value::Str(self.page_text(name, "(.|\\n)*")),
            Some(Sanitiser { language: Some(language), .. }) => {
                let id = self.emit.language(&format!("results of {name}"), || language.all_marked());
                Value::Str(self.emit.set_str(name, StrExpr::Input(InputSet::Language(id))))
            }
        })
    }

    /// Calls something with values.
    pub(crate) fn call_with(&mut self, callee: &Value, values: Vec<Value>) -> Value {
        let (arguments, keys) = self.made_arguments(values);
        let result = self.call_value(callee, &arguments);
        self.forget_places(&keys);
        result
    }

    /// Arguments with these values, and the places that hold them.
    fn made_arguments(&mut self, values: Vec<Value>) -> (Vec<Argument>, Vec<Key>) {
        let names: Vec<Name> = (0..values.len()).map(|at| format!("argument {at}").into()).collect();
        let keys: Vec<Key> = names.iter().map(|name| self.local(name)).collect();
        self.env.values.extend(keys.iter().cloned().zip(values));
        let span = self.emit.span;
        let argument = |name: Name| Argument {
            name: None,
            value: Expr { kind: ExprKind::Variable(name), span },
            mode: Mode::Value,
        };
        (names.into_iter().map(argument).collect(), keys)
    }

    /// A function that is not modelled: a gap, unless all that it does is to give a result.
    pub(super) fn unknown_call(&mut self, name: &Name, arguments: &[Argument]) -> Value {
        for argument in arguments {
            self.expr(&argument.value);
        }
        self.reached.insert(self.emit.span);
        if super::harmless::is_harmless(name) {
            self.approximate(format!("{name} is not modelled: its result is anything"));
        } else {
            self.gap(&format!("{name} is called"));
        }
        self.assigned_besides(name, arguments);
        let throws = |lower: &mut Self| lower.emit.any_bool("throws");
        self.may_throw(throws);
        self.unknown_value(name)
    }

    /// Arguments that a function assigns and of which its model says nothing get any value.
    fn assigned_besides(&mut self, name: &str, arguments: &[Argument]) {
        for (_, at) in super::harmless::ASSIGNED.iter().filter(|(known, _)| *known == name) {
            if let Some(argument) = arguments.get(*at).filter(|argument| is_place(&argument.value)) {
                let value = self.unknown_value("assigned");
                self.assign_place(&argument.value, value);
            }
        }
    }

    /// A method that the library knows, by its class or by its name alone.
    pub(super) fn library_method(&mut self, class: &str, name: &Name, arguments: &[Argument]) -> Value {
        let full = format!("{class}::{name}");
        let any = format!("->{name}");
        if let Some(value) = self.configured(&any, arguments) {
            return value;
        }
        match library::row(&full).or_else(|| library::row(&any)) {
            Some(row) => self.library_call(row, name, arguments),
            None => self.unknown_call(&full.into(), arguments),
        }
    }

    fn library_call(&mut self, row: &'static library::Row, name: &str, arguments: &[Argument]) -> Value {
        if let Some((unpacked, places)) = self.unpacked(arguments) {
            let value = self.library_call(row, name, &unpacked);
            self.forget_places(&places);
            return value;
        }
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.expr(&argument.value);
            if argument.mode == Mode::Spread {
                self.gap(&format!("{name} is called with arguments of an unknown array"));
                return self.unknown_value(name);
            }
            values.push(self.without_cells(value));
        }
        if arguments.iter().any(|argument| argument.name.is_some()) {
            if let Some((arguments, values)) = super::arguments::placed(name, arguments, &values) {
                return self.library_called(row, name, (&arguments, values));
            }
            self.gap(&format!("{name} is called with named arguments"));
        }
        self.library_called(row, name, (arguments, values))
    }

    /// The call itself, once the arguments were evaluated.
    fn library_called(
        &mut self,
        row: &'static library::Row,
        name: &str,
        (arguments, values): (&[Argument], Vec<Value>),
    ) -> Value {
        if values.len() < row.least {
            self.throw_when(Condition::TRUE);
            return Value::Null;
        }
        self.gives_objects(&values);
        let has_text = values.iter().any(|value| self.has_object_text(value));
        let places: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let before = self.texts_taken;
        let is_no_text = |leaf: &Value| matches!(leaf, Value::Array(_) | Value::Closure(_));
        let has_array = !super::harmless::takes_functions(name)
            && values.iter().any(|value| value.leaves().iter().any(|(_, leaf)| is_no_text(leaf)));
        let value = library::model(self, &Call { row, values, places });
        self.assigned_besides(name, arguments);
        if has_text && self.texts_taken == before {
            self.gap("a function of PHP may take the text of an object");
        }
        match row.model {
            Model::Sink(_) => self.may_throw(|lower| lower.emit.fate("throws")),
            Model::Code(_) if has_array || self.is_strict() || !super::harmless::never_throws(name) => {
                self.may_throw(|lower| lower.emit.any_bool("throws"));
            }
            Model::Code(_)
            | Model::Map(_)
            | Model::Text(_)
            | Model::Outside(_)
            | Model::Test(_)
            | Model::Value(_) => {}
        }
        value
    }

    /// Whether some file asks for strict types: then also a number in the place of a text throws.
    fn is_strict(&self) -> bool {
        let asks = |file: &super::Source| file.bytes.windows(12).any(|part| part == b"strict_types");
        self.files.iter().any(asks)
    }

    /// Lowers a function of the sources here.
    pub(super) fn invoke(
        &mut self,
        function: &Rc<Function>,
        arguments: &[Argument],
        receiver: Receiver,
    ) -> Value {
        let class = receiver.class.clone();
        let again =
            self.frames.iter().filter(|frame| frame.function == function.name && frame.class == class);
        let Some(body) = &function.body else {
            self.gap(&format!("the abstract method {} is called", function.name));
            return self.unknown_value("abstract method");
        };
        if again.count() > 1 || self.frames.len() > CALL_DEPTH || self.emit.size() > SIZE {
            self.gap(&format!("{} is called within itself or too deep", function.name));
            return self.unknown_value("deep call");
        }
        if let Some((unpacked, places)) = self.unpacked(arguments) {
            let value = self.invoke(function, &unpacked, receiver);
            self.forget_places(&places);
            return value;
        }
        if function.is_generator {
            self.gap("a generator is made");
            return self.unknown_value("generator");
        }
        let number = self.frame_count;
        self.frame_count += 1;
        let bound = self.bind(function, arguments, number);
        self.reached.insert(self.emit.span);
        let frame = Frame {
            number,
            class,
            this: receiver.this,
            called: receiver.called,
            hint: function.returns,
            function: function.name.clone(),
            returns: Vec::new(),
            turns: Vec::new(),
            handlers: Vec::new(),
        };
        self.frames.push(frame);
        for (key, value) in bound {
            self.env.values.insert(key, value);
        }
        self.defaults(function, arguments);
        self.promote(function, receiver.this);
        self.block(body);
        self.give_back(Value::Null);
        let frame = self.frames.pop().expect("the frame was pushed above");
        self.dead = true;
        self.join(frame.returns);
        let result = self.env.values.remove(&result_key(number)).unwrap_or(Value::Null);
        self.drop_frame(number);
        result
    }

    /// `return value`.
    pub(super) fn give_back(&mut self, value: Value) {
        let number = self.frame().number;
        self.env.values.insert(result_key(number), value);
        if let Some(pending) = self.leave() {
            self.frame().returns.push(pending);
        }
    }

    /// Variables of a call end with it.
    fn drop_frame(&mut self, number: u32) {
        let prefix = format!("{number}:");
        self.env.values.retain(|key, _| !key.starts_with(&prefix));
        let (gone, kept) =
            std::mem::take(&mut self.env.aliases).into_iter().partition(|(key, _)| key.starts_with(&prefix));
        self.env.aliases = kept;
        let gone: std::collections::BTreeMap<Key, Key> = gone;
        self.release(gone.into_values());
    }

    /// Throws a value.
    pub(super) fn throw(&mut self, value: Value) {
        self.env.values.insert("thrown:value".into(), value);
        self.throw_when(Condition::TRUE);
    }

    /// Whether something of the page runs or is written after an exception: a `catch` or `finally`, a handler, a function or an
    /// object at the end of the run, an output buffer that is open.
    fn observes_exceptions(&self) -> bool {
        let is_caught = self.frames.iter().any(|frame| !frame.handlers.is_empty());
        let at_end = |key: &Key| library::buffers::acts_at_end(key) || super::special::acts_at_end(key);
        is_caught || (!self.is_over && self.env.values.keys().any(at_end))
    }

    /// Something of PHP may throw. Where the page does not observe that, the run ends, and nothing more is judged of it.
    pub(super) fn may_throw(&mut self, throws: impl FnOnce(&mut Self) -> Condition) {
        if self.observes_exceptions() {
            let before = self.env.values.remove("thrown:value");
            let condition = throws(self);
            self.throw_when(condition);
            self.env.values.extend(before.map(|value| ("thrown:value".into(), value)));
        }
    }

    /// Throws when the condition holds: to the nearest `catch`, or the run ends.
    pub(crate) fn throw_when(&mut self, condition: Condition) {
        if condition == Condition::FALSE || self.dead {
            return;
        }
        let thrown: Key = "thrown:value".into();
        if !self.env.values.contains_key(&thrown) {
            // What PHP itself throws is of no known class.
            self.env.values.insert(thrown.clone(), Value::Object(BY_PHP));
            self.throw_when(condition);
            self.env.values.remove(&thrown);
            return;
        }
        let catching = self.frames.iter_mut().rev().find(|frame| !frame.handlers.is_empty());
        if catching.is_none() {
            if condition == Condition::TRUE {
                return self.uncaught();
            }
            let go_on = self.emit.branch(condition.negated());
            let env = self.env.clone();
            self.uncaught();
            (self.env, self.dead, self.written) = (env, false, None);
            let here = self.emit.here();
            return self.emit.patch(go_on, here);
        }
        let pending: Option<Pending> = self.leave_when(condition);
        let frame = self.frames.iter_mut().rev().find(|frame| !frame.handlers.is_empty());
        if let (Some(frame), Some(pending)) = (frame, pending)
            && let Some(handler) = frame.handlers.last_mut()
        {
            handler.push(pending);
        }
    }
}

/// Whether an expression names a place.
pub(super) fn is_place(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Variable(_)
            | ExprKind::VariableVariable(_)
            | ExprKind::Index(..)
            | ExprKind::Property(..)
            | ExprKind::StaticProperty(..)
    )
}

pub(super) fn result_key(number: u32) -> Key {
    format!("{number}:its result").into()
}
