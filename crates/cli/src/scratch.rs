//! Folders for what is compiled and run, gone afterwards.
//!
//! A folder is new: one of the same name that is there already was made by someone else and is not used.

use std::path::{Path, PathBuf};
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
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("stringent-{}-{number}", process::id()));
        // A folder that is there already was made by someone else.
        fs::create_dir(&folder).map_err(|error| format!("no folder can be made: {error}"))?;
        Ok(Scratch { folder })
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
