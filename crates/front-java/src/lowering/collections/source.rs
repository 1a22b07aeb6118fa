//! What a collection or array gives when another walks through it: its elements one by one, or any of a shape.
//!
//! Exact for elements that are followed one by one; else as [`super::summaries`] says.

use ir::{Condition, Linear};

use super::super::{At, Done, Lowering, Stop, gap};
use super::readers::{ELEMENTS, VIEWS, ordered};
use super::summaries::{positive, sum};
use crate::state::{Body, State, base, is_keyed};
use crate::value::{Name, ObjectId, Value, Way};

/// The elements of something.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// One by one, in order.
    Each(Vec<Value>),
    /// So many, any of what a place holds.
    Any(Name, Linear),
}

impl Source {
    /// How many there are.
    pub(super) fn size(&self) -> Linear {
        match self {
            Source::Each(items) => Linear::constant(items.len() as i128),
            Source::Any(_, size) => size.clone(),
        }
    }
}

impl<'p> Lowering<'p> {
    /// What a collection gives.
    pub(super) fn source(&mut self, state: &mut State, way: &Way) -> Result<Source, Stop> {
        if let Some(sum) = sum(state, way) {
            let is_known =
                super::is_made(sum.base()) && (!is_keyed(&sum.class) || sum.base().ends_with("Set"));
            if !is_known {
                return gap("a collection is not known");
            }
            let size = self.size(state, &sum);
            return Ok(Source::Any(sum.elements(), size));
        }
        let Way::Object(id) = way else { return gap("a collection is not known") };
        let object = state.object(*id).clone();
        match &object.body {
            Body::Items(items) if !is_keyed(&object.class) => Ok(Source::Each(items.clone())),
            Body::Items(items) if base(&object.class).ends_with("Set") => {
                if let Some(order) = ordered(&object.class, items) {
                    return Ok(Source::Each(order.into_iter().map(|(key, _)| key).collect()));
                }
                let sum = self.summarise(state, *id);
                let size = self.size(state, &sum);
                Ok(Source::Any(sum.elements(), size))
            }
            Body::Parts(parts) => {
                match parts.first().and_then(Value::as_ref).and_then(|of| of.only().cloned()) {
                    Some(of) if &*object.class == ELEMENTS => self.of_array(state, &of),
                    Some(of) if &*object.class == super::READ_ONLY => self.source(state, &of),
                    Some(of) if &*object.class == VIEWS[0] || &*object.class == VIEWS[1] => {
                        self.of_view(state, (&object.class, &of))
                    }
                    _ => gap("a collection is not known"),
                }
            }
            _ => gap("a collection is not known"),
        }
    }

    /// The keys or values of a map.
    fn of_view(&mut self, state: &mut State, (view, map): (&str, &Way)) -> Result<Source, Stop> {
        let is_keys = view == VIEWS[0];
        if let Way::Object(id) = map
            && let Body::Items(entries) = state.object(*id).body.clone()
        {
            if let Some(order) = ordered(&state.object(*id).class, &entries) {
                let part = |(key, value): (Value, Value)| if is_keys { key } else { value };
                return Ok(Source::Each(order.into_iter().map(part).collect()));
            }
            self.summarise(state, *id);
        }
        let Some(sum) = sum(state, map) else { return gap("a map is not known") };
        let size = self.size(state, &sum);
        Ok(Source::Any(if is_keys { sum.elements() } else { sum.values() }, size))
    }

    /// The elements of an array.
    pub(super) fn of_array(&mut self, state: &mut State, way: &Way) -> Result<Source, Stop> {
        let Way::Object(id) = way else { return gap("an array is not known") };
        let class = state.object(*id).class.clone();
        match state.object(*id).body.clone() {
            Body::Array(length, known) if length.as_constant() == Some(known.len() as i128) => {
                Ok(Source::Each(known))
            }
            Body::Array(length, _) => {
                self.push_elements(state, *id);
                Ok(Source::Any(crate::shape::places::elements(&class), length))
            }
            _ => gap("an array is not known"),
        }
    }

    /// Does something with each element, or with any one of them, once.
    pub(super) fn each_of(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        source: &Source,
        walk: &mut dyn FnMut(&mut Self, &mut At<'_, 'p>, &mut State, Value) -> Done,
    ) -> Done {
        match source {
            Source::Each(items) => items.iter().try_for_each(|item| walk(self, at, state, item.clone())),
            Source::Any(place, size) => {
                let some: Condition = positive(size)?;
                self.cases(at, state, some, &mut |lowering, at, state, some| {
                    if !some {
                        return Ok(());
                    }
                    let element = lowering.pull_held(place)?;
                    walk(lowering, at, state, element)
                })
            }
        }
    }

    /// Pushes a new array with the elements of a collection.
    pub(super) fn array_of(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        of: &Value,
        class: &str,
    ) -> Done {
        let Some(way) = of.as_ref().and_then(|of| of.only().cloned()) else {
            return gap("a collection is not known");
        };
        let source = self.source(state, &way)?;
        let array = self.new_array_of(at, state, (&source, class))?;
        state.stack.push(Value::object(array));
        Ok(())
    }

    fn new_array_of(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &mut State,
        (source, class): (&Source, &str),
    ) -> Result<ObjectId, Stop> {
        let class = self.sited(class);
        let place = crate::shape::places::elements(&class);
        let size = source.size();
        if let Source::Each(items) = source
            && items.iter().all(|item| item.as_ref().is_some_and(|item| self.all_of(state, item, &class)))
        {
            return Ok(self.make(state, &class, Body::Array(size, items.clone())));
        }
        self.each_of(at, state, source, &mut |lowering, _, state, element| {
            let fits = element.as_ref().is_some_and(|element| lowering.all_of(state, element, &class));
            if !fits {
                return gap("a store to an array may fail");
            }
            lowering.push(state, &place, &element);
            Ok(())
        })?;
        Ok(self.make(state, &class, Body::Array(size, Vec::new())))
    }
}
