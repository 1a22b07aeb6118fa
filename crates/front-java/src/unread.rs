//! Assignments of which nobody reads the result are left out.
//!
//! A walk computes what a program computes: the code of every character, the place of every word, though the program may ask only
//! whether there is one. What is never read cannot matter to any assertion, but costs every engine; and where it is any value, it
//! would put a failing run in doubt. Inputs stay, since each is a question to the outside. Exact.

use std::collections::{BTreeMap, BTreeSet};

use ir::reads::in_action;
use ir::{Action, IntExpr, Label, Procedure, StrExpr, Variable};

/// Replaces assignments to variables that nothing needs by jumps to what comes next, so that labels stay. A variable is needed
/// when an action reads it that does more than assign, or one that assigns a variable that is needed.
pub(crate) fn leave_out(procedure: &mut Procedure) {
    let mut open: Vec<Variable> = Vec::new();
    let mut reads: BTreeMap<Variable, BTreeSet<Variable>> = BTreeMap::new();
    for instruction in &procedure.code {
        match assigned(&instruction.action) {
            Some(variable) => {
                let reads = reads.entry(variable).or_default();
                in_action(&instruction.action, &mut |read| {
                    reads.insert(read);
                });
            }
            None => in_action(&instruction.action, &mut |read| open.push(read)),
        }
    }
    let mut needed: BTreeSet<Variable> = BTreeSet::new();
    while let Some(variable) = open.pop() {
        if needed.insert(variable) {
            open.extend(reads.get(&variable).into_iter().flatten());
        }
    }
    for (at, instruction) in procedure.code.iter_mut().enumerate() {
        if assigned(&instruction.action).is_some_and(|variable| !needed.contains(&variable)) {
            let next = Label(u32::try_from(at + 1).expect("a program has fewer instructions"));
            instruction.action = Action::Jump(next);
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
    fn a_count_that_only_counts_goes() {
        let text = "alphabet utf16
            proc main() {
              n: int := 0;
              i: int := 0;
              while (i < 3) {
                n := n + 1;
                i := i + 1;
              }
              assert(i >= 0);
            }";
        let mut program = sil::parse(text.as_bytes(), "t").expect("it is well written");
        leave_out(&mut program.procedures[0]);
        let shown = sil::print(&program);
        assert!(shown.contains("i := i + 1") && !shown.contains("n := n + 1"), "{shown}");
    }

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
