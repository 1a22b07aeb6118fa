//! Values, and the variables of a call.
//!
//! A frame has the variables that its procedure declares, each with a value of its type. Nothing else in
//! a state changes: tables of languages and functions belong to the program.

use automata::Symbol;

use super::Outcome;
use crate::ids::{BoolVar, IntVar, StrVar};
use crate::linear::{Linear, Quantity};
use crate::operation::StrTerm;
use crate::program::{Procedure, Type, Variable};

/// A value of any type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A word over the program's alphabet.
    Str(Vec<Symbol>),
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
}

impl Value {
    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Str(_) => Type::Str,
            Value::Int(_) => Type::Int,
            Value::Bool(_) => Type::Bool,
        }
    }
}

/// The variables of a call with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    strings: Vec<Vec<Symbol>>,
    integers: Vec<i128>,
    booleans: Vec<bool>,
}

impl Frame {
    /// The variables of `procedure` as they begin: empty, 0 and false.
    pub(super) fn new(procedure: &Procedure) -> Self {
        Frame {
            strings: vec![Vec::new(); procedure.strings.len()],
            integers: vec![0; procedure.integers.len()],
            booleans: vec![false; procedure.booleans.len()],
        }
    }

    /// The value of a string variable.
    pub fn string(&self, var: StrVar) -> &[Symbol] {
        &self.strings[var.index()]
    }

    /// The value of an integer variable.
    pub fn integer(&self, var: IntVar) -> i128 {
        self.integers[var.index()]
    }

    /// The value of a boolean variable.
    pub fn boolean(&self, var: BoolVar) -> bool {
        self.booleans[var.index()]
    }

    /// The value of a variable of any type.
    pub fn value(&self, variable: Variable) -> Value {
        match variable {
            Variable::Str(var) => Value::Str(self.string(var).to_vec()),
            Variable::Int(var) => Value::Int(self.integer(var)),
            Variable::Bool(var) => Value::Bool(self.boolean(var)),
        }
    }

    /// The value of a string that is at hand.
    pub fn term<'a>(&'a self, term: &'a StrTerm) -> &'a [Symbol] {
        match term {
            StrTerm::Var(var) => self.string(*var),
            StrTerm::Word(word) => word,
        }
    }

    /// The value of a linear term; `None` when 128 bits do not hold it or a part of it.
    pub fn linear(&self, linear: &Linear) -> Option<i128> {
        linear.evaluate(|quantity| match quantity {
            Quantity::Var(var) => self.integer(var),
            Quantity::Length(var) => self.string(var).len() as i128,
        })
    }

    /// The same for a run, which ends when there is no value.
    pub(super) fn integer_of(&self, linear: &Linear) -> Result<i128, Outcome> {
        self.linear(linear).ok_or(Outcome::Overflow)
    }

    /// Gives a variable a value of its type.
    pub(super) fn set(&mut self, variable: Variable, value: Value) {
        match (variable, value) {
            (Variable::Str(var), Value::Str(value)) => self.strings[var.index()] = value,
            (Variable::Int(var), Value::Int(value)) => self.integers[var.index()] = value,
            (Variable::Bool(var), Value::Bool(value)) => self.booleans[var.index()] = value,
            (Variable::Str(_) | Variable::Int(_) | Variable::Bool(_), value) => {
                panic!("a variable of type {:?} never gets {value:?}", variable.ty())
            }
        }
    }

    /// The number of characters of all strings.
    pub(super) fn characters(&self) -> usize {
        self.strings.iter().map(Vec::len).sum()
    }
}
