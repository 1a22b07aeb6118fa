//! Maps whose entries are not followed one by one.
//!
//! Over-approximates as [`super::summaries`] says: which value a key has is left open. That a key is there is known after it was put or
//! asked for, as long as nothing was taken out.

use ir::Linear;

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, Stop, gap, large};
use super::lists::NOTHING;
use super::readers::{ENTRY, VIEWS, ordered};
use super::summaries::{Change, Sum, positive, sum};
use crate::class::Compare;
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way};

impl<'p> Lowering<'p> {
    /// A call on a map.
    pub(super) fn sum_map(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
    ) -> Option<Done> {
        let first = call.arguments.first().cloned();
        let second = call.arguments.get(1).cloned();
        Some(match (call.name, call.arguments.len()) {
            ("get", 1) => self.sum_get(at, state, sum, (&first?, Value::null())),
            ("getOrDefault", 2) => self.sum_get(at, state, sum, (&first?, second?)),
            ("containsKey", 1) => self.is_held(state, (sum, &sum.elements()), &first?).map(|held| {
                let held = self.told(held);
                state.stack.push(held);
            }),
            ("containsValue", 1) => self.is_held(state, (sum, &sum.values()), &first?).map(|held| {
                let held = self.told(held);
                state.stack.push(held);
            }),
            ("put" | "setProperty", 2) => self.sum_put(at, state, sum, (&first?, &second?)),
            ("putIfAbsent", 2) => self.sum_put_if_absent(at, state, sum, (&first?, &second?)),
            ("putAll", 1) => self.sum_put_all(at, state, (call, sum), &first?),
            ("remove", 1) => self.sum_take(at, state, sum, &first?),
            ("size", 0) => {
                let size = self.size(state, sum);
                state.stack.push(Value::Int(size));
                Ok(())
            }
            ("isEmpty", 0) => positive(&self.size(state, sum)).map(|some| {
                let empty = self.told(some.negated());
                state.stack.push(empty);
            }),
            ("clear", 0) => {
                self.set_size(state, sum, Some(Linear::constant(0)));
                self.changed(state, sum, Change::Out)
            }
            ("keySet" | "values" | "entrySet" | "navigableKeySet", 0) => {
                let view = match call.name {
                    "values" => VIEWS[1],
                    "entrySet" => VIEWS[2],
                    _ => VIEWS[0],
                };
                let map = call.receiver.clone()?;
                let view = self.make(state, view, Body::Parts(vec![map]));
                state.stack.push(Value::object(view));
                Ok(())
            }
            ("firstKey" | "lastKey", 0) => self.sum_some_key(at, state, sum),
            ("floorKey" | "ceilingKey" | "lowerKey" | "higherKey", 1) => self.sum_any_key(at, state, sum),
            _ => return None,
        })
    }

