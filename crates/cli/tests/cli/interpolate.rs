//! `stringent interpolate` as a user meets it.

use crate::command::stringent;

#[test]
fn what_lies_between_two_expressions_is_printed() {
    let run = stringent(&["interpolate", "[a-z]*", ".*[<>].*"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out.lines().next(), Some("language  = [^<>]*"));
    assert!(run.out.contains("states    1\n"), "{}", run.out);
    let json = stringent(&["interpolate", "--format", "json", "[a-z]*", ".*[<>].*"]);
    assert!(json.out.starts_with(r#"{"language":"= [^<>]*","states":1,"#), "{}", json.out);
}

#[test]
fn a_common_word_is_told() {
    let run = stringent(&["interpolate", "a*b", "(aa)*b"]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.contains(r#""b" is in both"#), "{}", run.err);
}

/// The lines that tell of conditions, or the error.
fn conditions(arguments: &[&str]) -> (i32, String) {
    let run = stringent(&[&["interpolate", "--conditions"], arguments].concat());
    (run.code, if run.code == 0 { run.out } else { run.err })
}

#[test]
fn what_lies_between_conditions_is_printed() {
    let (code, out) = conditions(&[r#"x ++ "b" == y && y in /a*b/"#, "x in /.*c.*/"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("after      condition 1\nwords      x\nlanguage   = [^c]*\nstates     1\n"),
        "{out}"
    );
    let (code, out) = conditions(&["x in /a*/ && y in /b*/", "x == y && y in /.+/"]);
    assert_eq!(code, 0);
    assert!(out.contains("words      x | y\n"), "{out}");
    assert!(out.lines().any(|line| line.starts_with("language") && line.contains(" | ")), "{out}");
    let (code, out) = conditions(&["x in /a*/", r#"y == x ++ "b""#, "y in /.*c.*/"]);
    assert_eq!(code, 0);
    assert!(out.contains("after      condition 2\nwords      y\n"), "{out}");
    let (code, out) = conditions(&["--format", "json", "x in /a*/", r#"x == "b""#]);
    assert_eq!(code, 0);
    assert!(out.starts_with(r#"{"cuts":[{"variables":["x"],"language":"= [^b]*","states":1,"#), "{out}");
}

#[test]
fn strings_are_blamed_only_when_they_are_to_blame() {
    let (code, err) = conditions(&["--int", "n", "x in /(ab)*/ && n == len(x)", "n == 3"]);
    assert_eq!(code, 3);
    assert!(err.contains("strings are not to blame"), "{err}");
    let (code, out) = conditions(&["--int", "n", "x in /(ab)*/ && n == len(x)", "n == 3 && len(x) == n"]);
    assert_eq!(code, 0, "{out}");
    let (code, err) = conditions(&["--bool", "b", "b && x in /a*/", "!b && x in /a*b/"]);
    assert_eq!(code, 0, "{err}");
    let (code, err) = conditions(&["--int", "n", "x in /a*/ && n > 3", r#"x == "aa" && n == 4"#]);
    assert_eq!(code, 3);
    assert!(err.contains(r#"all are true with x = "aa", n = 4"#), "{err}");
}

#[test]
fn a_wrong_condition_is_shown() {
    let (code, err) = conditions(&["x in /a*/", "y = = x"]);
    assert_eq!(code, 2);
    assert!(err.contains("  y = = x\n      ^"), "{err}");
    let (code, err) = conditions(&["x in /a*/); halt; assume(true", r#"x == "b""#]);
    assert_eq!(code, 3);
    assert!(err.contains("must be one condition"), "{err}");
    assert_eq!(stringent(&["interpolate", "--int", "n", "a", "b"]).code, 2);
}
