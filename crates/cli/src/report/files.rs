//! Which files a user means, and in which language each is written.
//!
//! A file that is named is taken whatever it is called, and refused later if nothing can read it. In a folder the
//! files are found by their endings, in the order of names; hidden ones and what `.gitignore` names are left out.
//! A file that is found twice is one file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

use crate::escape;
use crate::findings::results::Skipped;
use crate::machine::regular;

/// The endings of the files that can be verified. A front end adds its rows here.
const ENDINGS: [&str; 8] = ["sil", PAGES, "c", "i", "java", "class", "jar", CLAUSES];

/// The ending of pages of PHP.
const PAGES: &str = "php";

/// The ending of files of Horn clauses, which are no programs.
const CLAUSES: &str = "smt2";

/// The files that the paths name, each once.
pub(crate) fn files(paths: &[PathBuf], skipped: &mut Vec<Skipped>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, &mut found, skipped);
        } else {
            found.push(path.clone());
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    found
}

/// Whether a file can be verified, by its name.
pub(crate) fn is_known(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// Whether a file is a page of PHP, by its name.
pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == PAGES)
}

/// Whether a file has Horn clauses, by its name.
pub(crate) fn has_clauses(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == CLAUSES)
}

/// What is told of a file whose name says nothing.
pub(crate) fn unknown() -> String {
    let endings: Vec<String> = ENDINGS.iter().map(|ending| format!(".{ending}")).collect();
    format!("not a file that can be verified: {}", endings.join(", "))
}

fn search(folder: &Path, found: &mut Vec<PathBuf>, skipped: &mut Vec<Skipped>) {
    let mut walk = WalkBuilder::new(folder);
    // A `.gitignore` counts also where there is no repository, and files of the user's own settings do not.
    walk.require_git(false).git_global(false).sort_by_file_path(Ord::cmp);
    let above = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if let Some(refused) = above.ancestors().find_map(unreadable) {
        let why = format!("{} is not a regular file of a usual size", escape::path(&refused));
        skipped.push(Skipped { name: escape::path(folder), why });
        return;
    }
    let left_out: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let noted = Arc::clone(&left_out);
    walk.filter_entry(move |entry| {
        let refused = entry.file_type().filter(fs::FileType::is_dir).and_then(|_| unreadable(entry.path()));
        noted.lock().unwrap_or_else(PoisonError::into_inner).extend(refused.clone());
        refused.is_none()
    });
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| !kind.is_dir()) && is_known(entry.path()) => {
                found.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => {
                let why = escape::text(&error.to_string());
                skipped.push(Skipped { name: escape::path(folder), why });
            }
        }
    }
    for refused in left_out.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let folder = refused.parent().map_or_else(String::new, escape::path);
        let why = format!("{} is not a regular file of a usual size", escape::path(&refused));
        skipped.push(Skipped { name: folder, why });
    }
}

/// The file of a folder that says what is ignored and must not be opened, if there is one: a pipe, a device, or too large.
fn unreadable(folder: &Path) -> Option<PathBuf> {
    let names = [".gitignore", ".ignore", ".git/info/exclude"];
    names.iter().map(|name| folder.join(name)).find(|path| regular::is_refused(path))
}
