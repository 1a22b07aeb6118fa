//! Regular languages, sets of lengths and sets of integer tuples, exact and canonical.
//!
//! Three kinds of sets, each an immutable value in a normal form, so that `==` is equality of sets:
//!
//! - [`Automaton`]: a regular set of *words* over an [`Alphabet`] of numbers. [`regex`] reads one from an
//!   expression, [`show`] writes it as one, a [`Transducer`] maps it to another.
//! - [`LengthSet`]: an eventually periodic set of *lengths*.
//! - [`Tuples`]: a set of tuples of *integers*, given by linear constraints.
//!
//! They meet in lengths. The words of a language have a set of lengths; a set of lengths is a set of
//! integers; and integers that are lengths cut a language:
//!
//! ```
//! use automata::numbers::Relation;
//! use automata::regex::{Dialect, Flags, Regex};
//! use automata::{Alphabet, Budget, LengthSet, Tuples};
//!
//! let mut budget = Budget::steps(1_000_000);
//! let regex = Regex::parse("(baaab)+ab", Dialect::Own, Flags::NONE)?;
//! let words = regex.full_match(Alphabet::BYTE, &mut budget)?;
//!
//! let lengths = words.lengths(&mut budget)?;
//! assert_eq!(lengths.to_string(), "{7 + 5k | k >= 0}");
//!
//! // Which of them are less than 14, and which words are that short?
//! let less = Tuples::linear(&[1], Relation::Less, 14, &mut budget)?;
//! let numbers = Tuples::from_lengths(&lengths, &mut budget)?.intersection(&less, &mut budget)?;
//! let short = numbers.to_lengths(&mut budget)?;
//! assert_eq!(short, LengthSet::of([7, 12]));
//! let short_words = words.restrict(&short, &mut budget)?;
//! assert_eq!(automata::show::readable(&short_words, &mut budget).to_string(), "= baaabab|baaabbaaabab");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every operation says in its first sentence whether it is *exact* or *over-approximates*. One that may grow
//! takes a [`Budget`] of steps and returns [`Exhausted`] when it is spent: that is an answer, *not known within
//! this budget*, and never another set. Nothing here knows of programs, files, threads or clocks.

pub mod budget;
mod ranges;
pub mod symbols;
pub mod lengths;
pub mod words;
pub mod numbers;
pub mod regex;
pub mod transducers;
pub mod show;

pub use budget::{Budget, Exhausted};
pub use lengths::LengthSet;
pub use numbers::Tuples;
pub use symbols::{Alphabet, MARK, Symbol, SymbolSet};
pub use transducers::{AfterEmpty, Occurrences, Output, Pattern, Template, Transducer, TransducerBuilder};
pub use words::{Automaton, Edge, Nfa, StateId};
