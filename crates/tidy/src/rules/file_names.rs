//! A file is named by its idea.
//!
//! Names that mean *the rest* gather what has no room. A test's supporting code has an idea too: `engines`,
//! `enumerate`, `generators`.

use crate::{Finding, Tree};

/// Names that say nothing.
const SHAPELESS: [&str; 8] = ["util", "utils", "common", "helper", "helpers", "misc", "stuff", "shared"];

/// No file or folder has a shapeless name.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files() {
        let mut parts = file.path.split('/').map(|part| part.split('.').next().unwrap_or(part));
        if let Some(name) = parts.find(|part| SHAPELESS.contains(part)) {
            let message = format!("`{name}` does not name an idea");
            findings.push(Finding::new("file-names", &file.path, 1, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapeless_names_are_found() {
        let tree = Tree::of(&[("a/utils.rs", ""), ("tests/common/mod.rs", ""), ("a/commonality.rs", "")]);
        let paths: Vec<String> = check(&tree).into_iter().map(|finding| finding.path).collect();
        assert_eq!(paths, ["a/utils.rs", "tests/common/mod.rs"]);
    }
}
