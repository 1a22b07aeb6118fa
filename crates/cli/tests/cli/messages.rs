//! The words of reports: a violation says what goes wrong, a refusal what to do, a reason nothing about the machinery.

use crate::command::stringent;
use crate::files::file;
use crate::java::has_javac;

/// The first line of a report on a text in a file with that name.
fn first_line(name: &str, text: &[u8], options: &[&str]) -> String {
    let path = file(&format!("messages/{name}"), text);
    let run = stringent(&[&["check", &path], options].concat());
    let report = if run.out.is_empty() { &run.err } else { &run.out };
    report.lines().next().unwrap_or_default().replace(&path, name)
}

#[test]
fn a_violation_says_what_goes_wrong() {
    let echo = b"<?php\necho $_GET['a'];\n";
    let past = b"int main(void) { char a[3]; int i = 3; a[i] = 0; return 0; }";
    let read = b"int main(void) { char *p = 0; return p[0]; }";
    let rows: [(&str, &[u8], &[&str], &str); 5] = [
        ("echo.php", echo, &[], "violated: untrusted input writes markup or script (php-html)"),
        ("past.i", past, &[], "violated: a is written past its end (c-write-outside)"),
        ("null.i", read, &[], "violated: the pointer is null or was never set (c-null)"),
        (
            "claim.sil",
            b"proc main() { s: str := input(); assert(s == \"\"); }",
            &[],
            "violated: the assertion can fail",
        ),
        (
            "said.sil",
            b"proc main() { s: str := input(); assert(s == \"\", \"s is empty\"); }",
            &[],
            "violated: s is empty",
        ),
    ];
    for (name, text, options, expected) in rows {
        assert_eq!(first_line(name, text, options), expected);
    }
    let path = file("messages/echo.php", echo);
    assert!(
        stringent(&["check", &path, "--format", "sarif"]).out.contains("violated: untrusted input writes")
    );
    assert!(
        stringent(&["check", &path, "--format", "github"]).out.contains("violated: untrusted input writes")
    );
    let proved = b"<?php\necho htmlspecialchars($_GET['a'], ENT_QUOTES);\n";
    let line = first_line("proved.php", proved, &[]);
    assert_eq!(line, "proved: untrusted input writes no markup or script (php-html)");
}

#[test]
fn a_source_without_an_entry_is_told_of_one_that_it_has() {
    let text = b"static int one(int x) { return x; }\nint trim_copy(int x) { return one(x); }";
    let line = first_line("library.i", text, &[]);
    assert_eq!(line, "skipped: library.i: no main function; choose an entry, e.g. --entry trim_copy");
    let line = first_line("library.i", text, &["--entry", "trim"]);
    assert_eq!(line, "skipped: library.i: no trim function; choose an entry, e.g. --entry trim_copy");
    let line = first_line("empty.i", b"int one(int x);", &[]);
    assert_eq!(line, "skipped: empty.i: no main function; no function has a body here");
    if has_javac() {
        let text = b"class Cut { static int cut(String s) { return s.length(); } }";
        let line = first_line("Cut.java", text, &[]);
        assert_eq!(line, "skipped: Cut.java: no main method; choose an entry, e.g. --entry Cut.cut");
    }
}

#[test]
fn what_is_undecided_speaks_of_the_page_and_not_of_clauses() {
    let page = b"<?php\n$out = '';\nforeach (str_split($_GET['s'] ?? '') as $c) { $out = $c . strrev($out) . md5($c); }\n\
        if (substr_count($out, '<') == 0) { echo $out; }\n";
    let path = file("messages/undecided.php", page);
    let run = stringent(&["check", &path]);
    assert!(run.out.starts_with("undecided: "), "{}", run.out);
    assert!(!run.out.contains("clauses") && !run.out.contains("assume,"), "{}", run.out);
    assert!(
        run.out.contains("= help: bound an input before the loop, or check the value after it"),
        "{}",
        run.out
    );
    let run = stringent(&["check", &path, "--verbose"]);
    assert!(run.out.contains("Horn clauses do not know characters with marks"), "{}", run.out);
}

#[test]
fn what_a_request_cannot_bring_is_required() {
    let page = b"<?php\n$db = mysqli_connect('a', 'b', 'c', 'd');\n$rows = mysqli_query($db, 'SELECT 1');\n\
        $row = mysqli_fetch_assoc($rows);\nmysqli_query($db, \"DELETE FROM t WHERE n = '\" . $row['n'] . \"'\");\n";
    let path = file("messages/row.php", page);
    let run = stringent(&["check", &path]);
    assert!(run.out.contains("violated: untrusted input writes SQL (php-sql)\n"), "{}", run.out);
    let required: Vec<&str> =
        run.out.lines().filter_map(|line| line.strip_prefix("   = requires: ")).collect();
    assert_eq!(required, ["another row", "element['n'] is \"'\""]);
    assert!(!run.out.contains("besides"), "{}", run.out);
}
