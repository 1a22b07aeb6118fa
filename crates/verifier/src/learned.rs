//! The door to learning: invariants of loops learned from clauses, made certificates by the composite analysis.
//!
//! What the analysis knows of strings at loop heads is assumed while learning, and stands beside what was learned in the
//! certificate. The learned language of a tuple of variables is a union of products, one a case; between the loop heads
//! the analysis carries each case over by itself. The checker then judges all of it, and trusts neither.

use std::collections::BTreeMap;

use automata::numbers::Relation;
use automata::show::readable;
use automata::{Automaton, Budget, Exhausted, LengthSet, Tuples};
use composite::{Given, certificate_of_cases};
use horn::build::build;
use horn::learning::{
    Claim, Detail, Invariant, LabelCases, Lemmas, Others, Set, Settings, Task, Teacher, claim,
};
use ir::cfg::Flow;
use ir::{AssertId, Label, Program, StrVar, Variable};
use verdict::facts::Certificate;
use verdict::{Checked, Verdict, confirm, judge};

use crate::analysed::Analysed;
use crate::clauses::opinions;
use crate::engines::Options;
use crate::shown::Shown;

/// The most instructions of a program whose loops are learned.
const LARGEST: usize = 2_000;
/// The cases of a loop that are worded, and the steps that this may take.
const SHOWN: usize = 4;
const WORDING: u64 = 1_000_000;

/// What was claimed and accepted.
#[derive(Default)]
pub(crate) struct Learned {
    pub(crate) checked: Vec<Checked>,
    /// The facts that were accepted.
    pub(crate) shown: Vec<Shown>,
    /// What was tried, in words.
    pub(crate) tried: Vec<String>,
}

/// Learns for each assertion, and checks what is claimed.
///
/// # Errors
/// Why nothing can be learned, in one sentence.
pub(crate) fn learned(
    program: &Program,
    analysed: &Analysed,
    open: &[AssertId],
    options: &Options,
    budget: &mut Budget,
) -> Result<Learned, String> {
    let inlined = &*analysed.inlined;
    let size = inlined.program.procedures[0].code.len();
    if size > LARGEST {
        return Err(format!("the program has {size} instructions, too many to be learned from"));
    }
    let built = build(inlined, budget).map_err(|why| why.to_string())?;
    let lemmas = lemmas(analysed);
    let task = Task { program, inlined, built: &built, lemmas: &lemmas, settings: Settings::default() };
    let mut all = Learned::default();
    let share = budget.left() / open.len().max(1) as u64;
    // Whoever gives second opinions is searched for when the first one is asked for.
    let mut others: Option<Others> = None;
    let found = || Others::new(opinions(&options.solver), options.solver.whole);
    let mut second = |teacher: &Teacher, clause: usize, candidate: &[Automaton]| {
        others.get_or_insert_with(found).judge(teacher, clause, candidate)
    };
    for &id in open {
        let mut own = Budget::steps(share);
        let mut log = Vec::new();
        let outcome = claim(&task, id, &mut second, (&mut own, &mut log));
        match outcome {
            Ok(Claim::Violated(run)) => {
                let limits = refute::Settings::default().limits;
                all.checked.extend(confirm(program, run, limits).ok());
            }
            Ok(Claim::Holds(invariant)) => {
                log.push(worded(analysed, &invariant));
                match accepted(program, analysed, (&invariant, id), options) {
                    Ok((checked, shown)) => {
                        all.checked.push(checked);
                        all.shown.extend(shown);
                    }
                    Err(why) => log.extend(why),
                }
            }
            Ok(Claim::Unknown(_)) => {}
            Err(spent) => log.push(spent.to_string()),
        }
        all.tried.extend(log.into_iter().map(|tried| format!("assertion {}: {tried}", id.0 + 1)));
        // What a share did not cover is told, and is no reason to stop.
        let _ = budget.spend(own.spent());
    }
    all.tried.extend(others.iter_mut().flat_map(Others::take_notes));
    Ok(all)
}

/// What was learned of the loops, in words: the first cases of each.
fn worded(analysed: &Analysed, invariant: &Invariant) -> String {
    let mut budget = Budget::steps(WORDING);
    let Ok(Some(cases)) = invariant.cases(Detail::Coarse, &mut budget) else {
        return "learned, too long to be worded".to_owned();
    };
    let procedure = &analysed.inlined.program.procedures[0];
    let mut product = |case: &Vec<(Variable, Set)>| {
        let set = |(variable, set): &(Variable, Set)| {
            let name = procedure.name_of(*variable);
            match set {
                Set::Words(language) => format!("{name} {}", readable(language, &mut budget)),
                Set::Truth(value) => format!("{name} = {value}"),
                Set::Integers { naturals, negatives } => {
                    format!("{name} = {naturals} or the opposite of {negatives}")
                }
            }
        };
        case.iter().map(set).collect::<Vec<_>>().join(" and ")
    };
    let mut loops = Vec::new();
    for cases in cases.values() {
        let mut shown: Vec<String> = cases.iter().take(SHOWN).map(&mut product).collect();
        shown.extend((cases.len() > SHOWN).then(|| format!("{} more cases", cases.len() - SHOWN)));
        loops.push(shown.join(", or "));
    }
    format!("learned: {}", loops.join("; "))
}

