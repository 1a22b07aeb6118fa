//! How far the work is, on the standard error when a person looks at it.
//!
//! One line that is written over and at last wiped out. It is plain text: the cursor stays visible and no colour is
//! left on, so that an interrupted run leaves a terminal as it was.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::{env, io};

/// The longest name that fits beside the numbers.
const LONGEST: usize = 50;

/// A line that tells how many of some files are done.
pub(crate) struct Progress {
    total: usize,
    done: Mutex<usize>,
    shown: bool,
}

impl Progress {
    /// A line for so many files. It is shown to people only.
    pub(crate) fn new(total: usize) -> Progress {
        let plain = env::var_os("TERM").is_none_or(|term| term == "dumb");
        Progress { total, done: Mutex::new(0), shown: io::stderr().is_terminal() && !plain }
    }

    /// A file, by its escaped name, is done.
    pub(crate) fn done(&self, name: &str) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        if self.shown {
            let name: String = name.chars().take(LONGEST).collect();
            write(&format!("\r\x1b[K{} of {} files: {name}", *done, self.total));
        }
    }

    /// Wipes the line out.
    pub(crate) fn end(&self) {
        if self.shown {
            write("\r\x1b[K");
        }
    }
}

/// When the line cannot be written nobody sees it; the work goes on.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    drop(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
}
