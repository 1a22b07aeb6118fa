//! Labelled suites: `measure` for pages, sources of C and programs of Java, and `svcomp` for the competition.
//!
//! `suite` reads the table of a suite and scores what is decided; `c_suite` has the rules for C.

pub(crate) mod suite;
pub(crate) mod c_suite;
pub(crate) mod svcomp;
pub(crate) mod measure;
