//! The files that a source of C includes, as its preprocessor says.
//!
//! An `#include` can name any file that the user can read, and the report shows parts of what is analysed. So a file is taken
//! only when it is installed with the system, lies beside the source, or has the ending of a source: no secret is kept in
//! one. The markers are those of files that were entered, which `#line` cannot write.

use std::fs;
use std::path::Path;

/// The endings of what is included elsewhere.
const SOURCES: [&str; 11] = ["h", "hh", "hpp", "hxx", "c", "i", "inc", "def", "tab", "xpm", "xbm"];

/// Where the headers of the system are.
const SYSTEM: [&str; 5] = ["/usr", "/lib", "/opt", "/nix/store", "/Library"];

/// A file that a preprocessed source has a text of and that it must not read.
pub(super) fn foreign(text: &str, source: &Path) -> Option<String> {
    let beside = source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = fs::canonicalize(beside).ok();
    let is_taken = |name: &String| {
        // Links count as what they lead to, and a name that leads nowhere is not taken.
        let Ok(path) = fs::canonicalize(name) else { return false };
        let is_source = path.extension().is_some_and(|ending| SOURCES.iter().any(|known| ending == *known));
        is_source
            || SYSTEM.iter().any(|folder| path.starts_with(folder))
            || beside.as_ref().is_some_and(|folder| path.starts_with(folder))
    };
    text.lines().filter_map(entered).find(|name| !is_taken(name))
}

/// The file that a marker says is entered: `# 1 "name" 1`, perhaps with more flags.
fn entered(line: &str) -> Option<String> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(" \"")?;
    let (name, flags) = rest.rsplit_once('"')?;
    let is_entry =
        number.bytes().all(|byte| byte.is_ascii_digit()) && flags.split(' ').any(|flag| flag == "1");
    is_entry.then(|| name.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_name_what_is_entered() {
        assert_eq!(entered("# 1 \"/etc/passwd\" 1").as_deref(), Some("/etc/passwd"));
        assert_eq!(entered("# 1 \"/usr/include/stdio.h\" 1 3 4").as_deref(), Some("/usr/include/stdio.h"));
        assert_eq!(entered("# 2 \"a.c\" 2"), None);
        assert_eq!(entered("# 7 \"/etc/passwd\""), None);
        assert_eq!(
            foreign("# 1 \"/etc/passwd\" 1\nroot\n", Path::new("a.c")).as_deref(),
            Some("/etc/passwd")
        );
        assert_eq!(foreign("# 1 \"/usr/bin/env\" 1 3\n", Path::new("a.c")), None);
    }
}
