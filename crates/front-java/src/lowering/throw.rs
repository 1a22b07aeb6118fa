//! Exceptions as explicit flow: each goes to the first handler that catches its class, or out of the method.
//!
//! Exact. An exception whose class is not known, or of which it is not known whether a handler catches it, is a gap.

use ir::{Condition, Span};

use super::blocks::arrive;
use super::{At, Done, Lowering, Stop, Thrown, fold, gap, pop_ref};
use crate::merge::Edge;
use crate::state::{Body, State, base};
use crate::value::{Name, ObjectId, Value, Way};

impl<'p> Lowering<'p> {
    /// Throws a new exception of a class of the library when a condition holds.
    pub(super) fn throw_if(
        &mut self,
        at: &mut At<'_, 'p>,
        state: &State,
        condition: Condition,
        class: &str,
    ) -> Done {
        let known = fold(&self.emit, &condition);
        if known == Some(false) {
            return Ok(());
        }
        let site = if known == Some(true) { self.emit.jump() } else { self.emit.branch(condition) };
        self.throw_at(at, state.clone(), class, site);
        if known == Some(true) { Err(Stop::Ended) } else { Ok(()) }
    }

    /// Throws a new exception of a class of the library on the way that a jump or branch begins.
    pub(super) fn throw_at(&mut self, at: &mut At<'_, 'p>, mut state: State, class: &str, site: usize) {
        let exception = self.make(&mut state, class, Body::Fields([].into()));
        let span = self.first_thrown(exception);
        self.deliver(at, Thrown { edge: Edge { state, site }, exception, span });
    }

    /// Throws the top of the stack.
    pub(super) fn throw(&mut self, at: &mut At<'_, 'p>, state: &mut State) -> Done {
        let reference = pop_ref(state)?;
        let reference = self.checked(at, state, &reference)?;
        self.each_way(at, state, &reference, &mut |lowering, at, state, way| {
            let Way::Object(exception) = way else { return gap("an exception that is not known is thrown") };
            let span = lowering.first_thrown(*exception);
            let edge = Edge { state: std::mem::take(state), site: lowering.emit.jump() };
            lowering.deliver(at, Thrown { edge, exception: *exception, span });
            Err(Stop::Ended)
        })
    }

    /// Where an exception was thrown first: `finally` throws it again, and its place stays what it was.
    fn first_thrown(&mut self, exception: ObjectId) -> Span {
        *self.thrown.entry(exception).or_insert(self.emit.span)
    }

    /// Brings an exception to its handler, or out of the method.
    pub(super) fn deliver(&mut self, at: &mut At<'_, 'p>, thrown: Thrown) {
        let class = thrown.edge.state.object(thrown.exception).class.clone();
        for handler in &at.method.code.handlers {
            if !(handler.start..handler.end).contains(&at.op) {
                continue;
            }
            let caught =
                handler.catches.as_deref().map_or(Some(true), |catches| self.classes.is_a(&class, catches));
            match caught {
                Some(false) => {}
                Some(true) => {
                    let mut edge = thrown.edge;
                    edge.state.stack = vec![Value::object(thrown.exception)];
                    return arrive(at.method, at.exits, (None, handler.target), edge);
                }
                None => {
                    let here = self.emit.here();
                    self.emit.patch(thrown.edge.site, here);
                    let text = format!("it is not known whether {class} is caught");
                    return self.leave_by_gap(at.exits, text);
                }
            }
        }
        at.exits.throws.push(thrown);
    }

    /// The class of an array or collection with the place that makes it, by which what they hold is told apart.
    pub(super) fn sited(&self, class: &str) -> Name {
        let is_told_apart = class.starts_with('[') || super::collections::is_made(class);
        if is_told_apart && base(class) == class {
            let place = self.places.words(self.emit.span);
            if self.inner.is_empty() {
                return format!("{class}.{place}").into();
            }
            return format!("{class}.{place}.{}{}", self.outer, self.inner).into();
        }
        class.into()
    }

    /// Makes an object.
    pub(super) fn make(&mut self, state: &mut State, class: &str, body: Body) -> ObjectId {
        let class = self.sited(class);
        let id = ObjectId(self.objects);
        self.objects += 1;
        state.heap.insert(id, std::rc::Rc::new(crate::state::Object { class, body }));
        id
    }
}

/// An exception that left the entry.
pub(crate) struct Uncaught {
    /// The jump that leads there.
    pub(crate) site: usize,
    /// Its class.
    pub(crate) class: String,
    /// Where it was thrown.
    pub(crate) span: Span,
}

impl From<Thrown> for Uncaught {
    fn from(thrown: Thrown) -> Uncaught {
        let class = thrown.edge.state.object(thrown.exception).class.to_string();
        Uncaught { site: thrown.edge.site, class, span: thrown.span }
    }
}