    fn sum_get(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        sum: &Sum,
        (key, otherwise): (&Value, Value),
    ) -> Done {
        self.refuse_null(at, state, (sum, key))?;
        let held = self.is_held(state, (sum, &sum.elements()), key)?;
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            let value = if held { lowering.pull_held(&sum.values())? } else { otherwise.clone() };
            state.stack.push(value);
            Ok(())
        })
    }

    fn sum_put(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        sum: &Sum,
        (key, value): (&Value, &Value),
    ) -> Done {
        self.refuse_null(at, state, (sum, key))?;
        if sum.base() == "java/util/Hashtable" {
            self.refuse_null(at, state, (sum, value))?;
        }
        let held = self.is_held(state, (sum, &sum.elements()), key)?;
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            let before = if held {
                lowering.pull_held(&sum.values())?
            } else {
                lowering.count_change(state, sum, (Change::In, 1))?;
                Value::null()
            };
            state.stack.push(before);
            Ok(())
        })?;
        self.hold(state, sum, (key, value));
        Ok(())
    }

    /// A key gets a value.
    fn hold(&mut self, state: &mut State, sum: &Sum, (key, value): (&Value, &Value)) {
        self.push(state, &sum.elements(), key);
        self.push(state, &sum.values(), value);
        self.learn_key(state, sum, key);
    }

    fn sum_put_if_absent(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        sum: &Sum,
        (key, value): (&Value, &Value),
    ) -> Done {
        self.refuse_null(at, state, (sum, key))?;
        let held = self.is_held(state, (sum, &sum.elements()), key)?;
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            let before = if held {
                lowering.pull_held(&sum.values())?
            } else {
                lowering.count_change(state, sum, (Change::In, 1))?;
                Value::null()
            };
            state.stack.push(before);
            Ok(())
        })?;
        // A key that has null is given the value too.
        self.hold(state, sum, (key, value));
        Ok(())
    }

    fn sum_take(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum, key: &Value) -> Done {
        self.refuse_null(at, state, (sum, key))?;
        let held = self.is_held(state, (sum, &sum.elements()), key)?;
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            let value = if held {
                lowering.count_change(state, sum, (Change::Out, -1))?;
                lowering.pull_held(&sum.values())?
            } else {
                Value::null()
            };
            state.stack.push(value);
            Ok(())
        })
    }

    fn sum_some_key(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum) -> Done {
        let some = positive(&self.size(state, sum))?;
        self.throw_if(at, state, some.negated(), NOTHING)?;
        let key = self.pull_held(&sum.elements())?;
        state.stack.push(key);
        Ok(())
    }

    fn sum_any_key(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum) -> Done {
        let some = positive(&self.size(state, sum))?;
        let found = self.emit.any_bool("found").and(some);
        self.cases(at, state, found, &mut |lowering, _, state, found| {
            let key = if found { lowering.pull_held(&sum.elements())? } else { Value::null() };
            state.stack.push(key);
            Ok(())
        })
    }

    fn sum_put_all(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
        from: &Value,
    ) -> Done {
        let Value::Ref(from) = from else { return super::unmodelled(call) };
        let from = self.checked(at, state, from)?;
        self.each_way(at, state, &from, &mut |lowering, at, state, way| {
            lowering.put_map(at, state, (sum, way))
        })
    }

    /// Puts all entries of a map into another.
    pub(super) fn put_map(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (to, from): (&Sum, &Way),
    ) -> Done {
        if let Way::Object(id) = from
            && let Body::Items(entries) = state.object(*id).body.clone()
        {
            if let Some(order) = ordered(&state.object(*id).class, &entries) {
                for (key, value) in order {
                    self.sum_put(at, state, to, (&key, &value))?;
                    super::super::pop(state)?;
                }
                return Ok(());
            }
            self.summarise(state, *id);
        }
        let Some(other) = sum(state, from).filter(|other| super::is_map(other.base())) else {
            return gap("a map is not known");
        };
        let (before, more) = (self.size(state, to), self.size(state, &other));
        self.cases(at, state, positive(&more)?, &mut |lowering, at, state, some| {
            if !some {
                return Ok(());
            }
            let (key, value) = (lowering.pull_held(&other.elements())?, lowering.pull_held(&other.values())?);
            lowering.refuse_null(at, state, (to, &key))?;
            if to.base() == "java/util/Hashtable" {
                lowering.refuse_null(at, state, (to, &value))?;
            }
            lowering.push(state, &to.elements(), &key);
            lowering.push(state, &to.values(), &value);
            let size = lowering.any_size();
            let most = before.plus(&more).ok_or_else(large)?;
            for (how, other) in [(Compare::Le, &most), (Compare::Ge, &before), (Compare::Ge, &more)] {
                let holds = super::super::compare::compare(how, &size, other).ok_or_else(large)?;
                lowering.emit.push(ir::Action::Assume(holds));
            }
            lowering.set_size(state, to, Some(size));
            lowering.changed(state, to, Change::In)
        })
    }

    /// An entry of a map, or the map's own, that is not followed.
    pub(super) fn sum_entry(&mut self, state: &mut State, (map, sum): (&Way, &Sum)) -> Result<Value, Stop> {
        let (key, value) = (self.pull_held(&sum.elements())?, self.pull_held(&sum.values())?);
        let parts = vec![key, value, Value::Ref(Ref::one(map.clone()))];
        Ok(Value::object(self.make(state, ENTRY, Body::Parts(parts))))
    }
}
