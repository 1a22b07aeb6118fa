//! Lists: as many elements as a constant says.
//!
//! An index that is not known chooses among the elements; after a change at one they are no longer followed one by one.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, Stop};
use crate::state::{Body, State, base};
use crate::value::{ObjectId, Value};

pub(super) const BOUNDS: &str = "java/lang/IndexOutOfBoundsException";
pub(super) const NOTHING: &str = "java/util/NoSuchElementException";

/// Whether a method puts an element in at an end.
pub(super) fn is_put(name: &str) -> bool {
    matches!(
        name,
        "add" | "addLast" | "addElement" | "offer" | "offerLast" | "push" | "addFirst" | "offerFirst"
    )
}

/// For a method that looks at an end: whether at the last element, whether it takes it out, and whether it throws when there is
/// none.
pub(super) fn looks_at(name: &str, class: &str) -> Option<(bool, bool, bool)> {
    let is_stack = class == "java/util/Stack";
    Some(match name {
        "getFirst" | "firstElement" | "element" | "first" => (false, false, true),
        "getLast" | "lastElement" | "last" => (true, false, true),
        "peek" => (is_stack, false, is_stack),
        "peekFirst" => (false, false, false),
        "peekLast" => (true, false, false),
        "removeFirst" | "remove" => (false, true, true),
        "removeLast" => (true, true, true),
        "pop" => (is_stack, true, true),
        "poll" | "pollFirst" => (false, true, false),
        "pollLast" => (true, true, false),
        _ => return None,
    })
}

impl<'p> Lowering<'p> {
    /// A call on a list.
    pub(super) fn list(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        mut items: Vec<Value>,
    ) -> Option<Done> {
        let parameters = &call.descriptor[..=call.descriptor.find(')')?];
        let first = call.arguments.first().cloned();
        let count = items.len();
        if let Err(stop) = self.deque_takes(at, state, (call, id)) {
            return Some(Err(stop));
        }
        let put = |state: &mut State, items: Vec<Value>| *state.body(id) = Body::Items(items);
        match (call.name, parameters) {
            ("add" | "addLast" | "addElement" | "offer" | "offerLast", "(Ljava/lang/Object;)") => {
                items.push(first?);
                put(state, items);
                if call.name != "addLast" && call.name != "addElement" {
                    state.stack.push(Value::int(1));
                }
            }
            ("push", _) if base(&state.object(id).class) == "java/util/Stack" => {
                state.stack.push(first.clone()?);
                items.push(first?);
                put(state, items);
            }
            ("push" | "addFirst" | "offerFirst", _) => {
                items.insert(0, first?);
                put(state, items);
                if call.name == "offerFirst" {
                    state.stack.push(Value::int(1));
                }
            }
            ("add", "(ILjava/lang/Object;)") => {
                let index = self.constant_index(at, state, (first?, count + 1))?;
                let Ok(index) = index else { return Some(index.map(drop)) };
                items.insert(index, call.arguments.get(1)?.clone());
                put(state, items);
            }
            ("clear" | "removeAllElements", _) => put(state, Vec::new()),
            ("set", "(ILjava/lang/Object;)") => {
                let index = self.constant_index(at, state, (first?, count))?;
                let Ok(index) = index else { return Some(index.map(drop)) };
                state.stack.push(items[index].clone());
                items[index] = call.arguments.get(1)?.clone();
                put(state, items);
            }
            ("remove", "(I)") => {
                let index = self.constant_index(at, state, (first?, count))?;
                let Ok(index) = index else { return Some(index.map(drop)) };
                state.stack.push(items.remove(index));
                put(state, items);
            }
            _ => return self.list_reads(at, state, (call, id), items),
        }
        Some(Ok(()))
    }

    /// A deque takes no null.
    fn deque_takes(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
    ) -> Done {
        let is_deque = base(&state.object(id).class) == "java/util/ArrayDeque";
        match call.arguments.first() {
            Some(Value::Ref(element)) if is_deque && is_put(call.name) => self.not_null(at, state, element),
            _ => Ok(()),
        }
    }

