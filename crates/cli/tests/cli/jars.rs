//! Jars on the command line: the entry of the manifest, folders with jars, and what is not read.

use std::process::Command;

use crate::command::stringent;
use crate::files::{file, folder};
use crate::java::has_javac;

/// A jar of sources, with a class to begin with if there is one.
fn jar(name: &str, source: &[u8], main: Option<&str>) -> String {
    let source = file(&format!("jars/{name}/Source.java"), source);
    let (classes, target) = (format!("{}/classes", folder(&source)), format!("{}/it.jar", folder(&source)));
    let compiled = Command::new("javac").args(["-g", "-d", &classes, &source]).status();
    assert!(compiled.expect("javac is there").success());
    let mut command = Command::new("jar");
    command.args(["--create", "--file", &target]);
    if let Some(main) = main {
        command.args(["--main-class", main]);
    }
    let packed = command.args(["-C", &classes, "."]).status();
    assert!(packed.expect("jar comes with javac").success());
    // Only the jar is left to be read.
    std::fs::remove_dir_all(classes).expect("the classes are there");
    std::fs::remove_file(source).expect("the source is there");
    target
}

const TWO: &[u8] = b"class One { public static void main(String[] a) { assert Two.two(); } }
    class Two { static boolean two() { return true; }
      public static void main(String[] a) { assert a.length != 1; } }";

#[test]
fn the_manifest_names_the_entry() {
    if !has_javac() {
        return;
    }
    let path = jar("manifest", TWO, Some("One"));
    let run = stringent(&["check", &path]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("1 file, 1 property: 1 proved"), "{}", run.out);
    let run = stringent(&["check", &path, "--entry", "Two.main", "--replay"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("replay: confirmed by the real JVM"), "{}", run.out);
}

#[test]
fn a_folder_may_have_jars() {
    if !has_javac() {
        return;
    }
    let path = jar("folder", TWO, None);
    let run = stringent(&["check", &folder(&path)]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("2 files, 2 properties: 1 proved, 1 violated"), "{}", run.out);
}

#[test]
fn jars_that_lie_are_told() {
    let run = stringent(&["check", &file("jars/broken/it.jar", b"PK\x05\x06 and nothing else")]);
    assert_eq!(run.code, 2, "{}", run.out);
    // A directory that says it has more entries than any jar that is read.
    let mut many = Vec::new();
    for number in 0..51_000u32 {
        let name = format!("{number:08}");
        many.extend(b"PK\x01\x02");
        many.extend([0; 24]);
        many.extend([8, 0]);
        many.extend([0; 16]);
        many.extend(name.as_bytes());
    }
    let length = u32::try_from(many.len()).expect("it is small").to_le_bytes();
    many.extend(b"PK\x05\x06\0\0\0\0");
    many.extend([51_000u16.to_le_bytes(), 51_000u16.to_le_bytes()].concat());
    many.extend(length);
    many.extend([0; 6]);
    let run = stringent(&["check", &file("jars/many/it.jar", &many)]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("undecided") && run.out.contains("more than 50000 entries"), "{}", run.out);
}
