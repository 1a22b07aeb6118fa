//! Paths between processes: the very bytes, whatever they are.
//!
//! A path need not be text, and JSON carries only text: each byte travels as the character of its number. What is shown of
//! a path is another matter, and never read back.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SentPath(String);

impl SentPath {
    /// The path that was sent.
    pub(crate) fn path(&self) -> PathBuf {
        let bytes: Vec<u8> = self.0.chars().map(|c| c as u8).collect();
        PathBuf::from(OsStr::from_bytes(&bytes))
    }
}

impl<P: AsRef<Path>> From<P> for SentPath {
    fn from(path: P) -> SentPath {
        let bytes = path.as_ref().as_os_str().as_bytes();
        SentPath(bytes.iter().map(|&byte| char::from(byte)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_arrives() {
        let bytes: Vec<u8> = (1..=255).collect();
        let path = PathBuf::from(OsStr::from_bytes(&bytes));
        let sent = serde_json::to_string(&SentPath::from(&path)).expect("plain data becomes JSON");
        let arrived: SentPath = serde_json::from_str(&sent).expect("what was sent is JSON");
        assert_eq!(arrived.path(), path);
    }
}
