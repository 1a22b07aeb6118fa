//! Tools that are missing, crash, hang, babble or fork, files that move, disks that are full, workers that are killed.
//!
//! Whatever goes wrong, there is an exit code that means something, soon, nothing claims to be confirmed, and nothing
//! runs on.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::command::{Run, command, run_of};

/// What a faulty tool does.
const FAULTS: [(&str, &str); 6] = [
    ("crashes", "kill -s SEGV $$"),
    ("fails", "echo no >&2; exit 7"),
    ("hangs", "sleep 1000"),
    ("babbles", "head -c 4000 /dev/urandom; exit 0"),
    ("floods", "exec yes unsat"),
    ("forks", "sleep 1000 & sleep 1000 & echo unsat; exit 0"),
];

/// An empty folder of this test run.
fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("the folder for tests can be written");
    path
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the folder can be written");
    path.to_str().expect("a plain name").to_owned()
}

/// Runs `stringent` with a tool in front of the real ones that does this.
fn with_fault(tool: &str, (fault, script): (&str, &str), arguments: &[&str]) -> Run {
    let folder = empty(&format!("{tool}_{fault}"));
    let path = write(&folder, tool, &format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let search = format!("{}:/usr/bin:/bin", folder.display());
    let begun = Instant::now();
    let mut run = command();
    let mark = format!("{tool}-{fault}");
    run.args(arguments).env("PATH", search).env_remove("STRINGENT_Z3").env("STRINGENT_FAULT", &mark);
    let run = run_of(run.output().expect("it was built for this test"));
    assert!(begun.elapsed() < Duration::from_mins(2), "{tool} {fault}: {:?}", begun.elapsed());
    assert!((0..=3).contains(&run.code), "{tool} {fault}: {} {}", run.out, run.err);
    assert!(
        !run.err.contains("panicked") && !run.out.contains("fault of the tool"),
        "{tool} {fault}: {}",
        run.out
    );
    assert_eq!(left(&mark), 0, "{tool} {fault} left processes behind");
    run
}

/// How many processes are left that have the variable of a run.
fn left(mark: &str) -> usize {
    let mark = format!("STRINGENT_FAULT={mark}");
    let count = || {
        let processes = fs::read_dir("/proc").expect("there is a list of processes").flatten();
        let environments = processes.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
        environments.filter(|text| text.split(|byte| *byte == 0).any(|one| one == mark.as_bytes())).count()
    };
    let end = Instant::now() + Duration::from_secs(10);
    while count() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    count()
}

#[test]
fn faults_of_compilers() {
    let folder = empty("compilers");
    let c = write(&folder, "a.c", "#include <stdio.h>\nint main(void) { char a[2]; a[2] = 0; return 0; }\n");
    let java = write(
        &folder,
        "A.java",
        "class A { public static void main(String[] a) { assert a.length < 3; } }\n",
    );
    for fault in FAULTS {
        let run = with_fault("cc", fault, &["check", &c, "--timeout", "4"]);
        assert!(run.code != 0 && run.code != 1, "cc {}: {}", fault.0, run.out);
        let run = with_fault("javac", fault, &["check", &java, "--timeout", "4"]);
        assert!(run.code != 0 && run.code != 1, "javac {}: {}", fault.0, run.out);
    }
}

#[test]
fn faults_of_what_replays() {
    let folder = empty("replays");
    let c = write(&folder, "a.i", "int main(void) { char a[2]; int i = 2; a[i] = 0; return 0; }\n");
    let page = write(&folder, "a.php", "<?php echo $_GET['a'];\n");
    let java = write(
        &folder,
        "A.java",
        "class A { public static void main(String[] a) { assert a.length < 3; } }\n",
    );
    for fault in FAULTS {
        for (tool, path) in [("cc", &c), ("php", &page), ("java", &java)] {
            let run = with_fault(tool, fault, &["check", path, "--replay", "--timeout", "30"]);
            assert!(!run.out.contains("replay: confirmed"), "{tool} {}: {}", fault.0, run.out);
        }
    }
}

/// False assertions that only clauses could prove, and a solver that is wrong in every way.
#[test]
fn faults_of_solvers() {
    let folder = empty("solvers");
    let text = "proc main() { s: str := input(); t: str := s ++ \"a\"; while (len(t) < 9) { t := t ++ s ++ \"b\"; } \
                assert(len(t) == 9); }\n";
    let program = write(&folder, "a.sil", text);
    for fault in FAULTS {
        let run = with_fault("z3", fault, &["check", &program, "--engine", "horn", "--timeout", "20"]);
        assert!(run.code != 0 && !run.out.contains("proved:"), "{}: {}", fault.0, run.out);
    }
    let yes = ("agrees", "grep -o check-sat | sed 's/.*/unsat/'");
    let run = with_fault("z3", yes, &["check", &program, "--engine", "horn", "--timeout", "20"]);
    assert!(run.code != 0, "{}", run.out);
}

#[test]
fn tools_that_are_missing_are_named() {
    let folder = empty("missing");
    let page = write(&folder, "a.php", "<?php echo $_GET['a'];\n");
    let java = write(
        &folder,
        "A.java",
        "class A { public static void main(String[] a) { assert a.length < 3; } }\n",
    );
    let none = |arguments: &[&str]| {
        run_of(command().args(arguments).env("PATH", &folder).output().expect("it was built for this test"))
    };
    let run = none(&["check", &page, "--replay"]);
    assert!(run.code == 1 && run.out.contains("php is not installed"), "{} {}", run.out, run.err);
    let run = none(&["check", &java]);
    assert!(run.code == 2 && run.out.contains("javac"), "{} {}", run.out, run.err);
}

#[test]
fn a_full_disk_is_reported() {
    let folder = empty("disk");
    let program = write(&folder, "a.sil", "proc main() { assert(true); }");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("there is a full device");
    let output =
        command().args(["check", &program]).stdout(full).output().expect("it was built for this test");
    let run = run_of(output);
    assert!(run.code == 2 && run.err.contains("the answer cannot be written"), "{}", run.err);
    let run = run_of(
        command()
            .args(["check", "--replay", &write(&folder, "a.php", "<?php echo $_GET['a'];")])
            .env("TMPDIR", folder.join("none"))
            .output()
            .expect("it was built for this test"),
    );
    assert!((0..=3).contains(&run.code) && !run.out.contains("replay: confirmed"), "{} {}", run.out, run.err);
    let small = folder.join("small");
    fs::create_dir(&small).expect("the folder can be written");
    let script = "mount -t tmpfs -o size=16k none \"$1\" && shift && exec \"$@\"";
    let c = write(&folder, "a.i", "int main(void) { char a[2]; int i = 2; a[i] = 0; return 0; }\n");
    let mut shell = Command::new("unshare");
    shell.args(["-rm", "sh", "-c", script, "sh"]).arg(&small).arg(env!("CARGO_BIN_EXE_stringent"));
    let output = shell.args(["check", "--replay", &c]).env("TMPDIR", &small).output();
    // Not every system lets a user mount.
    if let Ok(output) = output.map(run_of)
        && !output.err.contains("mount")
        && !output.err.contains("unshare")
    {
        assert!(
            output.code == 1 && !output.out.contains("replay: confirmed"),
            "{} {}",
            output.out,
            output.err
        );
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_one_or_the_other() {
    let folder = empty("changing");
    let (good, bad) = ("proc main() { assert(true); }", "proc main() { assert(false); }");
    let path = write(&folder, "a.sil", good);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                for text in [good, bad, "", "proc main( {"] {
                    fs::write(&path, text).expect("the folder can be written");
                }
            }
        });
        for _ in 0..10 {
            let run = run_of(command().args(["check", &path]).output().expect("it was built for this test"));
            assert!((0..=3).contains(&run.code), "{} {}", run.out, run.err);
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_loop_of_links_ends() {
    let folder = empty("loop");
    write(&folder, "a.sil", "proc main() { assert(true); }");
    symlink(&folder, folder.join("again")).expect("the folder can be written");
    symlink(folder.join("b.sil"), folder.join("b.sil")).expect("the folder can be written");
    symlink(folder.join("d.sil"), folder.join("c.sil")).expect("the folder can be written");
    symlink(folder.join("c.sil"), folder.join("d.sil")).expect("the folder can be written");
    let run = run_of(command().arg("check").arg(&folder).output().expect("it was built for this test"));
    assert!((0..=3).contains(&run.code) && run.out.contains("1 proved"), "{} {}", run.out, run.err);
    let named = run_of(command().arg("check").arg(folder.join("b.sil")).output().expect("it was built"));
    assert_eq!(named.code, 2, "{} {}", named.out, named.err);
}

#[test]
fn a_killed_worker_is_told() {
    let folder = empty("killed");
    let text = "proc main() { n: int := input_int(); m: int := input_int(); assert(n * n * n + m * m * m != 33 * m * n + 7); }";
    let path = write(&folder, "a.sil", text);
    let mut run = command();
    run.args(["check", &path, "--engine", "refute", "--budget", "1000000000000"])
        .env("STRINGENT_FAULT", "killed");
    let child = run.stdout(std::process::Stdio::piped()).spawn().expect("it was built for this test");
    let end = Instant::now() + Duration::from_secs(30);
    let worker = loop {
        assert!(Instant::now() < end, "there is a worker");
        if let Some(worker) = working("killed") {
            break worker;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(Command::new("kill").args(["-s", "KILL", &worker]).status().expect("there is kill").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(matches!(output.status.code(), Some(2 | 3)), "{out}");
    assert!(out.contains("signal 9"), "{out}");
    assert_eq!(left("killed"), 0);
}

/// The process that works for a run with this variable, once it is one of ours.
fn working(mark: &str) -> Option<String> {
    let mark = format!("STRINGENT_FAULT={mark}");
    fs::read_dir("/proc").expect("there is a list of processes").flatten().find_map(|entry| {
        let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
        let has_mark = read("environ").split(|byte| *byte == 0).any(|one| one == mark.as_bytes());
        let command = read("cmdline");
        let mut words = command.split(|byte| *byte == 0);
        let is_ours = words.next().is_some_and(|first| first.ends_with(b"stringent"));
        (has_mark && is_ours && words.next() == Some(b"work"))
            .then(|| entry.file_name().into_string().ok())?
    })
}
