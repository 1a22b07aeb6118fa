//! Native strings in Spacer: an assertion of a program as clauses, solved by z3, and what may be claimed then.
//!
//! The clauses of one assertion are put into native form, made into large blocks and sliced. They are asked as they are,
//! and with comparisons as memberships. A derivation becomes a run of the program, which whoever is told replays. A
//! solution of the blocks is filled up to one of every label, and claimed only after another process was asked about each
//! clause of the program as it was built: no block, no slice, no membership is trusted.

use automata::Budget;
use ir::{AssertId, Label, Program};
use verdict::counterexample::Counterexample;
use verdict::transcript::{Answered, Transcript};

use crate::build::Built;
use crate::op::PredicateId;
use crate::runs::{inputs, violation};
use crate::solve::{Answer, Solution, Solver, Unknown, applications, derive, recheck, solve, solve_keeping};
use crate::system::{Clause, HornSystem};
use crate::transform::{WayBack, complete, fill, inline, slice, to_membership, to_native};

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

/// The solvers that answer and check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvers {
    /// Finds solutions and derivations.
    pub finder: Solver,
    /// Checks solutions, in another process.
    pub checker: Solver,
}

/// The forms in which clauses are asked, in turn. Profiles, which need no solver, belong before them.
const FORMS: [(&str, Form, Search); 3] = [
    ("native strings", Form::Native, Search::Keeping),
    ("native strings and the solver's own transforms", Form::Native, Search::Free),
    ("memberships", Form::Membership, Search::Keeping),
];

/// Claims what the clauses of a program say of an assertion, and logs what was tried.
pub fn claim(
    program: &Program,
    built: &Built,
    assertion: AssertId,
    solvers: &Solvers,
    (budget, log): (&mut Budget, &mut Vec<String>),
) -> Claim {
    let mut reason = "no form of the clauses was tried".to_owned();
    for (name, form, search) in FORMS {
        let answer = Question::of(built, assertion, form, budget).and_then(|mut question| {
            let answer = match search {
                Search::Keeping => solve_keeping(&mut question.blocks, &solvers.finder, budget)?,
                Search::Free => solve(&mut question.blocks, &solvers.finder, budget)?,
            };
            question.claim(answer, (program, built, assertion), solvers, budget)
        });
        match answer {
            Ok(claim) => {
                log.push(format!("clauses with {name}: answered"));
                return claim;
            }
            Err(why) => {
                log.push(format!("clauses with {name}: {why}"));
                reason = why.to_string();
            }
        }
    }
    Claim::Unknown(reason)
}

/// A form in which clauses are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Native,
    Membership,
}

/// Whether z3 may take predicates away before it searches. If it does, it finds more, but its definitions may have
/// quantifiers, which nothing here reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    Keeping,
    Free,
}

/// The clauses of an assertion, as they were built and as large blocks.
struct Question {
    /// One predicate a label, in native form.
    whole: HornSystem,
    blocks: HornSystem,
    /// From the blocks to the whole, the last step first.
    back: [WayBack; 2],
}

impl Question {
    fn of(built: &Built, assertion: AssertId, form: Form, budget: &mut Budget) -> Result<Question, Unknown> {
        let spent = |spent: automata::Exhausted| Unknown::because(spent.to_string());
        let whole = to_native(&built.system.asking(assertion));
        let (inlined, from_inlined) = inline(&whole, budget).map_err(spent)?;
        let (mut blocks, from_sliced) = slice(&inlined);
        if form == Form::Membership {
            blocks = to_membership(&blocks, budget).map_err(spent)?;
        }
        Ok(Question { whole, blocks, back: [from_sliced, from_inlined] })
    }

    /// What may be claimed when the solver answers for the blocks.
    fn claim(
        self,
        answer: Answer,
        (program, built, assertion): (&Program, &Built, AssertId),
        solvers: &Solvers,
        budget: &mut Budget,
    ) -> Result<Claim, Unknown> {
        match answer {
            Answer::Safe(_) if built.misses_characters => {
                Err(Unknown::because("the program tells characters apart that solvers do not have"))
            }
            Answer::Safe(solution) => {
                self.confirmed(&solution, solvers, budget).map(|holds| Claim::Holds(Box::new(holds)))
            }
            Answer::Unsafe => {
                let mut system = self.blocks;
                let derivation = derive(&mut system, &solvers.finder, budget)?;
                let steps = applications(&mut system, &derivation, &solvers.finder, budget)?;
                let inputs = inputs(&system, &steps)
                    .ok_or_else(|| Unknown::because("a value of the derivation is too large"))?;
                violation(program, assertion, inputs).map(Claim::Violated)
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
        let Question { mut whole, blocks, back } = self;
        // The blocks were made from the whole, so their table begins with that of the whole.
        (whole.terms, whole.languages) = (blocks.terms, blocks.languages);
        let known = back.iter().fold(solution.clone(), |known, way| way.solution(&mut whole.terms, &known));
        let guess =
            complete(&mut whole, &known, budget).map_err(|spent| Unknown::because(spent.to_string()))?;
        if let Ok(said) = recheck(&mut whole, &guess, &solvers.checker) {
            return Ok(Holds::of(whole, guess, said, solvers));
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
        let said = recheck(&mut whole, &solution, &solvers.checker)?;
        Ok(Holds::of(whole, solution, said, solvers))
    }
}

impl Holds {
    fn of(system: HornSystem, solution: Solution, said: Vec<String>, solvers: &Solvers) -> Holds {
        let transcript = Transcript {
            found_by: solvers.finder.name.clone(),
            checked_by: solvers.checker.name.clone(),
            clauses: system.clauses.iter().zip(said).map(answered).collect(),
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
