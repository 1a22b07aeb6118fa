//! Systems of clauses answered by learning: an invariant of all of them, or else languages that help whoever goes on.
//!
//! Where languages of words do not suffice, since integers or lengths have their part in it, some queries can still be
//! excluded by strings. A derivation that is no run shows which cannot: that query is set aside, and learning goes on with
//! the others. Their invariant, and the interpolants along such derivations, are languages that no test of the system
//! has. As ghosts of an encoding ([`encode`](crate::encode)) they let a solver go on with lengths and integers beside them
//! [HRS19 §3.3]: the invariant is a lemma, which holds by itself.

use automata::{Automaton, Budget, Exhausted};

use super::cuts::{Between, Joint};
use super::define::definitions;
use super::refine::{Effort, Outcome, Second, Settings, refine};
use super::teacher::Teacher;
use super::tuple::{Kept, Layout};
use super::unfold::Unfolded;
use crate::literals::{Literal, Parts, parts};
use crate::op::Op;
use crate::solve::Solution;
use crate::system::{Clause, HornSystem};

/// The most queries that one is split into.
const MOST_QUERIES: usize = 16;
/// The most languages that become ghosts, and the most states of one.
const MOST_LANGUAGES: usize = 3;
const MOST_STATES: usize = 8;

/// Exact where it finds something: learned definitions that satisfy all clauses. Logs what was tried.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn learned_solution(
    system: &mut HornSystem,
    second: &mut Second<'_>,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Option<Solution>, Exhausted> {
    let mut before: Option<Layout> = None;
    for kept in [Kept::Related, Kept::Counted, Kept::Strings, Kept::Integers] {
        let layout = Layout::new(system, system.alphabet, kept);
        if before.as_ref() == Some(&layout) {
            continue;
        }
        before = Some(layout.clone());
        let teacher = Teacher::new(system, layout.clone(), budget)?;
        let (outcome, effort) = refine(&teacher, Settings::default(), second, budget)?;
        log.push(format!("learning: {}", worded(&outcome, effort)));
        if let Outcome::Invariant(languages) = outcome {
            return definitions(system, &layout, &languages, budget);
        }
    }
    Ok(None)
}

/// What strings alone say of a system.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Definitions that satisfy all clauses but the queries that were set aside.
    pub lemmas: Solution,
    /// Interpolants along derivations that are no runs, the smallest first.
    pub interpolants: Vec<Automaton>,
}

/// What strings can exclude: a query that they cannot is set aside. `None` when they exclude nothing. Logs how that was
/// found.
///
/// # Errors
/// [`Exhausted`] when the budget is spent.
pub fn lesson(
    system: &mut HornSystem,
    second: &mut Second<'_>,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Option<Lesson>, Exhausted> {
    let mut asked = apart(system);
    let mut found = Vec::new();
    while asked.clauses.iter().any(|clause| clause.head.atom().is_none()) {
        let layout = Layout::new(&asked, asked.alphabet, Kept::Related);
        let teacher = Teacher::new(&asked, layout.clone(), budget)?;
        let (outcome, effort) = refine(&teacher, Settings::default(), second, budget)?;
        log.push(format!("strings alone: {}", worded(&outcome, effort)));
        let steps = match outcome {
            Outcome::Invariant(languages) => {
                let lemmas = definitions(system, &layout, &languages, budget)?;
                return Ok(lemmas.map(|lemmas| Lesson { lemmas, interpolants: chosen(found) }));
            }
            Outcome::Derivation(steps) => steps,
            Outcome::Open(_) => break,
        };
        let unfolded = Unfolded::new(&teacher, &steps);
        let Joint::Never = unfolded.joint(&teacher, second, budget)? else { break };
        let before = found.len();
        for (_, between) in unfolded.interpolants(&teacher, Settings::default(), second, budget)? {
            if let Between::Language { arguments, language, .. } = between
                && arguments.len() == 1
            {
                found.push(language);
            }
        }
        let count = found.len() - before;
        log.push(format!("that is no run: {count} interpolants along it, and its query is set aside"));
        let query = steps.last().expect("a derivation ends with a query").application.clause;
        asked.clauses.remove(query);
    }
    Ok((!found.is_empty()).then(|| Lesson { lemmas: Solution::default(), interpolants: chosen(found) }))
}

/// The languages that are worth a ghost, each once.
fn chosen(mut found: Vec<Automaton>) -> Vec<Automaton> {
    found.retain(|language| language.state_count() <= MOST_STATES && !language.is_any());
    found.sort_by_key(Automaton::state_count);
    found.dedup();
    found.truncate(MOST_LANGUAGES);
    found
}

fn worded(outcome: &Outcome, Effort { samples, rounds, .. }: Effort) -> String {
    let what = match outcome {
        Outcome::Invariant(languages) => {
            let states: Vec<String> =
                languages.iter().map(|language| language.state_count().to_string()).collect();
            format!("an invariant of {} states", states.join(" + "))
        }
        Outcome::Derivation(steps) => format!("a derivation of {} steps", steps.len()),
        Outcome::Open(why) => why.clone(),
    };
    format!("{what}, {samples} samples in {rounds} rounds")
}

/// Exact: the system with each query split into those that it is a choice of, as far as there are few.
fn apart(system: &HornSystem) -> HornSystem {
    let mut new = system.clone();
    new.clauses.clear();
    for clause in &system.clauses {
        if clause.head.atom().is_some() {
            new.clauses.push(clause.clone());
            continue;
        }
        for case in choices(system, clause) {
            let literal = |&(term, holds): &Literal| {
                if holds { term } else { new.terms.app(Op::Not, &[term]) }
            };
            let tests: Vec<_> = case.iter().map(literal).collect();
            let constraint = new.terms.app(Op::And, &tests);
            new.clauses.push(Clause { constraint, ..clause.clone() });
        }
    }
    new
}

/// The cases of a clause's constraint: lists of literals, one of which holds whenever it does.
fn choices(system: &HornSystem, clause: &Clause) -> Vec<Vec<Literal>> {
    let mut done = Vec::new();
    let mut open = vec![(Vec::new(), vec![(clause.constraint, true)])];
    while let Some((mut literals, mut left)) = open.pop() {
        let Some(literal) = left.pop() else {
            done.push(literals);
            continue;
        };
        match parts(&system.terms, literal) {
            Parts::All(parts) => {
                left.extend(parts);
                open.push((literals, left));
            }
            Parts::Any(choices) if open.len() + done.len() + choices.len() <= MOST_QUERIES => {
                let with = |choice: Vec<Literal>| (literals.clone(), [left.as_slice(), &choice].concat());
                open.extend(choices.into_iter().map(with));
            }
            Parts::Any(_) | Parts::Itself => {
                literals.push(literal);
                open.push((literals, left));
            }
        }
    }
    done
}
