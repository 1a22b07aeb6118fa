//! Functions on lists by cases: what every style of clauses is made from.
//!
//! A definition is linear: a case computes, calls other functions, and calls itself at most once, after which it only puts
//! its results together. That is what lets one definition be a recursion, one with a pre-condition, or a loop
//! [HRS19 Table 1].
//! Definitions speak of lists from the outermost character inwards; with the last character outermost they are mirrored.

use super::order::End;
use super::shape::{Shape, Strings};
use crate::op::{FunctionId, LanguageId, Op};
use crate::sort::Sort;
use crate::system::Variable;
use crate::terms::{TermId, Terms, Var};

/// A function on lists that clauses define.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aux {
    /// The second inside of the first.
    Append(End),
    /// The second, with the first turned around outside of it.
    Reverse(End),
    /// The same word with the other end outermost, around the second.
    Turn(End),
    /// The number of characters.
    Length(End),
    /// Without so many outer characters.
    Drop(End),
    /// Only so many outer characters.
    Take(End),
    /// Whether the first is the outer part of the second, and the second without it.
    Strip(End),
    /// Whether the second occurs in the first.
    Contains(End),
    /// The outermost occurrence from a position on.
    Outermost(End),
    /// The innermost occurrence up to a position.
    Innermost(End),
    /// Whether the automaton of a language accepts, from the first character on.
    Accepts(LanguageId),
    /// The state that the automaton of a language reaches, from the last character back.
    Reaches(LanguageId),
    /// What a finite-state function writes.
    Apply(End, FunctionId),
    /// The state that a function reaches and what it has written by then, from the last character back.
    Writes(FunctionId),
    /// Whether the first comes before the second.
    Less,
    /// All occurrences replaced.
    ReplaceAll,
    /// So many copies around the last.
    Repeat(End),
    /// What kind of numeral a string is in a radix, and its number.
    Number(End, u32, Signs),
    /// The digits of a natural in a radix.
    Digits(End, u32),
}

/// Whether a numeral may have a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signs {
    /// No.
    None,
    /// A plus or a minus.
    Either,
}

/// A function by cases.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: &'static str,
    pub(super) inputs: Vec<Sort>,
    pub(super) outputs: Vec<Sort>,
    /// Places of inputs any of which bounds the recursion once it is a constant.
    pub(super) decreasing: Vec<usize>,
    pub(super) cases: Vec<Case>,
}

/// One case: it applies where its guard holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub(super) variables: Vec<Variable>,
    pub(super) inputs: Vec<TermId>,
    /// Insides of inputs, whose ghosts do not follow from those of the whole.
    pub(super) insides: Vec<(End, Shape)>,
    pub(super) guard: Vec<TermId>,
    pub(super) calls: Vec<Call>,
    /// The inputs of the call to itself, and the variables of its results.
    pub(super) again: Option<(Vec<TermId>, Vec<TermId>)>,
    pub(super) outputs: Vec<TermId>,
}

/// A function applied; its results are variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) aux: Aux,
    pub(super) inputs: Vec<TermId>,
    pub(super) outputs: Vec<TermId>,
}

/// Writes the cases of a definition one after the other.
pub(super) struct Writer<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) strings: &'a Strings,
    case: Case,
    cases: Vec<Case>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(terms: &'a mut Terms, strings: &'a Strings) -> Self {
        Writer { terms, strings, case: Case::default(), cases: Vec::new() }
    }

    fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        let var = Var(self.case.variables.len() as u32);
        self.case.variables.push(Variable { name: name.to_owned(), sort });
        self.terms.var(var, sort)
    }

    /// A new integer.
    pub(super) fn int(&mut self, name: &str) -> TermId {
        self.fresh(name, Sort::Int)
    }

    /// A new truth value.
    pub(super) fn truth(&mut self, name: &str) -> TermId {
        self.fresh(name, Sort::Bool)
    }

    /// A new character.
    pub(super) fn character(&mut self) -> TermId {
        self.fresh("c", self.strings.chars.sort())
    }

    /// A new string.
    pub(super) fn string(&mut self, name: &str, end: End) -> Shape {
        self.strings.fresh(self.terms, &mut self.case.variables, (name, end))
    }

    /// The empty string.
    pub(super) fn nil(&mut self, end: End) -> Shape {
        self.strings.nil(self.terms, end)
    }

    /// A string with a character more outside.
    pub(super) fn cons(&mut self, end: End, character: TermId, of: &Shape) -> Shape {
        self.strings.cons(self.terms, end, (character, of))
    }

    /// A string that is not empty, as an input: its character, what is inside, and the whole.
    pub(super) fn opened(&mut self, name: &str, end: End) -> (TermId, Shape, Shape) {
        let character = self.character();
        let inside = self.string(name, end);
        let whole = self.cons(end, character, &inside);
        self.case.insides.push((end, inside.clone()));
        (character, inside, whole)
    }

    /// An operation on terms.
    pub(super) fn app(&mut self, op: Op, parts: &[TermId]) -> TermId {
        self.terms.app(op, parts)
    }

    /// A number and a constant added.
    pub(super) fn plus(&mut self, term: TermId, by: i128) -> TermId {
        let by = self.terms.int(by);
        self.terms.app(Op::Add, &[term, by])
    }

    /// The case applies only where this holds.
    pub(super) fn when(&mut self, condition: TermId) {
        self.case.guard.push(condition);
    }

    /// The case applies only where this does not hold.
    pub(super) fn unless(&mut self, condition: TermId) {
        let not = self.terms.app(Op::Not, &[condition]);
        self.case.guard.push(not);
    }

    /// The case calls another function.
    pub(super) fn call(&mut self, aux: Aux, inputs: &[&[TermId]], outputs: &[&[TermId]]) {
        self.case.calls.push(Call { aux, inputs: inputs.concat(), outputs: outputs.concat() });
    }

    /// The case calls its own function.
    pub(super) fn again(&mut self, inputs: &[&[TermId]], outputs: &[&[TermId]]) {
        self.case.again = Some((inputs.concat(), outputs.concat()));
    }

    /// The case ends: for these inputs the results are these.
    pub(super) fn gives(&mut self, inputs: &[&[TermId]], outputs: &[&[TermId]]) {
        let mut case = std::mem::take(&mut self.case);
        case.inputs = inputs.concat();
        case.outputs = outputs.concat();
        self.cases.push(case);
    }

    /// The definition of all cases. A constant at any of the places bounds the recursion.
    pub(super) fn finish(self, name: &'static str, decreasing: &[usize]) -> Definition {
        let first = self.cases.first().expect("a definition has a case");
        let sorts = |terms: &[TermId]| terms.iter().map(|term| self.terms.sort(*term)).collect();
        Definition {
            name,
            inputs: sorts(&first.inputs),
            outputs: sorts(&first.outputs),
            decreasing: decreasing.to_vec(),
            cases: self.cases,
        }
    }
}
