//! Walks from runs to their neighbours: to a failing assertion, or down a branch that was not taken.
//!
//! This is the search of [GLM08, generational search]. Each run that went somewhere new is walked: first every open
//! goal on its path with its condition negated, then each branch with its outcome turned. Answers that a walk finds
//! are run, and runs that go somewhere new are walked in their turn. What the tests of a run saw is also replaced
//! by what they asked for. Runs that only go around a loop once more wait until there are no others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use automata::{Budget, Exhausted};
use ir::interp::{Outcome, Site, Value};
use ir::{Action, Condition, Program};

use verdict::counterexample::Counterexample;

use crate::backward::{Path, walk};
use crate::hunt::{Hunt, Method};
use crate::influence::{Answers, Influence};
use crate::pool::Pool;
use crate::record::{Recording, action, record};
use crate::solve::solve;
use crate::transplant::{characters, transplants};

/// How often a goal is tried at one place of its paths, and how often a branch.
const TRIES: (u32, u32) = (24, 4);

/// The times that a run comes to a branch after which it is not turned any more.
const MOST_TURNS: u32 = 80;

/// The most runs that wait to be walked.
const MOST_WAITING: usize = 1_000;

/// The most answers that are changed alone for a target.
const MOST_ALONE: usize = 3;

/// The most characters that the answers of such a run have.
const LONGEST_WAITING: usize = 4_096;

/// A branch with the outcome that is wanted, and the how manieth time.
type Turn = (Site, bool, u32);

/// What is wanted of a run: that the condition of one of its steps comes out as the turn says.
struct Target {
    at: usize,
    turn: Turn,
    /// Whether that violates a goal.
    is_goal: bool,
}

/// Where the walks are.
#[derive(Default)]
pub(crate) struct Walks {
    /// How often each turn was wanted.
    tries: BTreeMap<Turn, u32>,
    /// The paths that were seen, by numbers that stand for them.
    paths: BTreeSet<u64>,
    /// Runs that only go around a loop once more.
    waiting: VecDeque<Vec<Value>>,
    /// The next run of the corpus.
    next: usize,
}

impl Method for Walks {
    /// Walks runs until the budget is spent, the goals have fallen or there is nothing new.
    fn search(&mut self, hunt: &mut Hunt<'_>, pool: &Pool<'_>) -> Result<(), Exhausted> {
        if hunt.corpus.is_empty() {
            hunt.run_script(&[], pool)?;
        }
        while !hunt.is_done() {
            // A run stays where it is until it was walked, so that the next share goes on with it.
            if let Some(answers) = hunt.corpus.get(self.next).cloned() {
                let recording = record(hunt, &answers)?;
                let mut own = Budget::steps(hunt.settings.walk.min(hunt.budget.left()));
                let candidates = transplants(hunt.program, &recording, &mut own);
                hunt.budget.spend(own.spent())?;
                for answers in candidates {
                    hunt.run_script(&answers, pool)?;
                }
                self.walk_from(hunt, pool, &recording)?;
                self.next += 1;
            } else if let Some(answers) = self.waiting.front().cloned() {
                let recording = record(hunt, &answers)?;
                self.walk_from(hunt, pool, &recording)?;
                self.waiting.pop_front();
            } else {
                break;
            }
        }
        Ok(())
    }
}

impl Walks {
    /// Goes from a run to its neighbours.
    fn walk_from(
        &mut self,
        hunt: &mut Hunt<'_>,
        pool: &Pool<'_>,
        recording: &Recording,
    ) -> Result<(), Exhausted> {
        let influence = Influence::of(hunt.program, recording);
        for target in targets(hunt, recording, &self.tries) {
            if hunt.is_done() {
                return Ok(());
            }
            let path = (recording, &influence);
            let is_first = !self.tries.contains_key(&target.turn);
            if target.is_goal && is_first && try_words(hunt, pool, path, &target)? {
                continue;
            }
            let known = hunt.corpus.len();
            let found = reach(hunt, path, &target)?;
            *self.tries.entry(target.turn).or_default() += 1;
            for answers in found {
                let run = hunt.run_script(&answers, pool)?;
                let is_new = hunt.corpus.len() == known && self.paths.insert(fingerprint(&run.path));
                let length: usize = run.answers.iter().map(characters).sum();
                if is_new && self.waiting.len() < MOST_WAITING && length < LONGEST_WAITING {
                    self.waiting.push_back(run.answers);
                }
            }
        }
        Ok(())
    }
}

/// A number that stands for a path; two paths with one number cost a walk, not an answer.
fn fingerprint(path: &[Site]) -> u64 {
    path.iter()
        .flat_map(|site| [site.procedure.0, site.label.0])
        .fold(0xCBF2_9CE4_8422_2325, |hash, number| {
            (hash ^ u64::from(number)).wrapping_mul(0x0000_0100_0000_01B3)
        })
}

