//! From a program to a report: the engines in turn, each claim checked before it is told.
//!
//! [`verify`] answers for the assertions of a program, [`explain`](fn@explain) tells what is known at each of its places.
//! Everything is a function of the program and the options. What a caller needs to read programs and reports is
//! exported from here.

mod fence;
mod shown;
mod judged;
mod wording;
mod mentions;
mod route;
mod path;
mod offending;
mod describe;
mod precision_loss;
mod engines;
mod attempts;
mod analysed;
mod profiled;
mod known;
mod clauses;
mod disjuncts;
mod translate;
mod learned;
mod related;
mod relation_text;
mod conditions;
mod property;
mod portfolio;
mod page;
mod claimed;
mod answers;
mod c;
mod java;
mod heap_invariants;
mod explain;
mod listing;
mod systems;
mod certificate;

pub use c::{Decided, Given, c_inputs, verify_c};
pub use certificate::{certified, certify, write_certificate};
pub use claimed::{Claimed, open_gap_of_assertion, open_gap_of_page};
pub use conditions::{Conditions, Cut, NoConditions, interpolants};
pub use describe::Wordings;
pub use engines::{Analysis, Engine, Engines, Options, SolverOptions, Step, Strategy};
pub use explain::{Explanation, Place, explain};
pub use front_c;
pub use front_java;
pub use front_php as php;
pub use heap_invariants::lower_java;
pub use horn::learning::{Between, Interpolant, Settings as LearningSettings, interpolant};
pub use ir::interp::Value;
pub use ir::sil::{self, SyntaxError};
pub use ir::{Assertion, Assumption, Program, Span};
pub use java::java_inputs;
pub use listing::{clauses_of_program, clauses_of_text};
pub use page::{Advice, Exploits, Weighed, advise, keeps};
pub use path::Passage;
pub use portfolio::{verify, verify_watched};
pub use precision_loss::{Cause, Lost};
pub use property::{Event, Property};
pub use shown::{Shown, written};
pub use systems::{Clauses, Derived, SystemAnswer, read_clauses};
pub use verdict::counterexample::Counterexample;
pub use verdict::file::MOST_BYTES;
pub use verdict::{Certified, Checked, Reason, Rechecked, Refusal, Verdict};
