//! Closures: what they take along when they are made, and calls of values.
//!
//! A closure that is made has a number, under which the variables that it takes are kept: by value as they were then, by
//! reference as names of the same cells.

use std::rc::Rc;

use super::Lower;
use super::calls::Receiver;
use super::env::Key;
use crate::tree::{Argument, Captures, Function, Mode, Name};
use crate::value::{ArrayKey, ObjectId, Value, pick};

impl Lower<'_> {
    /// A closure is made.
    pub(super) fn closure(&mut self, function: &Rc<Function>) -> Value {
        let number = self.object_count;
        self.object_count += 1;
        match &function.captures {
            Captures::Listed(names) => {
                for (name, mode) in names {
                    let place = kept(number, name);
                    if *mode == Mode::Reference {
                        let local = self.local(name);
                        let cell = self.cell(&local);
                        self.bind_cell(place, cell);
                    } else {
                        let value = self.variable(name);
                        self.env.values.insert(place, value);
                    }
                }
            }
            Captures::All => self.keep_all(number),
            Captures::Kept(_) => {}
        }
        let frame = self.frames.last().expect("the main frame is never left");
        let receiver = Receiver {
            class: frame.class.clone(),
            this: frame.this.filter(|_| !function.is_static),
            called: frame.called.clone(),
        };
        self.receivers.insert(number, receiver);
        let mut made = (**function).clone();
        made.captures = Captures::Kept(number);
        made.name = format!("{{closure}} {number}").into();
        Value::Closure(Rc::new(made))
    }

    /// All variables that are visible, by value.
    fn keep_all(&mut self, number: u32) {
        let prefix = self.local("");
        let own = |key: &Key| Some(kept(number, key.strip_prefix(&*prefix)?));
        let plain = self.env.values.iter().filter_map(|(key, value)| Some((own(key)?, value.clone())));
        let shared = self.env.aliases.iter().filter_map(|(key, cell)| {
            Some((own(key)?, self.env.values.get(cell).cloned().unwrap_or(Value::Null)))
        });
        let all: Vec<(Key, Value)> = plain.chain(shared).collect();
        self.env.values.extend(all);
    }

    /// What a closure was made in.
    pub(super) fn receiver_of(&self, function: &Function) -> Receiver {
        match &function.captures {
            Captures::Kept(number) => self.receivers.get(number).cloned().unwrap_or_default(),
            Captures::Listed(_) | Captures::All => Receiver::default(),
        }
    }

    /// The variables that a closure took along, in a new call.
    pub(super) fn captured(&mut self, function: &Function, call: u32) -> Vec<(Key, Value)> {
        let Captures::Kept(number) = &function.captures else { return Vec::new() };
        let prefix = kept(*number, "");
        let own =
            |key: &Key| -> Option<Key> { Some(format!("{call}:{}", key.strip_prefix(&*prefix)?).into()) };
        let shared = self.env.aliases.iter().filter_map(|(key, cell)| Some((own(key)?, cell.clone())));
        let shared: Vec<(Key, Key)> = shared.collect();
        self.env.aliases.extend(shared);
        self.env.values.iter().filter_map(|(key, value)| Some((own(key)?, value.clone()))).collect()
    }

    /// Calls a value.
    pub(super) fn call_value(&mut self, value: &Value, arguments: &[Argument]) -> Value {
        match value {
            Value::Closure(function) => {
                let receiver = self.receiver_of(function);
                self.invoke(&function.clone(), arguments, receiver)
            }
            Value::Object(_) => self.call_method(value, &"__invoke".into(), arguments),
            Value::Array(array) => {
                let of = array.get(&ArrayKey::Int(0)).cloned().map(|value| self.behind(value));
                let name = array.get(&ArrayKey::Int(1)).and_then(Value::constant);
                match (of, name) {
                    (Some(object @ Value::Object(_)), Some(name)) => {
                        self.call_method(&object, &lower_name(&name), arguments)
                    }
                    (Some(class), Some(name)) if class.constant().is_some() => {
                        let class = lower_name(&class.constant().unwrap_or_default());
                        self.call_static(&class, &lower_name(&name), arguments)
                    }
                    _ => self.unknown_call(&"a value".into(), arguments),
                }
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = (**parts).clone();
                let condition = pick(&condition, ir::Condition::TRUE, ir::Condition::FALSE);
                self.two_paths(
                    &condition,
                    |lower| lower.call_value(&yes, arguments),
                    |lower| lower.call_value(&no, arguments),
                )
            }
            _ => match value.constant() {
                Some(bytes) => self.call_named(&lower_name(&bytes), arguments),
                None => self.unknown_call(&"a value".into(), arguments),
            },
        }
    }

    fn call_named(&mut self, name: &Name, arguments: &[Argument]) -> Value {
        match name.split_once("::") {
            Some((class, method)) => self.call_static(&class.into(), &method.into(), arguments),
            None => self.call_function(name, arguments),
        }
    }

    /// Whether an object has a method of this name.
    pub(super) fn has_method(&self, object: ObjectId, name: &str) -> bool {
        self.classes_of.get(&object).is_some_and(|class| self.method(class, name).is_some())
    }
}

fn kept(number: u32, name: &str) -> Key {
    format!("closure {number}:{name}").into()
}

fn lower_name(bytes: &[u8]) -> Name {
    String::from_utf8_lossy(bytes).to_ascii_lowercase().trim_start_matches('\\').into()
}
