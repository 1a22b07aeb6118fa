//! The search path that tools are found on, and that they and what they start see: none of its folders is under the
//! control of what is analysed.
//!
//! A folder of `PATH` that is not absolute means whatever folder this was started in, and one below the paths that are
//! analysed is theirs. Tools find their own parts by the same variable (a compiler its assembler, a script its
//! interpreter), so it is not enough not to look there ourselves. A process cannot safely change its own variables; so
//! where `PATH` has such folders, this program starts again without them, before it does anything else.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;

/// Goes on when `PATH` has only folders that can be trusted; else this program is started again with those that can.
///
/// # Errors
/// Why it cannot be started.
pub(crate) fn trusted(analysed: &[&Path]) -> Result<(), Failure> {
    let Some(search) = env::var_os("PATH") else { return Ok(()) };
    let kept = kept(&search, analysed);
    if kept == search {
        return Ok(());
    }
    let again = env::current_exe()
        .map(|ourselves| Command::new(ourselves).args(env::args_os().skip(1)).env("PATH", kept).exec());
    let why = again.unwrap_or_else(|error| error);
    Err(Failure::wrong(format!("this program cannot be started again with a PATH that is safe: {why}")))
}

/// The absolute folders of a search path that do not lie below what is analysed.
fn kept(search: &OsStr, analysed: &[&Path]) -> OsString {
    let analysed: Vec<PathBuf> = analysed.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_kept = |folder: &PathBuf| {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        folder.is_absolute() && !analysed.iter().any(|path| real.starts_with(path))
    };
    // Folders that come from a search path can stand in one again.
    env::join_paths(env::split_paths(search).filter(is_kept)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_nobody_else_controls_are_kept() {
        let here = env::current_dir().expect("there is one");
        let below = here.join("src");
        let search = format!(":.:bin:/usr/bin:{}:/bin:", below.display());
        assert_eq!(kept(OsStr::new(&search), &[&here]), "/usr/bin:/bin");
        assert_eq!(kept(OsStr::new("/usr/bin:/bin"), &[&here]), "/usr/bin:/bin");
    }
}
