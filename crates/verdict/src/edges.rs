//! The edges of the control-flow graph that leave an instruction, as the checker reads them.
//!
//! Each has a target, the condition under which a run takes it and the change that the instruction makes. A run that goes on
//! takes one of them. Instructions that end a run have none.

use std::borrow::Cow;

use ir::{Action, Condition, Label, Procedure};

use crate::step::Update;

/// An edge from an instruction to a label.
pub(crate) struct Edge<'a> {
    pub(crate) to: Label,
    /// When it is taken.
    pub(crate) condition: Cow<'a, Condition>,
    /// What changes on it.
    pub(crate) update: Update<'a>,
}

/// The edges that leave a label, those of a jump before the others; `None` for a call, of which the checker knows nothing.
pub(crate) fn edges(procedure: &Procedure, label: Label) -> Option<Vec<Edge<'_>>> {
    let next = Label(label.0 + 1);
    let set = |update| vec![Edge { to: next, condition: Cow::Owned(Condition::TRUE), update }];
    let under = |to, condition| Edge { to, condition, update: Update::Nothing };
    Some(match &procedure.code[label.index()].action {
        Action::SetStr(var, value) => set(Update::Str(*var, value)),
        Action::SetInt(var, value, width) => set(Update::Int(*var, value, *width)),
        Action::SetBool(var, condition) => set(Update::Bool(*var, condition)),
        Action::Havoc(variable) => set(Update::Havoc(*variable)),
        Action::Assume(condition) => vec![under(next, Cow::Borrowed(condition))],
        Action::Assert(..) => set(Update::Nothing),
        Action::Jump(to) => vec![under(*to, Cow::Owned(Condition::TRUE))],
        Action::Branch(condition, to) => {
            let jump = under(*to, Cow::Borrowed(condition));
            let otherwise = under(next, Cow::Owned(condition.clone().negated()));
            [Some(jump), Some(otherwise)].into_iter().flatten().collect()
        }
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
        Action::Call(..) => return None,
    })
}
