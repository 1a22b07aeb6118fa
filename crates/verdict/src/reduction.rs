//! The largest inductive part of a claim, as in Houdini [FL01 §3].
//!
//! Every case of every label is checked along every edge. Where no case of the target is shown, the case that lacks the
//! fewest facts loses them, and the edges that leave it are checked again, because its facts were premises there.
//! Edges that lead to it stay shown: it holds in more states than before. So when no case is open, the facts that
//! are left are inductive. Each check that fails removes a fact or adds the only case of a label, so this ends.
//!
//! When the budget is spent first, every label that a run may reach through an edge that was not checked gets the case of
//! any state.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};
use ir::{Action, AssertId, Condition, Label, Literal, Procedure, Program};

use crate::edges::{Edge, edges};
use crate::facts::{Certificate, Facts, Hints};
use crate::outcome::{Accepted, Proof, Rejection};
use crate::plain::Words;
use crate::premises::Premises;
use crate::relation::{MOST_DISJUNCTS, disjuncts};
use crate::shape::fits;
use crate::step::{Fact, Step, within};

/// One fact may take this part of the budget when the others can do without it, and at least these steps.
const FACTS: u64 = 32;
const LEAST_SHARE: u64 = 4_000_000;
/// The assertions have this part of the budget for themselves.
const ASSERTIONS: u64 = 4;

/// How much of a claim must be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// All of it.
    Whole,
    /// As much as can be.
    Part,
}

/// Shows facts, or drops what cannot be shown where that is allowed, and decides what the rest proves.
///
/// # Errors
/// The certificate does not fit the program, or is not shown as far as is demanded.
pub(crate) fn reduce(
    program: &Program,
    certificate: &Certificate,
    demand: Demand,
    budget: &mut Budget,
) -> Result<Accepted, Rejection> {
    let (reserve, share) = match demand {
        Demand::Whole => (0, u64::MAX),
        Demand::Part => (budget.left() / ASSERTIONS, (budget.left() / FACTS).max(LEAST_SHARE)),
    };
    let mut reduction = Reduction::new(program, certificate, (demand, share))?;
    reduction.entry()?;
    let mut own = Budget::steps(budget.left() - reserve);
    let shown = reduction.edges(&mut own);
    budget.spend(own.spent())?;
    shown?;
    let proofs = reduction.proofs(budget)?;
    Ok(Accepted { certificate: reduction.certificate, dropped: reduction.dropped, proofs })
}

/// A case of a label, by its position.
type At = (Label, usize);

/// A claim that is being checked.
struct Reduction<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    /// The tables of the program's languages.
    languages: Vec<Words>,
    certificate: Certificate,
    demand: Demand,
    /// The steps that one fact may take.
    share: u64,
    /// The cases whose edges are to be checked.
    open: BTreeSet<At>,
    dropped: BTreeMap<Label, Rejection>,
}

/// An edge under one disjunct of its condition.
struct Taken<'a> {
    from: At,
    edge: &'a Edge<'a>,
    literals: &'a [&'a Literal],
    /// The position of its hints.
    hints: usize,
}

/// What must go for an edge to be shown.
struct Weakening {
    why: Rejection,
    /// The hints that are true.
    hints: Hints,
    target: Weaker,
}

/// What happens to the target of an edge.
enum Weaker {
    /// It stays as it is.
    Kept,
    /// A case of it loses facts.
    Without(usize, Vec<Fact>),
    /// It had no case and gets this one.
    With(Box<Facts>),
}

impl<'a> Reduction<'a> {
    fn new(
        program: &'a Program,
        certificate: &Certificate,
        (demand, share): (Demand, u64),
    ) -> Result<Self, Rejection> {
        let procedure = &program.procedures[program.entry.index()];
        if certificate.labels.len() != procedure.code.len() {
            return Err(Rejection::Shape("the number of labels differs".to_owned()));
        }
        for facts in certificate.labels.iter().flatten() {
            fits(program, procedure, facts).map_err(|what| Rejection::Shape(what.to_owned()))?;
        }
        let languages =
            program.languages.iter().map(|language| Words::of_program(program, language)).collect();
        let cases = |label: Label| (0..certificate.at(label).len()).map(move |case| (label, case));
        let open = procedure.labels().flat_map(cases).collect();
        let (certificate, dropped) = (certificate.clone(), BTreeMap::new());
        Ok(Reduction { program, procedure, languages, certificate, demand, share, open, dropped })
    }

