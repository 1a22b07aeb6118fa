//! The checker: at each label one case holds always, when one holds at the entry and every action carries every
//! case over to one of the label that it goes on to.
//!
//! That is induction on the length of a run. Its first state satisfies a case at label 0. Let a state of a run satisfy a
//! case of its label, and let the run go on; then it goes on some way out of the action, under some disjunct of the
//! condition on that way, and the check of that case, way and disjunct says that the next state satisfies a case of
//! the next label. All cases, ways and disjuncts are checked, none is taken for granted: a run may be in any of them.
//! So an assertion holds when every case proves it, and no run comes to a label without cases.
//!
//! It knows the program, its obligations and plain tables, and no engine. Each fact after an action is checked
//! on its own, by a walk: languages on the left of an inclusion may be nondeterministic, the right side is the
//! fact's own deterministic table. What cannot be shown is rejected; nothing is ever assumed.

use std::fmt;
use std::slice::Iter;

use automata::{Budget, Exhausted};
use ir::{Action, AssertId, Condition, Label, Procedure, Program};

use crate::facts::{Certificate, Facts, Hints};
use crate::plain::Words;
use crate::premises::Premises;
use crate::relation::{MOST_DISJUNCTS, disjuncts};
use crate::shape::fits;
use crate::step::{Step, Update};

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It does not fit the program.
    Shape(String),
    /// The facts do not hold when a run begins.
    Entry,
    /// An action does not carry the facts over.
    Step {
        /// The action.
        from: Label,
        /// Where the run goes on.
        to: Label,
        /// Which fact was not shown.
        fact: String,
    },
    /// The budget was spent.
    Exhausted,
}

impl From<Exhausted> for Rejection {
    fn from(_: Exhausted) -> Self {
        Rejection::Exhausted
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Shape(what) => write!(f, "{what}"),
            Rejection::Entry => write!(f, "the facts do not hold at the entry"),
            Rejection::Step { from, fact, .. } => write!(f, "{fact} after instruction {}", from.0),
            Rejection::Exhausted => write!(f, "the budget was spent while checking it"),
        }
    }
}

/// What an accepted certificate says of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The condition holds whenever a run comes to it.
    Holds,
    /// No run comes to it.
    Unreachable,
    /// The facts do not say.
    Open,
}

/// Decides which assertions the certificate proves, once it has been accepted.
///
/// # Errors
/// The reason why the certificate is not accepted.
pub fn check(
    program: &Program,
    certificate: &Certificate,
    budget: &mut Budget,
) -> Result<Vec<(AssertId, Proof)>, Rejection> {
    let checker = Checker::new(program, certificate)?;
    checker.entry()?;
    let mut proofs = Vec::new();
    for label in checker.procedure.labels() {
        for facts in certificate.at(label) {
            checker.action(label, facts, budget)?;
        }
        if let Action::Assert(id, condition) = &checker.procedure.code[label.index()].action {
            proofs.push((*id, checker.proof(certificate.at(label), condition, budget)?));
        }
    }
    Ok(proofs)
}

/// A way from one label to another: when it is taken and what changes on it.
struct Way<'a> {
    facts: &'a Facts,
    from: Label,
    to: Label,
    condition: &'a Condition,
    update: &'a Update<'a>,
}

