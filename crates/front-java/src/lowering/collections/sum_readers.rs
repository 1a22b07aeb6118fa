//! Ways through collections whose elements are not followed one by one.
//!
//! Over-approximates: each step gives any element. It fails when the collection has changed since, as far as that is known: of a
//! collection that is not followed itself it may, when any of its place has changed. `ArrayDeque` may not notice, and a sorted table
//! may say that there is nothing more.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, Stop, fold, gap, large};
use super::lists::NOTHING;
use super::summaries::{Change, Sum, sum};
use crate::class::Compare;
use crate::state::{Body, State};
use crate::value::{ObjectId, Ref, Value, Way};

/// Ways through elements, values and entries.
pub(super) const PATH: &str = "stringent/Path";
pub(super) const VALUES: &str = "stringent/PathOfValues";
pub(super) const ENTRIES: &str = "stringent/PathOfEntries";

pub(super) const CHANGED: &str = "java/util/ConcurrentModificationException";

/// A way through a collection.
struct Path {
    of: Way,
    sum: Sum,
    next: Linear,
    size: Linear,
    /// How often the collection had changed.
    stamp: Linear,
    /// Whether the collection was followed then.
    was_followed: bool,
    /// Whether the last element can be taken out: 1 or 0.
    has_last: Linear,
}

impl<'p> Lowering<'p> {
    /// Pushes a way through a collection.
    pub(super) fn sum_iterate(&mut self, state: &mut State, sum: &Sum, class: &str) -> Done {
        let of = sum.id.map_or_else(|| Way::OneOf(sum.class.clone()), Way::Object);
        let size = self.size(state, sum);
        let stamp = self.stamp(state, sum);
        let parts = vec![
            Value::Ref(Ref::one(of)),
            Value::int(0),
            Value::Int(size),
            stamp,
            Value::int(i128::from(sum.id.is_some())),
            Value::int(0),
        ];
        let id = self.make(state, class, Body::Parts(parts));
        state.stack.push(Value::object(id));
        Ok(())
    }

    /// A call on a view of a map.
    pub(super) fn sum_view(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
        class: &str,
    ) -> Option<Done> {
        let (place, path) = match class {
            "stringent/Keys" => (sum.elements(), PATH),
            "stringent/Values" => (sum.values(), VALUES),
            _ => (sum.elements(), ENTRIES),
        };
        match (call.name, call.arguments.len()) {
            ("iterator", 0) => Some(self.sum_iterate(state, sum, path)),
            ("contains", 1) if path != ENTRIES => {
                Some(self.is_held(state, (sum, &place), call.arguments.first()?).map(|held| {
                    let held = self.told(held);
                    state.stack.push(held);
                }))
            }
            ("size" | "isEmpty", 0) => self.sum_reads(at, state, (call, sum)),
            ("toArray", _) if path != ENTRIES => self.sum_reads(at, state, (call, sum)),
            _ => None,
        }
    }

