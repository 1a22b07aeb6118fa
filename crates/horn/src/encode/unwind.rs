//! The part of choice 3 that writes operations on short constants out.
//!
//! Exact: a call is replaced by the cases of its definition as long as an input that bounds the recursion is a constant.
//! Where a case depends on what is not known, the clause becomes several. Stopping anywhere is right, so it stops when there
//! are too many, and where profiles of the inside of an unknown string would have to be guessed.

use std::collections::BTreeMap;

use automata::Exhausted;

use super::choice::Unwinding;
use super::define::Case;
use super::library::define;
use super::press::{Draft, Pending, Press, Target};
use super::shape::Shape;
use crate::op::Op;
use crate::system::{Clause, Head};
use crate::terms::{Term, TermId, Terms, Var};

/// The longest constant that is short.
const SHORT: usize = 8;
/// The most clauses that one becomes.
const MOST: usize = 64;

impl Press<'_> {
    /// The clauses that a draft becomes, with calls on short constants written out where the encoding says so.
    pub(super) fn unwound(&mut self, draft: Draft) -> Result<Vec<Draft>, Exhausted> {
        if self.encoding.unwinding == Unwinding::Never {
            return Ok(vec![draft]);
        }
        let mut done = Vec::new();
        // Calls before the place are left as they are.
        let mut open = vec![(draft, 0)];
        while let Some((draft, from)) = open.pop() {
            self.budget.spend(1)?;
            let is_full = done.len() + open.len() > MOST;
            match (from..draft.calls.len()).find(|&at| !is_full && self.is_short(&draft.calls[at])) {
                None => done.push(draft),
                Some(at) => match self.opened(&draft, at) {
                    None => open.push((draft, at + 1)),
                    Some(drafts) => open.extend(drafts.into_iter().rev().map(|draft| (draft, at))),
                },
            }
        }
        Ok(done)
    }

    fn is_short(&mut self, call: &Pending) -> bool {
        let Target::Aux(aux) = call.target else { return false };
        let definition = define(&mut self.system, &self.strings, aux);
        definition.decreasing.iter().any(|&place| is_short(&self.system.terms, call.inputs[place]))
    }

    /// The draft with a call replaced by each case of its definition; `None` where profiles would have to be guessed.
    fn opened(&mut self, draft: &Draft, at: usize) -> Option<Vec<Draft>> {
        let Target::Aux(aux) = draft.calls[at].target else { return None };
        let definition = define(&mut self.system, &self.strings, aux);
        let mut drafts = Vec::new();
        for case in &definition.cases {
            let (case, variables) = self.apart(case, draft);
            let shift = draft.variables.len() as u32;
            let Some(case) = self.matched(case, (&draft.calls[at].inputs, shift)) else { continue };
            let outputs = draft.calls[at].outputs.iter().zip(&case.outputs);
            let by = outputs.filter_map(|(&var, &term)| match self.system.terms.get(var) {
                Term::Var(var, _) => Some((*var, term)),
                Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
            });
            let by: BTreeMap<Var, TermId> = by.collect();
            let mut new = Draft { variables, ..draft.clone() };
            let again = case.again.clone().map(|(inputs, outputs)| Pending {
                target: Target::Aux(aux),
                inputs,
                outputs,
            });
            let inner = super::press::pending(&case).into_iter().chain(again);
            new.calls.splice(at..=at, inner);
            new.parts.extend(&case.guard);
            if !self.strings.tracked.is_empty() && case.insides.iter().any(|(_, inside)| self.is_open(inside))
            {
                return None;
            }
            self.replace(&mut new, &by);
            if !new.parts.iter().any(|&part| self.system.terms.get(part) == &Term::Bool(false)) {
                drafts.push(new);
            }
        }
        Some(drafts)
    }

    fn is_open(&self, shape: &Shape) -> bool {
        !self.system.terms.variables(shape.terms()).is_empty()
    }

    /// A case over variables that come after those of the draft, and all variables.
    fn apart(&mut self, case: &Case, draft: &Draft) -> (Case, Vec<crate::system::Variable>) {
        let shift = draft.variables.len() as u32;
        let by = case.variables.iter().enumerate().map(|(at, variable)| {
            let var = Var(at as u32);
            (var, self.system.terms.var(Var(var.0 + shift), variable.sort))
        });
        let by: BTreeMap<Var, TermId> = by.collect();
        let variables = draft.variables.iter().chain(&case.variables).cloned().collect();
        (self.renamed(case, &by), variables)
    }

    /// A case with variables replaced.
    fn renamed(&mut self, case: &Case, by: &BTreeMap<Var, TermId>) -> Case {
        let mut new = case.clone();
        let terms = &mut self.system.terms;
        let mut all = |list: &mut Vec<TermId>| *list = folded(terms, list, by);
        all(&mut new.inputs);
        all(&mut new.guard);
        all(&mut new.outputs);
        for call in &mut new.calls {
            all(&mut call.inputs);
            all(&mut call.outputs);
        }
        if let Some((inputs, outputs)) = &mut new.again {
            all(inputs);
            all(outputs);
        }
        for (_, inside) in &mut new.insides {
            let mut row = inside.terms();
            all(&mut row);
            *inside = self.strings.shaped(&row);
        }
        new
    }

    /// The case for these inputs, with what must be equal in its guard; `None` when it cannot apply. Its own variables
    /// begin at `own`.
    fn matched(&mut self, mut case: Case, (inputs, own): (&[TermId], u32)) -> Option<Case> {
        for (place, &input) in inputs.iter().enumerate() {
            let mut by = BTreeMap::new();
            let mut equal = Vec::new();
            bind(&mut self.system.terms, (case.inputs[place], input), own, (&mut by, &mut equal))?;
            case.guard.extend(equal);
            case = self.renamed(&case, &by);
        }
        Some(case)
    }

    /// Replaces variables in a draft.
    fn replace(&mut self, draft: &mut Draft, by: &BTreeMap<Var, TermId>) {
        let terms = &mut self.system.terms;
        draft.parts = folded(terms, &draft.parts, by);
        for call in &mut draft.calls {
            call.inputs = folded(terms, &call.inputs, by);
        }
        let constraint = terms.truth(true);
        let clause = Clause {
            variables: Vec::new(),
            body: std::mem::take(&mut draft.body),
            constraint,
            head: std::mem::replace(&mut draft.head, Head::Query(None)),
            trace: std::mem::take(&mut draft.trace),
        };
        let row = folded(terms, &clause.terms(), by);
        let clause = clause.with_terms(Vec::new(), &row);
        (draft.body, draft.head, draft.trace) = (clause.body, clause.head, clause.trace);
    }
}

