//! From derivations to runs: what the outside answers along the clauses, and whether the program then fails.
//!
//! Clauses carry what the program does along them, so applications in order are a run. Nothing here is trusted: a run is
//! told only when the program itself, run with these answers, violates the assertion.

use ir::interp::{self, Limits, Replay, run};
use ir::{AssertId, Program};
use verdict::counterexample::Counterexample;

use crate::solve::{Application, Unknown};
use crate::system::HornSystem;
use crate::value::{Value, evaluate};

/// What the outside answers along applications of clauses, in order; `None` when a value is too large.
pub(crate) fn inputs(system: &HornSystem, steps: &[Application]) -> Option<Vec<interp::Value>> {
    let mut inputs = Vec::new();
    for step in steps {
        for asked in system.clauses[step.clause].trace.iter().filter_map(|step| step.asked) {
            let values = evaluate(system, &[asked.0], &step.values)?;
            if values == [Value::Bool(true)] {
                inputs.push(match evaluate(system, &[asked.1], &step.values)?.pop()? {
                    Value::Str(word) => interp::Value::Str(word),
                    Value::Int(value) => interp::Value::Int(value),
                    Value::Bool(value) => interp::Value::Bool(value),
                    Value::Bits { .. } | Value::Data(..) => return None,
                });
            }
        }
    }
    Some(inputs)
}

/// The run with these inputs, up to where it violates the assertion.
pub(crate) fn violation(
    program: &Program,
    assertion: AssertId,
    inputs: Vec<interp::Value>,
) -> Result<Counterexample, Unknown> {
    let mut outside = Replay::new(inputs);
    let run = run(program, &mut outside, Limits::default());
    let violated = run.violations.iter().find(|violation| violation.assertion == assertion);
    let step =
        violated.ok_or_else(|| Unknown::because("the derivation found is not a run of the program"))?.step;
    let path = run.path[..=step].to_vec();
    // Only what is asked up to the violation belongs to the claim.
    let mut asked = Replay::new(run.answers.clone());
    let shorter = interp::run(program, &mut asked, Limits { steps: path.len(), ..Limits::default() });
    Ok(Counterexample { assertion, inputs: shorter.answers, path })
}
