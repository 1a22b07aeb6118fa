//! Terms: a table in which each distinct term stands once, its parts before it.
//!
//! A [`TermId`] is a place in the table of its system. Since parts come first, whatever is done with a term is done
//! for its parts in ascending order: nothing recurses, and shared parts are done once. Formulas are terms of sort
//! [`Sort::Bool`].

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use automata::Symbol;

use crate::op::Op;
use crate::sort::Sort;

/// A term of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

/// A variable of a clause, or a parameter of a definition, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// The most parts that a sum or a concatenation takes over from its parts, and the longest word that is joined of two.
const WIDEST: usize = 256;
const LONGEST: usize = 1 << 16;

/// One term over others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Var(Var, Sort),
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A word.
    Word(Arc<[Symbol]>),
    /// The bits of a number.
    Bits {
        /// The number, below 2 to the width.
        value: u64,
        /// How many bits.
        width: u32,
    },
    /// An operation on terms.
    App(Op, Vec<TermId>),
}

/// The terms of a system.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Term>,
    sorts: Vec<Sort>,
    /// Only looked up, never walked.
    places: HashMap<Term, TermId>,
}

impl Terms {
    /// The place of a term, made when it is new.
    pub fn add(&mut self, term: Term) -> TermId {
        if let Some(&id) = self.places.get(&term) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.sorts.push(self.sort_of_new(&term));
        self.nodes.push(term.clone());
        self.places.insert(term, id);
        id
    }

    fn sort_of_new(&self, term: &Term) -> Sort {
        match term {
            Term::Var(_, sort) => *sort,
            Term::Int(_) => Sort::Int,
            Term::Bool(_) => Sort::Bool,
            Term::Word(_) => Sort::Str,
            Term::Bits { width, .. } => Sort::Bits(*width),
            Term::App(op, parts) => op.sort(parts.get(1).map(|part| self.sort(*part))),
        }
    }

