//! Native strings in Spacer: an assertion of a program as clauses, solved by z3, and what may be claimed then.
//!
//! The clauses of one assertion are put into native form, made into large blocks and sliced. They are asked as they are,
//! and with comparisons as memberships. A derivation becomes a run of the program, which whoever is told replays. A
//! solution is told only after every clause was checked again by another solver in a process of its own.

use automata::Budget;
use ir::interp::{self, Limits, Replay, run};
use ir::{AssertId, Program};
use verdict::counterexample::Counterexample;

use crate::build::Built;
use crate::solve::{Answer, Application, Solver, Unknown, applications, derive, recheck, solve};
use crate::system::HornSystem;
use crate::transform::{inline, slice, to_membership, to_native};
use crate::value::{Value, evaluate};

/// What is claimed of an assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This run violates it.
    Violated(Counterexample),
    /// Every clause holds under a solution that was found by the one and checked by the other.
    Holds {
        /// Who found it.
        found_by: String,
        /// Who checked it.
        checked_by: String,
    },
    /// Nothing, for this reason.
    Unknown(String),
}

/// The solvers that answer and check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvers {
    /// Finds solutions and derivations.
    pub finder: Solver,
    /// Checks solutions, in another process.
    pub checker: Solver,
}

/// Claims what the clauses of a program say of an assertion, and logs what was tried.
pub fn claim(
    program: &Program,
    built: &Built,
    assertion: AssertId,
    solvers: &Solvers,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Claim {
    let mut reasons = Vec::new();
    for (name, prepared) in forms(built, assertion, budget) {
        let answer =
            prepared.and_then(|system| attempt(program, (built, system), assertion, solvers, budget));
        match answer {
            Ok(claim) => {
                log.push(format!("{name}: answered"));
                return claim;
            }
            Err(why) => {
                log.push(format!("{name}: {why}"));
                reasons.push(why.to_string());
            }
        }
    }
    Claim::Unknown(reasons.pop().unwrap_or_else(|| "no form of the clauses was tried".to_owned()))
}

/// The forms in which the clauses are asked, with their names.
fn forms(
    built: &Built,
    assertion: AssertId,
    budget: &mut Budget,
) -> Vec<(&'static str, Result<HornSystem, Unknown>)> {
    let spent = |spent: automata::Exhausted| Unknown::because(spent.to_string());
    let plain =
        inline(&to_native(&built.system.asking(assertion)), budget).map(|(system, _)| slice(&system).0);
    let plain = plain.map_err(spent);
    let membership = plain.clone().and_then(|system| to_membership(&system, budget).map_err(spent));
    vec![("clauses with native strings", plain), ("clauses with memberships", membership)]
}

fn attempt(
    program: &Program,
    (built, mut system): (&Built, HornSystem),
    assertion: AssertId,
    solvers: &Solvers,
    budget: &mut Budget,
) -> Result<Claim, Unknown> {
    match solve(&mut system, &solvers.finder, budget)? {
        Answer::Safe(_) if built.misses_characters => {
            Err(Unknown::because("the program tells characters apart that solvers do not have"))
        }
        Answer::Safe(solution) => {
            recheck(&mut system, &solution, &solvers.checker)?;
            let [found_by, checked_by] =
                [&solvers.finder, &solvers.checker].map(|solver| solver.name.clone());
            Ok(Claim::Holds { found_by, checked_by })
        }
        Answer::Unsafe => {
            let derivation = derive(&mut system, &solvers.finder, budget)?;
            let steps = applications(&mut system, &derivation, &solvers.finder, budget)?;
            let inputs = inputs(&system, &steps)
                .ok_or_else(|| Unknown::because("a value of the derivation is too large"))?;
            violation(program, assertion, inputs).map(Claim::Violated)
        }
    }
}

/// What the outside answers along a derivation, in order.
fn inputs(system: &HornSystem, steps: &[Application]) -> Option<Vec<interp::Value>> {
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
fn violation(
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
