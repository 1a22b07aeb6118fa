//! What must be looked at to carry out a rule: its terms, each with what is known of it here.
//!
//! Parts come before wholes. A term that has no exact meaning over profiles is *opaque*: a string of some language, an
//! integer that is not known, a truth value that may be either. It stands once however often it is used, so a guard on
//! an opaque term still says something about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use automata::{Budget, Exhausted, Symbol};

use super::atoms::{regular_test, values_of};
use super::images::{Image, image_of};
use super::machine::MachineId;
use super::prepare::Rule;
use super::registry::Registry;
use crate::op::Op;
use crate::sort::Sort;
use crate::system::HornSystem;
use crate::terms::{Term, TermId, Var};

/// What is known of a term over other terms `T`.
#[derive(Clone, Debug)]
pub(super) enum Kind<T> {
    /// A variable.
    Var(Var),
    /// A constant word.
    Word(Arc<[Symbol]>),
    /// One after the other.
    Concat(Vec<T>),
    /// A finite-state function of a string.
    Image(Image, T),
    /// A string of which only this machine's label 1 is known.
    Opaque(MachineId),
    /// One of two, by a truth value.
    Ite(T, T, T),
    /// A truth value.
    Truth(bool),
    /// The contrary.
    Not(T),
    /// All of them.
    All(Vec<T>),
    /// Any of them.
    Any(Vec<T>),
    /// Whether a string leads a machine to label 1.
    Test(T, MachineId),
    /// Whether two strings are equal.
    SameStr(T, T),
    /// Whether two truth values are equal.
    SameBool(T, T),
    /// A comparison of two integers.
    Compare(Op, T, T),
    /// Either truth value.
    Open,
    /// An integer.
    Int(i128),
    /// An operation on integers.
    Arithmetic(Op, Vec<T>),
    /// Any value.
    Unknown,
}

/// A term of a plan.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) sort: Sort,
    pub(super) kind: Kind<usize>,
    /// How a truth value must come out for the rule to apply, where that is settled.
    pub(super) must: Option<bool>,
}

/// The terms of a rule in the order in which they get values.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) nodes: Vec<Node>,
    /// The conjuncts of the constraint.
    pub(super) conjuncts: Vec<usize>,
    /// The arguments of the head.
    pub(super) head: Vec<usize>,
    /// The variables that are looked at.
    pub(super) places: BTreeMap<Var, usize>,
    /// Whether the constraint says of something that it holds and that it does not.
    pub(super) contradicts: bool,
}

impl<T: Copy> Kind<T> {
    /// The terms that it is over.
    pub(super) fn parts(&self) -> Vec<T> {
        match self {
            Kind::Concat(parts) | Kind::All(parts) | Kind::Any(parts) | Kind::Arithmetic(_, parts) => {
                parts.clone()
            }
            Kind::Image(_, part) | Kind::Not(part) | Kind::Test(part, _) => vec![*part],
            Kind::Ite(a, b, c) => vec![*a, *b, *c],
            Kind::SameStr(a, b) | Kind::SameBool(a, b) | Kind::Compare(_, a, b) => vec![*a, *b],
            Kind::Var(_)
            | Kind::Word(_)
            | Kind::Opaque(_)
            | Kind::Truth(_)
            | Kind::Open
            | Kind::Int(_)
            | Kind::Unknown => Vec::new(),
        }
    }

    fn map<U>(&self, mut to: impl FnMut(T) -> U) -> Kind<U> {
        let mut all = |parts: &[T]| parts.iter().map(|part| to(*part)).collect::<Vec<U>>();
        match self {
            Kind::Var(var) => Kind::Var(*var),
            Kind::Word(word) => Kind::Word(word.clone()),
            Kind::Concat(parts) => Kind::Concat(all(parts)),
            Kind::Image(image, part) => Kind::Image(image.clone(), to(*part)),
            Kind::Opaque(machine) => Kind::Opaque(*machine),
            Kind::Ite(a, b, c) => Kind::Ite(to(*a), to(*b), to(*c)),
            Kind::Truth(value) => Kind::Truth(*value),
            Kind::Not(part) => Kind::Not(to(*part)),
            Kind::All(parts) => Kind::All(all(parts)),
            Kind::Any(parts) => Kind::Any(all(parts)),
            Kind::Test(part, machine) => Kind::Test(to(*part), *machine),
            Kind::SameStr(a, b) => Kind::SameStr(to(*a), to(*b)),
            Kind::SameBool(a, b) => Kind::SameBool(to(*a), to(*b)),
            Kind::Compare(op, a, b) => Kind::Compare(*op, to(*a), to(*b)),
            Kind::Open => Kind::Open,
            Kind::Int(value) => Kind::Int(*value),
            Kind::Arithmetic(op, parts) => Kind::Arithmetic(*op, all(parts)),
            Kind::Unknown => Kind::Unknown,
        }
    }
}

