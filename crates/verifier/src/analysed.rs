//! The door to the composite analysis: a program analysed, its claim, and what it tells of an assertion.
//!
//! What is reported here is worded from the fixpoint. The caller must first have had the certificate of the same fixpoint
//! checked, and have named the labels whose facts were not all accepted.

use std::collections::BTreeSet;
use std::sync::Arc;

use automata::Budget;
use composite::{Copies, Fixpoint};
use ir::cfg::Flow;
use ir::inline::{Inlined, inline};
use ir::{Action, AssertId, Condition, Label, Program};
use verdict::facts::Certificate;

use crate::describe::{Describer, WORDING, Wordings};
use crate::engines::{Analysis, Options};
use crate::precision_loss::{Losses, Lost};
use crate::{mentions, offending};

/// One transfer may take at most this part of the steps of the analysis.
const TRANSFERS: u64 = 100;

/// A label may have so many copies on the average when states are kept apart.
const MOST_COPIES: usize = 6;

/// With states kept apart an analysis may take so many times the steps that it took without, and some more.
const MORE_STEPS: u64 = 16;
const LEAST_STEPS: u64 = 5_000_000;

/// What the composite analysis made of a program.
pub(crate) struct Analysed {
    pub(crate) inlined: Arc<Inlined>,
    pub(crate) fixpoint: Fixpoint,
    pub(crate) certificate: Certificate,
    /// The labels at which the checker has not accepted all facts. Nothing is reported of them.
    pub(crate) doubted: BTreeSet<Label>,
    /// The steps that it took.
    pub(crate) steps: u64,
    wordings: Wordings,
}

/// What the facts tell a reader about an assertion.
#[derive(Default)]
pub(crate) struct Told {
    /// What holds whenever a run comes to it.
    pub(crate) facts: Vec<String>,
    /// Values that the facts allow and that would violate it.
    pub(crate) allowed: Option<String>,
    /// Whether a loop lies before it or around it.
    pub(crate) follows_loop: bool,
    /// What was lost on the way to it.
    pub(crate) lost: Vec<Lost>,
}

impl Analysed {
    /// Analyses a program after inlining its calls.
    pub(crate) fn of(program: &Program, options: &Options) -> Result<Analysed, String> {
        let inlined = inline(program, options.instructions).map_err(|why| why.to_string())?;
        Analysed::within(Arc::new(inlined), options, (options.analysis, options.steps))
    }

    /// Analyses a program whose calls are inlined, by one of the analyses, in at most so many steps.
    pub(crate) fn within(
        inlined: Arc<Inlined>,
        options: &Options,
        (analysis, steps): (Analysis, u64),
    ) -> Result<Analysed, String> {
        let settings = composite::Settings { analysis, ..settings(options) };
        let mut budget = Budget::steps(steps);
        let fixpoint = composite::analyse(&inlined.program, &settings, &mut budget)
            .map_err(|spent| format!("the analysis did not end: {spent}"))?;
        let certificate = composite::certificate(&inlined.program, &fixpoint, &settings, &mut budget);
        let (steps, wordings) = (budget.spent(), options.wordings.clone());
        Ok(Analysed { inlined, fixpoint, certificate, doubted: BTreeSet::new(), steps, wordings })
    }

    /// The claim of the same analysis with states kept apart by the values of booleans, and the steps that it took;
    /// `None` when there are no such states, too many, or the steps were not enough.
    pub(crate) fn apart(&self, options: &Options) -> Option<(Certificate, u64)> {
        let program = &self.inlined.program;
        let labels = program.procedures[program.entry.index()].code.len();
        let copies = Copies::by_booleans(program, MOST_COPIES * labels)?;
        let steps = self.steps.saturating_mul(MORE_STEPS).saturating_add(LEAST_STEPS).min(options.steps);
        let (settings, mut budget) = (settings(options), Budget::steps(steps));
        let fixpoint = composite::analyse(&copies.program, &settings, &mut budget).ok()?;
        let certificate = composite::certificate(&copies.program, &fixpoint, &settings, &mut budget);
        Some((copies.gathered(certificate), budget.spent()))
    }

    /// Words what is known, with the names of the program that was analysed.
    pub(crate) fn describer<'a>(&'a self, program: &'a Program) -> Describer<'a> {
        Describer { wordings: &self.wordings, program, inlined: &self.inlined, fixpoint: &self.fixpoint }
    }

    /// What holds at the first copy of an assertion that a run may come to, for one that is settled.
    pub(crate) fn tell(&self, program: &Program, assertion: AssertId) -> Told {
        let Some((label, condition)) = self.copies(assertion).next() else { return Told::default() };
        Told { facts: self.facts(program, (label, condition)), ..Told::default() }
    }

    /// The same for one that is open: at the first copy at which the facts allow values that violate it, if any.
    pub(crate) fn tell_open(&self, program: &Program, assertion: AssertId) -> Told {
        let allowed = |(label, condition): (Label, _)| {
            if self.doubted.contains(&label) {
                return None;
            }
            let state = self.fixpoint.states[label.index()].as_ref()?;
            let place = (&self.inlined.program, &self.fixpoint.packs, state);
            let values = offending::values(place, condition, &mut Budget::steps(WORDING))?;
            Some((label, condition, Some(values)))
        };
        let first = || self.copies(assertion).next().map(|(label, condition)| (label, condition, None));
        let Some((label, condition, allowed)) = self.copies(assertion).find_map(allowed).or_else(first)
        else {
            return Told::default();
        };
        let procedure = &self.inlined.program.procedures[0];
        let loops = Flow::of(procedure);
        let follows_loop = procedure.labels().any(|head| head <= label && loops.is_loop_head(head));
        let losses = Losses { program, inlined: &self.inlined, fixpoint: &self.fixpoint };
        let lost = losses.before(label);
        Told { facts: self.facts(program, (label, condition)), allowed, follows_loop, lost }
    }

    fn facts(&self, program: &Program, (label, condition): (Label, &Condition)) -> Vec<String> {
        if self.doubted.contains(&label) {
            return Vec::new();
        }
        let variables = mentions::variables(&self.inlined.program.procedures[0], condition);
        self.describer(program).facts((label, Some(&variables))).unwrap_or_default()
    }

    /// The places of an assertion that a run may come to.
    fn copies(&self, assertion: AssertId) -> impl Iterator<Item = (Label, &Condition)> {
        let procedure = &self.inlined.program.procedures[0];
        let reached = |label: &Label| self.fixpoint.states[label.index()].is_some();
        procedure.labels().filter(reached).filter_map(move |label| {
            match &procedure.code[label.index()].action {
                Action::Assert(id, condition) if *id == assertion => Some((label, condition)),
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
            }
        })
    }
}

/// How the analysis is done.
pub(crate) fn settings(options: &Options) -> composite::Settings {
    let usual = composite::Settings::default();
    // A larger budget also allows costlier steps, so that it keeps what was lost.
    let steps_a_transfer = usual.steps_a_transfer.max(options.steps / TRANSFERS);
    composite::Settings { analysis: options.analysis, steps_a_transfer, ..usual }
}
