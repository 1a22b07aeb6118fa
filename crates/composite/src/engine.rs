//! The forward fixpoint of [YBI09 Alg. 3], in weak topological order, widened only at loop heads.
//!
//! A head is joined exactly for a few rounds, then widened after [BB04], then by quotients of falling depth,
//! and at last gives up what still changes: so every analysis ends. Descending passes over each outermost loop then
//! win back what the widening overshot, before anything after the loop is looked at: a later loop would carry the
//! lost precision round and round. After an assertion the analysis goes on with all states (T9).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use automata::{Automaton, Budget, Exhausted};
use ir::cfg::Flow;
use ir::live::Live;
use ir::{Action, Condition, Label, Procedure, Program, Variable};
use verdict::facts::Hints;
use verdict::relation::{MOST_DISJUNCTS, disjuncts};

use crate::joined::compared;
use crate::ladder::{Loss, Outcome};
use crate::packs::Packs;
use crate::rungs::Rung;
use crate::state::{AbstractState, Join, within};
use crate::transfer::{Analysis, Context, Update};
use crate::walks::walked;

/// How an analysis is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which halves are used.
    pub analysis: Analysis,
    /// The steps that one transfer may take before it is done coarsely.
    pub steps_a_transfer: u64,
    /// How often a head is joined exactly before it is widened.
    pub delay: u32,
    /// How many descending passes follow.
    pub descents: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { analysis: Analysis::Combined, steps_a_transfer: 2_000_000, delay: 2, descents: 2 }
    }
}

/// The state at each label of the entry procedure; `None` where no run comes.
#[derive(Clone, Debug)]
pub struct Fixpoint {
    /// Which quantities are kept together.
    pub packs: Packs,
    /// One entry a label.
    pub states: Vec<Option<AbstractState>>,
    /// Where precision was lost because a step was too costly.
    pub losses: BTreeSet<Loss>,
}

/// An edge from a label: where it leads, when it is taken and what changes on it.
pub(crate) struct Edge<'a> {
    pub(crate) to: Label,
    pub(crate) condition: Condition,
    pub(crate) update: Update<'a>,
}

/// Over-approximates: the states in which runs come to each label of the entry procedure. The program has no
/// calls; they have been inlined.
///
/// # Errors
/// [`Exhausted`] when the whole budget is spent.
pub fn analyse(program: &Program, settings: &Settings, budget: &mut Budget) -> Result<Fixpoint, Exhausted> {
    let procedure = &program.procedures[program.entry.index()];
    let packs = match settings.analysis {
        Analysis::String => Packs::default(),
        Analysis::Combined | Analysis::Size => Packs::of(program, procedure),
    };
    let flow = Flow::of(procedure);
    let places = walked(procedure);
    let joined = compared(procedure);
    let context = Context {
        program,
        packs: &packs,
        analysis: settings.analysis,
        places: &places,
        pieces: &[],
        joined: &joined,
    };
    let states = vec![None; procedure.code.len()];
    let (live, losses) = (Live::of(procedure), BTreeSet::new());
    let mut engine = Engine { context, procedure, flow: &flow, live, settings, states, losses };
    engine.run(budget)?;
    let Engine { states, losses, .. } = engine;
    Ok(Fixpoint { packs, states, losses })
}

struct Engine<'a> {
    context: Context<'a>,
    procedure: &'a Procedure,
    flow: &'a Flow,
    live: Live,
    settings: &'a Settings,
    states: Vec<Option<AbstractState>>,
    losses: BTreeSet<Loss>,
}

/// What an ascent has still to do.
#[derive(Default)]
struct Loops {
    /// The places whose state has changed.
    due: BTreeSet<usize>,
    /// How often the state of a head has changed.
    visits: BTreeMap<usize, u32>,
}

impl Loops {
    /// Counts one more change of a head.
    fn visit(&mut self, place: usize) -> u32 {
        let visits = self.visits.entry(place).or_default();
        *visits += 1;
        *visits
    }
}

