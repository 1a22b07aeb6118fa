//! Ways through collections: iterators, views of a map, its entries.
//!
//! An iterator walks through a copy of the elements; when the collection has changed since, the next step is a gap. A list
//! that an array was made looks at the array whenever it is asked.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, fold, gap};
use super::keyed::is_resized;
use super::lists::NOTHING;
use super::sum_readers::CHANGED;
use super::summaries::sum;
use crate::class::Compare;
use crate::state::{Body, State, base};
use crate::value::{ObjectId, Ref, Value, Way};

/// Views of the keys, the values and the entries of a map.
pub(super) const VIEWS: [&str; 3] = ["stringent/Keys", "stringent/Values", "stringent/Entries"];
/// The list of the elements of an array.
pub(super) const ELEMENTS: &str = "stringent/Elements";
/// An entry of a map.
pub(super) const ENTRY: &str = "java/util/Map$Entry";

impl<'p> Lowering<'p> {
    /// Pushes a way through elements, in order.
    pub(super) fn iterate(&mut self, state: &mut State, call: &Outer<'_>, items: Vec<Value>) {
        let size = Value::int(items.len() as i128);
        let copy = self.make(state, "java/util/ArrayList", Body::Items(items));
        let of = call.receiver.as_ref().and_then(Value::as_object).map(|of| held(state, of));
        let then = of.map(|of| (state.object(of).class.clone(), state.object(of).body.clone()));
        let then =
            then.map_or_else(Value::null, |(class, body)| Value::object(self.make(state, &class, body)));
        let of = of.map_or_else(Value::null, Value::object);
        let parts = vec![of, Value::object(copy), Value::int(0), size, then];
        let id = self.make(state, "java/util/Iterator", Body::Parts(parts));
        state.stack.push(Value::object(id));
    }

    /// A call on a way through a collection, on an entry or on a view.
    pub(super) fn reader(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        mut parts: Vec<Value>,
    ) -> Option<Done> {
        match (call.name, &parts[..]) {
            ("hasNext" | "hasMoreElements", [of, _, Value::Int(next), Value::Int(size), _]) => {
                // A list is asked how long it is now.
                let now = of
                    .as_object()
                    .filter(|of| super::is_list(&state.object(*of).class))
                    .map(|of| &state.object(of).body);
                let (how, size) = match now {
                    Some(Body::Items(now)) => (Compare::Ne, Linear::constant(now.len() as i128)),
                    Some(Body::Many(_) | Body::Lost) => {
                        return Some(gap("a collection may have changed while it is walked through"));
                    }
                    _ => (Compare::Lt, size.clone()),
                };
                let more = super::super::compare::compare(how, next, &size)?;
                let known = fold(&self.emit, &more);
                state.stack.push(known.map_or(Value::Bool(more), |known| Value::int(i128::from(known))));
                Some(Ok(()))
            }
            ("next" | "nextElement", [_, _, Value::Int(_), _, _]) => {
                self.step_exactly(at, state, (id, parts))
            }
            ("getKey", [key, _] | [key, _, _]) => {
                state.stack.push(key.clone());
                Some(Ok(()))
            }
            ("getValue", [_, value] | [_, value, _]) => {
                state.stack.push(value.clone());
                Some(Ok(()))
            }
            ("setValue", [_, before, map]) => {
                let sum = sum(state, map.as_ref()?.only()?)?;
                let (before, value) = (before.clone(), call.arguments.first()?.clone());
                self.push(state, &sum.values(), &value);
                parts[1] = value;
                *state.body(id) = Body::Parts(parts);
                state.stack.push(before);
                Some(Ok(()))
            }
            (_, [_, _, _, _, _, _]) => self.sum_path(at, state, (call, id), &parts),
            (_, [map]) => {
                let map = map.clone();
                self.view(at, state, (call, id), &map)
            }
            _ => None,
        }
    }

    /// The next element of a copy. What changed since then may make the step throw, and does when a list has another length.
    fn step_exactly(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (id, mut parts): (ObjectId, Vec<Value>),
    ) -> Option<Done> {
        let [of, copy, Value::Int(next), _, then] = &parts[..] else { return None };
        let next = next.clone();
        let Body::Items(items) = state.object(copy.as_object()?).body.clone() else { return None };
        let body = |value: &Value| value.as_object().map(|id| &state.object(id).body);
        if let (Some(Body::Items(now)), Some(Body::Items(before))) = (body(of), body(then))
            && now.len() != before.len()
            && of.as_object().is_some_and(|of| super::is_list(&state.object(of).class))
        {
            return Some(self.throw_if(at, state, Condition::TRUE, CHANGED));
        }
        if body(of).is_none_or(|now| *now == Body::Lost) || body(of) != body(then) {
            return Some(gap("a collection may have changed while it is walked through"));
        }
        parts[2] = Value::Int(next.plus(&Linear::constant(1))?);
        *state.body(id) = Body::Parts(parts);
        let Some(number) = next.as_constant().and_then(|number| usize::try_from(number).ok()) else {
            return Some(self.list_get(at, state, (Value::Int(next), items), NOTHING));
        };
        let Some(item) = items.get(number) else {
            return Some(self.throw_if(at, state, Condition::TRUE, NOTHING));
        };
        state.stack.push(item.clone());
        Some(Ok(()))
    }

