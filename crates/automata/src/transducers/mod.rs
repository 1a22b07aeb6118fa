//! Finite-state functions on words: case mapping, escaping, trimming, replacement of a fixed pattern.
//!
//! A [`Transducer`] reads a word and writes another. What it makes of a language ([`Transducer::image`]) and
//! what it makes a language of ([`Transducer::preimage`]) are both regular, and both are exact.
//!
//! Looking ahead is done by guessing: a machine that must know whether a match will end well guesses it and
//! goes on with the obligation to be right. Every constructor here makes guesses of which exactly one is
//! right for each word, so the machine is a function although it is not deterministic.

mod expression;
mod image;
mod machine;
mod maps;
mod marks;
mod pattern;
mod search;
mod trim;

pub use machine::{Move, Output, Transducer, TransducerBuilder};
pub use pattern::Pattern;
pub use search::{AfterEmpty, Occurrences, Template};
