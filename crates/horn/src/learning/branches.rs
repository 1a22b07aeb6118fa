//! Clauses as branches: conjunctions of tests without choices in them.
//!
//! Exact. Disjunctions, `ite` and truth values that are computed are split; a variable that an equation defines is
//! replaced; a string that begins, ends or is made with another is taken apart. Each solution of the clause is one of
//! exactly the branches that fit it, and a solution of a branch gives every variable of the clause its value.

use std::collections::BTreeMap;

use crate::op::Op;
use crate::sort::Sort;
use crate::system::{Atom, Clause, HornSystem};
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};

/// The most branches of one clause.
const MOST: usize = 512;

/// A conjunction of tests, and the atoms of the clause under it.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// Tests and how they come out: no conjunction, disjunction, negation or `ite` in them.
    pub(super) literals: Vec<(TermId, bool)>,
    /// The body atoms.
    pub(super) body: Vec<Atom>,
    /// The head.
    pub(super) head: Option<Atom>,
    /// Variables that were replaced, with what they are equal to: terms over those that were not.
    pub(super) defined: Vec<(Var, TermId)>,
    /// The sort of each variable, the clause's own first.
    pub(super) sorts: Vec<Sort>,
}

/// Exact: the branches of a clause; `None` when there are too many.
pub(super) fn branches(system: &mut HornSystem, clause: &Clause) -> Option<Vec<Branch>> {
    let first = Draft {
        open: vec![(clause.constraint, true)],
        branch: Branch {
            literals: Vec::new(),
            body: clause.body.clone(),
            head: clause.head.atom().cloned(),
            defined: Vec::new(),
            sorts: clause.variables.iter().map(|variable| variable.sort).collect(),
        },
    };
    let mut drafts = vec![first];
    let mut done = Vec::new();
    while let Some(mut draft) = drafts.pop() {
        if let Some(next) = draft.open.pop() {
            drafts.extend(draft.opened(system, next));
        } else if let Some(parts) = draft.split(system) {
            drafts.extend(parts);
        } else {
            done.push(draft.branch);
        }
        if drafts.len() + done.len() > MOST {
            return None;
        }
    }
    Some(done)
}

/// A branch on its way: what is open of it.
#[derive(Clone)]
struct Draft {
    open: Vec<(TermId, bool)>,
    branch: Branch,
}

