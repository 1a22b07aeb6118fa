//! Where control goes: between the labels of a procedure, and between procedures.
//!
//! An edge says that a run may go from one label to the next; conditions are not looked at. A call goes on with
//! the label after it. The point past the last instruction is no label: whoever goes there returns.

use crate::ids::{Label, ProcId};
use crate::order::Order;
use crate::program::{Action, Procedure, Program};

/// The control-flow graph of a procedure, in weak topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    order: Order,
}

impl Flow {
    /// The graph of a procedure.
    pub fn of(procedure: &Procedure) -> Self {
        let count = procedure.code.len() as u32;
        let exists = |label: &u32| *label < count;
        let successors: Vec<Vec<u32>> =
            (0..count).map(|at| targets(procedure, at).into_iter().filter(exists).collect()).collect();
        let order = Order::of(&successors, (0..count).take(1));
        Flow { predecessors: turned(&successors), successors, order }
    }

    /// Where a run may go from a label: first the next label, then that of a branch.
    pub fn successors(&self, label: Label) -> impl DoubleEndedIterator<Item = Label> + Clone + '_ {
        self.successors[label.index()].iter().map(|&label| Label(label))
    }

    /// From where a run may come to a label, ascending; from labels that are not reached, too.
    pub fn predecessors(&self, label: Label) -> impl DoubleEndedIterator<Item = Label> + Clone + '_ {
        self.predecessors[label.index()].iter().map(|&label| Label(label))
    }

    /// Whether the graph leads from label 0 to the label.
    pub fn is_reachable(&self, label: Label) -> bool {
        self.order.place(label.0).is_some()
    }

    /// The reachable labels in weak topological order, with their components, which are the loops.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Whether the label is the head of a loop. Every circle of reachable labels goes through one.
    pub fn is_loop_head(&self, label: Label) -> bool {
        self.order.is_head(label.0)
    }

    /// Whether an edge closes a loop: it goes to the head of a loop that its source is in.
    pub fn is_back_edge(&self, source: Label, target: Label) -> bool {
        self.order.is_back_edge(source.0, target.0)
    }

    /// The edges that close loops, by source in weak topological order.
    pub fn back_edges(&self) -> impl Iterator<Item = (Label, Label)> + '_ {
        let sources = self.order.items().iter().map(|item| Label(item.node));
        let edges = sources.flat_map(|source| self.successors(source).map(move |target| (source, target)));
        edges.filter(|&(source, target)| self.is_back_edge(source, target))
    }
}

/// The call graph of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    callees: Vec<Vec<u32>>,
    callers: Vec<Vec<u32>>,
    reached: Vec<bool>,
    order: Order,
}

impl Calls {
    /// The graph of a program.
    pub fn of(program: &Program) -> Self {
        let callees: Vec<Vec<u32>> = program.procedures.iter().map(called_in).collect();
        let from_entry = Order::of(&callees, [program.entry.0]);
        let all = 0..callees.len() as u32;
        let reached = all.clone().map(|procedure| from_entry.place(procedure).is_some()).collect();
        let order = Order::of(&callees, [program.entry.0].into_iter().chain(all));
        Calls { callers: turned(&callees), callees, reached, order }
    }

    /// The procedures that a procedure calls, ascending, each once.
    pub fn callees(&self, procedure: ProcId) -> impl DoubleEndedIterator<Item = ProcId> + Clone + '_ {
        self.callees[procedure.index()].iter().map(|&procedure| ProcId(procedure))
    }

    /// The procedures that call a procedure, ascending, each once.
    pub fn callers(&self, procedure: ProcId) -> impl DoubleEndedIterator<Item = ProcId> + Clone + '_ {
        self.callers[procedure.index()].iter().map(|&procedure| ProcId(procedure))
    }

    /// Whether calls lead from the entry to the procedure.
    pub fn is_reachable(&self, procedure: ProcId) -> bool {
        self.reached[procedure.index()]
    }

    /// Whether calls lead from the procedure to itself.
    pub fn is_recursive(&self, procedure: ProcId) -> bool {
        self.order.place(procedure.0).is_some_and(|place| self.order.items()[place].depth > 0)
    }

    /// Whether the call goes back: to the head of a cycle that `from` is in. Every cycle of calls has one that does.
    pub fn is_back_call(&self, from: ProcId, to: ProcId) -> bool {
        self.order.is_back_edge(from.0, to.0)
    }

    /// All procedures, callees before callers but for calls that go back.
    pub fn callees_first(&self) -> impl Iterator<Item = ProcId> + '_ {
        self.order.items().iter().rev().map(|item| ProcId(item.node))
    }

    /// All procedures in groups that call each other (strongly connected components), callees before callers.
    pub fn groups(&self) -> Vec<Vec<ProcId>> {
        let items = self.order.items();
        let mut groups = Vec::new();
        let mut start = 0;
        while start < items.len() {
            let end = items[start].end.unwrap_or(start + 1);
            groups.push(items[start..end].iter().map(|item| ProcId(item.node)).collect());
            start = end;
        }
        groups.reverse();
        groups
    }
}

/// The labels after the instruction at `at`; the next one may not exist.
fn targets(procedure: &Procedure, at: u32) -> Vec<u32> {
    match &procedure.code[at as usize].action {
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Call(..) => vec![at + 1],
        Action::Jump(label) => vec![label.0],
        Action::Branch(_, label) if label.0 == at + 1 => vec![at + 1],
        Action::Branch(_, label) => vec![at + 1, label.0],
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
    }
}

/// The procedures that a procedure calls, ascending.
fn called_in(procedure: &Procedure) -> Vec<u32> {
    let callees = procedure.code.iter().filter_map(|instruction| match &instruction.action {
        Action::Call(callee, ..) => Some(callee.0),
        Action::SetStr(..)
        | Action::SetInt(..)
        | Action::SetBool(..)
        | Action::Havoc(_)
        | Action::Assume(_)
        | Action::Assert(..)
        | Action::Jump(_)
        | Action::Branch(..)
        | Action::Return(_)
        | Action::Halt
        | Action::Abort => None,
    });
    let mut callees: Vec<u32> = callees.collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// The graph with its edges turned around.
fn turned(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut sources = vec![Vec::new(); successors.len()];
    for (source, targets) in successors.iter().enumerate() {
        for &target in targets {
            sources[target as usize].push(source as u32);
        }
    }
    sources
}