    /// One case of label 0 holds when every string is empty, every integer 0 and every boolean false.
    fn entry(&mut self) -> Result<(), Rejection> {
        let first = Label(0);
        let wrong = self.certificate.at(first).iter().map(Facts::false_at_entry).enumerate();
        let target = match wrong.min_by_key(|(_, wrong)| wrong.len()) {
            Some((_, wrong)) if wrong.is_empty() => return Ok(()),
            Some((case, wrong)) => Weaker::Without(case, wrong),
            None => Weaker::With(Box::new(Facts::of_any_state(self.procedure))),
        };
        if self.demand == Demand::Whole {
            return Err(Rejection::Entry);
        }
        self.weaken(first, target, Rejection::Entry);
        Ok(())
    }

    /// Checks every edge that leaves a case until none is open.
    fn edges(&mut self, budget: &mut Budget) -> Result<(), Rejection> {
        while let Some(at) = self.open.pop_first() {
            match self.action(at, budget) {
                Ok(()) => {}
                Err(Rejection::Exhausted) if self.demand == Demand::Part => {
                    self.open.insert(at);
                    self.give_up();
                }
                Err(rejection) => return Err(rejection),
            }
        }
        Ok(())
    }

    /// The action at a label carries a case over to every label it goes on to.
    fn action(&mut self, (label, case): At, budget: &mut Budget) -> Result<(), Rejection> {
        let procedure = self.procedure;
        let edges =
            edges(procedure, label).ok_or_else(|| Rejection::Shape("the program has calls".to_owned()))?;
        let mut hints = 0;
        for edge in &edges {
            let disjuncts = match disjuncts(&edge.condition, MOST_DISJUNCTS) {
                Some(disjuncts) => disjuncts,
                // Without the condition there are fewer premises.
                None if self.demand == Demand::Part => vec![Vec::new()],
                None => {
                    let fact = "a condition with too many disjuncts".to_owned();
                    return Err(Rejection::Step { from: label, to: edge.to, fact });
                }
            };
            for literals in &disjuncts {
                self.step(&Taken { from: (label, case), edge, literals, hints }, budget)?;
                hints += 1;
            }
        }
        Ok(())
    }

    /// An edge under a disjunct leads to a case of its target, after what must go is gone.
    fn step(&mut self, taken: &Taken<'_>, budget: &mut Budget) -> Result<(), Rejection> {
        let Some(Weakening { why, hints, target }) = self.weakening(taken, budget)? else { return Ok(()) };
        if self.demand == Demand::Whole {
            return Err(why);
        }
        let (label, case) = taken.from;
        if let Some(claimed) = self.certificate.labels[label.index()][case].hints.get_mut(taken.hints) {
            *claimed = hints;
        }
        self.weaken(taken.edge.to, target, why);
        Ok(())
    }

    /// What must go for an edge to be shown under a disjunct, if anything.
    fn weakening(&self, taken: &Taken<'_>, budget: &mut Budget) -> Result<Option<Weakening>, Rejection> {
        let &Taken { from: (from, case), edge, literals, hints } = taken;
        // A case that is gone gave way to one that is checked for itself.
        let Some(facts) = self.certificate.at(from).get(case) else { return Ok(None) };
        let none = Hints::default();
        let claimed = facts.hints.get(hints).unwrap_or(&none);
        let premises = Premises::new(self.program, &self.languages, (facts, claimed), literals);
        let (update, share) = (&edge.update, self.share);
        let step = Step { premises: &premises, literals, update, hints: claimed, only: None, share };
        let (hints, wrong) = step.true_hints(budget)?;
        let step = Step { hints: &hints, ..step };
        let cases = self.certificate.at(edge.to);
        let uncovered = match wrong {
            Some(_) if self.demand == Demand::Whole => None,
            Some(_) | None => step.uncovered(cases, budget)?,
        };
        let Some(fact) = uncovered.clone().or(wrong) else { return Ok(None) };
        // A disjunct that cannot occur carries everything over.
        if within(share, budget, |own| premises.are_contradictory(own))? == Some(true) {
            return Ok(None);
        }
        let target = match uncovered {
            Some(_) if self.demand == Demand::Part => weaker(&step, cases, budget)?,
            Some(_) | None => Weaker::Kept,
        };
        Ok(Some(Weakening { why: Rejection::Step { from, to: edge.to, fact }, hints, target }))
    }

