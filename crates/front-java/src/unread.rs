//! Assignments of which nobody reads the result are left out.
//!
//! A walk computes what a program computes: the code of every character, the place of every word, though the program may ask only
//! whether there is one. What is never read cannot matter to any assertion, but costs every engine; and where it is any value, it
//! would put a failing run in doubt. Inputs stay, since each is a question to the outside. Exact.

use std::collections::BTreeMap;

use ir::{
    Action, Argument, Condition, InputSet, IntExpr, Label, Linear, Literal, Needle, Procedure, Quantity,
    StrExpr, StrTerm, Test, Variable,
};

/// Replaces assignments to variables that are never read by jumps to what comes next, so that labels stay.
pub(crate) fn leave_out(procedure: &mut Procedure) {
    let mut count: BTreeMap<Variable, usize> = BTreeMap::new();
    let mut places: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
    for (at, instruction) in procedure.code.iter().enumerate() {
        reads(&instruction.action, &mut |variable| *count.entry(variable).or_default() += 1);
        if let Some(variable) = assigned(&instruction.action) {
            places.entry(variable).or_default().push(at);
        }
    }
    let is_unread = |count: &BTreeMap<Variable, usize>, variable: &Variable| !count.contains_key(variable);
    let mut open: Vec<Variable> =
        places.keys().copied().filter(|variable| is_unread(&count, variable)).collect();
    while let Some(variable) = open.pop() {
        for at in places.remove(&variable).unwrap_or_default() {
            let next = Action::Jump(Label(u32::try_from(at + 1).expect("a program has fewer instructions")));
            let action = std::mem::replace(&mut procedure.code[at].action, next);
            reads(&action, &mut |read| {
                let left = count.get_mut(&read).expect("each read was counted");
                *left -= 1;
                if *left == 0 {
                    count.remove(&read);
                    open.push(read);
                }
            });
        }
    }
}

/// The variable that an action assigns and does nothing else.
pub(crate) fn assigned(action: &Action) -> Option<Variable> {
    match action {
        Action::SetStr(variable, value) => {
            (!matches!(value, StrExpr::Input(_))).then_some(Variable::Str(*variable))
        }
        Action::SetInt(variable, value, _) => {
            (!matches!(value, IntExpr::Input)).then_some(Variable::Int(*variable))
        }
        Action::SetBool(variable, _) => Some(Variable::Bool(*variable)),
        Action::Havoc(variable) => Some(*variable),
        Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    }
}

/// Tells every variable that an action reads, as often as it does.
fn reads(action: &Action, tell: &mut dyn FnMut(Variable)) {
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

/// Tells every variable that a text is computed from.
pub(crate) fn in_string(value: &StrExpr, tell: &mut dyn FnMut(Variable)) {
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

fn in_integer(value: &IntExpr, tell: &mut dyn FnMut(Variable)) {
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

#[cfg(test)]
mod tests {
    use ir::sil;

    use super::*;

    #[test]
    fn what_is_read_only_by_what_is_left_out_goes_too() {
        let text = "alphabet utf16
            proc main() {
              s: str := input();
              n: int := len(s);
              m: int := n + 1;
              k: int := 2;
              b: bool;
              havoc b;
              assert(k == 2);
            }";
        let mut program = sil::parse(text.as_bytes(), "t").expect("it is well written");
        leave_out(&mut program.procedures[0]);
        let shown = sil::print(&program);
        assert!(shown.contains("s := input()") && shown.contains("k := 2"), "{shown}");
        assert!(!shown.contains("n :=") && !shown.contains("m :=") && !shown.contains("havoc"), "{shown}");
    }
}
