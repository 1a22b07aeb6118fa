//! The terms of a clause, strings among them as lists with ghosts.
//!
//! A constant word is written out only where it is used, so that it suits any order. Each operation on strings becomes
//! calls of functions on lists, with terms around them; tests are calls whose result is a truth value, so negation is as
//! exact as the test. What holds of ghosts without the list is said beside a call.

use std::collections::BTreeMap;
use std::sync::Arc;

use automata::{Exhausted, Symbol};

use super::define::Aux;
use super::order::{End, Ends};
use super::press::{Pending, Press, Target};
use super::shape::Shape;
use crate::op::Op;
use crate::sort::Sort;
use crate::system::{Approximation, Atom, Variable};
use crate::terms::{Term, TermId, Var};
use crate::value::{Value, evaluate};

/// A term of a clause in its new form.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Not a string.
    Plain(TermId),
    /// A string.
    Text(Text),
}

/// A string.
#[derive(Clone, Debug)]
pub(super) enum Text {
    /// That is known.
    Word(Arc<[Symbol]>),
    /// By its terms, with this end outermost.
    Shaped(End, Shape),
}

/// The clause that is being written.
pub(super) struct Texts<'p, 'b> {
    pub(super) press: &'p mut Press<'b>,
    /// The end of strings that are neither variables nor made from one.
    pub(super) other: End,
    pub(super) variables: Vec<Variable>,
    pub(super) body: Vec<Atom>,
    pub(super) parts: Vec<TermId>,
    pub(super) calls: Vec<Pending>,
    pub(super) approximated: Vec<Approximation>,
    done: BTreeMap<TermId, Item>,
}

impl<'p, 'b> Texts<'p, 'b> {
    pub(super) fn new(press: &'p mut Press<'b>, other: End) -> Self {
        Texts {
            press,
            other,
            variables: Vec::new(),
            body: Vec::new(),
            parts: Vec::new(),
            calls: Vec::new(),
            approximated: Vec::new(),
            done: BTreeMap::new(),
        }
    }

    /// Gives the variables of a clause their new form.
    pub(super) fn bind(&mut self, old: &[Variable], (ends, clause): (&Ends, usize)) {
        for (at, variable) in old.iter().enumerate() {
            let var = Var(at as u32);
            let before = self.press.system.terms.var(var, variable.sort);
            let item = if variable.sort == Sort::Str {
                let end = ends.variables[clause].get(&var).copied().unwrap_or(ends.other);
                Item::Text(Text::Shaped(end, self.string(&variable.name, end)))
            } else {
                Item::Plain(self.plain(&variable.name, variable.sort))
            };
            self.done.insert(before, item);
        }
    }

    /// A new variable that is not a string.
    pub(super) fn plain(&mut self, name: &str, sort: Sort) -> TermId {
        let var = Var(self.variables.len() as u32);
        self.variables.push(Variable { name: name.to_owned(), sort });
        self.press.system.terms.var(var, sort)
    }

    /// A new string.
    pub(super) fn string(&mut self, name: &str, end: End) -> Shape {
        self.press.strings.fresh(&mut self.press.system.terms, &mut self.variables, (name, end))
    }

    /// The new form of terms, parts before wholes.
    pub(super) fn convert(&mut self, roots: &[TermId]) -> Result<Vec<Item>, Exhausted> {
        for id in self.press.system.terms.parts_of(roots.iter().copied()) {
            if !self.done.contains_key(&id) {
                let item = self.one(id)?;
                self.done.insert(id, item);
            }
        }
        Ok(roots.iter().map(|root| self.done[root].clone()).collect())
    }

    fn one(&mut self, id: TermId) -> Result<Item, Exhausted> {
        self.press.budget.spend(1)?;
        let (op, parts) = match self.press.system.terms.get(id) {
            Term::Word(word) => return Ok(Item::Text(Text::Word(word.clone()))),
            Term::Int(_) | Term::Bool(_) | Term::Bits { .. } => return Ok(Item::Plain(id)),
            Term::Var(..) => unreachable!("the variables of a clause are bound first"),
            Term::App(op, parts) => (*op, parts.clone()),
        };
        let items: Vec<Item> = parts.iter().map(|part| self.done[part].clone()).collect();
        if let Some(known) = self.known(id, op) {
            return Ok(known);
        }
        if let Op::IntBits(_) = op {
            return Ok(Item::Plain(self.any("bits", Sort::Int)));
        }
        let texts = items.iter().any(|item| matches!(item, Item::Text(_)));
        if texts || op.sort(parts.get(1).map(|part| self.press.system.terms.sort(*part))) == Sort::Str {
            return if self.press.strings.has_lists() {
                Ok(self.operation(op, &items))
            } else {
                self.abstracted(op, &items)
            };
        }
        let plain: Vec<TermId> = items.iter().map(plain).collect();
        Ok(Item::Plain(self.app(op, &plain)))
    }

