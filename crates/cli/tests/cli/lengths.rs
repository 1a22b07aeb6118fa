//! `stringent lengths` as a user meets it.

use crate::command::stringent;

/// The text answer for a pattern in the tool's own dialect.
fn lengths(pattern: &str) -> String {
    let run = stringent(&["lengths", pattern]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{pattern}");
    run.out
}

fn json(pattern: &str) -> String {
    let run = stringent(&["lengths", "--format", "json", pattern]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{pattern}");
    run.out
}

#[test]
fn the_example_of_the_paper() {
    assert_eq!(lengths("(baaab)+ab"), "{7 + 5k | k >= 0}\n");
}

#[test]
fn the_example_for_programs() {
    // Three lengths lead to a circle of five. The binary automaton has eight states as well: the sets of those y with
    // 2y + b in the set, over and over, until none is new, the empty one not counted.
    let expected = r#"{"finite":[],"base":7,"period":5,"residues":[0],"unary_states":8,"binary_states":8}"#
        .to_owned()
        + "\n";
    assert_eq!(json("(baaab)+ab"), expected);
}

#[test]
fn finite_empty_and_full_sets() {
    assert_eq!(lengths("a{2,4}|b"), "{1..4}\n");
    assert_eq!(lengths("[]"), "{}\n");
    assert_eq!(lengths(""), "{0}\n");
    assert_eq!(lengths(".*"), "{k | k >= 0}\n");
    assert!(json("a{2,4}|").starts_with(r#"{"finite":[0,2,3,4],"base":5,"period":0,"residues":[],"#));
    assert!(json("x(aa|aaaaa)*").starts_with(r#"{"finite":[1,3],"base":5,"period":1,"residues":[0],"#));
}

#[test]
fn a_finite_part_before_the_periodic_one() {
    assert_eq!(lengths("(aaa)*|aa"), "{0, 2} ∪ {3 + 3k | k >= 0}\n");
    assert!(json("(aaa)*|aa").starts_with(r#"{"finite":[0,2],"base":3,"period":3,"residues":[0],"#));
}

/// The exit code and the answer in a dialect.
fn in_dialect(dialect: &str, pattern: &str) -> (i32, String) {
    let run = stringent(&["lengths", "--dialect", dialect, pattern]);
    (run.code, run.out)
}

#[test]
fn characters_are_code_points_or_bytes() {
    assert_eq!(in_dialect("own", "é🙂"), (0, "{2}\n".to_owned()));
    assert_eq!(in_dialect("pcre", "é🙂"), (0, "{6}\n".to_owned()));
    assert_eq!(in_dialect("posix", "é"), (0, "{2}\n".to_owned()));
    assert_eq!(in_dialect("java", "é🙂"), (0, "{3}\n".to_owned()));
}

#[test]
fn flags_change_how_a_pattern_is_read() {
    let run = stringent(&["lengths", "--dialect", "pcre", "--flags", "u", "é"]);
    assert_eq!((run.code, run.out.as_str()), (0, "{1}\n"));
    let run = stringent(&["lengths", "--dialect", "pcre", "--flags", "q", "é"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("\n  q\n  ^\n"), "{}", run.err);
}

#[test]
fn a_search_finds_the_pattern_anywhere() {
    let run = stringent(&["lengths", "--search", "abc"]);
    assert_eq!((run.code, run.out.as_str()), (0, "{k | k >= 3}\n"));
}

#[test]
fn a_picture_goes_to_the_file() {
    let path = format!("{}/lengths.svg", env!("CARGO_TARGET_TMPDIR"));
    let run = stringent(&["lengths", "ab", "--svg", &path]);
    assert_eq!((run.code, run.out.as_str()), (0, "{2}\n"));
    let picture = std::fs::read_to_string(&path).expect("the picture was written");
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
}
