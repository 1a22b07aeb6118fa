//! Places that can be assigned: variables, elements, properties, lists of places.
//!
//! An element is assigned by assigning its array with the element changed, down to the variable that holds it.

use std::rc::Rc;

use super::Lower;
use super::env::Key;
use crate::tree::{Expr, ExprKind, Item, Mode};
use crate::value::{Array, ArrayKey, Rest, Value};

impl Lower<'_> {
    /// The value of a variable.
    pub(super) fn variable(&mut self, name: &str) -> Value {
        if let Some(value) = self.superglobal(name) {
            return value;
        }
        if name == "this" {
            if self.frames.len() == 1 {
                self.gap("$this of a method that includes the file is used");
                return self.unknown_value("$this");
            }
            return self.frames.last().and_then(|frame| frame.this).map_or(Value::Null, Value::Object);
        }
        if name == "GLOBALS" {
            return self.unknown_value("globals");
        }
        self.value_at(&self.local(name))
    }

    /// The value of a variable by its name in the environment; null when it is unset.
    pub(super) fn value_at(&mut self, key: &Key) -> Value {
        let place = self.env.resolve(key);
        if let Some(value) = self.env.values.get(&place) {
            return value.clone();
        }
        self.seen.read_unset(place);
        Value::Null
    }

    /// Assigns a place.
    pub(super) fn assign(&mut self, target: &Expr, value: Value) {
        match &target.kind {
            ExprKind::Variable(name) => {
                let key = self.local(name);
                self.env.set(&key, value);
            }
            ExprKind::Index(of, index) => self.assign_element(of, index.as_deref(), value),
            ExprKind::Property(object, name) => {
                let object = self.expr(object);
                self.set_property(&object, name, value);
            }
            ExprKind::StaticProperty(class, name) => {
                self.set_static_property(class, name, value);
            }
            ExprKind::Array(items) => self.assign_list(items, &value),
            ExprKind::Silence(inner) => self.assign(inner, value),
            ExprKind::VariableVariable(name) => {
                let name = self.expr(name);
                self.assign_named(&name, &value);
            }
            _ => {
                self.gap("a place of an unknown kind is assigned");
                self.forget_locals();
            }
        }
    }

    /// `of[index] = value`.
    fn assign_element(&mut self, of: &Expr, index: Option<&Expr>, value: Value) {
        let of = &self.settled(of);
        let index = index.map(|index| self.expr(index));
        if super::variable_name(of).is_some_and(|name| &**name == "GLOBALS") {
            return self.assign_global(&index.unwrap_or(Value::Null), &value);
        }
        let old = self.quiet(of);
        if let Value::Object(id) = old {
            if self.has_method(id, "offsetset") {
                let key = index.unwrap_or(Value::Null);
                return drop(self.call_method_with(&old, "offsetset", vec![key, value]));
            }
            return self.gap("an element of an object is assigned");
        }
        let key = index.as_ref().and_then(Value::key);
        if let (Value::Array(array), Some(key)) = (&old, &key)
            && let Some(Value::Object(cell)) = array.get(key)
            && self.is_cell(*cell)
        {
            return self.set_shared(*cell, value);
        }
        if self.has_cells(&old) && (key.is_none() && index.is_some() || !matches!(old, Value::Array(_))) {
            self.gap("an unknown element of an array with references is assigned");
        }
        let new = if let Some(array) = with_element(&old, index.as_ref(), value) {
            Value::Array(Rc::new(array))
        } else {
            self.may_throw(|lower| lower.emit.any_bool("throws"));
            self.unknown_value("changed")
        };
        self.assign(of, new);
    }

    /// Makes a place another name of a cell; false when that cannot be said.
    pub(super) fn refer(&mut self, target: &Expr, cell: crate::value::ObjectId) -> bool {
        match &target.kind {
            ExprKind::Variable(name) if !Self::is_superglobal(name) && &**name != "this" => {
                let key = self.local(name);
                self.bind_cell(key, cell);
            }
            ExprKind::Property(object, field) => match self.expr(object) {
                Value::Object(object) => {
                    let key = self.slot(object, field);
                    self.bind_cell(key, cell);
                }
                _ => return false,
            },
            ExprKind::StaticProperty(class, field) => {
                let key = self.static_key(class, field);
                self.bind_cell(key, cell);
            }
            ExprKind::Index(of, index) => {
                let index = index.as_ref().map(|index| self.expr(index));
                let key = index.as_ref().map(Value::key);
                let mut array = match (self.quiet(of), key) {
                    (Value::Array(array), None | Some(Some(_))) => (*array).clone(),
                    (Value::Null, None | Some(Some(_))) => Array::empty(),
                    _ => return false,
                };
                match index.and_then(|index| index.key()) {
                    Some(key) => array.set(key, Value::Object(cell)),
                    None => array.push(Value::Object(cell)),
                }
                self.assign(of, Value::Array(Rc::new(array)));
            }
            _ => return false,
        }
        true
    }

    /// Assigns a place that was handed to a function of the library.
    pub(crate) fn assign_place(&mut self, target: &Expr, value: Value) {
        self.assign(target, value);
    }

    /// `list($a, , 'k' => $b) = value`.
    fn assign_list(&mut self, items: &[Item], value: &Value) {
        if items.iter().any(|item| item.mode == Mode::Reference) {
            self.gap("a list takes references");
        }
        for (index, item) in items.iter().enumerate() {
            let key = match &item.key {
                Some(key) => self.expr(key),
                None => ArrayKey::at(index).value(),
            };
            // A place that is left out is read as null.
            if item.value.kind != ExprKind::Null {
                let element = self.listed(value, &key);
                self.assign(&item.value, element);
            }
        }
    }

    /// An element as a list takes it: a text has none, unlike where its characters are read.
    fn listed(&mut self, value: &Value, key: &Value) -> Value {
        match value {
            Value::Str(term) if !self.text_may_be_array(term) => Value::Null,
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.listed(&yes, key), self.listed(&no, key));
                Value::choice(condition, yes, no)
            }
            _ => self.element(value, key),
        }
    }

    /// The value of a place, which need not exist.
    pub(super) fn quiet(&mut self, expr: &Expr) -> Value {
        self.expr(expr)
    }

    /// The value of a place, as `isset`, `empty` and `??` ask for it: what the object does not tell is null.
    pub(super) fn asked(&mut self, expr: &Expr) -> Value {
        let expr = &self.settled(expr);
        if let ExprKind::Property(of, name) = &expr.kind
            && let Value::Object(id) = self.asked(of)
        {
            let key = self.slot(id, name);
            let is_there = self.env.get(&key).is_some() && !self.is_hidden(id, name);
            let known = self.classes_of.get(&id).is_some_and(|class| self.classes.contains_key(class));
            if self.has_method(id, "__isset") && !is_there {
                self.gap("an object is asked whether it has a property");
            } else if known && !is_there {
                return Value::Null;
            }
        }
        let value = self.quiet(expr);
        match &expr.kind {
            // A character that is not there is null here, and empty where it is read.
            ExprKind::Index(of, _) if self.is_text(of) => {
                let is_there = self.emit.any_bool("the character is there");
                Value::choice(is_there, value, Value::Null)
            }
            _ => value,
        }
    }

    /// Whether a place may hold a text of which an element is a character.
    fn is_text(&mut self, expr: &Expr) -> bool {
        let value = self.quiet(expr);
        let mut leaves = value.leaves().into_iter().map(|(_, leaf)| leaf);
        leaves.any(|leaf| matches!(leaf, Value::Str(term) if !self.text_may_be_array(&term)))
    }

    /// Lets a place be another name of a place.
    pub(super) fn alias_key(&mut self, name: Key, place: &Key) {
        let place = self.env.resolve(place);
        if place != name {
            self.env.aliases.insert(name, place);
        }
    }

    /// `unset(place)`.
    pub(super) fn unset(&mut self, target: &Expr) {
        match &target.kind {
            ExprKind::Variable(name) => {
                let key = self.local(name);
                let cell = self.env.aliases.remove(&key);
                if cell.is_none() {
                    self.env.values.remove(&key);
                }
                self.release(cell);
            }
            ExprKind::Index(of, Some(index)) => {
                let (key, old) = (self.expr(index), self.quiet(of));
                if super::variable_name(of).is_some_and(|name| &**name == "GLOBALS") {
                    self.gap("a global variable is unset");
                } else if !matches!(old, Value::Array(_) | Value::Null) {
                    self.gap("an element of an unknown value is unset");
                } else if let Value::Array(array) = old {
                    let mut array = (*array).clone();
                    // What is left of elements that are not told apart has this one no more.
                    let is_left = matches!(&array.rest, None | Some(Rest::Outside | Rest::Unknown));
                    let is_request = super::variable_name(of).is_some_and(|name| Self::is_superglobal(name));
                    match key.key() {
                        Some(key) if is_left && (!is_request || array.rest.is_none()) => {
                            array.known.retain(|(known, _)| *known != key);
                        }
                        _ => array = Array::unknown(),
                    }
                    self.assign(of, Value::Array(Rc::new(array)));
                }
            }
            ExprKind::Index(_, None) => {}
            ExprKind::Property(object, field) => match self.expr(object) {
                Value::Object(object) => {
                    let key = self.slot(object, field);
                    let is_hidden = self.is_hidden(object, field);
                    if (is_hidden || self.env.get(&key).is_none()) && self.has_method(object, "__unset") {
                        let name = vec![Value::text(field.as_bytes())];
                        self.call_method_with(&Value::Object(object), "__unset", name);
                    } else if is_hidden {
                        self.throw_when(ir::Condition::TRUE);
                    } else if self.env.aliases.remove(&key).is_none() {
                        self.env.values.remove(&key);
                    }
                }
                Value::Null => {}
                _ => self.gap("a property of an unknown object is unset"),
            },
            _ => self.gap("a place of an unknown kind is unset"),
        }
    }

    /// After something that may have changed any variable of the call.
    pub(super) fn forget_locals(&mut self) {
        let prefix = self.local("");
        let keys: Vec<Key> =
            self.env.values.keys().filter(|key| key.starts_with(&*prefix)).cloned().collect();
        for key in keys {
            let value = self.unknown_value("forgotten");
            self.env.values.insert(key, value);
        }
    }
}

/// The place of a property.
pub(super) fn property_key(object: crate::value::ObjectId, field: &str) -> Key {
    format!("object {}:{field}", object.0).into()
}

/// The array with an element changed; none when what was there may be no array.
fn with_element(old: &Value, index: Option<&Value>, value: Value) -> Option<Array> {
    let mut array = match old {
        Value::Array(array) => (**array).clone(),
        Value::Null => Array::empty(),
        Value::Choice(_) => {
            let is_array = |(_, leaf): &(ir::Condition, Value)| matches!(leaf, Value::Array(_) | Value::Null);
            if !old.leaves().iter().all(is_array) {
                return None;
            }
            Array::unknown()
        }
        Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Maybe(..)
        | Value::Object(_)
        | Value::Closure(_)
        | Value::Any(_) => return None,
    };
    match index {
        None => array.push(value),
        Some(key) => array.put(key, value),
    }
    Some(array)
}
