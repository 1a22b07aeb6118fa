//! References: places that share a value.
//!
//! When a reference to a place is made, its value moves to a cell, and the place becomes another name of it. A cell is the
//! one field of an object that no program sees: an element of an array that is a reference holds that object, so a copy of
//! the array shares it, as in PHP. Whoever reads an element looks through it with [`Lower::behind`]. PHP counts who shares a
//! reference, and one that only an element is left of is a value again when the array is copied: [`Lower::release`].

use std::rc::Rc;

use super::Lower;
use super::env::{Env, Key};
use super::places::property_key;
use crate::tree::{Expr, ExprKind};
use crate::value::{Array, ArrayKey, ObjectId, Rest, Value};

/// The field of a cell.
const FIELD: &str = "&";
/// How the places begin that stand for values which hold references.
const HELD: &str = "held ";
/// How the places of first values begin.
const INITIAL: &str = "initial ";

impl Lower<'_> {
    /// The cell of a place.
    pub(super) fn cell(&mut self, place: &Key) -> ObjectId {
        let place = self.env.resolve(place);
        if let Some(cell) = cell_of(&place) {
            return cell;
        }
        let value = self.env.values.remove(&place).unwrap_or_else(|| {
            // Who has the reference may read it.
            self.seen.read_unset(place.clone());
            Value::Null
        });
        let cell = self.new_cell(value);
        let key = property_key(cell, FIELD);
        for target in self.env.aliases.values_mut().filter(|target| **target == place) {
            *target = key.clone();
        }
        self.env.aliases.insert(place, key);
        cell
    }

    fn new_cell(&mut self, value: Value) -> ObjectId {
        let cell = ObjectId(self.object_count);
        self.object_count += 1;
        self.classes_of.insert(cell, FIELD.into());
        self.env.values.insert(property_key(cell, FIELD), value);
        cell
    }

    /// Lets a place be another name of a cell.
    pub(super) fn bind_cell(&mut self, name: Key, cell: ObjectId) {
        self.env.values.remove(&name);
        let old = self.env.aliases.insert(name, property_key(cell, FIELD));
        self.release(old);
    }

    /// Makes values of references to cells that have lost a name: of those that have no other name and that one element alone
    /// holds.
    pub(super) fn release(&mut self, lost: impl IntoIterator<Item = Key>) {
        for key in lost {
            let Some(cell) = cell_of(&key) else { continue };
            let has_name = self.env.aliases.values().any(|target| *target == key);
            let count: usize = self.env.values.values().map(|value| holders(value, cell)).sum();
            if has_name || count != 1 {
                continue;
            }
            let content = self.env.values.get(&key).cloned().unwrap_or(Value::Null);
            for value in self.env.values.values_mut().filter(|value| holders(value, cell) > 0) {
                *value = with_content(value, cell, &content);
            }
        }
    }

    /// Keeps a reference that a value holds which no place holds yet.
    pub(super) fn hold(&mut self, cell: ObjectId) {
        self.env.values.insert(format!("{HELD}{}", cell.0).into(), Value::Object(cell));
    }

    /// Assigns an element that is a reference. Where it is not known who shares that, it is a gap.
    pub(super) fn set_shared(&mut self, cell: ObjectId, value: Value) {
        let key = property_key(cell, FIELD);
        let is_held = self.env.values.contains_key(format!("{HELD}{}", cell.0).as_str());
        if !is_held && !self.env.aliases.values().any(|target| *target == key) {
            self.gap("a reference without a name is assigned in an array that may be a copy");
        }
        self.set_cell(cell, value);
    }

    /// The cell of what an expression names; none when that is not known.
    pub(super) fn reference_to(&mut self, target: &Expr) -> Option<ObjectId> {
        match &target.kind {
            ExprKind::Variable(name) => {
                let is_plain = !Self::is_superglobal(name) && !matches!(&**name, "this" | "GLOBALS");
                let key = self.local(name);
                is_plain.then(|| self.cell(&key))
            }
            ExprKind::Property(object, field) => match self.expr(object) {
                Value::Object(object) if !self.is_cell(object) => {
                    let key = self.slot(object, field);
                    Some(self.cell(&key))
                }
                _ => None,
            },
            ExprKind::StaticProperty(class, field) => {
                let value = self.static_property(class, field);
                let key = self.static_key(class, field);
                self.env.set(&key, value);
                Some(self.cell(&key))
            }
            ExprKind::Index(of, index) => self.reference_to_element(of, index.as_deref()),
            _ => None,
        }
    }

    fn reference_to_element(&mut self, of: &Expr, index: Option<&Expr>) -> Option<ObjectId> {
        let index = index.map(|index| self.expr(index));
        if super::variable_name(of).is_some_and(|name| &**name == "GLOBALS") {
            let name = index?.constant()?;
            return Some(self.cell(&global(&name)));
        }
        if super::variable_name(of).is_some_and(|name| Self::is_superglobal(name)) {
            return None;
        }
        let mut array = match self.expr(of) {
            Value::Array(array) => (*array).clone(),
            Value::Null => Array::empty(),
            _ => return None,
        };
        let key = match index {
            Some(index) => index.key()?,
            None => ArrayKey::Int(array.next?),
        };
        match array.get(&key) {
            Some(Value::Object(cell)) if self.is_cell(*cell) => return Some(*cell),
            Some(choice @ Value::Choice(_)) if self.behind(choice.clone()) != *choice => return None,
            Some(_) | None => {}
        }
        let value = self.element(&Value::Array(Rc::new(array.clone())), &key.value());
        let cell = self.new_cell(value);
        array.set(key, Value::Object(cell));
        self.assign(of, Value::Array(Rc::new(array)));
        Some(cell)
    }

    /// Gives a place that all runs start with its first value. A run that has not come here yet still has it.
    pub(super) fn initialise(&mut self, place: &Key, value: &Value) {
        self.env.set(place, value.clone());
        self.env.values.insert(format!("{INITIAL}{place}").into(), value.clone());
    }

    /// Assigns a cell.
    pub(super) fn set_cell(&mut self, cell: ObjectId, value: Value) {
        self.env.values.insert(property_key(cell, FIELD), value);
    }

    /// Whether an object is a cell.
    pub(super) fn is_cell(&self, object: ObjectId) -> bool {
        self.classes_of.get(&object).is_some_and(|class| &**class == FIELD)
    }

    /// The value itself, not the cell that holds it.
    pub(crate) fn behind(&self, value: Value) -> Value {
        match value {
            Value::Object(cell) if self.is_cell(cell) => {
                self.env.values.get(&property_key(cell, FIELD)).cloned().unwrap_or(Value::Null)
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = *parts;
                Value::choice(condition, self.behind(yes), self.behind(no))
            }
            other => other,
        }
    }

    /// Whether an array holds references.
    pub(super) fn has_cells(&self, value: &Value) -> bool {
        value.leaves().iter().any(|(_, leaf)| match leaf {
            Value::Array(array) => array.known.iter().any(|(_, element)| {
                self.has_cells(element) || element.leaves().iter().any(|(_, leaf)| self.is_cell_value(leaf))
            }),
            _ => false,
        })
    }

    fn is_cell_value(&self, value: &Value) -> bool {
        matches!(value, Value::Object(cell) if self.is_cell(*cell))
    }

    /// The value with its elements in the place of references to them, as a function of the library sees it.
    pub(super) fn without_cells(&self, value: Value) -> Value {
        if !self.has_cells(&value) {
            return value;
        }
        match value {
            Value::Array(array) => {
                let mut array = (*array).clone();
                for (_, element) in &mut array.known {
                    *element = self.without_cells(self.behind(element.clone()));
                }
                Value::Array(Rc::new(array))
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = *parts;
                Value::choice(condition, self.without_cells(yes), self.without_cells(no))
            }
            other => other,
        }
    }
}

