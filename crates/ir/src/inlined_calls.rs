//! Which calls are inlined, and which procedures stand apart because some call to them is not.
//!
//! A call that closes a cycle of the call graph is not inlined, so a recursive procedure is unfolded once. Nor is a
//! call to a procedure that would be too large with its own calls inlined, or too deep. What remains is a graph
//! without cycles and of limited depth, along which procedures may be copied by recursion.

use crate::cfg::Calls;
use crate::ids::ProcId;
use crate::program::{Action, Procedure, Program};

/// Calls are inlined at most this deep within each other.
const DEEPEST: usize = 64;

/// What is done with each call.
pub(crate) struct Plan<'a> {
    calls: &'a Calls,
    /// The procedures into which no call is inlined.
    refused: Vec<bool>,
}

/// What a procedure is with its calls inlined.
#[derive(Clone, Copy, Default)]
struct Extent {
    instructions: usize,
    /// How deep calls lie within each other, the procedure included.
    depth: usize,
}

impl<'a> Plan<'a> {
    /// The plan by which a procedure of more than `largest` instructions with its calls inlined is never inlined.
    pub(crate) fn of(program: &Program, calls: &'a Calls, largest: usize) -> Self {
        let mut plan = Plan { calls, refused: vec![false; program.procedures.len()] };
        let mut extents = vec![Extent::default(); program.procedures.len()];
        for id in calls.callees_first() {
            let extent = plan.extent(program, id, &extents);
            plan.refused[id.index()] = extent.instructions > largest || extent.depth >= DEEPEST;
            extents[id.index()] = extent;
        }
        plan
    }

    /// Whether a call from one procedure to another is inlined.
    pub(crate) fn puts_in_place(&self, from: ProcId, to: ProcId) -> bool {
        !self.refused[to.index()] && !self.calls.is_back_call(from, to)
    }

    /// The procedures to which some call, in a procedure that the entry reaches, is not inlined; ascending.
    pub(crate) fn apart(&self) -> Vec<ProcId> {
        let stands_apart = |callee: &ProcId| {
            let mut callers = self.calls.callers(*callee).filter(|caller| self.calls.is_reachable(*caller));
            callers.any(|caller| !self.puts_in_place(caller, *callee))
        };
        (0..self.refused.len() as u32).map(ProcId).filter(stands_apart).collect()
    }

    /// The extent of a procedure when those of its callees are known.
    fn extent(&self, program: &Program, id: ProcId, extents: &[Extent]) -> Extent {
        let procedure = &program.procedures[id.index()];
        let mut extent = Extent { instructions: 0, depth: 1 };
        for instruction in &procedure.code {
            let own = match &instruction.action {
                Action::Call(callee, ..) if self.puts_in_place(id, *callee) => {
                    let inner = extents[callee.index()];
                    extent.depth = extent.depth.max(inner.depth + 1);
                    inner.instructions.saturating_add(frame(&program.procedures[callee.index()]))
                }
                // A result is assigned before the jump.
                Action::Return(_) => 2,
                Action::Call(..)
                | Action::SetStr(..)
                | Action::SetInt(..)
                | Action::SetBool(..)
                | Action::Havoc(_)
                | Action::Assume(_)
                | Action::Assert(..)
                | Action::Jump(_)
                | Action::Branch(..)
                | Action::Halt
                | Action::Abort => 1,
            };
            extent.instructions = extent.instructions.saturating_add(own);
        }
        extent
    }
}

/// How many variables a fresh frame sets.
fn frame(procedure: &Procedure) -> usize {
    procedure.strings.len() + procedure.integers.len() + procedure.booleans.len()
}
