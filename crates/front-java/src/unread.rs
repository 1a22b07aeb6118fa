//! Assignments of which nobody reads the result are left out.
//!
//! A walk computes what a program computes: the code of every character, the place of every word, though the program may ask only
//! whether there is one. What is never read cannot matter to any assertion, but costs every engine; and where it is any value, it
//! would put a failing run in doubt. Inputs stay, since each is a question to the outside. Exact.

use std::collections::BTreeMap;

use ir::reads::in_action;
use ir::{Action, IntExpr, Label, Procedure, StrExpr, Variable};

/// Replaces assignments to variables that are never read by jumps to what comes next, so that labels stay.
pub(crate) fn leave_out(procedure: &mut Procedure) {
    let mut count: BTreeMap<Variable, usize> = BTreeMap::new();
    let mut places: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
    for (at, instruction) in procedure.code.iter().enumerate() {
        in_action(&instruction.action, &mut |variable| *count.entry(variable).or_default() += 1);
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
            in_action(&action, &mut |read| {
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
