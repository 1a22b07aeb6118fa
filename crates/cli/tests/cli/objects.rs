//! Objects that loops make: what all of a class hold is proved, and what one holds is not forgotten.
//!
//! Each program is there twice: as it should be, and with one mistake.

use std::process::Command;

use crate::command::stringent;
use crate::files::{file, folder};
use crate::java::has_javac;

/// Lists of objects, each with what is put in, what is done then, and what is asked of each at the end.
const LISTS: [(&str, &str, &str, &str, &str); 8] = [
    ("word", "x.text = \"ab\";", "", "y.text.equals(\"ab\")", "if (i == 7) { x.text = \"b\"; }"),
    (
        "language",
        "x.text = \"<\" + s.replace(\"<\", \"\") + \">\";",
        "",
        "y.text.lastIndexOf('<') == 0",
        "if (i == 7) { x.text = s; }",
    ),
    (
        "bounds",
        "if (i < 10) { x.count = i; }",
        "y.count = 9 - y.count;",
        "y.count() < 10",
        "if (i == 7) { x.count = -1; }",
    ),
    ("first", "if (i > 3) { x.count = 5; }", "", "y.count() <= 5 && y.count() >= 0", "x.count = -i;"),
    ("box", "x.box = 7;", "", "y.box == 7", "if (i == 7) { x.box = i + 1; }"),
    (
        "array",
        "x.cells = new int[] {1, 2, 3};",
        "",
        "y.cells.length == 3 && y.cells[2] > 0",
        "x.cells[i % 3] = 0;",
    ),
    (
        "builder",
        "x.built.append(i);",
        "y.built.append(\"!\");",
        "y.built.indexOf(\"a\") == 0",
        "x.built.insert(0, s);",
    ),
    (
        "object",
        "x.owner = new Owner();",
        "",
        "y.owner != null && y.owner.name.equals(\"me\")",
        "x.owner.name = s;",
    ),
];

/// The class of a list: with the mistake or without.
fn class(name: &str, (put, done, asked): (&str, &str, &str), mistake: &str) -> String {
    format!(
        "class {name} {{
           static class Owner {{ String name = \"me\"; }}
           static class Node {{
             String text; int count; Integer box; int[] cells; Owner owner; Node next;
             StringBuilder built = new StringBuilder(\"a\");
             int count() {{ return count; }}
           }}
           static void run(int k, String s) {{
             Node head = null;
             for (int i = 0; i < k; i++) {{ Node x = new Node(); {put} {mistake} x.next = head; head = x; }}
             for (Node y = head; y != null; y = y.next) {{ {done} }}
             for (Node y = head; y != null; y = y.next) {{ assert {asked}; }}
           }}
         }}\n"
    )
}

#[test]
fn lists_hold_what_every_turn_puts_in() {
    if !has_javac() {
        return;
    }
    let mut text = String::new();
    for (name, put, done, asked, mistake) in LISTS {
        text += &class(&format!("Safe_{name}"), (put, done, asked), "");
        text += &class(&format!("Twin_{name}"), (put, done, asked), mistake);
    }
    let source = file("java/objects/Lists.java", text.as_bytes());
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-nowarn", "-d", &target, &source]).status();
    assert!(compiled.expect("javac is there").success());
    let check = |class: &str| stringent(&["check", &target, "--entry", &format!("{class}.run")]);
    for (name, ..) in LISTS {
        let run = check(&format!("Safe_{name}"));
        assert_eq!(run.code, 0, "{name}: {}", run.out);
        let run = check(&format!("Twin_{name}"));
        assert!(run.code == 1 || run.code == 3, "{name}: {}", run.out);
        assert!(!run.out.contains("1 proved"), "{name}: {}", run.out);
    }
}

/// Which classes the objects are of decides which methods are run; arrays of any length are followed, too.
#[test]
fn kinds_and_tables() {
    if !has_javac() {
        return;
    }
    let text = br#"class Kinds {
          static abstract class Shape { Shape next; abstract int corners(); }
          static class Square extends Shape { int corners() { return 4; } }
          static class Triangle extends Shape { int corners() { return 3; } }
          static class Circle extends Shape { int corners() { return 0; } }
          static void kinds(int k) {
            Shape head = null;
            for (int i = 0; i < k; i++) { Shape s = i > 5 ? new Square() : new Triangle(); s.next = head; head = s; }
            for (Shape s = head; s != null; s = s.next) { assert s.corners() >= 3 && !(s instanceof Circle); } }
          static void circles(int k) {
            Shape head = null;
            for (int i = 0; i < k; i++) { Shape s = i == 5 ? new Circle() : new Square(); s.next = head; head = s; }
            for (Shape s = head; s != null; s = s.next) { assert s.corners() >= 3; } }
          static void table(int k) { String[] all = rows(k); for (int i = 0; i < all.length; i++) { ask(all[i]); } }
          static void changed(int k) {
            String[] all = rows(k); if (k > 3) { all[3] = "b"; }
            for (int i = 0; i < all.length; i++) { ask(all[i]); } }
          static void ask(String s) { assert s == null || s.equals("ab"); }
          static String[] rows(int k) {
            String[] all = new String[k < 0 ? 0 : k];
            for (int i = 0; i < k; i++) { all[i] = "ab"; }
            return all; }
          static void cells(int k) {
            Node[] all = new Node[30];
            for (int i = 0; i < 30; i++) { all[i] = new Node(); }
            if (k >= 0 && k < 30) { all[k].n = 1; }
            assert all[3].n == 0; }
          static class Node { int n; }
        }"#;
    let source = file("java/kinds/Kinds.java", text);
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-nowarn", "-d", &target, &source]).status();
    assert!(compiled.expect("javac is there").success());
    let check = |entry: &str| stringent(&["check", &target, "--entry", &format!("Kinds.{entry}")]);
    for entry in ["kinds", "table"] {
        let run = check(entry);
        assert_eq!(run.code, 0, "{entry}: {}", run.out);
    }
    for entry in ["circles", "changed", "cells"] {
        let run = check(entry);
        assert!(run.code == 1 || run.code == 3, "{entry}: {}", run.out);
    }
}
