//! Contents of strings where relations of sizes are given: the string half of the analysis, with linear relations for numbers.
//!
//! Sets of tuples, as [YBI09 §3.1] has them, outgrow every budget where sizes are any below 2^63, as in C. Relations of sizes do not,
//! but they come as several cases a label. So there is a state for each case of each label: which cases an action leads to is
//! known, and what strings are in each is the fixpoint here, in weak topological order and widened only at loop heads,
//! as in [`crate::analyse`]. Facts of both go into one certificate.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use automata::{Budget, Exhausted};
use ir::cfg::Flow;
use ir::{Action, Label, Linear, Procedure, Program, Quantity, StrExpr};
use sizes::Kept;
use verdict::facts::Certificate;
use verdict::parts::Place;

use crate::certify::Writer;
use crate::engine::{Settings, edges, join_after};
use crate::followed::{Moves, followed};
use crate::packs::Packs;
use crate::segments::candidates;
use crate::state::{AbstractState, Join, within};
use crate::transfer::{Analysis, Context};

/// A claim: what is known of the strings in each case of some relations of sizes, and these. `None` when the relations are not seen
/// to lead to each other, or no string is looked at in places.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn certificate_of_contents(
    program: &Program,
    relations: &sizes::Fixpoint,
    settings: &Settings,
    budget: &mut Budget,
) -> Result<Option<Certificate>, Exhausted> {
    let procedure = &program.procedures[program.entry.index()];
    let (flow, packs, places) = (Flow::of(procedure), Packs::default(), followed(procedure));
    if places.is_empty() {
        return Ok(None);
    }
    let (pieces, joined) = (candidates(procedure), BTreeSet::new());
    let context = || Context {
        program,
        packs: &packs,
        analysis: Analysis::String,
        places: &places,
        pieces: &pieces,
        joined: &joined,
    };
    let states = procedure.labels().map(|label| vec![None; relations.cases(label).len()]).collect();
    let leads = BTreeMap::new();
    let mut engine =
        Engine { context: context(), procedure, flow: &flow, settings, relations, states, leads };
    if engine.run(budget)?.is_none() {
        return Ok(None);
    }
    let mut writer = Writer::new(context(), procedure, settings);
    let mut labels = Vec::with_capacity(procedure.code.len());
    for label in procedure.labels() {
        let cases = engine.states[label.index()].iter().zip(relations.cases(label));
        let told = cases.filter_map(|(state, relation)| Some((state.as_ref()?, relation)));
        labels
            .push(told.map(|(state, relation)| writer.facts_with(label, state, relation, budget)).collect());
    }
    Ok(Some(Certificate { labels }))
}

/// What relations of sizes must speak of so that contents can be looked at beside them; `None` where no string is walked: the
/// quantities of the places that are followed, and where parts of strings are, until the place moves on.
pub fn settings_for_contents(program: &Program, usual: &sizes::Settings) -> Option<sizes::Settings> {
    let procedure = &program.procedures[program.entry.index()];
    let (places, moves) = (followed(procedure), Moves::of(procedure));
    let (mut kept, mut used) = (BTreeSet::new(), BTreeSet::new());
    let mut keep = |at: &Linear, with| {
        kept.extend(at.terms().iter().map(|&(quantity, _)| Kept { quantity, with }));
    };
    for (_, place) in &places {
        if let Place::At(at) = place {
            keep(at, None);
        }
    }
    for instruction in &procedure.code {
        let Action::SetStr(part, StrExpr::Slice { from, to, .. }) = &instruction.action else { continue };
        for at in std::iter::once(from).chain(to) {
            keep(at, Some(*part));
            let sources = moves.sources(at);
            let integers = sources.iter().flat_map(Linear::terms).filter_map(|term| match term.0 {
                Quantity::Var(var) => Some(var),
                Quantity::Length(_) => None,
            });
            used.extend(integers.map(|var| (var, *part)));
        }
    }
    let (kept, used) = (kept.into_iter().collect(), used.into_iter().collect());
    (!places.is_empty()).then_some(sizes::Settings { kept, used, ..usual.clone() })
}

/// For each edge and each disjunct of its condition, the cases that it leads to.
type Leads = Vec<Vec<BTreeSet<usize>>>;

struct Engine<'a> {
    context: Context<'a>,
    procedure: &'a Procedure,
    flow: &'a Flow,
    settings: &'a Settings,
    relations: &'a sizes::Fixpoint,
    /// A state for each case of each label; none where no run comes.
    states: Vec<Vec<Option<AbstractState>>>,
    leads: BTreeMap<(Label, usize), Leads>,
}

/// What an ascent has still to do.
#[derive(Default)]
struct Loops {
    /// The cases whose state has changed, by the place of their label in the order.
    due: BTreeSet<(usize, usize)>,
    /// How often the state of a case of a head has changed.
    visits: BTreeMap<(usize, usize), u32>,
}

/// A state that comes to a case of a label.
type Arrival = (Label, usize, AbstractState);

/// Whether something could be done with the relations that were given.
type Done = Option<()>;

