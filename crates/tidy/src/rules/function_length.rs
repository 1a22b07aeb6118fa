//! A function fits on one screen: 60 lines from `fn` to the closing brace.
//!
//! A dispatch table, or a published algorithm kept in one piece, is a reason for more, to be given in `tidy.allow`
//! under `file::function`.

use crate::source::{Function, Source};
use crate::{Finding, Tree};

/// The most lines a function may have.
const LIMIT: usize = 60;

/// No function is longer than the limit.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending_in(".rs") {
        let functions = Source::split(&file.text).functions();
        findings.extend(functions.iter().filter_map(|function| judge(&file.path, function)));
    }
    findings
}

fn judge(path: &str, function: &Function) -> Option<Finding> {
    let lines = function.last - function.first + 1;
    (lines > LIMIT).then(|| {
        let name = &function.name;
        let message = format!("`{name}` has {lines} lines, where {LIMIT} is the limit");
        let subject = format!("{path}::{name}");
        Finding { subject, ..Finding::new("function-length", path, function.first, message) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(inner: usize) -> String {
        format!("fn f() {{\n{}}}\n", "x;\n".repeat(inner))
    }

    #[test]
    fn one_line_too_many_is_found() {
        let findings = check(&Tree::of(&[("a.rs", &function(LIMIT - 2)), ("b.rs", &function(LIMIT - 1))]));
        let subjects: Vec<&str> = findings.iter().map(|finding| finding.subject.as_str()).collect();
        assert_eq!(subjects, ["b.rs::f"]);
    }
}
