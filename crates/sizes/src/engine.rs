//! The forward fixpoint, in weak topological order, widened only at loop heads, with descending passes.
//!
//! A label has a case for each key: values of booleans and flags, and the path that runs took since the last loop head.
//! Keys are finite, each label may only grow coarser, and a case that is widened has ever fewer rows: so it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ir::cfg::Flow;
use ir::{IntVar, Label, Procedure, Program, Quantity, StrVar};
use linear::Row;
use verdict::plain::Words;

use crate::flags::flags;
use crate::forms::forms;
use crate::quantities::{Kept, Needs, number};
use crate::state::{Grain, Join, Key, State};
use crate::transfer::{Edge, edges, follow, follow_each};

/// A label has at most so many cases before they are told apart less finely.
const MOST_CASES: usize = 10;

/// How an analysis is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely states are kept apart.
    pub grain: Grain,
    /// How often a case of a head is joined before it is widened.
    pub delay: u32,
    /// How many descending passes follow.
    pub descents: u32,
    /// How many times an action may be followed in all.
    pub visits: u32,
    /// Quantities that are related though nothing that is tested later depends on them.
    pub kept: Vec<Kept>,
    /// Integers with strings that count as used where the integer gets a new value.
    pub used: Vec<(IntVar, StrVar)>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            grain: Grain::Flags,
            delay: 3,
            descents: 1,
            visits: 60_000,
            kept: Vec::new(),
            used: Vec::new(),
        }
    }
}

/// The cases of each label of the entry procedure; none where no run comes.
#[derive(Clone, Debug)]
pub struct Fixpoint {
    pub(crate) labels: Vec<Vec<State>>,
    /// The tables of the program's languages.
    tables: Vec<Words>,
    /// How many times an action was followed.
    pub visits: u32,
}

impl Fixpoint {
    /// The cases of a label.
    pub fn cases(&self, label: Label) -> &[State] {
        &self.labels[label.index()]
    }

    /// For each edge from a case of a label, a jump before going on, and for each disjunct of the condition on it, the cases
    /// of the label it leads to that runs come to; `None` when those are not seen to be among the cases there.
    pub fn led_to(&self, program: &Program, label: Label, case: usize) -> Option<Vec<Vec<BTreeSet<usize>>>> {
        let before = &self.labels[label.index()][case];
        let each_edge = |edge: &Edge| {
            let among = |after: &State| self.cases(edge.to).iter().position(|known| after.is_within(known));
            let each = follow_each(&self.tables, before, edge).into_iter();
            each.map(|states| states.iter().map(among).collect()).collect()
        };
        edges(program, label).iter().map(each_edge).collect()
    }
}

/// Over-approximates: what relates the integers and lengths with which runs come to each label of the entry procedure.
/// The program has no calls. `None` when the visits did not suffice.
pub fn analyse(program: &Program, settings: &Settings) -> Option<Fixpoint> {
    let procedure = &program.procedures[program.entry.index()];
    let flow = Flow::of(procedure);
    let needs = Needs::of(program, &flow, (&settings.kept, &settings.used));
    let count = procedure.code.len();
    let mut engine = Engine {
        tables: program.languages.iter().map(|language| Words::of_program(program, language)).collect(),
        program,
        procedure,
        flow: &flow,
        needs: &needs,
        flags: flags(procedure),
        forms: forms(procedure),
        settings,
        cases: vec![BTreeMap::new(); count],
        grains: procedure
            .labels()
            .map(|label| if flow.is_loop_head(label) { Grain::Flags } else { settings.grain })
            .collect(),
        visits: 0,
    };
    engine.run()?;
    let labels = engine.cases.into_iter().map(|cases| cases.into_values().collect()).collect();
    Some(Fixpoint { labels, tables: engine.tables, visits: engine.visits })
}

struct Engine<'a> {
    /// The tables of the program's languages.
    tables: Vec<Words>,
    program: &'a Program,
    procedure: &'a Procedure,
    flow: &'a Flow,
    needs: &'a [Needs],
    flags: BTreeSet<u32>,
    forms: Vec<Row>,
    settings: &'a Settings,
    cases: Vec<BTreeMap<Key, State>>,
    grains: Vec<Grain>,
    visits: u32,
}

/// What an ascent has still to do.
#[derive(Default)]
struct Loops {
    due: BTreeSet<usize>,
    changes: BTreeMap<(usize, Key), u32>,
}

