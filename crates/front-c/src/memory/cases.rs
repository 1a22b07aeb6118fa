//! Code that goes one way or another and comes together again.
//!
//! ```text
//! let mut cases = Cases::default();
//! if cases.when(emit, condition) { …first case… }
//! if cases.otherwise(emit) { …all that is left… }
//! cases.end(emit);
//! ```
//! A condition whose outcome is known gives no branch, and a case that cannot be is said so, for its code to be left out.

use ir::Condition;
use ir::emit::Emit;

/// The jumps of a distinction that is being written.
#[derive(Default)]
pub struct Cases {
    /// Jumps from the ends of cases.
    ends: Vec<usize>,
    /// The branch that leads past the open case.
    next: Option<usize>,
    /// Whether a case is open.
    open: bool,
    /// Whether the cases so far are all there are.
    complete: bool,
}

impl Cases {
    /// Begins the case that a condition holds, none before having held. False when it cannot be: then it is none.
    #[must_use]
    pub fn when(&mut self, emit: &mut Emit, condition: Condition) -> bool {
        if condition == Condition::FALSE || self.complete {
            return false;
        }
        self.close(emit);
        self.open = true;
        if condition == Condition::TRUE {
            self.complete = true;
        } else {
            self.next = Some(emit.branch(condition.negated()));
        }
        true
    }

    /// Begins the case that none of the conditions held.
    #[must_use]
    pub fn otherwise(&mut self, emit: &mut Emit) -> bool {
        self.when(emit, Condition::TRUE)
    }

    /// Goes on after all cases. When no case was complete the rest comes here as well.
    pub fn end(mut self, emit: &mut Emit) {
        let here = emit.here();
        if let Some(next) = self.next.take() {
            emit.patch(next, here);
        }
        for end in self.ends {
            emit.patch(end, here);
        }
    }

    /// Ends the open case: its code jumps to the end, and what passed it goes on here.
    fn close(&mut self, emit: &mut Emit) {
        if self.open {
            self.ends.push(emit.jump());
        }
        if let Some(next) = self.next.take() {
            emit.patch(next, emit.here());
        }
    }
}