/// Whether a term is a list or a number that is known to be small. Its characters need not be known.
fn is_short(terms: &Terms, term: TermId) -> bool {
    let mut at = term;
    for _ in 0..=SHORT {
        match terms.get(at) {
            Term::Int(value) => return value.unsigned_abs() <= SHORT as u128,
            Term::App(Op::Construct(_), parts) => match parts.last() {
                None => return true,
                Some(&inside) => at = inside,
            },
            Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                return false;
            }
        }
    }
    false
}

/// Makes a pattern equal to a term: variables from `own` on are bound, what is left must be equal. `None` when that cannot
/// be.
fn bind(
    terms: &mut Terms,
    pair: (TermId, TermId),
    own: u32,
    (by, equal): (&mut BTreeMap<Var, TermId>, &mut Vec<TermId>),
) -> Option<()> {
    let mut open = vec![pair];
    while let Some((pattern, term)) = open.pop() {
        match (terms.get(pattern).clone(), terms.get(term).clone()) {
            (Term::Var(var, _), _) if var.0 >= own && !by.contains_key(&var) => {
                by.insert(var, term);
            }
            (Term::App(Op::Construct(one), parts), Term::App(Op::Construct(other), values)) => {
                if one != other {
                    return None;
                }
                open.extend(parts.into_iter().zip(values).rev());
            }
            _ => {
                let same = terms.app(Op::Equal, &[pattern, term]);
                match decided(terms, same) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => equal.push(same),
                }
            }
        }
    }
    Some(())
}

/// Terms with variables replaced, and what is then decided by constants decided.
fn folded(terms: &mut Terms, roots: &[TermId], by: &BTreeMap<Var, TermId>) -> Vec<TermId> {
    terms.rebuild(roots, |terms, term| match term {
        Term::Var(var, _) => by.get(var).copied(),
        Term::App(op @ (Op::Equal | Op::Less | Op::AtMost | Op::BitsLess | Op::BitsAtMost), parts) => {
            let whole = terms.app(*op, parts);
            decided(terms, whole).map(|value| terms.truth(value))
        }
        Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
    })
}

/// The truth of a comparison of constants.
fn decided(terms: &Terms, term: TermId) -> Option<bool> {
    let (op, sides) = match terms.get(term) {
        Term::Bool(value) => return Some(*value),
        Term::App(op, sides) if sides.len() == 2 => (*op, [sides[0], sides[1]]),
        Term::App(..) | Term::Var(..) | Term::Int(_) | Term::Word(_) | Term::Bits { .. } => return None,
    };
    let number = |term: TermId| match terms.get(term) {
        Term::Int(value) => Some(*value),
        Term::Bits { value, .. } => Some(i128::from(*value)),
        Term::Bool(value) => Some(i128::from(*value)),
        Term::Var(..) | Term::Word(_) | Term::App(..) => None,
    };
    let [left, right] = [number(sides[0])?, number(sides[1])?];
    let is = |one: Op, other: Op| op == one || op == other;
    is(Op::Equal, Op::Equal)
        .then_some(left == right)
        .or(is(Op::Less, Op::BitsLess).then_some(left < right))
        .or(is(Op::AtMost, Op::BitsAtMost).then_some(left <= right))
}
