//! An operation of `automata` that may grow says first whether it is exact.
//!
//! Such an operation is public and takes a `Budget`. Its documentation begins with *Exact* or with
//! *Over-approximates*, because a caller who proves something needs to know that before anything else.

use crate::source::Source;
use crate::tree::File;
use crate::{Finding, Tree};

/// The crates whose operations are meant.
const CRATES: [&str; 1] = ["crates/automata/src/"];

/// How the documentation may begin.
const BEGINNINGS: [&str; 2] = ["Exact", "Over-approximates"];

/// Every public function with a budget begins its documentation so.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let sources =
        tree.ending_in(".rs").filter(|file| CRATES.iter().any(|prefix| file.path.starts_with(prefix)));
    sources.flat_map(judge).collect()
}

fn judge(file: &File) -> Vec<Finding> {
    let code = Source::split(&file.text).code;
    let mut findings = Vec::new();
    for (at, _) in code.match_indices("pub fn ") {
        let signature = code[at..].split(['{', ';']).next().unwrap_or_default();
        let line = code[..at].matches('\n').count();
        if signature.contains("&mut Budget") && !is_told(&file.text, line) {
            let name = signature["pub fn ".len()..].split(['(', '<']).next().unwrap_or_default();
            let message =
                format!("the documentation of `{name}` must begin with `Exact` or `Over-approximates`");
            findings.push(Finding::new("exactness", &file.path, line + 1, message));
        }
    }
    findings
}

/// Whether the documentation that ends above line `line`, counted from 0, begins as it should.
fn is_told(text: &str, line: usize) -> bool {
    let above: Vec<&str> = text.lines().take(line).map(str::trim).collect();
    let documentation =
        above.iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
    let first = documentation.filter_map(|line| line.strip_prefix("///")).last().unwrap_or_default();
    BEGINNINGS.iter().any(|beginning| first.trim_start().starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let tree = Tree::of(&[("crates/automata/src/a.rs", text)]);
        check(&tree).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn an_operation_must_say_it_first() {
        let told = "/// Exact: all of it.\n///\n/// More.\n#[must_use]\npub fn f(budget: &mut Budget) {}\n";
        assert_eq!(lines(told), [0; 0]);
        assert_eq!(lines(&told.replace("Exact: a", "A")), [5]);
        assert_eq!(lines("/// More.\n/// Exact.\npub fn f(\n  budget: &mut Budget,\n) {}\n"), [3]);
    }

    #[test]
    fn what_cannot_grow_need_not() {
        assert_eq!(lines("/// Its size.\npub fn size(&self) -> usize { 0 }\n"), [0; 0]);
    }
}
