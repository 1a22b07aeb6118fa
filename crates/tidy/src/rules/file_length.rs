//! A file holds one idea, and one idea fits into 500 lines.
//!
//! Tables and one indivisible algorithm are reasons for more, to be given in `tidy.allow`. Tests count: they can
//! live in files of their own.

use crate::{Finding, Tree};

/// The most lines a Rust file may have.
const LIMIT: usize = 500;

/// No Rust file is longer than the limit.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let sizes = tree.ending_in(".rs").map(|file| (&file.path, file.text.lines().count()));
    let long = sizes.filter(|&(_, lines)| lines > LIMIT);
    long.map(|(path, lines)| {
        let message = format!("{lines} lines, where {LIMIT} is the limit; split it by idea");
        Finding::new("file-length", path, LIMIT + 1, message)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_too_many_is_found() {
        let (fits, long) = ("x\n".repeat(LIMIT), "x\n".repeat(LIMIT + 1));
        let findings = check(&Tree::of(&[("fits.rs", &fits), ("long.rs", &long), ("long.md", &long)]));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].subject, "long.rs");
    }
}
