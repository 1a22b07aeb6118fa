//! The user's `javac`: one program, many programs in one run, and the driver of replays.
//!
//! Classes go to folders that are gone afterwards. Nothing of a program is run here, and nothing that lies beside it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use outside::{Command, Ending, Limits, Outcome, find, run};

use crate::escape;
use crate::machine::scratch::Scratch;
use crate::question::choices;

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

/// How far a run of `javac` may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// How long it may take.
    pub(crate) wall: Duration,
    /// How many megabytes it may fill, where that is limited.
    pub(crate) megabytes: Option<u64>,
}

impl Default for Room {
    fn default() -> Room {
        Room { wall: WALL, megabytes: None }
    }
}

impl Room {
    /// What the limits on the work leave for it.
    pub(crate) fn within(limits: &choices::Limits) -> Room {
        Room { wall: limits.timeout.map_or(WALL, |timeout| timeout.min(WALL)), megabytes: limits.memory }
    }
}

/// Compiles sources. `javac` runs in an empty folder and is given empty folders to search: what it finds on its paths it may
/// run, as it does with plugins, and so it must find nothing. The names of the sources are absolute, so that none is taken
/// for an option, and stand in a file, so that there may be any number.
///
/// # Errors
/// Why that was not possible, with the first lines that the compiler wrote.
pub(crate) fn compile(sources: &[PathBuf], room: &Room) -> Result<Scratch, String> {
    let javac = tool("javac").ok_or("javac, which compiles it, is not installed")?;
    let (classes, surroundings) = (Scratch::new()?, Scratch::new()?);
    let empty = surroundings.make("empty")?;
    let absolute: Vec<PathBuf> =
        sources.iter().map(path::absolute).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let classes_of = absolute.iter().filter(|path| !declares_module(path));
    let (plain, other): (Vec<&PathBuf>, Vec<&PathBuf>) = classes_of.partition(|path| is_plain(path));
    let list = surroundings.write("sources", plain.iter().map(|path| quoted(path)).collect::<String>())?;
    let heap = room.megabytes.map(|megabytes| format!("-J-Xmx{megabytes}m"));
    let command = heap.into_iter().fold(Command::new(javac), Command::argument).within(&empty);
    let fixed = ["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"];
    let command = fixed.into_iter().fold(command, Command::argument);
    let searched = ["-classpath", "-sourcepath", "-processorpath", "--module-path"];
    let command = searched.iter().fold(command, |command, option| command.argument(*option).argument(&empty));
    let command = command.argument("-d").argument(&classes.folder).argument(at(&list));
    let command = other.into_iter().fold(command, Command::argument);
    let outcome = run(&command, &limits(room.wall));
    match outcome.ending {
        Ending::Exited(0) => Ok(classes),
        Ending::Deadline => Err(format!("javac takes longer than {} s", room.wall.as_secs_f64())),
        Ending::Exited(_)
        | Ending::Signalled(_)
        | Ending::TooMuchOutput
        | Ending::NotFound
        | Ending::NotStarted(_) => {
            Err(format!("javac does not compile it: {}", complaint(&outcome, sources, &absolute)))
        }
    }
}

/// Whether a source declares a module and no classes. The other modules that it names are not there, and with it all sources
/// would have to lie on a source path, which is empty.
fn declares_module(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "module-info.java")
}

/// Whether a file of arguments can have a path in every locale.
fn is_plain(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.chars().all(|c| (' '..='~').contains(&c)))
}

/// A path on a line of a file of arguments.
fn quoted(path: &Path) -> String {
    format!("\"{}\"\n", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}

/// The argument that stands for a file of arguments.
fn at(list: &Path) -> OsString {
    let mut argument = OsString::from("@");
    argument.push(list);
    argument
}

/// The first lines that a compiler complained with, with the names of sources as they were given.
fn complaint(outcome: &Outcome, given: &[PathBuf], absolute: &[PathBuf]) -> String {
    let told = String::from_utf8_lossy(&outcome.errors);
    let mut first = told.lines().take(3).collect::<Vec<_>>().join("; ");
    for (given, absolute) in given.iter().zip(absolute) {
        let (given, absolute) = (given.to_string_lossy(), absolute.to_string_lossy());
        first = first.replace(&format!("{absolute}:"), &format!("{given}:"));
    }
    escape::text(&first)
}

/// The classes that replays are run by.
///
/// # Errors
/// Why they cannot be compiled.
pub(crate) fn driver() -> Result<Scratch, String> {
    let sources = Scratch::new()?;
    let driver = sources.write("Driver.java", DRIVER)?;
    let verifier = sources.write("Verifier.java", VERIFIER)?;
    compile(&[driver, verifier], &Room::default())
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
        let paths = [folder]
            .into_iter()
            .chain(sources)
            .map(|path| path::absolute(path).ok()?.into_os_string().into_string().ok());
        let paths: Option<Vec<String>> = paths.collect();
        let paths = paths.filter(|paths| !paths.iter().any(|path| path.contains(['\t', '\n', '\r'])));
        input += &paths.ok_or("the name of a file cannot be told to the compiler")?.join("\t");
        input += "\n";
    }
    let count = u32::try_from(programs.len()).unwrap_or(u32::MAX);
    let empty = scratch.make("empty")?;
    let command =
        Command::new(java).within(&empty).argument("-cp").argument(&empty).argument(batch).reading(input);
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
