//! Functions of the library that leave a pointer where an argument leads to, as `strsep` and `strtol`.
//!
//! A contract knows buffers and no other places; the pointer that is there is loaded before it and stored after it.

use crate::library::{self, Leaving, Outcome, Request};
use crate::lowered::Asked;
use crate::memory::{Cases, Elements, Pointer, Value};
use crate::tree::Expr;

use super::places::Through;
use super::state::Lowering;

impl Lowering<'_> {
    /// Calls a function that leaves a pointer; none when it is not one or its arguments are of other types.
    pub(crate) fn call_leaving(
        &mut self,
        (name, site): (&str, &str),
        (arguments, values): (&[Expr], &[Value]),
    ) -> Option<Value> {
        let leaving = library::leaving(name)?;
        let (Leaving::Moved(index) | Leaving::Set(index)) = leaving;
        let pointer = values.get(index)?.pointer()?;
        let ty = arguments.get(index)?.ty.element().filter(|ty| ty.is_pointer())?.clone();
        let label = format!("argument {} of {name}", index + 1);
        let through = Through { pointer, ty, name: label };
        let mut inner = values.to_vec();
        inner[index] = match leaving {
            Leaving::Moved(_) => self.load_through(&through),
            Leaving::Set(_) => Value::Pointer(Pointer::null()),
        };
        if library::begins(name) && self.is_repeated() {
            inner = self.succeed(site, &inner);
        }
        let request = Request { name, site, elements: Elements::Bytes, arguments: &inner };
        let from = self.emit.size();
        let outcome = library::call(&mut self.emit, &mut self.memory, &request);
        self.memory.chosen = None;
        self.note_asked(from, &Asked::Library(name.to_owned()));
        let outcome = outcome?;
        let Outcome::Leaves { value, left } = outcome else { return None };
        inner.remove(index);
        self.after_library(&inner);
        let mut cases = Cases::default();
        let there = match leaving {
            Leaving::Moved(_) => ir::Condition::TRUE,
            Leaving::Set(_) => through.pointer.is_null().negated(),
        };
        if cases.when(&mut self.emit, there) {
            self.store_through(&through, &left);
        }
        cases.end(&mut self.emit);
        Some(value)
    }
}
