//! Properties of pages of PHP: a violation is believed only as far as the page is known.
//!
//! A failing run may need a value that only stands for what is not modelled. Then runs are searched in which such values
//! are fixed, and when there is none, the violation stays in doubt: the caller must not call it a violation.

use automata::Budget;
use front_php::{Exploit, Lowered, Run};
use verdict::counterexample::Counterexample;
use verdict::{Verdict, confirm};

use crate::engines::{Engine, Options};
use crate::path::passages;
use crate::portfolio::{Property, fenced};

/// A property of a page, and for a violation what it means.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The property.
    pub property: Property,
    /// What its failing run means.
    pub exploit: Option<Exploit>,
}

/// Finds out what a violation of a page means, and searches for one that is in no doubt.
pub fn weigh(lowered: &Lowered, property: &Property, options: &Options) -> Weighed {
    let mut weighed = Weighed { property: property.clone(), exploit: None };
    let Verdict::Violated(run) = property.checked.verdict() else { return weighed };
    let exploit = lowered.exploit(found(run));
    if !exploit.doubts.is_empty()
        && let Some(better) = cautiously(lowered, property, options)
    {
        return better;
    }
    weighed.exploit = Some(exploit);
    weighed
}

/// The same violation by a run that needs nothing that is not known.
fn cautiously(lowered: &Lowered, property: &Property, options: &Options) -> Option<Weighed> {
    let fixed = lowered.cautious();
    let settings = refute::Settings::default();
    let goals = [property.checked.assertion()];
    let mut budget = Budget::steps(options.steps);
    let claims = fenced(|| Ok(refute::refute(&fixed.program, &goals, &settings, &mut budget))).ok()?;
    let checked = confirm(&fixed.program, claims.into_iter().next()?, settings.limits).ok()?;
    let Verdict::Violated(run) = checked.verdict() else { return None };
    let exploit = lowered_exploit(&fixed, run)?;
    let path = fenced(|| Ok(passages(&fixed.program, run))).unwrap_or_default();
    let property = Property { checked, engine: Some(Engine::Refute), path, ..property.clone() };
    Some(Weighed { property, exploit: Some(exploit) })
}

fn lowered_exploit(fixed: &Lowered, run: &Counterexample) -> Option<Exploit> {
    Some(fixed.exploit(found(run))).filter(|exploit| exploit.doubts.is_empty())
}

fn found(run: &Counterexample) -> Run<'_> {
    Run { assertion: run.assertion, inputs: &run.inputs, steps: run.path.len() }
}
