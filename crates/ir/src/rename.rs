//! Actions with their variables renamed: all variables of a type moved up by a number.
//!
//! This is what putting a procedure in place of a call needs: its variables come after those that are there.

use crate::condition::{Condition, Literal, Test};
use crate::ids::{BoolVar, IntVar, StrVar};
use crate::linear::{Linear, Quantity};
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, StrTerm};
use crate::program::{Argument, Variable};

/// How far the variables of each type are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shift {
    pub(crate) strings: u32,
    pub(crate) integers: u32,
    pub(crate) booleans: u32,
}

impl Shift {
    pub(crate) fn string(self, var: StrVar) -> StrVar {
        StrVar(var.0 + self.strings)
    }

    pub(crate) fn integer(self, var: IntVar) -> IntVar {
        IntVar(var.0 + self.integers)
    }

    pub(crate) fn boolean(self, var: BoolVar) -> BoolVar {
        BoolVar(var.0 + self.booleans)
    }

    pub(crate) fn variable(self, variable: Variable) -> Variable {
        match variable {
            Variable::Str(var) => Variable::Str(self.string(var)),
            Variable::Int(var) => Variable::Int(self.integer(var)),
            Variable::Bool(var) => Variable::Bool(self.boolean(var)),
        }
    }

    pub(crate) fn term(self, term: &StrTerm) -> StrTerm {
        match term {
            StrTerm::Var(var) => StrTerm::Var(self.string(*var)),
            StrTerm::Word(word) => StrTerm::Word(word.clone()),
        }
    }

    pub(crate) fn linear(self, linear: &Linear) -> Linear {
        linear.map(|quantity| match quantity {
            Quantity::Var(var) => Quantity::Var(self.integer(var)),
            Quantity::Length(var) => Quantity::Length(self.string(var)),
        })
    }

    pub(crate) fn argument(self, argument: &Argument) -> Argument {
        match argument {
            Argument::Str(term) => Argument::Str(self.term(term)),
            Argument::Int(linear) => Argument::Int(self.linear(linear)),
            Argument::Bool(condition) => Argument::Bool(self.condition(condition)),
        }
    }

    pub(crate) fn condition(self, condition: &Condition) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(|part| self.condition(part)).collect();
        match condition {
            Condition::Literal(Literal { test, holds }) => {
                Condition::Literal(Literal { test: self.test(test), holds: *holds })
            }
            Condition::All(parts) => Condition::All(all(parts)),
            Condition::Any(parts) => Condition::Any(all(parts)),
        }
    }

    fn test(self, test: &Test) -> Test {
        match test {
            Test::Bool(var) => Test::Bool(self.boolean(*var)),
            Test::In(term, language) => Test::In(self.term(term), *language),
            Test::Equal(a, b) => Test::Equal(self.term(a), self.term(b)),
            Test::Contains(a, b) => Test::Contains(self.term(a), self.term(b)),
            Test::StartsWith(a, b) => Test::StartsWith(self.term(a), self.term(b)),
            Test::EndsWith(a, b) => Test::EndsWith(self.term(a), self.term(b)),
            Test::IsZero(linear) => Test::IsZero(self.linear(linear)),
            Test::AtMostZero(linear) => Test::AtMostZero(self.linear(linear)),
        }
    }

    pub(crate) fn str_expr(self, value: &StrExpr) -> StrExpr {
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

    pub(crate) fn int_expr(self, value: &IntExpr) -> IntExpr {
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
