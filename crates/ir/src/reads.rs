//! Which variables an action reads.
//!
//! What nobody reads can be left out of a program. A length is read from its string.

use crate::condition::{Condition, Literal, Test};
use crate::linear::{Linear, Quantity};
use crate::operation::{InputSet, IntExpr, Needle, StrExpr, StrTerm};
use crate::program::{Action, Argument, Variable};

/// Tells every variable that an action reads, as often as it does.
pub fn in_action(action: &Action, tell: &mut dyn FnMut(Variable)) {
    match action {
        Action::SetStr(_, value) => in_string(value, tell),
        Action::SetInt(_, value, _) => in_integer(value, tell),
        Action::SetBool(_, condition)
        | Action::Assume(condition)
        | Action::Assert(_, condition)
        | Action::Branch(condition, _) => in_condition(condition, tell),
        Action::Call(_, arguments, _) => arguments.iter().for_each(|argument| in_argument(argument, tell)),
        Action::Return(result) => result.iter().for_each(|argument| in_argument(argument, tell)),
        Action::Havoc(_) | Action::Jump(_) | Action::Halt | Action::Abort => {}
    }
}

fn in_argument(argument: &Argument, tell: &mut dyn FnMut(Variable)) {
    match argument {
        Argument::Str(text) => in_text(text, tell),
        Argument::Int(linear) => in_linear(linear, tell),
        Argument::Bool(condition) => in_condition(condition, tell),
    }
}

fn in_text(text: &StrTerm, tell: &mut dyn FnMut(Variable)) {
    if let StrTerm::Var(variable) = text {
        tell(Variable::Str(*variable));
    }
}

fn in_linear(linear: &Linear, tell: &mut dyn FnMut(Variable)) {
    for (quantity, _) in linear.terms() {
        tell(match quantity {
            Quantity::Var(variable) => Variable::Int(*variable),
            Quantity::Length(variable) => Variable::Str(*variable),
        });
    }
}

/// Tells every variable that a string expression reads, as often as it does.
pub fn in_string(value: &StrExpr, tell: &mut dyn FnMut(Variable)) {
    match value {
        StrExpr::Term(text) | StrExpr::Reverse(text) | StrExpr::Apply { to: text, .. } => in_text(text, tell),
        StrExpr::Concat(parts) => parts.iter().for_each(|part| in_text(part, tell)),
        StrExpr::Slice { of, from, to } => {
            in_text(of, tell);
            in_linear(from, tell);
            to.iter().for_each(|to| in_linear(to, tell));
        }
        StrExpr::Replace { of, what, with, .. } => {
            in_text(of, tell);
            in_text(with, tell);
            match what {
                Needle::Term(what) => in_text(what, tell),
                Needle::Pattern(_) => {}
            }
        }
        StrExpr::Repeat { of, times } => {
            in_text(of, tell);
            in_linear(times, tell);
        }
        StrExpr::Numeral { of, .. } | StrExpr::Input(InputSet::UpTo(of)) => in_linear(of, tell),
        StrExpr::Input(InputSet::Any | InputSet::Language(_)) => {}
    }
}

/// Tells every variable that an integer expression reads, as often as it does.
pub fn in_integer(value: &IntExpr, tell: &mut dyn FnMut(Variable)) {
    match value {
        IntExpr::Linear(linear) => in_linear(linear, tell),
        IntExpr::Times(one, two)
        | IntExpr::Div(one, two)
        | IntExpr::Mod(one, two)
        | IntExpr::Bits(_, one, two) => {
            in_linear(one, tell);
            in_linear(two, tell);
        }
        IntExpr::IndexOf { of, what, from } => {
            in_text(of, tell);
            in_text(what, tell);
            in_linear(from, tell);
        }
        IntExpr::LastIndexOf { of, what } => {
            in_text(of, tell);
            in_text(what, tell);
        }
        IntExpr::Code { of, at } => {
            in_text(of, tell);
            in_linear(at, tell);
        }
        IntExpr::Parse { of, .. } => in_text(of, tell),
        IntExpr::Input => {}
    }
}

fn in_condition(condition: &Condition, tell: &mut dyn FnMut(Variable)) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| in_condition(part, tell));
        }
        Condition::Literal(Literal { test, .. }) => match test {
            Test::Bool(variable) => tell(Variable::Bool(*variable)),
            Test::In(text, _) => in_text(text, tell),
            Test::Equal(one, two)
            | Test::Contains(one, two)
            | Test::StartsWith(one, two)
            | Test::EndsWith(one, two) => {
                in_text(one, tell);
                in_text(two, tell);
            }
            Test::IsZero(linear) | Test::AtMostZero(linear) => in_linear(linear, tell),
        },
    }
}