impl Engine<'_> {
    fn run(&mut self) -> Option<()> {
        let flow = self.flow;
        let items = flow.order().items();
        if self.cases.is_empty() {
            return Some(());
        }
        let first = self.initial();
        self.cases[0].insert(first.key(self.grains[0], &self.flags), first);
        let mut start = 0;
        while let Some(first) = items.get(start) {
            let end = first.end.unwrap_or(start + 1);
            if first.end.is_some() {
                self.ascend(start..end)?;
                for _ in 0..self.settings.descents {
                    self.descend(start..end)?;
                }
            }
            for item in &items[start..end] {
                self.propagate(Label(item.node), end..usize::MAX, &mut Loops::default())?;
            }
            start = end;
        }
        Some(())
    }

    /// When a run begins all quantities are 0 and all booleans false.
    fn initial(&self) -> State {
        let mut state = State::default();
        for variable in self.procedure.variables() {
            let quantity = match variable {
                ir::Variable::Int(var) => Quantity::Var(var),
                ir::Variable::Str(var) => Quantity::Length(var),
                ir::Variable::Bool(var) => {
                    state.booleans.insert(var, false);
                    continue;
                }
            };
            let name = number(quantity);
            if self.needs[0].quantities.contains(&name) {
                state.rows.add(Row::new([(name, 1)], 0, linear::Sign::Zero).expect("a small row"));
            }
        }
        state.needed(&self.needs[0])
    }

    fn ascend(&mut self, places: Range<usize>) -> Option<()> {
        let flow = self.flow;
        let items = flow.order().items();
        let mut loops = Loops::default();
        loops.due.insert(places.start);
        while let Some(place) = loops.due.pop_first() {
            self.propagate(Label(items[place].node), places.clone(), &mut loops)?;
        }
        Some(())
    }

    /// Carries the cases of a label over to those of its successors that lie in `places`.
    fn propagate(&mut self, label: Label, places: Range<usize>, loops: &mut Loops) -> Option<()> {
        for edge in edges(self.program, label) {
            let place = self.flow.order().place(edge.to.0).expect("a successor is reached");
            if !places.contains(&place) {
                continue;
            }
            let back = self.flow.is_back_edge(label, edge.to);
            let befores: Vec<State> = self.cases[label.index()].values().cloned().collect();
            for before in befores {
                self.visit()?;
                for after in follow(&self.tables, &before, &edge) {
                    let after = self.came(label, edge.to, after);
                    if self.arrive(edge.to, after, back.then_some(&mut loops.changes)) {
                        loops.due.insert(place);
                    }
                }
            }
        }
        Some(())
    }

    /// What of a case matters at the label that a run comes to, with the edge it took if edges meet there.
    fn came(&self, from: Label, to: Label, after: State) -> State {
        let mut after = after.needed(&self.needs[to.index()]).settled(&self.flags);
        match self.grains[to.index()] {
            Grain::Paths if self.flow.predecessors(to).nth(1).is_some() => after.path.push(from),
            Grain::Paths => {}
            Grain::Flags | Grain::Booleans | Grain::One => after.path.clear(),
        }
        after
    }

    fn visit(&mut self) -> Option<()> {
        self.visits += 1;
        (self.visits <= self.settings.visits).then_some(())
    }

    /// Takes a case into those of a label; whether that changes them. Over a back edge changes are counted.
    fn arrive(
        &mut self,
        label: Label,
        after: State,
        counted: Option<&mut BTreeMap<(usize, Key), u32>>,
    ) -> bool {
        let at = label.index();
        let key = after.key(self.grains[at], &self.flags);
        let Some(known) = self.cases[at].get(&key) else {
            self.cases[at].insert(key, after);
            self.coarsen(label);
            return true;
        };
        if after.is_within(known) {
            return false;
        }
        let mut how = if self.flow.is_loop_head(label) { Join::Rounds } else { Join::Union };
        if let Some(changes) = counted {
            let changes = changes.entry((at, key.clone())).or_default();
            *changes += 1;
            if *changes > self.settings.delay {
                how = Join::Widen;
            }
        }
        let joined = known.join(&after, &self.forms_at(label), how);
        self.cases[at].insert(key, joined);
        true
    }

    /// The forms that speak only of what matters at a label.
    fn forms_at(&self, label: Label) -> Vec<Row> {
        let needs = &self.needs[label.index()].quantities;
        let matters = |row: &&Row| row.terms().iter().all(|(name, _)| needs.contains(name));
        self.forms.iter().filter(matters).cloned().collect()
    }

    /// Tells the cases of a label apart less finely when there are too many.
    fn coarsen(&mut self, label: Label) {
        let at = label.index();
        while self.cases[at].len() > MOST_CASES && self.grains[at] != Grain::One {
            self.grains[at] = match self.grains[at] {
                Grain::Paths => Grain::Flags,
                Grain::Flags => Grain::Booleans,
                Grain::Booleans | Grain::One => Grain::One,
            };
            for (_, mut state) in std::mem::take(&mut self.cases[at]) {
                state.path.clear();
                let key = state.key(self.grains[at], &self.flags);
                let joined = match self.cases[at].get(&key) {
                    Some(known) => known.join(&state, &self.forms_at(label), Join::Union),
                    None => state,
                };
                self.cases[at].insert(key, joined);
            }
        }
    }

    /// From above down: each label of a component gets what the actions before it make of theirs.
    fn descend(&mut self, places: Range<usize>) -> Option<()> {
        let flow = self.flow;
        for label in flow.order().items()[places].iter().map(|item| Label(item.node)) {
            let old = std::mem::take(&mut self.cases[label.index()]);
            if label == Label(0) {
                let first = self.initial();
                self.arrive(label, first, None);
            }
            for source in flow.predecessors(label) {
                // A label that follows itself is read as it was.
                let cases = if source == label { &old } else { &self.cases[source.index()] };
                let befores: Vec<State> = cases.values().cloned().collect();
                for edge in edges(self.program, source).into_iter().filter(|edge| edge.to == label) {
                    for before in &befores {
                        self.visit()?;
                        for after in follow(&self.tables, before, &edge) {
                            let after = self.came(source, label, after);
                            self.arrive(label, after, None);
                        }
                    }
                }
            }
        }
        Some(())
    }
}
