//! A library from outside is a decision, and a decision has a record.
//!
//! Every dependency of every crate that is not a crate of ours is named, in backquotes, on a page in
//! `docs/decisions`. Whether the reason there is good is for people to judge.

use crate::manifest;
use crate::{Finding, Tree};

/// Every outside dependency is named in a decision record.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let records: String = tree
        .ending_in(".md")
        .filter(|file| file.path.starts_with("docs/decisions/"))
        .map(|file| file.text.as_str())
        .collect();
    let ours: Vec<String> = tree.crates().iter().map(|folder| package(tree, folder)).collect();
    let mut findings = Vec::new();
    for folder in tree.crates() {
        let path = format!("crates/{folder}/Cargo.toml");
        for dependency in manifest::dependencies(tree.text(&path)) {
            let name = &dependency.name;
            if !ours.contains(name) && !records.contains(&format!("`{name}`")) {
                let message = format!("`{name}` has no record in docs/decisions");
                findings.push(Finding::new("recorded", &path, dependency.line, message));
            }
        }
    }
    findings
}

/// The name of the package in a folder below `crates/`.
fn package(tree: &Tree, folder: &str) -> String {
    let manifest = tree.text(&format!("crates/{folder}/Cargo.toml"));
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
    name.unwrap_or(folder).trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_needs_a_record() {
        let tree = Tree::of(&[
            ("docs/decisions/1.md", "We take `clap`."),
            ("crates/a/Cargo.toml", "[package]\nname = \"alpha\"\n[dependencies]\nclap = 4\nrand = 1\n"),
            ("crates/b/Cargo.toml", "[package]\nname = \"b\"\n[dependencies]\nalpha.workspace = true\n"),
        ]);
        let messages: Vec<String> = check(&tree).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["`rand` has no record in docs/decisions"]);
    }
}
