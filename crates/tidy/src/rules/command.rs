//! The README and continuous integration run the same tests.
//!
//! `.ci/run` ends in one command, and that command stands on a line of its own in a code block of the README. So
//! what a newcomer is told to run is what is in fact run on every change.

use crate::{Finding, Tree};

/// What continuous integration runs.
const CI: &str = ".ci/run";

/// The last line of `.ci/run` is a command that the README shows.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let script = tree.text(CI);
    let command = script.lines().next_back().unwrap_or_default().trim();
    if !command.is_empty() && shown_commands(tree.text("README.md")).any(|shown| shown == command) {
        return Vec::new();
    }
    let message = format!("the README shows no command `{command}`, which is what this file runs");
    vec![Finding::new("command", CI, script.lines().count().max(1), message)]
}

/// The lines inside the fenced blocks of a page.
fn shown_commands(page: &str) -> impl Iterator<Item = &str> {
    page.split("```").skip(1).step_by(2).flat_map(|block| block.lines().skip(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_must_agree() {
        let ci = (CI, "set -e\n./test\n");
        assert!(check(&Tree::of(&[ci, ("README.md", "Run\n```sh\n./test\n```\n")])).is_empty());
        assert_eq!(check(&Tree::of(&[ci, ("README.md", "Run\n```sh\ncargo test\n```\n./test\n")])).len(), 1);
        assert_eq!(check(&Tree::of(&[ci])).len(), 1);
    }
}
