//! Quantities that are only ever flags: integers that get constants, and lengths of strings of at most one character.
//!
//! States in which such a quantity has different values are kept apart, because what holds of the others often
//! depends on it: a place is before the end of a string exactly while the character read there is not empty.

use std::collections::BTreeSet;

use ir::{Action, IntExpr, Linear, Procedure, Quantity, StrExpr, StrTerm, Variable};

use crate::quantities::number;

/// The numbers of the quantities that are only flags.
pub(crate) fn flags(procedure: &Procedure) -> BTreeSet<u32> {
    let all = procedure.variables().filter_map(|variable| match variable {
        Variable::Int(var) => Some(number(Quantity::Var(var))),
        Variable::Str(var) => Some(number(Quantity::Length(var))),
        Variable::Bool(_) => None,
    });
    let mut flags: BTreeSet<u32> = all.collect();
    loop {
        let before = flags.len();
        for instruction in &procedure.code {
            match &instruction.action {
                Action::SetInt(var, value, _) if !is_flag(value, &flags) => {
                    flags.remove(&number(Quantity::Var(*var)));
                }
                Action::SetStr(var, value) if !is_short(value, &flags) => {
                    flags.remove(&number(Quantity::Length(*var)));
                }
                Action::SetInt(..)
                | Action::SetStr(..)
                | Action::SetBool(..)
                | Action::Havoc(_)
                | Action::Assume(_)
                | Action::Assert(..)
                | Action::Call(..)
                | Action::Jump(_)
                | Action::Branch(..)
                | Action::Return(_)
                | Action::Halt
                | Action::Abort => {}
            }
        }
        if flags.len() == before {
            return flags;
        }
    }
}

/// Whether a value is a constant, or that of a flag.
fn is_flag(value: &IntExpr, flags: &BTreeSet<u32>) -> bool {
    let IntExpr::Linear(linear) = value else { return false };
    match linear.terms() {
        [] => true,
        [(quantity, 1)] => linear.constant_part() == 0 && flags.contains(&number(*quantity)),
        [..] => false,
    }
}

/// Whether a value has at most one character, as its form says, or is read.
fn is_short(value: &StrExpr, flags: &BTreeSet<u32>) -> bool {
    let term = |term: &StrTerm| match term {
        StrTerm::Var(var) => flags.contains(&number(Quantity::Length(*var))),
        StrTerm::Word(word) => word.len() <= 1,
    };
    match value {
        StrExpr::Term(of) => term(of),
        StrExpr::Slice { from, to: Some(to), .. } => {
            to.minus(from).as_ref().and_then(Linear::as_constant).is_some_and(|width| width <= 1)
        }
        // What is read may be longer, and then it has no value here.
        StrExpr::Input(_) => true,
        StrExpr::Slice { to: None, .. }
        | StrExpr::Concat(_)
        | StrExpr::Replace { .. }
        | StrExpr::Apply { .. }
        | StrExpr::Repeat { .. }
        | StrExpr::Reverse(_)
        | StrExpr::Numeral { .. } => false,
    }
}
