//! Results as reports: text for people, JSON, SARIF, and annotations of GitHub.
//!
//! `files` and `blocks` put findings together that belong together; `excuse` leaves out those that a comment or a baseline
//! excuses. The other modules print one format each, from the same results.

pub(crate) mod files;
pub(crate) mod blocks;
pub(crate) mod text;
pub(crate) mod excuse;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod github;
