//! Replayed code that tries to get out, and sandboxes that cannot be made.
//!
//! Each source here is a violation that is confirmed, or a program of its own, and tries something that must not happen
//! before, during or after it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{command, run_of, stringent};

mod usage;

const REACH: &str = include_str!("reach.c");

/// An empty folder of this test run.
fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sandbox").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("the folder for tests can be written");
    path
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the folder can be written");
    path.to_str().expect("a plain name").to_owned()
}

/// Verifies a source and replays it; what is reported.
fn replayed(path: &str, more: &[&str]) -> String {
    let run = stringent(&[&["check", "--replay", path], more].concat());
    run.out + &run.err
}

#[test]
fn a_confined_program_reaches_nothing() {
    if !has("cc") {
        return;
    }
    let folder = empty("reach");
    let source = written(&folder, "reach.c", REACH);
    let (program, there, absent) = (folder.join("reach"), folder.join("secret"), folder.join("absent"));
    fs::write(&there, "secret").expect("the folder can be written");
    let home = empty("reach_home");
    let built = Command::new("cc").args(["-w", "-pthread", "-o"]).arg(&program).arg(&source).status();
    assert!(built.expect("there is cc").success());
    let launch =
        "exec 7</etc/passwd; cd \"$2\" && exec \"$1\" sandboxed --write \"$2\" -- \"$3\" \"$4\" \"$5\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", launch, "sh", env!("CARGO_BIN_EXE_stringent")]).arg(&home);
    let output = shell.arg(&program).arg(&there).arg(&absent).env("HOME", "/root").output();
    let run = run_of(output.expect("there is sh"));
    assert_eq!((run.out.as_str(), run.code), ("done with no environment\n", 0), "{}", run.err);
    assert_eq!(fs::read_to_string(&there).expect("it is still there"), "secret");
    assert!(!absent.exists() && home.join("kept").exists());
}

/// The first lines of sources that run something before `main`, and take over what a filter would be made with.
const EARLY: [(&str, &str); 4] = [
    ("constructor", "__attribute__((constructor)) static void early(void) { leave(); }\n"),
    (
        "resolver",
        "static int real(void) { return 0; }\nstatic void *pick(void) { leave(); return (void *)real; }\n\
                  int picked(void) __attribute__((ifunc(\"pick\")));\nint (*kept)(void) = picked;\n",
    ),
    (
        "preinit",
        "__attribute__((section(\".preinit_array\"), used)) static void (*const early)(void) = leave;\n",
    ),
    (
        "prctl",
        "int prctl(int a, ...) { return 0; }\nint seccomp(void) { return 0; }\n\
               __attribute__((constructor)) static void early(void) { leave(); }\n",
    ),
];

#[test]
fn what_runs_before_main_is_confined_too() {
    if !has("cc") || !cfg!(target_arch = "x86_64") {
        return;
    }
    for (name, early) in EARLY {
        let folder = empty(&format!("early_{name}"));
        let mark = folder.join("mark");
        // System calls by number: no function of a library is needed.
        let leave = format!(
            "__attribute__((no_sanitize(\"address\", \"undefined\"))) static void leave(void) {{ long r;\n\
             __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(2L), \"D\"(\"{}\"), \"S\"(0101L), \"d\"(0600L) : \"rcx\", \"r11\", \"memory\"); }}\n",
            mark.display()
        );
        let text = format!("{leave}{early}int main(void) {{ return 0; }}\n");
        let (source, program) = (written(&folder, "leave.c", &text), folder.join("leave"));
        let built = Command::new("cc").args(["-w", "-o"]).arg(&program).arg(&source).status();
        assert!(built.expect("there is cc").success(), "{name}");
        let home = empty(&format!("early_{name}_home"));
        let mut launcher = command();
        launcher.args(["sandboxed", "--write"]).arg(&home).arg("--").arg(&program).current_dir(&home);
        let ended = launcher.status().expect("it was built for this test");
        assert!(ended.success() && !mark.exists(), "{name}: {ended}");
        // The same program without the sandbox does leave its mark.
        assert!(Command::new(&program).status().expect("it was built").success() && mark.exists(), "{name}");
    }
}

