//! Java programs: verdicts of the examples, exceptions, entries, class files that lie.

use std::process::Command;

use serde_json::Value;

use crate::command::stringent;
use crate::files::{file, folder};

/// Whether there is a compiler. Under `CI=true` there must be one.
fn has_javac() -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "javac is missing");
    if !found {
        eprintln!("skipped: javac is not installed");
    }
    found
}

/// The examples say of themselves what they are.
#[test]
fn examples_are_what_they_say() {
    if !has_javac() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/java");
    let run = stringent(&["check", folder, "--format", "json"]);
    let report: Value = serde_json::from_str(&run.out).expect("the report is JSON");
    let properties = report["properties"].as_array().expect("a list of properties");
    let mut judged = 0;
    for name in ["Session", "SessionTwin", "Shapes", "ShapesTwin"] {
        let path = format!("{folder}/{name}.java");
        let text = std::fs::read_to_string(&path).expect("an example");
        let own = properties.iter().filter(|property| property["file"].as_str() == Some(&path));
        let verdicts: Vec<&str> = own.filter_map(|property| property["verdict"].as_str()).collect();
        if text.starts_with("// safe") {
            let all = verdicts.iter().all(|verdict| *verdict == "proved");
            assert!(all && !verdicts.is_empty(), "{path}: {verdicts:?}");
        } else {
            assert!(verdicts.contains(&"violated"), "{path}: {verdicts:?}");
        }
        judged += 1;
    }
    assert_eq!(judged, 4, "{}", run.out);
}

#[test]
fn exceptions_of_an_entry() {
    if !has_javac() {
        return;
    }
    let text = b"class Cut { static String cut(String s) { return s.substring(1); } }";
    let path = file("java/exceptions/Cut.java", text);
    let entry = ["check", &path, "--entry", "Cut.cut"];
    assert_eq!(stringent(&entry).code, 0);
    let run = stringent(&[&entry[..], &["--property", "exceptions"]].concat());
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("StringIndexOutOfBoundsException is not thrown"), "{}", run.out);
    assert!(!run.out.contains("NullPointerException"), "{}", run.out);
    let run = stringent(&[&entry[..], &["--property", "exceptions", "--null-inputs"]].concat());
    assert!(run.out.contains("NullPointerException is not thrown"), "{}", run.out);
}

#[test]
fn what_is_not_modelled_is_named() {
    if !has_javac() {
        return;
    }
    let text = b"class Odd { public static void main(String[] a) { assert Thread.activeCount() > 0; } }";
    let run = stringent(&["check", &file("java/odd/Odd.java", text)]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("the call of java.lang.Thread.activeCount is not modelled"), "{}", run.out);
}

#[test]
fn class_files_that_lie_are_skipped() {
    for (name, bytes) in [("Empty", &b""[..]), ("Short", b"\xca\xfe\xba\xbe\0\0\0\x34\xff\xff\x01\xff\xff")] {
        let run = stringent(&["check", &file(&format!("java/lies/{name}.class"), bytes)]);
        assert_eq!(run.code, 2, "{}", run.out);
    }
}

/// No byte of a class file that is changed, and no place at which it ends, makes the tool fail.
#[test]
fn mutants_of_a_class_file_never_crash() {
    if !has_javac() {
        return;
    }
    let text = b"class M { public static void main(String[] a) { String s = \"x\"; for (int i = 0; i < 3; i++) { s += i; }
        try { assert s.charAt(a.length) == 'x'; } catch (RuntimeException e) { s = null; } } }";
    let source = file("java/mutants/M.java", text);
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-d", &target, &source]).status().expect("javac is there");
    assert!(compiled.success());
    let bytes = std::fs::read(format!("{target}/M.class")).expect("javac wrote it");
    for number in 0..24 {
        let mut mutant = bytes.clone();
        if number % 4 == 0 {
            mutant.truncate(bytes.len() * number / 24);
        } else {
            let at = bytes.len() * number / 24;
            mutant[at] ^= 1 << (number % 8);
            mutant[(at * 7) % bytes.len()] = 0xff;
        }
        let path = file(&format!("java/mutants/{number}/M.class"), &mutant);
        let run = stringent(&["check", &path, "--timeout", "20"]);
        assert!(
            !run.out.contains("fault of the tool") && !run.err.contains("panicked"),
            "{number}: {}",
            run.out
        );
    }
}
