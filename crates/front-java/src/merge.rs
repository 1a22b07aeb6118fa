//! States that come from several places as one.
//!
//! An object that they know differently is given up in all of them first, which each way writes down. What then
//! differs gets a variable, and each way assigns it. An object that only some ways know stays: only references from
//! there name it. Ways whose operand stacks have different heights, or whose values are of different kinds, do not
//! meet: Java refuses to run such code.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use ir::Action;
use ir::emit::Emit;

use crate::heap_writes::Keeper;
use crate::join::{Keep, Set, assign, template, write};
use crate::state::{Body, Left, Object, Slot, State, is_keyed};
use crate::value::{ObjectId, Value};

/// A way to a place: the state, and the jump or branch that leads there.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) state: State,
    pub(crate) site: usize,
}

/// Why several ways are not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// There is none.
    NoWay,
    /// Code that Java refuses to run, in words. All ways lead to what is written next.
    Refused(&'static str),
}

/// The one state of several ways, from here on.
pub(crate) fn merge((emit, keeper): (&mut Emit, &mut Keeper), mut edges: Vec<Edge>) -> Result<State, Apart> {
    if keeper.turns().is_some() {
        edges = fullest(emit, edges);
    }
    if edges.len() <= 1 {
        let edge = edges.pop().ok_or(Apart::NoWay)?;
        let here = emit.here();
        emit.patch(edge.site, here);
        return Ok(edge.state);
    }
    let outcome = if is_even(edges.iter().map(|edge| &edge.state)) {
        let mut states: Vec<&mut State> = edges.iter_mut().map(|edge| &mut edge.state).collect();
        let left = agree(&mut states);
        union(emit, &edges).map(|(state, sets)| (state, sets, left)).ok_or("values of different kinds meet")
    } else {
        Err(UNEVEN)
    };
    let (state, sets, left) = match outcome {
        Ok(one) => one,
        Err(why) => {
            let here = emit.here();
            edges.iter().for_each(|edge| emit.patch(edge.site, here));
            return Err(Apart::Refused(why));
        }
    };
    let mut open = Vec::new();
    for ((edge, sets), left) in edges.iter().zip(sets).zip(left) {
        if sets.is_empty() && left.is_empty() {
            open.push(edge.site);
        } else {
            let here = emit.here();
            emit.patch(edge.site, here);
            keeper.push(emit, &left);
            write(emit, sets);
            open.push(emit.jump());
        }
    }
    let here = emit.here();
    open.into_iter().for_each(|site| emit.patch(site, here));
    Ok(state)
}

/// Of ways that know collections differently those with the most elements; on the others the run ends.
fn fullest(emit: &mut Emit, mut edges: Vec<Edge>) -> Vec<Edge> {
    let items = |edge: &Edge| -> usize {
        let bodies = edge.state.heap.values().map(|object| &object.body);
        bodies.map(|body| if let Body::Items(items) = body { items.len() } else { 0 }).sum()
    };
    let Some(best) = (0..edges.len()).rev().max_by_key(|&at| items(&edges[at])) else { return edges };
    let best = edges[best].state.heap.clone();
    let is_like = |edge: &Edge| {
        edge.state.heap.iter().all(|(id, object)| {
            match (&object.body, best.get(id).map(|known| &known.body)) {
                (Body::Items(_), Some(known)) if !is_keyed(&object.class) => same_shape(&object.body, known),
                _ => true,
            }
        })
    };
    let here = emit.here();
    let ended: Vec<usize> = edges.iter().filter(|edge| !is_like(edge)).map(|edge| edge.site).collect();
    if !ended.is_empty() {
        emit.push(Action::Halt);
    }
    ended.into_iter().for_each(|site| emit.patch(site, here));
    edges.retain(is_like);
    edges
}

/// What is told of ways that are not even.
pub(crate) const UNEVEN: &str = "operand stacks of different heights meet";

/// Whether all operand stacks have one height.
pub(crate) fn is_even<'s>(mut states: impl Iterator<Item = &'s State>) -> bool {
    let Some(first) = states.next() else { return true };
    states.all(|state| state.stack.len() == first.stack.len())
}

/// Gives up objects until all states that know one know as much of it; what each state leaves to their classes.
#[must_use]
pub(crate) fn agree(states: &mut [&mut State]) -> Vec<Vec<Left>> {
    pad(states);
    let mut left = vec![Vec::new(); states.len()];
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
            return left;
        }
        for &id in &lost {
            let bodies = states.iter().filter_map(|state| state.heap.get(&id)).map(|object| &object.body);
            let is_collection = bodies.clone().all(|body| matches!(body, Body::Items(_) | Body::Many(_)));
            for (state, left) in states.iter_mut().zip(&mut left) {
                left.extend(if is_collection {
                    state.summarise(id)
                } else {
                    state.give_up(&Value::object(id))
                });
            }
            if is_collection {
                know_as_little(states, id);
            }
        }
    }
}

/// Where one state does not know how many elements a collection has, none does.
fn know_as_little(states: &mut [&mut State], id: ObjectId) {
    let parts = |state: &State| match state.heap.get(&id).map(|object| &object.body) {
        Some(Body::Many(parts)) => Some(parts.len()),
        _ => None,
    };
    let Some(least) = states.iter().filter_map(|state| parts(state)).min() else { return };
    for state in states.iter_mut() {
        if parts(state).is_some_and(|count| count > least)
            && let Body::Many(parts) = state.body(id)
        {
            parts.truncate(least);
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
        | (Body::Many(one), Body::Many(two))
        | (Body::Array(_, one), Body::Array(_, two)) => one.len() == two.len(),
        (Body::Lambda(one, kept), Body::Lambda(two, other)) => one == two && kept.len() == other.len(),
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

/// The state of all ways, and what each must assign; none when values of different kinds meet.
fn union(emit: &mut Emit, edges: &[Edge]) -> Option<(State, Vec<Vec<Set>>)> {
    let states: Vec<&State> = edges.iter().map(|edge| &edge.state).collect();
    let mut state = states[0].clone();
    for other in &states[1..] {
        state.facts.keep_common(&other.facts);
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
            None => match slot {
                Slot::Local(at) => state.locals[at] = None,
                Slot::Stack(_)
                | Slot::Static(_)
                | Slot::Field(..)
                | Slot::Part(..)
                | Slot::Length(_)
                | Slot::Sum(..) => return None,
            },
        }
    }
    Some((state, sets))
}

#[cfg(test)]
mod tests {
    use automata::Alphabet;

    use super::*;

    /// A class file may say anything.
    #[test]
    fn stacks_that_do_not_fit_are_refused() {
        let mut emit = Emit::new(Alphabet::UTF16);
        let mut keeper = Keeper::default();
        let with = |emit: &mut Emit, stack: Vec<Value>| Edge {
            state: State { stack, ..State::default() },
            site: emit.jump(),
        };
        let uneven = vec![
            with(&mut emit, vec![Value::int(1)]),
            with(&mut emit, vec![Value::int(1), Value::int(2), Value::int(3)]),
        ];
        assert_eq!(merge((&mut emit, &mut keeper), uneven).err(), Some(Apart::Refused(UNEVEN)));
        let mixed = vec![with(&mut emit, vec![Value::int(1)]), with(&mut emit, vec![Value::null()])];
        assert!(matches!(merge((&mut emit, &mut keeper), mixed), Err(Apart::Refused(_))));
        let fine = vec![with(&mut emit, vec![Value::int(1)]), with(&mut emit, vec![Value::int(2)])];
        assert_eq!(merge((&mut emit, &mut keeper), fine).expect("they fit").stack.len(), 1);
    }
}
