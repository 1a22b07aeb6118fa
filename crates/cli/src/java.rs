//! Java: from paths to classes and entries.
//!
//! All classes below the given paths are one program, and each `main` in it, or the one entry that the user names, is
//! verified by itself. Sources are compiled by the user's `javac`, into a folder that is gone afterwards. Nothing of the
//! program is run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs, io, process};

use outside::{Command, Ending, Limits, find, run};
use verifier::front_java::{self, Classes, Lowered, Question, Texts, class, source_of};

use crate::arguments::{JavaChoices, PropertyName};
use crate::escape;

/// How long `javac` may take.
const WALL: Duration = Duration::from_mins(2);
/// How many lines are made up for a class whose source is not given.
const LINES: usize = 1 << 16;

/// A folder of class files that is gone when this value is.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("stringent-java-{}-{number}", process::id()));
        // A folder that is there already was made by someone else.
        fs::create_dir(&folder)?;
        Ok(Scratch { folder })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Something to verify: an entry of a program.
pub(crate) struct Unit {
    /// The source of the entry, or the name that stands for it.
    pub(crate) name: String,
    /// The entry, `Class.method`.
    pub(crate) entry: String,
}

/// Whether a file belongs to a Java program, by its name.
pub(crate) fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java" || ending == "class")
}

/// Compiles sources.
///
/// # Errors
/// Why that was not possible, with the first lines that the compiler wrote.
pub(crate) fn compile(sources: &[PathBuf]) -> Result<Scratch, String> {
    let search = env::var_os("PATH").unwrap_or_default();
    let javac = find(OsStr::new("javac"), &search).ok_or("javac, which compiles it, is not installed")?;
    let scratch = Scratch::new().map_err(|error| format!("no folder for classes can be made: {error}"))?;
    let fixed = ["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"];
    let command = fixed.into_iter().fold(Command::new(javac), Command::argument);
    let command = sources.iter().fold(command.argument(&scratch.folder), Command::argument);
    let limits = Limits { wall: WALL, processor: WALL.as_secs(), memory: 1 << 34, output: 1 << 20 };
    let outcome = run(&command, &limits);
    if matches!(outcome.ending, Ending::Exited(0)) {
        return Ok(scratch);
    }
    let told = String::from_utf8_lossy(&outcome.errors);
    let first: Vec<&str> = told.lines().take(3).collect();
    Err(format!("javac does not compile it: {}", escape::text(&first.join("; "))))
}

/// The classes below paths, with those that cannot be read and why.
pub(crate) fn load(paths: &[PathBuf]) -> (Classes, Vec<(PathBuf, String)>) {
    let mut classes = Classes::default();
    let mut unread = Vec::new();
    for path in files_below(paths, "class") {
        let read = fs::read(&path).map_err(|error| error.to_string());
        match read.and_then(|bytes| class::read(&bytes).map_err(|why| why.to_string())) {
            Ok(class) => classes.add(class),
            Err(why) => unread.push((path, escape::text(&why))),
        }
    }
    (classes, unread)
}

/// The files with an ending below paths, in order.
fn files_below(paths: &[PathBuf], ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let walk =
                ignore::WalkBuilder::new(path).standard_filters(false).sort_by_file_path(Ord::cmp).build();
            found.extend(walk.flatten().map(ignore::DirEntry::into_path));
        } else {
            found.push(path.clone());
        }
    }
    found.retain(|path| path.extension().is_some_and(|known| known == ending) && path.is_file());
    found
}

/// The source files of classes, by the names that classes give them.
pub(crate) fn sources(classes: &Classes, paths: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let files = files_below(paths, "java");
    let mut sources: Vec<(String, PathBuf)> = Vec::new();
    for class in classes.all() {
        let name = source_of(class);
        if let Some(path) = files.iter().find(|path| path.ends_with(&name))
            && !sources.iter().any(|(known, _)| *known == name)
        {
            sources.push((name, path.clone()));
        }
    }
    sources
}

/// What is verified of a program.
pub(crate) fn units(classes: &Classes, sources: &[(String, PathBuf)], choices: &JavaChoices) -> Vec<Unit> {
    let entries: Vec<(String, String)> = match &choices.entry {
        Some(entry) => vec![split(entry)],
        None => front_java::entries(classes),
    };
    let unit = |(class, method): (String, String)| {
        let source = classes.get(&class).map_or_else(|| class.clone(), source_of);
        let path = sources.iter().find(|(name, _)| *name == source).map(|(_, path)| escape::path(path));
        Unit { name: path.unwrap_or(source), entry: format!("{class}.{method}") }
    };
    entries.into_iter().map(unit).collect()
}

/// The class, by its internal name, and the method of an entry as a user writes it.
fn split(entry: &str) -> (String, String) {
    let (class, method) = entry.rsplit_once('.').unwrap_or((entry, "main"));
    (class.replace('.', "/"), method.to_owned())
}

/// The text of a source, or as many empty lines as there may be.
pub(crate) fn text(path: &str) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|_| vec![b'\n'; LINES])
}

/// Lowers the entry that was chosen.
pub(crate) fn lower(paths: &[PathBuf], choices: &JavaChoices) -> Result<(Lowered, Vec<String>), String> {
    let (classes, unread) = load(paths);
    if let Some((path, why)) = unread.first() {
        return Err(format!("{} cannot be read: {why}", escape::path(path)));
    }
    let entry = match &choices.entry {
        Some(entry) => split(entry),
        None => match front_java::entries(&classes).pop() {
            Some(entry) => entry,
            None => return Err("no class has a method main".to_owned()),
        },
    };
    let sources = sources(&classes, paths);
    let texts: Texts = sources
        .iter()
        .filter_map(|(name, path)| Some((name.clone(), fs::read_to_string(path).ok()?)))
        .collect();
    let property = match choices.property {
        PropertyName::Assert => front_java::Property::Assertions,
        PropertyName::Exceptions => front_java::Property::Exceptions,
        PropertyName::Memory => return Err("a property of memory is one of C programs".to_owned()),
        PropertyName::Both => front_java::Property::Both,
    };
    let (class, method) = entry;
    let question = Question { class, method, property, null_inputs: choices.null_inputs };
    let lowered = front_java::lower(&classes, &texts, &question).map_err(|why| escape::text(&why.0))?;
    let path_of = |name: &String| {
        let known = sources.iter().find(|(known, _)| known == name);
        known.map_or_else(|| name.clone(), |(_, path)| path.to_string_lossy().into_owned())
    };
    let files = lowered.program.files.iter().map(path_of).collect();
    Ok((lowered, files))
}
