//! The one way to run another program.
//!
//! A [`Command`] runs in a process group of its own under [`Limits`]: a wall clock, processor seconds, memory, and
//! bytes of output. What happened is an [`Ending`], and nothing of the group is left when [`run`] returns, whatever
//! the program did: a child that forks, ignores signals or never stops writing is gone all the same. The group also
//! ends when we do. Only a process that leaves its group by itself (`setsid`) escapes; it is not waited for. Code that
//! nobody trusts is run by [`become_confined`], in a process that cannot do that either; so are tools that read it.
//!
//! Needs a Unix with `sh`. Nothing here reads the environment: the caller passes where to search.

mod command;
mod group;
mod usage;
mod capture;
mod run;
mod interrupt;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(not(target_os = "linux"))]
#[path = "no_sandbox.rs"]
mod sandbox;

pub use command::{Command, Inheritance, Limits, Usage, find};
pub use interrupt::when_interrupted;
pub use run::{Ending, Outcome, run};
pub use sandbox::{Sandbox, Trust, become_confined};