impl Engine<'_> {
    fn initial(&self, budget: &mut Budget) -> Result<AbstractState, Exhausted> {
        let mut state =
            AbstractState::initial(self.context.program, self.procedure, self.context.packs, budget)?;
        if self.context.analysis == Analysis::Size {
            state.strings.fill(Automaton::any(self.context.program.alphabet));
        }
        state.keep_relevant(&self.live, Label(0));
        Ok(state)
    }

    /// One outermost component after the other: what comes after a loop sees what the descent has won back.
    fn run(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let flow = self.flow;
        let items = flow.order().items();
        self.states[0] = Some(self.initial(budget)?);
        let mut start = 0;
        while let Some(first) = items.get(start) {
            let end = first.end.unwrap_or(start + 1);
            if first.end.is_some() {
                self.ascend(start..end, budget)?;
                for _ in 0..self.settings.descents {
                    self.descend(start..end, budget)?;
                }
            }
            for item in &items[start..end] {
                self.propagate(Label(item.node), end..usize::MAX, &mut Loops::default(), budget)?;
            }
            start = end;
        }
        Ok(())
    }

    /// From below up to states that no action within the component leaves.
    fn ascend(&mut self, places: Range<usize>, budget: &mut Budget) -> Result<(), Exhausted> {
        let flow = self.flow;
        let items = flow.order().items();
        let mut loops = Loops::default();
        loops.due.insert(places.start);
        while let Some(place) = loops.due.pop_first() {
            budget.spend(1)?;
            self.propagate(Label(items[place].node), places.clone(), &mut loops, budget)?;
        }
        Ok(())
    }

    /// Carries the state of a label over to those of its successors that lie in `places`.
    fn propagate(
        &mut self,
        label: Label,
        places: Range<usize>,
        loops: &mut Loops,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        for edge in edges(self.procedure, label) {
            let place = self.flow.order().place(edge.to.0).expect("a successor is reached");
            if !places.contains(&place) {
                continue;
            }
            let Some(after) = self.follow(label, &edge, budget)? else { continue };
            let target = edge.to.index();
            let steps = self.settings.steps_a_transfer;
            let (joined, rung) = match &self.states[target] {
                None => (after, Rung::Exact),
                Some(known) if self.is_covered(&after, known, budget)? => continue,
                Some(known) => {
                    let join = if self.flow.is_back_edge(label, edge.to) {
                        join_after(loops.visit(place), self.settings.delay)
                    } else {
                        Join::Union
                    };
                    known.join(&after, (join, steps), budget)?
                }
            };
            self.lose(edge.to, None, rung);
            if self.states[target].as_ref() == Some(&joined) {
                continue;
            }
            self.states[target] = Some(joined);
            loops.due.insert(place);
        }
        Ok(())
    }

    /// From above down: each state of a component is what the actions before it make of theirs.
    fn descend(&mut self, places: Range<usize>, budget: &mut Budget) -> Result<(), Exhausted> {
        let (flow, steps) = (self.flow, self.settings.steps_a_transfer);
        for label in flow.order().items()[places].iter().map(|item| Label(item.node)) {
            let mut fresh = if label == Label(0) { Some(self.initial(budget)?) } else { None };
            for source in flow.predecessors(label) {
                for edge in edges(self.procedure, source).into_iter().filter(|edge| edge.to == label) {
                    let Some(after) = self.follow(source, &edge, budget)? else { continue };
                    fresh = Some(match fresh {
                        None => after,
                        Some(known) => known.join(&after, (Join::Union, steps), budget)?.0,
                    });
                }
            }
            let smaller = match (&fresh, &self.states[label.index()]) {
                (Some(fresh), Some(known)) => self.is_covered(fresh, known, budget)?,
                (None, _) => true,
                (Some(_), None) => false,
            };
            if smaller {
                self.states[label.index()] = fresh;
            }
        }
        Ok(())
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

    /// The state at the end of an edge; `None` when no run takes it.
    fn follow(
        &mut self,
        label: Label,
        edge: &Edge<'_>,
        budget: &mut Budget,
    ) -> Result<Option<AbstractState>, Exhausted> {
        let Some(before) = &self.states[label.index()] else { return Ok(None) };
        let steps = self.settings.steps_a_transfer;
        let (cases, mut lowest) = self.context.cases(before, edge, steps, budget)?;
        let mut joined: Option<AbstractState> = None;
        for after in cases.into_iter().filter_map(|(after, _)| after) {
            joined = Some(match joined {
                None => after,
                Some(known) => {
                    let (both, rung) = known.join(&after, (Join::Union, steps), budget)?;
                    lowest = lowest.max(rung);
                    both
                }
            });
        }
        self.lose(label, edge.update.assigned(), lowest);
        joined.iter_mut().for_each(|state| state.keep_relevant(&self.live, edge.to));
        Ok(joined)
    }

    /// Writes down that precision was lost.
    fn lose(&mut self, label: Label, variable: Option<Variable>, rung: Rung) {
        if rung != Rung::Exact {
            self.losses.insert(Loss { label, variable, rung });
        }
    }
}

