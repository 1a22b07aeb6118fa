//! Properties of pages of PHP: a violation is believed only as far as the page is known.
//!
//! A failing run may need a value that only stands for what is not modelled. Then runs are searched in which such values
//! are fixed, and when there is none, the violation stays in doubt: the caller must not call it a violation.
//!
//! Advice is given only when the page with the change was proved.

use automata::Budget;
use front_php::{Edit, Exploit, Lowered, Run};
use ir::{AssertId, Program, Span};
use verdict::counterexample::Counterexample;
use verdict::{Verdict, confirm, judge};

use crate::analysed::Analysed;
use crate::engines::{Engine, Options};
use crate::path::passages;
use crate::portfolio::fenced;
use crate::property::Property;

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

/// What would make a violated property hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// In words. What they say was proved.
    pub text: String,
    /// The escaping as changes of the source. Whether they do what they should is for [`keeps`] to say.
    pub edits: Vec<Edit>,
}

/// How to escape what the outside gave, and the largest of the limits that the page sets to a length. Each was proved, so
/// there is none for a page with gaps.
pub fn advise(lowered: &Lowered, property: &Property, options: &Options) -> Option<Advice> {
    let Verdict::Violated(run) = property.checked.verdict() else { return None };
    if lowered.gaps().contains(&true) {
        return None;
    }
    let proved =
        |program: &Program| fenced(|| Ok(is_proved(program, run.assertion, options))).unwrap_or(false);
    let escaped = lowered.escaped(found(run)).into_iter().find(|escaped| proved(&escaped.program));
    let limit = lowered.limits().into_iter().find_map(|limit| {
        let most = largest(limit.most, |most| proved(&lowered.limited(&limit, most)))?;
        let line = line(lowered, limit.span);
        Some(format!(
            "a greatest length of {most}, not {}, in line {line} makes this hold (proved)",
            limit.most
        ))
    });
    let edits = escaped.as_ref().map(|escaped| escaped.edits.clone()).unwrap_or_default();
    let told: Vec<String> = escaped.map(|escaped| escaped.advice).into_iter().chain(limit).collect();
    (!told.is_empty()).then(|| Advice { text: told.join("; or "), edits })
}

/// Whether a page that was edited has the assertions that it had, and keeps to one of them, by a checked proof.
pub fn keeps(edited: &Lowered, before: &Lowered, assertion: AssertId, options: &Options) -> bool {
    let is_like_before =
        edited.claims == before.claims && edited.diagnostics.len() == before.diagnostics.len();
    is_like_before && fenced(|| Ok(is_proved(&edited.program, assertion, options))).unwrap_or(false)
}

/// The largest number from 1 on, below one for which it does not hold, for which something holds.
fn largest(too_large: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut low, mut high) = (1, too_large);
    if low >= high || !holds(low) {
        return None;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// Whether the composite analysis proves an assertion that runs come to.
fn is_proved(program: &Program, assertion: AssertId, options: &Options) -> bool {
    let Ok(analysed) = Analysed::of(program, options) else { return false };
    let mut budget = Budget::steps(options.steps);
    let told = Ok((&*analysed.inlined, &analysed.certificate));
    let judged = judge(program, told, &mut budget).checked;
    judged.iter().any(|checked| checked.assertion() == assertion && *checked.verdict() == Verdict::Proved)
}

/// The line of a place.
fn line(lowered: &Lowered, span: Span) -> usize {
    let bytes = lowered.files.get(span.file as usize).map_or(&[][..], |file| &file.bytes);
    bytes.iter().take(span.start as usize).filter(|&&byte| byte == b'\n').count() + 1
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
