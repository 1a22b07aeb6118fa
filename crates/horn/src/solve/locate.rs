//! Where z3 is: named by the user, on the search path, or in the Python package `z3-solver`.
//!
//! The package brings the program as a file; Python is asked where that is, and nothing of the package is
//! imported. Python runs isolated, so that no file of the current folder is either.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use outside::{Command, Limits, find, run};

/// Where to look, as the caller's surroundings say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocateOptions {
    /// The program that the user named, which is then the only one.
    pub named: Option<OsString>,
    /// The folders to search, written as `PATH` is.
    pub search: OsString,
}

/// There is no z3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolver {
    named: Option<OsString>,
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.named {
            Some(name) => write!(f, "the solver `{}` cannot be run", name.display()),
            None => write!(f, "no solver was found: install z3, for example by `pip install z3-solver`"),
        }
    }
}

/// Prints where the package has its program, if it is installed.
const ASK: &str = "import importlib.metadata as m
for f in m.files('z3-solver') or []:
    if f.name == 'z3': print(f.locate().resolve())";

/// The file of z3.
///
/// # Errors
/// [`NoSolver`] when it is nowhere.
pub fn locate(options: &LocateOptions) -> Result<PathBuf, NoSolver> {
    let missing = || NoSolver { named: options.named.clone() };
    if let Some(name) = &options.named {
        return find(name, &options.search).ok_or_else(missing);
    }
    from_package(&options.search).or_else(|| find(OsStr::new("z3"), &options.search)).ok_or_else(missing)
}

fn from_package(search: &OsStr) -> Option<PathBuf> {
    let python = find(OsStr::new("python3"), search)?;
    let limits = Limits { wall: Duration::from_secs(5), output: 1 << 16, ..Limits::default() };
    // Isolated, and away from where we were started: else a file of the folder that is analysed would be imported.
    let ask = Command::new(python).argument("-I").argument("-c").argument(ASK).within("/");
    let outcome = run(&ask, &limits);
    let path = String::from_utf8(outcome.success()?.to_vec()).ok()?;
    find(OsStr::new(path.lines().next()?), search).filter(|file| file.is_absolute())
}