    /// Weakens a label. The edges that leave it are open again.
    fn weaken(&mut self, label: Label, weaker: Weaker, why: Rejection) {
        let cases = &mut self.certificate.labels[label.index()];
        let case = match weaker {
            Weaker::Kept => return,
            Weaker::Without(case, facts) => {
                cases[case].drop_facts(&facts);
                case
            }
            Weaker::With(facts) => {
                cases.push(*facts);
                cases.len() - 1
            }
        };
        self.dropped.entry(label).or_insert(why);
        if cases[case].says_nothing() {
            self.forget(label);
        } else {
            self.open.insert((label, case));
        }
    }

    /// Leaves a label the one case of any state.
    fn forget(&mut self, label: Label) {
        let any = Facts::of_any_state(self.procedure);
        let cases = std::mem::replace(&mut self.certificate.labels[label.index()], vec![any]);
        for case in 0..cases.len() {
            self.open.remove(&(label, case));
        }
        self.open.insert((label, 0));
    }

    /// Leaves all labels behind an open edge the one case of any state, so that no edge is open.
    fn give_up(&mut self) {
        let mut forgotten = BTreeSet::new();
        while let Some((label, _)) = self.open.pop_first() {
            for edge in edges(self.procedure, label).unwrap_or_default() {
                if forgotten.insert(edge.to) {
                    self.dropped.entry(edge.to).or_insert(Rejection::Exhausted);
                    self.forget(edge.to);
                }
            }
        }
    }

    /// What the facts say of each assertion. Each has an equal share of what the earlier ones left.
    fn proofs(&self, budget: &mut Budget) -> Result<Vec<(AssertId, Proof)>, Rejection> {
        let code = &self.procedure.code;
        let asserted = |label: Label| match &code[label.index()].action {
            Action::Assert(id, condition) => Some((label, *id, condition)),
            Action::SetStr(..)
            | Action::SetInt(..)
            | Action::SetBool(..)
            | Action::Havoc(_)
            | Action::Assume(_)
            | Action::Call(..)
            | Action::Jump(_)
            | Action::Branch(..)
            | Action::Return(_)
            | Action::Halt
            | Action::Abort => None,
        };
        let all: Vec<_> = self.procedure.labels().filter_map(asserted).collect();
        let mut proofs = Vec::new();
        for (at, &(label, id, condition)) in all.iter().enumerate() {
            let share = match self.demand {
                Demand::Whole => u64::MAX,
                Demand::Part => budget.left() / (all.len() - at) as u64,
            };
            let proof = within(share, budget, |own| self.proof(self.certificate.at(label), condition, own));
            proofs.push((
                id,
                match proof {
                    Ok(proof) => proof.unwrap_or(Proof::Open),
                    Err(_) if self.demand == Demand::Part => Proof::Open,
                    Err(spent) => return Err(spent.into()),
                },
            ));
        }
        Ok(proofs)
    }

    /// What the cases of an assertion say of its condition.
    fn proof(&self, cases: &[Facts], condition: &Condition, budget: &mut Budget) -> Result<Proof, Exhausted> {
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

/// What an action leads to, near to some cases of which none was shown.
fn weaker(step: &Step<'_>, cases: &[Facts], budget: &mut Budget) -> Result<Weaker, Rejection> {
    if let Some((case, facts)) = step.nearest(cases, budget)? {
        return Ok(Weaker::Without(case, facts));
    }
    let mut same = Facts { hints: Vec::new(), counts: Vec::new(), ..step.premises.facts.clone() };
    let lost = step.unshown(&same, usize::MAX, budget)?;
    same.drop_facts(&lost);
    Ok(Weaker::With(Box::new(same)))
}
