//! From the bytes of a jar to the class files in it, in memory: nothing is ever unpacked to a file.
//!
//! Only class files and the manifest are unpacked. What is too large, by number, by size or by how much it was compressed, is
//! refused with the limit that it passes, before memory is taken for it. An entry must be what both of its headers say,
//! to the byte and to the checksum. What a JVM would not load from here is left out, each with the reason: a jar inside, other
//! versions of a class, a path that is no name of a class.

mod archive;
mod manifest;

use archive::{Archive, Entry};

/// The most entries.
const MOST_ENTRIES: usize = 50_000;
/// The most bytes of an entry that is unpacked.
const MOST_ENTRY: usize = 16 << 20;
/// The most bytes of all entries that are unpacked.
const MOST_TOTAL: usize = 256 << 20;
/// How many times larger an entry may get, beyond what any entry may have.
const MOST_RATIO: usize = 100;
/// What any entry may have.
const ALWAYS: usize = 1 << 16;

/// The manifest, by its path.
const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// What is in a jar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jar {
    /// The class files, by their paths, in the order of the directory.
    pub classes: Vec<(String, Vec<u8>)>,
    /// The class that the manifest says to begin with, by its internal name.
    pub main: Option<String>,
    /// What was left out, and why.
    pub left_out: Vec<(String, String)>,
}

/// Why a jar is not read, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is not written as a jar is.
    Broken(String),
    /// It passes a limit.
    TooLarge(String),
}

/// Reads a jar. No bytes make it panic or take more memory than the limits allow.
///
/// # Errors
/// Why it is not read.
pub fn open(bytes: &[u8]) -> Result<Jar, Refused> {
    let archive = Archive::of(bytes)?;
    if archive.count() > MOST_ENTRIES {
        return Err(Refused::TooLarge(format!("it has more than {MOST_ENTRIES} entries")));
    }
    let entries = archive.entries()?;
    within_limits(entries.iter().filter(|entry| is_read(&entry.name)))?;
    let mut jar = Jar::default();
    for entry in entries {
        if entry.name == MANIFEST {
            jar.main = manifest::main_class(&archive.content(&entry)?);
        } else if is_read(&entry.name) {
            let content = archive.content(&entry)?;
            jar.classes.push((entry.name, content));
        } else if let Some(why) = left_out(&entry.name) {
            jar.left_out.push((entry.name, why.to_owned()));
        }
    }
    Ok(jar)
}

/// Whether an entry is unpacked.
fn is_read(name: &str) -> bool {
    name == MANIFEST || (has_ending(name, "class") && left_out(name).is_none())
}

/// Whether a path ends in a dot and an ending; a JVM does not look past upper case.
fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, last)| last == ending)
}

/// Why a JVM does not load an entry with a path from here, if it is code.
fn left_out(name: &str) -> Option<&'static str> {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\\');
    if has_ending(name, "jar") {
        Some("a jar inside of a jar is not opened")
    } else if !has_ending(name, "class") {
        None
    } else if name.starts_with("META-INF/versions/") {
        Some("other versions of a class are not verified")
    } else if !name.split('/').all(is_plain) {
        Some("its path is no name of a class")
    } else {
        None
    }
}

/// Compares what entries say of themselves with the limits, before anything is unpacked.
fn within_limits<'e>(entries: impl Iterator<Item = &'e Entry>) -> Result<(), Refused> {
    let mut total = 0usize;
    for entry in entries {
        let large = |what: String| Err(Refused::TooLarge(format!("{} {what}", entry.name)));
        if entry.size > MOST_ENTRY {
            return large(format!("has more than {MOST_ENTRY} bytes"));
        }
        if entry.size > entry.packed.saturating_mul(MOST_RATIO).saturating_add(ALWAYS) {
            return large(format!("is compressed more than {MOST_RATIO} times"));
        }
        total = total.saturating_add(entry.size);
        if total > MOST_TOTAL {
            return Err(Refused::TooLarge(format!("it has more than {MOST_TOTAL} bytes of classes")));
        }
    }
    Ok(())
}
