//! The sandbox where there is none: nothing is executed.
//!
//! It has the same items as `sandbox`, which needs Linux, so that callers need not ask for the system.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a confined program can reach beside the libraries of the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// Whose the program is.
    pub trust: Trust,
    /// Files and folders that it may read.
    pub readable: Vec<PathBuf>,
    /// Folders that it may read, write and clear.
    pub writable: Vec<PathBuf>,
    /// How many bytes a file that it writes may have.
    pub file_size: u64,
}

/// Whose a program is that is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Nobody trusts it.
    #[default]
    Foreign,
    /// A tool of the system that reads what nobody trusts.
    Tool,
}

/// Says that there is no sandbox.
pub fn become_confined(_program: &Path, _arguments: &[OsString], _sandbox: &Sandbox) -> String {
    "there is a sandbox only on Linux".to_owned()
}