/// Exact in what is not opaque: the plan of a rule.
///
/// # Errors
/// [`Exhausted`] when a language outgrows the budget.
pub(super) fn plan(
    system: &HornSystem,
    rule: &Rule,
    registry: &mut Registry,
    budget: &mut Budget,
) -> Result<Plan, Exhausted> {
    let bound = rule.bound();
    let mut kinds: BTreeMap<TermId, Kind<TermId>> = BTreeMap::new();
    let mut open: Vec<TermId> = rule.conjuncts.iter().chain(rule.head_terms()).copied().collect();
    while let Some(term) = open.pop() {
        if kinds.contains_key(&term) {
            continue;
        }
        budget.spend(1)?;
        let kind = Sorting { system, registry, bound: &bound }.kind(term, budget)?;
        open.extend(kind.parts());
        kinds.insert(term, kind);
    }
    // What body atoms bind and constants come first, so that whatever else is chosen can be chosen for these.
    let given = |kind: &Kind<TermId>| {
        matches!(kind, Kind::Word(_) | Kind::Int(_) | Kind::Truth(_))
            || matches!(kind, Kind::Var(var) if bound.contains(var))
    };
    let (first, rest): (Vec<_>, Vec<_>) = kinds.iter().partition(|(_, kind)| given(kind));
    let order: Vec<TermId> = first.iter().chain(&rest).map(|(term, _)| **term).collect();
    let place: BTreeMap<TermId, usize> = order.iter().enumerate().map(|(at, term)| (*term, at)).collect();
    let node = |term: &TermId| Node {
        sort: system.terms.sort(*term),
        kind: kinds[term].map(|part| place[&part]),
        must: None,
    };
    let mut nodes: Vec<Node> = order.iter().map(node).collect();
    let conjuncts: Vec<usize> = rule.conjuncts.iter().map(|term| place[term]).collect();
    let contradicts = settle(&mut nodes, &conjuncts);
    let places = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| if let Kind::Var(var) = node.kind { Some((var, at)) } else { None });
    let places = places.collect();
    let head = rule.head_terms().iter().map(|term| place[term]).collect();
    Ok(Plan { nodes, conjuncts, head, places, contradicts })
}

/// Says of the parts of conjuncts how they must come out, and whether one must come out both ways.
fn settle(nodes: &mut [Node], conjuncts: &[usize]) -> bool {
    let mut open: Vec<(usize, bool)> = conjuncts.iter().map(|&at| (at, true)).collect();
    let mut contradicts = false;
    while let Some((at, value)) = open.pop() {
        contradicts |= nodes[at].must == Some(!value);
        nodes[at].must = Some(value);
        match (&nodes[at].kind, value) {
            (Kind::Not(part), _) => open.push((*part, !value)),
            (Kind::All(parts), true) | (Kind::Any(parts), false) => {
                open.extend(parts.iter().map(|&part| (part, value)));
            }
            _ => {}
        }
    }
    contradicts
}

struct Sorting<'a> {
    system: &'a HornSystem,
    registry: &'a mut Registry,
    bound: &'a BTreeSet<Var>,
}

