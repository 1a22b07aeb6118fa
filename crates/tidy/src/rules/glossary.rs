//! Words that this project once made up for things that have a name.
//!
//! Each is gone, and stays so: a phrase in sources and documents, or the name of a file. The lists below have a `|` inside each
//! entry, so that they do not contain what they forbid.

use crate::{Finding, Tree};

/// Phrases, in lower case, and what the field says.
const PHRASES: [(&str, &str); 5] = [
    ("put in pl|ace", "inlined"),
    ("few tur|ns", "bounded unrolling"),
    ("a language a str|ing", "one language per string"),
    ("a state a ca|se", "one state per case"),
    ("hold|ings", "heap invariants"),
];

/// Names of files that are neither the paper's nor the field's.
const NAMES: [&str; 6] = ["few", "apart", "alike", "sums", "given", "between"];

/// No source or document has one of these phrases, and no source one of these names.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let phrases = PHRASES.map(|(phrase, say)| (phrase.replace('|', ""), say));
    let mut findings = Vec::new();
    for file in tree.files() {
        let path = file.path.as_str();
        let name = file.name().strip_suffix(".rs").filter(|name| NAMES.contains(name));
        if let Some(name) = name.filter(|_| path.contains("/src/")) {
            let message = format!("`{name}` is not a term of the field");
            findings.push(Finding::new("glossary", path, 1, message));
        }
        for (number, line) in file.numbered_lines() {
            let lower = line.to_lowercase();
            if let Some((phrase, say)) = phrases.iter().find(|(phrase, _)| lower.contains(phrase)) {
                let message = format!("`{phrase}` is our own word: say `{say}`");
                findings.push(Finding::new("glossary", path, number, message));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_and_names_are_found() {
        let phrase = PHRASES[0].0.replace('|', "");
        let text = format!("fine\nCalls are {phrase}.\n");
        let tree =
            Tree::of(&[("docs/a.md", text.as_str()), ("crates/a/src/few.rs", ""), ("a/tests/few.rs", "")]);
        let found: Vec<(String, usize)> =
            check(&tree).into_iter().map(|finding| (finding.path, finding.line)).collect();
        assert_eq!(found, [("docs/a.md".to_owned(), 2), ("crates/a/src/few.rs".to_owned(), 1)]);
    }
}
