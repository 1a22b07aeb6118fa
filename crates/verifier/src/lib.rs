//! From a program to a report: the engines in turn, each claim checked before it is told.
//!
//! First the composite analysis, which may prove; then, for what it leaves open, the search for a failing run.
//! An engine that panics has made no claim. Everything is a function of the program and the options. What a caller
//! needs to read programs and reports is exported from here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use automata::Budget;
pub use composite::Analysis;
pub use ir::interp::Value;
pub use ir::sil::{self, SyntaxError};
pub use ir::{Program, Span};
pub use verdict::{Checked, Reason, Verdict};

use composite::Fixpoint;
use ir::inline::{Inlined, inline};
use ir::{Action, AssertId, Condition, Label, Variable};
use verdict::facts::Certificate;
use verdict::relation::speaks_of;
use verdict::{confirm, judge};

/// Which engines may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// All of them.
    #[default]
    All,
    /// Only the composite analysis, which proves.
    Composite,
    /// Only the search for a failing run.
    Refute,
}

/// How a program is verified.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engines may answer.
    pub engines: Engines,
    /// Which halves of the composite analysis are used.
    pub analysis: Analysis,
    /// The steps that each engine may take, and the checker.
    pub steps: u64,
    /// The instructions that the program may have with its calls in place.
    pub instructions: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engines: Engines::All,
            analysis: Analysis::Combined,
            steps: 200_000_000,
            instructions: 20_000,
        }
    }
}

/// What is known of an assertion.
#[derive(Clone, Debug)]
pub struct Property {
    /// The checked verdict.
    pub checked: Checked,
    /// What holds whenever a run comes to it, in words; only with an accepted proof of the facts.
    pub facts: Vec<String>,
}

/// What the composite analysis made of a program.
struct Analysed {
    inlined: Inlined,
    fixpoint: Fixpoint,
    certificate: Certificate,
}

/// Verifies every assertion of a program that [`ir::validate`] has accepted, in the order of their numbers.
pub fn verify(program: &Program, options: &Options) -> Vec<Property> {
    let analysed = match options.engines {
        Engines::All | Engines::Composite => fenced(|| analyse(program, options)),
        Engines::Refute => Err("the composite analysis was not asked".to_owned()),
    };
    let claim = match &analysed {
        Ok(analysed) => Ok((&analysed.inlined, &analysed.certificate)),
        Err(why) => Err(why.clone()),
    };
    // A checker that fails has accepted nothing.
    let judged = fenced(|| Ok(judge(program, claim, &mut Budget::steps(options.steps))));
    let mut checked = judged.unwrap_or_else(|why| judge(program, Err(why), &mut Budget::steps(0)));
    if options.engines != Engines::Composite {
        refute_open(program, &mut checked, options);
    }
    let facts =
        |checked: &Checked| fenced(|| Ok(facts_at(analysed.as_ref().ok(), checked))).unwrap_or_default();
    checked.into_iter().map(|checked| Property { facts: facts(&checked), checked }).collect()
}

/// Searches failing runs for what is unknown.
fn refute_open(program: &Program, checked: &mut [Checked], options: &Options) {
    let unknown = |checked: &&Checked| matches!(checked.verdict(), Verdict::Unknown(_));
    let open: Vec<AssertId> = checked.iter().filter(unknown).map(Checked::assertion).collect();
    if open.is_empty() {
        return;
    }
    let settings = refute::Settings::default();
    let found = fenced(|| Ok(refute::refute(program, &open, &settings, &mut Budget::steps(options.steps))));
    for claim in found.unwrap_or_default() {
        let at = claim.assertion.index();
        if let Ok(violated) = confirm(program, claim, settings.limits) {
            checked[at] = violated;
        }
    }
}

/// Runs an engine; a panic is no claim.
fn fenced<T>(engine: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let outcome = catch_unwind(AssertUnwindSafe(engine));
    outcome.unwrap_or_else(|_| Err("an engine failed; please report this program".to_owned()))
}

fn analyse(program: &Program, options: &Options) -> Result<Analysed, String> {
    let inlined = inline(program, options.instructions).map_err(|why| why.to_string())?;
    let settings = composite::Settings { analysis: options.analysis, ..composite::Settings::default() };
    let mut budget = Budget::steps(options.steps);
    let fixpoint = composite::analyse(&inlined.program, &settings, &mut budget)
        .map_err(|spent| format!("the analysis did not end: {spent}"))?;
    let certificate = composite::certificate(&inlined.program, &fixpoint, &settings, &mut budget);
    Ok(Analysed { inlined, fixpoint, certificate })
}

/// The facts at the first copy of an assertion that a run may come to.
fn facts_at(analysed: Option<&Analysed>, checked: &Checked) -> Vec<String> {
    let accepted = !matches!(checked.verdict(), Verdict::Unknown(Reason::Rejected(_) | Reason::NoClaim(_)));
    let Some(analysed) = analysed.filter(|_| accepted) else { return Vec::new() };
    let procedure = &analysed.inlined.program.procedures[0];
    let reached = |label: &Label| analysed.fixpoint.states[label.index()].is_some();
    let asserted =
        procedure.labels().filter(reached).find_map(|label| match &procedure.code[label.index()].action {
            Action::Assert(id, condition) if *id == checked.assertion() => Some((label, condition)),
            Action::Assert(..)
            | Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => None,
        });
    let Some((label, condition)) = asserted else { return Vec::new() };
    let variables: Vec<Variable> = procedure.variables().filter(|&var| mentions(condition, var)).collect();
    let mut budget = Budget::steps(5_000_000);
    composite::describe(&analysed.fixpoint, procedure, (label, &variables), &mut budget)
}

/// Whether a condition speaks of a variable.
fn mentions(condition: &Condition, variable: Variable) -> bool {
    match condition {
        Condition::Literal(literal) => speaks_of(literal, variable),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| mentions(part, variable)),
    }
}
