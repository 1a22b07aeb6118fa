//! Folders for what is compiled and run, gone afterwards.
//!
//! A folder is new and nobody else can enter it: one of the same name that is there already was made by someone else and is not used. Its name has the
//! number of the process that made it, so what a killed process left behind is found and removed when another starts.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

/// A folder that is gone when this value is.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
}

impl Scratch {
    /// An empty folder.
    ///
    /// # Errors
    /// Why none can be made, in words.
    pub(crate) fn new() -> Result<Scratch, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        static TIDIED: Once = Once::new();
        TIDIED.call_once(|| tidy(&env::temp_dir()));
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("stringent-{}-{number}", process::id()));
        // A folder that is there already was made by someone else.
        let made = DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(|error| format!("no folder can be made: {error}"))?;
        Ok(Scratch { folder })
    }

    /// Makes a folder in it; its path.
    pub(crate) fn make(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        fs::create_dir(&path).map_err(|error| format!("no folder can be made: {error}"))?;
        Ok(path)
    }

    /// Writes a file in it; its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        let written = |path: &Path| -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            fs::write(path, content)
        };
        written(&path).map_err(|error| format!("no file can be written: {error}"))?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Removes the folders of processes that are no more. Those of others cannot be removed, and stay.
fn tidy(temporary: &Path) {
    // Where the system does not tell which processes there are, nothing is known to be left behind.
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(maker);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && maker.is_some_and(|number| !Path::new("/proc").join(number.to_string()).exists()) {
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}

/// The process that made a folder of this name.
fn maker(name: &str) -> Option<u32> {
    let (maker, number) = name.strip_prefix("stringent-")?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number(number) && is_number(maker) { maker.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_ours_have_a_maker() {
        assert_eq!(maker("stringent-12-0"), Some(12));
        for other in ["stringent-12", "stringent-x-1", "stringent-replay-1-2", "other-1-2", "stringent-+1-2"]
        {
            assert_eq!(maker(other), None, "{other}");
        }
    }
}
