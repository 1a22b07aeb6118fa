//! Every reader against mutants of what it reads: no crash, an exit code that means something, and limits that hold.
//!
//! Mutants are made from the examples and are the same in every run. `STRINGENT_MUTANTS` is how many there are of each
//! format; without it there are few. Texts are changed by tokens, lines and brackets, so that at least half of the mutants
//! are past the parser, which is asserted.

mod mutate;
mod readers;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use mutate::{Chance, Seeds};

/// How many mutants there are of each format, where nothing else is asked for.
const FEW: usize = 40;

/// How long a run may take that has five seconds, on a machine that is busy: it must end, and not hang.
const LONGEST: Duration = Duration::from_mins(1);

/// What came of a mutant.
pub(crate) struct Outcome {
    /// Whether the reader took it for what it is.
    pub(crate) is_read: bool,
}

/// How many mutants are asked for.
pub(crate) fn count() -> usize {
    let asked = env::var("STRINGENT_MUTANTS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(FEW)
}

/// An empty folder of this test run.
pub(crate) fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mutants").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("the folder for tests can be written");
    path
}

/// Runs `stringent` on a mutant, which is kept where it was when something is wrong.
pub(crate) fn run(arguments: &[&str], mutant: &Path) -> Outcome {
    let begun = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stringent"));
    let output = command.args(arguments).env("NO_COLOR", "1").output().expect("it was built for this test");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let shown = format!("{}: {arguments:?}: {:?}\n{out}\n{err}", mutant.display(), output.status.code());
    assert!(matches!(output.status.code(), Some(0..=3)), "{shown}");
    for word in ["panicked", "an engine failed", "fault of the tool", "ended early", "overflowed its stack"] {
        assert!(!out.contains(word) && !err.contains(word), "{shown}");
    }
    let took = begun.elapsed();
    assert!(took < LONGEST, "{took:?}: {shown}");
    if env::var_os("STRINGENT_MUTANTS").is_some() && took > Duration::from_secs(6) {
        println!("{took:?} for {}", mutant.display());
    }
    Outcome { is_read: is_read(&out) }
}

/// Whether a report in JSON is about a file that was read, and no other report says that something is wrong with it.
fn is_read(out: &str) -> bool {
    let report: Result<serde_json::Value, _> = serde_json::from_str(out);
    let reasons = report.as_ref().ok().and_then(|report| report["skipped"].as_array());
    let is_syntax = |file: &serde_json::Value| {
        file["reason"].as_str().is_some_and(|why| why.contains("parse") || why.contains("expected"))
    };
    reasons.is_some_and(|files| !files.iter().any(is_syntax))
}

/// Makes mutants of seeds, one after the other in one file, and counts those that are past the parser.
pub(crate) fn each(
    (name, ending): (&str, &str),
    seeds: &Seeds,
    mut try_one: impl FnMut(&Path) -> Outcome,
) -> usize {
    let folder = empty(name);
    let mut chance = Chance::new(name);
    let mut read = 0;
    for number in 0..count() {
        let mutant = seeds.mutant(&mut chance);
        let path = folder.join(format!("m{number}.{ending}"));
        fs::write(&path, &mutant).expect("the folder can be written");
        read += usize::from(try_one(&path).is_read);
        drop(fs::remove_file(&path));
    }
    read
}
