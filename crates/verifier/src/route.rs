//! The shape of a run: which call each step belongs to, and where loops went round.
//!
//! The interpreter tells where a run was before each step and nothing more. Calls are followed here by what the
//! actions do. A loop that went round more than once is cut down to its last arrival at its head, so that what is
//! left is short and still leads from the entry to the end.

use ir::cfg::Flow;
use ir::interp::Site;
use ir::{Action, Label, ProcId, Program};

/// A run with its calls told apart.
pub(crate) struct Route<'a> {
    program: &'a Program,
    path: &'a [Site],
    /// For each step how many calls are open around it.
    pub(crate) depths: Vec<usize>,
    /// For each step the next step of the same call, if there is one.
    next: Vec<Option<usize>>,
    flows: Vec<Flow>,
}

/// A part of a run that is worth telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A step.
    Step(usize),
    /// A loop went round: from a step at its head to a later one, so often.
    Loop { from: usize, to: usize, times: usize },
}

impl<'a> Route<'a> {
    /// Follows a path from the entry.
    pub(crate) fn of(program: &'a Program, path: &'a [Site]) -> Self {
        let flows = program.procedures.iter().map(Flow::of).collect();
        let mut route = Route { program, path, depths: Vec::new(), next: Vec::new(), flows };
        // The open calls, each with its last step.
        let mut open: Vec<Option<usize>> = vec![None];
        for (at, &site) in path.iter().enumerate() {
            if at > 0 && route.enters(at - 1, site) {
                open.push(None);
            }
            while open.len() > 1 && open.last().is_some_and(|last| !route.follows(*last, site)) {
                open.pop();
            }
            let last = open.last_mut().expect("the entry stays open").replace(at);
            if let Some(last) = last {
                route.next[last] = Some(at);
            }
            route.depths.push(open.len() - 1);
            route.next.push(None);
        }
        route
    }

    /// What happens at a step.
    pub(crate) fn action(&self, step: usize) -> &'a Action {
        let Site { procedure, label } = self.path[step];
        &self.program.procedures[procedure.index()].code[label.index()].action
    }

    /// The next step of the same call.
    pub(crate) fn next_in_call(&self, step: usize) -> Option<usize> {
        self.next[step]
    }

    /// The callee, when the step after this one is the first of a call that this one makes.
    pub(crate) fn entered(&self, step: usize) -> Option<ProcId> {
        let site = self.path.get(step + 1)?;
        self.enters(step, *site).then_some(site.procedure)
    }

    /// The run without the rounds of its loops, but the last of each.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < self.path.len() {
            let (to, times) = self.rounds(at);
            if times >= 2 {
                parts.push(Part::Loop { from: at, to, times });
                at = to;
            }
            parts.push(Part::Step(at));
            at += 1;
        }
        parts
    }

    /// The steps of the call of `from` before `to`, beginning there.
    pub(crate) fn steps_between(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |&step| self.next[step]).take_while(move |&step| step < to)
    }

    /// From a step at the head of a loop, the last arrival there before the loop is left, and the rounds up to it.
    fn rounds(&self, start: usize) -> (usize, usize) {
        let Site { procedure, label: head } = self.path[start];
        let flow = &self.flows[procedure.index()];
        let (mut arrival, mut times) = (start, 0);
        if !flow.is_loop_head(head) {
            return (arrival, times);
        }
        let mut before = start;
        while let Some(step) = self.next[before] {
            let label = self.path[step].label;
            if label == head {
                if !flow.is_back_edge(self.path[before].label, head) {
                    break;
                }
                (arrival, times) = (step, times + 1);
            }
            before = step;
        }
        (arrival, times)
    }

    /// Whether a call whose last step was `last` may act at `site` next.
    fn follows(&self, last: Option<usize>, site: Site) -> bool {
        let Some(last) = last else { return true };
        let from = self.path[last];
        let next = Label(from.label.0 + 1);
        from.procedure == site.procedure
            && match self.action(last) {
                Action::Jump(label) => site.label == *label,
                Action::Branch(_, label) => site.label == *label || site.label == next,
                Action::Return(_) | Action::Halt | Action::Abort => false,
                Action::SetStr(..)
                | Action::SetInt(..)
                | Action::SetBool(..)
                | Action::Havoc(_)
                | Action::Assume(_)
                | Action::Assert(..)
                | Action::Call(..) => site.label == next,
            }
    }

    /// Whether the step is a call after which the callee acts at `site`.
    fn enters(&self, step: usize, site: Site) -> bool {
        match self.action(step) {
            Action::Call(callee, ..) => site == Site { procedure: *callee, label: Label(0) },
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
            | Action::Abort => false,
        }
    }
}
