//! How files are worked on: found in folders, each in a process of its own under limits, several at a time.
//!
//! `gather` starts the processes and collects what they report, `child` is one of them from the outside, and `worker` from
//! the inside. `isolated` answers the questions of a command in such a process.

pub(crate) mod fragments;
pub(crate) mod front;
pub(crate) mod progress;
pub(crate) mod kept;
pub(crate) mod worker;
pub(crate) mod child;
pub(crate) mod gather;
pub(crate) mod isolated;
