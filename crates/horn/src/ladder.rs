//! The ladder: ways to answer for a system, one after the other, until a claim of one is confirmed.
//!
//! First what needs no solver, then what a solver finds soonest [HRS19 §4 leaves the order open; `docs/encodings.md` has the
//! measurement behind this one]. Each rung has its time, so that none takes that of the others. What a rung claims is
//! checked against the system as it was read; a claim that is not confirmed is a reason to go on.

use std::time::Duration;

use automata::Budget;

use crate::attempt::{Found, Strategy, attempt};
use crate::checked::{Checked, confirmed, replayed};
use crate::encode::{Ghosts, Order, StringEncoding, Style, Unwinding};
use crate::smt::{formula, names};
use crate::solve::{Solution, Solver, Unknown};
use crate::sort::Sort;
use crate::system::{HornSystem, Variable};

/// The solvers that answer and check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvers {
    /// Finds solutions and derivations.
    pub finder: Solver,
    /// Check solutions, each in another process: the first must confirm one, the others may refute it.
    pub checkers: Vec<Solver>,
}

impl Solvers {
    /// The work of all of them, as the time that it takes a usual machine.
    pub fn time(&self) -> Duration {
        self.finder.work.time() + self.checkers.iter().map(|checker| checker.work.time()).sum::<Duration>()
    }
}

/// With what a system is decided.
#[derive(Clone, Debug)]
pub struct Means {
    /// The solvers, or why there are none.
    pub solvers: Result<Solvers, String>,
    /// The only way to be tried, if one is asked for.
    pub only: Option<Strategy>,
    /// The time after which no further rung is begun, as solvers count it.
    pub whole: Duration,
}

/// A system decided.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The verdict.
    pub checked: Checked,
    /// The rung that claimed it.
    pub strategy: Strategy,
    /// For a safe system what each predicate was found to be within, in SMT-LIB.
    pub facts: Vec<String>,
}

/// A rung: a way, and the part of the time for one question that it gets, in sixths.
pub type Rung = (Strategy, u32);

const GHOSTS: StringEncoding = StringEncoding {
    characters: crate::encode::Characters::Integers,
    order: Order::Last,
    style: Style::Recursive,
    unwinding: Unwinding::Short,
    sharing: crate::encode::Sharing::Shared,
    ghosts: Ghosts::Alone,
};

const LISTS: StringEncoding = StringEncoding { order: Order::Variable, ghosts: Ghosts::Profiles, ..GHOSTS };

/// The rungs in the order in which they are tried.
pub const RUNGS: [Rung; 10] = [
    (Strategy::Profiles, 0),
    (Strategy::Samples, 0),
    (Strategy::Native, 2),
    (Strategy::Learned, 3),
    // Many small questions in one, so it gets more.
    (Strategy::Lemmas, 12),
    (Strategy::Free, 2),
    (Strategy::Membership, 2),
    (Strategy::Encoded(GHOSTS), 3),
    (Strategy::Encoded(LISTS), 3),
    (Strategy::Free, 6),
];

/// Decides a system, and logs what each rung came to.
///
/// # Errors
/// Why the last rung left it open, or why no solver was asked.
pub fn decide(
    system: &HornSystem,
    means: &Means,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Decided, Unknown> {
    let time = || means.solvers.as_ref().map_or(Duration::ZERO, Solvers::time);
    let before = time();
    let mut reason = Unknown::because("there is no query, so nothing is asked");
    if system.clauses.iter().all(|clause| clause.head.atom().is_some()) {
        return Err(reason);
    }
    let only = means.only.map(|only| vec![(only, 6)]);
    for (strategy, sixths) in only.unwrap_or_else(|| RUNGS.to_vec()) {
        if time() > before + means.whole {
            log.push("the time for solvers was spent".to_owned());
            break;
        }
        let outcome = rung(system, means, (strategy, sixths), (budget, log));
        match outcome {
            Ok((checked, facts)) => {
                log.push(format!("{strategy}: decided and confirmed by the {}", checked.checked_by()));
                return Ok(Decided { checked, strategy, facts });
            }
            Err(why) => {
                log.push(format!("{strategy}: {why}"));
                reason = why;
            }
        }
    }
    Err(reason)
}

/// Tries one way, and has its claim checked.
fn rung(
    system: &HornSystem,
    means: &Means,
    (strategy, sixths): Rung,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<(Checked, Vec<String>), Unknown> {
    // A way takes few steps or has no end.
    let mut own = Budget::steps(budget.left() / 8);
    let mut changed = system.clone();
    let finder = match &means.solvers {
        Ok(solvers) => Ok(within(&solvers.finder, sixths)),
        Err(why) => Err(Unknown::because(why.clone())),
    };
    let found = attempt(&mut changed, strategy, finder.as_ref().map_err(Clone::clone), (&mut own, log));
    let spent = budget.spend(own.spent()).map_err(|spent| Unknown::because(spent.to_string()));
    match (found?, spent?) {
        (Found::Unsafe(derivation), ()) => Ok((replayed(system, derivation)?, Vec::new())),
        (Found::Safe(solution), ()) => {
            // Terms may have been added; the clauses are those that were read.
            changed.clauses.clone_from(&system.clauses);
            let others = means.solvers.as_ref().map_or(&[][..], |solvers| &solvers.checkers);
            let checked = confirmed(&mut changed, &solution, others, &mut own)?;
            Ok((checked, facts(&changed, &solution)))
        }
    }
}

/// A solution in words: the predicates over names for their arguments, and what they are.
fn facts(system: &HornSystem, solution: &Solution) -> Vec<String> {
    let told = solution.definitions.iter().filter_map(|(id, definition)| {
        let predicate = system.predicate(*id);
        let variable = |(at, sort): (usize, &Sort)| Variable { name: format!("x{}", at + 1), sort: *sort };
        let variables: Vec<Variable> = predicate.sorts.iter().enumerate().map(variable).collect();
        let names = names(&variables);
        let all: Vec<&str> = names.values().map(String::as_str).collect();
        let formula = formula(system, *definition, &names).ok()?;
        Some(format!("{}({}) only if {formula}", predicate.name, all.join(", ")))
    });
    told.collect()
}

/// The solver with a part of its time, in sixths.
pub(crate) fn within(solver: &Solver, sixths: u32) -> Solver {
    let mut solver = solver.clone();
    solver.limits.wall = solver.limits.wall * sixths / 6;
    solver
}
