//! Exceptions: the file `tidy.allow`.
//!
//! A line is `rule subject: reason`. Only the rules in [`ALLOWABLE`] have exceptions, because only there can a reader
//! agree with a reason. A line without a reason, for another rule, or that permits nothing, is itself a finding.

use crate::{Finding, Tree};

/// The file with the exceptions.
pub const PATH: &str = "tidy.allow";

/// The rules from which a reason can excuse.
pub const ALLOWABLE: [&str; 3] = ["file-length", "function-length", "opening"];

/// Takes from `findings` what `tidy.allow` permits and adds what is wrong with `tidy.allow` itself.
pub fn apply(tree: &Tree, mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut complaints = Vec::new();
    for (index, line) in tree.text(PATH).lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match parse(line) {
            None => complaints.push(complaint(index, "is not `rule subject: reason`")),
            Some((rule, _)) if !ALLOWABLE.contains(&rule) => {
                complaints.push(complaint(index, "names a rule that has no exceptions"));
            }
            Some((rule, subject)) => {
                let before = findings.len();
                findings.retain(|finding| finding.rule != rule || finding.subject != subject);
                if findings.len() == before {
                    complaints.push(complaint(index, "permits what no longer happens"));
                }
            }
        }
    }
    findings.extend(complaints);
    findings
}

/// The rule and the subject of a line that also has a reason.
fn parse(line: &str) -> Option<(&str, &str)> {
    let (place, reason) = line.split_once(": ")?;
    let (rule, subject) = place.split_once(' ')?;
    (reason.trim().len() >= 10).then_some((rule, subject.trim()))
}

fn complaint(index: usize, what: &str) -> Finding {
    Finding::new("allow", PATH, index + 1, format!("this line {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(allow: &str) -> Vec<String> {
        let tree = Tree::of(&[(PATH, allow)]);
        let finding = Finding::new("file-length", "a.rs", 501, "too long");
        apply(&tree, vec![finding]).into_iter().map(|finding| finding.rule.to_owned()).collect()
    }

    #[test]
    fn an_exception_with_a_reason_is_honoured() {
        assert!(left("# note\n\nfile-length a.rs: one table of Unicode\n").is_empty());
    }

    #[test]
    fn an_exception_for_another_file_is_stale() {
        assert_eq!(left("file-length b.rs: one table of Unicode\n"), ["file-length", "allow"]);
    }

    #[test]
    fn an_exception_needs_a_reason_and_an_allowable_rule() {
        assert_eq!(left("file-length a.rs: \n"), ["file-length", "allow"]);
        assert_eq!(left("banned a.rs: we like to unwrap\n"), ["file-length", "allow"]);
    }
}
