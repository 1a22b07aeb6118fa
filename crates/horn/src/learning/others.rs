//! Second opinions: string solvers asked about a clause that the teacher leaves open [HRS19 §3.3].
//!
//! Each is asked in a process of its own whether some values break the clause. If one says yes and another no, nothing is
//! known and that is told. Values that are claimed count only when our own evaluation finds that they break the clause. A
//! *no* is a reason to go on and never a proof: what is learned with it is judged by the checker as anything else.

use std::time::Duration;

use automata::{Automaton, Budget, Exhausted};

use super::define::{definitions, member};
use super::teacher::{Judgement, Teacher};
use crate::op::Op;
use crate::smt::LAST;
use crate::solve::{Formula, Solver, Unknown, broken};
use crate::sort::Sort;
use crate::system::{HornSystem, Variable};
use crate::terms::{TermId, Var};
use crate::transform::to_native;

/// The steps that one question may take to be written and its answer to be read.
const STEPS: u64 = 5_000_000;

/// Whoever else may be asked.
pub struct Others {
    solvers: Vec<Solver>,
    /// What is to be told: who is missing, who contradicts whom, whose values are wrong. Each once.
    notes: Vec<String>,
    whole: Duration,
}

impl Others {
    /// Solvers, or for each why it is not there; after so much time nobody is asked any more.
    pub fn new(found: Vec<Result<Solver, String>>, whole: Duration) -> Others {
        let mut others = Others { solvers: Vec::new(), notes: Vec::new(), whole };
        for solver in found {
            match solver {
                Ok(solver) => others.solvers.push(solver),
                Err(why) => others.note(why),
            }
        }
        others
    }

    /// What happened that a reader should know; only after somebody was asked.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// What is said of a clause and a candidate when all are asked.
    pub fn judge(&mut self, teacher: &Teacher, clause: usize, candidate: &[Automaton]) -> Judgement {
        let mut budget = Budget::steps(STEPS);
        match Question::new(teacher, clause, candidate, &mut budget) {
            Ok(question) => self.decide(question, (teacher, clause, candidate), &mut budget),
            Err(why) => {
                self.note(format!("clause {} cannot be asked: {why}", clause + 1));
                Judgement::Open
            }
        }
    }

    fn decide(
        &mut self,
        mut question: Question,
        (teacher, clause, candidate): (&Teacher, usize, &[Automaton]),
        budget: &mut Budget,
    ) -> Judgement {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for solver in self.solvers.clone() {
            if self.solvers.iter().map(|solver| solver.work.time()).sum::<Duration>() > self.whole {
                self.note("the time for second opinions was spent".to_owned());
                return Judgement::Open;
            }
            match question.formula.can_be_true(&solver) {
                Ok(true) => yes.push(solver),
                Ok(false) => no.push(solver),
                Err(why) => self.note(why.to_string()),
            }
        }
        match (yes.as_slice(), no.as_slice()) {
            ([one, ..], [other, ..]) => {
                self.note(format!(
                    "{} and {} contradict each other on clause {}",
                    one.name,
                    other.name,
                    clause + 1
                ));
                Judgement::Open
            }
            ([], []) => Judgement::Open,
            ([], [_]) => {
                self.note(format!("clause {} rests on one opinion; the checker decides", clause + 1));
                Judgement::Holds
            }
            ([], _) => Judgement::Holds,
            (_, []) => self.sample(&mut question, &yes, (teacher, clause, candidate), budget),
        }
    }

    /// Values by one of the solvers that break the clause.
    fn sample(
        &mut self,
        question: &mut Question,
        solvers: &[Solver],
        (teacher, clause, candidate): (&Teacher, usize, &[Automaton]),
        budget: &mut Budget,
    ) -> Judgement {
        for solver in solvers {
            match question.formula.values(&mut question.system, solver, budget) {
                Ok(mut values) => {
                    values.split_off(&Var(question.own));
                    if teacher.breaks(clause, candidate, &values) {
                        return Judgement::Fails(values);
                    }
                    self.note(format!("values of {} do not break clause {}", solver.name, clause + 1));
                }
                Err(why) => self.note(why.to_string()),
            }
        }
        Judgement::Open
    }

    fn note(&mut self, what: String) {
        if !self.notes.contains(&what) {
            self.notes.push(what);
        }
    }
}

/// A clause with a candidate in the place of its predicates, as a formula that is true when it is broken.
struct Question {
    system: HornSystem,
    formula: Formula,
    /// How many variables are the clause's own; the others stand for results that solvers do not know.
    own: u32,
}

impl Question {
    fn new(
        teacher: &Teacher,
        clause: usize,
        candidate: &[Automaton],
        budget: &mut Budget,
    ) -> Result<Question, Unknown> {
        let spent = |spent: Exhausted| Unknown::because(spent.to_string());
        let mut system = teacher.system().clone();
        let own = system.clauses[clause].variables.len() as u32;
        system.clauses = vec![system.clauses[clause].clone()];
        system = to_native(&system);
        let solution = definitions(&mut system, teacher.layout(), candidate, budget).map_err(spent)?;
        let solution = solution.ok_or_else(|| Unknown::because("the candidate has too many cases"))?;
        let asked = system.clauses[0].clone();
        let broken = broken(&mut system, &solution, &asked).expect("every predicate has a definition");
        let mut parts = vec![broken];
        parts.extend(within(&mut system, teacher, &asked.variables, budget).map_err(spent)?);
        let condition = system.terms.app(Op::And, &parts);
        let formula = Formula::new(&system, condition, &asked.variables)?;
        Ok(Question { system, formula, own })
    }
}

/// That strings have no other characters than those of the teacher.
fn within(
    system: &mut HornSystem,
    teacher: &Teacher,
    variables: &[Variable],
    budget: &mut Budget,
) -> Result<Vec<TermId>, Exhausted> {
    let alphabet = teacher.layout().strings();
    if alphabet.last() >= LAST {
        return Ok(Vec::new());
    }
    let all = Automaton::class(system.alphabet, &alphabet.all()).star(budget)?;
    let mut parts = Vec::new();
    for (at, variable) in (0..).map(Var).zip(variables).filter(|(_, variable)| variable.sort == Sort::Str) {
        let string = system.terms.var(at, variable.sort);
        parts.push(member(system, string, &all, budget)?);
    }
    Ok(parts)
}