    /// The value of an operation on constants that has strings in it.
    fn known(&mut self, id: TermId, op: Op) -> Option<Item> {
        let system = &self.press.system;
        if op == Op::And || op == Op::Or || !system.terms.variables([id]).is_empty() {
            return None;
        }
        match evaluate(system, &[id], &BTreeMap::new())?.pop()? {
            Value::Str(word) => Some(Item::Text(Text::Word(word.into()))),
            Value::Bool(value) => Some(Item::Plain(self.press.system.terms.truth(value))),
            Value::Int(value) => Some(Item::Plain(self.press.system.terms.int(value))),
            Value::Bits { .. } | Value::Data(..) => None,
        }
    }

    /// Over-approximates: any value, recorded.
    pub(super) fn any(&mut self, what: &str, sort: Sort) -> TermId {
        self.approximate(what);
        self.plain(what, sort)
    }

    /// Records that something was given up.
    pub(super) fn approximate(&mut self, what: &str) {
        let given = Approximation { label: None, what: format!("the result of {what}") };
        if !self.approximated.contains(&given) {
            self.approximated.push(given);
        }
    }

    /// An operation on terms.
    pub(super) fn app(&mut self, op: Op, parts: &[TermId]) -> TermId {
        self.press.system.terms.app(op, parts)
    }

    /// An integer.
    pub(super) fn int(&mut self, value: i128) -> TermId {
        self.press.system.terms.int(value)
    }

    /// `left - right`.
    pub(super) fn minus(&mut self, left: TermId, right: TermId) -> TermId {
        let opposite = crate::functions::opposite(&mut self.press.system.terms, right).unwrap_or_else(|| {
            let minus = self.press.system.terms.int(-1);
            self.press.system.terms.app(Op::Times, &[minus, right])
        });
        self.app(Op::Add, &[left, opposite])
    }

    /// A function on lists called.
    pub(super) fn call(&mut self, aux: Aux, inputs: &[&[TermId]], outputs: &[&[TermId]]) {
        let (inputs, outputs) = (inputs.concat(), outputs.concat());
        self.calls.push(Pending { target: Target::Aux(aux), inputs, outputs });
    }

    /// The end that a string has, or the one of strings that have none.
    pub(super) fn end(&self, text: &Text) -> End {
        match text {
            Text::Word(_) => self.other,
            Text::Shaped(end, _) => *end,
        }
    }

    /// The end that suits several strings: that of the first which is not constant.
    pub(super) fn common(&self, texts: &[&Text]) -> End {
        let ends = texts.iter().filter_map(|text| match text {
            Text::Word(_) => None,
            Text::Shaped(end, _) => Some(*end),
        });
        ends.into_iter().next().unwrap_or(self.other)
    }

    /// A string with an end outermost, turned when it has the other.
    pub(super) fn shaped(&mut self, text: &Text, end: End) -> Shape {
        match text {
            Text::Word(word) => self.press.strings.literal(&mut self.press.system.terms, end, word),
            Text::Shaped(known, shape) if *known == end || shape.list.is_none() => shape.clone(),
            Text::Shaped(known, shape) => {
                let (nil, turned) =
                    (self.press.strings.nil(&mut self.press.system.terms, end), self.string("turned", end));
                self.call(Aux::Turn(*known), &[&shape.terms(), &nil.terms()], &[&turned.terms()]);
                self.alike(shape, &turned);
                turned
            }
        }
    }

    /// Says that two strings have the same ghosts.
    pub(super) fn alike(&mut self, one: &Shape, other: &Shape) {
        let ghosts = |shape: &Shape| Shape { list: None, ..shape.clone() }.terms();
        for (one, other) in ghosts(one).into_iter().zip(ghosts(other)) {
            let same = self.app(Op::Equal, &[one, other]);
            self.parts.push(same);
        }
    }

    /// The length: a ghost, or a call.
    pub(super) fn length(&mut self, text: &Text) -> TermId {
        let (end, shape) = match text {
            Text::Word(word) => return self.int(word.len() as i128),
            Text::Shaped(end, shape) => (*end, shape.clone()),
        };
        shape.length.unwrap_or_else(|| {
            let length = self.plain("length", Sort::Int);
            self.call(Aux::Length(end), &[&shape.terms()], &[&[length]]);
            length
        })
    }

    /// Says that a string has a length, where lengths are kept.
    pub(super) fn has_length(&mut self, shape: &Shape, length: TermId) {
        if let Some(ghost) = shape.length {
            let same = self.app(Op::Equal, &[ghost, length]);
            self.parts.push(same);
        }
    }
}

/// A term that is not a string.
pub(super) fn plain(item: &Item) -> TermId {
    match item {
        Item::Plain(term) => *term,
        Item::Text(_) => unreachable!("the operation takes no string here"),
    }
}

/// A term that is a string.
pub(super) fn text(item: &Item) -> &Text {
    match item {
        Item::Text(text) => text,
        Item::Plain(_) => unreachable!("the operation takes a string here"),
    }
}
