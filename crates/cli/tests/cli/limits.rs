//! Limits, several files at a time, and folders, as a user meets them.

use std::process::{Command, Stdio};

use crate::command::{command, run_of, stringent};
use crate::files::{example, file, folder};

/// Integers for which a search has much to try: no run fails, and the facts do not show it.
const ENDLESS: &[u8] = b"proc main() {
  n: int := input_int();
  m: int := input_int();
  assert(n * n * n + m * m * m != 33 * m * n + 7);
}";

#[test]
fn time_that_is_over_leaves_a_property_undecided() {
    let path = file("endless.sil", ENDLESS);
    let run =
        stringent(&["check", &path, "--engine", "refute", "--budget", "1000000000000", "--timeout", "3"]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.starts_with("undecided: the assertion holds\n"), "{}", run.out);
    assert!(run.out.contains("= the time limit of 3 s was reached\n"), "{}", run.out);
    assert!(run.out.contains("= help: raise --timeout"), "{}", run.out);
}

#[test]
fn a_file_that_cannot_even_be_read_is_skipped() {
    let run = stringent(&["check", &example("strlen.sil"), "--memory", "1"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.out.starts_with("skipped: ") && run.out.contains("memory limit of 1 MB"), "{}", run.out);
    assert!(run.out.ends_with("0 files, 0 properties: 0 proved, 0 violated, 0 undecided; 1 skipped\n"));
}

#[test]
fn no_time_at_all_is_never_a_success() {
    // Whether the file is read before it is ended is chance: it is skipped, or its assertion is undecided.
    let path = file("no_time.sil", ENDLESS);
    let run = stringent(&["check", &path, "--budget", "1000000000000", "--timeout", "0.000001"]);
    assert!([2, 3].contains(&run.code), "{}", run.out);
    assert!(run.out.contains("time limit") && run.out.contains(" 0 proved, 0 violated"), "{}", run.out);
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let path = example("gxine_ok.sil");
    let plain = stringent(&["check", &path]);
    let limited = stringent(&["check", &path, "--timeout", "500", "--memory", "4000"]);
    assert_eq!((plain.code, &plain.out), (0, &limited.out));
}

#[test]
fn limits_of_the_surroundings_that_are_tighter_stay() {
    let shell = "ulimit -v 8000000 && ulimit -t 300 && exec \"$@\"";
    let mut limited = Command::new("sh");
    limited.args(["-c", shell, "sh", env!("CARGO_BIN_EXE_stringent"), "check", &example("gxine_ok.sil")]);
    let run = run_of(limited.output().expect("there is a shell"));
    assert_eq!((run.code, run.out.contains("1 proved")), (0, true), "{}", run.out);
}

#[test]
fn wrong_limits_are_wrong_use() {
    for wrong in [["--timeout", "0"], ["--timeout", "soon"], ["--memory", "0"], ["-j", "0"], ["--jobs", "x"]]
    {
        let run = stringent(&["check", "a.sil", wrong[0], wrong[1]]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong:?}");
    }
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs() {
    let paths = ["gxine.sil", "gxine_ok.sil", "guestbook.sil", "strlen.sil", "samba.sil"].map(example);
    for format in ["text", "json", "sarif"] {
        let report = |jobs: &str| {
            let mut arguments = vec!["check", "--format", format, "-j", jobs];
            arguments.extend(paths.iter().map(String::as_str));
            let run = stringent(&arguments);
            assert_eq!((run.code, run.err.as_str()), (1, ""));
            run.out
        };
        assert_eq!(report("1"), report("2"), "{format}");
    }
}

#[test]
fn a_folder_is_searched_as_git_sees_it() {
    let program = b"proc main() { assert(true); }";
    let top = folder(&file("tree/.gitignore", b"ignored\n*.bad.sil\n"));
    for name in ["tree/b.sil", "tree/deep/a.sil", "tree/ignored/c.sil", "tree/d.bad.sil", "tree/.hidden.sil"]
    {
        file(name, program);
    }
    file("tree/notes.txt", b"not a program");
    let run = stringent(&["check", &top, &format!("{top}/b.sil")]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(
        run.out.contains("tree/b.sil:1:15\n") && run.out.contains("tree/deep/a.sil:1:15\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("2 files, 2 properties: 2 proved, 0 violated, 0 undecided; 0 skipped\n"));
    let named = stringent(&["check", &format!("{top}/d.bad.sil")]);
    assert_eq!(named.code, 0, "a file that is named is not ignored: {}", named.out);
}

#[test]
fn what_cannot_be_read_is_skipped_with_its_reason() {
    let binary = file("binary.sil", b"proc main() { \xff }");
    let run = stringent(&["check", &binary, "no/such.sil", &example("gxine_ok.sil"), "--format", "json"]);
    assert_eq!(run.code, 2);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(report["files"], 1);
    assert_eq!(report["skipped"].as_array().map(Vec::len), Some(2));
    assert!(report["skipped"][0]["reason"].as_str().is_some_and(|why| why.contains("not UTF-8")), "{report}");
    assert_eq!(report["skipped"][1]["file"], "no/such.sil");
}

#[test]
fn hostile_names_and_words_cannot_command_a_terminal() {
    let path =
        file("\u{1b}[2J\u{202e}.sil", b"proc main() { assert(\"\" == \"a\", \"\\u{1b}[2J\\u{202e}\"); }");
    for format in ["text", "json", "sarif"] {
        let run = stringent(&["check", &path, "--format", format]);
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(!run.out.contains(['\u{1b}', '\u{202e}']), "{format}: {}", run.out);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for format in ["text", "json", "sarif"] {
        let mut child = command()
            .args(["check", "--format", format, &example("gxine_ok.sil")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        drop(child.stdout.take());
        let run = run_of(child.wait_with_output().expect("the program ends"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{format}");
    }
}
