//! A file in `src` opens with what it is for, in three to fifteen lines.
//!
//! The opening names the invariant the file keeps, the paper it follows and what it does not do. An example in it is
//! welcome and not counted. The front page of a crate, `lib.rs`, may be as long as its reader needs. Tests that live in
//! `src` need no more than their names.

use crate::tree::File;
use crate::{Finding, Tree};

/// The fewest and the most lines of an opening.
const LINES: std::ops::RangeInclusive<usize> = 3..=15;

/// Every source file opens with `//!` lines, not too few and not too many.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.ending_in(".rs").filter(|file| file.path.contains("/src/") && !is_test(file));
    sources.filter_map(judge).collect()
}

fn is_test(file: &File) -> bool {
    file.name() == "tests.rs" || file.path.contains("/tests/")
}

fn judge(file: &File) -> Option<Finding> {
    let lines = lines_of_prose(&file.text);
    let is_front_page = file.name() == "lib.rs" && lines >= *LINES.start();
    (!LINES.contains(&lines) && !is_front_page).then(|| {
        let (least, most) = (LINES.start(), LINES.end());
        let message = format!("opens with {lines} lines of `//!`, where {least} to {most} are asked for");
        Finding::new("opening", &file.path, 1, message)
    })
}

/// The number of `//!` lines at the beginning that are not part of an example.
fn lines_of_prose(text: &str) -> usize {
    let mut in_example = false;
    let opening = text.lines().map_while(|line| line.strip_prefix("//!"));
    let prose = opening.filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_example ^= is_fence;
        !in_example && !is_fence
    });
    prose.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(path: &str, lines: usize) -> bool {
        let text = format!("{}\nuse x;\n", "//! text\n".repeat(lines));
        !check(&Tree::of(&[(path, &text)])).is_empty()
    }

    #[test]
    fn an_opening_has_three_to_fifteen_lines() {
        let found: Vec<bool> = [0, 2, 3, 15, 16].map(|lines| is_found("crates/a/src/b.rs", lines)).into();
        assert_eq!(found, [true, true, false, false, true]);
    }

    #[test]
    fn an_example_is_not_counted() {
        assert_eq!(lines_of_prose("//! a\n//! ```\n//! b\n//! ```\n//! c\nuse x;\n//! d\n"), 2);
    }

    #[test]
    fn a_front_page_may_be_long_but_not_missing() {
        assert!(!is_found("crates/a/src/lib.rs", 40));
        assert!(is_found("crates/a/src/lib.rs", 1));
    }

    #[test]
    fn tests_need_none() {
        let tests = ["crates/a/tests/b.rs", "crates/a/src/b/tests.rs", "crates/a/src/tests/b.rs"];
        assert!(tests.iter().all(|path| !is_found(path, 0)));
    }
}
