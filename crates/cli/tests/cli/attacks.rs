//! Attacks by what is analysed: code that would run, names that would be confused, files that never end.
//!
//! Each test here went through once. What must not happen leaves a mark that the test looks for.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::command::{Run, command, run_of, stringent};
use crate::files::{file, folder};

const SAFE_C: &str = "int main(void) { return 0; }\n";
const WRONG_C: &str = "int main(void) { char a[2]; a[2] = 0; return 0; }\n";

/// An empty folder of this test run.
fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("attacks").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("the folder for tests can be written");
    path
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be written");
    fs::write(path, text).expect("the folder can be written");
}

/// Runs `stringent` in a folder.
fn within(folder: &Path, arguments: &[&str]) -> Run {
    run_of(
        command().current_dir(folder).args(arguments).output().expect("the program was built for this test"),
    )
}

fn pipe(folder: &Path, name: &str) {
    let made = Command::new("mkfifo").arg(folder.join(name)).status().expect("there is mkfifo");
    assert!(made.success());
}

/// Runs a tool that prepares an attack.
fn prepare(folder: &Path, tool: &str, arguments: &[&str]) {
    let done =
        Command::new(tool).current_dir(folder).args(arguments).status().expect("the tool is installed");
    assert!(done.success(), "{tool} {arguments:?}");
}

#[test]
fn a_plugin_of_the_compiler_is_not_started() {
    let folder = empty("plugin");
    write(
        &folder,
        "Evil.java",
        "import com.sun.source.util.*;\npublic class Evil implements Plugin {\n\
         public String getName() { return \"Evil\"; }\npublic boolean autoStart() { return true; }\n\
         public void init(JavacTask task, String... none) {\n\
         try { new java.io.File(System.getenv(\"MARK\")).createNewFile(); } catch (Exception e) { }\n} }\n",
    );
    prepare(&folder, "javac", &["Evil.java"]);
    fs::remove_file(folder.join("Evil.java")).expect("it was written");
    write(&folder, "META-INF/services/com.sun.source.util.Plugin", "Evil\n");
    write(&folder, "A.java", "class A { public static void main(String[] a) { assert a != null; } }\n");
    let mark = empty("plugin_mark").join("ran");
    for arguments in [&["check", "."][..], &["check", "A.java"], &["lower", "A.java"]] {
        let output = command().current_dir(&folder).env("MARK", &mark).args(arguments).output();
        let run = run_of(output.expect("the program was built for this test"));
        assert!(!mark.exists(), "{arguments:?} ran foreign code: {} {}", run.out, run.err);
        assert!(!run.out.contains("javac does not"), "{}", run.out);
    }
}

#[test]
fn looking_for_a_solver_runs_nothing_of_the_folder() {
    let folder = empty("solver");
    let mark = folder.join("ran");
    let evil = format!("open({:?}, 'w')\n", mark.display().to_string());
    for module in ["csv.py", "importlib/__init__.py", "importlib/metadata.py", "re.py", "email/__init__.py"] {
        write(&folder, module, &evil);
    }
    let script = format!("#!/bin/sh\ntouch {}\necho unsat\n", mark.display());
    for tool in ["z3", "bin/z3", "python3"] {
        write(&folder, tool, &script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.join(tool), mode).expect("it was written");
    }
    write(
        &folder,
        "z3_solver-9.9.dist-info/METADATA",
        "Metadata-Version: 2.1\nName: z3-solver\nVersion: 9.9\n",
    );
    write(&folder, "z3_solver-9.9.dist-info/RECORD", "bin/z3,,\n");
    write(&folder, "a.sil", "proc main() { s: str := input(); assert(s != \"x\"); }\n");
    let path = std::env::var("PATH").unwrap_or_default();
    for search in
        [path.clone(), format!(".:{path}"), format!(":{path}"), format!("{}/bin:{path}", folder.display())]
    {
        let mut hunting = command();
        hunting.current_dir(&folder).env("PATH", &search).env("PYTHONPATH", ".");
        let output = hunting.args(["check", ".", "--engine", "horn"]).output();
        let run = run_of(output.expect("the program was built for this test"));
        assert!(!mark.exists(), "PATH={search}: {}", run.out);
        assert_ne!(run.code, 0, "{}", run.out);
    }
}

#[test]
fn a_file_is_not_taken_for_another_with_the_same_shown_name() {
    let folder = empty("names");
    write(&folder, "a\t.c", WRONG_C);
    write(&folder, "a\\t.c", SAFE_C);
    for (name, code) in [("a\t.c", 1), ("a\\t.c", 3)] {
        let run = within(&folder, &["check", name, "--property", "memory"]);
        let is_violated = run.out.contains("1 violated");
        assert_eq!((is_violated, run.code == 1), (code == 1, code == 1), "{name:?}: {}", run.out);
    }
    let bytes = folder.join(OsStr::from_bytes(b"b\xff.c"));
    fs::write(&bytes, WRONG_C).expect("the folder can be written");
    write(&folder, "b\\xff.c", SAFE_C);
    let output = command().arg("check").arg(&bytes).output().expect("the program was built for this test");
    let run = run_of(output);
    assert!(run.code == 1 && run.out.contains("1 violated"), "{}", run.out);
}