/// What the analysis knows of strings at loop heads.
fn lemmas(analysed: &Analysed) -> Lemmas {
    let procedure = &analysed.inlined.program.procedures[0];
    let flow = Flow::of(procedure);
    let mut lemmas = Lemmas::new();
    for label in procedure.labels().filter(|label| flow.is_loop_head(*label)) {
        let Some(state) = &analysed.fixpoint.states[label.index()] else { continue };
        for (var, language) in (0..).map(StrVar).zip(&state.strings) {
            lemmas.insert((label, var), language.clone());
        }
    }
    lemmas
}

/// The verdict of the checker on a learned invariant, with coarse cases or with fine ones, or why there is none.
fn accepted(
    program: &Program,
    analysed: &Analysed,
    (invariant, id): (&Invariant, AssertId),
    options: &Options,
) -> Result<(Checked, Option<Shown>), Option<String>> {
    let mut reason: Option<String> = None;
    for detail in [Detail::Coarse, Detail::Fine] {
        let mut budget = Budget::steps(options.steps);
        let claimed = match certificate(analysed, (invariant, detail), options, &mut budget) {
            Ok(Some(claimed)) => claimed,
            Ok(None) => {
                reason = reason.or_else(|| Some("the invariant has too many cases".to_owned()));
                continue;
            }
            Err(spent) => {
                reason = reason.or_else(|| Some(spent.to_string()));
                continue;
            }
        };
        let mut judged = judge(program, Ok((&*analysed.inlined, &claimed)), &mut budget);
        let shown = Shown::of(&analysed.inlined, &mut judged);
        let of_this = judged.checked.into_iter().find(|checked| checked.assertion() == id);
        let Some(checked) = of_this else { continue };
        match checked.verdict() {
            Verdict::Proved | Verdict::Unreachable => return Ok((checked, shown)),
            Verdict::Unknown(why) => reason = Some(format!("the invariant was not accepted: {why}")),
            Verdict::Rechecked(_) | Verdict::Violated(_) => {}
        }
    }
    Err(reason)
}

/// The facts of all labels that follow from a learned invariant; `None` when they have too many cases.
fn certificate(
    analysed: &Analysed,
    (invariant, detail): (&Invariant, Detail),
    options: &Options,
    budget: &mut Budget,
) -> Result<Option<Certificate>, Exhausted> {
    let procedure = &analysed.inlined.program.procedures[0];
    let flow = Flow::of(procedure);
    let heads = procedure.labels().filter(|label| flow.is_loop_head(*label));
    // Where nothing was learned there is one case, in which nothing more is known.
    let mut all: BTreeMap<Label, Vec<Given>> = heads.map(|label| (label, vec![Given::default()])).collect();
    let Some(cases) = invariant.cases(detail, budget)? else { return Ok(None) };
    all.extend(given(&cases, budget)?);
    let settings = composite::Settings { analysis: options.analysis, ..composite::Settings::default() };
    certificate_of_cases(&analysed.inlined.program, &analysed.fixpoint, &all, &settings, budget)
}

/// Learned cases as the analysis takes them.
fn given(cases: &LabelCases, budget: &mut Budget) -> Result<BTreeMap<Label, Vec<Given>>, Exhausted> {
    let mut all = BTreeMap::new();
    for (label, cases) in cases {
        let mut given = Vec::new();
        for case in cases {
            let mut one = Given::default();
            for (variable, set) in case {
                match (variable, set) {
                    (Variable::Str(var), Set::Words(language)) => one.strings.push((*var, language.clone())),
                    (Variable::Bool(var), Set::Truth(value)) => one.booleans.push((*var, *value)),
                    (Variable::Int(var), Set::Integers { naturals, negatives }) => {
                        one.integers.push((*var, integers(naturals, negatives, budget)?));
                    }
                    (Variable::Str(_) | Variable::Bool(_) | Variable::Int(_), _) => {
                        unreachable!("an argument has the sort of its variable")
                    }
                }
            }
            given.push(one);
        }
        all.insert(*label, given);
    }
    Ok(all)
}

/// Naturals, and the opposites of others, as a set with one track.
fn integers(naturals: &LengthSet, negatives: &LengthSet, budget: &mut Budget) -> Result<Tuples, Exhausted> {
    let positive = Tuples::from_lengths(naturals, budget)?;
    let opposite = Tuples::linear(&[1, 1], Relation::Equal, 0, budget)?;
    let set = Tuples::from_lengths(negatives, budget)?.insert_track(0);
    let below = set.intersection(&opposite, budget)?.project(1, budget)?;
    positive.union(&below, budget)
}
