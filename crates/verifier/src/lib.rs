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
use ir::{Action, AssertId, Condition, Label, Linear, Literal, Quantity, StrTerm, Test, Variable};
use verdict::facts::Certificate;
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
    let mut checked = judge(program, claim, &mut Budget::steps(options.steps));
    if options.engines != Engines::Composite {
        refute_open(program, &mut checked, options);
    }
    let facts = |checked: &Checked| facts_at(analysed.as_ref().ok(), checked);
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
    let variables = variables_of(condition);
    let mut budget = Budget::steps(5_000_000);
    composite::describe(&analysed.fixpoint, procedure, (label, &variables), &mut budget)
}

/// The variables that a condition speaks of.
fn variables_of(condition: &Condition) -> Vec<Variable> {
    match condition {
        Condition::Literal(literal) => variables_of_literal(literal),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(variables_of).collect(),
    }
}

fn variables_of_literal(literal: &Literal) -> Vec<Variable> {
    let of_term = |term: &StrTerm| match term {
        StrTerm::Var(var) => vec![Variable::Str(*var)],
        StrTerm::Word(_) => Vec::new(),
    };
    let of_linear = |linear: &Linear| {
        let variable = |&(quantity, _): &(Quantity, i128)| match quantity {
            Quantity::Var(var) => Variable::Int(var),
            Quantity::Length(var) => Variable::Str(var),
        };
        linear.terms().iter().map(variable).collect::<Vec<_>>()
    };
    match &literal.test {
        Test::Bool(var) => vec![Variable::Bool(*var)],
        Test::In(term, _) => of_term(term),
        Test::Equal(a, b) | Test::Contains(a, b) | Test::StartsWith(a, b) | Test::EndsWith(a, b) => {
            [of_term(a), of_term(b)].concat()
        }
        Test::IsZero(linear) | Test::AtMostZero(linear) => of_linear(linear),
    }
}
