//! Sets and maps: entries, each there or not.
//!
//! Keys are compared as the library compares them; where code of the program would, there is a gap.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::step::truth;
use super::super::{At, Done, Lowering, Stop, fold, gap, pop};
use super::readers::{VIEWS, ordered};
use crate::state::{Body, State, base};
use crate::value::{ObjectId, Value, Way};

/// How many entries a table has before it first grows.
const FIRST_TABLE: usize = 12;

/// An entry that is never there and says that the table may have another size than the first one, so that its order is not known.
pub(super) fn resized() -> [Value; 3] {
    [Value::Bool(Condition::FALSE), Value::null(), Value::null()]
}

/// Whether an entry only says that the table may have another size.
pub(super) fn is_resized(entry: &[Value]) -> bool {
    entry[0] == Value::Bool(Condition::FALSE)
}

/// The mark of a table that has or had another size than the first one, where there is one or where one is due.
fn kept_mark(entries: &[Value]) -> Option<[Value; 3]> {
    let is_marked = entries.chunks(3).any(is_resized);
    (is_marked || entries.len() > 3 * FIRST_TABLE).then(resized)
}

/// Whether no entry is there; none when that is not known of one.
fn has_none(entries: &[Value]) -> Option<Condition> {
    let absent = |all: Condition, entry: &[Value]| Some(all.and(truth(&entry[0])?.negated()));
    entries.chunks(3).try_fold(Condition::TRUE, absent)
}

impl<'p> Lowering<'p> {
    /// A call on a set or map.
    pub(super) fn keyed(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        entries: Vec<Value>,
    ) -> Option<Done> {
        let first = call.arguments.first().cloned();
        let is_set = base(&state.object(id).class).ends_with("Set");
        // What is not compared here is left to those that do not follow entries one by one.
        if let Some(key) = &first
            && base(&state.object(id).class).starts_with("java/util/Tree")
            && !self.has_order(state, key)
        {
            return Some(gap("keys have no order that is followed"));
        }
        if let Some(key) = &first
            && (self.compares_own(state, key)
                || self.may_change(state, key)
                || self.matches(state, &entries, key).is_err())
        {
            return None;
        }
        match (call.name, call.arguments.len()) {
            ("get", 1) => Some(self.lookup(state, &entries, (&first?, Value::null()))),
            ("getOrDefault", 2) => {
                let otherwise = call.arguments.get(1)?.clone();
                Some(self.lookup(state, &entries, (&first?, otherwise)))
            }
            ("containsKey", 1) => self.has_key(state, &entries, &first?),
            ("contains", 1) if is_set => self.has_key(state, &entries, &first?),
            ("put" | "setProperty", 2) => {
                Some(self.put_entry(state, (id, entries), (&first?, call.arguments.get(1)?)))
            }
            ("add", 1) if is_set => {
                let done = self.has_key(state, &entries, &first.clone()?)?;
                let before = done.and_then(|()| pop(state));
                let Ok(Some(had)) = before.map(|value| truth(&value)) else { return None };
                let done = self.put_entry(state, (id, entries), (&first?, &Value::null()));
                Some(done.and_then(|()| {
                    pop(state)?;
                    state.stack.push(Value::Bool(had.negated()));
                    Ok(())
                }))
            }
            ("remove", 1) => Some(self.remove_entry(state, (id, entries), (&first?, is_set))),
            ("size", 0) => Some(self.count(state, &entries)),
            ("isEmpty", 0) => {
                state.stack.push(Value::Bool(has_none(&entries)?));
                Some(Ok(()))
            }
            ("clear", 0) => {
                *state.body(id) = Body::Items(kept_mark(&entries).into_iter().flatten().collect());
                Some(Ok(()))
            }
            _ => self.views(at, state, (call, id)),
        }
    }

    /// Methods that give ways through a set or map.
    fn views(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
    ) -> Option<Done> {
        let is_set = base(&state.object(id).class).ends_with("Set");
        match (call.name, call.arguments.len()) {
            ("keySet" | "values" | "entrySet" | "keys" | "elements", 0) if !is_set => {
                let view = match call.name {
                    "keySet" | "keys" => VIEWS[0],
                    "entrySet" => VIEWS[2],
                    _ => VIEWS[1],
                };
                let view = self.make(state, view, Body::Parts(vec![Value::object(id)]));
                if matches!(call.name, "keySet" | "values" | "entrySet") {
                    state.stack.push(Value::object(view));
                    return Some(Ok(()));
                }
                let receiver = Some(Value::object(view));
                let iterator =
                    Outer { class: "", name: "iterator", descriptor: "()", receiver, arguments: Vec::new() };
                self.collection(at, state, &iterator)
            }
            ("iterator", 0) if is_set => {
                self.settle_order(state, id);
                let Body::Items(entries) = state.object(id).body.clone() else { return None };
                let order = ordered(&state.object(id).class, &entries)?;
                self.iterate(state, call, order.into_iter().map(|(key, _)| key).collect());
                Some(Ok(()))
            }
            _ => None,
        }
    }

