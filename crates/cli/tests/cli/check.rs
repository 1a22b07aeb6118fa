//! `stringent check` and `stringent lower` as a user meets them.

use crate::command::stringent;
use crate::files::{example, file};

#[test]
fn a_proof_shows_what_holds() {
    let run = stringent(&["check", &example("guestbook_ok.sil")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("proved: no script is opened\n"), "{}", run.out);
    assert!(run.out.contains("here page = <p>[^\"']{0,6}</p>\n"), "{}", run.out);
    let closing = "1 file, 1 property: 1 proved, 0 violated, 0 undecided; 0 skipped\n";
    assert!(run.out.ends_with(closing), "{}", run.out);
}

#[test]
fn a_violation_shows_its_input() {
    let run = stringent(&["check", &example("guestbook.sil")]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("violated: no script is opened\n"), "{}", run.out);
    assert!(run.out.contains("= input 1: \"<script\"\n"), "{}", run.out);
    assert!(run.out.contains("guestbook.sil:7:3\n"), "{}", run.out);
}

#[test]
fn what_is_undecided_has_its_exit_code_and_reason() {
    let arguments = ["check", "--engine", "composite", "--analysis", "size", &example("guestbook_ok.sil")];
    let run = stringent(&arguments);
    assert_eq!(run.code, 3);
    assert!(run.out.starts_with("undecided: "), "{}", run.out);
    assert!(run.out.contains("do not decide it"), "{}", run.out);
}

#[test]
fn what_was_lost_on_the_way_is_told_with_its_line() {
    let text =
        "proc zero(n: int) -> int {\n  if (n <= 0) { return 0; }\n  m: int := zero(n - 1);\n  return m;\n}
        proc main() { x: int := zero(3); assert(x == 0); }";
    let path = file("lost.sil", text.as_bytes());
    let run = stringent(&["check", "--format", "json", &path]);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    let property = &report["properties"][0];
    assert_eq!((run.code, property["verdict"].as_str()), (3, Some("undecided")));
    let reason = property["reason"].as_str().expect("a reason");
    assert!(
        reason.ends_with("; precision was lost at line 3: the call of zero gives any result"),
        "{reason}"
    );
    let next = property["next_step"].as_str().expect("a next step");
    assert!(next.starts_with("state what the call gives back"), "{next}");
}

#[test]
fn the_report_for_programs() {
    let run = stringent(&["check", "--format", "json", &example("samba.sil"), &example("samba_ok.sil")]);
    assert_eq!(run.code, 1);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(report["files"], 2);
    assert_eq!(report["properties"][0]["verdict"], "violated");
    assert_eq!(report["properties"][0]["line"], 8);
    assert_eq!(report["properties"][0]["inputs"][0]["value"], "a".repeat(256));
    assert_eq!(report["properties"][1]["verdict"], "proved");
    assert_eq!(report["properties"][1]["engine"], "composite");
}

#[test]
fn a_file_that_does_not_parse_is_skipped_aloud() {
    let broken = file("broken.sil", b"proc main() { assert(x == 1; }");
    let run = stringent(&["check", &broken, &example("gxine_ok.sil")]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("proved: "), "the rest is still verified: {}", run.out);
    assert!(run.out.contains("broken.sil:1:"), "{}", run.out);
    assert!(run.out.ends_with("1 skipped\n"), "{}", run.out);
}

#[test]
fn nothing_to_prove_is_no_success() {
    let empty = file("nothing.sil", b"proc main() { halt; }");
    assert_eq!(stringent(&["check", &empty]).code, 3);
    assert_eq!(stringent(&["check", &file("other.txt", b"")]).code, 2);
}

#[test]
fn a_lowered_program_is_a_program() {
    let lowered = stringent(&["lower", &example("strlen.sil")]);
    assert_eq!(lowered.code, 0, "{}", lowered.err);
    let again = stringent(&["check", &file("lowered.sil", lowered.out.as_bytes())]);
    assert_eq!(again.code, 0, "{}", again.out);
}
