//! Reading files that others wrote: only regular ones, and only up to a size.
//!
//! A pipe would make us wait for ever, a device never ends. What a name stands for is looked at before it is opened and
//! again after, so a name that changes in between is refused too; opening never waits.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// The most bytes of a source.
pub(crate) const MOST: u64 = 64 << 20;

/// The flag with which opening a pipe does not wait for a writer.
const WITHOUT_WAITING: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 4 };

/// The bytes of a regular file of at most so many.
///
/// # Errors
/// Why it is not read, in words.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let told = |error: std::io::Error| error.to_string();
    allowed(&fs::metadata(path).map_err(told)?, most)?;
    let file: File = OpenOptions::new().read(true).custom_flags(WITHOUT_WAITING).open(path).map_err(told)?;
    allowed(&file.metadata().map_err(told)?, most)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The text of a regular file.
///
/// # Errors
/// Why it is not read, in words.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read(path, MOST)?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}

/// Whether a name stands for something that [`read`] refuses; what is not there is not refused.
pub(crate) fn is_refused(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| allowed(&found, MOST).is_err())
}

fn allowed(found: &Metadata, most: u64) -> Result<(), String> {
    if !found.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if found.len() > most { Err(too_large(most)) } else { Ok(()) }
}

fn too_large(most: u64) -> String {
    format!("it has more than {most} bytes")
}
