//! The ladder for a program: an assertion as clauses, answered in one way after the other, and what may be claimed then.
//!
//! The clauses of one assertion are put into native form, made into large blocks and sliced; then each way of
//! [`attempt`] is tried in the order of [`RUNGS`]. A derivation becomes a run of the program, which whoever is told
//! replays. A solution of the blocks is filled up to one of every label, and claimed only after another process was asked
//! about each clause of the program as it was built: no block, no slice, no lemma, no encoding is trusted.

use automata::Budget;
use ir::interp::Limits;
use ir::{AssertId, Label, Program};
use verdict::counterexample::Counterexample;
use verdict::transcript::{Answered, Transcript};

use crate::attempt::{Found, Strategy, attempt};
use crate::build::Built;
use crate::ladder::{Means, RUNGS, Rung, Solvers, within};
use crate::lemmas::{conjoined, strengthened};
use crate::op::PredicateId;
use crate::profiles::{answers, fails};
use crate::solve::{Answer, Confirmed, Solution, Unknown, recheck, solve_keeping};
use crate::system::{Clause, HornSystem};
use crate::transform::{WayBack, complete, fill, inline, slice, to_native};

/// What is claimed of an assertion.
#[derive(Clone, Debug)]
pub enum Claim {
    /// This run violates it.
    Violated(Counterexample),
    /// It holds: every clause of the program was confirmed for a solution.
    Holds(Box<Holds>),
    /// Nothing, for this reason.
    Unknown(String),
}

/// A solution of the clauses of a program, one predicate a label, and what was said of it.
#[derive(Clone, Debug)]
pub struct Holds {
    /// The clauses.
    pub system: HornSystem,
    /// The definitions, over the variables that are live at each label.
    pub solution: Solution,
    /// What a solver was asked about the clauses, and said.
    pub transcript: Transcript,
}

