//! Elements of arrays, and characters of strings.
//!
//! Elements with constant keys are told apart. What is read under a key that is not known is one of the known
//! elements or another one; what is written under such a key may have gone anywhere.

use std::rc::Rc;

use automata::Automaton;
use ir::{Action, Condition, IntExpr, Linear, StrExpr, StrTerm};

use super::Lower;
use super::convert::length;
use crate::text::{PLAIN, UNKNOWN};
use crate::tree::{Item, Mode};
use crate::value::{Array, ArrayKey, Rest, Value, simplify};

impl Lower<'_> {
    /// `[…]`.
    pub(super) fn array(&mut self, items: &[Item]) -> Value {
        let mut array = Array::empty();
        for item in items {
            let key = item.key.as_ref().map(|key| self.expr(key));
            let value = self.expr(&item.value);
            match (item.mode, key) {
                (Mode::Spread, _) => match &value {
                    Value::Array(more) if more.rest.is_none() => {
                        for (key, value) in &more.known {
                            match key {
                                ArrayKey::Int(_) => array.push(value.clone()),
                                ArrayKey::Str(_) => array.set(key.clone(), value.clone()),
                            }
                        }
                    }
                    _ => {
                        array.rest = Some(Rest::Unknown);
                        array.next = None;
                    }
                },
                (Mode::Reference, key) => {
                    let value = if let Some(cell) = self.reference_to(&item.value) {
                        self.hold(cell);
                        Value::Object(cell)
                    } else {
                        self.gap("an array holds a reference");
                        value
                    };
                    match key {
                        Some(key) => array.put(&key, value),
                        None => array.push(value),
                    }
                }
                (Mode::Value, None) => array.push(value),
                (Mode::Value, Some(key)) => array.put(&key, value),
            }
        }
        Value::Array(Rc::new(array))
    }

    /// `a[key]`.
    pub(super) fn element(&mut self, of: &Value, key: &Value) -> Value {
        match of {
            Value::Array(array) => {
                let value = self.array_element(&array.clone(), key);
                self.behind(value)
            }
            Value::Object(id) if self.has_method(*id, "offsetget") => {
                self.call_method_with(of, "offsetget", vec![key.clone()])
            }
            // A parameter of a request may be an array itself, so an element of it is of the outside too.
            Value::Str(term) if self.text_may_be_array(term) => self.outside_or("element", Value::Null),
            Value::Maybe(..) => self.outside_or("element", Value::Null),
            Value::Str(term) => self.character(&term.clone(), key),
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let (yes, no) = (self.element(&yes, key), self.element(&no, key));
                Value::choice(condition, yes, no)
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => Value::Null,
            Value::Any(_) | Value::Object(_) | Value::Closure(_) => self.unknown_value("element"),
        }
    }

    fn array_element(&mut self, array: &Array, key: &Value) -> Value {
        if let Some(key) = key.key() {
            return match (array.get(&key), &array.rest) {
                (Some(value), _) => value.clone(),
                (None, None) => Value::Null,
                (None, Some(Rest::Outside)) => self.outside_or(&element_name(&key), Value::Null),
                (None, Some(rest)) => self.rest_element(&rest.clone()),
            };
        }
        let mut value = match &array.rest {
            None => Value::Null,
            Some(rest) => self.rest_element(&rest.clone()),
        };
        for (_, known) in &array.known {
            let which = self.emit.any_bool("which element");
            value = Value::choice(which, known.clone(), value);
        }
        value
    }

    /// An element of which only the origin is known.
    pub(crate) fn rest_element(&mut self, rest: &Rest) -> Value {
        match rest {
            Rest::Unknown => self.unknown_value("element"),
            Rest::Rows => {
                let row = Array { known: Vec::new(), rest: Some(Rest::Outside), next: None };
                Value::Array(row.into())
            }
            Rest::Outside => self.outside_or("element", Value::Null),
            Rest::PieceOf(term) => {
                let from = self.emit.any_int("from");
                let to = self.emit.any_int("to");
                let piece = StrExpr::Slice { of: term.clone(), from, to: Some(to) };
                let piece = Value::Str(self.emit.set_str("piece", piece));
                let exists = self.emit.any_bool("a piece is there");
                Value::choice(exists, piece, Value::Null)
            }
            Rest::Copies(value) => {
                let exists = self.emit.any_bool("an element is there");
                Value::choice(exists, (**value).clone(), Value::Null)
            }
            Rest::Mapped(function, rest) => {
                let element = self.rest_element(rest);
                self.call_with(function, vec![element])
            }
            Rest::Filtered(function, rest) => {
                let exists = self.emit.any_bool("an element is there");
                let kept = |lower: &mut Self| {
                    let element = lower.rest_element(rest);
                    let is_kept = lower.call_with(function, vec![element.clone()]);
                    let is_kept = simplify(lower.truth(&is_kept));
                    lower.emit.push(Action::Assume(is_kept));
                    element
                };
                self.two_paths(&exists, kept, |_| Value::Null)
            }
        }
    }

    /// One of the elements of an array, as a loop over it meets them.
    pub(crate) fn some_element(&mut self, array: &Rc<Array>) -> Value {
        let array = Value::Array(array.clone());
        let index = self.walk_key(&array);
        self.element(&array, &index)
    }

    /// `s[i]`: one character, counted from the end where `i` is negative. Out of range it is empty, with a warning.
    fn character(&mut self, term: &StrTerm, key: &Value) -> Value {
        if !matches!(key, Value::Int(_)) {
            // An offset that is no number throws.
            self.may_throw(|lower| lower.emit.any_bool("throws"));
        }
        let index = self.integer(key);
        let from_end = length(term).plus(&index).unwrap_or_else(|| Linear::constant(0));
        let character_at = |lower: &mut Self, from: Linear| {
            let to = from.plus(&Linear::constant(1));
            Value::Str(lower.emit.set_str("character", StrExpr::Slice { of: term.clone(), from, to }))
        };
        match index.as_constant() {
            Some(value) if value < 0 => character_at(self, from_end),
            Some(_) => character_at(self, index),
            None => {
                let below = index.plus(&Linear::constant(1)).unwrap_or_else(|| index.clone());
                let (last, first) = (character_at(self, from_end), character_at(self, index));
                Value::choice(Condition::test(ir::Test::AtMostZero(below)), last, first)
            }
        }
    }

    /// How many elements an array has.
    pub(crate) fn count(&mut self, array: &Array) -> Linear {
        if array.rest.is_none() {
            return Linear::constant(array.known.len() as i128);
        }
        let known = array.known.len() as i128;
        let count = self.emit.any_int("count");
        let enough = count.minus(&Linear::constant(known)).and_then(|more| more.times(-1));
        if let Some(less) = enough {
            self.emit.push(Action::Assume(Condition::test(ir::Test::AtMostZero(less))));
        }
        self.emit.set_int("count", IntExpr::Linear(count))
    }

    /// A value that nothing is known of, since its origin is not followed.
    pub(crate) fn unknown_value(&mut self, name: &str) -> Value {
        Value::Any(self.any_text(name))
    }

    /// A text that nothing is known of. It counts as one of the outside: where it keeps to a rule so, it does so too if
    /// the page wrote it, and what follows is judged as if it had kept to the rule.
    pub(crate) fn any_text(&mut self, name: &str) -> StrTerm {
        let anything = self.emit.language(UNKNOWN, || Automaton::any(PLAIN).all_marked());
        self.emit.any_of(name, anything)
    }
}

/// The name of an element of an array from outside, as a reader knows it.
fn element_name(key: &ArrayKey) -> String {
    match key {
        ArrayKey::Int(number) => format!("element[{number}]"),
        ArrayKey::Str(text) => format!("element['{}']", String::from_utf8_lossy(text)),
    }
}