    /// Methods that leave a list as it is, and those that look at one end.
    pub(super) fn list_reads(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        items: Vec<Value>,
    ) -> Option<Done> {
        let parameters = &call.descriptor[..=call.descriptor.find(')')?];
        let first = call.arguments.first().cloned();
        let count = items.len();
        match (call.name, parameters) {
            ("size", _) => state.stack.push(Value::int(count as i128)),
            ("isEmpty" | "empty", _) => state.stack.push(Value::int(i128::from(count == 0))),
            ("get" | "elementAt", "(I)") => return Some(self.list_get(at, state, (first?, items), BOUNDS)),
            ("contains", _) => {
                let mut found = Condition::FALSE;
                for item in &items {
                    found = found.or(self.equal(state, first.as_ref()?, item)?);
                }
                state.stack.push(Value::Bool(found));
            }
            ("iterator" | "elements" | "listIterator", "()") => {
                self.iterate(state, call, items);
            }
            ("toArray", "()") => {
                let body = Body::Array(Linear::constant(count as i128), items);
                let array = self.make(state, "[Ljava/lang/Object;", body);
                state.stack.push(Value::object(array));
            }
            ("toArray", "([Ljava/lang/Object;)") => return self.fill_array(at, state, (first?, items)),
            (name, "()") => return self.list_end(at, state, (name, id), items),
            _ => return None,
        }
        Some(Ok(()))
    }

    /// Elements put in an array, or in a new one of its type when they are too many for it.
    fn fill_array(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (array, items): (Value, Vec<Value>),
    ) -> Option<Done> {
        let array = match self.checked(at, state, array.as_ref()?) {
            Ok(array) => array,
            Err(stop) => return Some(Err(stop)),
        };
        let id = Value::Ref(array).as_object()?;
        let class = state.object(id).class.clone();
        let Body::Array(length, mut known) = state.object(id).body.clone() else { return None };
        let is_known = length.as_constant() == Some(known.len() as i128);
        // Elements of another type would make it throw.
        let fits = |item: &Value| item.as_ref().is_some_and(|item| self.all_of(state, item, &class));
        if !is_known || !items.iter().all(fits) {
            return None;
        }
        let count = items.len();
        let array = if count > known.len() {
            self.make(state, &class, Body::Array(Linear::constant(count as i128), items))
        } else {
            known.splice(..count, items);
            known.iter_mut().skip(count).take(1).for_each(|after| *after = Value::null());
            *state.body(id) = Body::Array(length, known);
            id
        };
        state.stack.push(Value::object(array));
        Some(Ok(()))
    }

    /// Methods that look at one end of a list.
    fn list_end(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (name, id): (&str, ObjectId),
        mut items: Vec<Value>,
    ) -> Option<Done> {
        let is_stack = base(&state.object(id).class) == "java/util/Stack";
        let (at_end, takes, throws) = looks_at(name, base(&state.object(id).class))?;
        if items.is_empty() {
            if throws {
                let class = if is_stack { "java/util/EmptyStackException" } else { NOTHING };
                return Some(self.throw_if(at, state, Condition::TRUE, class));
            }
            state.stack.push(Value::null());
            return Some(Ok(()));
        }
        let index = if at_end { items.len() - 1 } else { 0 };
        state.stack.push(items[index].clone());
        if takes {
            items.remove(index);
            *state.body(id) = Body::Items(items);
        }
        Some(Ok(()))
    }

    /// An index that is a constant within bounds; none when it is no constant.
    fn constant_index(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &State,
        (index, count): (Value, usize),
    ) -> Option<Result<usize, Stop>> {
        let index = self.int(&index).ok()?.as_constant()?;
        Some(match usize::try_from(index).ok().filter(|index| *index < count) {
            Some(index) => Ok(index),
            None => match self.throw_if(at, state, Condition::TRUE, BOUNDS) {
                Ok(()) => Err(Stop::Ended),
                Err(stop) => Err(stop),
            },
        })
    }

    /// Pushes the element at an index that may not be known; throws an exception of a class when there is none.
    pub(super) fn list_get(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (index, items): (Value, Vec<Value>),
        class: &str,
    ) -> Done {
        let index = self.int(&index)?;
        let outside = self.outside(&index, &Linear::constant(items.len() as i128))?;
        self.throw_if(at, state, outside, class)?;
        let Some((last, others)) = items.split_last() else { return Err(Stop::Ended) };
        let mut cases = Vec::new();
        for (number, item) in others.iter().enumerate() {
            let is = super::super::compare::compare(
                crate::class::Compare::Eq,
                &index,
                &Linear::constant(number as i128),
            );
            cases.push((is.ok_or_else(super::super::large)?, item.clone()));
        }
        self.select(state, cases, last.clone())
    }
}