/// Claims what the clauses of a program say of an assertion, and logs what was tried. Where lemmas are used, what somebody
/// else knows of labels is too; it need not be true, since the recheck does not trust it.
pub fn claim(
    program: &Program,
    known: (&Built, &Solution),
    assertion: AssertId,
    means: &Means,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Claim {
    let solvers = match &means.solvers {
        Ok(solvers) => solvers,
        Err(why) => return Claim::Unknown(why.clone()),
    };
    let before = solvers.time();
    let mut reason = "no way to answer for the clauses was tried".to_owned();
    for rung in rungs(means.only) {
        if solvers.time() > before + means.whole {
            log.push("the time for solvers was spent".to_owned());
            break;
        }
        let answer = one(program, known, assertion, (rung, solvers), (budget, log));
        match answer {
            Ok(claim) => {
                log.push(format!("{}: answered", rung.0));
                return claim;
            }
            Err(why) => {
                log.push(format!("{}: {why}", rung.0));
                reason = why.to_string();
            }
        }
    }
    Claim::Unknown(reason)
}

/// The one rung that is asked for, or those that ask a solver: for the others programs have engines of their own.
fn rungs(only: Option<Strategy>) -> Vec<Rung> {
    let needs_solver = |rung: &Rung| !matches!(rung.0, Strategy::Profiles | Strategy::Samples);
    match only {
        Some(only) => vec![(only, 6)],
        None => RUNGS.into_iter().filter(needs_solver).collect(),
    }
}

/// Tries one way.
fn one(
    program: &Program,
    (built, known): (&Built, &Solution),
    assertion: AssertId,
    ((strategy, sixths), solvers): (Rung, &Solvers),
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Result<Claim, Unknown> {
    let nothing = Solution::default();
    let known = if strategy == Strategy::Lemmas { known } else { &nothing };
    let mut question = if strategy.makes_blocks() {
        Question::unblocked(built, assertion)
    } else {
        Question::of(built, known, assertion, budget)?
    };
    let finder = within(&solvers.finder, sixths);
    let mut own = Budget::steps(budget.left() / 8);
    let found = attempt(&mut question.blocks, strategy, Ok(&finder), (&mut own, log));
    budget.spend(own.spent()).map_err(|spent| Unknown::because(spent.to_string()))?;
    question.claim(found?, (program, built, assertion), solvers, budget)
}

/// The clauses of an assertion, as they were built and as large blocks.
struct Question {
    /// One predicate a label, in native form.
    whole: HornSystem,
    /// The large blocks, with the lemmas conjoined.
    blocks: HornSystem,
    lemmas: Solution,
    /// From the blocks to the whole, the last step first.
    back: Vec<WayBack>,
}

impl Question {
    fn of(
        built: &Built,
        lemmas: &Solution,
        assertion: AssertId,
        budget: &mut Budget,
    ) -> Result<Question, Unknown> {
        let spent = |spent: automata::Exhausted| Unknown::because(spent.to_string());
        let whole = to_native(&built.system.asking(assertion));
        let (inlined, from_inlined) =
            inline(&conjoined(&whole, &at_loops(&whole, lemmas)), budget).map_err(spent)?;
        let (blocks, from_sliced) = slice(&inlined);
        Ok(Question { whole, blocks, lemmas: lemmas.clone(), back: vec![from_sliced, from_inlined] })
    }

    /// The clauses as they were built, in the place of blocks.
    fn unblocked(built: &Built, assertion: AssertId) -> Question {
        let whole = to_native(&built.system.asking(assertion));
        Question { blocks: whole.clone(), whole, lemmas: Solution::default(), back: Vec::new() }
    }

    /// What may be claimed when the blocks are answered for.
    fn claim(
        self,
        found: Found,
        (program, built, assertion): (&Program, &Built, AssertId),
        solvers: &Solvers,
        budget: &mut Budget,
    ) -> Result<Claim, Unknown> {
        match found {
            Found::Safe(_) if built.misses_characters => {
                Err(Unknown::because("the program tells characters apart that solvers do not have"))
            }
            Found::Safe(solution) => {
                self.confirmed(&solution, solvers, budget).map(|holds| Claim::Holds(Box::new(holds)))
            }
            Found::Unsafe(derivation) => {
                let answers = answers(&self.blocks, &derivation)
                    .ok_or_else(|| Unknown::because("a value of the derivation is too large"))?;
                let run = fails(program, assertion, answers, Limits::default());
                let other = || Unknown::because("the derivation found is not a run of the program");
                run.map(Claim::Violated).ok_or_else(other)
            }
        }
    }

    /// A solution of the blocks made one of every label, and confirmed clause by clause. What lies between the blocks is
    /// guessed, and if the guess is not confirmed, the solver is asked for it.
    fn confirmed(
        self,
        solution: &Solution,
        solvers: &Solvers,
        budget: &mut Budget,
    ) -> Result<Holds, Unknown> {
        let Question { mut whole, blocks, lemmas, back } = self;
        // The blocks were made from the whole, so their table begins with that of the whole.
        (whole.terms, whole.languages) = (blocks.terms, blocks.languages);
        let known = back.iter().fold(solution.clone(), |known, way| way.solution(&mut whole.terms, &known));
        let known = strengthened(&mut whole, &known, &lemmas);
        let guess =
            complete(&mut whole, &known, budget).map_err(|spent| Unknown::because(spent.to_string()))?;
        let guess = strengthened(&mut whole, &guess, &lemmas);
        if let Ok(confirmed) = recheck(&mut whole, &guess, &solvers.checkers) {
            return Ok(Holds::of(whole, guess, confirmed, solvers));
        }
        let (mut rest, way) = fill(&whole, &known);
        let between = match solve_keeping(&mut rest, &solvers.finder, budget) {
            Ok(Answer::Safe(between)) => between,
            Ok(Answer::Unsafe) => return Err(Unknown::because("the solution found does not hold")),
            Err(why) => return Err(Unknown::because(format!("{why} for what holds between loops"))),
        };
        (whole.terms, whole.languages) = (rest.terms, rest.languages);
        let mut solution = way.solution(&mut whole.terms, &between);
        solution.definitions.extend(known.definitions);
        let confirmed = recheck(&mut whole, &solution, &solvers.checkers)?;
        Ok(Holds::of(whole, solution, confirmed, solvers))
    }
}

/// The lemmas of the labels on both sides of a way back. The blocks are between such labels, and elsewhere lemmas would
/// make them long.
fn at_loops(system: &HornSystem, lemmas: &Solution) -> Solution {
    let mut kept = Solution::default();
    for clause in &system.clauses {
        let Some(head) = clause.head.atom().map(|atom| atom.predicate) else { continue };
        for from in clause.body.iter().map(|atom| atom.predicate).filter(|from| head <= *from) {
            let both = [head, from].into_iter();
            kept.definitions.extend(both.filter_map(|id| Some((id, *lemmas.definitions.get(&id)?))));
        }
    }
    kept
}

impl Holds {
    fn of(system: HornSystem, solution: Solution, confirmed: Confirmed, solvers: &Solvers) -> Holds {
        let transcript = Transcript {
            found_by: solvers.finder.name.clone(),
            checked_by: confirmed.by,
            clauses: system.clauses.iter().zip(confirmed.said).map(answered).collect(),
        };
        Holds { system, solution, transcript }
    }
}

/// What was said of a clause of a program, whose predicates are its labels.
fn answered((clause, said): (&Clause, String)) -> Answered {
    let from = clause.trace.first().map(|step| step.label);
    let to = clause.head.atom().map(|atom| label_of(atom.predicate));
    Answered { from, to, said }
}

fn label_of(predicate: PredicateId) -> Label {
    Label(predicate.0)
}