    /// Where only some runs are walked: those in which all entries are there, in the order in which they came. A run that
    /// depends on the order is in doubt.
    pub(super) fn settle_order(&mut self, state: &mut State, id: ObjectId) {
        let object = state.object(id).clone();
        let Body::Items(mut entries) = object.body.clone() else { return };
        if self.keeper.turns().is_none() || ordered(&object.class, &entries).is_some() {
            return;
        }
        entries = entries.chunks(3).filter(|entry| !is_resized(entry)).flatten().cloned().collect();
        for entry in entries.chunks_mut(3) {
            if let Some(there) = super::super::step::truth(&entry[0]) {
                self.emit.push(ir::Action::Assume(there));
                entry[0] = Value::int(1);
            }
        }
        let order = self.emit.any_bool("order");
        let site = self.emit.branch(order);
        let here = self.emit.here();
        self.emit.patch(site, here);
        *state.body(id) = Body::Items(entries);
        if let Some(object) = state.heap.get_mut(&id) {
            let class = object.class.replacen("/Hash", "/LinkedHash", 1).replacen("/Tree", "/LinkedHash", 1);
            std::rc::Rc::make_mut(object).class = class.into();
        }
    }

    /// A call on a view of a map.
    fn view(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        map: &Value,
    ) -> Option<Done> {
        if &*state.object(id).class == ELEMENTS {
            let Body::Array(length, known) = state.object(map.as_object()?).body.clone() else { return None };
            let is_known = length.as_constant() == Some(known.len() as i128);
            return match call.name {
                name if is_known && super::only_reads(name) => self.list_reads(at, state, (call, id), known),
                "iterator" | "size" | "isEmpty" | "get" => {
                    self.unknown_elements(at, state, (call, map.as_object()?), &length)
                }
                _ => None,
            };
        }
        if let Some(map_id) = map.as_object().filter(|_| call.name == "iterator") {
            self.settle_order(state, map_id);
        }
        if let Some(map_id) = map.as_object()
            && let Body::Items(entries) = &state.object(map_id).body
            && (!matches!(call.name, "iterator" | "size" | "isEmpty")
                || call.name == "iterator" && ordered(&state.object(map_id).class, entries).is_none())
        {
            self.summarise(state, map_id);
        }
        if let Some(sum) = sum(state, map.as_ref()?.only()?) {
            return self.sum_view(at, state, (call, &sum), &state.object(id).class.clone());
        }
        match call.name {
            "iterator" => {
                let class = state.object(id).class.clone();
                let map_id = map.as_object()?;
                let Body::Items(entries) = state.object(map_id).body.clone() else { return None };
                let order = ordered(&state.object(map_id).class, &entries)?;
                let items = order.into_iter().map(|(key, value)| match &*class {
                    "stringent/Keys" => key,
                    "stringent/Values" => value,
                    _ => Value::object(self.make(state, ENTRY, Body::Parts(vec![key, value]))),
                });
                let items: Vec<Value> = items.collect();
                self.iterate(state, call, items);
                Some(Ok(()))
            }
            "size" | "isEmpty" => {
                let map_id = map.as_object()?;
                let Body::Items(entries) = state.object(map_id).body.clone() else { return None };
                self.keyed(at, state, (call, map_id), entries)
            }
            _ => None,
        }
    }
}

/// The collection, map or array that a collection shows.
pub(super) fn held(state: &State, id: ObjectId) -> ObjectId {
    match &state.object(id).body {
        Body::Parts(parts) => parts.first().and_then(Value::as_object).unwrap_or(id),
        Body::Fields(_)
        | Body::Array(..)
        | Body::Items(_)
        | Body::Many(_)
        | Body::Lambda(..)
        | Body::Lost => id,
    }
}

/// The entries that are there, in the order in which they are walked through; none when that is not known.
pub(super) fn ordered(class: &str, entries: &[Value]) -> Option<Vec<(Value, Value)>> {
    let mut there = Vec::new();
    for entry in entries.chunks(3) {
        match &entry[0] {
            _ if is_resized(entry) => {}
            Value::Int(linear) => match linear.as_constant()? {
                0 => {}
                _ => there.push((entry[1].clone(), entry[2].clone())),
            },
            _ => return None,
        }
    }
    let class = base(class);
    if there.len() <= 1 || class.starts_with("java/util/Linked") {
        return Some(there);
    }
    let is_other = entries.chunks(3).any(is_resized);
    if !matches!(class, "java/util/HashMap" | "java/util/HashSet") || there.len() > 12 || is_other {
        return None;
    }
    // A table of sixteen places until the thirteenth entry, walked through place by place.
    let mut places = Vec::new();
    for (key, value) in there {
        places.push((bucket(&key)?, key, value));
    }
    places.sort_by_key(|(place, _, _)| *place);
    Some(places.into_iter().map(|(_, key, value)| (key, value)).collect())
}

/// The place of a key in a table of sixteen.
fn bucket(key: &Value) -> Option<u32> {
    let hash = match key.as_ref().and_then(Ref::only)? {
        Way::Null => 0,
        Way::Str(ir::StrTerm::Word(word)) => {
            word.iter().fold(0u32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(unit))
        }
        Way::Box(class, content) if &**class == "java/lang/Integer" => match &**content {
            Value::Int(linear) => linear.as_constant()? as u32,
            _ => return None,
        },
        _ => return None,
    };
    Some((hash ^ (hash >> 16)) & 15)
}
