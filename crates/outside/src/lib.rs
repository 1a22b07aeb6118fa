//! The one way to run another program.
//!
//! A [`Command`] runs in a process group of its own under [`Limits`]: a wall clock, processor seconds, memory, and
//! bytes of output. What happened is an [`Ending`], and nothing of the group is left when [`run`] returns, whatever
//! the program did: a child that forks, ignores signals or never stops writing is gone all the same. The group also
//! ends when we do. Only a process that leaves its group by itself (`setsid`) escapes; it is not waited for.
//!
//! Needs a Unix with `sh`. Nothing here reads the environment: the caller passes where to search.

mod command;
mod group;
mod capture;
mod run;

pub use command::{Command, Inheritance, Limits, find};
pub use run::{Ending, Outcome, run};
