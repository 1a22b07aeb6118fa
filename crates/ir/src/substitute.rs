//! Expressions and conditions with other values in the places of their variables.
//!
//! A [`Substitution`] says what stands for a variable; the rest is walked through here. Putting a procedure in place
//! of a call moves its variables up by a number (`Shift`); a search along a run puts values for those it keeps.

use crate::condition::{Condition, Literal, Test};
use crate::ids::{BoolVar, IntVar, StrVar};
use crate::linear::{Linear, Quantity};
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, StrTerm};
use crate::program::{Argument, Variable};

/// What stands in the place of each variable that is read.
pub trait Substitution {
    /// For a string.
    fn string(&self, var: StrVar) -> StrTerm;

    /// For a sum of integers and lengths.
    fn linear(&self, linear: &Linear) -> Linear;

    /// For a boolean that must have a value.
    fn boolean(&self, var: BoolVar, holds: bool) -> Condition;

    /// In a string.
    fn term(&self, term: &StrTerm) -> StrTerm {
        match term {
            StrTerm::Var(var) => self.string(*var),
            StrTerm::Word(word) => StrTerm::Word(word.clone()),
        }
    }

    /// In an argument of a call.
    fn argument(&self, argument: &Argument) -> Argument {
        match argument {
            Argument::Str(term) => Argument::Str(self.term(term)),
            Argument::Int(linear) => Argument::Int(self.linear(linear)),
            Argument::Bool(condition) => Argument::Bool(self.condition(condition)),
        }
    }

    /// In a condition.
    fn condition(&self, condition: &Condition) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(|part| self.condition(part)).collect();
        match condition {
            Condition::Literal(literal) => in_literal(self, literal),
            Condition::All(parts) => Condition::All(all(parts)),
            Condition::Any(parts) => Condition::Any(all(parts)),
        }
    }

    /// In an expression for a string.
    fn str_expr(&self, value: &StrExpr) -> StrExpr {
        match value {
            StrExpr::Term(term) => StrExpr::Term(self.term(term)),
            StrExpr::Concat(terms) => StrExpr::Concat(terms.iter().map(|term| self.term(term)).collect()),
            StrExpr::Slice { of, from, to } => StrExpr::Slice {
                of: self.term(of),
                from: self.linear(from),
                to: to.as_ref().map(|to| self.linear(to)),
            },
            StrExpr::Replace { of, what, with, which } => {
                let what = match what {
                    Needle::Term(term) => Needle::Term(self.term(term)),
                    Needle::Pattern(pattern) => Needle::Pattern(*pattern),
                };
                StrExpr::Replace { of: self.term(of), what, with: self.term(with), which: *which }
            }
            StrExpr::Apply { function, to } => StrExpr::Apply { function: *function, to: self.term(to) },
            StrExpr::Repeat { of, times } => StrExpr::Repeat { of: self.term(of), times: self.linear(times) },
            StrExpr::Reverse(term) => StrExpr::Reverse(self.term(term)),
            StrExpr::Numeral { of, radix } => StrExpr::Numeral { of: self.linear(of), radix: *radix },
            StrExpr::Input(InputSet::UpTo(most)) => StrExpr::Input(InputSet::UpTo(self.linear(most))),
            StrExpr::Input(set @ (InputSet::Any | InputSet::Language(_))) => StrExpr::Input(set.clone()),
        }
    }

    /// In an expression for an integer.
    fn int_expr(&self, value: &IntExpr) -> IntExpr {
        match value {
            IntExpr::Linear(linear) => IntExpr::Linear(self.linear(linear)),
            IntExpr::Times(a, b) => IntExpr::Times(self.linear(a), self.linear(b)),
            IntExpr::Div(a, b) => IntExpr::Div(self.linear(a), self.linear(b)),
            IntExpr::Mod(a, b) => IntExpr::Mod(self.linear(a), self.linear(b)),
            IntExpr::Bits(operation, a, b) => IntExpr::Bits(*operation, self.linear(a), self.linear(b)),
            IntExpr::IndexOf { of, what, from } => {
                IntExpr::IndexOf { of: self.term(of), what: self.term(what), from: self.linear(from) }
            }
            IntExpr::LastIndexOf { of, what } => {
                IntExpr::LastIndexOf { of: self.term(of), what: self.term(what) }
            }
            IntExpr::Code { of, at } => IntExpr::Code { of: self.term(of), at: self.linear(at) },
            IntExpr::Parse { of, radix } => IntExpr::Parse { of: self.term(of), radix: *radix },
            IntExpr::Input => IntExpr::Input,
        }
    }
}

fn in_literal(by: &(impl Substitution + ?Sized), literal: &Literal) -> Condition {
    let test = match &literal.test {
        Test::Bool(var) => return by.boolean(*var, literal.holds),
        Test::In(term, language) => Test::In(by.term(term), *language),
        Test::Equal(a, b) => Test::Equal(by.term(a), by.term(b)),
        Test::Contains(a, b) => Test::Contains(by.term(a), by.term(b)),
        Test::StartsWith(a, b) => Test::StartsWith(by.term(a), by.term(b)),
        Test::EndsWith(a, b) => Test::EndsWith(by.term(a), by.term(b)),
        Test::IsZero(linear) => Test::IsZero(by.linear(linear)),
        Test::AtMostZero(linear) => Test::AtMostZero(by.linear(linear)),
    };
    Condition::Literal(Literal { test, holds: literal.holds })
}

/// All variables of a type moved up by a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shift {
    pub(crate) strings: u32,
    pub(crate) integers: u32,
    pub(crate) booleans: u32,
}

impl Shift {
    /// A variable that is written.
    pub(crate) fn variable(self, variable: Variable) -> Variable {
        match variable {
            Variable::Str(var) => Variable::Str(self.str_var(var)),
            Variable::Int(var) => Variable::Int(self.int_var(var)),
            Variable::Bool(var) => Variable::Bool(self.bool_var(var)),
        }
    }

    pub(crate) fn str_var(self, var: StrVar) -> StrVar {
        StrVar(var.0 + self.strings)
    }

    pub(crate) fn int_var(self, var: IntVar) -> IntVar {
        IntVar(var.0 + self.integers)
    }

    pub(crate) fn bool_var(self, var: BoolVar) -> BoolVar {
        BoolVar(var.0 + self.booleans)
    }
}

impl Substitution for Shift {
    fn string(&self, var: StrVar) -> StrTerm {
        StrTerm::Var(self.str_var(var))
    }

    fn linear(&self, linear: &Linear) -> Linear {
        linear.map(|quantity| match quantity {
            Quantity::Var(var) => Quantity::Var(self.int_var(var)),
            Quantity::Length(var) => Quantity::Length(self.str_var(var)),
        })
    }

    fn boolean(&self, var: BoolVar, holds: bool) -> Condition {
        Condition::Literal(Literal { test: Test::Bool(self.bool_var(var)), holds })
    }
}
