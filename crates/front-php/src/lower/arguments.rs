//! Arguments of calls of functions of the sources: unpacked, bound to parameters, converted, defaulted.
//!
//! An array that is known is unpacked element by element; one that is not known is a gap. An argument by reference shares
//! a cell with the place that it names.

use ir::Condition;

use super::Lower;
use super::calls::is_place;
use super::env::Key;
use crate::tree::{Argument, Cast, Expr, ExprKind, Function, Hint, Mode, Name};
use crate::value::{Array, ArrayKey, ObjectId, Value, simplify};

/// Methods that functions of PHP call of objects that they are given.
const CALLED_BACK: [&str; 7] =
    ["count", "jsonserialize", "getiterator", "current", "offsetget", "__serialize", "__sleep"];

impl Lower<'_> {
    /// A function of the library may call methods of objects that it is given.
    pub(super) fn gives_objects(&mut self, values: &[Value]) {
        let calls = |value: &Value| {
            value.leaves().iter().any(|(_, leaf)| match leaf {
                Value::Object(id) => CALLED_BACK.iter().any(|name| self.has_method(*id, name)),
                _ => false,
            })
        };
        if values.iter().any(calls) {
            self.gap("a function of PHP calls methods of an object");
        }
    }

    /// Whether a value is or holds an object that has a text of its own.
    pub(super) fn has_object_text(&self, value: &Value) -> bool {
        value.leaves().iter().any(|(_, leaf)| match leaf {
            Value::Object(id) => self.has_method(*id, "__tostring"),
            Value::Array(array) => array.known.iter().any(|(_, element)| self.has_object_text(element)),
            _ => false,
        })
    }

    /// Arguments with a known array among them that is unpacked: one for each element, and the places that hold them.
    pub(super) fn unpacked(&mut self, arguments: &[Argument]) -> Option<(Vec<Argument>, Vec<Key>)> {
        if !arguments.iter().any(|argument| argument.mode == Mode::Spread) {
            return None;
        }
        let (mark, env) = (self.mark(), self.env.clone());
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for argument in arguments {
            if argument.mode == Mode::Value {
                all.push(argument.clone());
                continue;
            }
            let value = self.expr(&argument.value);
            let values: Vec<(Option<Name>, Value)> = match (&value, argument.mode) {
                (Value::Array(array), Mode::Spread) if array.rest.is_none() => {
                    let name = |key: &ArrayKey| match key {
                        ArrayKey::Int(_) => None,
                        ArrayKey::Str(text) => Some(Name::from(String::from_utf8_lossy(text).as_ref())),
                    };
                    let known = array.known.iter();
                    known.map(|(key, value)| (name(key), value.clone())).collect()
                }
                (_, Mode::Value | Mode::Spread | Mode::Reference) => {
                    self.undo(&mark);
                    self.env = env;
                    return None;
                }
            };
            for (name, value) in values {
                let place: Name = format!("unpacked {}", places.len()).into();
                let key = self.local(&place);
                match value {
                    Value::Object(cell) if self.is_cell(cell) => self.bind_cell(key.clone(), cell),
                    value => drop(self.env.values.insert(key.clone(), self.behind(value))),
                }
                places.push(key);
                let value = Expr { kind: ExprKind::Variable(place), span: argument.value.span };
                all.push(Argument { name, value, mode: Mode::Value });
            }
        }
        Some((all, places))
    }

    /// The values of the parameters that arguments are given for.
    pub(super) fn bind(
        &mut self,
        function: &Function,
        arguments: &[Argument],
        number: u32,
    ) -> Vec<(Key, Value)> {
        let key = |name: &str| -> Key { format!("{number}:{name}").into() };
        let mut bound = Vec::new();
        let mut rest = Array::empty();
        for (index, argument) in arguments.iter().enumerate() {
            let named = argument.name.as_ref();
            let parameter = match named {
                Some(name) => function.parameters.iter().find(|parameter| parameter.name == *name),
                None => function.parameters.get(index),
            };
            let collects = function.parameters.last().filter(|last| last.mode == Mode::Spread);
            let parameter = parameter.or(collects);
            if parameter
                .is_some_and(|parameter| parameter.mode == Mode::Spread && parameter.default.is_some())
            {
                self.gap("arguments are collected by reference");
            }
            if argument.mode == Mode::Spread {
                self.gap("an array that is not known is unpacked into arguments");
            }
            match parameter {
                None => {
                    self.expr(&argument.value);
                    if named.is_some() {
                        self.throw_when(Condition::TRUE);
                    }
                }
                Some(parameter) if parameter.mode == Mode::Reference => {
                    let value = self.bind_reference(key(&parameter.name), &argument.value);
                    bound.extend(value.map(|value| (key(&parameter.name), value)));
                }
                Some(parameter) => {
                    let value = self.expr(&argument.value);
                    if parameter.mode == Mode::Spread {
                        let value = self.hinted(parameter.hint, value);
                        match named {
                            Some(name) => rest.set(ArrayKey::of_text(name.as_bytes()), value),
                            None => rest.push(value),
                        }
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
        bound.extend(self.captured_besides(function, number));
        bound
    }

    /// The variables that a closure captured, but for those that a parameter of the same name hides.
    fn captured_besides(&mut self, function: &Function, number: u32) -> Vec<(Key, Value)> {
        let captured = self.captured(function, number);
        let own: Vec<Key> =
            function.parameters.iter().map(|own| format!("{number}:{}", own.name).into()).collect();
        captured.into_iter().filter(|(place, _)| !own.contains(place)).collect()
    }

    /// Lets a parameter be another name of a place; the value when there is none.
    fn bind_reference(&mut self, name: Key, argument: &Expr) -> Option<Value> {
        if let Some(cell) = self.reference_to(argument) {
            self.bind_cell(name, cell);
            return None;
        }
        let value = self.expr(argument);
        if is_place(argument) {
            self.gap("an argument is given by reference");
        }
        Some(value)
    }

    /// Parameters that are properties too are assigned before the constructor runs.
    pub(super) fn promote(&mut self, function: &Function, this: Option<ObjectId>) {
        let Some(this) = this else { return };
        for parameter in function.parameters.iter().filter(|parameter| parameter.is_promoted) {
            if parameter.mode == Mode::Reference {
                let (here, property) = (self.local(&parameter.name), self.slot(this, &parameter.name));
                let cell = self.cell(&here);
                self.bind_cell(property, cell);
                continue;
            }
            let value = self.variable(&parameter.name);
            let key = self.slot(this, &parameter.name);
            self.env.set(&key, value);
        }
    }

    /// A value as a type takes it: what does not fit throws.
    pub(super) fn hinted(&mut self, hint: Option<Hint>, value: Value) -> Value {
        let is_text = matches!(value, Value::Str(_) | Value::Maybe(..));
        let Some(hint) = hint else { return value };
        match hint {
            Hint::OrNull(Cast::String) | Hint::WithText if is_text => value,
            Hint::Only(cast) => self.converted(cast, value),
            Hint::OrNull(cast) => {
                let is_null = match value.is_null() {
                    Some(condition) => simplify(condition),
                    None => self.emit.any_bool("is null"),
                };
                if is_null == Condition::TRUE {
                    return value;
                }
                self.two_paths(&is_null, |_| Value::Null, |lower| lower.converted(cast, value))
            }
            Hint::WithText | Hint::Other => {
                self.may_throw(|lower| lower.emit.any_bool("of another type"));
                match value {
                    Value::Object(_) | Value::Array(_) | Value::Closure(_) | Value::Null => value,
                    // One of several scalar types may be another one.
                    value => {
                        let is_converted = self.emit.any_bool("converted");
                        let other = self.unknown_value("converted");
                        Value::choice(is_converted, other, value)
                    }
                }
            }
        }
    }

    /// A value as a scalar type takes it. Where types are strict it throws, unless it is of the type.
    fn converted(&mut self, cast: Cast, value: Value) -> Value {
        let fits = matches!(
            (cast, &value),
            (Cast::Int, Value::Int(_))
                | (Cast::String, Value::Str(_))
                | (Cast::Bool, Value::Bool(_))
                | (Cast::Float, Value::Float(_))
                | (Cast::Array, Value::Array(_))
        );
        if fits {
            return value;
        }
        self.may_throw(|lower| lower.emit.any_bool("of another type"));
        match (cast, &value) {
            (Cast::Array, Value::Any(_) | Value::Choice(_)) | (Cast::Object | Cast::Null, _) => value,
            (Cast::Int | Cast::Float, _) => {
                // A truth value is taken as a number; of what may be one nothing more than above is said.
                let may_be_truth = |leaf: &Value| matches!(leaf, Value::Bool(_) | Value::Any(_));
                if !value.leaves().iter().any(|(_, leaf)| may_be_truth(leaf)) {
                    let numeric = self.numeric(&value);
                    self.throw_when(simplify(numeric.negated()));
                }
                self.cast(cast, &value)
            }
            (Cast::Array, _) | (Cast::String | Cast::Bool, Value::Array(_)) => {
                self.throw_when(Condition::TRUE);
                value
            }
            (Cast::String | Cast::Bool, _) => self.cast(cast, &value),
        }
    }

    /// Parameters without an argument get their defaults.
    pub(super) fn defaults(&mut self, function: &Function, arguments: &[Argument]) {
        // What an array that is not known gives may go to any of them.
        let unpacks = arguments.iter().any(|argument| argument.mode == Mode::Spread);
        for parameter in &function.parameters {
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
}

/// Named arguments in the places of the parameters that they name, with the defaults of those between them; none when a
/// name or a default is not known.
pub(super) fn placed(
    function: &str,
    arguments: &[Argument],
    values: &[Value],
) -> Option<(Vec<Argument>, Vec<Value>)> {
    let parameters = super::library::parameters(function)?;
    let mut given: Vec<Option<usize>> = vec![None; parameters.len()];
    for (at, argument) in arguments.iter().enumerate() {
        let place = match &argument.name {
            Some(name) => parameters.iter().position(|parameter| *parameter.name == **name)?,
            None => at,
        };
        let slot = given.get_mut(place)?;
        if slot.replace(at).is_some() {
            return None;
        }
    }
    let count = given.iter().rposition(Option::is_some)? + 1;
    let span = arguments.first()?.value.span;
    let absent = || Argument { name: None, value: Expr { kind: ExprKind::Null, span }, mode: Mode::Value };
    let (mut all, mut placed) = (Vec::new(), Vec::new());
    for (at, parameter) in given.into_iter().zip(parameters).take(count) {
        all.push(at.map_or_else(absent, |at| Argument { name: None, ..arguments[at].clone() }));
        placed.push(match at {
            Some(at) => values[at].clone(),
            None => parameter.default?,
        });
    }
    Some((all, placed))
}
