//! Work is counted in steps, so that the same question gets the same answer on every machine.
//!
//! A step is about one transition looked at or one state made. An operation that may grow takes a
//! `&mut Budget` and stops with [`Exhausted`] when it is spent. That is an answer (*not known within
//! this budget*), never a smaller or larger language.

use std::error::Error;
use std::fmt;

/// The number of steps that operations may still take.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
    limit: u64,
}

/// The budget was spent before the operation had its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    limit: u64,
}

impl Budget {
    /// A budget of `limit` steps.
    pub fn steps(limit: u64) -> Self {
        Budget { left: limit, limit }
    }

    /// Takes `steps` away, or fails and leaves nothing.
    ///
    /// # Errors
    /// [`Exhausted`] when fewer than `steps` are left.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Exhausted> {
        if let Some(left) = self.left.checked_sub(steps) {
            self.left = left;
            Ok(())
        } else {
            self.left = 0;
            Err(Exhausted { limit: self.limit })
        }
    }

    /// Spends everything: for an operation that sees that no budget would do.
    pub(crate) fn refuse(&mut self) -> Exhausted {
        self.left = 0;
        Exhausted { limit: self.limit }
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The steps taken so far.
    pub fn spent(&self) -> u64 {
        self.limit - self.left
    }
}

impl Exhausted {
    /// The size of the budget that was spent.
    pub fn limit(self) -> u64 {
        self.limit
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the budget of {} steps is spent", self.limit)
    }
}

impl Error for Exhausted {}
