//! No tabs, no blanks at the end of a line, and a newline at the end of a file.
//!
//! What the eye cannot see should not differ. Licences are left as their authors wrote them.

use crate::{Finding, Tree};

/// Whitespace is plain.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files().iter().filter(|file| !file.path.starts_with("LICENSE")) {
        for (number, line) in file.numbered_lines() {
            if line.contains('\t') {
                findings.push(Finding::new("whitespace", &file.path, number, "has a tab"));
            }
            if line.trim_end() != line {
                findings.push(Finding::new("whitespace", &file.path, number, "ends in blanks"));
            }
        }
        let ends_well = file.text.ends_with('\n') && !file.text.ends_with("\n\n");
        if !ends_well && !file.text.is_empty() {
            let last = file.text.lines().count();
            findings.push(Finding::new("whitespace", &file.path, last, "does not end in one newline"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_found() {
        let count = |text: &str| check(&Tree::of(&[("a.rs", text)])).len();
        assert_eq!(["a\n", "", "a\tb\n", "a \n", "a", "a\n\n"].map(count), [0, 0, 1, 1, 1, 1]);
    }
}
