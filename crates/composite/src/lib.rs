//! The composite string and size analysis of [YBI09 §3], repaired and made practical.
//!
//! [`analyse`] computes for each label of a program without calls an [`AbstractState`]: one language per string
//! variable, and sets of tuples of related integers and lengths. [`certificate`] writes it down as facts
//! that [`verdict`] can check. The engine itself is not trusted.

pub mod packs;
mod rungs;
mod relations;
mod classes;
pub mod state;
mod relevant;
mod constraints;
mod words;
mod sides;
mod walks;
mod followed;
mod segments;
mod joined;
mod transfer;
mod integers;
mod ladder;
mod engine;
mod tables;
mod certify;
mod copies;
mod cut;
mod contents;

pub use certify::certificate;
pub use contents::{certificate_of_contents, settings_for_contents};
pub use copies::Copies;
pub use cut::{Given, certificate_of_cases};
pub use engine::{Fixpoint, Settings, analyse};
pub use ladder::Loss;
pub use packs::Packs;
pub use rungs::Rung;
pub use state::{AbstractState, Sides};
pub use transfer::Analysis;
