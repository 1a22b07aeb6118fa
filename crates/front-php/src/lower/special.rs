//! Functions of PHP that see the variables of their caller, call what they are given, or destroy objects when a run ends.
//!
//! They cannot be rows of the library, which sees values only. Objects that are destroyed at the end are kept in places of
//! their own, so that a path knows what it has made.

use super::Lower;
use super::env::Key;
use super::references::global;
use crate::tree::{Argument, Expr, Mode, Name};
use crate::value::{Array, ArrayKey, Rest, Value};

/// How the places of objects that are destroyed at the end begin.
const AT_END: &str = "at end ";

/// Whether a place keeps an object that is destroyed at the end.
pub(super) fn acts_at_end(place: &str) -> bool {
    place.starts_with(AT_END)
}

impl Lower<'_> {
    /// A call of such a function.
    pub(super) fn special_call(&mut self, name: &str, arguments: &[Argument]) -> Option<Value> {
        if arguments.iter().any(|argument| argument.name.is_some()) {
            return None;
        }
        if let Some(count) = self.counted_by_itself(name, arguments) {
            return Some(count);
        }
        match (name, arguments) {
            ("call_user_func", [callee, rest @ ..]) if callee.mode == Mode::Value => {
                let callee = self.expr(&callee.value);
                if rest.iter().any(|argument| argument.mode != Mode::Value) {
                    return None;
                }
                // Arguments are given by value, whatever the function asks for.
                let values = rest.iter().map(|argument| self.expr(&argument.value)).collect();
                Some(self.call_with(&callee, values))
            }
            ("call_user_func_array", [callee, list]) => {
                let callee = self.expr(&callee.value);
                let list = Argument { mode: Mode::Spread, ..list.clone() };
                Some(self.call_value(&callee, &[list]))
            }
            ("extract", [from]) => {
                let from = self.expr(&from.value);
                self.extract(&from);
                Some(Value::Int(self.emit.any_int("extract")))
            }
            ("spl_autoload_register", _) => {
                self.gap("classes are loaded when they are used");
                Some(Value::bool(true))
            }
            ("compact", names) => self.compact(names),
            _ => None,
        }
    }

    /// `extract`: the elements become variables.
    fn extract(&mut self, from: &Value) {
        let Value::Array(array) = from else { return self.gap("variables are made of an unknown array") };
        if array.rest.is_some() {
            self.gap("variables are made of an array with unknown keys");
            let from = from.clone();
            for key in self.locals() {
                let old = self.env.get(&key).cloned().unwrap_or(Value::Null);
                let new = if let Some(Rest::Outside) = array.rest {
                    Value::Str(self.outside("extracted", None))
                } else {
                    let index = self.walk_key(&from);
                    self.element(&from, &index)
                };
                let is_given = self.emit.fate("extracted");
                self.env.set(&key, Value::choice(is_given, new, old));
            }
        }
        for (key, value) in &array.known {
            if let ArrayKey::Str(name) = key {
                let place = self.local(&String::from_utf8_lossy(name));
                let value = self.behind(value.clone());
                self.env.set(&place, value);
            }
        }
    }

    /// `compact`: variables become elements.
    fn compact(&mut self, names: &[Argument]) -> Option<Value> {
        let mut array = Array::empty();
        for name in names {
            let name = self.expr(&name.value).constant()?;
            let key = self.local(&String::from_utf8_lossy(&name));
            if self.env.get(&key).is_some() {
                let value = self.variable(&String::from_utf8_lossy(&name));
                array.set(ArrayKey::of_text(&name), value);
            }
        }
        Some(Value::Array(array.into()))
    }

    /// The places of the variables of the present call.
    fn locals(&self) -> Vec<Key> {
        let prefix = self.local("");
        let keys = self.env.values.keys().chain(self.env.aliases.keys());
        keys.filter(|key| key.starts_with(&*prefix) && !key.ends_with(":its result")).cloned().collect()
    }

    /// Assigns a variable by a name that only a run knows.
    pub(super) fn assign_named(&mut self, name: &Value, value: &Value) {
        if let Some(name) = name.constant() {
            let key = self.local(&String::from_utf8_lossy(&name));
            return self.env.set(&key, value.clone());
        }
        self.gap("a variable that a value names is assigned");
        let keys = self.locals();
        self.assign_one_of(&keys, name, value);
    }

    /// `$GLOBALS[name]`.
    pub(super) fn global_variable(&mut self, name: &Value) -> Value {
        let Some(name) = name.constant() else { return self.unknown_value("global") };
        let text = String::from_utf8_lossy(&name);
        match self.superglobal(&text) {
            Some(value) => value,
            None => self.value_at(&global(&name)),
        }
    }

    /// `$GLOBALS[name] = value`.
    pub(super) fn assign_global(&mut self, name: &Value, value: &Value) {
        if let Some(name) = name.constant() {
            let text = String::from_utf8_lossy(&name);
            if Self::is_superglobal(&text) {
                let key = self.local(&text);
                return self.env.set(&key, value.clone());
            }
            return self.env.set(&global(&name), value.clone());
        }
        self.gap("a global variable that a value names is assigned");
        let keys = self.env.values.keys().chain(self.env.aliases.keys());
        let keys: Vec<Key> = keys.filter(|key| key.starts_with("0:")).cloned().collect();
        self.assign_one_of(&keys, name, value);
    }

    fn assign_one_of(&mut self, keys: &[Key], name: &Value, value: &Value) {
        let name = self.text(name);
        for key in keys {
            let own = key.split_once(':').map_or("", |(_, own)| own);
            let is_this = self.equals(&name, own.as_bytes());
            let old = self.env.get(key).cloned().unwrap_or(Value::Null);
            let new = Value::choice(is_this, value.clone(), old);
            self.env.set(key, new);
        }
    }

    /// The object is destroyed at some time until the end.
    pub(super) fn destroyed_later(&mut self, object: crate::value::ObjectId) {
        if self.has_method(object, "__destruct") {
            self.gap("an object is destroyed at some time");
            let key: Key = format!("{AT_END}z{:06}:object", object.0).into();
            self.env.values.insert(key, Value::Object(object));
        }
    }

    /// Destroys the objects that are left when a run ends.
    pub(crate) fn run_endings(&mut self) {
        if std::mem::replace(&mut self.is_ending, true) {
            return;
        }
        let ends = |key: &&Key| key.starts_with(AT_END);
        let keys: Vec<Key> = self.env.values.keys().filter(ends).cloned().collect();
        for key in keys {
            if let Some(object @ Value::Object(_)) = self.env.values.remove(&key) {
                self.call_method(&object, &"__destruct".into(), &[]);
            } else {
                self.gap("an object is destroyed at the end of some runs");
            }
        }
        self.is_ending = false;
    }

    /// The target with what has effects in it evaluated once, so that it can be read and then assigned.
    pub(super) fn settled(&mut self, target: &Expr) -> Expr {
        use crate::tree::ExprKind as K;
        let kind = match &target.kind {
            K::Index(of, index) => {
                let of = self.settled(of);
                let index = index.as_ref().map(|index| Box::new(self.evaluated_once(index)));
                K::Index(Box::new(of), index)
            }
            K::Property(object, name) => K::Property(Box::new(self.settled(object)), name.clone()),
            K::Call(..) | K::New(..) => return self.evaluated_once(target),
            _ => return target.clone(),
        };
        Expr { kind, span: target.span }
    }

    /// Forgets what was evaluated for targets since so many objects were made.
    pub(super) fn forget_settled(&mut self, before: u32) {
        for number in before..self.object_count {
            let key = self.local(&format!("index {number}"));
            self.env.values.remove(&key);
        }
    }

    fn evaluated_once(&mut self, expr: &Expr) -> Expr {
        use crate::tree::ExprKind as K;
        if matches!(expr.kind, K::Text(_) | K::Int(_) | K::Variable(_) | K::Constant(_)) {
            return expr.clone();
        }
        let value = self.expr(expr);
        let name: Name = format!("index {}", self.object_count).into();
        self.object_count += 1;
        let key = self.local(&name);
        self.env.values.insert(key, value);
        Expr { kind: K::Variable(name), span: expr.span }
    }
}
