//! One rule carried out on facts: every way it may come out.
//!
//! The terms of the plan get values one by one. Where a value is not determined (a string of any class, a truth value that
//! profiles do not decide) each possible one is tried. A way that leans on something that profiles do not decide is not
//! exact: it contains all that is derivable, and perhaps more.

use std::collections::BTreeSet;
use std::rc::Rc;

use automata::{Budget, Exhausted};

use super::demand::Demand;
use super::images::Image;
use super::plan::{Kind, Node, Plan};
use super::registry::{Entry, Registry};
use super::space::{Classes, Guard, Space};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::Var;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cell {
    /// Nothing, as it does not matter.
    Unasked,
    /// The class of a string, for the entries that are asked.
    Class(Rc<[u32]>),
    /// A truth value.
    Truth(bool),
    /// An integer, or any.
    Int(Option<i128>),
}

/// A string that was chosen: the variable, and a class.
pub(super) type Choice = (Var, Chosen);

/// What was chosen for a variable.
#[derive(Clone, Debug)]
pub(super) enum Chosen {
    /// A class, by its place among others.
    Class(Rc<Classes>, usize),
    /// A truth value.
    Truth(bool),
}

/// A way in which a rule comes out.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The arguments of the head.
    pub(super) head: Vec<Cell>,
    /// Whether nothing was left open on the way.
    pub(super) exact: bool,
    /// What was chosen for variables that nothing binds.
    pub(super) choices: Vec<Choice>,
}

/// Everything that rules are carried out in.
pub(super) struct World<'a> {
    pub(super) registry: &'a Registry,
    pub(super) demand: &'a Demand,
    pub(super) space: Space,
}

/// Values for the first terms of a plan, and how they came about.
#[derive(Clone)]
struct Partial {
    values: Vec<Cell>,
    exact: bool,
    choices: Vec<Choice>,
}

/// A rule that is being carried out.
struct Work<'a> {
    plan: &'a Plan,
    /// The place of the rule.
    rule: usize,
    bound: &'a [(usize, Cell)],
}

