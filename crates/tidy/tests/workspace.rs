//! The rules, applied to this repository.

use std::path::Path;

use tidy::{Tree, judge};

#[test]
fn the_repository_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Tree::read(&root).expect("the repository is readable text");
    assert!(tree.has("crates/tidy/tests/workspace.rs"), "the walk must see this very file");
    let findings: Vec<String> = judge(&tree).iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}