/// Lets two points agree on which places are names of cells, as far as that can be said; whether they do.
pub(super) fn align(left: &mut Env, right: &mut Env) -> bool {
    let aligned = follow(left, right);
    follow(right, left) && aligned && left.aliases == right.aliases
}

/// Gives a place of one point the cell that it has at another, when no other place is a name of that cell.
fn follow(from: &Env, to: &mut Env) -> bool {
    for (key, value) in &from.values {
        if let Some(place) = key.strip_prefix(INITIAL)
            && !to.values.contains_key(key)
        {
            to.values.insert(key.clone(), value.clone());
            to.values.entry(place.into()).or_insert_with(|| value.clone());
        }
    }
    let mut agree = true;
    for (name, cell) in &from.aliases {
        if let Some(other) = to.aliases.get(name) {
            agree &= other == cell;
            continue;
        }
        let is_alone = from.aliases.values().filter(|target| *target == cell).count() == 1;
        if is_alone && cell_of(cell).is_some() && !to.values.contains_key(cell) {
            let value = to.values.remove(name).unwrap_or(Value::Null);
            to.values.insert(cell.clone(), value);
            to.aliases.insert(name.clone(), cell.clone());
        } else {
            agree = false;
        }
    }
    agree
}

/// How many elements of a value hold a cell; more than one where that is not known.
fn holders(value: &Value, cell: ObjectId) -> usize {
    match value {
        Value::Object(held) => usize::from(*held == cell),
        Value::Array(array) => {
            let known: usize = array.known.iter().map(|(_, element)| holders(element, cell)).sum();
            let in_rest = match &array.rest {
                Some(Rest::Copies(of) | Rest::Mapped(of, _) | Rest::Filtered(of, _)) => 2 * holders(of, cell),
                Some(Rest::Outside | Rest::Unknown | Rest::Rows | Rest::PieceOf(_)) | None => 0,
            };
            known + in_rest
        }
        Value::Choice(parts) => holders(&parts.1, cell) + holders(&parts.2, cell),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Maybe(..)
        | Value::Closure(_)
        | Value::Any(_) => 0,
    }
}

/// A value with the content of a cell in the place of the cell.
fn with_content(value: &Value, cell: ObjectId, content: &Value) -> Value {
    match value {
        Value::Object(held) if *held == cell => content.clone(),
        Value::Array(array) => {
            let mut array = (**array).clone();
            for (_, element) in &mut array.known {
                *element = with_content(element, cell, content);
            }
            Value::Array(Rc::new(array))
        }
        Value::Choice(parts) => {
            let (condition, yes, no) = (**parts).clone();
            Value::choice(condition, with_content(&yes, cell, content), with_content(&no, cell, content))
        }
        other => other.clone(),
    }
}

/// The place of a global variable.
pub(super) fn global(name: &[u8]) -> Key {
    format!("0:{}", String::from_utf8_lossy(name)).into()
}

fn cell_of(key: &Key) -> Option<ObjectId> {
    let number = key.strip_prefix("object ")?.strip_suffix(":&")?;
    number.parse().ok().map(ObjectId)
}