impl Engine<'_> {
    /// One outermost component after the other.
    fn run(&mut self, budget: &mut Budget) -> Result<Done, Exhausted> {
        let flow = self.flow;
        let items = flow.order().items();
        let Some(first) = self.relations.cases(Label(0)).first() else { return Ok(None) };
        self.states[0][0] = Some(AbstractState {
            rows: Some(vec![first.clone()]),
            ..AbstractState::initial(self.context.program, self.procedure, self.context.packs, budget)?
        });
        let mut start = 0;
        while let Some(first) = items.get(start) {
            let end = first.end.unwrap_or(start + 1);
            if first.end.is_some() && self.component(start..end, budget)?.is_none() {
                return Ok(None);
            }
            for place in start..end {
                if self.leave(place, end..usize::MAX, budget)?.is_none() {
                    return Ok(None);
                }
            }
            start = end;
        }
        Ok(Some(()))
    }

    /// From below up to states that no action within the component leaves, and down again as far as it goes.
    fn component(&mut self, places: Range<usize>, budget: &mut Budget) -> Result<Done, Exhausted> {
        let mut loops = Loops::default();
        let head = self.label(places.start);
        loops.due.extend((0..self.states[head.index()].len()).map(|case| (places.start, case)));
        while let Some((place, case)) = loops.due.pop_first() {
            budget.spend(1)?;
            if self.propagate((place, case), places.clone(), &mut loops, budget)?.is_none() {
                return Ok(None);
            }
        }
        self.descend(places, budget)
    }

    /// Carries the states of a label over to what comes after a component.
    fn leave(&mut self, place: usize, places: Range<usize>, budget: &mut Budget) -> Result<Done, Exhausted> {
        let label = self.label(place);
        for case in 0..self.states[label.index()].len() {
            let done = self.propagate((place, case), places.clone(), &mut Loops::default(), budget)?;
            if done.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    fn label(&self, place: usize) -> Label {
        Label(self.flow.order().items()[place].node)
    }

    /// The cases that a case leads to.
    fn leads(&mut self, label: Label, case: usize) -> Option<Leads> {
        if let Some(known) = self.leads.get(&(label, case)) {
            return Some(known.clone());
        }
        let leads = self.relations.led_to(self.context.program, label, case)?;
        self.leads.insert((label, case), leads.clone());
        Some(leads)
    }

    /// What comes to which cases of a label from a case of another.
    fn outcomes(
        &mut self,
        (from, case): (Label, usize),
        wanted: impl Fn(Label) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Arrival>>, Exhausted> {
        let Some(before) = self.states[from.index()][case].clone() else { return Ok(Some(Vec::new())) };
        let Some(leads) = self.leads(from, case) else { return Ok(None) };
        let mut outcomes = Vec::new();
        for (edge, leads) in edges(self.procedure, from).iter().zip(leads) {
            if !wanted(edge.to) {
                continue;
            }
            let steps = self.settings.steps_a_transfer;
            let (afters, _) = self.context.cases(&before, edge, steps, budget)?;
            for ((after, _), targets) in afters.into_iter().zip(leads) {
                let Some(after) = after else { continue };
                for target in targets {
                    let rows = Some(vec![self.relations.cases(edge.to)[target].clone()]);
                    outcomes.push((edge.to, target, AbstractState { rows, ..after.clone() }));
                }
            }
        }
        Ok(Some(outcomes))
    }

    /// Carries the state of a case over to those after it that lie in `places`.
    fn propagate(
        &mut self,
        (place, case): (usize, usize),
        places: Range<usize>,
        loops: &mut Loops,
        budget: &mut Budget,
    ) -> Result<Done, Exhausted> {
        let (label, flow) = (self.label(place), self.flow);
        let place_of = |label: Label| flow.order().place(label.0).expect("a successor is reached");
        let wanted = |to: Label| places.contains(&place_of(to));
        let Some(outcomes) = self.outcomes((label, case), wanted, budget)? else { return Ok(None) };
        for (to, target, after) in outcomes {
            let joined = match &self.states[to.index()][target] {
                None => after,
                Some(known) if self.is_covered(&after, known, budget)? => continue,
                Some(known) => {
                    let visits = loops.visits.entry((place_of(to), target)).or_default();
                    let back = flow.is_back_edge(label, to);
                    *visits += u32::from(back);
                    let join = if back { join_after(*visits, self.settings.delay) } else { Join::Union };
                    known.join(&after, (join, self.settings.steps_a_transfer), budget)?.0
                }
            };
            if self.states[to.index()][target].as_ref() != Some(&joined) {
                self.states[to.index()][target] = Some(joined);
                loops.due.insert((place_of(to), target));
            }
        }
        Ok(Some(()))
    }

    /// From above down: each state of a component is what the actions before it make of theirs.
    fn descend(&mut self, places: Range<usize>, budget: &mut Budget) -> Result<Done, Exhausted> {
        let (flow, steps) = (self.flow, self.settings.steps_a_transfer);
        for place in places {
            let label = self.label(place);
            let mut fresh: Vec<Option<AbstractState>> = vec![None; self.states[label.index()].len()];
            if label == Label(0) {
                return Ok(Some(()));
            }
            for source in flow.predecessors(label) {
                for case in 0..self.states[source.index()].len() {
                    let Some(outcomes) = self.outcomes((source, case), |to| to == label, budget)? else {
                        return Ok(None);
                    };
                    for (_, target, after) in outcomes {
                        fresh[target] = Some(match fresh[target].take() {
                            None => after,
                            Some(known) => known.join(&after, (Join::Union, steps), budget)?.0,
                        });
                    }
                }
            }
            for (case, fresh) in fresh.into_iter().enumerate() {
                let smaller = match (&fresh, &self.states[label.index()][case]) {
                    (Some(fresh), Some(known)) => self.is_covered(fresh, known, budget)?,
                    (None, _) => true,
                    (Some(_), None) => false,
                };
                if smaller {
                    self.states[label.index()][case] = fresh;
                }
            }
        }
        Ok(Some(()))
    }

    /// Whether a state is seen to be in another. Where that is too costly it is not.
    fn is_covered(
        &self,
        state: &AbstractState,
        known: &AbstractState,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let covered = within(self.settings.steps_a_transfer, budget, |own| state.included_in(known, own))?;
        Ok(covered.unwrap_or(false))
    }
}
