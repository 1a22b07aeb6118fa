//! Methods and blocks: the order of the walk, and the ways between blocks.
//!
//! A component of the order is a loop and walked by `loops`. A way into the middle of a loop cannot be followed; compilers
//! do not write any.

use std::ops::Range;

use super::{Active, At, Exits, Lowering, MOST_STEPS, MOST_WRITTEN, Stop};
use crate::class::Op;
use crate::merge::{Apart, Edge, merge};
use crate::state::State;
use crate::stubs::is_stub;

impl<'p> Lowering<'p> {
    /// Walks a method from its first instruction.
    pub(crate) fn run(&mut self, method: &Active<'p>, state: State) -> Exits {
        let mut exits = Exits::default();
        self.go_to(method, &mut exits, (None, 0), state);
        let all = 0..method.plan.order.items().len();
        self.sequence(method, all, &mut exits);
        exits
    }

    /// Walks blocks in order, each with the ways that lead to it by then.
    pub(super) fn sequence(&mut self, method: &Active<'p>, range: Range<usize>, exits: &mut Exits) {
        let mut at = range.start;
        while at < range.end {
            let item = &method.plan.order.items()[at];
            let block = item.node as usize;
            let end = item.end.unwrap_or(at + 1);
            if let Some(edges) = exits.to.remove(&block) {
                let edges = edges.into_iter().map(|(_, edge)| edge).collect();
                match merge((&mut self.emit, &mut self.keeper), edges) {
                    Ok(state) if item.end.is_some() => self.component(method, at..end, state, exits),
                    Ok(state) => self.block(method, block, state, exits),
                    Err(Apart::NoWay) => {}
                    Err(Apart::Refused(why)) => self.leave_by_gap(exits, why.to_owned()),
                }
            } else if item.end.is_some() {
                // Without a way to its head a component is not reached, but for ways into its middle.
                self.refuse_middle(method, at..end, exits);
            }
            at = end;
        }
    }

    /// Ways into the middle of a component become gaps.
    pub(super) fn refuse_middle(&mut self, method: &Active<'p>, range: Range<usize>, exits: &mut Exits) {
        for item in &method.plan.order.items()[range.start + 1..range.end] {
            for (_, edge) in exits.to.remove(&(item.node as usize)).into_iter().flatten() {
                let here = self.emit.here();
                self.emit.patch(edge.site, here);
                self.leave_by_gap(exits, "a jump leads into the middle of a loop".to_owned());
            }
        }
    }

    /// Walks a block.
    pub(super) fn block(&mut self, method: &Active<'p>, block: usize, mut state: State, exits: &mut Exits) {
        let (start, end) = method.plan.blocks[block];
        self.name_locals(method, start, &state);
        for op in start..end {
            self.note_place(method, op);
            self.steps += 1;
            let done = if self.steps > MOST_STEPS || self.emit.size() > MOST_WRITTEN {
                Err(Stop::Gap("the program is too large to be followed".to_owned()))
            } else {
                self.step(&mut At { method, op, exits }, &mut state)
            };
            match done {
                Ok(()) => {
                    if let Op::Store(local) | Op::Increment(local, _) = method.code.ops[op] {
                        self.name_local(method, (local, op + 1), &state);
                    }
                }
                Err(Stop::Ended) => return,
                Err(Stop::Gap(text)) => return self.leave_by_gap(exits, text),
            }
        }
        if end < method.code.ops.len() {
            self.go_to(method, exits, (Some(block), end), state);
        } else {
            self.leave_by_gap(exits, "the code ends without a return".to_owned());
        }
    }

    /// Takes note of where the walk is. A stub stands where it is called.
    fn note_place(&mut self, method: &Active<'p>, op: usize) {
        if is_stub(&method.class.name) {
            self.inner = format!(".{}.{op}", method.name);
        } else {
            self.emit.span = self.places.span(method.class, method.code.lines[op]);
            (self.outer, self.inner) = (op, String::new());
        }
    }

    /// Goes from a block to an instruction that begins one.
    pub(super) fn go_to(
        &mut self,
        method: &Active<'p>,
        exits: &mut Exits,
        (from, op): (Option<usize>, usize),
        state: State,
    ) {
        let site = self.emit.jump();
        arrive(method, exits, (from, op), Edge { state, site });
    }
}

/// Adds a way to a block; local variables that are not needed there are forgotten.
pub(super) fn arrive(
    method: &Active<'_>,
    exits: &mut Exits,
    (from, op): (Option<usize>, usize),
    mut edge: Edge,
) {
    let block = method.plan.at(op);
    for (local, value) in edge.state.locals.iter_mut().enumerate() {
        if !method.plan.needed[block].contains(&local) {
            *value = None;
        }
    }
    exits.to.entry(block).or_default().push((from, edge));
}
