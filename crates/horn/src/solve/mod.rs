//! Solvers: other programs that claim to know an answer.
//!
//! A solver is a child process under limits. Whatever it does that is not expected is *unknown*: a line that is not
//! understood, an error before the answer, a status other than 0, a deadline. What it claims is a [`Solution`] or a
//! [`Derivation`], and both are checked before anyone believes them.

mod locate;
mod process;
mod solution;
mod recheck;
mod derivation;
mod steps;
mod model;

pub use derivation::{Derivation, Fact, derive};
pub use locate::{LocateOptions, NoSolver, locate};
pub use model::Formula;
pub use process::{Kind, Solver, Unknown, Work};
pub use recheck::{Confirmed, recheck};
pub use solution::{Answer, Solution, solve, solve_keeping};
pub use steps::{Application, applications};

pub(crate) use recheck::{broken, defined, opened, refuted};
