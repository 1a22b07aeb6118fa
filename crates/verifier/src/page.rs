//! Properties of pages of PHP: a violation is believed only as far as the page is known.
//!
//! A failing run may need a value that only stands for what is not modelled. Then runs are searched in which such values
//! are fixed, and when there is none, the violation stays in doubt: the caller must not call it a violation.
//!
//! Advice is given only when the page with the change was proved.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use automata::Budget;
use front_php::{Edit, Exploit, Lowered, Run};
use ir::{AssertId, Program, Span};
use verdict::counterexample::Counterexample;
use verdict::{Checked, Verdict, confirm, judge};

use crate::analysed::Analysed;
use crate::engines::{Engine, Options};
use crate::fence::fenced;
use crate::path::passages;
use crate::property::Property;

/// The search for runs in no doubt takes this part of the steps of an engine.
const CAUTIOUS: u64 = 4;

/// A property of a page, and for a violation what it means.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The property.
    pub property: Property,
    /// What its failing run means.
    pub exploit: Option<Exploit>,
}

/// What failing runs of a page mean.
pub struct Exploits<'a> {
    lowered: &'a Lowered,
    options: &'a Options,
    /// Runs that need nothing that is not known, once one is asked for. All are searched together.
    cautious: OnceCell<Cautious>,
}

/// The page with what is not known fixed, and its failing runs.
struct Cautious {
    lowered: Lowered,
    violated: BTreeMap<AssertId, Checked>,
}

impl<'a> Exploits<'a> {
    /// Those of a page.
    pub fn of(lowered: &'a Lowered, options: &'a Options) -> Self {
        Exploits { lowered, options, cautious: OnceCell::new() }
    }

    /// The page.
    pub fn page(&self) -> &'a Lowered {
        self.lowered
    }

    /// What a violation of the page means, by a run that is in no doubt where one is found.
    pub fn weigh(&self, property: &Property) -> Weighed {
        let Verdict::Violated(run) = property.checked.verdict() else {
            return Weighed { property: property.clone(), exploit: None };
        };
        let exploit = self.lowered.exploit(found(run));
        let better = if exploit.doubts.is_empty() { None } else { self.without_doubt(property) };
        better.unwrap_or_else(|| Weighed { property: property.clone(), exploit: Some(exploit) })
    }

    /// The same violation by a run that needs nothing that is not known.
    fn without_doubt(&self, property: &Property) -> Option<Weighed> {
        let Cautious { lowered, violated } =
            self.cautious.get_or_init(|| cautious(self.lowered, self.options));
        let checked = violated.get(&property.checked.assertion())?.clone();
        let Verdict::Violated(run) = checked.verdict() else { return None };
        let exploit = Some(lowered.exploit(found(run))).filter(|exploit| exploit.doubts.is_empty())?;
        let path = fenced(|| Ok(passages(&lowered.program, run))).unwrap_or_default();
        let property = Property { checked, engine: Some(Engine::Refute), path, ..property.clone() };
        Some(Weighed { property, exploit: Some(exploit) })
    }
}

/// Searches for failing runs that need nothing that is not known, of all rules of a page at once.
fn cautious(lowered: &Lowered, options: &Options) -> Cautious {
    let fixed = lowered.cautious();
    let settings = refute::Settings::default();
    let assertions = (0..fixed.program.assertions.len() as u32).map(AssertId);
    let goals: Vec<AssertId> = assertions.filter(|id| fixed.rule(*id).is_some()).collect();
    let mut budget = Budget::steps(options.steps / CAUTIOUS);
    let runs = fenced(|| Ok(refute::refute(&fixed.program, &goals, &settings, &mut budget)));
    let confirmed =
        |run: Counterexample| Some((run.assertion, confirm(&fixed.program, run, settings.limits).ok()?));
    let violated = runs.unwrap_or_default().into_iter().filter_map(confirmed).collect();
    Cautious { lowered: fixed, violated }
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

fn found(run: &Counterexample) -> Run<'_> {
    Run { assertion: run.assertion, inputs: &run.inputs, steps: run.path.len() }
}
