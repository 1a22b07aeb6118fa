//! Layers are obeyed, and every crate has its row in ARCHITECTURE.md.
//!
//! The table below is the law; the page explains it. A crate may use those crates of ours that its row names, in
//! tests as well. A crate without a row does not exist by intent. `automata` uses nothing at all at run time.

use crate::manifest::{self, Kind};
use crate::{Finding, Tree};

/// A crate: its folder, its package and the packages of ours that it may use.
struct Row {
    folder: &'static str,
    package: &'static str,
    may_use: &'static [&'static str],
}

const fn row(folder: &'static str, package: &'static str, may_use: &'static [&'static str]) -> Row {
    Row { folder, package, may_use }
}

/// What may use what, from the lowest layer up.
const LAYERS: [Row; 19] = [
    row("automata", "automata", &[]),
    row("tidy", "tidy", &[]),
    row("outside", "outside", &[]),
    row("linear", "linear", &[]),
    row("seeds", "seeds", &["outside"]),
    row("ir", "ir", &["automata"]),
    row("learn", "learn", &["automata"]),
    row("contexts", "contexts", &["automata"]),
    row("verdict", "verdict", &["ir", "linear", "automata"]),
    row("sizes", "sizes", &["verdict", "ir", "linear", "automata"]),
    row("composite", "composite", &["sizes", "verdict", "ir", "automata"]),
    row("horn", "horn", &["verdict", "learn", "ir", "automata", "outside"]),
    row("refute", "refute", &["verdict", "ir", "automata"]),
    row("front-php", "front-php", &["ir", "contexts", "automata", "outside"]),
    row("front-c", "front-c", &["ir", "automata", "outside"]),
    row("front-java", "front-java", &["ir", "automata", "outside"]),
    row("verifier", "verifier", ENGINES),
    row("cli", "stringent", &["verifier", "automata", "outside"]),
    row("xtask", "xtask", &["horn", "ir", "automata", "outside"]),
];

/// Everything that the verifier brings together.
const ENGINES: &[&str] = &[
    "composite",
    "sizes",
    "horn",
    "refute",
    "front-php",
    "front-c",
    "front-java",
    "verdict",
    "learn",
    "ir",
    "automata",
    "outside",
];

/// Crates that use nothing at run time, ours or not.
const ALONE: [&str; 2] = ["automata", "tidy"];

/// Every crate has a row, on the page and in the law, and uses what it may.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.crates().into_iter().flat_map(|folder| judge(tree, folder)).collect()
}

fn judge(tree: &Tree, folder: &str) -> Vec<Finding> {
    let path = format!("crates/{folder}/Cargo.toml");
    let mut findings = Vec::new();
    let mut find = |line, message: String| findings.push(Finding::new("layers", &path, line, message));
    if !has_row(tree.text("ARCHITECTURE.md"), folder) {
        find(1, format!("`{folder}` has no row in a table of ARCHITECTURE.md"));
    }
    let Some(row) = LAYERS.iter().find(|row| row.folder == folder) else {
        find(1, format!("`{folder}` has no row in the layers of tidy"));
        return findings;
    };
    for dependency in manifest::dependencies(tree.text(&path)) {
        let name = dependency.name.as_str();
        let is_ours = LAYERS.iter().any(|row| row.package == name);
        if is_ours && !row.may_use.contains(&name) {
            find(dependency.line, format!("`{folder}` may not use `{name}`"));
        } else if !is_ours && dependency.kind == Kind::Runtime && ALONE.contains(&folder) {
            find(dependency.line, format!("`{folder}` uses nothing at run time, so not `{name}`"));
        }
    }
    findings
}

/// Whether a table row of the page names the crate in backquotes.
fn has_row(page: &str, folder: &str) -> bool {
    let name = format!("`{folder}`");
    page.lines()
        .any(|line| line.starts_with('|') && line.split('|').nth(2).is_some_and(|cell| cell.contains(&name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "| 0 | `automata` | words | |\n| 5 | `cli` | users | |\n| 1 | `novel` | new | `ir` |\n";

    fn messages(path: &str, manifest: &str) -> Vec<String> {
        let tree = Tree::of(&[("ARCHITECTURE.md", PAGE), (path, manifest)]);
        check(&tree).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_crate_may_use_the_layers_below() {
        assert!(messages("crates/cli/Cargo.toml", "[dependencies]\nautomata = 1\nclap = 4\n").is_empty());
    }

    #[test]
    fn a_crate_may_not_use_the_layers_above() {
        assert_eq!(
            messages("crates/automata/Cargo.toml", "[dev-dependencies]\nstringent = 1\nproptest = 1\n"),
            ["`automata` may not use `stringent`"]
        );
    }

    #[test]
    fn automata_stands_alone() {
        let found = messages("crates/automata/Cargo.toml", "[dependencies]\nlibc = \"0.2\"\n");
        assert_eq!(found, ["`automata` uses nothing at run time, so not `libc`"]);
    }

    #[test]
    fn a_crate_needs_its_rows() {
        assert_eq!(messages("crates/ir/Cargo.toml", ""), ["`ir` has no row in a table of ARCHITECTURE.md"]);
        assert_eq!(messages("crates/novel/Cargo.toml", ""), ["`novel` has no row in the layers of tidy"]);
    }
}
