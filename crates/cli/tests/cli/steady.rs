//! The same question has the same report, byte for byte, and what is done is not lost.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{command, run_of};

/// An empty folder of this test run.
fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("steady").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("the folder for tests can be written");
    path
}

const EXAMPLES: [&str; 8] = [
    "sil/gxine.sil",
    "sil/gxine_ok.sil",
    "sil/twins_late.sil",
    "horn/copy.sil",
    "horn/two_equal_broken.sil",
    "php/guestbook.php",
    "php/search_ok.php",
    "c/strcat_bad.c",
];

/// A folder of programs of several languages.
fn project(name: &str) -> PathBuf {
    let folder = empty(name);
    for example in EXAMPLES {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example);
        let to = folder.join("src").join(example);
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("the folder can be written");
        fs::copy(from, to).expect("the examples are there");
    }
    folder
}

#[test]
fn ten_runs_have_the_same_report() {
    let folders = [project("one"), project("another/deeper")];
    let mut first: Option<String> = None;
    let locales = ["C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8"];
    for number in 0..10 {
        let (jobs, folder) = (["1", "2", "8"][number % 3], &folders[number % 2]);
        let mut run = command();
        run.current_dir(folder).args(["check", "src", "--format", "json", "-j", jobs, "--budget", "2000000"]);
        run.env("LC_ALL", locales[number % 4]).env("LANG", locales[(number + 1) % 4]).env("TZ", "Asia/Tokyo");
        let run = run_of(run.output().expect("it was built for this test"));
        let first = first.get_or_insert_with(|| run.out.clone());
        assert_eq!(&run.out, first, "run {number}: {}", run.err);
    }
    let report: serde_json::Value = serde_json::from_str(&first.unwrap_or_default()).expect("one object");
    assert_eq!(report["files"], EXAMPLES.len(), "{report}");
}

/// A program that takes no time, and one that takes for ever.
fn quick_and_endless(name: &str) -> PathBuf {
    let folder = empty(name);
    fs::write(folder.join("a.sil"), "proc main() { assert(1 == 2, \"the first\"); }")
        .expect("it can be written");
    let endless = "proc main() { n: int := input_int(); m: int := input_int(); \
                   assert(n * n * n + m * m * m != 33 * m * n + 7); }";
    fs::write(folder.join("b.sil"), endless).expect("it can be written");
    folder
}

fn begun(folder: &Path, format: &str) -> std::process::Child {
    let mut run = command();
    run.current_dir(folder).args(["check", ".", "--engine", "refute", "--budget", "1000000000000"]);
    run.args(["--format", format, "-j", "2"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    run.spawn().expect("it was built for this test")
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &process.to_string()]).status();
    assert!(sent.expect("there is kill").success());
}

#[test]
fn a_file_is_reported_when_it_is_done_and_kept_when_the_run_is_interrupted() {
    for name in ["INT", "TERM"] {
        let mut child = begun(&quick_and_endless(name), "text");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        // The other file is not done, and never will be.
        out.read_line(&mut line).expect("it can be read");
        assert_eq!(line, "violated: the first\n");
        signal(child.id(), name);
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("it can be read");
        assert!(rest.contains("skipped: ./b.sil: the run ended before it was verified"), "{rest}");
        assert!(rest.contains("1 violated, 0 undecided; 1 skipped"), "{rest}");
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
    }
}

#[test]
fn a_report_for_programs_is_whole_when_the_run_is_interrupted() {
    let child = begun(&quick_and_endless("json"), "json");
    std::thread::sleep(std::time::Duration::from_secs(3));
    signal(child.id(), "TERM");
    let run = run_of(child.wait_with_output().expect("it ends"));
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(
        report["skipped"][report["skipped"].as_array().map_or(0, |all| all.len() - 1)]["file"],
        "./b.sil"
    );
    assert_ne!(run.code, 0);
}
