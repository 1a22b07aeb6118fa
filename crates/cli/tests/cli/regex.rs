//! `stringent regex` as a user meets it.

use crate::command::stringent;

#[test]
fn the_answer_for_people() {
    let run = stringent(&["regex", "(a|b)(a|b)*"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(
        lines,
        [
            "language  = [ab]+",
            "states    2",
            "lengths   {k | k >= 1}",
            "shortest  \"a\"",
            "          \"b\"",
            "          \"aa\"",
            "          \"ab\"",
            "          \"ba\"",
        ]
    );
}

#[test]
fn the_answer_for_programs() {
    let run = stringent(&["regex", "--format", "json", "a?\"\\n"]);
    let start = r#"{"relation":"=","expression":"#;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with(start), "{}", run.out);
    assert!(run.out.contains(r#""states":4,"lengths":{"finite":[2,3],"base":4,"#), "{}", run.out);
    assert!(
        run.out.ends_with("\"shortest\":[\"\\\"\\\\\\\"\\\\n\\\"\",\"\\\"a\\\\\\\"\\\\n\\\"\"]}\n"),
        "{}",
        run.out
    );
}

#[test]
fn no_word_at_all() {
    let run = stringent(&["regex", "a[]"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("lengths   {}\n"), "{}", run.out);
    assert!(run.out.ends_with("shortest  none, because no word matches\n"), "{}", run.out);
}

#[test]
fn a_long_word_is_abridged_for_people_only() {
    let word = "a".repeat(300);
    let run = stringent(&["regex", &word]);
    assert!(run.out.ends_with(&format!("shortest  \"{}\"… of length 300\n", "a".repeat(100))), "{}", run.out);
    let run = stringent(&["regex", "--format", "json", &word]);
    assert!(run.out.contains(&word), "{}", run.out);
}

#[test]
fn both_pictures_go_to_their_files() {
    let svg = format!("{}/regex.svg", env!("CARGO_TARGET_TMPDIR"));
    let dot = format!("{}/regex.dot", env!("CARGO_TARGET_TMPDIR"));
    let run = stringent(&["regex", "a+b", "--svg", &svg, "--dot", &dot]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let read = |path: &str| std::fs::read_to_string(path).expect("the picture was written");
    assert!(read(&svg).contains("<svg"));
    assert!(read(&dot).trim_start().starts_with("digraph"));
}

#[test]
fn words_cannot_command_the_terminal() {
    let run = stringent(&["regex", "\\x1b\\[2J\\u{202e}"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains(r#"shortest  "\x1b[2J\u{202e}""#), "{}", run.out);
    assert!(!run.out.contains(['\u{1b}', '\u{202e}']));
}
