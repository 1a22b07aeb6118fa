//! A search on its way: which assertions are still to fall, and what the runs so far have seen.
//!
//! Every run goes through [`Hunt::run`], which keeps what violates an open goal, remembers the answers of runs that
//! went where none had gone, and takes the steps from the budget.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};
use ir::interp::{Allowed, Limits, Oracle, Replay, Request, Run, Site, Value, Violation, run, run_observed};
use ir::{AssertId, Program, StrVar};
use verdict::counterexample::{Counterexample, replay};

use crate::pool::Pool;
use crate::settings::Settings;

/// A step from one site to the next, and how often a run took it, in powers of two.
type Edge = (Site, Site, u32);

/// How much of runs is remembered, by what they cost.
const ROOM: u64 = 1 << 22;

/// A way to search, which can go on where it was.
pub(crate) trait Method {
    /// Searches until the budget of the hunt is spent, its goals have fallen or nothing is left to try.
    fn search(&mut self, hunt: &mut Hunt<'_>, pool: &Pool<'_>) -> Result<(), Exhausted>;
}

/// A search on its way.
pub(crate) struct Hunt<'p> {
    pub(crate) program: &'p Program,
    pub(crate) settings: &'p Settings,
    /// What the method at work may still spend.
    pub(crate) budget: Budget,
    /// What has been found, one for each goal.
    pub(crate) found: BTreeMap<AssertId, Counterexample>,
    /// The answers of runs that went somewhere new.
    pub(crate) corpus: Vec<Vec<Value>>,
    open: BTreeSet<AssertId>,
    seen: BTreeSet<Edge>,
    /// How much may still be remembered.
    room: u64,
}

impl<'p> Hunt<'p> {
    pub(crate) fn new(program: &'p Program, goals: &[AssertId], settings: &'p Settings) -> Self {
        Hunt {
            program,
            settings,
            budget: Budget::steps(0),
            found: BTreeMap::new(),
            corpus: Vec::new(),
            open: goals.iter().copied().collect(),
            seen: BTreeSet::new(),
            room: ROOM,
        }
    }

    /// Whether every goal has fallen.
    pub(crate) fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// How many goals have not fallen.
    pub(crate) fn goals_left(&self) -> u64 {
        self.open.len() as u64
    }

    /// Whether the assertion is a goal that has not fallen.
    pub(crate) fn is_open(&self, assertion: AssertId) -> bool {
        self.open.contains(&assertion)
    }

    /// Makes a run and keeps what is new about it.
    pub(crate) fn run(&mut self, oracle: &mut dyn Oracle) -> Result<Run, Exhausted> {
        let mut work = 0;
        let run = run_observed(self.program, oracle, self.settings.limits, &mut |site, frame| {
            let count = self.program.procedures[site.procedure.index()].strings.len() as u32;
            work += (0..count).map(|var| frame.string(StrVar(var)).len() as u64).sum::<u64>();
        });
        for violation in &run.violations {
            if self.open.contains(&violation.assertion)
                && let Some(counterexample) = cut(self.program, self.settings.limits, &run, *violation)
            {
                self.open.remove(&violation.assertion);
                self.found.insert(violation.assertion, counterexample);
            }
        }
        let room = self.room.checked_sub(cost(&run));
        if let Some(room) = room.filter(|_| self.is_new(&run)) {
            self.room = room;
            self.corpus.push(run.answers.clone());
        }
        // A step takes time in proportion to the strings that it reads and writes.
        self.budget.spend(cost(&run) + work / 32)?;
        Ok(run)
    }

    /// Makes the run of a list of answers; one that is not allowed or missing is replaced by one that is.
    pub(crate) fn run_script(&mut self, answers: &[Value], pool: &Pool<'_>) -> Result<Run, Exhausted> {
        let mut at = 0;
        self.run(&mut |request: &Request<'_>| {
            at += 1;
            fitting(request, answers.get(at - 1), pool)
        })
    }

    fn is_new(&mut self, run: &Run) -> bool {
        let mut counts: BTreeMap<(Site, Site), u32> = BTreeMap::new();
        for pair in run.path.windows(2) {
            *counts.entry((pair[0], pair[1])).or_default() += 1;
        }
        let before = self.seen.len();
        self.seen.extend(counts.into_iter().map(|((from, to), count)| (from, to, count.ilog2())));
        self.seen.len() > before || self.corpus.is_empty()
    }
}

/// What a run costs: its steps, and the characters it was given.
pub(crate) fn cost(run: &Run) -> u64 {
    let characters = |value: &Value| match value {
        Value::Str(word) => word.len(),
        Value::Int(_) | Value::Bool(_) => 1,
    };
    (16 + run.path.len() + run.answers.iter().map(characters).sum::<usize>()) as u64
}

/// The run up to a violation as a counterexample, once replayed.
pub(crate) fn cut(
    program: &Program,
    limits: Limits,
    found: &Run,
    violation: Violation,
) -> Option<Counterexample> {
    let steps = violation.step + 1;
    let mut answers = Replay::new(found.answers.iter().cloned());
    let part = run(program, &mut answers, Limits { steps, ..limits });
    let counterexample =
        Counterexample { assertion: violation.assertion, inputs: part.answers, path: part.path };
    replay(program, &counterexample, limits).ok().map(|()| counterexample)
}

/// The wish where it is allowed, else something near it or the first of the pool.
fn fitting(request: &Request<'_>, wish: Option<&Value>, pool: &Pool<'_>) -> Option<Value> {
    let allowed = &request.allowed;
    if let Some(wish) = wish.filter(|wish| allowed.contains(wish)) {
        return Some(wish.clone());
    }
    if let (Allowed::Word { longest: Some(longest), .. }, Some(Value::Str(word))) = (allowed, wish) {
        let length = word.len().min(usize::try_from(*longest).unwrap_or(usize::MAX));
        let shorter = Value::Str(word[..length].to_vec());
        if allowed.contains(&shorter) {
            return Some(shorter);
        }
    }
    pool.option(allowed, &[], 0)
}
