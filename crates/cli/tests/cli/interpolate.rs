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