    /// The conditions that an entry is there and has a key.
    fn matches(&mut self, state: &State, entries: &[Value], key: &Value) -> Result<Vec<Condition>, Stop> {
        let mut found = Vec::new();
        for entry in entries.chunks(3) {
            let (Some(there), Some(equal)) = (truth(&entry[0]), self.equal(state, key, &entry[1])) else {
                return gap("keys are compared by code of the program");
            };
            found.push(there.and(equal));
        }
        Ok(found)
    }

    fn lookup(&mut self, state: &mut State, entries: &[Value], (key, otherwise): (&Value, Value)) -> Done {
        let found = self.matches(state, entries, key)?;
        let values = entries.chunks(3).map(|entry| entry[2].clone());
        self.select(state, found.into_iter().zip(values).collect(), otherwise)
    }

    fn has_key(&mut self, state: &mut State, entries: &[Value], key: &Value) -> Option<Done> {
        let found = match self.matches(state, entries, key) {
            Ok(found) => found,
            Err(stop) => return Some(Err(stop)),
        };
        let has = found.into_iter().fold(Condition::FALSE, Condition::or);
        state.stack.push(Value::Bool(has));
        Some(Ok(()))
    }

    fn put_entry(
        &mut self,
        state: &mut State,
        (id, mut entries): (ObjectId, Vec<Value>),
        (key, value): (&Value, &Value),
    ) -> Done {
        if matches!(
            base(&state.object(id).class),
            "java/util/Hashtable" | "java/util/TreeMap" | "java/util/TreeSet"
        ) {
            let null =
                |value: &Value| value.as_ref().is_some_and(|reference| reference.ways.contains(&Way::Null));
            if null(key) || (null(value) && base(&state.object(id).class) == "java/util/Hashtable") {
                return gap("a table is given a key or value that may be null");
            }
        }
        let found = self.matches(state, &entries, key)?;
        self.lookup(state, &entries, (key, Value::null()))?;
        let mut before = Condition::FALSE;
        for (number, condition) in found.into_iter().enumerate() {
            let old = entries[3 * number + 2].clone();
            self.select(state, vec![(condition.clone(), value.clone())], old)?;
            entries[3 * number + 2] = pop(state)?;
            before = before.or(condition);
        }
        if fold(&self.emit, &before) != Some(true) {
            let is_new = match fold(&self.emit, &before) {
                Some(_) => Value::int(1),
                None => Value::Bool(before.negated()),
            };
            entries.extend([is_new, key.clone(), value.clone()]);
            if !entries.chunks(3).any(is_resized) {
                entries.extend(kept_mark(&entries).into_iter().flatten());
            }
        }
        *state.body(id) = Body::Items(entries);
        Ok(())
    }

    fn remove_entry(
        &mut self,
        state: &mut State,
        (id, mut entries): (ObjectId, Vec<Value>),
        (key, is_set): (&Value, bool),
    ) -> Done {
        let found = self.matches(state, &entries, key)?;
        if is_set {
            let had = found.iter().cloned().fold(Condition::FALSE, Condition::or);
            state.stack.push(Value::Bool(had));
        } else {
            self.lookup(state, &entries, (key, Value::null()))?;
        }
        for (number, condition) in found.into_iter().enumerate() {
            if is_resized(&entries[3 * number..]) {
                continue;
            }
            let Some(there) = truth(&entries[3 * number]) else { return gap("a table is not known") };
            let stays = there.and(condition.negated());
            entries[3 * number] =
                fold(&self.emit, &stays).map_or(Value::Bool(stays), |known| Value::int(i128::from(known)));
        }
        let kept = entries.chunks(3).filter(|entry| entry[0] != Value::int(0));
        *state.body(id) = Body::Items(kept.flatten().cloned().collect());
        Ok(())
    }

    fn count(&mut self, state: &mut State, entries: &[Value]) -> Done {
        let mut count = Linear::constant(0);
        for entry in entries.chunks(3) {
            let one = self.int(&entry[0])?;
            count = count.plus(&one).ok_or_else(super::super::large)?;
        }
        state.stack.push(Value::Int(count));
        Ok(())
    }
}
