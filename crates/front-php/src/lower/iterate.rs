//! Walks over objects of the page that say themselves what they hold, and how many.
//!
//! An `Iterator` is walked through by its methods, an `IteratorAggregate` gives what is walked through instead.

use ir::Condition;

use super::Lower;
use super::loops::Parts;
use crate::tree::{Argument, Expr, Mode, Stmt};
use crate::value::{Array, ObjectId, Rest, Value};

/// The methods of an iterator.
const ITERATOR: [&str; 5] = ["rewind", "valid", "current", "key", "next"];
/// How many objects stand for another.
const MOST: usize = 4;

impl Lower<'_> {
    /// What is walked through in the place of an object.
    pub(super) fn iterated(&mut self, value: Value) -> Value {
        let leaves = value.leaves();
        let is_handle = |leaf: &Value| matches!(leaf, Value::Object(object) if self.is_handle(*object));
        let is_nothing = |leaf: &Value| matches!(leaf, Value::Null | Value::Bool(_));
        if leaves.iter().any(|(_, leaf)| is_handle(leaf))
            && leaves.iter().all(|(_, leaf)| is_handle(leaf) || is_nothing(leaf))
        {
            // The result of a query gives its rows; of anything else nothing is walked through.
            return Value::Array(Array { known: Vec::new(), rest: Some(Rest::Rows), next: None }.into());
        }
        let mut value = value;
        for _ in 0..MOST {
            match &value {
                Value::Object(object)
                    if self.implements(*object, "iteratoraggregate")
                        && self.has_method(*object, "getiterator") =>
                {
                    value = self.call_method_with(&value, "getiterator", Vec::new());
                }
                _ => break,
            }
        }
        value
    }

    /// Whether a class of the page names an interface.
    fn implements(&self, object: ObjectId, interface: &str) -> bool {
        let class = self.classes_of.get(&object).cloned().unwrap_or_else(|| "".into());
        self.ancestry(&class).iter().any(|class| class.interfaces.iter().any(|name| &**name == interface))
    }

    /// A walk over an iterator of the page; false when the value is none.
    pub(super) fn walk_iterator(
        &mut self,
        value: &Value,
        (key, element): (Option<&Expr>, &Expr),
        body: &[Stmt],
    ) -> bool {
        let Value::Object(object) = value else { return false };
        let has = |lower: &Self, name: &&str| lower.has_method(*object, name);
        if !self.implements(*object, "iterator") || !ITERATOR.iter().all(|name| has(self, name)) {
            return false;
        }
        self.call_method_with(value, "rewind", Vec::new());
        let before = |lower: &mut Lower<'_>| {
            let valid = lower.call_method_with(value, "valid", Vec::new());
            lower.truth(&valid)
        };
        let turn = |lower: &mut Lower<'_>| {
            let current = lower.call_method_with(value, "current", Vec::new());
            if let Some(key) = key {
                let index = lower.call_method_with(value, "key", Vec::new());
                lower.assign(key, index);
            }
            lower.assign(element, current);
            lower.block(body);
        };
        let after = |lower: &mut Lower<'_>| {
            lower.call_method_with(value, "next", Vec::new());
            Condition::TRUE
        };
        self.turns(&Parts { before: &before, body: &turn, after: &after });
        true
    }

    /// `count` of an object that counts itself.
    pub(super) fn counted_by_itself(&mut self, name: &str, arguments: &[Argument]) -> Option<Value> {
        let [argument] = arguments else { return None };
        if !matches!(name, "count" | "sizeof") || argument.mode != Mode::Value || argument.name.is_some() {
            return None;
        }
        let crate::tree::ExprKind::Variable(variable) = &argument.value.kind else { return None };
        match self.variable(variable) {
            Value::Object(object)
                if self.implements(object, "countable") && self.has_method(object, "count") =>
            {
                let count = self.call_method_with(&Value::Object(object), "count", Vec::new());
                Some(Value::Int(self.integer(&count)))
            }
            _ => None,
        }
    }
}
