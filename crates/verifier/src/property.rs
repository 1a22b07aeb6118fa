//! What a caller gets: the property of an assertion, and what happens while a program is verified.
//!
//! Plain data. The verdict in it is checked, whatever the words beside it are.

use verdict::Checked;

use crate::engines::{Engine, Step};
use crate::path::Passage;
use crate::precision_loss::Lost;
use crate::shown::Shown;

/// What is known of an assertion.
#[derive(Clone, Debug)]
pub struct Property {
    /// The checked verdict.
    pub checked: Checked,
    /// Whose claim it was.
    pub engine: Option<Engine>,
    /// What holds whenever a run comes to it, in words; only with an accepted proof of the facts.
    pub facts: Vec<String>,
    /// For a violation, where the failing run goes.
    pub path: Vec<Passage>,
    /// For an open one, values that the facts allow there and that would violate it.
    pub allowed: Option<String>,
    /// For an open one, whether a loop lies before it or around it.
    pub follows_loop: bool,
    /// For an open one, what was lost on the way to it.
    pub lost: Vec<Lost>,
    /// For an open one, why its clauses were not solved, if that was tried.
    pub unsolved: Option<String>,
}

impl Property {
    /// What is known when there is only a verdict.
    pub(crate) fn of(checked: Checked) -> Property {
        Property {
            checked,
            engine: None,
            facts: Vec::new(),
            path: Vec::new(),
            allowed: None,
            follows_loop: false,
            lost: Vec::new(),
            unsolved: None,
        }
    }
}

/// Something that happens while a program is verified.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// An engine has done its part.
    Step(&'a Step),
    /// What is known of an assertion will not change. Told once for each.
    Settled(&'a Property),
    /// The checker has accepted facts. Everything that is proved is proved by some of them.
    Accepted(Shown),
}
