//! The teacher: does a candidate respect a clause?
//!
//! A candidate is one language of words for each predicate. It respects a clause when all tuples that satisfy the body
//! and the constraint satisfy the head. The answer is exact wherever tests are memberships of rows of strings and
//! finite-state functions of them, and comparisons of sums of lengths and integers; a violation is always evaluated
//! before it is told. What lies outside is open, and somebody else may be asked.

use std::collections::BTreeMap;

use automata::{Automaton, Budget, Exhausted};
use learn::{Atom as Word, Sample, Unknown};

use super::answers::Answer;
use super::branches::branches;
use super::cases::Use;
use super::machines::{Machines, TableId};
use super::reading::{By, Question, Row, Segment, question};
use super::rows::{Candidates, chain};
use super::tuple::{Layout, Sign};
use super::walk::{Found, search};
use crate::op::PredicateId;
use crate::sort::Sort;
use crate::system::{Atom, Clause, HornSystem};
use crate::terms::Var;
use crate::value::{Value, evaluate};

/// What a teacher says of a candidate and a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is respected.
    Holds,
    /// It is not: with these values of the clause's variables the body holds and the head does not.
    Fails(BTreeMap<Var, Value>),
    /// Not known.
    Open,
}

/// A system made ready for questions about candidates.
pub struct Teacher {
    system: HornSystem,
    layout: Layout,
    /// For each clause its branches as questions; `None` when there are too many.
    questions: Vec<Option<Vec<Question>>>,
}

impl Teacher {
    /// A teacher of a system.
    ///
    /// # Errors
    /// [`Exhausted`] when a language outgrows the budget.
    pub fn new(system: &HornSystem, layout: Layout, budget: &mut Budget) -> Result<Teacher, Exhausted> {
        let mut system = system.clone();
        let mut questions = Vec::with_capacity(system.clauses.len());
        for clause in system.clauses.clone() {
            let Some(branches) = branches(&mut system, &clause) else {
                questions.push(None);
                continue;
            };
            let asked = branches.iter().map(|branch| question(&system, &layout, branch, budget));
            questions.push(Some(asked.collect::<Result<_, Exhausted>>()?));
        }
        Ok(Teacher { system, layout, questions })
    }

    /// The system.
    pub fn system(&self) -> &HornSystem {
        &self.system
    }

    /// How tuples are spelled.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether every question about the clauses is decided exactly.
    pub fn is_exact(&self) -> bool {
        self.questions
            .iter()
            .all(|asked| asked.iter().flatten().all(|question| question.exact) && asked.is_some())
    }

