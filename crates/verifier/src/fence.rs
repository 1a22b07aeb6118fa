//! The fence around engines and the checker: a panic is told as a failure.
//!
//! An engine that panics has made no claim, and a checker that panics has accepted nothing. So a mistake in one of them costs
//! an answer, and never the answers of the others.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs an engine; a panic is no claim.
pub(crate) fn fenced<T>(engine: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let outcome = catch_unwind(AssertUnwindSafe(engine));
    outcome.unwrap_or_else(|_| Err("an engine failed; please report this program".to_owned()))
}