#[test]
fn a_page_reaches_nothing() {
    if !has("php") {
        return;
    }
    let folder = empty("page");
    let secret = written(&folder, "secret", "for nobody");
    let mark = folder.join("mark");
    let mark = mark.display();
    let text = format!(
        "<?php\n$said = '';\n@error_log('x', 1, 'a@localhost', \"-X {mark}\");\n@file_put_contents('{mark}', 'x');\n\
         @mkdir('{mark}');\n@error_log('x', 3, '{mark}');\n@touch('{mark}');\n@symlink('/etc/passwd', '{mark}');\n\
         $a = @file_get_contents('{secret}');\n$b = @file_get_contents('/etc/passwd');\n\
         if ($a === false && $b === false) {{ }}\necho $_GET['a'];\n"
    );
    let report = replayed(&written(&folder, "page.php", &text), &[]);
    assert!(!Path::new(&mark.to_string()).exists(), "{report}");
    assert!(!report.contains("for nobody"), "{report}");
    // What is confined is php itself, whatever the page calls.
    let page = written(&folder, "direct.php", &direct(&mark.to_string(), &secret));
    let home = empty("page_home");
    let php =
        outside::find("php".as_ref(), &std::env::var_os("PATH").unwrap_or_default()).expect("it is there");
    let mut launcher = command();
    launcher.args(["sandboxed", "--read", &page, "--write"]).arg(&home).arg("--").arg(php);
    let output =
        launcher.arg("-n").arg(&page).current_dir(&home).output().expect("it was built for this test");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "nothing\n", "{output:?}");
    assert!(!Path::new(&mark.to_string()).exists());
}

/// A page without any settings around it that prints what it reaches.
fn direct(mark: &str, secret: &str) -> String {
    let tries = [
        format!("file_put_contents('{mark}', 'x') !== false"),
        format!("file_get_contents('{secret}') !== false"),
        "file_get_contents('/etc/passwd') !== false".to_owned(),
        "shell_exec('echo x')".to_owned(),
        "is_resource(popen('touch x', 'r'))".to_owned(),
        "is_resource(proc_open(['true'], [], $pipes))".to_owned(),
        "mail('a@localhost', 'b', 'c')".to_owned(),
        "error_log('x', 1, 'a@localhost')".to_owned(),
        "fsockopen('127.0.0.1', 80)".to_owned(),
        "stream_socket_server('tcp://127.0.0.1:0')".to_owned(),
        "chmod('/tmp', 0777)".to_owned(),
        "scandir('/root')".to_owned(),
    ];
    let mut page = String::from("<?php\n");
    let each = tries.iter().enumerate();
    page.extend(
        each.map(|(number, attempt)| format!("if (@({attempt})) {{ echo \"reached {number}\\n\"; }}\n")),
    );
    page + "echo \"nothing\\n\";\n"
}

#[test]
fn a_program_of_java_reaches_nothing() {
    if !has("javac") {
        return;
    }
    let folder = empty("java");
    let (secret, mark) = (written(&folder, "secret", "for nobody"), folder.join("mark"));
    let text = format!(
        "import java.io.*;\nimport java.nio.file.*;\nclass Out {{\n\
         static void attempt(java.util.concurrent.Callable<?> c) throws Exception {{\n\
         try {{ c.call(); }} catch (IOException | UncheckedIOException e) {{ return; }}\n\
         throw new IllegalStateException(); }}\n\
         static void out(float x) throws Exception {{\nif (x == 0) {{\n\
         attempt(() -> Files.writeString(Path.of(\"{mark}\"), \"x\"));\n\
         attempt(() -> Files.readString(Path.of(\"{secret}\")));\n\
         attempt(() -> Files.readString(Path.of(\"/etc/passwd\")));\n\
         attempt(() -> Runtime.getRuntime().exec(\"touch {mark}\"));\n\
         attempt(() -> new java.net.ServerSocket(0));\n\
         attempt(() -> new java.net.Socket(\"127.0.0.1\", 22));\n\
         attempt(() -> Files.delete(Path.of(\"{secret}\")) == null);\n\
         }}\nassert x > 2; }} }}\n",
        mark = mark.display()
    );
    let text = text.replace(
        &format!("Files.delete(Path.of(\"{secret}\")) == null"),
        &format!("{{ Files.delete(Path.of(\"{secret}\")); return 1; }}"),
    );
    let source = written(&folder, "Out.java", &text);
    let report = replayed(&source, &["--entry", "Out.out"]);
    // Each try ends in an exception of files or sockets, so the assertion is reached and fails.
    assert!(report.contains("confirmed by the real JVM"), "{report}");
    assert!(!report.contains("not confirmed"), "{report}");
    assert!(!mark.exists() && Path::new(&secret).exists(), "{report}");
}

/// Inside the sandbox there is no second one: it is refused with a sentence, and nothing is run.
#[test]
fn without_a_sandbox_nothing_is_replayed() {
    let home = empty("none");
    let ourselves = env!("CARGO_BIN_EXE_stringent");
    let nested =
        ["sandboxed", "--write", "/nowhere", "--", ourselves, "sandboxed", "--", ourselves, "--version"];
    let output = command().current_dir(&home).args(nested).output().expect("it was built for this test");
    let run = run_of(output);
    assert_eq!((run.code, run.out.as_str()), (125, ""), "{}", run.err);
    assert!(run.err.contains("the sandbox cannot be made: "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}
