//! `stringent horn` as a user meets it.

use crate::command::stringent;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sil/strlen.sil");

#[test]
fn programs_are_printed_with_native_strings_or_lists() {
    let native = stringent(&["horn", PROGRAM]);
    assert_eq!((native.code, native.err.as_str()), (0, ""));
    assert!(native.out.contains("(str.len") && !native.out.contains("declare-datatypes"), "{}", native.out);
    let lists = stringent(&["horn", PROGRAM, "--encoding", "order=first,ops=iterative,sharing=use"]);
    assert_eq!((lists.code, lists.err.as_str()), (0, ""));
    assert!(lists.out.contains("declare-datatypes") && !lists.out.contains("String"), "{}", lists.out);
    assert!(lists.out.starts_with("; over-approximates characters"), "{}", lists.out);
}

#[test]
fn what_is_printed_is_read_again() {
    let printed = stringent(&["horn", PROGRAM, "--encoding", "chars=bits,ghosts=profiles"]);
    let path = std::env::temp_dir().join(format!("stringent-horn-{}.smt2", std::process::id()));
    std::fs::write(&path, &printed.out).expect("the temporary folder can be written to");
    let again = stringent(&["horn", &path.to_string_lossy()]);
    std::fs::remove_file(&path).expect("it was written");
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert!(again.out.contains("(declare-datatypes"), "{}", again.out);
}

#[test]
fn a_wrong_choice_is_told() {
    let run = stringent(&["horn", PROGRAM, "--encoding", "order=middle"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("first, last, variable"), "{}", run.err);
    assert_eq!(stringent(&["horn", "absent.smt2"]).code, 2);
}