    /// Exact where it is not open: what is said of each clause, in order. The candidate has a language a predicate.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn judge(&self, candidate: &[Automaton], budget: &mut Budget) -> Result<Vec<Judgement>, Exhausted> {
        self.judge_from(candidate, candidate, budget)
    }

    /// The same when bodies are in one candidate and heads in another: does every clause lead from the one to the other?
    ///
    /// # Errors
    /// [`Exhausted`] when the budget is spent.
    pub fn judge_from(
        &self,
        bodies: &[Automaton],
        heads: &[Automaton],
        budget: &mut Budget,
    ) -> Result<Vec<Judgement>, Exhausted> {
        let mut machines = Machines::new(&self.system, &self.layout);
        let mut tables = |candidate: &[Automaton]| -> Vec<(TableId, Vec<bool>)> {
            candidate.iter().map(|language| machines.candidate(language)).collect()
        };
        let tables = Candidates { bodies: tables(bodies), heads: tables(heads) };
        let mut judgements = Vec::with_capacity(self.questions.len());
        for (clause, questions) in self.system.clauses.iter().zip(&self.questions) {
            let Some(questions) = questions else {
                judgements.push(Judgement::Open);
                continue;
            };
            let mut judgement = Judgement::Holds;
            for question in questions {
                let mut found = None;
                let mut accept = |answer: &Answer| {
                    let values = self.values(question, answer);
                    let violates =
                        values.as_ref().is_some_and(|values| self.violates(clause, (bodies, heads), values));
                    if violates {
                        found = values;
                    }
                    violates
                };
                match search(question, &tables, &mut machines, &mut accept, budget)? {
                    Found::None => continue,
                    Found::Open => judgement = Judgement::Open,
                    Found::Answer => {}
                }
                if let Some(values) = found {
                    judgement = Judgement::Fails(values);
                    break;
                }
            }
            judgements.push(judgement);
        }
        Ok(judgements)
    }

    /// The values of all variables of a clause: those that were replaced are computed.
    fn values(&self, question: &Question, answer: &Answer) -> Option<BTreeMap<Var, Value>> {
        let mut values = answer.clone();
        for &(var, term) in &question.defined {
            let value = evaluate(&self.system, &[term], answer)?.pop()?;
            values.insert(var, value);
        }
        Some(values)
    }

    /// Whether with these values the body of a clause holds under a candidate, and the head does not.
    pub(super) fn breaks(
        &self,
        clause: usize,
        candidate: &[Automaton],
        values: &BTreeMap<Var, Value>,
    ) -> bool {
        let strings = self.layout.strings();
        let fits = |value: &Value| match value {
            Value::Str(word) => word.iter().all(|&symbol| strings.contains(symbol)),
            Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Data(..) => true,
        };
        values.values().all(fits)
            && self.violates(&self.system.clauses[clause], (candidate, candidate), values)
    }

    /// Whether the body holds and the head does not.
    fn violates(
        &self,
        clause: &Clause,
        (bodies, heads): (&[Automaton], &[Automaton]),
        values: &BTreeMap<Var, Value>,
    ) -> bool {
        let holds = |atom: &Atom, candidate: &[Automaton]| {
            let word = self.word(atom, values)?;
            Some(candidate[atom.predicate.0 as usize].contains(&word.word))
        };
        evaluate(&self.system, &[clause.constraint], values) == Some(vec![Value::Bool(true)])
            && clause.body.iter().all(|atom| holds(atom, bodies) == Some(true))
            && clause.head.atom().is_none_or(|atom| holds(atom, heads) == Some(false))
    }

    /// The word of an atom under some values; `None` when it has none.
    fn word(&self, atom: &Atom, values: &BTreeMap<Var, Value>) -> Option<Word> {
        let arguments = evaluate(&self.system, &atom.arguments, values)?;
        let word = self.layout.word(atom.predicate, &arguments)?;
        Some(Word::new(Unknown(atom.predicate.0), word))
    }

    /// How the string arguments of body atoms are read by the heads of clauses.
    pub(super) fn uses(&self) -> Vec<Use> {
        let mut all = Vec::new();
        for question in self.questions.iter().flatten().flatten() {
            let candidates = question.rows.iter().filter_map(|row| match row.by {
                By::Candidate(predicate) => Some((predicate, row)),
                By::Test(_) => None,
            });
            let (bodies, heads): (Vec<_>, Vec<_>) = candidates.partition(|(_, row)| row.accepts);
            for (of, body) in bodies {
                for (argument, var) in self.arguments(of, &body.segments) {
                    all.extend(heads.iter().flat_map(|(by, head)| uses_in((of, argument), var, (*by, head))));
                }
            }
        }
        all
    }

    /// The arguments of a row that are variables by themselves.
    fn arguments(&self, predicate: PredicateId, row: &[Segment]) -> Vec<(usize, Var)> {
        let separator = Segment::Word(vec![self.layout.symbol(Sign::Separator)]);
        let parts = row.split(|segment| *segment == separator);
        let kept = self.layout.kept(predicate).iter().zip(parts);
        let alone = |((argument, sort), part): (&(usize, Sort), &[Segment])| match part {
            [Segment::Value(var)] if *sort == Sort::Str => Some((*argument, *var)),
            _ => None,
        };
        kept.filter_map(alone).collect()
    }

    /// What the learner is told when a clause fails with these values.
    pub fn sample(&self, clause: usize, values: &BTreeMap<Var, Value>) -> Option<Sample> {
        let clause = &self.system.clauses[clause];
        let body: Option<Vec<Word>> = clause.body.iter().map(|atom| self.word(atom, values)).collect();
        let head = match clause.head.atom() {
            Some(atom) => Some(self.word(atom, values)?),
            None => None,
        };
        Some(Sample { body: body?, head })
    }
}

/// How a row reads a variable that is an argument.
fn uses_in(of: (PredicateId, usize), var: Var, (by, row): (PredicateId, &Row)) -> Vec<Use> {
    let read = row.segments.iter().filter_map(|segment| chain(std::slice::from_ref(segment)));
    let own = read.filter(|(read, _)| *read == var);
    own.map(|(_, through)| Use { of, by, through: through.into_iter().cloned().collect() }).collect()
}
