//! Variables of the program that is written, called as the source calls what they hold.
//!
//! A term is named when it is put into a local variable that has a name, or comes to a block in one; the first name stays. Names
//! are for readers of failing runs and facts and change no answer.

use ir::{Linear, StrTerm, Variable};

use super::{Active, Lowering};
use crate::state::{Body, State};
use crate::value::{Ref, Value, Way};

impl<'p> Lowering<'p> {
    /// Names what all local variables hold before an instruction.
    pub(super) fn name_locals(&mut self, method: &Active<'p>, op: usize, state: &State) {
        let held = state.locals.iter().enumerate();
        held.for_each(|(local, value)| self.name_held(method, (local, op), value.as_ref(), state));
    }

    /// Names what one local variable holds before an instruction.
    pub(super) fn name_local(&mut self, method: &Active<'p>, (local, op): (usize, usize), state: &State) {
        let value = state.locals.get(local).and_then(Option::as_ref);
        self.name_held(method, (local, op), value, state);
    }

    fn name_held(
        &mut self,
        method: &Active<'p>,
        (local, op): (usize, usize),
        value: Option<&Value>,
        state: &State,
    ) {
        let is_it = |(from, to): (usize, usize)| (from..to).contains(&op);
        let named = method.code.names.iter().find(|named| named.local == local && is_it(named.part));
        let (Some(named), Some(value)) = (named, value) else { return };
        for variable in variables(value, state) {
            self.emit.name(variable, &named.name);
        }
    }
}

/// The variables that a value consists of; of a builder that of its content.
fn variables(value: &Value, state: &State) -> Vec<Variable> {
    match value {
        Value::Int(number) | Value::Long(number) => whole(number).into_iter().collect(),
        Value::Char(code, text) => whole(code).into_iter().chain(held(text)).collect(),
        Value::Text(text) => held(text).into_iter().collect(),
        Value::Ref(reference) => text_of(reference, state).and_then(held).into_iter().collect(),
        Value::Bool(_) | Value::Float(_) | Value::Double(_) => Vec::new(),
    }
}

/// The text of a string, or of a builder that is followed.
fn text_of<'s>(reference: &'s Ref, state: &'s State) -> Option<&'s StrTerm> {
    if let Way::Str(text) = reference.only()? {
        return Some(text);
    }
    let Way::Object(id) = reference.only()? else { return None };
    let Body::Parts(parts) = &state.heap.get(id)?.body else { return None };
    let [Value::Text(text)] = &parts[..] else { return None };
    Some(text)
}

/// The variable that a number is, if it is one.
fn whole(number: &Linear) -> Option<Variable> {
    match number.terms() {
        [(ir::Quantity::Var(var), 1)] if number.constant_part() == 0 => Some(Variable::Int(*var)),
        _ => None,
    }
}

fn held(text: &StrTerm) -> Option<Variable> {
    if let StrTerm::Var(var) = text { Some(Variable::Str(*var)) } else { None }
}
