//! What is done on the user's machine: regular files, folders that are removed again, trusted tools, the sandbox of replays.
//!
//! `regular` opens files, `surroundings` decides which tools are trusted, `sandboxed` confines a process before it becomes
//! another program, and `scratch` makes folders. `sent` is the form in which a process of its own returns its results.

pub(crate) mod regular;
pub(crate) mod surroundings;
pub(crate) mod sandboxed;
pub(crate) mod scratch;
pub(crate) mod sent;