impl Sorting<'_> {
    fn kind(&mut self, term: TermId, budget: &mut Budget) -> Result<Kind<TermId>, Exhausted> {
        match self.system.terms.sort(term) {
            Sort::Str => self.string(term, budget),
            Sort::Bool => self.truth(term, budget),
            Sort::Int => Ok(if self.is_knowable(term) { self.integer(term) } else { Kind::Unknown }),
            Sort::Bits(_) | Sort::Data(_) => Ok(Kind::Unknown),
        }
    }

    fn string(&mut self, term: TermId, budget: &mut Budget) -> Result<Kind<TermId>, Exhausted> {
        let alphabet = self.registry.alphabet;
        if let Some((image, of)) = image_of(&self.system.terms, term) {
            return Ok(Kind::Image(image, of));
        }
        let values = match self.system.terms.get(term) {
            Term::Var(var, _) => return Ok(Kind::Var(*var)),
            Term::Word(word) => return Ok(Kind::Word(word.clone())),
            Term::App(Op::Concat, parts) => return Ok(Kind::Concat(parts.clone())),
            Term::App(Op::Ite, parts) => return Ok(Kind::Ite(parts[0], parts[1], parts[2])),
            Term::App(op, _) => values_of(alphabet, *op, budget)?,
            Term::Int(_) | Term::Bool(_) | Term::Bits { .. } => unreachable!("it is a string"),
        };
        Ok(Kind::Opaque(self.registry.test(values, budget)?))
    }

    fn truth(&mut self, term: TermId, budget: &mut Budget) -> Result<Kind<TermId>, Exhausted> {
        let system = self.system;
        if let Some((of, language)) = regular_test(system, self.registry.alphabet, term, budget)? {
            return Ok(Kind::Test(of, self.registry.test(language, budget)?));
        }
        let (op, parts) = match system.terms.get(term) {
            Term::App(op, parts) => (op, parts),
            Term::Var(var, _) => return Ok(Kind::Var(*var)),
            Term::Bool(value) => return Ok(Kind::Truth(*value)),
            Term::Int(_) | Term::Word(_) | Term::Bits { .. } => return Ok(Kind::Open),
        };
        let knowable = || parts.iter().all(|&part| self.is_knowable(part));
        Ok(match (op, parts.first().map(|part| system.terms.sort(*part))) {
            (Op::Not, _) => Kind::Not(parts[0]),
            (Op::And, _) => Kind::All(parts.clone()),
            (Op::Or, _) => Kind::Any(parts.clone()),
            (Op::Ite, _) => Kind::Ite(parts[0], parts[1], parts[2]),
            (Op::Equal, Some(Sort::Str)) => Kind::SameStr(parts[0], parts[1]),
            (Op::Equal, Some(Sort::Bool)) => Kind::SameBool(parts[0], parts[1]),
            (Op::Equal, Some(Sort::Int)) | (Op::Less | Op::AtMost, _) if knowable() => {
                Kind::Compare(*op, parts[0], parts[1])
            }
            _ => Kind::Open,
        })
    }

    fn integer(&self, term: TermId) -> Kind<TermId> {
        match self.system.terms.get(term) {
            Term::Var(var, _) => Kind::Var(*var),
            Term::Int(value) => Kind::Int(*value),
            Term::App(Op::Ite, parts) => Kind::Ite(parts[0], parts[1], parts[2]),
            Term::App(op, parts) => Kind::Arithmetic(*op, parts.clone()),
            Term::Bool(_) | Term::Word(_) | Term::Bits { .. } => Kind::Unknown,
        }
    }

    /// Whether an integer has a value once the variables that are bound have.
    fn is_knowable(&self, term: TermId) -> bool {
        let mut known: BTreeSet<TermId> = BTreeSet::new();
        for id in self.system.terms.parts_of([term]) {
            let is = match self.system.terms.get(id) {
                Term::Int(_) => true,
                Term::Var(var, Sort::Int) => self.bound.contains(var),
                Term::App(Op::Add | Op::Times | Op::Div | Op::Mod, parts) => {
                    parts.iter().all(|part| known.contains(part))
                }
                Term::App(Op::Ite, parts) => parts[1..].iter().all(|part| known.contains(part)),
                Term::Var(..) | Term::Bool(_) | Term::Word(_) | Term::Bits { .. } | Term::App(..) => false,
            };
            if is {
                known.insert(id);
            }
        }
        known.contains(&term)
    }
}
