//! Which files of a project other files include: they are fragments, whose variables may be set before their first line.
//!
//! Names are compared by their last part, so a file may count as a fragment because of another one with its name. A name
//! that is computed from its start to its end names no file here.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::machine::regular;
use crate::report::files;

/// The words that include a file; `include_once` and `require_once` begin with them.
const INCLUDING: [&str; 2] = ["include", "require"];

/// The last parts of the names that pages below the paths include.
pub(crate) fn included(paths: &[PathBuf]) -> BTreeSet<String> {
    let pages = files::files(paths, &mut Vec::new()).into_iter().filter(|path| files::is_page(path));
    let texts = pages.filter_map(|path| regular::read(&path, regular::MOST).ok());
    texts.flat_map(|bytes| names(&String::from_utf8_lossy(&bytes))).collect()
}

/// The last parts of the names that a page includes.
fn names(page: &str) -> Vec<String> {
    let text = page.to_ascii_lowercase();
    let mut found = Vec::new();
    for word in INCLUDING {
        for (at, _) in text.match_indices(word) {
            let statement = page[at..].split(';').next().unwrap_or_default();
            // What stands between quotes is each second part.
            let literals = statement.split(['\'', '"']).skip(1).step_by(2);
            let last = literals.filter_map(|literal| literal.rsplit('/').next());
            found.extend(last.filter(|name| name.contains('.')).map(str::to_owned));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_included_files_are_found() {
        let page = "<?php require_once __DIR__ . '/parts/head.php'; INCLUDE(\"foot.inc\"); echo 'a.php'; include $x;";
        let mut found = names(page);
        found.sort();
        assert_eq!(found, ["foot.inc", "head.php"]);
    }
}
