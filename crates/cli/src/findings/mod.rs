//! What is found in a source: its properties with their verdicts, in the words of users.
//!
//! Read `source` and `rules` first, then `finding`. `claimed` has what C and Java say beside a verdict, `assumed` what a proof
//! rests on, `message` what one process reports of a file, and `results` those of all files.

pub(crate) mod source;
pub(crate) mod rules;
pub(crate) mod finding;
pub(crate) mod claimed;
pub(crate) mod assumed;
pub(crate) mod message;
pub(crate) mod results;
