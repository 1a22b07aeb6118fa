//! The blocks of a method, the order in which they are walked, and which local variables each needs.
//!
//! The order is a weak topological one [BOU93 Fig. 4]: a loop is a component with its head first. An exception may leave a block
//! at any instruction, so a handler needs what it needs all through the blocks that it guards.

#![allow(clippy::wildcard_enum_match_arm, reason = "few instructions matter to variables and jumps")]

use std::collections::BTreeSet;

use ir::order::Order;

use crate::class::{Code, Op, targets};

/// The blocks of a method.
pub(crate) struct Plan {
    /// The first instruction of each block, and one past the last.
    pub(crate) blocks: Vec<(usize, usize)>,
    /// The block that begins with an instruction.
    starts: Vec<Option<usize>>,
    /// Blocks in the order of the walk.
    pub(crate) order: Order,
    /// The local variables that may be read from the beginning of each block on.
    pub(crate) needed: Vec<BTreeSet<usize>>,
}

impl Plan {
    /// The blocks of code whose jumps stay inside.
    pub(crate) fn of(code: &Code) -> Plan {
        let blocks = blocks(code);
        let mut starts = vec![None; code.ops.len()];
        for (number, (start, _)) in blocks.iter().enumerate() {
            starts[*start] = Some(number);
        }
        let mut plan = Plan { blocks, starts, order: Order::of(&[vec![]], [0]), needed: Vec::new() };
        let next: Vec<Vec<u32>> = (0..plan.blocks.len()).map(|block| plan.successors(code, block)).collect();
        plan.order = Order::of(&next, [0]);
        plan.needed = plan.needs(code, &next);
        plan
    }

    /// The block that begins with an instruction to which something jumps.
    pub(crate) fn at(&self, op: usize) -> usize {
        self.starts[op].expect("a target of a jump begins a block")
    }

    fn successors(&self, code: &Code, block: usize) -> Vec<u32> {
        let (start, end) = self.blocks[block];
        let mut next: Vec<usize> = targets(&code.ops[end - 1]).into_iter().map(|op| self.at(op)).collect();
        if goes_on(&code.ops[end - 1]) && end < code.ops.len() {
            next.push(self.at(end));
        }
        let guards = code.handlers.iter().filter(|handler| handler.start < end && start < handler.end);
        next.extend(guards.map(|handler| self.at(handler.target)));
        next.sort_unstable();
        next.dedup();
        next.into_iter().map(|block| block as u32).collect()
    }

    /// Local variables that may be read, by the equations of liveness, repeated until nothing changes.
    fn needs(&self, code: &Code, next: &[Vec<u32>]) -> Vec<BTreeSet<usize>> {
        let mut needed = vec![BTreeSet::new(); self.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..self.blocks.len()).rev() {
                let (start, end) = self.blocks[block];
                let mut live: BTreeSet<usize> =
                    next[block].iter().flat_map(|&next| needed[next as usize].clone()).collect();
                let guards =
                    code.handlers.iter().filter(|handler| handler.start < end && start < handler.end);
                let always: BTreeSet<usize> =
                    guards.flat_map(|handler| needed[self.at(handler.target)].clone()).collect();
                for op in code.ops[start..end].iter().rev() {
                    before(op, &mut live);
                }
                live.extend(always);
                if live != needed[block] {
                    needed[block] = live;
                    changed = true;
                }
            }
        }
        needed
    }
}

/// Whether the next instruction may follow.
fn goes_on(op: &Op) -> bool {
    !matches!(op, Op::Goto(_) | Op::Switch(..) | Op::Return | Op::Throw | Op::Unsupported(_))
}

fn blocks(code: &Code) -> Vec<(usize, usize)> {
    let mut starts = BTreeSet::from([0]);
    for (at, op) in code.ops.iter().enumerate() {
        let jumps = targets(op);
        if !jumps.is_empty() || !goes_on(op) {
            starts.insert(at + 1);
        }
        starts.extend(jumps);
    }
    for handler in &code.handlers {
        starts.extend([handler.target, handler.start, handler.end]);
    }
    starts.retain(|start| *start < code.ops.len());
    let ends = starts.iter().skip(1).copied().chain([code.ops.len()]);
    starts.iter().copied().zip(ends).collect()
}

/// The local variables whose values count before an instruction, from those that count behind it.
fn before(op: &Op, live: &mut BTreeSet<usize>) {
    match op {
        Op::Store(local) => {
            live.remove(local);
        }
        Op::Load(local) | Op::Increment(local, _) => {
            live.insert(*local);
        }
        // No other instruction reads or writes local variables.
        Op::Nop
        | Op::Null
        | Op::Constant(_)
        | Op::Element
        | Op::StoreElement
        | Op::Shuffle(_)
        | Op::Arith(..)
        | Op::Negate(_)
        | Op::Convert(..)
        | Op::Narrow(_)
        | Op::Order(..)
        | Op::IfZero(..)
        | Op::IfInts(..)
        | Op::IfSame(..)
        | Op::IfNull(..)
        | Op::Goto(_)
        | Op::Switch(..)
        | Op::Return
        | Op::GetStatic(_)
        | Op::PutStatic(_)
        | Op::GetField(_)
        | Op::PutField(_)
        | Op::Invoke(..)
        | Op::Dynamic(..)
        | Op::New(_)
        | Op::NewArray(_)
        | Op::NewArrays(..)
        | Op::Length
        | Op::Throw
        | Op::Cast(_)
        | Op::InstanceOf(_)
        | Op::Monitor
        | Op::Unsupported(_) => {}
    }
}
