//! Lists, queues and sets whose elements are not followed one by one.
//!
//! Over-approximates as [`super::summaries`] says: which element is read is left open, and so is whether an element is there.

use ir::{Condition, Linear};

use super::super::calls::Outer;
use super::super::{At, Done, Lowering, Stop, fold, gap, large};
use super::lists::{BOUNDS, NOTHING, is_put, looks_at};
use super::source::Source;
use super::summaries::{Change, Sum, positive};
use crate::class::Compare;
use crate::state::{Body, State, base};
use crate::value::{Value, Way};

impl<'p> Lowering<'p> {
    /// A call on a list, a queue or a set.
    pub(super) fn sum_list(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
    ) -> Option<Done> {
        let parameters = &call.descriptor[..=call.descriptor.find(')')?];
        let first = call.arguments.first().cloned();
        Some(match (call.name, parameters) {
            ("add", "(Ljava/lang/Object;)") if sum.base().ends_with("Set") => {
                self.sum_set_add(at, state, sum, &first?)
            }
            (name, "(Ljava/lang/Object;)") if is_put(name) => self.sum_add(at, state, (call, sum), &first?),
            ("add", "(ILjava/lang/Object;)") => {
                let element = call.arguments.get(1)?.clone();
                self.sum_index(at, state, (sum, &first?, 1)).and_then(|()| {
                    self.push(state, &sum.elements(), &element);
                    self.count_change(state, sum, (Change::In, 1))
                })
            }
            ("set", "(ILjava/lang/Object;)") => {
                let element = call.arguments.get(1)?.clone();
                self.sum_index(at, state, (sum, &first?, 0)).and_then(|()| {
                    self.push(state, &sum.elements(), &element);
                    self.pull_to_stack(state, sum)
                })
            }
            ("get" | "elementAt", "(I)") => {
                self.sum_index(at, state, (sum, &first?, 0)).and_then(|()| self.pull_to_stack(state, sum))
            }
            ("remove", "(I)") => self.sum_index(at, state, (sum, &first?, 0)).and_then(|()| {
                self.pull_to_stack(state, sum)?;
                self.count_change(state, sum, (Change::Out, -1))
            }),
            ("remove" | "removeFirstOccurrence" | "removeElement", "(Ljava/lang/Object;)") => {
                self.sum_remove(at, state, sum, &first?)
            }
            ("clear" | "removeAllElements", "()") => {
                self.set_size(state, sum, Some(Linear::constant(0)));
                self.changed(state, sum, Change::Out)
            }
            ("addAll", "(Ljava/util/Collection;)") => self.sum_add_all(at, state, (call, sum), &first?),
            ("removeAll" | "retainAll", "(Ljava/util/Collection;)") => self.sum_thin(state, sum),
            (name, "()") if looks_at(name, sum.base()).is_some() => self.sum_end(at, state, (name, sum)),
            _ => return self.sum_reads(at, state, (call, sum)),
        })
    }

    /// Methods that leave a collection as it is.
    pub(super) fn sum_reads(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
    ) -> Option<Done> {
        let parameters = &call.descriptor[..=call.descriptor.find(')')?];
        let first = call.arguments.first().cloned();
        let value = match (call.name, parameters) {
            ("size", "()") => Value::Int(self.size(state, sum)),
            ("isEmpty" | "empty", "()") => match positive(&self.size(state, sum)) {
                Ok(some) => self.told(some.negated()),
                Err(stop) => return Some(Err(stop)),
            },
            ("contains", _) => match self.is_held(state, (sum, &sum.elements()), &first?) {
                Ok(held) => self.told(held),
                Err(stop) => return Some(Err(stop)),
            },
            ("indexOf" | "lastIndexOf", "(Ljava/lang/Object;)") => {
                return Some(self.sum_index_of(at, state, sum, &first?));
            }
            ("iterator" | "elements" | "listIterator" | "descendingIterator", "()") => {
                return Some(self.sum_iterate(state, sum, super::sum_readers::PATH));
            }
            ("toArray", "()") => {
                return Some(self.array_of(at, state, call.receiver.as_ref()?, "[Ljava/lang/Object;"));
            }
            ("toArray", "([Ljava/lang/Object;)") => {
                // An array that has room is filled and given back itself.
                let Some(Way::Object(id)) = first.as_ref()?.as_ref()?.only() else { return None };
                let Body::Array(length, _) = &state.object(*id).body else { return None };
                length.as_constant().filter(|length| *length == 0)?;
                let class = base(&state.object(*id).class).to_owned();
                return Some(self.array_of(at, state, call.receiver.as_ref()?, &class));
            }
            _ => return None,
        };
        state.stack.push(value);
        Some(Ok(()))
    }

    /// A truth value, a constant where it is one.
    pub(super) fn told(&self, condition: Condition) -> Value {
        match fold(&self.emit, &condition) {
            Some(known) => Value::int(i128::from(known)),
            None => Value::Bool(condition),
        }
    }

    /// Throws unless a number is an index, or may be so many more.
    fn sum_index(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (sum, index, more): (&Sum, &Value, i128),
    ) -> Done {
        let index = self.int(index)?;
        let size = self.size(state, sum);
        let end = size.plus(&Linear::constant(more)).ok_or_else(large)?;
        let outside = self.outside(&index, &end)?;
        let class = if sum.base() == "java/util/Vector" || sum.base() == "java/util/Stack" {
            "java/lang/ArrayIndexOutOfBoundsException"
        } else {
            BOUNDS
        };
        self.throw_if(at, state, outside, class)?;
        state.facts.learn_inside(&index, &end);
        Ok(())
    }

    fn pull_to_stack(&mut self, state: &mut State, sum: &Sum) -> Done {
        let value = self.pull_held(&sum.elements())?;
        state.stack.push(value);
        Ok(())
    }

