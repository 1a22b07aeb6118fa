//! A page judged by some rules only: what the others need is left out of the program.
//!
//! An assertion of another rule becomes one that always holds, and the assumption after it holds no longer. Assignments
//! whose variables no branch, assumption or assertion depends on are then nothing. Labels stay as they are.

use std::collections::BTreeSet;

use ir::reads::in_action;
use ir::{Action, Condition, Variable};

use crate::lower::Lowered;
use crate::policy::RuleId;

impl Lowered {
    /// Exact for the rules that are kept: they hold of the same runs as before, or of more where another rule ended one.
    pub fn only(&mut self, keep: impl Fn(RuleId) -> bool) {
        let claims = self.claims.clone();
        let code = &mut self.program.procedures[0].code;
        for at in 0..code.len() {
            if let Action::Assert(id, condition) = &code[at].action
                && claims[id.index()].rule().is_some_and(|rule| !keep(rule))
            {
                let (id, condition) = (*id, condition.clone());
                code[at].action = Action::Assert(id, Condition::TRUE);
                if code.get(at + 1).is_some_and(|next| next.action == Action::Assume(condition)) {
                    code[at + 1].action = NOTHING;
                }
            }
        }
        let needed = needed(code);
        for instruction in code {
            if let Action::SetStr(..) | Action::SetInt(..) | Action::SetBool(..) | Action::Havoc(_) =
                instruction.action
                && target(&instruction.action).is_some_and(|variable| !needed.contains(&variable))
            {
                instruction.action = NOTHING;
            }
        }
    }
}

/// What does nothing.
const NOTHING: Action = Action::Assume(Condition::TRUE);

/// The variables that runs or assertions depend on.
fn needed(code: &[ir::Instruction]) -> BTreeSet<Variable> {
    let mut needed = BTreeSet::new();
    for instruction in code {
        if let Action::Branch(..) | Action::Assume(_) | Action::Assert(..) = instruction.action {
            note(&instruction.action, &mut needed);
        }
    }
    loop {
        let before = needed.len();
        for instruction in code.iter().rev() {
            if target(&instruction.action).is_some_and(|variable| needed.contains(&variable)) {
                note(&instruction.action, &mut needed);
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

fn note(action: &Action, needed: &mut BTreeSet<Variable>) {
    in_action(action, &mut |variable| {
        needed.insert(variable);
    });
}

/// The variable that an action changes.
pub(crate) fn target(action: &Action) -> Option<Variable> {
    match action {
        Action::SetStr(var, _) => Some(Variable::Str(*var)),
        Action::SetInt(var, ..) => Some(Variable::Int(*var)),
        Action::SetBool(var, _) => Some(Variable::Bool(*var)),
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
