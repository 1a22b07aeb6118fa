//! A solution for the large blocks of a program made one for every label, without asking anybody.
//!
//! Between two labels with known definitions the others follow. Forward, a label holds where some clause leads to it;
//! backward, where no clause leads from it to what must not be. Going forward loses nothing when the values that a
//! clause forgets are not related to those it keeps, going backward when it takes nothing from outside. Where both lose
//! something, going forward forgets what it cannot say. So what comes of it is a guess, and must be checked.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Budget, Exhausted};

use crate::op::{Op, PredicateId};
use crate::solve::{Solution, defined};
use crate::system::{Clause, HornSystem};
use crate::terms::{Term, TermId, Terms, Var};

/// A guess: definitions of all predicates that follow from those that are known. What is on a cycle of unknown ones stays
/// without.
///
/// # Errors
/// [`Exhausted`] when there are too many clauses for the budget.
pub fn complete(
    system: &mut HornSystem,
    known: &Solution,
    budget: &mut Budget,
) -> Result<Solution, Exhausted> {
    let clauses = system.clauses.clone();
    let around = |id: PredicateId| Around {
        to: clauses.iter().filter(|clause| is_head(clause, id)).collect(),
        from: clauses.iter().filter(|clause| is_used(clause, id)).collect(),
    };
    let mut open: Vec<(PredicateId, Around<'_>)> = (0..system.predicates.len() as u32)
        .map(PredicateId)
        .filter(|id| !known.definitions.contains_key(id))
        .map(|id| (id, around(id)))
        .collect();
    let mut solution = known.clone();
    loop {
        let mut found = None;
        for way in [Way::Forward(Loss::None), Way::Backward, Way::Forward(Loss::Any)] {
            budget.spend(1 + open.len() as u64)?;
            let terms = &mut system.terms;
            let mut formula = |(at, (_, around)): (usize, &(PredicateId, Around<'_>))| {
                Some((at, around.formula(terms, &solution, way)?))
            };
            found = open.iter().enumerate().find_map(&mut formula);
            if found.is_some() {
                break;
            }
        }
        let Some((at, formula)) = found else { return Ok(solution) };
        let (id, _) = open.remove(at);
        solution.definitions.insert(id, formula);
    }
}

/// From where a definition is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forward(Loss),
    Backward,
}

/// What may be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    None,
    Any,
}

fn is_head(clause: &Clause, id: PredicateId) -> bool {
    clause.head.atom().is_some_and(|atom| atom.predicate == id)
}

fn is_used(clause: &Clause, id: PredicateId) -> bool {
    clause.body.iter().any(|atom| atom.predicate == id)
}

/// The clauses that lead to a predicate and from it.
struct Around<'a> {
    to: Vec<&'a Clause>,
    from: Vec<&'a Clause>,
}

impl Around<'_> {
    fn formula(&self, terms: &mut Terms, known: &Solution, way: Way) -> Option<TermId> {
        let mut parts = Vec::new();
        match way {
            Way::Forward(loss) => {
                for clause in &self.to {
                    parts.push(after(terms, known, clause, loss)?);
                }
                Some(terms.app(Op::Or, &parts))
            }
            Way::Backward => {
                for clause in &self.from {
                    parts.push(before(terms, known, clause)?);
                }
                Some(terms.app(Op::And, &parts))
            }
        }
    }
}

/// What holds of the arguments of the head when the body does; `None` when that is not known or too much is lost.
fn after(terms: &mut Terms, known: &Solution, clause: &Clause, loss: Loss) -> Option<TermId> {
    let mut facts = conjuncts(terms, clause.constraint);
    for atom in &clause.body {
        let formula = defined(terms, known, atom)?;
        facts.extend(conjuncts(terms, formula));
    }
    let mut head = clause.head.atom()?.arguments.clone();
    let kept = arguments(terms, &head);
    replace_forgotten(terms, (&mut facts, &mut head), &kept);
    let mut parts = Vec::new();
    for fact in facts {
        let variables: BTreeSet<Var> = terms.variables([fact]).into_keys().collect();
        if variables.iter().all(|var| kept.contains_key(var)) {
            parts.push(terms.substitute(&[fact], &kept)[0]);
        } else if loss == Loss::None && variables.iter().any(|var| kept.contains_key(var)) {
            return None;
        }
    }
    for (at, &argument) in (0..).zip(&head) {
        let sort = terms.sort(argument);
        let place = terms.var(Var(at), sort);
        if terms.variables([argument]).keys().all(|var| kept.contains_key(var)) {
            let value = terms.substitute(&[argument], &kept)[0];
            parts.push(terms.app(Op::Equal, &[place, value]));
        } else if loss == Loss::None {
            return None;
        }
    }
    Some(terms.app(Op::And, &parts))
}

/// Exact: a variable that is not kept, where a fact says what it is, is replaced by that in the other facts and in the
/// head, and the fact is taken out.
fn replace_forgotten(
    terms: &mut Terms,
    (facts, head): (&mut Vec<TermId>, &mut Vec<TermId>),
    kept: &BTreeMap<Var, TermId>,
) {
    while let Some((at, var, value)) = facts
        .iter()
        .enumerate()
        .find_map(|(at, fact)| forgotten(terms, *fact, kept).map(|(var, value)| (at, var, value)))
    {
        facts.remove(at);
        let replaced = BTreeMap::from([(var, value)]);
        *facts = terms.substitute(facts, &replaced);
        *head = terms.substitute(head, &replaced);
    }
}

/// The variable that is not kept and that a fact says to be something else, with what it is.
fn forgotten(terms: &Terms, fact: TermId, kept: &BTreeMap<Var, TermId>) -> Option<(Var, TermId)> {
    let Term::App(Op::Equal, sides) = terms.get(fact) else { return None };
    let [left, right] = *sides.as_slice() else { return None };
    let says = |side: TermId, value: TermId| match terms.get(side) {
        Term::Var(var, _) if !kept.contains_key(var) && !terms.variables([value]).contains_key(var) => {
            Some((*var, value))
        }
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            None
        }
    };
    says(left, right).or_else(|| says(right, left))
}

/// What must hold of the arguments of the body so that the clause does; `None` when that is not known, or depends on
/// more than the arguments.
fn before(terms: &mut Terms, known: &Solution, clause: &Clause) -> Option<TermId> {
    let [atom] = clause.body.as_slice() else { return None };
    let kept = arguments(terms, &atom.arguments);
    if kept.len() != atom.arguments.len() {
        return None;
    }
    let mut parts = conjuncts(terms, clause.constraint);
    if let Some(head) = clause.head.atom() {
        let formula = defined(terms, known, head)?;
        parts.push(terms.app(Op::Not, &[formula]));
    }
    if terms.variables(parts.iter().copied()).keys().any(|var| !kept.contains_key(var)) {
        return None;
    }
    let broken = terms.app(Op::And, &parts);
    let never = terms.app(Op::Not, &[broken]);
    Some(terms.substitute(&[never], &kept)[0])
}

/// For each variable that is an argument by itself, the first such argument.
fn arguments(terms: &mut Terms, arguments: &[TermId]) -> BTreeMap<Var, TermId> {
    let mut kept = BTreeMap::new();
    for (at, &argument) in (0..).zip(arguments) {
        if let &Term::Var(var, sort) = terms.get(argument) {
            let place = terms.var(Var(at), sort);
            kept.entry(var).or_insert(place);
        }
    }
    kept
}

fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    match terms.get(formula) {
        Term::App(Op::And, parts) => parts.clone(),
        Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
            vec![formula]
        }
    }
}
