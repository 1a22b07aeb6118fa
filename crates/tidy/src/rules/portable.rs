//! `automata` is a function of its arguments and builds where there is no operating system.
//!
//! The test script checks the build for `wasm32-unknown-unknown` where that target is installed. This rule watches
//! everywhere: those parts of the standard library that such a target lacks are not named in the crate's sources.

use crate::source::Source;
use crate::{Finding, Tree};

/// Crates that must not need an operating system.
const CRATES: [&str; 1] = ["crates/automata/src/"];

/// The parts of the standard library that need one.
const ABSENT: [&str; 7] = ["fs", "env", "process", "thread", "time", "net", "os"];

/// No source of these crates names a part of the standard library that needs an operating system.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending_in(".rs").filter(|file| CRATES.iter().any(|prefix| file.path.starts_with(prefix)))
    {
        for (index, line) in Source::split(&file.text).code.lines().enumerate() {
            if let Some(part) = ABSENT.iter().find(|part| names(line, part)) {
                let message = format!("`std::{part}` needs an operating system");
                findings.push(Finding::new("portable", &file.path, index + 1, message));
            }
        }
    }
    findings
}

/// Whether the line names `std::part`, alone or in a list.
fn names(line: &str, part: &str) -> bool {
    line.split("std::").skip(1).any(|rest| {
        let list = rest.strip_prefix('{').unwrap_or(rest);
        let mut items = list.split([',', '}', ';']).take(if rest.starts_with('{') { usize::MAX } else { 1 });
        items.any(|item| item.trim().split("::").next() == Some(part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Tree::of(&[(path, text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn what_needs_an_operating_system_is_found() {
        let text = "use std::fs;\nuse std::{fmt, thread};\nstd::time::Instant::now();\nuse std::fmt;\n";
        assert_eq!(lines("crates/automata/src/a.rs", text), [1, 2, 3]);
        assert_eq!(lines("crates/cli/src/a.rs", text), [0; 0]);
        assert_eq!(lines("crates/automata/src/a.rs", "use std::{fmt, ops};\n// std::fs\n"), [0; 0]);
    }
}