/// Tries every word of the pool in the place of one answer that a goal depends on, the latest first; whether the goal
/// has fallen. A run is much cheaper than a walk.
fn try_words(
    hunt: &mut Hunt<'_>,
    pool: &Pool<'_>,
    (recording, influence): (&Recording, &Influence),
    target: &Target,
) -> Result<bool, Exhausted> {
    let Action::Assert(goal, _) = action(hunt.program, target.turn.0) else { return Ok(false) };
    for &answer in influence.on(target.at).iter().rev().take(MOST_ALONE) {
        let mut answers = recording.run.answers.clone();
        if !matches!(answers[answer], Value::Str(_)) {
            continue;
        }
        for word in &pool.words {
            answers[answer] = Value::Str(word.clone());
            hunt.run_script(&answers, pool)?;
            if !hunt.is_open(*goal) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Lists of answers that may lead to the target. First one answer alone is changed, the latest first: that is cheap,
/// and mostly enough. Else all that conditions tie to the target are.
fn reach(
    hunt: &mut Hunt<'_>,
    (recording, influence): (&Recording, &Influence),
    target: &Target,
) -> Result<Vec<Vec<Value>>, Exhausted> {
    let latest = influence.on(target.at).iter().rev().take(MOST_ALONE);
    let alone = latest.map(|&answer| Answers::from([answer]));
    let tied = influence.tied(hunt.program, recording, target.at);
    let together = Some(tied).filter(|tied| tied.len() > 1);
    for free in alone.chain(together) {
        let found = change(hunt, Path { recording, influence, free: &free }, target)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Lists of answers that may lead to the target along a path.
fn change(hunt: &mut Hunt<'_>, path: Path<'_>, target: &Target) -> Result<Vec<Vec<Value>>, Exhausted> {
    let mut own = Budget::steps(hunt.settings.walk.min(hunt.budget.left()));
    let recording = path.recording;
    let answers = &recording.run.answers;
    let mut found: Vec<Vec<Value>> = Vec::new();
    let condition = condition_of(hunt.program, recording, target);
    // A walk that has spent its own budget has found nothing.
    let ways = walk(hunt.program, path, (target.at, &condition), &mut own).unwrap_or_default();
    for demands in &ways {
        let solution = solve(demands, answers, &recording.is_input, &mut own);
        if let Ok(Some(solution)) = solution
            && !found.contains(&solution)
        {
            found.push(solution);
        }
    }
    // One step more than it took, so that a walk that was cut short by the end of a share is not taken for done.
    hunt.budget.spend(own.spent() + 1)?;
    Ok(found)
}

/// Lists of answers that may fail along the path of a counterexample, each answer as short as the path allows.
pub(crate) fn along(hunt: &mut Hunt<'_>, found: &Counterexample) -> Result<Vec<Vec<Value>>, Exhausted> {
    let mut recording = record(hunt, &found.inputs)?;
    let at = found.path.len() - 1;
    if at >= recording.steps.len() {
        return Ok(Vec::new());
    }
    // A solution keeps what it can of the answers, so it is given the shortest ones to keep.
    for answer in &mut recording.run.answers {
        *answer = match answer {
            Value::Str(_) => Value::Str(Vec::new()),
            Value::Int(_) => Value::Int(0),
            Value::Bool(_) => Value::Bool(false),
        };
    }
    let turn = (recording.steps[at].site, false, 0);
    let influence = Influence::of(hunt.program, &recording);
    let free: Answers = (0..recording.run.answers.len()).collect();
    let path = Path { recording: &recording, influence: &influence, free: &free };
    change(hunt, path, &Target { at, turn, is_goal: true })
}

/// The condition that must hold before the step of a target.
fn condition_of(program: &Program, recording: &Recording, target: &Target) -> Condition {
    let (Action::Assert(_, condition) | Action::Assume(condition) | Action::Branch(condition, _)) =
        action(program, recording.steps[target.at].site)
    else {
        panic!("a target is a step with a condition");
    };
    let (_, outcome, _) = target.turn;
    if outcome { condition.clone() } else { condition.clone().negated() }
}

/// What may be wanted of a run, goals first, then the branches that were turned least.
fn targets(hunt: &Hunt<'_>, recording: &Recording, tries: &BTreeMap<Turn, u32>) -> Vec<Target> {
    let mut counts: BTreeMap<Site, u32> = BTreeMap::new();
    let mut targets = Vec::new();
    for (at, step) in recording.steps.iter().enumerate() {
        let site = step.site;
        let count = counts.entry(site).or_default();
        *count += 1;
        if *count > MOST_TURNS {
            continue;
        }
        let count = *count;
        let mut want = |outcome: bool, is_goal: bool| {
            targets.push(Target { at, turn: (site, outcome, count), is_goal });
        };
        match action(hunt.program, site) {
            Action::Assert(id, _) if hunt.is_open(*id) => want(false, true),
            Action::Assume(_) => {
                let last = at + 1 == recording.steps.len();
                if last && recording.run.outcome == Outcome::AssumptionFailed {
                    want(true, false);
                }
            }
            Action::Branch(_, label) => {
                let Some(next) = recording.steps.get(at + 1) else { continue };
                let taken = next.site.label == *label && next.call == step.call;
                want(!taken, false);
            }
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assert(..)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => {}
        }
    }
    let count = |target: &Target| tries.get(&target.turn).copied().unwrap_or(0);
    targets.retain(|target| count(target) < if target.is_goal { TRIES.0 } else { TRIES.1 });
    targets.sort_by_key(|target| (!target.is_goal, count(target)));
    targets
}
