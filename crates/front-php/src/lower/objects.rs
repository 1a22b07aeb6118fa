//! Classes and objects.
//!
//! An object is told apart by the place in the lowering that made it; its properties are places like variables. Objects
//! of classes that are not in the sources have properties too, and methods as the library knows them.

use std::iter::repeat;
use std::rc::Rc;

use ir::{Condition, StrTerm};

use super::Lower;
use super::calls::Receiver;
use super::env::Key;
use super::lookup::private_key;
use super::places::property_key;
use crate::text::literal;
use crate::tree::{Access, Argument, Class, Mode, Name, Property};
use crate::value::{ObjectId, Value, pick};

impl Lower<'_> {
    /// `new Class(…)`.
    pub(super) fn new_object(&mut self, class: &Name, arguments: &[Argument]) -> Value {
        let class = self.class_name(class);
        let object = self.fresh_object(&class);
        for declared in self.ancestry(&class) {
            if let Some(what) = declared.unsupported {
                self.gap(what);
            }
            for property in declared.properties.iter().filter(|property| !property.is_static) {
                let value = property.default.as_ref().map_or(Value::Null, |value| self.expr(value));
                let owner = declared.name.to_ascii_lowercase();
                let key = if property.access == Access::Private && *owner != *class {
                    private_key(object, &owner, &property.name)
                } else {
                    property_key(object, &property.name)
                };
                self.env.set(&key, value);
            }
        }
        if self.classes.get(&class).is_some_and(|class| class.is_abstract) {
            self.throw_when(Condition::TRUE);
        }
        self.destroyed_later(object);
        if let Some((owner, constructor)) = self.method(&class, "__construct") {
            if self.visible_method(&class, "__construct").is_none() {
                self.throw_when(Condition::TRUE);
            }
            let receiver = Receiver { class: Some(owner), this: Some(object), called: Some(class) };
            self.invoke(&constructor, arguments, receiver);
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
        let is_thrown = class.ends_with("exception") || class.ends_with("error");
        let is_repeated = |frame: &super::Frame| frame.turns.iter().any(|turn| turn.is_repeated);
        if !is_thrown && self.frames.iter().any(is_repeated) {
            self.gap("a loop makes objects");
        }
        let object = ObjectId(self.object_count);
        self.object_count += 1;
        self.classes_of.insert(object, class.clone());
        object
    }

    /// A class of the library: exceptions keep their message.
    pub(super) fn foreign_constructor(&mut self, object: ObjectId, arguments: &[Argument]) {
        if let Some((unpacked, places)) = self.unpacked(arguments) {
            self.foreign_constructor(object, &unpacked);
            return self.forget_places(&places);
        }
        if arguments.iter().any(|argument| argument.mode == Mode::Spread) {
            self.gap("an array that is not known is unpacked into arguments");
        }
        let mut given = Vec::new();
        for (argument, name) in
            arguments.iter().zip(["message", "code", "previous"].into_iter().chain(repeat("")))
        {
            let value = self.expr(&argument.value);
            given.push((argument.name.as_deref().unwrap_or(name).to_owned(), value));
        }
        // A class may have a message of its own.
        for (name, default) in [("message", Value::empty()), ("previous", Value::Null)] {
            let key = property_key(object, name);
            match given.iter().find(|(known, _)| known == name) {
                Some((_, value)) => self.env.set(&key, value.clone()),
                None if self.env.get(&key).is_none() => self.env.set(&key, default),
                None => {}
            }
        }
    }

    /// The class that a name means here.
    pub(super) fn class_name(&self, name: &Name) -> Name {
        let frame = self.frames.last().expect("the main frame is never left");
        let own = || frame.class.clone();
        match &**name {
            "self" => own().unwrap_or_else(|| name.clone()),
            "static" => {
                let this = frame.this.and_then(|this| self.classes_of.get(&this).cloned());
                this.or_else(|| frame.called.clone()).or_else(own).unwrap_or_else(|| name.clone())
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
                let class = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
                let known = self.classes.contains_key(&class) || &*class == "stdclass";
                let key = self.slot(*id, name);
                let is_hidden = self.is_hidden(*id, name);
                if self
                    .declared(*id, name)
                    .is_some_and(|known| known.hint.is_some() && known.default.is_none())
                {
                    // It may have no value yet.
                    self.may_throw(|lower| lower.emit.any_bool("throws"));
                }
                match self.env.get(&key).filter(|_| !is_hidden) {
                    Some(value) => value.clone(),
                    None if self.has_method(*id, "__get") => {
                        self.call_method_with(object, "__get", vec![Value::text(name.as_bytes())])
                    }
                    None if is_hidden => {
                        self.throw_when(Condition::TRUE);
                        Value::Null
                    }
                    None if known && !self.is_foreign(&class) => Value::Null,
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
            Value::Object(id) => {
                let key = self.slot(*id, name);
                let is_hidden = self.is_hidden(*id, name);
                if (is_hidden || self.env.get(&key).is_none()) && self.has_method(*id, "__set") {
                    let arguments = vec![Value::text(name.as_bytes()), value];
                    self.call_method_with(object, "__set", arguments);
                } else if is_hidden {
                    self.throw_when(Condition::TRUE);
                } else {
                    let value = self.as_declared(*id, name, value);
                    self.env.set(&key, value);
                }
            }
            Value::Null => self.throw_when(Condition::TRUE),
            _ => self.gap("a property of an unknown object is assigned"),
        }
    }

    /// A value as the type of a property takes it. What is assigned once only may throw.
    fn as_declared(&mut self, object: ObjectId, name: &str, value: Value) -> Value {
        let Some(declared) = self.declared(object, name) else { return value };
        if declared.is_readonly {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
        }
        self.hinted(declared.hint, value)
    }

    /// A property of a class: the class that has it, which for one of a trait is the one that takes it.
    fn declared_static(&self, class: &Name, name: &str) -> Option<(Name, Property)> {
        let mut next = self.classes.get(class).cloned();
        for _ in 0..=self.classes.len() {
            let class = next?;
            let declares = |class: &Rc<Class>| {
                let own = class.properties.iter().find(|known| known.is_static && *known.name == *name);
                own.cloned()
            };
            let taken = self.taken(&class);
            if let Some(found) = declares(&class).or_else(|| taken.iter().find_map(declares)) {
                return Some((class.name.to_ascii_lowercase().into(), found));
            }
            next = class.parent.as_ref().and_then(|parent| self.classes.get(parent).cloned());
        }
        None
    }

    /// The place of a property of a class.
    pub(super) fn static_key(&mut self, class: &Name, name: &str) -> Key {
        let class = self.class_name(class);
        let owner = self.declared_static(&class, name).map_or(class, |(owner, _)| owner);
        format!("class {owner}:{name}").into()
    }

    /// `Class::$name`.
    pub(super) fn static_property(&mut self, class: &Name, name: &str) -> Value {
        let key = self.static_key(class, name);
        if let Some(value) = self.env.get(&key) {
            return value.clone();
        }
        let class = self.class_name(class);
        let declared = self.declared_static(&class, name).map(|(_, property)| property);
        let is_declared = declared.is_some();
        let default = declared.and_then(|property| property.default);
        let value = default.map_or(Value::Null, |value| self.expr(&value));
        if is_declared {
            self.initialise(&key, &value);
        } else {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
        }
        value
    }

    /// `Class::$name = value`.
    pub(super) fn set_static_property(&mut self, class: &Name, name: &str, value: Value) {
        self.static_property(class, name);
        let key = self.static_key(class, name);
        let class = self.class_name(class);
        let hint = self.declared_static(&class, name).and_then(|(_, property)| property.hint);
        let value = self.hinted(hint, value);
        self.env.set(&key, value);
    }

    /// `Class::NAME`.
    pub(super) fn class_constant(&mut self, class: &Name, name: &str) -> Value {
        let class = self.class_name(class);
        if name.eq_ignore_ascii_case("class") {
            return self.written_name(&class);
        }
        if let Some(case) = self.enum_case(&class, name) {
            return case;
        }
        let line = self.ancestry(&class);
        let value = line
            .iter()
            .rev()
            .find_map(|class| class.constants.iter().find(|(known, _)| **known == *name).cloned());
        if let Some((_, value)) = value.or_else(|| self.constant_of_interfaces(&line, name)) {
            return self.expr(&value);
        }
        match crate::lower::library::constant(&format!("{class}::{name}")) {
            Some(value) => Value::int(value),
            None => self.unknown_value("constant of a class"),
        }
    }

    /// A constant that classes have from the interfaces that they implement.
    fn constant_of_interfaces(&self, line: &[Rc<Class>], name: &str) -> Option<(Name, crate::tree::Expr)> {
        let mut open: Vec<Name> = line.iter().flat_map(|class| class.interfaces.clone()).collect();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(interface) = open.pop() {
            let declared = self.classes.get(&interface).filter(|_| seen.insert(interface.clone()));
            let Some(declared) = declared else { continue };
            if let Some(found) = declared.constants.iter().find(|(known, _)| **known == *name) {
                return Some(found.clone());
            }
            open.extend(declared.interfaces.iter().cloned());
        }
        None
    }

    /// Whether an object stands for a handle of a file, a command or a database.
    pub(crate) fn is_handle(&self, id: ObjectId) -> bool {
        self.classes_of.get(&id).is_some_and(|class| &**class == "resource")
    }

    /// `e instanceof Class`.
    pub(super) fn instance_of(&mut self, value: &Value, class: &Name) -> Value {
        let class = &self.class_name(class);
        match value {
            Value::Object(id) => {
                let own = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
                let is_one = own == *class
                    || self.ancestry(&own).iter().any(|known| known.name.eq_ignore_ascii_case(class));
                match self.is_kind_of(&own, class).or(is_one.then_some(true)) {
                    Some(known) => Value::bool(known),
                    None => Value::Bool(self.emit.any_bool("instance")),
                }
            }
            Value::Any(_) | Value::Choice(_) => Value::Bool(self.emit.any_bool("instance")),
            Value::Closure(_) => Value::bool(&**class == "closure"),
            _ => Value::bool(false),
        }
    }

    /// `clone object`.
    pub(super) fn cloned(&mut self, value: &Value) -> Value {
        let Value::Object(id) = value else {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
            return self.unknown_value("clone");
        };
        let class = self.classes_of.get(id).cloned().unwrap_or_else(|| "".into());
        let copy = self.fresh_object(&class);
        if self.is_foreign(&class) || &*class == "generator" {
            self.gap("an object of a class that is not modelled is cloned");
        }
        let prefix = property_key(*id, "");
        let own = |key: &Key| Some(property_key(copy, key.strip_prefix(&*prefix)?));
        let fields = self.env.values.iter().filter_map(|(key, value)| Some((own(key)?, value.clone())));
        let fields: Vec<(Key, Value)> = fields.collect();
        let shared = self.env.aliases.iter().filter_map(|(key, cell)| Some((own(key)?, cell.clone())));
        let shared: Vec<(Key, Key)> = shared.collect();
        self.env.values.extend(fields);
        self.env.aliases.extend(shared);
        self.destroyed_later(copy);
        if self.has_method(copy, "__clone") {
            self.call_method_with(&Value::Object(copy), "__clone", Vec::new());
        }
        Value::Object(copy)
    }

    /// The text of an object.
    pub(super) fn object_text(&mut self, object: ObjectId) -> StrTerm {
        self.texts_taken += 1;
        if self.is_cell(object) {
            let value = self.behind(Value::Object(object));
            return self.text(&value);
        }
        let class = self.classes_of.get(&object).cloned().unwrap_or_else(|| "".into());
        match self.method(&class, "__tostring") {
            Some((owner, method)) => {
                let receiver = Receiver { class: Some(owner), this: Some(object), called: Some(class) };
                let value = self.invoke(&method, &[], receiver);
                if matches!(value, Value::Object(_)) { literal(b"") } else { self.text(&value) }
            }
            None if self.classes.contains_key(&class) && !self.is_foreign(&class) => {
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
                match self.visible_method(&class, name) {
                    Some((owner, method)) => {
                        let receiver = Receiver { class: Some(owner), this: Some(*id), called: Some(class) };
                        self.invoke(&method, arguments, receiver)
                    }
                    None => self.foreign_method(*id, name, arguments),
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
                let receiver = self.receiver_of(function);
                self.invoke(&function.clone(), arguments, receiver)
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => {
                self.throw_when(Condition::TRUE);
                Value::Null
            }
            Value::Array(_) | Value::Closure(_) | Value::Maybe(..) | Value::Any(_) => {
                let has = |class: &Rc<Class>| {
                    class.methods.iter().any(|method| method.name == *name || &*method.name == "__call")
                };
                if self.classes.values().any(has) {
                    self.gap(&format!("the method {name} of an unknown object is called"));
                }
                self.library_method("", name, arguments)
            }
        }
    }
}
