//! Claims about programs, what makes them believable, and the checker that believes nothing else.
//!
//! A [`Certificate`](facts::Certificate) says for each label what holds there, case by case; [`check`](check::check) accepts it
//! when every action of the program carries the facts over, and [`accept`](check::accept) the largest part of it for which
//! that is so. A [`Counterexample`](counterexample::Counterexample) is a run; [`replay`](counterexample::replay) runs it. [`judge`]
//! and [`confirm`] make them into [`Checked`] verdicts. No engine is trusted, and nothing here depends on one. Where there is
//! no certificate, a [`Transcript`](transcript::Transcript) of what a solver said of every clause makes a verdict of its own,
//! by [`attest`], which is never called *proved* alone.

pub mod plain;
pub mod written;
pub mod measures;
mod sum;
pub mod relation;
pub mod parts;
pub mod same;
pub mod pieces;
pub mod facts;
mod shape;
mod counter;
mod numeric;
mod query;
mod tables;
mod reach;
mod graph;
mod build;
mod reduced;
mod image;
mod whole;
mod premises;
mod places;
mod splits;
mod values;
mod integers;
mod step;
mod moves;
mod segment_equality;
mod cover;
mod weaken;
mod edges;
mod outcome;
mod reduction;
pub mod check;
pub mod file;
pub mod counterexample;
pub mod transcript;
mod verdict;

pub use verdict::{
    Certified, Checked, Judgement, Reason, Rechecked, Refusal, Verdict, attest, certify, confirm, judge,
};
