//! Calls of the library on constants, computed at once.
//!
//! Exact: the model writes its code into a program of its own, which is run on `ir::interp`. A run that would need a value
//! from anywhere else gives no answer, and the call is then modelled as any other.

use automata::Alphabet;
use ir::emit::Emit;
use ir::interp::{Frame, Limits, Outcome, Replay, run_observed};
use ir::{Action, Condition, Label, Linear, StrTerm, Test};

use super::library_calls::Throws;
use crate::library::{self, Invocation, Modelled, Value};

/// What a call on constants does.
pub(super) enum Computed {
    /// It gives back, with constants for everything.
    Done(Modelled),
    /// It throws an exception of a class.
    Thrown(&'static str),
}

/// What a call does, when everything that it is given is a constant.
pub(super) fn compute(call: &Invocation<'_>) -> Option<Computed> {
    if !call.receiver.iter().chain(call.arguments).all(is_constant) {
        return None;
    }
    let mut emit = Emit::new(Alphabet::UTF16);
    let mut throws = Throws::default();
    let mut modelled = library::model(&mut emit, &mut throws, call)?;
    modelled.result = freeze(&mut emit, modelled.result);
    modelled.parts =
        modelled.parts.map(|parts| parts.into_iter().map(|part| freeze(&mut emit, part)).collect());
    let shift = emit.firsts() as u32;
    let end = Label(emit.here().0 + shift);
    emit.push(Action::Halt);
    let mut ends = Vec::new();
    for (site, class) in throws.sites {
        let here = emit.here();
        emit.patch(site, here);
        emit.push(Action::Halt);
        ends.push((Label(here.0 + shift), class));
    }
    let program = emit.finish(vec!["constants".to_owned()]);
    ir::validate(&program).ok()?;
    let mut last: Option<(Label, Frame)> = None;
    let run = run_observed(&program, &mut Replay::new([]), Limits::default(), &mut |site, frame| {
        if site.label >= end {
            last = Some((site.label, frame.clone()));
        }
    });
    let (label, frame) = last.filter(|_| run.outcome == Outcome::Finished)?;
    if let Some((_, class)) = ends.iter().find(|(known, _)| *known == label) {
        return Some(Computed::Thrown(class));
    }
    modelled.result = thaw(&frame, modelled.result)?;
    if let Some(parts) = modelled.parts {
        modelled.parts = Some(parts.into_iter().map(|part| thaw(&frame, part)).collect::<Option<_>>()?);
    }
    for (_, text) in &mut modelled.changed {
        *text = word(&frame, text);
    }
    Some(Computed::Done(modelled))
}

fn is_constant(value: &Value) -> bool {
    match value {
        Value::Int(linear) => linear.as_constant().is_some(),
        Value::Bool(condition) => *condition == Condition::TRUE || *condition == Condition::FALSE,
        Value::Char { code, text } => code.as_constant().is_some() && matches!(text, StrTerm::Word(_)),
        Value::Str(text) => matches!(text, StrTerm::Word(_)),
        Value::Array(values) => values.iter().all(is_constant),
        Value::Null => true,
        _ => false,
    }
}

/// The value with variables in the place of conditions, so that they can be read after a run.
fn freeze(emit: &mut Emit, value: Value) -> Value {
    let mut variable = |condition: Condition| {
        let var = emit.new_bool("outcome");
        emit.push(Action::SetBool(var, condition));
        Condition::test(Test::Bool(var))
    };
    match value {
        Value::Bool(condition) => Value::Bool(variable(condition)),
        Value::Maybe(null, value) => {
            let null = variable(null);
            Value::Maybe(null, Box::new(freeze(emit, *value)))
        }
        Value::Array(values) => Value::Array(values.into_iter().map(|value| freeze(emit, value)).collect()),
        Value::Made(class, parts) => {
            Value::Made(class, parts.into_iter().map(|part| freeze(emit, part)).collect())
        }
        other => other,
    }
}

/// The constant that a value is at the end of a run; none for what is not known then.
fn thaw(frame: &Frame, value: Value) -> Option<Value> {
    let truth = |condition: &Condition| match condition {
        Condition::Literal(ir::Literal { test: Test::Bool(var), holds: true }) => Some(frame.boolean(*var)),
        _ => None,
    };
    let each =
        |values: Vec<Value>| values.into_iter().map(|value| thaw(frame, value)).collect::<Option<Vec<_>>>();
    Some(match value {
        Value::Int(linear) => Value::Int(Linear::constant(frame.linear(&linear)?)),
        Value::Bool(condition) => {
            Value::Bool(if truth(&condition)? { Condition::TRUE } else { Condition::FALSE })
        }
        Value::Char { code, text } => {
            Value::Char { code: Linear::constant(frame.linear(&code)?), text: word(frame, &text) }
        }
        Value::Str(text) => Value::Str(word(frame, &text)),
        Value::Maybe(null, value) => {
            if truth(&null)? {
                Value::Null
            } else {
                thaw(frame, *value)?
            }
        }
        Value::Array(values) => Value::Array(each(values)?),
        Value::Strings { length, first, .. } => {
            let length =
                usize::try_from(frame.linear(&length)?).ok().filter(|length| *length <= first.len())?;
            Value::Array(first[..length].iter().map(|text| Value::Str(word(frame, text))).collect())
        }
        Value::Made(class, parts) => Value::Made(class, each(parts)?),
        known @ (Value::Null | Value::This | Value::Argument(_) | Value::Void) => known,
        Value::Opaque => return None,
    })
}

fn word(frame: &Frame, text: &StrTerm) -> StrTerm {
    StrTerm::Word(frame.term(text).into())
}
