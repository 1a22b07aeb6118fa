//! States that come from several places as one.
//!
//! An object whose shape differs is given up in all of them first. What then differs gets a variable, and each way
//! assigns it. An object that only some ways know stays: only references from there name it.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use ir::emit::Emit;

use crate::join::{Keep, Set, assign, template, write};
use crate::state::{Body, Object, Slot, State, is_keyed};
use crate::value::{ObjectId, Value};

/// A way to a place: the state, and the jump or branch that leads there.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) state: State,
    pub(crate) site: usize,
}

/// The one state of several ways, from here on; none when there is no way.
pub(crate) fn merge(emit: &mut Emit, mut edges: Vec<Edge>) -> Option<State> {
    if edges.len() <= 1 {
        let edge = edges.pop()?;
        let here = emit.here();
        emit.patch(edge.site, here);
        return Some(edge.state);
    }
    let mut states: Vec<&mut State> = edges.iter_mut().map(|edge| &mut edge.state).collect();
    agree(&mut states);
    let (state, sets) = union(emit, &edges);
    let mut open = Vec::new();
    for (edge, sets) in edges.iter().zip(sets) {
        if sets.is_empty() {
            open.push(edge.site);
        } else {
            let here = emit.here();
            emit.patch(edge.site, here);
            write(emit, sets);
            open.push(emit.jump());
        }
    }
    let here = emit.here();
    open.into_iter().for_each(|site| emit.patch(site, here));
    Some(state)
}

/// Gives up objects until all states that know one know as much of it.
///
/// Operand stacks of different heights meet only in code that Java refuses to run; the lower one is kept of them.
pub(crate) fn agree(states: &mut [&mut State]) {
    let height = states.iter().map(|state| state.stack.len()).min().unwrap_or(0);
    states.iter_mut().for_each(|state| state.stack.truncate(height));
    pad(states);
    loop {
        let mut lost: BTreeSet<ObjectId> = BTreeSet::new();
        let mut shapes: BTreeMap<ObjectId, Body> = BTreeMap::new();
        for state in states.iter() {
            for (&id, object) in &state.heap {
                let known = shapes.entry(id).or_insert_with(|| object.body.clone());
                if !same_shape(known, &object.body) {
                    lost.insert(id);
                }
            }
        }
        if lost.is_empty() {
            return;
        }
        for state in states.iter_mut() {
            lost.iter().for_each(|&id| state.give_up(&Value::object(id)));
        }
    }
}

/// Sets and maps get entries that are not there until all have as many.
fn pad(states: &mut [&mut State]) {
    let mut most: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for state in states.iter() {
        for (&id, object) in &state.heap {
            if let (Body::Items(items), true) = (&object.body, is_keyed(&object.class)) {
                let known = most.entry(id).or_default();
                *known = items.len().max(*known);
            }
        }
    }
    for state in states.iter_mut() {
        for (&id, &count) in &most {
            let is_short =
                |object: &Object| matches!(&object.body, Body::Items(items) if items.len() < count);
            if state.heap.get(&id).is_some_and(|object| is_short(object))
                && let Body::Items(items) = state.body(id)
            {
                while items.len() < count {
                    items.extend([Value::int(0), Value::null(), Value::null()]);
                }
            }
        }
    }
}

fn same_shape(one: &Body, two: &Body) -> bool {
    match (one, two) {
        (Body::Fields(one), Body::Fields(two)) => one.keys().eq(two.keys()),
        (Body::Parts(one), Body::Parts(two))
        | (Body::Items(one), Body::Items(two))
        | (Body::Array(_, one), Body::Array(_, two)) => one.len() == two.len(),
        _ => discriminant(one) == discriminant(two),
    }
}

/// The values of a place on each way that has it.
type Column = Vec<Option<Value>>;

/// Every place, with its values.
pub(crate) fn columns(states: &[&State]) -> BTreeMap<Slot, Column> {
    let mut columns: BTreeMap<Slot, Column> = BTreeMap::new();
    for (at, state) in states.iter().enumerate() {
        for (slot, value) in state.slots() {
            columns.entry(slot).or_insert_with(|| vec![None; states.len()])[at] = Some(value);
        }
    }
    for (slot, column) in &mut columns {
        if matches!(slot, Slot::Static(_)) {
            let known = column.iter().flatten().next().cloned();
            let first = known.as_ref().map(first_value);
            column.iter_mut().filter(|value| value.is_none()).for_each(|value| value.clone_from(&first));
        }
    }
    columns
}

/// What a static field with a value of this kind begins as.
fn first_value(value: &Value) -> Value {
    use crate::class::types::Type;
    match value {
        Value::Int(_) | Value::Bool(_) | Value::Char(..) | Value::Text(_) => Value::int(0),
        Value::Long(_) => Value::default(&Type::Long),
        Value::Float(_) => Value::default(&Type::Float),
        Value::Double(_) => Value::default(&Type::Double),
        Value::Ref(_) => Value::null(),
    }
}

/// The state of all ways, and what each must assign.
fn union(emit: &mut Emit, edges: &[Edge]) -> (State, Vec<Vec<Set>>) {
    let states: Vec<&State> = edges.iter().map(|edge| &edge.state).collect();
    let mut state = states[0].clone();
    for other in &states[1..] {
        for (id, object) in &other.heap {
            state.heap.entry(*id).or_insert_with(|| object.clone());
        }
        for (local, value) in state.locals.iter_mut().zip(&other.locals) {
            if value.is_none() {
                *local = None;
            }
        }
    }
    let mut sets: Vec<Vec<Set>> = vec![Vec::new(); edges.len()];
    let mut made: Vec<(Column, Value)> = Vec::new();
    for (slot, column) in columns(&states) {
        if matches!(slot, Slot::Local(_)) && column.iter().any(Option::is_none) {
            continue;
        }
        let values: Vec<Value> = column.iter().flatten().cloned().collect();
        if values.iter().all(|value| value == &values[0]) {
            state.put(&slot, values[0].clone());
            continue;
        }
        if let Some((_, value)) = made.iter().find(|(known, _)| *known == column) {
            state.put(&slot, value.clone());
            continue;
        }
        match template(emit, &values, Keep::Equal) {
            Some(value) => {
                for (sets, from) in sets.iter_mut().zip(&column) {
                    sets.extend(from.iter().flat_map(|from| assign(&value, from)));
                }
                state.put(&slot, value.clone());
                made.push((column, value));
            }
            // A local variable that is used for several kinds of values is not read after they meet.
            None => {
                if let Slot::Local(at) = slot {
                    state.locals[at] = None;
                }
            }
        }
    }
    (state, sets)
}

#[cfg(test)]
mod tests {
    use automata::Alphabet;

    use super::*;

    /// A class file may say anything.
    #[test]
    fn stacks_of_different_heights_meet_without_a_panic() {
        let mut emit = Emit::new(Alphabet::UTF16);
        let of_height = |emit: &mut Emit, height: i128| {
            let stack = (0..height).map(|value| Value::int(value + height)).collect();
            Edge { state: State { stack, ..State::default() }, site: emit.jump() }
        };
        let edges = vec![of_height(&mut emit, 1), of_height(&mut emit, 3)];
        let state = merge(&mut emit, edges).expect("there are two ways");
        assert_eq!(state.stack.len(), 1);
    }
}
