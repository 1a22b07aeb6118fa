//! From paths to the classes of a program: class files, and those in jars, which stay in memory.
//!
//! The first class of a name counts, as in a search path. What cannot be read is kept with its reason: nothing is verified of
//! a program with a broken file. What a JVM would not load either is left out, and a jar beyond the limits leaves everything
//! undecided.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use verifier::front_java::{self, Classes, class, jar};

use crate::escape;
use crate::machine::regular;

/// The most bytes of a jar.
const MOST_BYTES: u64 = 512 << 20;

/// The classes of a program, and what is to be told of their files, each by its name and the reason.
#[derive(Default)]
pub(crate) struct Loaded {
    pub(crate) classes: Classes,
    /// Where runs may begin: each `main`, but of a jar that names a class to begin with only that one.
    pub(crate) entries: Vec<(String, String)>,
    /// What cannot be read.
    pub(crate) unread: Vec<(String, String)>,
    /// What no JVM would load.
    pub(crate) left_out: Vec<(String, String)>,
    /// Jars that pass a limit.
    pub(crate) too_large: Vec<(String, String)>,
    /// Classes of jars that are not to begin with.
    inner: BTreeSet<String>,
}

/// The classes below paths.
pub(crate) fn load(paths: &[PathBuf]) -> Loaded {
    let mut loaded = Loaded::default();
    for path in files_below(paths, "class") {
        match regular::read(&path, regular::MOST)
            .and_then(|bytes| class::read(&bytes).map_err(|why| why.to_string()))
        {
            Ok(class) => loaded.classes.add(class),
            Err(why) => loaded.unread.push((escape::path(&path), escape::text(&why))),
        }
    }
    for path in files_below(paths, "jar") {
        match opened(&path) {
            Ok(jar) => loaded.add(&escape::path(&path), &jar),
            Err(jar::Refused::Broken(why)) => {
                loaded.unread.push((escape::path(&path), escape::text(&why)));
            }
            Err(jar::Refused::TooLarge(why)) => {
                loaded.too_large.push((escape::path(&path), escape::text(&why)));
            }
        }
    }
    let is_outer = |(class, _): &(String, String)| !loaded.inner.contains(class);
    loaded.entries = front_java::entries(&loaded.classes).into_iter().filter(is_outer).collect();
    loaded
}

/// The class files of a program, by the names of their classes.
pub(crate) fn class_files(paths: &[PathBuf]) -> Vec<(String, Vec<u8>)> {
    let own =
        files_below(paths, "class").into_iter().filter_map(|path| regular::read(&path, regular::MOST).ok());
    let jars = files_below(paths, "jar").into_iter().filter_map(|path| opened(&path).ok());
    let in_jars = jars.flat_map(|jar| jar.classes.into_iter().map(|(_, bytes)| bytes));
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for bytes in own.chain(in_jars) {
        if let Ok(class) = class::read(&bytes)
            && seen.insert(class.name.clone())
        {
            files.push((class.name, bytes));
        }
    }
    files
}

/// The files with an ending below paths, in order.
pub(crate) fn files_below(paths: &[PathBuf], ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let walk =
                ignore::WalkBuilder::new(path).standard_filters(false).sort_by_file_path(Ord::cmp).build();
            found.extend(walk.flatten().map(ignore::DirEntry::into_path));
        } else {
            found.push(path.clone());
        }
    }
    found.retain(|path| path.extension().is_some_and(|known| known == ending) && path.is_file());
    found
}

/// A jar.
fn opened(path: &Path) -> Result<jar::Jar, jar::Refused> {
    let unread = |error: std::io::Error| jar::Refused::Broken(error.to_string());
    if fs::metadata(path).map_err(unread)?.len() > MOST_BYTES {
        return Err(jar::Refused::TooLarge(format!("it has more than {MOST_BYTES} bytes")));
    }
    jar::open(&regular::read(path, MOST_BYTES).map_err(jar::Refused::Broken)?)
}

impl Loaded {
    /// Takes the classes of a jar over.
    fn add(&mut self, name: &str, jar: &jar::Jar) {
        let told = |inside: &str| format!("{name}!/{}", escape::text(inside));
        self.left_out.extend(jar.left_out.iter().map(|(inside, why)| (told(inside), why.clone())));
        for (inside, bytes) in &jar.classes {
            match class::read(bytes) {
                Ok(class) if format!("{}.class", class.name) == *inside => {
                    if jar.main.as_ref().is_some_and(|main| *main != class.name)
                        && self.classes.get(&class.name).is_none()
                    {
                        self.inner.insert(class.name.clone());
                    }
                    self.classes.add(class);
                }
                Ok(_) => {
                    self.left_out.push((told(inside), "its path is not the name of its class".to_owned()));
                }
                Err(why) => self.unread.push((told(inside), escape::text(&why.to_string()))),
            }
        }
    }
}
