//! From PHP sources to programs that say of every sink that it keeps to its policy.
//!
//! [`lower()`] walks a page, running it on values that are not known, and writes down what happens to strings. The whole
//! page is one output; what the outside wrote of it is marked, and [`policy`] says what marked characters must not do.
//! Functions of PHP are rows of a table. What is not followed is an [`Approximation`], never silence.

pub mod tree;
pub mod policy;
mod text;
pub mod config;
mod value;
mod lower;
mod restrict;
mod exploit;
mod gaps;
mod remedy;

use ir::Assumption;

pub use config::Config;
pub use exploit::{Answer, Exploit, Given, Run};
pub use lower::{Approximation, Claim, Lowered, Parameter, Project, Reach, Source, lower};
pub use remedy::{Edit, Escaped, Limit};

/// What every proof about a page assumes of the environment.
pub const ENVIRONMENT: [Assumption; 2] = [Assumption::Php82, Assumption::ErrorsHidden];
