//! From a fixpoint to a certificate: plain facts a label, with the hints that the checker asks for.
//!
//! Nothing here is trusted. A fact that cannot be written within the budget is left out, which can only make
//! the checker accept less.

use automata::{Automaton, Budget, LengthSet};
use ir::{Action, Condition, Label, Procedure, Program, StrVar};
use verdict::facts::{Certificate, Facts, Hints, NumberFact};
use verdict::parts::{Place, SplitFact};
use verdict::plain::Words;

use crate::engine::{Edge, Fixpoint, Settings, edges};
use crate::joined::compared;
use crate::state::{AbstractState, Sides};
use crate::tables::Tables;
use crate::transfer::{Context, Update};
use crate::walks::walked;

/// The certificate of a fixpoint.
pub fn certificate(
    program: &Program,
    fixpoint: &Fixpoint,
    settings: &Settings,
    budget: &mut Budget,
) -> Certificate {
    let procedure = &program.procedures[program.entry.index()];
    let places = walked(procedure);
    let joined = compared(procedure);
    let context = Context {
        program,
        packs: &fixpoint.packs,
        analysis: settings.analysis,
        places: &places,
        pieces: &[],
        joined: &joined,
    };
    let mut writer = Writer::new(context, procedure, settings);
    // One case a label: the analysis joins what comes together.
    let cases = |label: Label| {
        let state = fixpoint.states[label.index()].as_ref();
        state.map(|state| writer.facts(label, state, budget)).into_iter().collect()
    };
    Certificate { labels: procedure.labels().map(cases).collect() }
}

/// Writes facts, with tables that states share.
pub(crate) struct Writer<'a> {
    context: Context<'a>,
    procedure: &'a Procedure,
    settings: &'a Settings,
    tables: Tables,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(context: Context<'a>, procedure: &'a Procedure, settings: &'a Settings) -> Self {
        Writer { context, procedure, settings, tables: Tables::default() }
    }
}

impl Writer<'_> {
    /// The facts of a state at a label.
    pub(crate) fn facts(&mut self, label: Label, state: &AbstractState, budget: &mut Budget) -> Facts {
        let Writer { context, tables, .. } = self;
        let mut languages = Vec::with_capacity(state.strings.len());
        for (variable, words) in state.strings.iter().enumerate() {
            languages.push((!words.is_any()).then(|| tables.words(variable, words)));
        }
        let mut numbers = Vec::new();
        for (pack, set) in state.packs.iter().enumerate().filter(|(_, set)| !set.is_all()) {
            let quantities = context.packs.all()[pack].clone();
            numbers.push(NumberFact { quantities, set: tables.numbers(pack, set) });
        }
        let table = |words: &Automaton| (!words.is_any()).then(|| Words::of(words));
        let split = |((whole, place), sides): (&(StrVar, Place), &Sides)| SplitFact {
            whole: *whole,
            place: place.clone(),
            before: table(&sides.before),
            after: table(&sides.after),
        };
        Facts {
            languages,
            booleans: state.booleans.clone(),
            numbers,
            linear: Vec::new(),
            equal: state.equal.iter().copied().collect(),
            definitions: state.definitions.iter().map(|(var, literal)| (*var, literal.clone())).collect(),
            slices: state.slices.iter().copied().collect(),
            integers: state.integers.iter().map(|(var, value)| (*var, value.clone())).collect(),
            parts: state.parts.iter().map(|(var, value)| (*var, value.clone())).collect(),
            splits: state.splits.iter().map(split).collect(),
            same: state.same.iter().cloned().collect(),
            counts: self.counts(label, state, budget),
            hints: self.hints(label, state, budget),
        }
    }

    /// The same with relations of sizes.
    pub(crate) fn facts_with(
        &mut self,
        label: Label,
        state: &AbstractState,
        relation: &sizes::State,
        budget: &mut Budget,
    ) -> Facts {
        let mut facts = Facts { linear: relation.sums(), ..self.facts(label, state, budget) };
        for (var, value) in relation.booleans() {
            facts.booleans[var.index()] = Some(*value);
        }
        facts
    }

    fn counts(&self, label: Label, state: &AbstractState, budget: &mut Budget) -> Vec<LengthSet> {
        let Action::SetStr(_, value) = &self.procedure.code[label.index()].action else { return Vec::new() };
        self.context.counts(state, value, budget).unwrap_or_default()
    }

    fn hints(&self, label: Label, state: &AbstractState, budget: &mut Budget) -> Vec<Hints> {
        let mut hints = Vec::new();
        for edge in edges(self.procedure, label) {
            let steps = self.settings.steps_a_transfer;
            let Ok((cases, _)) = self.context.cases(state, &edge, steps, budget) else { break };
            hints.extend(cases.into_iter().map(|(_, hints)| hints));
        }
        if let Action::Assert(_, condition) = &self.procedure.code[label.index()].action {
            hints.truncate(1);
            hints.extend(self.contrary(state, condition, budget));
        }
        hints
    }

    /// What helps to show that the contrary of an assertion cannot be.
    fn contrary(&self, state: &AbstractState, condition: &Condition, budget: &mut Budget) -> Vec<Hints> {
        // Only strings that are cut somewhere ask for the lengths of their sides.
        if state.integers.is_empty() && state.parts.is_empty() && state.splits.is_empty() {
            return Vec::new();
        }
        let condition = condition.clone().negated();
        let edge = Edge { to: Label(0), condition, update: Update::Nothing };
        let steps = self.settings.steps_a_transfer;
        let Ok((cases, _)) = self.context.cases(state, &edge, steps, budget) else { return Vec::new() };
        cases.into_iter().map(|(_, hints)| hints).collect()
    }
}