impl Context<'_> {
    /// The outcome of each case of an edge, in order: no state when no run takes it; and the lowest rung that one needed.
    /// A condition with too many cases is not looked at.
    pub(crate) fn cases(
        &self,
        before: &AbstractState,
        edge: &Edge<'_>,
        steps: u64,
        budget: &mut Budget,
    ) -> Result<(Vec<Outcome>, Rung), Exhausted> {
        let Some(cases) = disjuncts(&edge.condition, MOST_DISJUNCTS) else {
            let coarse = self.coarse(before, &edge.update);
            return Ok((vec![(Some(coarse), Hints::default())], Rung::Nothing));
        };
        let mut outcomes = Vec::with_capacity(cases.len());
        let mut lowest = Rung::Exact;
        for literals in cases {
            let (outcome, rung) = self.climb_down(before, (&literals, &edge.update), steps, budget)?;
            outcomes.push(outcome);
            lowest = lowest.max(rung);
        }
        Ok((outcomes, lowest))
    }
}

/// How a head is joined at its n-th change, after so many that are joined exactly.
pub(crate) fn join_after(visits: u32, delay: u32) -> Join {
    match visits.saturating_sub(delay) {
        0 => Join::Union,
        1..=6 => Join::Widen,
        7..=9 => Join::Depth(3),
        10..=12 => Join::Depth(1),
        13..=15 => Join::Depth(0),
        _ => Join::GiveUp,
    }
}

/// The edges from a label, in the order in which the checker takes them: a jump before going on.
pub(crate) fn edges(procedure: &Procedure, label: Label) -> Vec<Edge<'_>> {
    let next = Label(label.0 + 1);
    let edge = |to, condition: &Condition, update| Edge { to, condition: condition.clone(), update };
    let always = |update| vec![edge(next, &Condition::TRUE, update)];
    match &procedure.code[label.index()].action {
        Action::SetStr(var, value) => always(Update::Str(*var, value)),
        Action::SetInt(var, value, width) => always(Update::Int(*var, value, *width)),
        Action::SetBool(var, condition) => always(Update::Bool(*var, condition)),
        Action::Havoc(variable) => always(Update::Havoc(*variable)),
        Action::Assume(condition) => vec![edge(next, condition, Update::Nothing)],
        Action::Assert(..) => always(Update::Nothing),
        Action::Jump(to) => vec![edge(*to, &Condition::TRUE, Update::Nothing)],
        Action::Branch(condition, to) => vec![
            edge(*to, condition, Update::Nothing),
            edge(next, &condition.clone().negated(), Update::Nothing),
        ],
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
        Action::Call(..) => unreachable!("calls have been inlined before an analysis"),
    }
}