    /// A call on the list of an array whose elements are not known one by one: from now on they are what its place holds.
    pub(super) fn unknown_elements(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, array): (&Outer<'_>, ObjectId),
        length: &Linear,
    ) -> Option<Done> {
        self.push_elements(state, array);
        if let Body::Array(_, known) = state.body(array) {
            known.clear();
        }
        let sum = sum(state, &Way::Object(array))?;
        match call.name {
            "size" => state.stack.push(Value::Int(length.clone())),
            "isEmpty" => {
                let empty = self.told(Condition::test(ir::Test::IsZero(length.clone())));
                state.stack.push(empty);
            }
            "get" => {
                let index = self.int(call.arguments.first()?).ok()?;
                let outside = self.outside(&index, length).ok()?;
                let bounds = "java/lang/ArrayIndexOutOfBoundsException";
                return Some(self.throw_if(at, state, outside, bounds).and_then(|()| {
                    let value = self.pull_held(&sum.elements())?;
                    state.stack.push(value);
                    Ok(())
                }));
            }
            "iterator" => {
                let array = Value::object(array);
                let (none, length) = (Value::int(0), Value::Int(length.clone()));
                let parts = vec![array, none.clone(), length, none.clone(), none.clone(), none];
                let path = self.make(state, PATH, Body::Parts(parts));
                state.stack.push(Value::object(path));
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// A call on a way through a collection.
    pub(super) fn sum_path(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, id): (&Outer<'_>, ObjectId),
        parts: &[Value],
    ) -> Option<Done> {
        let path = path(state, parts)?;
        Some(match call.name {
            "hasNext" | "hasMoreElements" => self.has_next(state, &path),
            "next" | "nextElement" => self.step_on(at, state, (id, &path)),
            "remove" => self.take_last(at, state, (id, &path)),
            _ => return None,
        })
    }

    /// The condition that the collection has changed since the way began.
    fn has_changed(&mut self, state: &State, path: &Path) -> Result<Condition, Stop> {
        if path.was_followed != path.sum.id.is_some() {
            return Ok(self.emit.any_bool("changed"));
        }
        let Value::Int(now) = self.stamp(state, &path.sum) else { return gap("a count is no number") };
        let differs = super::super::compare::compare(Compare::Ne, &now, &path.stamp).ok_or_else(large)?;
        match fold(&self.emit, &differs) {
            Some(false) => Ok(Condition::FALSE),
            _ if path.was_followed => Ok(differs),
            _ => Ok(self.emit.any_bool("changed").and(differs)),
        }
    }

    fn has_next(&mut self, state: &mut State, path: &Path) -> Done {
        let more = super::super::compare::compare(Compare::Lt, &path.next, &path.size).ok_or_else(large)?;
        let changed = self.has_changed(state, path)?;
        let more = if fold(&self.emit, &changed) == Some(false) {
            more
        } else {
            let any = self.emit.any_bool("more");
            changed.clone().negated().and(more).or(changed.and(any))
        };
        let more = self.told(more);
        state.stack.push(more);
        Ok(())
    }

    fn step_on(&mut self, at: &mut At<'_, 'p>, state: &mut State, (id, path): (ObjectId, &Path)) -> Done {
        let changed = self.has_changed(state, path)?;
        if fold(&self.emit, &changed) != Some(false) {
            let is_open =
                matches!(path.sum.base(), "java/util/ArrayDeque" | "java/util/TreeMap" | "java/util/TreeSet");
            let noticed =
                if is_open { self.emit.any_bool("noticed").and(changed.clone()) } else { changed.clone() };
            self.throw_if(at, state, noticed, CHANGED)?;
            let nothing = self.emit.any_bool("nothing").and(changed);
            self.throw_if(at, state, nothing, NOTHING)?;
        }
        let none = super::super::compare::compare(Compare::Ge, &path.next, &path.size).ok_or_else(large)?;
        self.throw_if(at, state, none, NOTHING)?;
        let value = match &*state.object(id).class {
            VALUES => self.pull_held(&path.sum.values())?,
            ENTRIES => self.sum_entry(state, (&path.of, &path.sum))?,
            _ => self.pull_held(&path.sum.elements())?,
        };
        let next = path.next.plus(&Linear::constant(1)).ok_or_else(large)?;
        if let Body::Parts(parts) = state.body(id) {
            parts[1] = Value::Int(next);
            parts[5] = Value::int(1);
        }
        state.stack.push(value);
        Ok(())
    }

    /// Takes the last element out that was given.
    fn take_last(&mut self, at: &mut At<'_, 'p>, state: &mut State, (id, path): (ObjectId, &Path)) -> Done {
        let none = Condition::test(ir::Test::IsZero(path.has_last.clone()));
        self.throw_if(at, state, none, "java/lang/IllegalStateException")?;
        let changed = self.has_changed(state, path)?;
        self.throw_if(at, state, changed, CHANGED)?;
        self.count_change(state, &path.sum, (Change::Out, -1))?;
        let stamp = self.stamp(state, &path.sum);
        let less = |number: &Linear| number.plus(&Linear::constant(-1)).map(Value::Int).ok_or_else(large);
        let (next, size) = (less(&path.next)?, less(&path.size)?);
        if let Body::Parts(parts) = state.body(id) {
            (parts[1], parts[2], parts[3], parts[5]) = (next, size, stamp, Value::int(0));
        }
        Ok(())
    }
}

fn path(state: &State, parts: &[Value]) -> Option<Path> {
    let [of, Value::Int(next), Value::Int(size), Value::Int(stamp), Value::Int(followed), Value::Int(last)] =
        parts
    else {
        return None;
    };
    let of = of.as_ref()?.only()?.clone();
    Some(Path {
        sum: sum(state, &of)?,
        of,
        next: next.clone(),
        size: size.clone(),
        stamp: stamp.clone(),
        was_followed: followed.as_constant()? == 1,
        has_last: last.clone(),
    })
}
