//! Links from page to page lead somewhere.
//!
//! Only links inside the repository are followed, and only to the file, not to the heading: the network is not
//! asked. Code, in a block or between backquotes, has no links.

use crate::{Finding, Tree};

/// Every relative link in a Markdown page names a file or folder of the repository.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending_in(".md") {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut in_block = false;
        for (number, line) in file.numbered_lines() {
            in_block ^= line.trim_start().starts_with("```");
            let targets = if in_block { Vec::new() } else { targets(line) };
            let broken = targets.into_iter().filter(|target| !leads_somewhere(tree, folder, target));
            findings.extend(broken.map(|target| {
                Finding::new("links", &file.path, number, format!("`{target}` leads nowhere"))
            }));
        }
    }
    findings
}

/// What stands between `](` and `)` in a line, outside of backquotes.
fn targets(line: &str) -> Vec<String> {
    let prose = without_code(line);
    let parts = prose.split("](").skip(1);
    parts.filter_map(|part| part.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// The line with what is between backquotes taken out, backquotes included.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

fn leads_somewhere(tree: &Tree, folder: &str, target: &str) -> bool {
    let path = target.split('#').next().unwrap_or_default();
    if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
        return true;
    }
    resolve(folder, path).is_some_and(|path| tree.has(&path))
}

/// The path from the root, or nothing when it leaves the repository.
fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(line: &str) -> usize {
        check(&Tree::of(&[("docs/a.md", line), ("docs/sub/b.md", ""), ("c.md", "")])).len()
    }

    #[test]
    fn links_that_lead_somewhere_are_fine() {
        assert_eq!(broken("[b](sub/b.md#x) [s](sub) [c](../c.md) [w](https://example.org) [h](#here)"), 0);
        assert_eq!(broken("```\n[x](none.md)\n```\n`[x](none.md)`"), 0);
        assert_eq!(broken("[`code`](sub/b.md)"), 0);
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        assert_eq!(broken("[x](none.md) and [y](../../c.md)"), 2);
        assert_eq!(broken("[`code`](none.md)"), 1);
    }
}
