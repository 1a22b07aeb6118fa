//! Writing answers out: to the terminal, and to the files the user names.
//!
//! A reader may go away before all is printed (`stringent … | head -1`). That ends the printing and nothing else. Any
//! other failure to write is told, because an answer that was lost must not look like one that was given.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anstyle::{AnsiColor, Style};

use crate::escape;
use crate::failure::Failure;

/// How the name of a part of the answer looks, where there are colours.
pub(crate) const LABEL: Style = Style::new().bold();

/// How the word `error` looks, where there are colours.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Prints an answer to the standard output. Colours vanish when it is no terminal.
pub(crate) fn print(answer: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::wrong(format!("the answer cannot be written: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Tells a failure on the standard error. When that cannot be written either, the exit code must do.
pub(crate) fn complain(message: &str) {
    let line = format!("{ERROR}error:{ERROR:#} {message}\n");
    drop(anstream::stderr().lock().write_all(line.as_bytes()));
}

/// Tells on the standard error how far the work is. When that cannot be written nobody sees it.
pub(crate) fn tell(message: &str) {
    drop(anstream::stderr().lock().write_all(format!("{message}\n").as_bytes()));
}

/// Writes a file that the user asked for.
pub(crate) fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    fs::write(path, content).map_err(|error| {
        let shown = escape::path(path);
        Failure::wrong(format!("{shown} cannot be written: {error}"))
    })
}
