//! The user's `javac`: one program, many programs in one run, and the driver of replays.
//!
//! Classes go to folders that are gone afterwards. Nothing of a program is run here.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use outside::{Command, Ending, Limits, Outcome, find, run};

use crate::escape;
use crate::scratch::Scratch;

/// How long a run of `javac` may take.
const WALL: Duration = Duration::from_mins(2);
/// How long one of the programs that share a run may take, more or less.
const EACH: Duration = Duration::from_secs(10);

const BATCH: &str = include_str!("Batch.java");
const DRIVER: &str = include_str!("Driver.java");
const VERIFIER: &str = include_str!("Verifier.java");

/// A tool of the JDK on the path.
pub(super) fn tool(name: &str) -> Option<PathBuf> {
    find(OsStr::new(name), &env::var_os("PATH").unwrap_or_default())
}

/// Compiles sources.
///
/// # Errors
/// Why that was not possible, with the first lines that the compiler wrote.
pub(crate) fn compile(sources: &[PathBuf]) -> Result<Scratch, String> {
    let javac = tool("javac").ok_or("javac, which compiles it, is not installed")?;
    let scratch = Scratch::new()?;
    let fixed = ["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"];
    let command = fixed.into_iter().fold(Command::new(javac), Command::argument);
    let command = sources.iter().fold(command.argument(&scratch.folder), Command::argument);
    let outcome = run(&command, &limits(WALL));
    if matches!(outcome.ending, Ending::Exited(0)) {
        return Ok(scratch);
    }
    Err(format!("javac does not compile it: {}", first_lines(&outcome)))
}

/// The classes that replays are run by.
///
/// # Errors
/// Why they cannot be compiled.
pub(crate) fn driver() -> Result<Scratch, String> {
    let sources = Scratch::new()?;
    let driver = sources.write("Driver.java", DRIVER)?;
    let verifier = sources.write("Verifier.java", VERIFIER)?;
    compile(&[driver, verifier])
}

/// Compiles programs in one run of the JVM, each into its folder; for each why it was not possible, if so.
///
/// # Errors
/// Why there was no such run.
pub(crate) fn compile_many(programs: &[(PathBuf, Vec<PathBuf>)]) -> Result<Vec<Option<String>>, String> {
    let java = tool("java").ok_or("java, which compiles them, is not installed")?;
    let scratch = Scratch::new()?;
    let batch = scratch.write("Batch.java", BATCH)?;
    let mut input = String::new();
    for (folder, sources) in programs {
        let paths: Option<Vec<&str>> =
            [folder].into_iter().chain(sources).map(|path| path.to_str()).collect();
        let paths = paths.filter(|paths| !paths.iter().any(|path| path.contains(['\t', '\n', '\r'])));
        input += &paths.ok_or("the name of a file cannot be told to the compiler")?.join("\t");
        input += "\n";
    }
    let count = u32::try_from(programs.len()).unwrap_or(u32::MAX);
    let command = Command::new(java).argument(batch).reading(input);
    let outcome = run(&command, &limits(WALL.saturating_add(EACH.saturating_mul(count))));
    let told = String::from_utf8_lossy(&outcome.output);
    let answers: Vec<Option<String>> =
        told.lines().map(|line| Some(escape::text(line)).filter(|line| !line.is_empty())).collect();
    if answers.len() == programs.len() { Ok(answers) } else { Err(first_lines(&outcome)) }
}

fn limits(wall: Duration) -> Limits {
    Limits { wall, processor: wall.as_secs(), memory: 1 << 34, output: 1 << 22 }
}

/// The first lines that a compiler complained with.
fn first_lines(outcome: &Outcome) -> String {
    let told = String::from_utf8_lossy(&outcome.errors);
    let first: Vec<&str> = told.lines().take(3).collect();
    escape::text(&first.join("; "))
}
