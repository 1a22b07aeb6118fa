//! A paper cited in a comment or in prose is listed in `docs/papers.md`.
//!
//! A citation is `[` and a key: two to five capital letters and two digits, whatever follows in the brackets. In
//! Rust only comments count, and nowhere what is between backquotes: `[AZ09]` there is a class of characters.

use crate::source::Source;
use crate::{Finding, Tree};

/// Where the keys live.
const PAPERS: &str = "docs/papers.md";

/// Every key that is cited is defined.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let known: Vec<&str> = tree.text(PAPERS).lines().filter_map(defined_key).collect();
    let mut findings = Vec::new();
    for file in tree.files() {
        let text = match file.path.rsplit('.').next() {
            Some("rs") => Source::split(&file.text).comments,
            Some("md") => file.text.clone(),
            _ => continue,
        };
        for (index, line) in text.lines().enumerate() {
            let prose: String = line.split('`').step_by(2).collect();
            let unknown = cited_keys(&prose).filter(|key| !known.contains(key));
            findings.extend(unknown.map(|key| {
                Finding::new("citations", &file.path, index + 1, format!("[{key}] is not in {PAPERS}"))
            }));
        }
    }
    findings
}

/// The key of a line like `- **[YBI09]** …`.
fn defined_key(line: &str) -> Option<&str> {
    line.strip_prefix("- **[")?.split_once("]**").map(|(key, _)| key)
}

/// The keys that follow a `[` in the line.
fn cited_keys(line: &str) -> impl Iterator<Item = &str> {
    line.split('[').skip(1).filter_map(|rest| {
        let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
        let digits = rest.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        let ends = rest[letters + digits..].starts_with([']', ' ', ',', ';']);
        ((2..=5).contains(&letters) && digits == 2 && ends).then(|| &rest[..letters + digits])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_found_in_comments_and_prose() {
        let tree = Tree::of(&[
            (PAPERS, "- **[KN99]** Known.\n"),
            ("a.rs", "//! [KN99 §2] and [UN98, Alg. 1], not `[AZ09]`\nlet class = \"[AZ09]\";\n"),
            ("b.md", "see [UN97]\n"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a.rs:1: [UN98]"), "{found:?}");
        assert!(found[1].starts_with("b.md:1: [UN97]"), "{found:?}");
    }
}
