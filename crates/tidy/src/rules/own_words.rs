//! The project speaks only of itself.
//!
//! Paths of one machine are wrong on the next, and remarks about how or where a line came to be written belong
//! in the log. The lists below have a `|` inside each entry, so that they do not contain what they forbid.

use crate::{Finding, Tree};

/// Beginnings of paths that exist on one machine only.
const PATHS: [&str; 5] = ["/wo|rk/", "/ho|me/", "/ro|ot/", "/tm|p/", "/Us|ers/"];

/// Words that speak of the making and not of the thing, in lower case.
const WORDS: [&str; 8] = [
    "work|tree",
    "sub|agent",
    "sub-|agent",
    "this ses|sion",
    "work|place",
    "co-|worker",
    "col|league",
    "fix|me",
];

/// No path of a machine and no word about the making.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let paths = PATHS.map(|path| path.replace('|', ""));
    let words = WORDS.map(|word| word.replace('|', ""));
    let mut findings = Vec::new();
    for file in tree.files() {
        for (number, line) in file.numbered_lines() {
            if let Some(path) = paths.iter().find(|path| line.contains(*path)) {
                let message = format!("`{path}` is a path of one machine");
                findings.push(Finding::new("own-words", &file.path, number, message));
            }
            let lower = line.to_lowercase();
            if let Some(word) = words.iter().find(|word| has_word(&lower, word)) {
                let message = format!("`{word}` speaks of the making, not of the thing");
                findings.push(Finding::new("own-words", &file.path, number, message));
            }
        }
    }
    findings
}

/// Whether `word` occurs in the line with no letter right before or after it, but for a plural.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].trim_start_matches('s').chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        check(&Tree::of(&[("a.md", text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn paths_and_words_are_found() {
        let path = PATHS[0].replace('|', "");
        let word = WORDS[0].replace('|', "");
        assert_eq!(lines(&format!("fine\nin {path}x\nmy {word}s\n")), [2, 3]);
    }

    #[test]
    fn parts_of_other_words_are_not_found() {
        let word = WORDS[7].replace('|', "");
        assert_eq!(lines(&format!("a{word}b /usr/share\n")), [0; 0]);
    }
}
