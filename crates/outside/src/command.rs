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
    /// The folder that it runs in; ours where none is given.
    pub folder: Option<PathBuf>,
    /// The variables that it sees; ours where none are given.
    pub environment: Option<Vec<(OsString, OsString)>>,
    /// How its limit of memory stands to ours and to those of what it starts.
    pub inheritance: Inheritance,
    /// How far its stack may grow, in bytes; as far as ours where nothing is given.
    pub stack: Option<u64>,
    /// What it may use of the machine; as much as there is where nothing is given. Addresses that it asks for and does not
    /// use count for [`Limits::memory`] only.
    pub usage: Option<Usage>,
}

/// What a program may use of the machine. It is looked at fifty times a second, so a program can pass it by what it uses in
/// that time. A program of several processes is not bounded so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// How many bytes of memory, page tables included.
    pub memory: u64,
    /// How many threads.
    pub threads: u64,
    /// How many bytes it may write to files, also where a file is removed again.
    pub written: u64,
    /// How many files there may be in the folder that it runs in.
    pub files: usize,
}

/// How a limit of memory stands to the limits around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inheritance {
    /// Where ours is tighter, ours holds.
    #[default]
    Tightest,
    /// What the program starts may have more: for processes of our own.
    Loose,
    /// It holds even where ours is tighter, as far as the system allows.
    Own,
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
        Command {
            program: program.into(),
            arguments: Vec::new(),
            input: Vec::new(),
            folder: None,
            environment: None,
            inheritance: Inheritance::Tightest,
            stack: None,
            usage: None,
        }
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

    /// The same in this folder.
    #[must_use]
    pub fn within(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// The same with these variables and no others.
    #[must_use]
    pub fn seeing(mut self, variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        self.environment = Some(variables.into_iter().collect());
        self
    }

    /// The same with a limit of memory that stands so to those around it.
    #[must_use]
    pub fn inheriting(mut self, inheritance: Inheritance) -> Self {
        self.inheritance = inheritance;
        self
    }

    /// The same with a limit on what it uses.
    #[must_use]
    pub fn using(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// The same with a stack that may grow so far.
    #[must_use]
    pub fn with_stack(mut self, bytes: u64) -> Self {
        self.stack = Some(bytes);
        self
    }
}

/// The file that a name stands for: itself when it has a folder in it, else the first that can be run in one of the
/// folders of `search`, which is written as `PATH` is. A folder there that is not absolute does not count: what it means
/// depends on where we were started, which may be a folder that nobody trusts.
pub fn find(name: &OsStr, search: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return can_run(path).then(|| path.to_owned());
    }
    let mut folders = std::env::split_paths(search).filter(|folder| folder.is_absolute());
    folders.find_map(|folder| Some(folder.join(path)).filter(|file| can_run(file)))
}

/// Whether the path is a file that somebody may run.
pub(crate) fn can_run(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}
