//! Calls of functions and methods of the sources, in place, and of the library.
//!
//! Recursion and depth are limited: beyond, a call has any result, writes nothing and changes nothing, and that is said.

use std::rc::Rc;

use ir::{Condition, InputSet, StrExpr};

use super::env::{Key, Pending};
use super::{CALL_DEPTH, Frame, Lower, SIZE};
use crate::config::Sanitiser;
use crate::lower::library::{self, Call, Model};
use crate::tree::{Argument, Callee, Captures, Expr, ExprKind, Function, Mode, Name};
use crate::value::{Array, ArrayKey, ObjectId, Value};

impl Lower<'_> {
    /// A call.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[Argument]) -> Value {
        match callee {
            Callee::Function(name) => self.call_function(name, arguments),
            Callee::Method(object, name) => {
                let object = self.expr(object);
                self.call_method(&object, name, arguments)
            }
            Callee::Static(class, name) => {
                let class = self.class_name(class);
                let this = self.frames.last().and_then(|frame| frame.this);
                match self.method(&class, name) {
                    Some((owner, method)) => {
                        let this = this.filter(|_| !method.is_static);
                        self.invoke(&method, arguments, (Some(owner), this))
                    }
                    None => self.library_method(&class, name, arguments),
                }
            }
            Callee::Value(value) => {
                let value = self.expr(value);
                self.call_value(&value, arguments)
            }
        }
    }

    fn call_function(&mut self, name: &Name, arguments: &[Argument]) -> Value {
        if let Some(value) = self.configured(name, arguments) {
            return value;
        }
        if let Some(function) = self.functions.get(name).cloned() {
            return self.invoke(&function, arguments, (None, None));
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

    fn call_value(&mut self, value: &Value, arguments: &[Argument]) -> Value {
        if let Value::Closure(function) = value {
            return self.invoke(&function.clone(), arguments, (None, None));
        }
        match value.constant() {
            Some(bytes) => {
                let name: Name = String::from_utf8_lossy(&bytes).to_ascii_lowercase().into();
                self.call_function(&name, arguments)
            }
            None => self.unknown_call(&"a value".into(), arguments),
        }
    }

    /// Calls something with values.
    pub(crate) fn call_with(&mut self, callee: &Value, values: Vec<Value>) -> Value {
        let names: Vec<Name> = (0..values.len()).map(|at| format!("argument {at}").into()).collect();
        let keys: Vec<Key> = names.iter().map(|name| self.local(name)).collect();
        self.env.values.extend(keys.iter().cloned().zip(values));
        let span = self.emit.span;
        let argument = |name: Name| Argument {
            name: None,
            value: Expr { kind: ExprKind::Variable(name), span },
            mode: Mode::Value,
        };
        let arguments: Vec<Argument> = names.into_iter().map(argument).collect();
        let result = self.call_value(callee, &arguments);
        keys.iter().for_each(|key| drop(self.env.values.remove(key)));
        result
    }

    /// A function that is nowhere: any result, and its arguments by reference are anything.
    fn unknown_call(&mut self, name: &Name, arguments: &[Argument]) -> Value {
        for argument in arguments {
            self.expr(&argument.value);
        }
        self.assume(format!(
            "{name} is not modelled: its result is anything, and it writes and changes nothing"
        ));
        self.reached.insert(self.emit.span);
        let throws = |lower: &mut Self| lower.emit.any_bool("throws");
        self.may_throw(throws);
        self.unknown_value(name)
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
            places.iter().for_each(|key| drop(self.env.values.remove(key)));
            return value;
        }
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.expr(&argument.value);
            if argument.mode == Mode::Spread {
                self.assume(format!("{name} with unpacked arguments has any result"));
                return self.unknown_value(name);
            }
            values.push(value);
        }
        if values.len() < row.least {
            self.throw_when(Condition::TRUE);
            return Value::Null;
        }
        let places: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let value = library::model(self, &Call { row, values, places });
        if matches!(row.model, Model::Sink(_)) {
            self.may_throw(|lower| lower.emit.fate("throws"));
        }
        value
    }

    /// Lowers a function of the sources here.
    pub(super) fn invoke(
        &mut self,
        function: &Rc<Function>,
        arguments: &[Argument],
        (class, this): (Option<Name>, Option<ObjectId>),
    ) -> Value {
        let again =
            self.frames.iter().filter(|frame| frame.function == function.name && frame.class == class);
        let Some(body) = &function.body else { return self.unknown_value("abstract method") };
        if again.count() > 1 || self.frames.len() > CALL_DEPTH || self.emit.size() > SIZE {
            self.reached.insert(self.emit.span);
            self.assume(format!("{} is not followed so deep: its result is anything", function.name));
            return self.unknown_value("deep call");
        }
        if let Some((unpacked, places)) = self.unpacked(arguments) {
            let value = self.invoke(function, &unpacked, (class, this));
            places.iter().for_each(|key| drop(self.env.values.remove(key)));
            return value;
        }
        let number = self.frame_count;
        self.frame_count += 1;
        let bound = self.bind(function, arguments, number);
        self.reached.insert(self.emit.span);
        let frame = Frame {
            number,
            class,
            this,
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
        self.block(body);
        self.give_back(Value::Null);
        let frame = self.frames.pop().expect("the frame was pushed above");
        self.dead = true;
        self.join(frame.returns);
        let result = self.env.values.remove(&result_key(number)).unwrap_or(Value::Null);
        self.drop_frame(number);
        result
    }

    /// Arguments with a known array among them that is unpacked: one for each element, and the places that hold them.
    fn unpacked(&mut self, arguments: &[Argument]) -> Option<(Vec<Argument>, Vec<Key>)> {
        if !arguments.iter().any(|argument| argument.mode == Mode::Spread) {
            return None;
        }
        let (mark, env) = (self.emit.mark(), self.env.clone());
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for argument in arguments {
            let value = self.expr(&argument.value);
            let values: Vec<(Option<Name>, Value)> = match (&value, argument.mode) {
                (Value::Array(array), Mode::Spread) if array.rest.is_none() => {
                    let name = |key: &ArrayKey| match key {
                        ArrayKey::Int(_) => None,
                        ArrayKey::Str(text) => Some(Name::from(String::from_utf8_lossy(text).as_ref())),
                    };
                    array.known.iter().map(|(key, value)| (name(key), value.clone())).collect()
                }
                (_, Mode::Value) => vec![(argument.name.clone(), value)],
                (_, Mode::Spread | Mode::Reference) => {
                    self.emit.undo(mark);
                    self.written = None;
                    self.env = env;
                    return None;
                }
            };
            for (name, value) in values {
                let place: Name = format!("unpacked {}", places.len()).into();
                let key = self.local(&place);
                self.env.values.insert(key.clone(), value);
                places.push(key);
                let value = Expr { kind: ExprKind::Variable(place), span: argument.value.span };
                all.push(Argument { name, value, mode: Mode::Value });
            }
        }
        Some((all, places))
    }

    /// The values of the parameters that arguments are given for.
    fn bind(&mut self, function: &Function, arguments: &[Argument], number: u32) -> Vec<(Key, Value)> {
        let key = |name: &str| -> Key { format!("{number}:{name}").into() };
        let mut bound = Vec::new();
        let mut rest = Array::empty();
        for (index, argument) in arguments.iter().enumerate() {
            let named = argument.name.as_ref();
            let parameter = match named {
                Some(name) => function.parameters.iter().find(|parameter| parameter.name == *name),
                None => function
                    .parameters
                    .get(index)
                    .or(function.parameters.last().filter(|last| last.mode == Mode::Spread)),
            };
            if argument.mode == Mode::Spread {
                self.assume("unpacked arguments are anything".to_owned());
            }
            match parameter {
                None => {
                    self.expr(&argument.value);
                }
                Some(parameter) if parameter.mode == Mode::Reference => {
                    if !self.alias(key(&parameter.name), &argument.value) {
                        let value = self.expr(&argument.value);
                        self.assume("an argument by reference to this place is taken for a copy".to_owned());
                        bound.push((key(&parameter.name), value));
                    }
                }
                Some(parameter) => {
                    let value = self.expr(&argument.value);
                    if parameter.mode == Mode::Spread {
                        rest.push(value);
                    } else {
                        let value = self.hinted(parameter.hint, value);
                        bound.push((key(&parameter.name), value));
                    }
                }
            }
        }
        if let Some(last) = function.parameters.last().filter(|last| last.mode == Mode::Spread) {
            if arguments.iter().any(|argument| argument.mode == Mode::Spread) {
                rest = Array::unknown();
            }
            bound.push((key(&last.name), Value::Array(rest.into())));
        }
        bound.extend(self.captured(function, number));
        bound
    }

    /// A value as a scalar type of a parameter takes it: what does not fit throws.
    fn hinted(&mut self, hint: Option<crate::tree::Cast>, value: Value) -> Value {
        use crate::tree::Cast;
        match (hint, &value) {
            (Some(Cast::Int), Value::Int(_))
            | (Some(Cast::String), Value::Str(_))
            | (None | Some(Cast::Array | Cast::Object | Cast::Null), _) => value,
            (Some(Cast::Int | Cast::Float), _) => {
                let numeric = self.numeric(&value);
                self.throw_when(crate::value::simplify(numeric.negated()));
                self.cast(hint.unwrap_or(Cast::Int), &value)
            }
            (Some(Cast::String | Cast::Bool), Value::Array(_)) => {
                self.throw_when(Condition::TRUE);
                value
            }
            (Some(cast @ (Cast::String | Cast::Bool)), _) => self.cast(cast, &value),
        }
    }

    /// The variables that a closure takes along.
    fn captured(&mut self, function: &Function, number: u32) -> Vec<(Key, Value)> {
        let key = |name: &str| -> Key { format!("{number}:{name}").into() };
        match &function.captures {
            Captures::Listed(names) => {
                let mut bound = Vec::new();
                for (name, _) in names {
                    // A closure runs where it was made in nearly all programs; its variables are those of now.
                    self.assume("a closure sees the variables of its caller".to_owned());
                    bound.push((key(name), self.variable(name)));
                }
                bound
            }
            Captures::All => {
                let prefix = self.local("");
                let visible =
                    self.env.values.iter().filter_map(|(place, value)| {
                        Some((key(place.strip_prefix(&*prefix)?), value.clone()))
                    });
                visible.collect()
            }
        }
    }

    /// Parameters without an argument get their defaults.
    fn defaults(&mut self, function: &Function, arguments: &[Argument]) {
        // What an array that is not known gives may go to any of them.
        let unpacks = arguments.iter().any(|argument| argument.mode == Mode::Spread);
        let given = if unpacks { 0 } else { arguments.len() };
        for parameter in function.parameters.iter().skip(given) {
            let key = self.local(&parameter.name);
            if parameter.mode != Mode::Spread && self.env.get(&key).is_none() {
                match &parameter.default {
                    Some(default) => {
                        let value = self.expr(default);
                        self.env.set(&key, value);
                    }
                    None if unpacks => {
                        let value = self.unknown_value(&parameter.name);
                        self.env.set(&key, value);
                    }
                    None => self.throw_when(Condition::TRUE),
                }
            }
        }
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
        self.env.aliases.retain(|key, _| !key.starts_with(&prefix));
    }

    /// Throws a value.
    pub(super) fn throw(&mut self, value: Value) {
        self.env.values.insert("thrown:value".into(), value);
        self.throw_when(Condition::TRUE);
    }

    /// Something that reaches outside may throw. Without a `catch` that ends the run, and nothing more is judged of it.
    pub(super) fn may_throw(&mut self, throws: impl FnOnce(&mut Self) -> Condition) {
        if self.frames.iter().any(|frame| !frame.handlers.is_empty()) {
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
        let catching = self.frames.iter_mut().rev().find(|frame| !frame.handlers.is_empty());
        if catching.is_none() {
            if condition == Condition::TRUE {
                return self.halt();
            }
            let go_on = self.emit.branch(condition.negated());
            self.emit.push(ir::Action::Halt);
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

fn result_key(number: u32) -> Key {
    format!("{number}:its result").into()
}
