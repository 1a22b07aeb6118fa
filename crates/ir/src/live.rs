//! Which variables are live: those that a run may still read before it assigns them again.
//!
//! Exact for the control-flow graph, where every branch may go both ways: the least solution of the backward dataflow
//! equations. What is known of a variable that is not live decides nothing that comes later, so an analysis may forget it.

use std::collections::BTreeSet;

use crate::cfg::Flow;
use crate::ids::Label;
use crate::program::{Action, Procedure, Variable};
use crate::reads;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// The variables that are live before each label of a procedure.
#[derive(Clone, Debug)]
pub struct Live {
    strings: usize,
    integers: usize,
    /// The words of a row.
    width: usize,
    /// One row a label, with a bit for each variable.
    rows: Vec<Vec<u64>>,
}

impl Live {
    /// The live variables of a procedure.
    pub fn of(procedure: &Procedure) -> Self {
        let (strings, integers) = (procedure.strings.len(), procedure.integers.len());
        let width = (strings + integers + procedure.booleans.len()).div_ceil(BITS);
        let rows = vec![vec![0; width]; procedure.code.len()];
        let mut live = Live { strings, integers, width, rows };
        let flow = Flow::of(procedure);
        let mut due: BTreeSet<Label> = procedure.labels().collect();
        while let Some(label) = due.pop_last() {
            let before = live.before(&procedure.code[label.index()].action, flow.successors(label));
            if live.rows[label.index()] != before {
                live.rows[label.index()] = before;
                due.extend(flow.predecessors(label));
            }
        }
        live
    }

    /// Whether a run that comes to the label may read the variable before it assigns it. At the end of the code nothing is.
    pub fn is_live(&self, label: Label, variable: Variable) -> bool {
        let bit = self.bit(variable);
        self.rows.get(label.index()).is_some_and(|row| row[bit / BITS] >> (bit % BITS) & 1 == 1)
    }

    fn bit(&self, variable: Variable) -> usize {
        match variable {
            Variable::Str(var) => var.index(),
            Variable::Int(var) => self.strings + var.index(),
            Variable::Bool(var) => self.strings + self.integers + var.index(),
        }
    }

    /// The row before an action, from those of its successors.
    fn before(&self, action: &Action, successors: impl Iterator<Item = Label>) -> Vec<u64> {
        let mut row = vec![0; self.width];
        for successor in successors {
            row.iter_mut().zip(&self.rows[successor.index()]).for_each(|(word, other)| *word |= other);
        }
        if let Some(assigned) = assigned(action) {
            let bit = self.bit(assigned);
            row[bit / BITS] &= !(1 << (bit % BITS));
        }
        reads::in_action(action, &mut |variable| {
            let bit = self.bit(variable);
            row[bit / BITS] |= 1 << (bit % BITS);
        });
        row
    }
}

/// The variable that an action assigns.
fn assigned(action: &Action) -> Option<Variable> {
    match action {
        Action::SetStr(var, _) => Some(Variable::Str(*var)),
        Action::SetInt(var, ..) => Some(Variable::Int(*var)),
        Action::SetBool(var, _) => Some(Variable::Bool(*var)),
        Action::Havoc(variable) => Some(*variable),
        Action::Call(_, _, result) => *result,
        Action::Assume(_)
        | Action::Assert(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    }
}
