//! Programs decided by profiles: a claim for the checker, and failing runs.
//!
//! A violation that is derived with ground values says what the outside answers along it. The program is run with these
//! answers, and only a run that fails is told.

use automata::{Budget, Exhausted};
use ir::inline::Inlined;
use ir::interp::{Limits, Replay, Value as Answer, run};
use ir::{AssertId, Program};
use verdict::counterexample::Counterexample;
use verdict::facts::Certificate;

use super::certify::certificate;
use super::ground::{Derivation, derivation};
use super::reach::Until;
use super::search::{Searched, search};
use crate::build::{CannotBuild, build};
use crate::system::HornSystem;
use crate::value::{Value, evaluate};

/// What profiles claim of a program.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What holds at each label of the program with its calls inlined; `None` when it is too large to be written.
    pub certificate: Option<Certificate>,
    /// Failing runs of the program.
    pub counterexamples: Vec<Counterexample>,
    /// Whether the search left nothing open.
    pub exact: bool,
}

/// Over-approximates, unless the claim is exact: what profiles claim of a program and of it with its calls inlined.
///
/// # Errors
/// [`CannotBuild`] when the program has no clauses, or has more classes than the budget covers.
pub fn verify(
    (program, inlined): (&Program, &Inlined),
    limits: Limits,
    budget: &mut Budget,
) -> Result<Claim, CannotBuild> {
    let built = build(inlined, budget)?;
    let searched = search(&built.system, program.alphabet, Until::All, budget)?;
    let runs = runs(program, &searched, limits, budget)?;
    let procedure = &inlined.program.procedures[inlined.program.entry.index()];
    let exact = searched.reached.facts.iter().all(|fact| fact.from.exact);
    let certificate = certificate(&searched, &built.places, procedure, budget).ok();
    Ok(Claim { certificate, counterexamples: runs, exact: exact && built.system.approximations.is_empty() })
}

/// The violations that the program repeats when it is run.
fn runs(
    program: &Program,
    searched: &Searched,
    limits: Limits,
    budget: &mut Budget,
) -> Result<Vec<Counterexample>, Exhausted> {
    let mut found = Vec::new();
    let parts = (searched.planned.as_slice(), &searched.space, &searched.reached);
    for (assertion, violation) in &searched.reached.violations {
        let Some(assertion) = assertion else { continue };
        if let Some(derived) = derivation(&searched.system, parts, violation, budget)? {
            let answers = answers(&searched.system, &derived);
            found.extend(answers.and_then(|answers| fails(program, *assertion, answers, limits)));
        }
    }
    Ok(found)
}

/// What the outside answers along a derivation, in order; `None` when that is not known.
pub(crate) fn answers(system: &HornSystem, derivation: &Derivation) -> Option<Vec<Answer>> {
    let mut answers = Vec::new();
    for application in &derivation.steps {
        for step in &system.clauses[application.clause].trace {
            let Some((when, value)) = step.asked else { continue };
            if evaluate(system, &[when], &application.assignment)? == [Value::Bool(true)] {
                let value = evaluate(system, &[value], &application.assignment)?.pop()?;
                answers.push(match value {
                    Value::Str(word) => Answer::Str(word),
                    Value::Int(value) => Answer::Int(value),
                    Value::Bool(value) => Answer::Bool(value),
                    Value::Bits { .. } | Value::Data(..) => return None,
                });
            }
        }
    }
    Some(answers)
}

/// The run with some answers up to where it violates an assertion, if it does.
pub(crate) fn fails(
    program: &Program,
    assertion: AssertId,
    answers: Vec<Answer>,
    limits: Limits,
) -> Option<Counterexample> {
    let whole = run(program, &mut Replay::new(answers.iter().cloned()), limits);
    let at = whole.violations.iter().find(|violation| violation.assertion == assertion)?.step;
    let part = run(program, &mut Replay::new(answers), Limits { steps: at + 1, ..limits });
    Some(Counterexample { assertion, inputs: part.answers, path: part.path })
}
