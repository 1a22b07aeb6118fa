//! Sources of C: verdicts of the examples, layouts that are not followed, and what is verified when nothing is asked for.
//!
//! Preprocessed sources need no compiler; the examples include headers and do.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::stringent;
use crate::files::file;

/// Whether there is a compiler. Under `CI=true` there must be one.
fn has_cc() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "cc is missing");
    if !found {
        eprintln!("skipped: cc is not installed");
    }
    found
}

/// The examples say of themselves what they are.
#[test]
fn examples_are_what_they_say() {
    if !has_cc() {
        return;
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/c"));
    let mut judged = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        let opening = text.split("*/").next().expect("it opens with a comment");
        let code = match (opening.contains("Proved."), opening.contains("Violated.")) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) | (false, false) => panic!("{} says nothing of itself", path.display()),
        };
        let run = stringent(&["check", path.to_str().expect("a plain name")]);
        assert_eq!(run.code, code, "{}:\n{}{}", path.display(), run.out, run.err);
        judged += 1;
    }
    assert!(judged >= 7, "{judged}");
}

#[test]
fn accesses_are_verified_when_nothing_is_asked_for() {
    let path = file("past.i", b"int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }");
    let run = stringent(&["check", &path]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("c-write-outside"), "{}", run.out);
    let run = stringent(&["check", &path, "--property", "assert"]);
    assert!(!run.out.contains("c-write-outside"), "{}", run.out);
}

#[test]
fn overflow_is_verified_when_it_is_asked_for() {
    let path = file("most.i", b"int main(void) { int i = 2147483647; return i + 1 > 0; }");
    let run = stringent(&["check", &path, "--property", "overflow"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("c-overflow"), "{}", run.out);
    let run = stringent(&["check", &path]);
    assert_eq!(run.code, 0, "{}", run.out);
    let path = file("least.i", b"int main(void) { int i = 2147483646; return i + 1 > 0; }");
    let run = stringent(&["check", &path, "--property", "overflow"]);
    assert_eq!(run.code, 0, "{}", run.out);
}

#[test]
fn a_layout_that_is_not_followed_is_skipped_with_its_word() {
    if !has_cc() {
        return;
    }
    let text =
        b"struct s { char a; int b; } __attribute__((packed)); int main(void) { return sizeof(struct s); }";
    let run = stringent(&["check", &file("packed.c", text)]);
    assert!(
        run.code != 0 && run.out.contains("`packed`") | run.err.contains("`packed`"),
        "{}{}",
        run.out,
        run.err
    );
}
