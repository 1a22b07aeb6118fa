//! Calls and attributes that have no place in code that is finished.
//!
//! A panic must say which invariant broke, so there is no `unwrap`; a test that is ignored proves nothing; and a
//! note of work to be done needs a number under which the work is known.

use crate::source::Source;
use crate::{Finding, Tree};

/// What must not occur in code, and what to do instead.
const BANNED: [(&str, &str); 5] = [
    (".unwrap()", "say why it cannot fail with `expect`, or return the error"),
    ("todo!", "finish it, or return an error that says what is missing"),
    ("unimplemented!", "finish it, or return an error that says what is missing"),
    ("dbg!", "take the debugging print out"),
    ("#[ignore", "assert today's behaviour and say why it is wrong"),
];

/// The word that announces work to be done, in two parts so that this line is not such an announcement.
const NOTE: [&str; 2] = ["TO", "DO"];

/// No banned call, and no note of work to be done without the number of its issue or decision.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending_in(".rs") {
        let source = Source::split(&file.text);
        for (index, line) in source.code.lines().enumerate() {
            let hits = BANNED.iter().filter(|(text, _)| line.contains(text));
            findings.extend(hits.map(|(text, remedy)| {
                Finding::new("banned", &file.path, index + 1, format!("`{text}`: {remedy}"))
            }));
        }
        for (index, line) in source.comments.lines().enumerate() {
            if is_note_without_number(line) {
                let message = "a note of work to be done needs `issue N` or `decision N`";
                findings.push(Finding::new("banned", &file.path, index + 1, message));
            }
        }
    }
    findings
}

fn is_note_without_number(comment: &str) -> bool {
    let has_number = |word: &str| {
        let after = comment.split(word).nth(1).unwrap_or_default();
        after.trim_start().starts_with(|c: char| c.is_ascii_digit())
    };
    comment.contains(&NOTE.concat()) && !["issue", "decision", "#"].into_iter().any(has_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        check(&Tree::of(&[("a.rs", text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn calls_are_found_in_code_only() {
        assert_eq!(lines("a.unwrap();\n// a.unwrap()\n\"todo!\"\ntodo!()\ndbg!(x)\n"), [1, 4, 5]);
        assert_eq!(lines("#[ignore = \"slow\"]\nfn f() {}\n"), [1]);
    }

    #[test]
    fn a_note_needs_a_number() {
        let note = NOTE.concat();
        assert_eq!(
            lines(&format!("// {note}: later\n// {note}(issue 7): later\n// {note} decision 3\n")),
            [1]
        );
    }
}