/// A program without calls, and a certificate that fits it.
struct Checker<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    certificate: &'a Certificate,
    languages: Vec<Words>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, certificate: &'a Certificate) -> Result<Self, Rejection> {
        let procedure = &program.procedures[program.entry.index()];
        if certificate.labels.len() != procedure.code.len() {
            return Err(Rejection::Shape("the number of labels differs".to_owned()));
        }
        for facts in certificate.labels.iter().flatten() {
            fits(program, procedure, facts).map_err(|what| Rejection::Shape(what.to_owned()))?;
        }
        let languages =
            program.languages.iter().map(|language| Words::of_program(program, language)).collect();
        Ok(Checker { program, procedure, certificate, languages })
    }

    /// One case of label 0 holds when every string is empty, every integer 0 and every boolean false.
    fn entry(&self) -> Result<(), Rejection> {
        let holds = |facts: &Facts| {
            let words = facts.languages.iter().flatten().all(|table| table.accepts(0));
            let booleans = facts.booleans.iter().all(|value| *value != Some(true));
            let sums = facts.linear.iter().all(|sum| sum.constant_part() <= 0);
            let numbers = sums && facts.numbers.iter().all(|fact| fact.set.contains_zero());
            let defined = !facts.definitions.is_empty() || !facts.integers.is_empty();
            // A piece of no characters is the same when a run begins.
            let same = facts.same.iter().all(|fact| fact.count.constant_part() <= 0);
            let cut =
                !same || !facts.slices.is_empty() || !facts.parts.is_empty() || !facts.splits.is_empty();
            words && booleans && numbers && !defined && !cut
        };
        self.certificate.at(Label(0)).iter().any(holds).then_some(()).ok_or(Rejection::Entry)
    }

    /// The action at a label carries a case over to every label it goes on to.
    fn action(&self, label: Label, facts: &Facts, budget: &mut Budget) -> Result<(), Rejection> {
        let next = Label(label.0 + 1);
        let always = Condition::TRUE;
        let mut hints = facts.hints.iter();
        let mut go = |to, condition: &Condition, update: &Update<'_>| {
            self.step(&Way { facts, from: label, to, condition, update }, &mut hints, budget)
        };
        match &self.procedure.code[label.index()].action {
            Action::SetStr(var, value) => go(next, &always, &Update::Str(*var, value)),
            Action::SetInt(var, value, width) => go(next, &always, &Update::Int(*var, value, *width)),
            Action::SetBool(var, condition) => go(next, &always, &Update::Bool(*var, condition)),
            Action::Havoc(variable) => go(next, &always, &Update::Havoc(*variable)),
            Action::Assume(condition) => go(next, condition, &Update::Nothing),
            Action::Assert(..) => go(next, &always, &Update::Nothing),
            Action::Jump(to) => go(*to, &always, &Update::Nothing),
            Action::Branch(condition, to) => {
                go(*to, condition, &Update::Nothing)?;
                go(next, &condition.clone().negated(), &Update::Nothing)
            }
            Action::Return(_) | Action::Halt | Action::Abort => Ok(()),
            Action::Call(..) => Err(Rejection::Shape("the program has calls".to_owned())),
        }
    }

    fn step(&self, way: &Way<'_>, hints: &mut Iter<'_, Hints>, budget: &mut Budget) -> Result<(), Rejection> {
        let Way { facts, from, to, condition, update } = *way;
        let reject = |fact: String| Rejection::Step { from, to, fact };
        let disjuncts = disjuncts(condition, MOST_DISJUNCTS)
            .ok_or_else(|| reject("a condition with too many disjuncts".to_owned()))?;
        for literals in disjuncts {
            let none = Hints::default();
            let hints = hints.next().unwrap_or(&none);
            let premises = Premises::new(self.program, &self.languages, (facts, hints), &literals);
            let step = Step { premises: &premises, literals: &literals, update, hints, only: None };
            // A disjunct that cannot occur carries everything over.
            if let Some(fact) = step.uncovered(self.certificate.at(to), budget)?
                && !premises.are_contradictory(budget)?
            {
                return Err(reject(fact));
            }
        }
        Ok(())
    }

    /// What the cases of an assertion say of its condition.
    fn proof(&self, cases: &[Facts], condition: &Condition, budget: &mut Budget) -> Result<Proof, Rejection> {
        if cases.is_empty() {
            return Ok(Proof::Unreachable);
        }
        let contrary = condition.clone().negated();
        let Some(disjuncts) = disjuncts(&contrary, MOST_DISJUNCTS) else { return Ok(Proof::Open) };
        for facts in cases {
            for (at, literals) in disjuncts.iter().enumerate() {
                let none = Hints::default();
                // The first hints of an assertion are for going on.
                let hints = facts.hints.get(at + 1).unwrap_or(&none);
                let premises = Premises::new(self.program, &self.languages, (facts, hints), literals);
                if !premises.are_contradictory(budget)? {
                    return Ok(Proof::Open);
                }
            }
        }
        Ok(Proof::Holds)
    }
}