    /// The term at a place.
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.0 as usize]
    }

    /// What a term denotes.
    pub fn sort(&self, id: TermId) -> Sort {
        self.sorts[id.0 as usize]
    }

    /// A variable.
    pub fn var(&mut self, var: Var, sort: Sort) -> TermId {
        self.add(Term::Var(var, sort))
    }

    /// An integer.
    pub fn int(&mut self, value: i128) -> TermId {
        self.add(Term::Int(value))
    }

    /// A word.
    pub fn word(&mut self, word: &[Symbol]) -> TermId {
        self.add(Term::Word(word.into()))
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> TermId {
        self.add(Term::Bool(value))
    }

    /// An operation on terms, which must have the sorts that it takes. What is decided by its form is decided.
    pub fn app(&mut self, op: Op, parts: &[TermId]) -> TermId {
        self.decided(op, parts).unwrap_or_else(|| self.add(Term::App(op, parts.to_vec())))
    }

    fn decided(&mut self, op: Op, parts: &[TermId]) -> Option<TermId> {
        if op == Op::And || op == Op::Or {
            return Some(self.joint(parts, op));
        }
        if op == Op::Concat {
            return Some(self.concat(parts));
        }
        if op == Op::Add {
            return self.sum(parts);
        }
        if op == Op::Equal && parts[0] == parts[1] {
            return Some(self.truth(true));
        }
        if op == Op::Ite && parts[1] == parts[2] {
            return Some(parts[1]);
        }
        match (op, self.get(*parts.first()?)) {
            (Op::Not, Term::Bool(value)) => Some(self.truth(!*value)),
            (Op::Not, Term::App(Op::Not, inner)) => Some(inner[0]),
            (Op::Ite, Term::Bool(value)) => Some(parts[if *value { 1 } else { 2 }]),
            _ => None,
        }
    }

    /// All of them, or any of them, without what changes nothing.
    fn joint(&mut self, parts: &[TermId], op: Op) -> TermId {
        let all = op == Op::And;
        let mut flat: Vec<TermId> = Vec::new();
        for &part in parts {
            match self.get(part) {
                Term::Bool(value) if *value == all => {}
                Term::Bool(_) => return part,
                Term::App(inner, below) if *inner == op => flat.extend(below.iter().copied()),
                Term::Var(..) | Term::Int(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                    flat.push(part);
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        flat.retain(|&part| seen.insert(part));
        match flat.as_slice() {
            [] => self.truth(all),
            [one] => *one,
            _ => self.add(Term::App(op, flat)),
        }
    }

    /// The parts, with those that apply the operation themselves replaced by their own parts, as long as there are few: terms
    /// share their parts, so the parts of parts can be exponentially many.
    fn opened(&self, parts: &[TermId], op: Op) -> Vec<TermId> {
        let own = |part: &TermId| match self.get(*part) {
            Term::App(inner, below) if *inner == op => Some(&below[..]),
            Term::Var(..)
            | Term::Int(_)
            | Term::Bool(_)
            | Term::Word(_)
            | Term::Bits { .. }
            | Term::App(..) => None,
        };
        let count: usize = parts.iter().map(|part| own(part).map_or(1, <[TermId]>::len)).sum();
        if count > WIDEST {
            return parts.to_vec();
        }
        parts.iter().flat_map(|part| own(part).unwrap_or(std::slice::from_ref(part))).copied().collect()
    }

    /// The sum, constants joined; `None` when they do not fit 128 bits.
    fn sum(&mut self, parts: &[TermId]) -> Option<TermId> {
        let mut constant = 0_i128;
        let mut rest = Vec::new();
        for part in self.opened(parts, Op::Add) {
            match self.get(part) {
                Term::Int(value) => constant = constant.checked_add(*value)?,
                Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => {
                    rest.push(part);
                }
            }
        }
        if constant != 0 || rest.is_empty() {
            rest.push(self.int(constant));
        }
        Some(if let [one] = rest[..] { one } else { self.add(Term::App(Op::Add, rest)) })
    }

    /// One after the other, neighbouring constants joined.
    fn concat(&mut self, parts: &[TermId]) -> TermId {
        let mut flat: Vec<TermId> = Vec::new();
        for part in self.opened(parts, Op::Concat) {
            match (flat.last().map(|last| self.get(*last)), self.get(part)) {
                (_, Term::Word(word)) if word.is_empty() => {}
                (Some(Term::Word(before)), Term::Word(word)) if before.len() + word.len() <= LONGEST => {
                    let joined = self.word(&[&**before, &**word].concat());
                    flat.pop();
                    flat.push(joined);
                }
                _ => flat.push(part),
            }
        }
        match flat.as_slice() {
            [] => self.word(&[]),
            [one] => *one,
            _ => self.add(Term::App(Op::Concat, flat)),
        }
    }

    /// The terms that some terms are made of, themselves included, parts before wholes.
    pub fn parts_of(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
        let mut seen = std::collections::BTreeSet::new();
        let mut open: Vec<TermId> = roots.into_iter().collect();
        while let Some(id) = open.pop() {
            if seen.insert(id)
                && let Term::App(_, parts) = self.get(id)
            {
                open.extend(parts);
            }
        }
        seen.into_iter().collect()
    }

    /// The variables of some terms with their sorts, ascending.
    pub fn variables(&self, roots: impl IntoIterator<Item = TermId>) -> BTreeMap<Var, Sort> {
        let parts = self.parts_of(roots);
        let vars = parts.iter().filter_map(|part| match self.get(*part) {
            Term::Var(var, sort) => Some((*var, *sort)),
            Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
        });
        vars.collect()
    }

    /// The terms with each part made anew by `change`, which is given the part with its own parts changed already, and
    /// `None` from which leaves it so.
    pub fn rebuild(
        &mut self,
        roots: &[TermId],
        mut change: impl FnMut(&mut Terms, &Term) -> Option<TermId>,
    ) -> Vec<TermId> {
        let mut done: BTreeMap<TermId, TermId> = BTreeMap::new();
        for id in self.parts_of(roots.iter().copied()) {
            let term = match self.get(id) {
                Term::App(op, parts) => Term::App(*op, parts.iter().map(|part| done[part]).collect()),
                other
                @ (Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. }) => {
                    other.clone()
                }
            };
            let new = change(self, &term).unwrap_or_else(|| match &term {
                Term::App(op, parts) => self.app(*op, parts),
                Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } => id,
            });
            done.insert(id, new);
        }
        roots.iter().map(|root| done[root]).collect()
    }

    /// The terms with variables replaced; a variable without a replacement stays.
    pub fn substitute(&mut self, roots: &[TermId], by: &BTreeMap<Var, TermId>) -> Vec<TermId> {
        self.rebuild(roots, |_, term| match term {
            Term::Var(var, _) => by.get(var).copied(),
            Term::Int(_) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => None,
        })
    }
}
