//! Every state of every run of a program that recurses lies in the abstract state of a copy of its label.
//!
//! The flat program is analysed and the program itself is run. What the checker makes of the analysis no run may violate.

use std::collections::BTreeMap;

use automata::{Alphabet, Budget};
use composite::{Fixpoint, Settings};
use ir::inline::{Inlined, inline};
use ir::interp::{Frame, Limits, Random, Site, run_observed};
use ir::{Label, ProcId, Program, Quantity, Variable, generate};
use verdict::{Verdict, judge};

const PROGRAMS: u64 = 200;
const RUNS: u64 = 5;

/// A program, its flat form, and what is known of that.
struct Analysed<'a> {
    program: &'a Program,
    inlined: &'a Inlined,
    fixpoint: &'a Fixpoint,
    copies: BTreeMap<(ProcId, Label), Vec<Label>>,
}

impl Analysed<'_> {
    /// Whether some copy of a label allows the variables of its procedure to be so.
    fn allows(&self, site: Site, frame: &Frame, budget: &mut Budget) -> bool {
        let copies = self.copies.get(&(site.procedure, site.label)).into_iter().flatten();
        copies.into_iter().any(|&copy| self.allows_at(copy, site.procedure, frame, budget))
    }

    fn allows_at(&self, copy: Label, id: ProcId, frame: &Frame, budget: &mut Budget) -> bool {
        let Some(state) = &self.fixpoint.states[copy.index()] else { return false };
        let (scope, procedure) = (self.inlined.scopes[copy.index()], &self.program.procedures[id.index()]);
        let whole = &self.inlined.program.procedures[0];
        let variables = whole.variables().filter_map(|own| Some((own, scope.local(own, procedure)?)));
        let alone = variables.into_iter().all(|pair| match pair {
            (Variable::Str(own), Variable::Str(local)) => {
                state.strings[own.index()].contains(frame.string(local))
            }
            (Variable::Bool(own), Variable::Bool(local)) => {
                state.booleans[own.index()].is_none_or(|value| value == frame.boolean(local))
            }
            (Variable::Int(_), Variable::Int(_)) => true,
            (own, local) => panic!("{own:?} is the copy of {local:?}"),
        });
        let value = |quantity: &Quantity| match quantity {
            Quantity::Var(var) => match scope.local(Variable::Int(*var), procedure) {
                Some(Variable::Int(local)) => Some(i64::try_from(frame.integer(local)).ok()?),
                Some(_) | None => None,
            },
            Quantity::Length(var) => match scope.local(Variable::Str(*var), procedure) {
                Some(Variable::Str(local)) => Some(i64::try_from(frame.string(local).len()).ok()?),
                Some(_) | None => None,
            },
        };
        alone
            && self.fixpoint.packs.all().iter().zip(&state.packs).all(|(quantities, set)| {
                let values: Vec<Option<i64>> = quantities.iter().map(value).collect();
                let hidden: Vec<usize> = (0..values.len()).filter(|&at| values[at].is_none()).collect();
                let known: Vec<i64> = values.into_iter().flatten().collect();
                let seen = if hidden.is_empty() { Ok(set.clone()) } else { set.project_all(&hidden, budget) };
                known.is_empty() || seen.is_ok_and(|seen| seen.contains(&known))
            })
    }
}

/// Runs the program and looks every state up. Says how many there were outside of the entry.
fn contained(analysed: &Analysed<'_>, seed: u64) -> usize {
    let mut nested = 0;
    let verdicts = verdicts(analysed);
    for number in 0..RUNS {
        let limits = Limits { steps: 200, depth: 30, length: 200, ..Limits::default() };
        let mut budget = Budget::steps(100_000_000);
        let mut oracle = Random::new(seed * RUNS + number);
        let run = run_observed(analysed.program, &mut oracle, limits, &mut |site, frame| {
            nested += usize::from(site.procedure != analysed.program.entry);
            if !analysed.allows(site, frame, &mut budget) {
                let text = ir::sil::print(analysed.program);
                panic!("seed {seed}: {site:?} is in no copy, {frame:?}\n{text}");
            }
        });
        for violation in run.violations {
            let verdict = &verdicts[violation.assertion.index()];
            assert!(matches!(verdict, Verdict::Unknown(_)), "seed {seed}: {violation:?}, {verdict:?}");
        }
    }
    nested
}

/// What the checker says of each assertion of the program.
fn verdicts(analysed: &Analysed<'_>) -> Vec<Verdict> {
    let mut budget = Budget::steps(20_000_000);
    let flat = &analysed.inlined.program;
    let certificate = composite::certificate(flat, analysed.fixpoint, &settings(), &mut budget);
    let claim = Ok((analysed.inlined, &certificate));
    let judged = judge(analysed.program, claim, &mut Budget::steps(20_000_000)).checked;
    judged.iter().map(|checked| checked.verdict().clone()).collect()
}

fn settings() -> Settings {
    Settings { steps_a_transfer: 50_000, ..Settings::default() }
}

#[test]
fn runs_of_programs_that_recurse_are_contained() {
    let (mut inexact, mut nested, mut proved) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let program = generate::recursive_program(seed, 4 + (seed % 12) as u32, Alphabet::up_to(127));
        let Ok(inlined) = inline(&program, 400) else { continue };
        let analysis = composite::analyse(&inlined.program, &settings(), &mut Budget::steps(10_000_000));
        let Ok(fixpoint) = analysis else { continue };
        let mut copies: BTreeMap<(ProcId, Label), Vec<Label>> = BTreeMap::new();
        for (label, origin) in (0..).map(Label).zip(&inlined.origins) {
            copies.entry(*origin).or_default().push(label);
        }
        let analysed = Analysed { program: &program, inlined: &inlined, fixpoint: &fixpoint, copies };
        inexact += u32::from(!inlined.is_exact());
        nested += contained(&analysed, seed);
        proved += verdicts(&analysed).iter().filter(|verdict| **verdict == Verdict::Proved).count();
    }
    println!("{inexact} programs that are not exact, {nested} states of calls, {proved} assertions proved");
    assert!(inexact > 150 && nested > 5_000 && proved > 100, "{inexact}, {nested}, {proved}");
}