#[test]
fn no_two_files_have_the_same_name_in_a_report() {
    let folder = empty("shown");
    for name in ["a\t.sil", "a\\t.sil"] {
        write(&folder, name, "proc main() { s: str := input(); assert(s == \"\"); }\n");
    }
    let run = within(&folder, &["check", ".", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("a report in JSON");
    for field in ["file", "fingerprint"] {
        let told =
            report["properties"].as_array().expect("a list").iter().map(|found| found[field].to_string());
        let told: std::collections::BTreeSet<String> = told.collect();
        assert_eq!(told.len(), 2, "{field}: {}", run.out);
    }
    let run = within(&folder, &["check", ".", "--format", "sarif"]);
    assert!(run.out.contains("\"a%09.sil\"") && run.out.contains("\"a%5Ct.sil\""), "{}", run.out);
}

/// Tools that are started, or that those start.
const TOOLS: [&str; 14] = [
    "cc", "as", "ld", "cc1", "collect2", "php", "java", "javac", "python3", "z3", "cvc5", "bash", "env",
    "dirname",
];

#[test]
fn tools_and_what_they_start_are_not_taken_from_what_is_analysed() {
    let folder = empty("tools");
    let mark = folder.join("mark");
    for place in [".", "bin"] {
        for tool in TOOLS {
            let path = folder.join(place).join(tool);
            write(
                &folder,
                &format!("{place}/{tool}"),
                &format!("#!/bin/sh\n: > {}\nexit 1\n", mark.display()),
            );
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it was written");
        }
    }
    write(
        &folder,
        "a.c",
        "#include <string.h>\nint main(int c, char **v) { char b[4]; strcpy(b, v[0]); return 0; }\n",
    );
    write(&folder, "a.php", "<?php echo $_GET['a'];\n");
    write(&folder, "A.java", "class A { public static void main(String[] a) { assert a.length < 3; } }\n");
    let path = std::env::var("PATH").expect("there is one");
    let path = format!(".::bin:{}:{path}", folder.join("bin").display());
    let mut command = command();
    command.args(["check", ".", "--replay"]).current_dir(&folder).env("PATH", path);
    let run = run_of(command.output().expect("the program was built for this test"));
    assert!(!mark.exists(), "{}", run.out);
    for way in ["the real JVM", "the real php", "a run with sanitizers"] {
        assert!(run.out.contains(&format!("replay: confirmed by {way}")), "{way}: {}", run.out);
    }
}

#[test]
fn a_page_includes_what_lies_beside_it_and_not_beside_its_shown_name() {
    let folder = empty("includes");
    let safe = "<?php $x = 'plain';\n";
    write(&folder, "d\t/part.php", "<?php $x = $_GET['x'];\n");
    write(&folder, "d\t/page.php", "<?php include 'part.php'; echo $x;\n");
    write(&folder, "d\\t/part.php", safe);
    let run = within(&folder, &["check", "d\t/page.php", "d\t", "d\\t"]);
    assert!(run.code == 1 && run.out.contains("violated"), "{}", run.out);
}

#[test]
fn names_are_neither_options_nor_lists_of_options() {
    let folder = empty("options");
    let mark = folder.join("written");
    write(&folder, "@args.c", WRONG_C);
    write(&folder, "args.c", &format!("-o {} safe.c", mark.display()));
    write(&folder, "safe.c", SAFE_C);
    write(&folder, "-DX.c", WRONG_C);
    for name in ["@args.c", "./-DX.c"] {
        let run = within(&folder, &["check", name, "--property", "memory"]);
        assert!(run.code == 1 && run.out.contains("1 violated"), "{name}: {}", run.out);
    }
    let java = folder.join("java");
    write(&java, "@A.java", "class A { public static void main(String[] a) { assert a.length < 5; } }\n");
    write(&java, "-B.java", "class B { }\n");
    write(&java, "A.java", &format!("-d {} -version", mark.display()));
    let run = within(&java, &["check", "@A.java", "--", "-B.java"]);
    assert!(!mark.exists() && run.out.contains("1 property"), "{}", run.out);
}

#[test]
fn only_regular_files_are_opened() {
    let folder = empty("pipes");
    for name in ["a.sil", "b.php", "c.c", "d.class", "e.jar", "f.smt2", "g.i"] {
        pipe(&folder, name);
    }
    symlink("/dev/zero", folder.join("z.sil")).expect("a link can be made");
    let begun = Instant::now();
    let run = within(&folder, &["check", "."]);
    assert_eq!((run.code, run.out.matches("not a regular file").count() > 5), (2, true), "{}", run.out);
    for arguments in [
        &["check", "z.sil"][..],
        &["explain", "a.sil"],
        &["lower", "b.php"],
        &["horn", "f.smt2"],
        &["certify", "a.sil", "a.sil"],
        &["check", "x.sil", "--config", "a.sil"],
        &["svcomp", "--property", "a.sil", "."],
    ] {
        assert_eq!(within(&folder, arguments).code, 2, "{arguments:?}");
    }
    assert!(begun.elapsed() < Duration::from_mins(1), "it waited for a pipe");
}

#[test]
fn a_pipe_with_the_name_of_a_source_or_of_settings_is_not_waited_for() {
    let folder = empty("java_pipe");
    pipe(&folder, "A.java");
    let run = within(&folder, &["check", "."]);
    assert!(run.code == 2 && run.out.contains("not a regular file"), "{}", run.out);
    for name in [".gitignore", "deep/.gitignore", ".ignore", "stringent.toml"] {
        let folder = empty("settings_pipe");
        write(&folder, "deep/a.sil", "proc main() { assert(true); }\n");
        pipe(&folder, name);
        let run = within(&folder, &["check", "."]);
        assert_eq!(run.code, 2, "{name}: {}", run.out);
    }
    let folder = empty("table_pipe");
    pipe(&folder, "tasks.tsv");
    let run = within(&folder, &["measure", "."]);
    assert!(run.code == 2 && run.err.contains("not a regular file"), "{}", run.err);
}

#[test]
fn a_source_includes_nothing_that_is_no_source() {
    let (folder, other) = (empty("include"), empty("include_other"));
    write(&other, "token", "\"TELLTALE\"\n");
    write(&other, "size.h", "2\n");
    write(&folder, "own", "2\n");
    let including =
        |path: &str| format!("int main(void) {{ char a[3]; a[\n#include \"{path}\"\n] = 0; return 0; }}\n");
    for (path, is_read) in
        [("own", true), ("../include_other/size.h", true), ("../include_other/token", false)]
    {
        write(&folder, "a.c", &including(path));
        let run = within(&folder, &["check", "a.c", "--property", "memory"]);
        assert_eq!(
            (run.code == 0, run.out.contains("which is no source")),
            (is_read, !is_read),
            "{path}: {}",
            run.out
        );
        assert!(!run.out.contains("TELLTALE"), "{}", run.out);
    }
}

#[test]
fn a_file_that_is_too_large_is_refused_before_it_is_read() {
    let path = empty("large").join("a.sil");
    let file = fs::File::create(&path).expect("the folder can be written");
    file.set_len(1 << 40).expect("a file can have holes");
    let run = stringent(&["check", path.to_str().expect("its name is text"), "--memory", "500"]);
    assert!(run.code == 2 && run.out.contains("more than"), "{}", run.out);
}

#[test]
fn the_compiler_has_the_time_that_is_given() {
    let methods: Vec<String> = (0..4000)
        .map(|n| format!("static int f{n}(int x) {{ return x * {n} + f{}(x); }}\n", (n + 1) % 4000))
        .collect();
    let many = methods.concat();
    let path = file(
        "attacks/slow/A.java",
        format!("class A {{ {many} public static void main(String[] a) {{ assert f0(1) > 0; }} }}")
            .as_bytes(),
    );
    let begun = Instant::now();
    let run = stringent(&["check", &path, "--timeout", "0.2"]);
    assert!([2, 3].contains(&run.code) && run.out.contains(" 0 proved"), "{}", run.out);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn the_memory_of_the_examples_is_enough_for_every_language() {
    let c = file("attacks/memory/a.c", WRONG_C.as_bytes());
    let run = stringent(&["check", &c, "--memory", "500"]);
    assert!(run.code == 1 && run.out.contains("1 violated"), "{}", run.out);
    let java = b"class A { public static void main(String[] a) { assert a.length < 3; } }\n";
    let java = file("attacks/memory/A.java", java);
    let run = stringent(&["check", &java, "--memory", "500"]);
    assert!(run.code == 1 && run.out.contains("1 violated"), "{}", run.out);
}

#[test]
fn a_replay_has_memory_of_its_own() {
    let c = file("attacks/replay/a.c", WRONG_C.as_bytes());
    let run = stringent(&["check", &c, "--memory", "700", "--replay"]);
    assert!(
        run.out.contains("confirmed by a run with sanitizers") && !run.out.contains("not confirmed"),
        "{}",
        run.out
    );
}

#[test]
fn thousands_of_findings_are_reported_in_seconds() {
    let asserts = "assert(s != \"x\");\n".repeat(3000);
    let text = format!("proc main() {{\ns: str := \"y\";\n{asserts}}}\n");
    let path = file("attacks/many.sil", text.as_bytes());
    let begun = Instant::now();
    let run = stringent(&["check", &path, "--engine", "composite", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}

#[test]
fn thousands_of_classes_are_no_argument_list() {
    let folder = empty("classes");
    write(&folder, "A.java", "class A { public static void main(String[] a) { assert a.length < 3; } }\n");
    prepare(&folder, "javac", &["A.java"]);
    fs::remove_file(folder.join("A.java")).expect("it was written");
    let deep = folder.join("d".repeat(200));
    fs::create_dir(&deep).expect("the folder can be written");
    let class = fs::read(folder.join("A.class")).expect("it was compiled");
    for number in 0..24_000 {
        fs::write(deep.join(format!("A{number}.class")), &class).expect("the folder can be written");
    }
    let run = within(&folder, &["check", "."]);
    drop(fs::remove_dir_all(&folder));
    assert!(run.code == 1 && run.out.contains("1 violated"), "{}", run.out);
}

#[test]
fn messages_for_code_hosts_have_no_links() {
    let path = file(
        "attacks/link.sil",
        b"proc main() { s: str := input(); assert(s == \"\", \"[a](javascript:x)\"); }\n",
    );
    let run = stringent(&["check", &path, "--format", "sarif"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    let text = report["runs"][0]["results"][0]["message"]["text"].as_str().expect("there is a message");
    assert!(text.contains("\\[a\\](javascript:x)"), "{text}");
}

#[test]
fn what_a_killed_process_left_behind_is_removed() {
    let temporary = empty("temporary");
    write(&temporary, "stringent-4194999-0/left", "");
    write(&temporary, "stringent-mine/kept", "");
    let source =
        file("attacks/tidy/A.java", b"class A { public static void main(String[] a) { assert true; } }\n");
    let output = command().env("TMPDIR", &temporary).args(["check", &folder(&source)]).output();
    run_of(output.expect("the program was built for this test"));
    let left: Vec<_> =
        fs::read_dir(&temporary).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["stringent-mine"]);
}

#[test]
fn nothing_of_a_killed_process_runs_on() {
    let text = b"proc main() { n: int := input_int(); m: int := input_int(); assert(n * n * n + m * m * m != 33 * m * n + 7); }";
    let path = file("attacks/orphan.sil", text);
    let mut child = command();
    child
        .args(["check", &path, "--engine", "refute", "--budget", "1000000000000"])
        .env("STRINGENT_TEST_MARK", "orphan");
    let mut child = child.spawn().expect("the program was built for this test");
    std::thread::sleep(Duration::from_secs(2));
    assert!(marked() > 1, "there is a worker");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let end = Instant::now() + Duration::from_secs(5);
    while marked() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(marked(), 0);
}

/// How many processes have the variable of the test above.
fn marked() -> usize {
    let processes = fs::read_dir("/proc").expect("there is a list of processes").flatten();
    let has_mark = |path: PathBuf| {
        fs::read(path.join("environ"))
            .is_ok_and(|text| text.windows(26).any(|part| part == b"STRINGENT_TEST_MARK=orphan"))
    };
    processes.filter(|entry| has_mark(entry.path())).count()
}

#[test]
fn every_question_has_limits() {
    let gigantic = ["interpolate", "--dialect", "pcre", "\\s", "\\h{0,65535}", "--budget", "1000000000000"];
    let asked = |limit: &[&str]| stringent(&[&gigantic[..], limit].concat());
    let run = asked(&["--memory", "300"]);
    assert!(run.code == 3 && run.err.contains("memory limit of 300 MB"), "{} {}", run.code, run.err);
    let begun = Instant::now();
    let run = asked(&["--timeout", "1"]);
    assert!(run.code == 3 && run.err.contains("limit of"), "{} {}", run.code, run.err);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let folder = empty("limits");
    let arrays = format!("int a{}; int main(void) {{ return 0; }}\n", "[2]".repeat(100_000));
    write(&folder, "arrays.c", &arrays);
    for verb in ["lower", "horn"] {
        let run = within(&folder, &[verb, "arrays.c", "--timeout", "1"]);
        assert!(run.code == 3 && run.err.contains("limit of 1 s"), "{verb}: {} {}", run.code, run.err);
    }
    for verb in ["regex", "lengths"] {
        let run = stringent(&[
            verb,
            "(a|b)*a(a|b){40}",
            "--budget",
            "1000000000000",
            "--memory",
            "200",
            "--timeout",
            "60",
        ]);
        assert!(run.code == 3 && run.err.contains("limit of"), "{verb}: {} {}", run.code, run.err);
    }
}
