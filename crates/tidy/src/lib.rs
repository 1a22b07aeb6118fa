//! What a machine can judge of taste, as a test.
//!
//! A [`Tree`] is the text of the repository. A rule is a function from a tree to [`Finding`]s, one file a rule
//! in [`rules`]. [`judge`] runs them all and takes away what `tidy.allow` permits. The test `workspace` runs it on
//! this repository; each rule also has a unit test on a small tree that shows it can fail.
//!
//! Deliberately absent: a parser of Rust or of TOML. A scanner that knows comments, strings and braces is enough
//! for these rules, and it must have no false alarm on our tree, not on every tree.

pub mod finding;
pub mod tree;

pub mod allow;
pub mod manifest;
pub mod source;

pub mod rules;

pub use finding::Finding;
pub use tree::Tree;

/// All findings in `tree`, but for those that its `tidy.allow` permits with a reason.
pub fn judge(tree: &Tree) -> Vec<Finding> {
    let findings = rules::ALL.iter().flat_map(|rule| rule(tree)).collect();
    let mut left = allow::apply(tree, findings);
    left.sort();
    left
}
