//! Classes and objects.
//!
//! An object is told apart by the place in the lowering that made it; its properties are places like variables. Objects
//! of classes that are not in the sources have properties too, and methods as the library knows them.

use std::rc::Rc;

use ir::{Condition, StrTerm};

use super::Lower;
use super::env::Key;
use super::places::property_key;
use crate::text::literal;
use crate::tree::{Argument, Class, Function, Name};
use crate::value::{ObjectId, Value, pick};

impl Lower<'_> {
    /// `new Class(…)`.
    pub(super) fn new_object(&mut self, class: &Name, arguments: &[Argument]) -> Value {
        let class = self.class_name(class);
        let object = self.fresh_object(&class);
        for class in self.ancestry(&class) {
            for property in class.properties.iter().filter(|property| !property.is_static) {
                let value = property.default.as_ref().map_or(Value::Null, |value| self.expr(value));
                self.env.set(&property_key(object, &property.name), value);
            }
        }
        let by_name: Name = class.clone();
        let constructor = self
            .method(&class, "__construct")
            .or_else(|| self.method(&class, &by_name))
            .map(|(_, found)| found);
        if let Some(constructor) = constructor {
            self.invoke(&constructor, arguments, (Some(class), Some(object)));
            return Value::Object(object);
        }
        self.foreign_constructor(object, arguments);
        // What is made to be thrown is itself made without harm.
        let is_thrown = class.ends_with("exception") || class.ends_with("error");
        if !is_thrown && !self.classes.contains_key(&class) {
            self.may_throw(|lower| lower.emit.fate("throws"));
        }
        Value::Object(object)
    }

    /// An object without properties.
    pub(crate) fn fresh_object(&mut self, class: &Name) -> ObjectId {
        if self.frames.iter().any(|frame| !frame.turns.is_empty()) {
            self.assume("objects that a loop makes at one place are one".to_owned());
        }
        let object = ObjectId(self.object_count);
        self.object_count += 1;
        self.classes_of.insert(object, class.clone());
        object
    }

    /// A class of the library: exceptions keep their message.
    fn foreign_constructor(&mut self, object: ObjectId, arguments: &[Argument]) {
        let values: Vec<Value> = arguments.iter().map(|argument| self.expr(&argument.value)).collect();
        let message = values.into_iter().next().unwrap_or_else(Value::empty);
        self.env.set(&property_key(object, "message"), message);
    }

    /// A class and its parents and traits, the oldest first.
    fn ancestry(&self, class: &str) -> Vec<Rc<Class>> {
        let mut line = Vec::new();
        let mut next = self.classes.get(class).cloned();
        while let Some(class) = next {
            if line.iter().any(|known: &Rc<Class>| Rc::ptr_eq(known, &class)) {
                break;
            }
            line.push(class.clone());
            let traits: Vec<Rc<Class>> =
                class.traits.iter().filter_map(|name| self.classes.get(name).cloned()).collect();
            line.extend(traits);
            next = class.parent.as_ref().and_then(|parent| self.classes.get(parent).cloned());
        }
        line.reverse();
        line
    }

    /// A method and the class that it was found in.
    pub(super) fn method(&self, class: &str, name: &str) -> Option<(Name, Rc<Function>)> {
        self.ancestry(class).into_iter().rev().find_map(|class| {
            let method = class.methods.iter().find(|method| *method.name == *name)?;
            Some((class.name.to_ascii_lowercase().into(), method.clone()))
        })
    }

    /// The class that a name means here.
    pub(super) fn class_name(&self, name: &Name) -> Name {
        let frame = self.frames.last().expect("the main frame is never left");
        let own = || frame.class.clone();
        match &**name {
            "self" => own().unwrap_or_else(|| name.clone()),
            "static" => {
                let this = frame.this.and_then(|this| self.classes_of.get(&this).cloned());
                this.or_else(own).unwrap_or_else(|| name.clone())
            }
            "parent" => {
                let class = own().and_then(|class| self.classes.get(&class).cloned());
                class.and_then(|class| class.parent.clone()).unwrap_or_else(|| name.clone())
            }
            _ => name.clone(),
        }
    }

    /// `object->name`.
    pub(super) fn property(&mut self, object: &Value, name: &str) -> Value {
        match object {
            Value::Object(id) => {
                let known = self.classes_of.get(id).is_some_and(|class| self.classes.contains_key(class));
                match self.env.get(&property_key(*id, name)) {
                    Some(value) => value.clone(),
                    None if known => Value::Null,
                    None => self.unknown_value("property"),
                }
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.property(&yes, name), self.property(&no, name));
                Value::choice(condition, yes, no)
            }
            Value::Null => Value::Null,
            _ => self.unknown_value("property"),
        }
    }

    /// `object->name = value`.
    pub(super) fn set_property(&mut self, object: &Value, name: &str, value: Value) {
        match object {
            Value::Object(id) => self.env.set(&property_key(*id, name), value),
            _ => self.assume("a property of an object that is not followed keeps no value".to_owned()),
        }
    }

    /// The place of a property of a class.
    pub(super) fn static_key(&mut self, class: &Name, name: &str) -> Key {
        let class = self.class_name(class);
        let owner = self.ancestry(&class).into_iter().rev().find(|class| {
            class.properties.iter().any(|property| property.is_static && *property.name == *name)
        });
        let owner = owner.map_or(class, |owner| owner.name.to_ascii_lowercase().into());
        format!("class {owner}:{name}").into()
    }

    /// `Class::$name`.
    pub(super) fn static_property(&mut self, class: &Name, name: &str) -> Value {
        let key = self.static_key(class, name);
        if let Some(value) = self.env.get(&key) {
            return value.clone();
        }
        let class = self.class_name(class);
        let line = self.ancestry(&class);
        let declared = line.iter().rev().find_map(|class| {
            class.properties.iter().find(|property| property.is_static && *property.name == *name).cloned()
        });
        let default = declared.and_then(|property| property.default);
        default.map_or(Value::Null, |value| self.expr(&value))
    }

    /// `Class::NAME`.
    pub(super) fn class_constant(&mut self, class: &Name, name: &str) -> Value {
        let class = self.class_name(class);
        if name.eq_ignore_ascii_case("class") {
            return Value::text(class.as_bytes());
        }
        let line = self.ancestry(&class);
        let value = line
            .iter()
            .rev()
            .find_map(|class| class.constants.iter().find(|(known, _)| **known == *name).cloned());
        if let Some((_, value)) = value {
            return self.expr(&value);
        }
        match crate::lower::library::constant(&format!("{class}::{name}")) {
            Some(value) => Value::int(value),
            None => self.unknown_value("constant of a class"),
        }
    }

    /// Whether an object stands for a handle of a file, a command or a database.
    pub(crate) fn is_handle(&self, id: ObjectId) -> bool {
        self.classes_of.get(&id).is_some_and(|class| &**class == "resource")
    }

    /// `e instanceof Class`.
    pub(super) fn instance_of(&mut self, value: &Value, class: &Name) -> Value {
        match value {
            Value::Object(id) => {
                let own = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
                let is_one = own == *class
                    || self.ancestry(&own).iter().any(|known| known.name.eq_ignore_ascii_case(class));
                if is_one { Value::bool(true) } else { Value::Bool(self.emit.any_bool("instance")) }
            }
            Value::Any(_) | Value::Choice(_) => Value::Bool(self.emit.any_bool("instance")),
            _ => Value::bool(false),
        }
    }

    /// `clone object`.
    pub(super) fn cloned(&mut self, value: &Value) -> Value {
        let Value::Object(id) = value else { return self.unknown_value("clone") };
        let class = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
        let copy = self.fresh_object(&class);
        let prefix = property_key(*id, "");
        let fields: Vec<(String, Value)> = self
            .env
            .values
            .iter()
            .filter_map(|(key, value)| Some((key.strip_prefix(&*prefix)?.to_owned(), value.clone())))
            .collect();
        for (field, value) in fields {
            self.env.set(&property_key(copy, &field), value);
        }
        Value::Object(copy)
    }

    /// The text of an object.
    pub(super) fn object_text(&mut self, object: ObjectId) -> StrTerm {
        let class = self.classes_of.get(&object).cloned().unwrap_or_else(|| "".into());
        match self.method(&class, "__tostring") {
            Some((owner, method)) => {
                let value = self.invoke(&method, &[], (Some(owner), Some(object)));
                if matches!(value, Value::Object(_)) { literal(b"") } else { self.text(&value) }
            }
            None if self.classes.contains_key(&class) => {
                self.throw_when(Condition::TRUE);
                literal(b"")
            }
            None => {
                let value = self.unknown_value("text of an object");
                self.text(&value)
            }
        }
    }

    /// Calls a method of whatever object a value is.
    pub(super) fn call_method(&mut self, object: &Value, name: &Name, arguments: &[Argument]) -> Value {
        match object {
            Value::Object(id) => {
                let class = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
                match self.method(&class, name) {
                    Some((owner, method)) => self.invoke(&method, arguments, (Some(owner), Some(*id))),
                    None if &**name == "getmessage" => self.property(object, "message"),
                    None => self.library_method(&class, name, arguments),
                }
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                self.two_paths(
                    &pick(&condition, Condition::TRUE, Condition::FALSE),
                    |lower| lower.call_method(&yes, name, arguments),
                    |lower| lower.call_method(&no, name, arguments),
                )
            }
            Value::Closure(function) if &**name == "__invoke" => {
                self.invoke(&function.clone(), arguments, (None, None))
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => {
                self.throw_when(Condition::TRUE);
                Value::Null
            }
            Value::Array(_) | Value::Closure(_) | Value::Maybe(..) | Value::Any(_) => {
                self.library_method("", name, arguments)
            }
        }
    }
}
