//! Runs of what a source became, on the inputs of a real run.
//!
//! A byte that was a number is guessed by the program and compared; the guess is answered with the number, which is known by then. Whatever
//! else is any value leaves the end of the run open.

use std::cell::Cell;

use front_c::Lowered;
use front_c::memory::{Claim, Rule};
use ir::interp::{Allowed, Frame, Limits, Outcome, Purpose, Request, Site, Value, run_observed};
use ir::{Action, Program, Variable, Width};

/// How a run ends with some inputs: whether an assertion fails and whether memory is misused; none when it is not determined. A run
/// that is cut off, as no real run is, says both.
pub(crate) fn replayed(lowered: &Lowered, inputs: &[i128; 4]) -> Option<(bool, bool)> {
    let guess = Cell::new(None);
    let (mut at, mut is_open) = (0, false);
    let mut oracle = |request: &Request<'_>| {
        match (&request.allowed, request.purpose, guess.take()) {
            (Allowed::Integer(_), Purpose::Input, _) => {}
            (Allowed::Word { .. }, Purpose::Havoc, Some(byte)) => return Some(word(byte)),
            _ => {
                is_open = true;
                return None;
            }
        }
        at += 1;
        is_open |= at > 4;
        let value = inputs[(at - 1) & 3];
        let wrapped = Value::Int(value);
        Some(if request.allowed.contains(&wrapped) { wrapped } else { Value::Int(value & 0xffff_ffff) })
    };
    let program = &lowered.program;
    let mut observer = |site: Site, frame: &Frame| guess.set(guessed(program, site, frame));
    let ran = run_observed(program, &mut oracle, Limits::default(), &mut observer);
    let claim = |assertion: ir::AssertId| lowered.claims[assertion.index()];
    let has = |of: &dyn Fn(Claim) -> bool| ran.violations.iter().any(|it| of(claim(it.assertion)));
    if is_open || has(&|claim| claim == Claim::Gap) || ran.outcome == Outcome::StepLimit {
        return None;
    }
    if ran.outcome == Outcome::AssumptionFailed && ran.violations.is_empty() {
        return Some((true, true));
    }
    let asserted = has(&|claim| claim == Claim::Rule(Rule::Assertion));
    Some((asserted, has(&|claim| matches!(claim, Claim::Rule(rule) if rule != Rule::Assertion))))
}

/// The byte that is guessed at a site: the number that the instruction before has computed.
fn guessed(program: &Program, site: Site, frame: &Frame) -> Option<i128> {
    let code = &program.procedures[site.procedure.index()].code;
    let at = site.label.0 as usize;
    let Action::Havoc(Variable::Str(_)) = code.get(at)?.action else { return None };
    let before = &code.get(at.checked_sub(1)?)?.action;
    if let Action::SetInt(low, _, Width::Unsigned(8)) = before { Some(frame.integer(*low)) } else { None }
}

/// A byte as a text.
fn word(byte: i128) -> Value {
    let symbol = u32::try_from(byte).expect("a byte is a number below 256");
    Value::Str(if symbol == 0 { Vec::new() } else { vec![symbol] })
}
