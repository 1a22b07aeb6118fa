//! Facts from cases that somebody gives at some labels: the analysis between them, without any fixpoint.
//!
//! The labels must cut every cycle. Each case, cut to what the fixpoint knows of its label, is carried forward on its own
//! until runs come to such a label again, so the facts of a label have a case for each case that they come from. Whether
//! the cases of the cut labels are carried over to each other is not asked here: the checker decides that.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted, Tuples};
use ir::{BoolVar, IntVar, Label, Program, Quantity, StrVar};
use verdict::facts::Certificate;

use crate::certify::Writer;
use crate::engine::{Fixpoint, Settings, edges};
use crate::joined::compared;
use crate::state::{AbstractState, Join, within};
use crate::transfer::Context;
use crate::walks::walked;

/// The most cases of a label.
const MOST_CASES: usize = 256;
/// From so many on states that come from the same case are joined.
const MANY: usize = 64;

/// What holds together in a case that is given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Languages of strings.
    pub strings: Vec<(StrVar, Automaton)>,
    /// Values of booleans.
    pub booleans: Vec<(BoolVar, bool)>,
    /// Values of integers, as sets with one track.
    pub integers: Vec<(IntVar, Tuples)>,
}

/// A claim: the facts of all labels when each cut label has the cases that are given for it, within the fixpoint.
/// `None` when the labels do not cut every cycle, or there are too many cases.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn certificate_of_cases(
    program: &Program,
    fixpoint: &Fixpoint,
    given: &BTreeMap<Label, Vec<Given>>,
    settings: &Settings,
    budget: &mut Budget,
) -> Result<Option<Certificate>, Exhausted> {
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
    let mut cut = Cut { context, fixpoint, settings, states: BTreeMap::new() };
    for (&label, cases) in given {
        cut.start(label, cases, budget)?;
    }
    if !given.contains_key(&Label(0)) {
        cut.states
            .entry(Label(0))
            .or_default()
            .extend(fixpoint.states[0].clone().map(|state| (usize::MAX, state)));
    }
    let Some(order) = order(program, given) else { return Ok(None) };
    for label in order {
        if !cut.forward(label, given, budget)? {
            return Ok(None);
        }
    }
    let mut writer = Writer::new(cut.context, procedure, settings);
    let cases = |label: Label| {
        let states = cut.states.get(&label).into_iter().flatten();
        states.map(|(_, state)| writer.facts(label, state, budget)).collect()
    };
    Ok(Some(Certificate { labels: procedure.labels().map(cases).collect() }))
}

struct Cut<'a> {
    context: Context<'a>,
    fixpoint: &'a Fixpoint,
    settings: &'a Settings,
    /// The states of each label, with the number of the case that they come from.
    states: BTreeMap<Label, Vec<(usize, AbstractState)>>,
}

impl Cut<'_> {
    /// The cases of a cut label that are possible.
    fn start(&mut self, label: Label, cases: &[Given], budget: &mut Budget) -> Result<(), Exhausted> {
        let known = self.states.entry(label).or_default();
        let Some(state) = &self.fixpoint.states[label.index()] else { return Ok(()) };
        for (at, case) in cases.iter().enumerate() {
            if let Some(state) = narrowed(state, case, &self.context, budget)? {
                // Cases of different labels have different numbers.
                known.push((label.index() << 16 | at, state));
            }
        }
        Ok(())
    }

    /// Carries the states of a label over to those after it that are not cut; says whether there are not too many.
    fn forward(
        &mut self,
        label: Label,
        given: &BTreeMap<Label, Vec<Given>>,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let procedure = &self.context.program.procedures[self.context.program.entry.index()];
        let steps = self.settings.steps_a_transfer;
        for edge in edges(procedure, label).into_iter().filter(|edge| !given.contains_key(&edge.to)) {
            for (from, before) in self.states.get(&label).cloned().unwrap_or_default() {
                let (outcomes, _) = self.context.cases(&before, &edge, steps, budget)?;
                for after in outcomes.into_iter().filter_map(|(after, _)| after) {
                    self.meet(edge.to, (from, after), budget)?;
                }
            }
        }
        Ok(self.states.get(&label).is_none_or(|states| states.len() <= MOST_CASES))
    }

    /// A state comes to a label. It stays apart from the others, since a join forgets what belongs to what; only where
    /// there are many it is joined with one that comes from the same case.
    fn meet(
        &mut self,
        label: Label,
        (from, state): (usize, AbstractState),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let steps = self.settings.steps_a_transfer;
        let known = self.states.entry(label).or_default();
        for (_, other) in known.iter() {
            if within(steps, budget, |own| state.included_in(other, own))?.unwrap_or(false) {
                return Ok(());
            }
        }
        let crowded = known.len() >= MANY;
        match known.iter_mut().find(|(case, _)| crowded && *case == from) {
            Some((_, other)) => *other = other.join(&state, (Join::Union, steps), budget)?.0,
            None => known.push((from, state)),
        }
        Ok(())
    }
}

/// The state in a case; `None` when nothing is in both.
fn narrowed(
    state: &AbstractState,
    case: &Given,
    context: &Context<'_>,
    budget: &mut Budget,
) -> Result<Option<AbstractState>, Exhausted> {
    let mut state = state.clone();
    for (var, language) in &case.strings {
        let both = state.strings[var.index()].intersection(language, budget)?;
        if both.is_empty() {
            return Ok(None);
        }
        state.strings[var.index()] = both;
    }
    for &(var, value) in &case.booleans {
        if state.booleans[var.index()] == Some(!value) {
            return Ok(None);
        }
        state.booleans[var.index()] = Some(value);
    }
    for (var, set) in &case.integers {
        let Some((pack, track)) = context.packs.place(Quantity::Var(*var)) else { continue };
        let tracks = state.packs[pack].tracks();
        let mut wide = set.clone();
        (0..track).for_each(|_| wide = wide.insert_track(0));
        (track + 1..tracks).for_each(|at| wide = wide.insert_track(at));
        state.packs[pack] = state.packs[pack].intersection(&wide, budget)?;
        if state.packs[pack].is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(state))
}

/// The labels such that each comes after those that lead to it, but for cut ones; `None` when a cycle is not cut.
fn order(program: &Program, given: &BTreeMap<Label, Vec<Given>>) -> Option<Vec<Label>> {
    let procedure = &program.procedures[program.entry.index()];
    let mut waits: Vec<usize> = vec![0; procedure.code.len()];
    for label in procedure.labels() {
        for edge in edges(procedure, label).iter().filter(|edge| !given.contains_key(&edge.to)) {
            waits[edge.to.index()] += 1;
        }
    }
    let mut ready: Vec<Label> = procedure.labels().filter(|label| waits[label.index()] == 0).collect();
    let mut order = Vec::with_capacity(ready.len());
    while let Some(label) = ready.pop() {
        order.push(label);
        for edge in edges(procedure, label).iter().filter(|edge| !given.contains_key(&edge.to)) {
            waits[edge.to.index()] -= 1;
            ready.extend((waits[edge.to.index()] == 0).then_some(edge.to));
        }
    }
    (order.len() == procedure.code.len()).then_some(order)
}
