//! `stringent check --certificate` and `stringent certify` as a user meets them.

use std::fs;
use std::path::PathBuf;

use crate::command::stringent;

fn example(name: &str) -> String {
    format!("{}/../../examples/sil/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A place for a file of this test run.
fn place(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("its name is text").to_owned()
}

/// The certificate of an example, in a file.
fn certificate(program: &str, name: &str) -> String {
    let path = place(name);
    let run = stringent(&["check", &example(program), "--certificate", &path]);
    assert_eq!(run.err, "");
    path
}

#[test]
fn a_proof_is_accepted_again() {
    let path = certificate("guestbook_ok.sil", "guestbook_ok.cert");
    let run = stringent(&["certify", &example("guestbook_ok.sil"), &path]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("proved: "), "{}", run.out);
    assert!(run.out.ends_with("guestbook_ok.sil:10:5: no script is opened\naccepted\n"), "{}", run.out);
    let run = stringent(&["certify", &example("guestbook_ok.sil"), &path, "--format", "json"]);
    let expected = r#"{"accepted":true,"properties":[{"id":0,"line":10,"verdict":"proved"}]}"#;
    assert_eq!((run.code, run.out.trim_end()), (0, expected));
}

#[test]
fn a_certificate_that_decides_nothing_is_no_proof() {
    let path = certificate("guestbook.sil", "guestbook.cert");
    let run = stringent(&["certify", &example("guestbook.sil"), &path]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.starts_with("not decided: "), "{}", run.out);
}

#[test]
fn a_changed_certificate_is_rejected_with_its_place() {
    let path = certificate("strlen.sil", "strlen.cert");
    let text = fs::read_to_string(&path).expect("it was written");
    let changed = place("strlen_changed.cert");
    fs::write(&changed, text.replace("final", "state")).expect("the folder for tests can be written");
    let run = stringent(&["certify", &example("strlen.sil"), &changed]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("\nnot shown: language of string 0 after instruction 3\n"), "{}", run.out);
    assert!(run.out.ends_with("\naccepted in part\n"), "{}", run.out);
    let run = stringent(&["certify", &example("strlen.sil"), &changed, "--format", "json"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.starts_with(r#"{"accepted":false,"#), "{}", run.out);
    assert!(run.out.contains(r#""language of string 0 after instruction 3""#), "{}", run.out);
    let run = stringent(&["certify", &example("strlen_off_by_one.sil"), &path, "--format", "json"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.starts_with(r#"{"accepted":false,"reason":""#), "{}", run.out);
    assert!(run.out.contains("strlen.cert: line "), "{}", run.out);
}

#[test]
fn wrong_use_is_told() {
    let both = [&example("strlen.sil")[..], &example("samba.sil")];
    let run = stringent(&["check", both[0], both[1], "--certificate", &place("both.cert")]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("--certificate is for one program, and there are 2 here"), "{}", run.err);
    let run = stringent(&["certify", &example("strlen.sil"), &place("nowhere.cert")]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nowhere.cert: "), "{}", run.err);
}
