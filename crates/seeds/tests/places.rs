//! Every mistake has its place in the code. This is quick; `caught` builds and runs them all.

use std::fs;
use std::path::Path;

use seeds::{located, mistakes};

#[test]
fn every_mistake_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut lost = Vec::new();
    for (_, mistake) in mistakes() {
        let text = fs::read_to_string(root.join(mistake.file)).unwrap_or_default();
        lost.extend(located(&text, mistake).err().map(|misplaced| (mistake.file, misplaced)));
    }
    assert!(lost.is_empty(), "quote the code as it is now: {lost:#?}");
}

#[test]
fn there_are_enough_and_each_has_a_name() {
    let mut names: Vec<&str> = mistakes().map(|(_, mistake)| mistake.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), mistakes().count());
    assert!(names.len() >= 30);
    for number in 1..=11 {
        let repair = format!("T{number}:");
        assert!(names.iter().any(|name| name.starts_with(&repair)), "T{number} is not among them");
    }
}
