//! No restriction.
//!
//! It is the context of outputs of which only words are forbidden, which are the project's own.

use crate::context::{Author, Context};

/// Anywhere.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Anything;

impl Context for Anything {
    fn start() -> Self {
        Anything
    }

    fn step(&self, _: u8, _: Author) -> Option<Self> {
        Some(Anything)
    }
}
