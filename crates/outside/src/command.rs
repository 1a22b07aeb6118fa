//! What is to be run, and how far it may go.
//!
//! Plain data. A program is named by its path; [`find`] looks one up in a list of folders.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program with its arguments and what it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The file to run.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// What it reads from its standard input.
    pub input: Vec<u8>,
}

/// How far a program may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may run by the clock on the wall.
    pub wall: Duration,
    /// How many seconds of a processor each of its processes may use.
    pub processor: u64,
    /// How many bytes of memory each of its processes may ask for.
    pub memory: u64,
    /// How many bytes it may write, to standard output and to standard error each.
    pub output: usize,
}

impl Default for Limits {
    /// Ten seconds, two gigabytes, 16 megabytes of output.
    fn default() -> Self {
        Limits { wall: Duration::from_secs(10), processor: 10, memory: 2 << 30, output: 16 << 20 }
    }
}

impl Command {
    /// A program without arguments that reads nothing.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Command { program: program.into(), arguments: Vec::new(), input: Vec::new() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The same reading this.
    #[must_use]
    pub fn reading(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }
}

/// The file that a name stands for: itself when it has a folder in it, else the first that can be run in one of the
/// folders of `search`, which is written as `PATH` is.
pub fn find(name: &OsStr, search: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return can_run(path).then(|| path.to_owned());
    }
    std::env::split_paths(search).map(|folder| folder.join(path)).find(|file| can_run(file))
}

/// Whether the path is a file that somebody may run.
pub(crate) fn can_run(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}