impl Draft {
    /// The drafts that a formula and its outcome make of this one.
    fn opened(mut self, system: &mut HornSystem, (formula, value): (TermId, bool)) -> Vec<Draft> {
        let with = |draft: &Draft, more: &[(TermId, bool)]| {
            let mut draft = draft.clone();
            draft.open.extend_from_slice(more);
            draft
        };
        match system.terms.get(formula).clone() {
            Term::Bool(truth) => {
                return if truth == value { vec![self] } else { Vec::new() };
            }
            Term::App(Op::Not, parts) => return vec![with(&self, &[(parts[0], !value)])],
            Term::App(op @ (Op::And | Op::Or), parts) => {
                let all: Vec<(TermId, bool)> = parts.iter().map(|&part| (part, value)).collect();
                let joint = (op == Op::And) == value;
                return if joint {
                    vec![with(&self, &all)]
                } else {
                    all.iter().map(|part| with(&self, &[*part])).collect()
                };
            }
            Term::App(Op::Ite, parts) => {
                let choice = |holds: bool, then: TermId| with(&self, &[(parts[0], holds), (then, value)]);
                return vec![choice(true, parts[1]), choice(false, parts[2])];
            }
            Term::App(Op::Equal, parts) if system.terms.sort(parts[0]) == Sort::Bool => {
                let choice = |left: bool| with(&self, &[(parts[0], left), (parts[1], left == value)]);
                return vec![choice(true), choice(false)];
            }
            Term::Var(var, Sort::Bool) => {
                let constant = system.terms.truth(value);
                self.define(system, var, constant);
                return vec![self];
            }
            Term::Var(..) | Term::Int(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {}
        }
        let known = folded(system, formula);
        if let Term::Bool(truth) = *system.terms.get(known) {
            return if truth == value { vec![self] } else { Vec::new() };
        }
        if self.branch.literals.contains(&(formula, !value)) {
            return Vec::new();
        }
        if !self.branch.literals.contains(&(formula, value)) {
            self.branch.literals.push((formula, value));
        }
        vec![self]
    }

    /// What is left to do once nothing is open: several drafts, or one; `None` when nothing is.
    fn split(&mut self, system: &mut HornSystem) -> Option<Vec<Draft>> {
        if let Some((choice, [condition, then, other])) = self.choice(system) {
            let mut drafts = Vec::new();
            for (holds, chosen) in [(true, then), (false, other)] {
                let mut draft = self.clone();
                draft.rebuild(system, |_, term| (*term == choice).then_some(chosen));
                draft.open.push((condition, holds));
                drafts.push(draft);
            }
            return Some(drafts);
        }
        if let Some(computed) = self.computed(system) {
            let mut drafts = Vec::new();
            for value in [true, false] {
                let mut draft = self.clone();
                let constant = system.terms.truth(value);
                draft.set_arguments(|term| if term == computed { constant } else { term });
                draft.open.push((computed, value));
                drafts.push(draft);
            }
            return Some(drafts);
        }
        let (var, term) = self.definition(system)?;
        let mut draft = self.clone();
        draft.define(system, var, term);
        Some(vec![draft])
    }

    /// The terms of the branch.
    fn terms(&self) -> Vec<TermId> {
        let atoms = self.branch.body.iter().chain(&self.branch.head);
        let arguments = atoms.flat_map(|atom| atom.arguments.iter().copied());
        self.branch.literals.iter().map(|(term, _)| *term).chain(arguments).collect()
    }

    /// An `ite` that is not a formula, innermost first, with its parts.
    fn choice(&self, system: &HornSystem) -> Option<(Term, [TermId; 3])> {
        let terms = &system.terms;
        terms.parts_of(self.terms()).into_iter().find_map(|part| match terms.get(part) {
            whole @ Term::App(Op::Ite, parts) if terms.sort(part) != Sort::Bool => {
                Some((whole.clone(), [parts[0], parts[1], parts[2]]))
            }
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => None,
        })
    }

    /// An argument that is a formula.
    fn computed(&self, system: &HornSystem) -> Option<TermId> {
        let atoms = self.branch.body.iter().chain(&self.branch.head);
        atoms.flat_map(|atom| atom.arguments.iter().copied()).find(|&argument| {
            let terms = &system.terms;
            terms.sort(argument) == Sort::Bool
                && !matches!(terms.get(argument), Term::Var(..) | Term::Bool(_))
        })
    }

    /// A variable that a literal defines, and as what.
    fn definition(&mut self, system: &mut HornSystem) -> Option<(Var, TermId)> {
        for (literal, value) in self.branch.literals.clone() {
            let Term::App(op, parts) = system.terms.get(literal).clone() else { continue };
            if !value {
                continue;
            }
            let free = |var: TermId, term: TermId| match system.terms.get(var) {
                Term::Var(own, _) => {
                    (!system.terms.variables([term]).contains_key(own)).then_some((*own, term))
                }
                Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
            };
            let is_constant = |part: TermId| matches!(system.terms.get(part), Term::Word(_));
            if op == Op::Equal
                && let Some(found) = free(parts[0], parts[1]).or_else(|| free(parts[1], parts[0]))
            {
                return Some(found);
            }
            // The whole is made of the part and what is around it.
            let around =
                [(Op::PrefixOf, [false, true]), (Op::SuffixOf, [true, false]), (Op::Contains, [true, true])];
            let Some((_, around)) = around.into_iter().find(|(known, _)| *known == op) else { continue };
            let (whole, part) = if op == Op::Contains { (parts[0], parts[1]) } else { (parts[1], parts[0]) };
            if is_constant(part) {
                continue;
            }
            if let Some((var, part)) = free(whole, part) {
                let [before, after] = around.map(|is_there| is_there.then(|| self.fresh(system)));
                let row: Vec<TermId> = before.into_iter().chain([part]).chain(after).collect();
                return Some((var, system.terms.app(Op::Concat, &row)));
            }
        }
        None
    }

    /// A string variable that the clause does not have.
    fn fresh(&mut self, system: &mut HornSystem) -> TermId {
        let var = Var(self.branch.sorts.len() as u32);
        self.branch.sorts.push(Sort::Str);
        system.terms.var(var, Sort::Str)
    }

    /// Puts a term for a variable, everywhere. The literals are looked at again.
    fn define(&mut self, system: &mut HornSystem, var: Var, term: TermId) {
        self.rebuild(system, |_, part| match part {
            Term::Var(own, _) if *own == var => Some(term),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => None,
        });
        self.branch.defined.push((var, term));
    }

    fn rebuild(
        &mut self,
        system: &mut HornSystem,
        mut change: impl FnMut(&mut crate::terms::Terms, &Term) -> Option<TermId>,
    ) {
        let open: Vec<(TermId, bool)> = self.open.drain(..).chain(self.branch.literals.drain(..)).collect();
        let mut roots: Vec<TermId> = open.iter().map(|(term, _)| *term).collect();
        roots.extend(self.branch.defined.iter().map(|(_, term)| *term));
        roots.extend(self.terms());
        let rebuilt = system.terms.rebuild(&roots, &mut change);
        let mut new = rebuilt.iter().map(|&term| folded(system, term));
        let mut next = || new.next().expect("as many terms as before");
        self.open = open.iter().map(|&(_, value)| (next(), value)).collect();
        self.branch.defined.iter_mut().for_each(|(_, term)| *term = next());
        let mut arguments = Vec::new();
        for atom in self.branch.body.iter_mut().chain(&mut self.branch.head) {
            arguments.extend(atom.arguments.iter_mut());
        }
        arguments.into_iter().for_each(|argument| *argument = next());
    }

    fn set_arguments(&mut self, change: impl Fn(TermId) -> TermId) {
        for atom in self.branch.body.iter_mut().chain(&mut self.branch.head) {
            atom.arguments.iter_mut().for_each(|argument| *argument = change(*argument));
        }
    }
}

/// The term, or its value when it has no variables.
fn folded(system: &mut HornSystem, term: TermId) -> TermId {
    if !matches!(system.terms.get(term), Term::App(..)) || !system.terms.variables([term]).is_empty() {
        return term;
    }
    match evaluate(system, &[term], &BTreeMap::new()).and_then(|mut values| values.pop()) {
        Some(Value::Bool(value)) => system.terms.truth(value),
        Some(Value::Int(value)) => system.terms.int(value),
        Some(Value::Str(word)) => system.terms.word(&word),
        Some(Value::Bits { .. } | Value::Data(..)) | None => term,
    }
}
