//! The smallest automata that agree with samples.
//!
//! Several unknown languages are looked for at once. What is known of them are *samples*: words that are in a language,
//! words that are not, and implications between such statements. A [`Learner`] collects them and proposes one
//! [`automata::Automaton`] for each unknown, as small as can be. Someone else, the *teacher*, judges the proposal and
//! answers with another sample: together they find interpolants and inductive invariants over strings
//! ([HRS19 §3.3], after [AAC14, interpolation]).
//!
//! ```
//! use automata::{Alphabet, Budget, SymbolSet};
//! use learn::{Atom, Classes, Learner, Limits, Proposal, Sample, Unknown};
//!
//! let word = |text: &str| Atom::new(Unknown(0), text.chars().map(u32::from).collect::<Vec<_>>());
//! let mut learner = Learner::new(1, Classes::apart(Alphabet::BYTE), Limits::states(8));
//! let mut budget = Budget::steps(1_000_000);
//!
//! learner.add(Sample::positive(word("")));
//! learner.add(Sample::implication([word("")], word("ab")));
//! learner.add(Sample::implication([word("ab")], word("abab")));
//! for wrong in ["a", "b", "aa", "aab", "abb"] {
//!     learner.add(Sample::negative(word(wrong)));
//! }
//! let Proposal::Candidates(found) = learner.propose(&mut budget)? else { panic!("(ab)* agrees") };
//! assert_eq!(automata::show::readable(&found[0], &mut budget).to_string(), "= (ab)*");
//!
//! // One sample too many: the learner says which of them cannot be true together.
//! learner.add(Sample::negative(word("abab")));
//! let Proposal::Contradiction(why) = learner.propose(&mut budget)? else { panic!("nothing agrees") };
//! assert_eq!(why.samples().map(|sample| sample.0).collect::<Vec<_>>(), [0, 1, 2, 8]);
//! # Ok::<(), automata::Exhausted>(())
//! ```
//!
//! A language of tuples is an unknown over words with separators. Characters are grouped into [`Classes`] first.
//! The search is a SAT problem a size; nothing here knows where samples come from.

pub mod sample;
pub mod classes;
mod ground;
pub mod derivation;
mod solver;
mod tree;
mod breadth_first;
mod machine;
mod plain;
mod search;
mod learner;

pub use classes::Classes;
pub use derivation::{Derivation, Step};
pub use learner::{Learner, Limits, Proposal};
pub use machine::Symmetry;
pub use sample::{Atom, Sample, SampleId, Unknown};