impl World<'_> {
    /// Over-approximates where an outcome is not exact: the ways in which a rule comes out when variables, by their
    /// places in the plan, have these values.
    ///
    /// # Errors
    /// [`Exhausted`] when there are more than the budget covers.
    pub(super) fn outcomes(
        &mut self,
        (rule, plan): (usize, &Plan),
        bound: &[(usize, Cell)],
        budget: &mut Budget,
    ) -> Result<Vec<Outcome>, Exhausted> {
        if plan.contradicts {
            return Ok(Vec::new());
        }
        let work = Work { plan, rule, bound };
        let mut open = vec![Partial { values: Vec::new(), exact: true, choices: Vec::new() }];
        let mut done = Vec::new();
        while let Some(partial) = open.pop() {
            let at = partial.values.len();
            budget.spend(1)?;
            if at == plan.nodes.len() {
                let head = plan.head.iter().map(|&node| partial.values[node].clone()).collect();
                done.push(Outcome { head, exact: partial.exact, choices: partial.choices });
                continue;
            }
            let mut ways = self.node(&work, &partial, at, budget)?;
            if let Some(must) = plan.nodes[at].must {
                ways.retain(|way| way.values[at] == Cell::Truth(must));
            }
            open.extend(ways.into_iter().rev());
        }
        Ok(done)
    }

    /// The values that the next term may have.
    fn node(
        &mut self,
        work: &Work<'_>,
        partial: &Partial,
        at: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Partial>, Exhausted> {
        let node = &work.plan.nodes[at];
        let need = &self.demand.terms[work.rule][at];
        if node.sort == Sort::Str {
            if need.entries.is_empty() {
                return Ok(vec![partial.with(Cell::Unasked)]);
            }
            return self.string(work, partial, at, budget);
        }
        if !need.live {
            return Ok(vec![partial.with(Cell::Unasked)]);
        }
        if let Kind::Var(var) = node.kind {
            if let Some((_, cell)) = work.bound.iter().find(|(place, _)| *place == at) {
                return Ok(vec![partial.with(cell.clone())]);
            }
            return Ok(partial.free(var, node.sort));
        }
        Ok(match self.determined(work, partial, node) {
            Some(cell) => vec![partial.with(cell)],
            None => [true, false].map(|value| partial.open(Cell::Truth(value))).to_vec(),
        })
    }

    /// The value of a term that is no string, if its parts determine it.
    fn determined(&self, work: &Work<'_>, partial: &Partial, node: &Node) -> Option<Cell> {
        let truth = |at: &usize| partial.values[*at] == Cell::Truth(true);
        Some(match &node.kind {
            Kind::Truth(value) => Cell::Truth(*value),
            Kind::Not(part) => Cell::Truth(!truth(part)),
            Kind::All(parts) => Cell::Truth(parts.iter().all(truth)),
            Kind::Any(parts) => Cell::Truth(parts.iter().any(truth)),
            Kind::Ite(condition, then, other) => {
                partial.values[if truth(condition) { *then } else { *other }].clone()
            }
            Kind::SameBool(left, right) => Cell::Truth(truth(left) == truth(right)),
            Kind::Test(of, machine) => {
                let state = self.end(work, partial, *of, (*machine, 0));
                Cell::Truth(self.space.label(*machine, state) == 1)
            }
            Kind::SameStr(left, right) => {
                let differs = |&entry: &Entry| {
                    self.end(work, partial, *left, entry) != self.end(work, partial, *right, entry)
                };
                let entries = &self.demand.terms[work.rule][*left].entries;
                entries.iter().any(differs).then_some(Cell::Truth(false))?
            }
            Kind::Compare(op, left, right) => {
                let (left, right) = (integer(&partial.values[*left])?, integer(&partial.values[*right])?);
                let less = (*op == Op::Less || *op == Op::AtMost) && left < right;
                Cell::Truth(less || (*op != Op::Less && left == right))
            }
            Kind::Int(value) => Cell::Int(Some(*value)),
            Kind::Arithmetic(op, parts) => {
                let parts: Option<Vec<i128>> =
                    parts.iter().map(|&part| integer(&partial.values[part])).collect();
                Cell::Int(parts.and_then(|parts| arithmetic(*op, &parts)))
            }
            Kind::Unknown => Cell::Int(None),
            Kind::Open
            | Kind::Var(_)
            | Kind::Word(_)
            | Kind::Concat(_)
            | Kind::Image(..)
            | Kind::Opaque(_) => return None,
        })
    }

    /// The state in which a machine ends after a string that has a value.
    fn end(&self, work: &Work<'_>, partial: &Partial, at: usize, entry: Entry) -> u32 {
        let entries = &self.demand.terms[work.rule][at].entries;
        match &partial.values[at] {
            Cell::Class(states) => {
                let place = entries.iter().position(|known| *known == entry);
                states[place.expect("whatever is looked at has been asked for")]
            }
            Cell::Unasked | Cell::Truth(_) | Cell::Int(_) => {
                unreachable!("whatever is looked at has been asked for")
            }
        }
    }

    fn string(
        &mut self,
        work: &Work<'_>,
        partial: &Partial,
        at: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Partial>, Exhausted> {
        let entries: Vec<Entry> = self.demand.terms[work.rule][at].entries.iter().copied().collect();
        budget.spend(entries.len() as u64)?;
        let class = |end: &dyn Fn(Entry) -> u32| {
            vec![partial.with(Cell::Class(entries.iter().map(|&entry| end(entry)).collect()))]
        };
        Ok(match &work.plan.nodes[at].kind {
            Kind::Var(var) => match work.bound.iter().find(|(place, _)| *place == at) {
                Some((_, cell)) => vec![partial.with(cell.clone())],
                None => self.chosen(work, partial, (at, Some(*var)), budget)?,
            },
            Kind::Word(constant) => {
                let spelt = self.space.spell(constant);
                budget.spend((spelt.len() * entries.len()) as u64)?;
                class(&|entry| self.space.after(entry, &spelt))
            }
            Kind::Concat(parts) => class(&|entry| self.through(work, partial, parts, entry)),
            Kind::Ite(condition, then, other) => {
                let branch = if partial.values[*condition] == Cell::Truth(true) { *then } else { *other };
                class(&|entry| self.end(work, partial, branch, entry))
            }
            Kind::Image(image, of) if self.is_carried(image, &entries) => {
                class(&|entry| self.carried(work, partial, (image, *of), entry).expect("it is carried"))
            }
            Kind::Image(image, of) => {
                let ways = self.chosen(work, partial, (at, None), budget)?;
                // What is known of the image holds of the class that was chosen.
                let agrees = |way: &Partial, &entry: &Entry| {
                    let known = self.carried(work, partial, (image, *of), entry);
                    known.is_none_or(|state| self.end(work, way, at, entry) == state)
                };
                let fits = |way: &Partial| entries.iter().all(|entry| agrees(way, entry));
                ways.into_iter().filter(fits).map(Partial::inexact).collect()
            }
            Kind::Opaque(_) => {
                let ways = self.chosen(work, partial, (at, None), budget)?;
                ways.into_iter().map(Partial::inexact).collect()
            }
            Kind::Truth(_)
            | Kind::Not(_)
            | Kind::All(_)
            | Kind::Any(_)
            | Kind::Test(..)
            | Kind::SameStr(..)
            | Kind::SameBool(..)
            | Kind::Compare(..)
            | Kind::Open
            | Kind::Int(_)
            | Kind::Arithmetic(..)
            | Kind::Unknown => unreachable!("it is a string"),
        })
    }

    /// The state after the parts of a concatenation, all of which have values.
    fn through(&self, work: &Work<'_>, partial: &Partial, parts: &[usize], entry: Entry) -> u32 {
        parts.iter().fold(entry.1, |state, &part| {
            if let Kind::Word(constant) = &work.plan.nodes[part].kind {
                return self.space.after((entry.0, state), &self.space.spell(constant));
            }
            self.end(work, partial, part, (entry.0, state))
        })
    }

    /// Whether the chain of pre-images goes on for all entries.
    fn is_carried(&self, image: &Image, entries: &[Entry]) -> bool {
        entries.iter().all(|&entry| self.registry.made(image, entry).is_some())
    }

    /// The state after the image of a string, if the chain of pre-images goes on.
    fn carried(
        &self,
        work: &Work<'_>,
        partial: &Partial,
        (image, of): (&Image, usize),
        entry: Entry,
    ) -> Option<u32> {
        let machine = self.registry.made(image, entry)?;
        let state = self.end(work, partial, of, (machine, 0));
        // A function gives every string one image, so some language accepts.
        self.space.label(machine, state).checked_sub(1)
    }

    /// Every class that a string may have which nothing binds, within what guards say of it.
    fn chosen(
        &mut self,
        work: &Work<'_>,
        partial: &Partial,
        (at, var): (usize, Option<Var>),
        budget: &mut Budget,
    ) -> Result<Vec<Partial>, Exhausted> {
        let guards = guards(work.plan, at);
        let all = &self.demand.terms[work.rule][at].entries;
        let wanted = self.wanted(work, partial, at);
        let asked: Vec<bool> = all.iter().map(|entry| wanted.contains(entry)).collect();
        let classes = self.space.classes(wanted.into_iter().collect(), guards, budget)?;
        let mut ways = Vec::new();
        for (states, place) in &classes.members {
            budget.spend(asked.len() as u64)?;
            let mut states = states.iter();
            // What is never looked at needs no state.
            let spread = asked
                .iter()
                .map(|&asked| if asked { *states.next().expect("as many as are asked") } else { u32::MAX });
            let mut way = partial.with(Cell::Class(spread.collect()));
            if let Some(var) = var {
                way.choices.push((var, Chosen::Class(classes.clone(), *place)));
            }
            ways.push(way);
        }
        Ok(ways)
    }

    /// The entries from which a string will be read, once the parts before it in concatenations are known.
    fn wanted(&self, work: &Work<'_>, partial: &Partial, at: usize) -> BTreeSet<Entry> {
        let all = &self.demand.terms[work.rule][at].entries;
        let mut wanted = self.demand.direct[work.rule][at].clone();
        for (whole, node) in work.plan.nodes.iter().enumerate() {
            let Kind::Concat(parts) = &node.kind else { continue };
            for (place, _) in parts.iter().enumerate().filter(|(_, part)| **part == at) {
                let before = &parts[..place];
                if before.iter().any(|&part| part >= at && !is_word(work.plan, part)) {
                    return all.clone();
                }
                let entries = self.demand.terms[work.rule][whole].entries.iter();
                wanted.extend(entries.map(|&(machine, state)| {
                    (machine, self.through(work, partial, before, (machine, state)))
                }));
            }
        }
        wanted
    }
}

fn is_word(plan: &Plan, at: usize) -> bool {
    matches!(plan.nodes[at].kind, Kind::Word(_))
}

/// What must hold of a string by tests that are settled.
fn guards(plan: &Plan, at: usize) -> Vec<Guard> {
    let own = if let Kind::Opaque(machine) = plan.nodes[at].kind { Some((machine, true)) } else { None };
    let tests = plan.nodes.iter().filter_map(|node| {
        let Kind::Test(of, machine) = node.kind else { return None };
        Some((machine, node.must?)).filter(|_| of == at)
    });
    let all: BTreeSet<Guard> = tests.chain(own).collect();
    all.into_iter().collect()
}

fn integer(cell: &Cell) -> Option<i128> {
    match cell {
        Cell::Int(value) => *value,
        Cell::Unasked | Cell::Class(_) | Cell::Truth(_) => None,
    }
}

fn arithmetic(op: Op, parts: &[i128]) -> Option<i128> {
    match (op, parts) {
        (Op::Add, parts) => parts.iter().try_fold(0_i128, |sum, part| sum.checked_add(*part)),
        (Op::Times, [left, right]) => left.checked_mul(*right),
        (Op::Div, [left, right]) => left.checked_div_euclid(*right),
        (Op::Mod, [left, right]) => left.checked_rem_euclid(*right),
        _ => None,
    }
}

impl Partial {
    fn with(&self, cell: Cell) -> Partial {
        let mut next = self.clone();
        next.values.push(cell);
        next
    }

    fn open(&self, cell: Cell) -> Partial {
        self.with(cell).inexact()
    }

    fn inexact(mut self) -> Partial {
        self.exact = false;
        self
    }

    /// Every value of a variable that nothing binds and that is no string.
    fn free(&self, var: Var, sort: Sort) -> Vec<Partial> {
        if sort != Sort::Bool {
            return vec![self.with(Cell::Int(None))];
        }
        let choose = |value: bool| {
            let mut way = self.with(Cell::Truth(value));
            way.choices.push((var, Chosen::Truth(value)));
            way
        };
        [true, false].map(choose).to_vec()
    }
}
