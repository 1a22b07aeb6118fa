//! What a user sees when there is no answer: the message, its place and the exit code.

use crate::command::{command, run_of, stringent};
use std::process::Stdio;

#[test]
fn a_wrong_pattern_is_shown_with_its_place() {
    let run = stringent(&["lengths", "ab(cd"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("error: "), "{}", run.err);
    assert!(run.err.ends_with("\n  ab(cd\n    ^^^\n"), "{}", run.err);
}

#[test]
fn a_pattern_cannot_command_the_terminal() {
    let run = stringent(&["lengths", "\u{1b}[2J\u{202e}("]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains(r"\x1b[2J\u{202e}("), "{}", run.err);
    assert!(!run.err.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn wrong_use_cannot_command_the_terminal() {
    let run = stringent(&["lengths", "a", "--\u{1b}[2J"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("error: unexpected argument"), "{}", run.err);
    assert!(!run.err.contains('\u{1b}'));
}

#[test]
fn wrong_use_has_its_exit_code() {
    for arguments in [
        &[][..],
        &["lengths"],
        &["sing"],
        &["lengths", "a", "--budget", "many"],
        &["lengths", "--dialect", "x", "a"],
    ] {
        let run = stringent(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_is_an_answer() {
    let run = stringent(&["--help"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("lengths") && run.out.contains("Exit code"));
}

#[test]
fn a_spent_budget_is_told_in_one_sentence() {
    for verb in ["lengths", "regex"] {
        let run = stringent(&[verb, "(a|b)*a(a|b){60}", "--budget", "10000"]);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{verb}");
        assert_eq!(
            run.err,
            "error: the budget of 10000 steps is spent and there is no answer yet; give more with --budget\n"
        );
    }
}

#[test]
fn hostile_patterns_end_within_the_budget() {
    let nested = format!("{}a{}", "(".repeat(30_000), ")".repeat(30_000));
    for pattern in ["(a{1,1000}){1,1000}", "(a|b)*a(a|b){60}", "((a*)*)*", &nested] {
        let run = stringent(&["lengths", pattern]);
        assert!([0, 2, 3].contains(&run.code), "{} {}", run.code, run.err);
        assert!(run.err.len() < 1_000, "{}", run.err.len());
    }
}

#[test]
fn what_is_not_regular_is_named() {
    for verb in ["lengths", "regex"] {
        let run = stringent(&[verb, "--dialect", "pcre", r"(a*)b\1"]);
        assert_eq!((run.code, run.out.as_str()), (3, ""));
        assert!(run.err.contains("backreference"), "{}", run.err);
        assert!(run.err.ends_with("\n  (a*)b\\1\n       ^^\n"), "{}", run.err);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let run = stringent(&["lengths", "a", "--svg", "no/such/folder\u{7}/a.svg"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with(r"error: no/such/folder\x07/a.svg cannot be written: "), "{}", run.err);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = command()
        .args(["lengths", "(baaab)+ab"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    drop(child.stdout.take());
    let run = run_of(child.wait_with_output().expect("the program ends"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}
