//! Lists, sets and maps of the library, with their elements one by one.
//!
//! A list has as many elements as a constant says. A set or map has entries of which each may be there or not: whether it
//! is, the key, and the value; so ways on which something was put and ways on which it was not may meet. Exact, as
//! far as elements are compared by code of the library; what depends on the order of a hash table is a gap.

use ir::Condition;

mod keyed;
mod lists;
mod readers;

use super::calls::Outer;
use super::{At, Done, Stop, Walker, fold, gap};
use crate::merge::{Edge, merge};
use crate::state::{Body, State, is_keyed};
use crate::value::{Value, Way};

fn is_list(class: &str) -> bool {
    matches!(
        class,
        "java/util/ArrayList"
            | "java/util/LinkedList"
            | "java/util/Vector"
            | "java/util/Stack"
            | "stringent/FixedList"
    )
}

/// Whether a method leaves its collection as it is.
fn only_reads(name: &str) -> bool {
    matches!(name, "size" | "isEmpty" | "get" | "contains" | "containsKey" | "iterator")
}

/// Whether objects of a class are collections that are followed, or ways through them.
pub(super) fn is_collection(class: &str) -> bool {
    is_list(class) || is_keyed(class) || is_reader(class) || is_interface(class)
}

fn is_reader(class: &str) -> bool {
    matches!(
        class,
        "java/util/Iterator" | "java/util/Enumeration" | "java/util/ListIterator" | "java/util/Map$Entry"
    ) || readers::VIEWS.contains(&class)
}

fn is_interface(class: &str) -> bool {
    matches!(
        class,
        "java/util/List"
            | "java/util/Collection"
            | "java/util/Set"
            | "java/util/Map"
            | "java/util/Queue"
            | "java/util/Deque"
    )
}

/// A call on a collection that is not followed.
fn lost(call: &Outer<'_>) -> Done {
    gap(format!("{} is called on a collection that is not followed", call.name))
}

/// Whether `new` makes a collection of a class.
pub(super) fn is_made(class: &str) -> bool {
    is_list(class) || is_keyed(class)
}

/// Whether a class has static methods that make collections.
pub(super) fn is_maker(class: &str) -> bool {
    matches!(class, "java/util/Collections" | "java/util/Arrays")
}

impl<'p> Walker<'p> {
    /// A static method that makes a collection.
    pub(super) fn make_collection(&mut self, state: &mut State, call: &Outer<'_>) -> Done {
        let first = call.arguments.first().cloned();
        let unknown =
            || gap(format!("the call of {}.{} is not modelled", call.class.replace('/', "."), call.name));
        let id = match (call.name, first) {
            ("singleton", Some(item)) => {
                let entry = vec![Value::int(1), item, Value::null()];
                self.make(state, "stringent/FixedSet", Body::Items(entry))
            }
            ("emptyList", None) => self.make(state, "stringent/FixedList", Body::Items(Vec::new())),
            ("emptySet", None) => self.make(state, "stringent/FixedSet", Body::Items(Vec::new())),
            ("enumeration", Some(of)) => {
                let Some(of) = of.as_object() else { return unknown() };
                let object = state.object(of);
                let items = match &object.body {
                    Body::Items(items) if is_list(&object.class) => items.clone(),
                    Body::Items(entries) => match readers::ordered(&object.class, entries) {
                        Some(order) => order.into_iter().map(|(key, _)| key).collect(),
                        None => return gap("the order of a hash table is not followed"),
                    },
                    _ => return unknown(),
                };
                let receiver = Some(Value::object(of));
                let call = Outer { receiver, arguments: Vec::new(), ..*call };
                self.iterate(state, &call, items);
                return Ok(());
            }
            _ => return unknown(),
        };
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// A call on a collection, when it has a row here.
    pub(super) fn collection(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        call: &Outer<'_>,
    ) -> Option<Done> {
        let way = call.receiver.as_ref()?.as_ref()?.only()?.clone();
        let Way::Object(id) = way else { return Some(lost(call)) };
        let (class, body) = (state.object(id).class.clone(), state.object(id).body.clone());
        if class.starts_with("stringent/Fixed") && !only_reads(call.name) {
            return Some(gap("a collection that cannot change is changed"));
        }
        match body {
            Body::Items(items) if is_list(&class) => self.list(at, state, (call, id), items),
            Body::Items(items) if is_keyed(&class) => self.keyed(at, state, (call, id), items),
            Body::Parts(parts) if is_reader(&class) => self.reader(at, state, (call, id), parts),
            Body::Lost => Some(lost(call)),
            _ => None,
        }
    }

    /// Pushes the first value whose condition holds, or the last.
    fn select(&mut self, state: &mut State, cases: Vec<(Condition, Value)>, otherwise: Value) -> Done {
        let mut edges = Vec::new();
        let mut last = Some(otherwise);
        for (condition, value) in cases {
            let known = fold(&self.emit, &condition);
            if known == Some(false) {
                continue;
            }
            if known == Some(true) {
                last = Some(value);
                break;
            }
            let skip = self.emit.branch(condition.negated());
            let mut case = state.clone();
            case.stack.push(value);
            edges.push(Edge { state: case, site: self.emit.jump() });
            let here = self.emit.here();
            self.emit.patch(skip, here);
        }
        if let Some(value) = last {
            let mut case = std::mem::take(state);
            case.stack.push(value);
            edges.push(Edge { state: case, site: self.emit.jump() });
        }
        *state = merge(&mut self.emit, edges).ok_or(Stop::Ended)?;
        Ok(())
    }
}
