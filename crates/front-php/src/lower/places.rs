//! Places that can be assigned: variables, elements, properties, lists of places.
//!
//! An element is assigned by assigning its array with the element changed, down to the variable that holds it.

use std::rc::Rc;

use super::Lower;
use super::env::Key;
use crate::tree::{Expr, ExprKind, Item};
use crate::value::{Array, Value};

impl Lower<'_> {
    /// The value of a variable.
    pub(super) fn variable(&mut self, name: &str) -> Value {
        if let Some(value) = self.superglobal(name) {
            return value;
        }
        if name == "this" {
            return self.frames.last().and_then(|frame| frame.this).map_or(Value::Null, Value::Object);
        }
        let key = self.local(name);
        self.env.get(&key).cloned().unwrap_or(Value::Null)
    }

    /// Assigns a place.
    pub(super) fn assign(&mut self, target: &Expr, value: Value) {
        match &target.kind {
            ExprKind::Variable(name) => {
                let key = self.local(name);
                self.env.set(&key, value);
            }
            ExprKind::Index(of, index) => {
                let index = index.as_ref().map(|index| self.expr(index));
                let old = self.quiet(of);
                let new = with_element(old, index.as_ref(), value);
                self.assign(of, new);
            }
            ExprKind::Property(object, name) => {
                let object = self.expr(object);
                self.set_property(&object, name, value);
            }
            ExprKind::StaticProperty(class, name) => {
                let key = self.static_key(class, name);
                self.env.set(&key, value);
            }
            ExprKind::Array(items) => self.assign_list(items, &value),
            ExprKind::Silence(inner) => self.assign(inner, value),
            _ => {
                self.assume("an assignment to a place that is not followed changes any variable".to_owned());
                self.forget_locals();
            }
        }
    }

    /// Assigns a place that was handed to a function of the library.
    pub(crate) fn assign_place(&mut self, target: &Expr, value: Value) {
        self.assign(target, value);
    }

    /// `list($a, , 'k' => $b) = value`.
    fn assign_list(&mut self, items: &[Item], value: &Value) {
        for (index, item) in items.iter().enumerate() {
            let key = match &item.key {
                Some(key) => self.expr(key),
                None => crate::value::ArrayKey::at(index).value(),
            };
            // A place that is left out is read as null.
            if item.value.kind != ExprKind::Null {
                let element = self.element(value, &key);
                self.assign(&item.value, element);
            }
        }
    }

    /// The value of a place, which need not exist.
    pub(super) fn quiet(&mut self, expr: &Expr) -> Value {
        self.expr(expr)
    }

    /// Lets a place be another name of a place; false when that cannot be said.
    pub(super) fn alias(&mut self, name: Key, target: &Expr) -> bool {
        let place = match &target.kind {
            ExprKind::Variable(other) => self.local(other),
            ExprKind::Property(object, field) => match self.expr(object) {
                Value::Object(object) => property_key(object, field),
                _ => return false,
            },
            ExprKind::StaticProperty(class, field) => self.static_key(class, field),
            _ => return false,
        };
        self.alias_key(name, &place);
        true
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
                if self.env.aliases.remove(&key).is_none() {
                    self.env.values.remove(&key);
                }
            }
            ExprKind::Index(of, Some(index)) => {
                let (key, old) = (self.expr(index), self.quiet(of));
                if let Value::Array(array) = old {
                    let mut array = (*array).clone();
                    match key.constant() {
                        Some(bytes) => {
                            let key = crate::value::ArrayKey::of_text(&bytes);
                            array.known.retain(|(known, _)| *known != key);
                        }
                        None => array = Array::unknown(),
                    }
                    self.assign(of, Value::Array(Rc::new(array)));
                }
            }
            _ => self.assign(target, Value::Null),
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

/// The array with an element changed.
fn with_element(old: Value, index: Option<&Value>, value: Value) -> Value {
    let mut array = match old {
        Value::Array(array) => (*array).clone(),
        Value::Null | Value::Maybe(..) => Array::empty(),
        Value::Str(_) if old.constant().is_some_and(|text| text.is_empty()) => Array::empty(),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Object(_)
        | Value::Closure(_)
        | Value::Choice(_)
        | Value::Any(_) => Array::unknown(),
    };
    match index {
        None => array.push(value),
        Some(key) => array.put(key, value),
    }
    Value::Array(Rc::new(array))
}
