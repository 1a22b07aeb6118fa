//! The size half of [YBI09 §3] carried further: linear relations between integers and lengths of strings.
//!
//! Where several places move over several buffers in one loop, what matters is a conjunction of linear inequalities over many
//! quantities, for which automata are too large. [`analyse`] finds such conjunctions at every label of a program without
//! calls, after [CH78 §4], and keeps states apart by the values of booleans, of integers that are only flags, and by whether
//! strings of at most one character are empty. [`certificate`] writes them down as facts that [`verdict`] can check.
//! Contents of strings are not looked at. Nothing here is trusted.

mod quantities;
mod forms;
mod flags;
mod state;
mod transfer;
mod engine;
mod certify;

pub use certify::certificate;
pub use engine::{Fixpoint, Settings, analyse};
pub use quantities::Kept;
pub use state::{Grain, State};