    fn sum_add(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
        element: &Value,
    ) -> Done {
        self.refuse_null(at, state, (sum, element))?;
        self.push(state, &sum.elements(), element);
        self.count_change(state, sum, (Change::In, 1))?;
        match call.descriptor.split(')').nth(1) {
            Some("Z") => state.stack.push(Value::int(1)),
            Some("V") => {}
            _ => state.stack.push(element.clone()),
        }
        Ok(())
    }

    /// Some collections hold no null.
    pub(super) fn refuse_null(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (sum, element): (&Sum, &Value),
    ) -> Done {
        let refuses = matches!(
            sum.base(),
            "java/util/ArrayDeque"
                | "java/util/PriorityQueue"
                | "java/util/TreeSet"
                | "java/util/TreeMap"
                | "java/util/Hashtable"
        );
        let is_sorted = sum.base() == "java/util/PriorityQueue" || sum.base().starts_with("java/util/Tree");
        if is_sorted && !self.has_order(state, element) {
            return gap("elements have no order that is followed");
        }
        match element.as_ref() {
            Some(reference) if refuses => self.not_null(at, state, reference),
            _ => Ok(()),
        }
    }

    fn sum_set_add(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum, element: &Value) -> Done {
        self.refuse_null(at, state, (sum, element))?;
        let held = self.is_held(state, (sum, &sum.elements()), element)?;
        self.push(state, &sum.elements(), element);
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            if !held {
                lowering.count_change(state, sum, (Change::In, 1))?;
            }
            state.stack.push(Value::int(i128::from(!held)));
            Ok(())
        })?;
        self.learn_key(state, sum, element);
        Ok(())
    }

    fn sum_remove(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum, element: &Value) -> Done {
        let held = self.is_held(state, (sum, &sum.elements()), element)?;
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            if held {
                lowering.count_change(state, sum, (Change::Out, -1))?;
            }
            state.stack.push(Value::int(i128::from(held)));
            Ok(())
        })
    }

    /// Some elements go, or none.
    pub(super) fn sum_thin(&mut self, state: &mut State, sum: &Sum) -> Done {
        let before = self.size(state, sum);
        let size = self.any_size();
        let at_most = super::super::compare::compare(Compare::Le, &size, &before).ok_or_else(large)?;
        self.emit.push(ir::Action::Assume(at_most));
        self.set_size(state, sum, Some(size));
        self.changed(state, sum, Change::Out)?;
        let any = self.emit.any_bool("changed");
        state.stack.push(Value::Bool(any));
        Ok(())
    }

    fn sum_index_of(&mut self, at: &mut At<'_, 'p>, state: &mut State, sum: &Sum, element: &Value) -> Done {
        let held = self.is_held(state, (sum, &sum.elements()), element)?;
        let size = self.size(state, sum);
        self.cases(at, state, held, &mut |lowering, _, state, held| {
            if !held {
                state.stack.push(Value::int(-1));
                return Ok(());
            }
            let place = lowering.any_size();
            let below = super::super::compare::compare(Compare::Lt, &place, &size).ok_or_else(large)?;
            lowering.emit.push(ir::Action::Assume(below));
            state.stack.push(Value::Int(place));
            Ok(())
        })
    }

    /// Methods that look at one end of a list, or at any element.
    fn sum_end(&mut self, at: &mut At<'_, 'p>, state: &mut State, (name, sum): (&str, &Sum)) -> Done {
        let Some((_, takes, throws)) = looks_at(name, sum.base()) else { return Err(Stop::Ended) };
        let some = positive(&self.size(state, sum))?;
        if throws {
            let class =
                if sum.base() == "java/util/Stack" { "java/util/EmptyStackException" } else { NOTHING };
            self.throw_if(at, state, some.negated(), class)?;
            self.pull_to_stack(state, sum)?;
            return if takes { self.count_change(state, sum, (Change::Out, -1)) } else { Ok(()) };
        }
        self.cases(at, state, some, &mut |lowering, _, state, some| {
            if !some {
                state.stack.push(Value::null());
                return Ok(());
            }
            lowering.pull_to_stack(state, sum)?;
            if takes { lowering.count_change(state, sum, (Change::Out, -1)) } else { Ok(()) }
        })
    }

    /// All elements of another collection.
    fn sum_add_all(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (call, sum): (&Outer<'_>, &Sum),
        from: &Value,
    ) -> Done {
        let Value::Ref(from) = from else { return super::unmodelled(call) };
        let from = self.checked(at, state, from)?;
        self.each_way(at, state, &from, &mut |lowering, at, state, way| {
            let source = lowering.source(state, way)?;
            lowering.pour(at, state, (&source, sum))?;
            let any = lowering.emit.any_bool("changed");
            state.stack.push(Value::Bool(any));
            Ok(())
        })
    }

    /// Puts what a source gives into a collection.
    pub(super) fn pour(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (source, sum): (&Source, &Sum),
    ) -> Done {
        let is_set = sum.base().ends_with("Set");
        let before = self.size(state, sum);
        let more = source.size();
        self.each_of(at, state, source, &mut |lowering, at, state, element| {
            lowering.refuse_null(at, state, (sum, &element))?;
            lowering.push(state, &sum.elements(), &element);
            Ok(())
        })?;
        let after = before.plus(&more).ok_or_else(large)?;
        let after = if is_set {
            let size = self.any_size();
            for (how, other) in [(Compare::Le, &after), (Compare::Ge, &before)] {
                let holds = super::super::compare::compare(how, &size, other).ok_or_else(large)?;
                self.emit.push(ir::Action::Assume(holds));
            }
            size
        } else {
            after
        };
        self.set_size(state, sum, Some(after));
        self.changed(state, sum, Change::In)
    }
}
